"""A checkout, an index of small wheels, and a root folder that stands for the machine."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pip

from tests.install.wheels import RUNTIME, asked_of, lock

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "hal", "device", "systemd", "docs", "pyproject.toml", "Makefile")
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
BASE = Path(getattr(sys, "_base_executable", sys.executable))
"""The Python that makes environments, should this be one of an environment."""
PACKAGES = f"lib/python{VERSION}/site-packages"
PLACED = {
    "etc/systemd/system/palmstone.service",
    r"etc/systemd/system/dev-i2c\x2d1.device.d/palmstone.conf",
    "etc/systemd/system/multi-user.target.wants/palmstone.service",
    "etc/udev/rules.d/60-palmstone.rules",
    "etc/modules-load.d/palmstone.conf",
    "etc/sysusers.d/palmstone.conf",
    "etc/tmpfiles.d/palmstone.conf",
    "etc/polkit-1/rules.d/60-palmstone.rules",
    "usr/local/bin/palmstone",
}
SETTINGS = "etc/palmstone/settings.toml"


class Machine:
    """A checkout that can be changed, an index of small wheels, and a root folder instead of the machine."""

    def __init__(self, folder: Path, name: str = "checkout", root: str = "root") -> None:
        self.checkout = folder / name
        self.checkout.mkdir()
        self.root = folder / root
        self.index = folder / "index"
        self.index.mkdir()
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, self.checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, self.checkout / part)
        lock(self.checkout / "systemd/runtime.lock", self.index, RUNTIME)
        self.python = quick_python(folder / "quick-python")

    def call(self, command: str, umask: str = "022", **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the installer, as `make` does in the checkout."""
        given = {"DESTDIR": str(self.root), "PYTHON": str(self.python), **asked_of(self.index), **variables}
        return subprocess.run(
            ["sh", "-c", f'umask {umask}; exec sh systemd/install.sh "$1"', "sh", command],
            cwd=self.checkout,
            env={**os.environ, **given},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def current(self) -> Path:
        """The version that runs."""
        return self.root / "opt/palmstone/current"

    def change(self) -> None:
        """Let there be a newer state of the project."""
        with (self.checkout / "device" / "__init__.py").open("a") as file:
            file.write("# newer\n")
        with (self.checkout / "systemd" / "palmstone.service").open("a") as file:
            file.write("# newer\n")

    def target(self, name: str) -> str:
        """Return where a link of /opt/palmstone points to."""
        return str((self.root / "opt/palmstone" / name).readlink())

    def versions(self) -> set[str]:
        """Return the versions that are there."""
        folder = self.root / "opt/palmstone"
        return {entry.name for entry in folder.iterdir() if not entry.is_symlink()}

    def files(self) -> set[str]:
        """Return everything outside /opt/palmstone."""
        return {
            str(path.relative_to(self.root))
            for path in self.root.rglob("*")
            if not path.is_dir() and "opt" not in path.relative_to(self.root).parts
        }


def quick_python(script: Path) -> Path:
    """Write a Python whose environments have pip by a link: unpacking it takes most of the time.

    Asked for what it is, it names itself as the one that makes environments.
    """
    real = shlex.quote(str(BASE))
    ours = shlex.quote(str(Path(pip.__file__).parent))
    identity = shlex.quote(f"{VERSION} {platform.machine()} {script}")
    script.write_text(
        f"#!/bin/sh\ncase $3 in *_base_executable*) echo {identity} && exit ;; esac\n"
        f'[ "$3" = venv ] || exec {real} "$@"\nshift 3\n'
        f'{real} -m venv --without-pip "$@" || exit\n'
        f'for folder; do :; done\nln -s {ours} "$folder/{PACKAGES}/pip"\n'
    )
    script.chmod(0o755)
    return script

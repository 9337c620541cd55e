"""F48, F53: an environment is tried, not believed, and made anew, whatever the folder is called."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.install.machine import BASE, PACKAGES, VERSION, quick_python
from tests.install.wheels import DEVELOPMENT, RUNTIME, asked_of, lock

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
MODULES = {"msgspec": "msgspec/__init__.py", "pillow": "PIL/_imaging.py"}
PINS = "msgspec==1.0 \\\n    --hash=sha256:00\npillow==1.0 \\\n    --hash=sha256:00\n"
ODD = (
    " ",
    "'",
    '"',
    "$HOME",
    "$(touch hit)",
    "ü",
    "木",
    "-",
    "&",
    "#",
    "\\",
    "*",
    "%s",
    ";",
    "`",
    "!",
    "a b",
)


class Environment:
    """One that is whole, made by hand: it takes a tenth of what pip takes."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.path = self.project / ".venv"
        self.lock = folder / "lock"
        (self.project / "device").mkdir(parents=True)
        (self.project / "device/__init__.py").touch()
        self.lock.write_text(PINS, encoding="utf-8")
        (self.path / "bin").mkdir(parents=True)
        self.packages.mkdir(parents=True)
        (self.path / "pyvenv.cfg").write_text(f"home = {BASE.parent}\n", encoding="utf-8")
        (self.path / "bin/python").symlink_to(BASE)
        for name, module in MODULES.items():
            (self.packages / f"{name}-1.0.dist-info").mkdir()
            (self.packages / module).parent.mkdir()
            (self.packages / module).touch()
        (self.packages / "palmstone.pth").write_text(f"{self.project}\n", encoding="utf-8")
        self.made = "made by this"
        (self.path / ".stamp").write_text(f"{self.made}\n", encoding="utf-8")

    @property
    def packages(self) -> Path:
        return self.path / PACKAGES

    def why_not(self) -> str:
        """Try it; return what is said."""
        script = '. systemd/environment.sh; tried=systemd/tried.py; why_not "$1" "$1/.stamp" "$2" "$3" "$4"'
        done = subprocess.run(
            ["sh", "-euc", f'{script}; echo "($?)"', "sh", self.path, self.made, self.project, self.lock],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        said, _, code = done.stdout.rstrip().rpartition("(")
        assert code == "0)"
        return said.strip()


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path)


def _python(environment: Environment) -> Path:
    return environment.path / "bin/python"


def _dangling(environment: Environment) -> None:
    _python(environment).unlink()
    _python(environment).symlink_to("/usr/bin/python3.1")


def _other_version(environment: Environment) -> None:
    """As after an upgrade of the system: the same link, another Python behind it, which finds no packages."""
    later = environment.path / "lib/python3.0"
    (environment.path / f"lib/python{VERSION}").rename(later)


def _other_mark(environment: Environment) -> None:
    (environment.path / ".stamp").write_text("made by another\n", encoding="utf-8")


def _missing_package(environment: Environment) -> None:
    shutil.rmtree(environment.packages / "pillow-1.0.dist-info")


def _other_release(environment: Environment) -> None:
    (environment.packages / "pillow-1.0.dist-info").rename(environment.packages / "pillow-0.9.dist-info")


def _half_removed(environment: Environment) -> None:
    (environment.packages / "msgspec/__init__.py").unlink()
    (environment.packages / "msgspec").rmdir()


def _half_made(environment: Environment) -> None:
    (environment.path / ".stamp").unlink()


def _other_machine(environment: Environment) -> None:
    """A program of another processor: the head of an ELF file and nothing that runs here."""
    _python(environment).unlink()
    _python(environment).write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\xf3\x00" + bytes(44))
    _python(environment).chmod(0o755)


def _compiled_for_another(environment: Environment) -> None:
    (environment.packages / "PIL/_imaging.py").write_text(
        "raise ImportError('wrong ELF class\\nELFCLASS32')\n"
    )


def _crashing(environment: Environment) -> None:
    (environment.packages / "msgspec/__init__.py").write_text("import os\nos.abort()\n")


def _not_executable(environment: Environment) -> None:
    _python(environment).unlink()
    _python(environment).write_text("#!/bin/sh\n")
    _python(environment).chmod(0o644)


def _no_config(environment: Environment) -> None:
    (environment.path / "pyvenv.cfg").unlink()


def _empty(environment: Environment) -> None:
    shutil.rmtree(environment.path)
    environment.path.mkdir()


def _stamp_alone(environment: Environment) -> None:
    _empty(environment)
    (environment.path / ".stamp").write_text(f"{environment.made}\n", encoding="utf-8")


def _gone(environment: Environment) -> None:
    shutil.rmtree(environment.path)


def _a_file(environment: Environment) -> None:
    _gone(environment)
    environment.path.touch()


def _linked_to_nothing(environment: Environment) -> None:
    _gone(environment)
    environment.path.symlink_to("nowhere")


def _moved(environment: Environment) -> None:
    """Ours is found where the folder was."""
    there = environment.project.rename(environment.project.with_name("moved"))
    (environment.project / "device").mkdir(parents=True)
    (environment.project / "device/__init__.py").touch()
    environment.project, environment.path = there, there / ".venv"


def _lgpio_stub(environment: Environment) -> None:
    (environment.packages / "lgpio-0.0.0.2.dist-info").mkdir()


BREAKS: dict[str, Callable[[Environment], None]] = {
    name.strip("_").replace("_", " "): act
    for name, act in list(globals().items())
    if name.startswith("_")
    and callable(act)
    and name != "_python"
    and getattr(act, "__module__", "") == __name__
}
AT_ONCE = {"gone", "empty", "stamp alone", "a file", "linked to nothing", "moved"}
"""After these there is nothing left, or nothing there, to break further."""


@pytest.mark.long
def test_f48_a_whole_environment_is_left_alone(environment: Environment) -> None:
    assert environment.why_not() == ""
    # Further packages are somebody's own.
    (environment.packages / "ipdb-1.0.dist-info").mkdir()
    assert environment.why_not() == ""


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BREAKS))
def test_f48_a_broken_environment_is_seen_and_named(environment: Environment, name: str) -> None:
    BREAKS[name](environment)
    said = environment.why_not()
    assert said
    assert "\n" not in said
    assert "Traceback" not in said


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_f48_several_faults_together_are_seen_too(environment: Environment, seed: int) -> None:
    chance = random.Random(seed)
    for name in chance.sample(sorted(set(BREAKS) - AT_ONCE), 2):
        try:
            BREAKS[name](environment)
        except FileNotFoundError:
            # The first took it away.
            continue
    assert environment.why_not()


# `make setup`


class Checkout:
    """A copy of the project with what makes an environment, and an index of small wheels."""

    def __init__(self, path: Path, index: Path) -> None:
        self.path, self.index = path, index
        for part in (".ci", "systemd"):
            shutil.copytree(ROOT / part, path / part, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, path)
        for part in ("engine", "hal", "device"):
            (path / part).mkdir()
            (path / part / "__init__.py").touch()
        (path / "device/__main__.py").write_text("print('it plays')\n", encoding="utf-8")
        index.mkdir(exist_ok=True)
        lock(path / "systemd/runtime.lock", index, RUNTIME)
        lock(path / ".ci/development.lock", index, DEVELOPMENT)

    def make(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Call make in it, with a quick Python before others."""
        ours = self.index.parent / "bin"
        ours.mkdir(exist_ok=True)
        quick_python(ours / "python3")
        path = f"{ours}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["make", "-s", *words],
            cwd=self.path,
            env={**os.environ, "PATH": path, **asked_of(self.index), **variables},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "project", tmp_path / "index")


@pytest.mark.long
def test_f48_make_play_mends_an_environment_that_an_upgrade_or_a_move_left_dead(checkout: Checkout) -> None:
    made = checkout.make("play")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.endswith("it plays\n")
    assert "once ..." in made.stdout
    again = checkout.make("play")
    assert (again.stdout, again.stderr) == ("it plays\n", "")

    (python,) = [
        path for path in (checkout.path / ".venv/bin").glob("python*") if path.readlink().is_absolute()
    ]
    python.unlink()
    python.symlink_to("/usr/bin/python3.1")
    mended = checkout.make("play")
    assert "anew" in mended.stdout
    assert "its Python is gone" in mended.stdout
    assert mended.stdout.endswith("it plays\n")

    # F53: to a folder of any name.
    checkout.path = checkout.path.rename(checkout.path.with_name("-" + "".join(ODD)))
    elsewhere = checkout.make("play")
    assert "in another place" in elsewhere.stdout
    assert elsewhere.stdout.endswith("it plays\n")
    assert checkout.make("play").stdout == "it plays\n"
    command = [checkout.path / ".venv/bin/palmstone"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "it plays\n"
    assert not list(checkout.index.parent.rglob("hit"))


@pytest.mark.long
@pytest.mark.parametrize("name", ["with:colon", "with\nline"])
def test_f53_a_folder_that_no_environment_bears_is_named_with_the_remedy(tmp_path: Path, name: str) -> None:
    done = Checkout(tmp_path / name, tmp_path / "index").make("setup")
    assert done.returncode != 0
    assert "Rename that folder." in done.stderr


@pytest.mark.long
def test_f53_a_wheel_that_is_not_the_locked_one_is_refused(checkout: Checkout) -> None:
    with (checkout.index / "pytest-1.0-py3-none-any.whl").open("ab") as file:
        file.write(b"more")
    # The machine's own python3 is newer than the locks, and one that they have lies beside it.
    programs = checkout.index.parent / "newer"
    programs.mkdir()
    newer = programs / "python3"
    newer.write_text(f"#!/bin/sh\ncase $3 in *base*) echo 3.99 x86_64 {newer} ;; *) echo 3.99 ;; esac\n")
    newer.chmod(0o755)
    (programs / f"python{VERSION}").symlink_to(BASE)
    done = checkout.make("setup", PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode != 0
    assert re.search(r"^Making .venv with Python 3\.1\d, once", done.stdout)
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert "Traceback" not in done.stderr
    # What is half-made has no mark that it was finished.
    assert not (checkout.path / ".venv/.stamp").exists()


@pytest.mark.long
def test_f53_a_python_without_a_lock_is_said_with_the_way_on(checkout: Checkout) -> None:
    for file in ("systemd/runtime.lock", ".ci/development.lock"):
        path = checkout.path / file
        path.write_text(
            path.read_text().replace("# For Python 3.11 3.12 3.13 3.14 on", "# For Python 3.1 on")
        )
    done = checkout.make("setup")
    assert done.returncode != 0
    assert f"locked for Python 3.1 on aarch64 x86_64,\nand this is Python {VERSION}" in done.stderr
    assert "make setup UNLOCKED=1" in done.stderr
    pins = "".join(f"{name}==1.0\n" for name in (*RUNTIME, *DEVELOPMENT))
    (checkout.path / "constraints.txt").write_text(f"# Pins.\n{pins}lgpio==1.0\n")
    way = checkout.make("setup", "UNLOCKED=1")
    assert (way.returncode, way.stderr) == (0, "")


@pytest.mark.long
def test_f48_nothing_is_removed_that_is_no_environment(checkout: Checkout) -> None:
    (checkout.path / ".venv").mkdir()
    kept = checkout.path / ".venv/letters"
    kept.touch()
    done = checkout.make("setup")
    assert done.returncode != 0
    assert ".venv holds something else than an environment: move it away" in done.stderr
    assert kept.exists()


@pytest.mark.long
def test_f52_an_environment_made_on_a_raspberry_pi_can_see_the_systems_lgpio(checkout: Checkout) -> None:
    """A Python that answers as 3.13 does when it is asked for that."""
    folder = checkout.index.parent
    model, python, quick = folder / "model", folder / "python3", quick_python(folder / "quick")
    model.write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    python.write_text(
        f"#!/bin/sh\ncase $3 in\n*base*) echo '{VERSION} x86_64 {python}'; exit ;;\n"
        f"*'(3, 13)'*) exit 0 ;;\nesac\nexec '{quick}' \"$@\"\n"
    )
    python.chmod(0o755)
    done = subprocess.run(
        ["sh", ".ci/venv.sh", ".venv", python],
        cwd=checkout.path,
        env={**os.environ, **asked_of(checkout.index), "PALMSTONE_BOARD": str(model)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    config = (checkout.path / ".venv/pyvenv.cfg").read_text().lower()
    assert ("include-system-site-packages = true\n") in config
    if not list(Path("/usr/lib/python3/dist-packages").glob("_lgpio*")):
        assert "sudo apt install python3-lgpio" in done.stdout

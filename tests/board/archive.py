"""Packages of Debian for aarch64, fetched by this machine's apt in a folder of its own.

Where the archive lies is read from this machine's apt; nothing of this machine's own packages is touched.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from tests.board.commands import StepFailedError, output, run

if TYPE_CHECKING:
    from collections.abc import Sequence

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
FIELDS = ("$(REPO_URI)", "$(RELEASE)", "$(ORIGIN)")


def mirror() -> str:
    """Return where this machine gets Debian from. Raises StepFailedError if it gets it from nowhere."""
    for line in output(["apt-get", "indextargets", "--format", " ".join(FIELDS)]).splitlines():
        address, release, origin = [*line.split(" ", 2), "", ""][:3]
        if origin == "Debian" and not release.endswith(("-security", "-updates", "-backports")):
            return address
    raise StepFailedError("this machine's apt knows no archive of Debian: sudo apt update, then try again")


class Archive:
    """One suite for aarch64. `status` is the list of what is installed in the root already, or None."""

    def __init__(self, suite: str, folder: Path, log: Path, status: Path | None = None) -> None:
        self._folder = folder
        self._log = log
        for part in ("etc/apt/preferences.d", "var/lib/apt/lists/partial", "var/cache/apt/archives/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        if status is None:
            status = folder / "status"
            status.touch()
        (folder / "etc/apt/sources.list").write_text(
            f"deb [arch=arm64 signed-by={KEYRING}] {mirror()} {suite} main\n", encoding="utf-8"
        )
        self._options = [
            *("-o", f"Dir={folder}", "-o", f"Dir::State::status={status}"),
            *(
                "-o",
                "APT::Architecture=arm64",
                "-o",
                "APT::Architectures::=arm64",
                "-o",
                "Debug::NoLocking=1",
            ),
            *("-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3", "-o", "Acquire::Languages=none"),
        ]

    def update(self) -> None:
        """Fetch the lists. Raises StepFailedError."""
        run(["apt-get", *self._options, "update"], self._log)

    def kernel(self) -> str:
        """Return the name of the package of the suite's kernel."""
        text = output(["apt-cache", *self._options, "show", "linux-image-arm64"])
        depends = next(line for line in text.splitlines() if line.startswith("Depends:"))
        return depends.removeprefix("Depends:").split()[0]

    def depends(self, package: str) -> list[str]:
        """Return the names that a package needs."""
        text = output(["apt-cache", *self._options, "show", "--no-all-versions", package])
        line = next(line for line in text.splitlines() if line.startswith("Depends:"))
        return [part.split()[0] for part in line.removeprefix("Depends:").split(",")]

    def fetch(self, packages: Sequence[str], into: Path) -> list[Path]:
        """Download packages, nothing that they need. Raises StepFailedError."""
        into.mkdir(parents=True, exist_ok=True)
        run(["apt-get", *self._options, "download", *packages], self._log, cwd=into)
        return [next(into.glob(f"{package}_*.deb")) for package in packages]

    def fetch_missing(self, packages: Sequence[str]) -> list[Path]:
        """Download packages and what they need that the root has not. Raises StepFailedError."""
        run(
            [
                "apt-get",
                *self._options,
                "install",
                "-y",
                "--no-install-recommends",
                "--download-only",
                *packages,
            ],
            self._log,
        )
        return sorted((self._folder / "var/cache/apt/archives").glob("*.deb"))


def unpack(packages: Sequence[Path], into: Path, log: Path) -> None:
    """Lay out the files of packages, without their scripts. Raises StepFailedError."""
    into.mkdir(parents=True, exist_ok=True)
    for package in packages:
        # /lib is a link in a root of today; what is laid out must follow it.
        laid = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"'
        run(["sh", "-ec", laid, "sh", package, into], log)


def write_index(folder: Path) -> None:
    """Make an archive of a folder of packages, that apt reads from the card without a network."""
    entries = []
    for package in sorted(folder.glob("*.deb")):
        data = package.read_bytes()
        control = output(["dpkg-deb", "-f", package]).rstrip("\n")
        entries.append(
            f"{control}\nFilename: ./{package.name}\nSize: {len(data)}\n"
            f"SHA256: {hashlib.sha256(data).hexdigest()}\n"
        )
    (folder / "Packages.gz").write_bytes(gzip.compress("\n".join(entries).encode()))

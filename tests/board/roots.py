"""Root file systems of Debian for aarch64, as a fresh card with Raspberry Pi OS Lite has it; kept in a cache.

When the recipe or a file of `guest/` or `module/` changes, a root is made again. What is in it and not on a
fresh card: a kernel of Debian with its drivers, the module that is the board, two services (`board-shell`,
`board-carrier`), and an archive of packages and wheels, so that nothing needs a network.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.board.archive import KEYRING, Archive, mirror, unpack, write_index
from tests.board.commands import run
from tests.board.needs import found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
GUEST = HERE / "guest"
MODULE = HERE / "module"
BASE = (
    "systemd,systemd-sysv,systemd-timesyncd,libpam-systemd,dbus,udev,kmod,sudo,python3,util-linux,procps,"
    "ca-certificates,debian-archive-keyring,nano"
)
"""What Raspberry Pi OS Lite has and the test needs to be the same."""
LATER = ("git", "make", "python3-venv", "polkitd", "i2c-tools", "espeak-ng")
"""What docs/build.md installs: it lies in the archive of the root."""
DRIVERS = (
    "virtio_pci_legacy_dev",
    "virtio_pci_modern_dev",
    "virtio_pci",
    "virtio_mmio",
    "crc32c_generic",
    "libcrc32c",
    "crc16",
    "mbcache",
    "jbd2",
    "ext4",
    "virtio_blk",
)
"""What the kernel needs to find its root, in this order; a driver that is built in is passed over."""
RECIPE = 1
"""To be raised when the steps of this file make something else."""
USER = "ann"
"""The user that Imager would have made."""
GROUPS = ("adm", "i2c", "gpio", "sudo")
"""Groups of that user: Raspberry Pi OS has them from the beginning."""
IMAGE_MB = 3072
BINFMT = Path("/proc/sys/fs/binfmt_misc")
MAGIC = (
    r":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:%s:F"
)


@dataclass(frozen=True, slots=True)
class Root:
    """A root that was made: what a machine is started with."""

    suite: str
    python: str
    """Minor release: 3.11."""
    image: Path
    """An ext4 file system, raw; to be copied, never to be written."""
    kernel: Path
    initrd: Path


PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}


def cache() -> Path:
    """Return the folder of the cache, outside the checkout."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "palmstone-board"


def recipe_sum() -> str:
    """Return a sum of all that a root is made from."""
    digest = hashlib.sha256(repr((RECIPE, BASE, LATER, DRIVERS, USER, GROUPS, IMAGE_MB)).encode())
    files = [*sorted(GUEST.iterdir()), *sorted(MODULE.iterdir())]
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def made(suite: str, say: Callable[[str], None]) -> Root:
    """Return the root of a suite, made now if the cache has none. Raises StepFailedError."""
    folder = cache() / f"{suite}-{recipe_sum()}"
    root = Root(suite, PYTHONS[suite], folder / "root.img", folder / "vmlinuz", folder / "initrd")
    if not (folder / "whole").exists():
        for old in cache().glob(f"{suite}-*"):
            shutil.rmtree(old)
        folder.mkdir(parents=True)
        _Making(suite, folder, say).all()
        (folder / "whole").touch()
    return root


class _Making:
    """The steps of a root, in order."""

    def __init__(self, suite: str, folder: Path, say: Callable[[str], None]) -> None:
        self.suite = suite
        self.folder = folder
        self.root = folder / "root"
        self.log = folder / "log.txt"
        self.say = say

    def all(self) -> None:
        """Make it."""
        self._lay_out()
        archive = Archive(self.suite, self.folder / "apt", self.log, self.root / "var/lib/dpkg/status")
        archive.update()
        self.say(f"root of {self.suite}: kernel, module and packages")
        release = self._kernel(archive)
        self._module(archive, release)
        self._packages(archive)
        self._initrd(archive, release)
        self._settings()
        self.say(f"root of {self.suite}: image")
        self._image()

    def _lay_out(self) -> None:
        base = self._base()
        run(["cp", "-a", base, self.root], self.log)

    def _base(self) -> Path:
        """Return what Debian itself lays out; kept longer than the rest, since it takes minutes."""
        base = cache() / f"base-{self.suite}-{hashlib.sha256(BASE.encode()).hexdigest()[:12]}"
        if base.exists():
            return base
        for old in cache().glob(f"base-{self.suite}-*"):
            shutil.rmtree(old)
        self.say(f"root of {self.suite}: fetched and set up, through qemu-user (some minutes)")
        options = ["--mode=root", "--format=directory", "--variant=minbase", "--architectures=arm64"]
        source = f"deb [signed-by={KEYRING}] {mirror()} {self.suite} main"
        growing = base.with_name(base.name.replace("base-", "growing-"))
        shutil.rmtree(growing, ignore_errors=True)
        with emulated(self.log):
            run(["mmdebstrap", *options, f"--include={BASE}", self.suite, growing, source], self.log)
        growing.rename(base)
        return base

    def _kernel(self, archive: Archive) -> str:
        image = archive.kernel()
        release = image.removeprefix("linux-image-")
        unpack(archive.fetch([image], self.folder / "kernel"), self.root, self.log)
        shutil.copy(self.root / "boot" / f"vmlinuz-{release}", self.folder / "vmlinuz")
        return release

    def _module(self, archive: Archive, release: str) -> None:
        headers = f"linux-headers-{release}"
        names = [headers, *(name for name in archive.depends(headers) if name.startswith("linux-"))]
        names = [name for name in names if not name.startswith("linux-compiler")]

        tree = self.folder / "headers"
        unpack(archive.fetch(names, self.folder / "kernel"), tree, self.log)
        build = self.folder / "module"
        shutil.copytree(MODULE, build)
        sources = tree / "usr/src" / headers
        common = next((tree / "usr/src").glob("linux-headers-*-common"))
        makefile = (sources / "Makefile").read_text(encoding="utf-8")
        (sources / "Makefile").write_text(
            makefile.replace("/usr/src/" + common.name, str(common)), encoding="utf-8"
        )
        for link in sources.iterdir():
            self._bring_home(link, tree)
        for link in common.iterdir():
            self._bring_home(link, tree)
        cross = ["ARCH=arm64", "CROSS_COMPILE=aarch64-linux-gnu-", "CC=aarch64-linux-gnu-gcc"]
        with emulated(self.log):
            # The headers' own helpers are programs for aarch64 that find their library in the root.
            run(
                ["make", "-C", sources, *cross, f"M={build}", "modules"],
                self.log,
                more={
                    "QEMU_LD_PREFIX": str(self.root),
                    "QEMU_SET_ENV": f"LD_LIBRARY_PATH={tree}/usr/lib/aarch64-linux-gnu",
                },
            )
        place = self.root / "lib/modules" / release / "extra"
        place.mkdir(parents=True)
        shutil.copy(build / "palmboard.ko", place)
        run([found("depmod") or "", "-b", self.root, release], self.log)
        carrier = self.root / "usr/local/lib/board/carrier"
        carrier.parent.mkdir(parents=True)
        run(["aarch64-linux-gnu-gcc", "-O2", "-static", "-o", carrier, MODULE / "carrier.c"], self.log)

    @staticmethod
    def _bring_home(link: Path, tree: Path) -> None:
        """Let an absolute link of the headers lead to the unpacked files."""
        if link.is_symlink() and link.readlink().is_absolute():
            target = tree / link.readlink().relative_to("/")
            link.unlink()
            link.symlink_to(target)

    def _packages(self, archive: Archive) -> None:
        place = self.root / "srv/packages"
        place.mkdir(parents=True)
        for package in archive.fetch_missing(LATER):
            shutil.copy(package, place)
        write_index(place)
        (self.root / "etc/apt/sources.list").write_text(
            "deb [trusted=yes] file:/srv/packages ./\n", encoding="utf-8"
        )

    def _initrd(self, archive: Archive, release: str) -> None:
        tree = self.folder / "initrd.d"
        unpack(archive.fetch(["busybox-static"], self.folder / "kernel"), self.folder / "busybox", self.log)
        (tree / "bin").mkdir(parents=True)
        (tree / "modules").mkdir()
        shutil.copy(next((self.folder / "busybox").rglob("bin/busybox")), tree / "bin/busybox")
        shutil.copy(GUEST / "init", tree / "init")
        (tree / "init").chmod(0o755)
        order = []
        for name in DRIVERS:
            for file in (self.root / "lib/modules" / release).rglob(f"{name.replace('_', '[-_]')}.ko*"):
                target = tree / "modules" / file.name.removesuffix(".xz")
                target.write_bytes(_plain(file))
                order.append(target.name)
        (tree / "modules/order").write_text("".join(f"{name}\n" for name in order), encoding="utf-8")
        run(["sh", "-c", f"find . | cpio -o -H newc -R 0:0 > '{self.folder}/initrd'"], self.log, cwd=tree)

    def _settings(self) -> None:
        root = self.root
        for unit in ("board-shell.service", "board-carrier.service"):
            shutil.copy(GUEST / unit, root / "etc/systemd/system")
            wants = root / "etc/systemd/system/sysinit.target.wants"
            wants.mkdir(exist_ok=True)
            (wants / unit).symlink_to(f"/etc/systemd/system/{unit}")
        for name, text in {
            "etc/fstab": "/dev/vda / ext4 defaults,noatime 0 1\n",
            "etc/hostname": "palmstone\n",
            "etc/hosts": "127.0.0.1 localhost palmstone\n",
            "etc/modules-load.d/palmboard.conf": "virtio_console\npalmboard\n",
            "etc/sudoers.d/010_user": f"{USER} ALL=(ALL) NOPASSWD: ALL\n",
            "boot/firmware/config.txt": "dtparam=audio=on\n[all]\n",
            "etc/pip.conf": "[global]\nno-index = true\nfind-links = /srv/wheels\n",
        }.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        with emulated(self.log):
            for group in GROUPS:
                run([found("chroot") or "", root, "groupadd", "-f", "-r", group], self.log)
            words = ["useradd", "-m", "-s", "/bin/bash", "-G", ",".join(GROUPS), USER]
            run([found("chroot") or "", root, *words], self.log)
        for unwanted in ("systemd-networkd-wait-online.service",):
            (root / "etc/systemd/system" / unwanted).symlink_to("/dev/null")

    def _image(self) -> None:
        image = self.folder / "root.img"
        with image.open("wb") as file:
            file.truncate(IMAGE_MB << 20)
        run([found("mkfs.ext4") or "", "-q", "-L", "rootfs", "-d", self.root, image], self.log)
        for part in ("root", "headers", "kernel", "apt", "busybox", "initrd.d"):
            shutil.rmtree(self.folder / part)


def _plain(module: Path) -> bytes:
    """Return a driver as the kernel takes it; newer suites keep them packed."""
    if module.suffix == ".xz":
        import lzma  # noqa: PLC0415 - not every Python has it

        return lzma.decompress(module.read_bytes())
    return module.read_bytes()


@contextmanager
def emulated(log: Path) -> Iterator[None]:
    """Let this machine run programs for aarch64 meanwhile; what was there before stays."""
    mounted = (BINFMT / "register").exists()
    if not mounted:
        run([found("mount") or "", "-t", "binfmt_misc", "binfmt_misc", BINFMT], log)
    entry = BINFMT / "qemu-aarch64"
    ours = not entry.exists()
    if ours:
        (BINFMT / "register").write_text(MAGIC % found("qemu-aarch64-static"), encoding="utf-8")
    try:
        yield
    finally:
        if ours:
            entry.write_text("-1", encoding="utf-8")
        if not mounted:
            run([found("umount") or "", BINFMT], log)

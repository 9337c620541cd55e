"""One virtual machine: started, asked, killed. Times are seconds of this machine.

Laws of this file:
- `cut` is what a pulled plug is: the machine ends at once, and its disk holds what it had taken until then;
- every wait has an end, and says in words what did not come.
"""

from __future__ import annotations

import base64
import contextlib
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.board.commands import environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.board.roots import Root

BOOT_S = 240.0
"""A machine that has no shell by then hangs."""
MARK = "@done@"


class BoardError(Exception):
    """The machine did not do what a machine does: in words."""


@dataclass(frozen=True, slots=True)
class Model:
    """What a board says of itself in its device tree."""

    name: str
    revision: int
    label: str
    """Of the chip of its header."""
    battery_clock: bool = False


PI_4 = Model("Raspberry Pi 4 Model B Rev 1.4", 0xC03114, "pinctrl-bcm2711")
PI_5 = Model("Raspberry Pi 5 Model B Rev 1.0", 0xC04170, "pinctrl-rp1", battery_clock=True)
ZERO_2 = Model("Raspberry Pi Zero 2 W Rev 1.0", 0x902120, "pinctrl-bcm2835")
CLOCK_NODE = "/pl031@9010000"
"""The battery clock of the virtual machine; no Raspberry Pi before 5 has one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command in the machine said."""

    code: int
    text: str
    """What it printed, errors included."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the machine is built of."""

    processors: int = 2
    memory_mb: int = 1024
    words: tuple[str, ...] = ()
    """Further words for the kernel's command line, parameters of the module among them."""
    options: tuple[str, ...] = ()
    """Further options of qemu."""
    model: Model = PI_4
    log_writes: bool = False
    """Keep a log of all that is written to the disk, beside it."""


@dataclass
class Shell:
    """A root shell in the machine, one command at a time."""

    line: socket.socket
    _rest: bytes = b""
    _number: int = field(default=0)

    def _until(self, mark: bytes, timeout_s: float) -> bytes:
        end_s = time.monotonic() + timeout_s
        while mark not in self._rest:
            left_s = end_s - time.monotonic()
            if left_s <= 0:
                raise BoardError(f"the shell in the machine said nothing for {timeout_s:.0f} s")
            self.line.settimeout(left_s)
            with contextlib.suppress(TimeoutError):
                data = self.line.recv(1 << 16)
                if not data:
                    raise BoardError("the machine is off")
                self._rest += data
        before, _, self._rest = self._rest.partition(mark)
        return before

    def wait(self, timeout_s: float = BOOT_S) -> None:
        """Wait until the shell is there."""
        self._until(b"@shell@\n", timeout_s)

    def run(self, command: str, timeout_s: float = 60.0) -> Answer:
        """Run a command to its end. Raises BoardError if it does not end in time."""
        self._number += 1
        packed = base64.b64encode(command.encode()).decode()
        mark = f"{MARK}{self._number} "
        script = (
            f"echo {packed} | base64 -d >/run/board.sh; "
            "sh /run/board.sh </dev/null >/run/board.out 2>&1; "
            f"printf '{mark}%s %s\\n' $? $(wc -c </run/board.out); cat /run/board.out\n"
        )
        self.line.sendall(script.encode())
        self._until(mark.encode(), timeout_s)
        code, size = self._until(b"\n", 10.0).split()
        return Answer(int(code), self._exactly(int(size), 30.0).decode(errors="replace"))

    def _exactly(self, size: int, timeout_s: float) -> bytes:
        self.line.settimeout(timeout_s)
        while len(self._rest) < size:
            self._rest += self.line.recv(1 << 16)
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


class Machine:
    """A machine with its disk in `folder`. The sockets of the two ports lie there, too."""

    def __init__(self, root: Root, folder: Path, shape: Shape | None = None) -> None:
        self.root = root
        self.folder = folder
        self.shape = shape or Shape()
        self.disk = folder / "disk.img"
        self.write_log = folder / "writes.log"
        self.console = folder / "console.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._listening: dict[str, socket.socket] = {}
        self._shell: Shell | None = None

    def lay_disk(self, image: Path) -> None:
        """Put a copy of an image in."""
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)

    @property
    def shell(self) -> Shell:
        """The shell of the machine that runs."""
        if self._shell is None:
            raise BoardError("the machine is off")
        return self._shell

    def run(self, command: str, timeout_s: float = 60.0) -> Answer:
        """Run a command as root."""
        return self.shell.run(command, timeout_s)

    def power_on(self) -> socket.socket:
        """Switch it on; return the line of its chips. The shell comes with `wait`."""
        if self._process is not None:
            raise BoardError("the machine is on already")
        for name in ("chips", "shell"):
            path = self.folder / f"{name}.sock"
            path.unlink(missing_ok=True)
            listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listening.bind(str(path))
            listening.listen(1)
            self._listening[name] = listening
        errors = (self.folder / "qemu.log").open("wb")
        self._process = subprocess.Popen(
            self._command(), stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env=environment()
        )
        errors.close()
        chips = self._accepted("chips")
        self._shell = Shell(self._accepted("shell"))
        return chips

    def _accepted(self, name: str) -> socket.socket:
        listening = self._listening.pop(name)
        listening.settimeout(20.0)
        try:
            line, _ = listening.accept()
        except TimeoutError:
            said = (self.folder / "qemu.log").read_text(encoding="utf-8", errors="replace").strip()
            raise BoardError(f"qemu does not start: {said}") from None
        finally:
            listening.close()
        return line

    def _tree(self) -> Path:
        """Write the device tree: that of the virtual machine, with the name of a board."""
        tree, model = self.folder / "board.dtb", self.shape.model
        subprocess.run(
            ["qemu-system-aarch64", "-nodefaults", *self._body(f",dumpdtb={tree}"), "-display", "none"],
            check=True,
            capture_output=True,
        )
        edits = [
            ["fdtput", "-t", "s", str(tree), "/", "model", model.name],
            ["fdtput", "-c", str(tree), "/system"],
            ["fdtput", "-t", "x", str(tree), "/system", "linux,revision", f"{model.revision:x}"],
        ]
        if not model.battery_clock:
            edits.append(["fdtput", "-r", str(tree), CLOCK_NODE])
        for edit in edits:
            subprocess.run(edit, check=True, capture_output=True)
        return tree

    def _body(self, more: str = "") -> list[str]:
        shape = self.shape
        size = ["-smp", str(shape.processors), "-m", str(shape.memory_mb)]
        return ["-M", f"virt{more}", "-cpu", "cortex-a72", "-accel", "tcg,thread=multi", *size]

    def _command(self) -> list[str]:
        shape = self.shape
        named = f"palmboard.label={shape.model.label}"
        words = (
            named,
            "root=/dev/vda",
            "rw",
            "console=ttyAMA0",
            "quiet",
            "systemd.show_status=0",
            *shape.words,
        )
        disk = f"driver=file,filename={self.disk},node-name=file0,cache.direct=off"
        blocks = ["-blockdev", disk, "-blockdev", "driver=raw,file=file0,node-name=raw0"]
        last = "raw0"
        if shape.log_writes:
            self.write_log.write_bytes(b"")
            blocks += ["-blockdev", f"driver=file,filename={self.write_log},node-name=file1"]
            blocks += ["-blockdev", "driver=blklogwrites,file=raw0,log=file1,node-name=logged0"]
            last = "logged0"
        ports: list[str] = []
        for name in ("chips", "shell"):
            ports += ["-chardev", f"socket,id={name},path={self.folder / name}.sock"]
            ports += ["-device", f"virtserialport,chardev={name},name=board.{name}"]
        return [
            "qemu-system-aarch64",
            *self._body(),
            *("-dtb", str(self._tree())),
            *("-nodefaults", "-display", "none", "-no-reboot"),
            *("-kernel", str(self.root.kernel), "-initrd", str(self.root.initrd), "-append", " ".join(words)),
            *blocks,
            *("-device", f"virtio-blk-pci,drive={last}"),
            *("-device", "virtio-serial-pci", *ports),
            *("-serial", f"file:{self.console}"),
            *shape.options,
        ]

    def wait(self) -> None:
        """Wait until it can be asked."""
        try:
            self.shell.wait()
        except BoardError as error:
            last = self.console.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
            raise BoardError(f"{error}; its console ends with: {' | '.join(last)}") from None

    def off_within(self, timeout_s: float) -> bool:
        """Tell whether the machine switches itself off in that time."""
        if self._process is None:
            return True
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        self._forget()
        return True

    def cut(self) -> None:
        """Pull the plug."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._forget()

    def _forget(self) -> None:
        self._process = None
        if self._shell is not None:
            self._shell.line.close()
            self._shell = None

    def throw_away(self) -> None:
        """Switch off and remove its folder."""
        self.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

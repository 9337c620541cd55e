"""The GPIO header through lgpio: the right chip by its label, and lgpio loaded where it can work.

Importing this module imports no backend.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import os
import struct
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hal.errors import GpioError, MissingLibraryError
from hal.packages import REMAKE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chip of the header on Raspberry Pi 5, 4 and the ones before (F15)."""
GET_CHIP_INFO = 0x8044B401
"""Request of `linux/gpio.h`: name and label of 32 bytes each, then the number of lines."""
SYSTEM_LGPIO = (3, 13)
"""From this Python on the package index has only an empty stand-in, and lgpio is the system's (F25)."""
FROM_SYSTEM = "sudo apt install python3-lgpio, then make setup (for the service sudo make install)"


def remedy(version: tuple[int, ...] = sys.version_info[:3]) -> str:
    """Say how an environment comes to lgpio, on a Raspberry Pi, with a version of Python."""
    return FROM_SYSTEM if version >= SYSTEM_LGPIO else REMAKE


def chip_labels(folder: Path = Path("/dev")) -> dict[int, str]:
    """Read the label of each GPIO chip of this machine, by number, but for those that may not be opened."""
    labels: dict[int, str] = {}
    for node in folder.glob("gpiochip*"):
        number = node.name.removeprefix("gpiochip")
        with contextlib.suppress(OSError), node.open("rb") as file:
            answer = fcntl.ioctl(file, GET_CHIP_INFO, bytes(68))
            labels[int(number)] = struct.unpack("32s32sI", answer)[1].rstrip(b"\0").decode()
    return labels


def closed_chips(folder: Path = Path("/dev")) -> tuple[str, ...]:
    """Return the names of the chips that this user may not open."""
    nodes = sorted(folder.glob("gpiochip*"))
    return tuple(node.name for node in nodes if not os.access(node, os.R_OK | os.W_OK))


def header_chip(labels: Mapping[int, str], closed: tuple[str, ...] = ()) -> int:
    """Return the number of the chip of the header; chips of USB adapters may come in between (F15).

    Raises GpioError that names the chips found, those that may not be opened, and the remedy.
    """
    for number, label in sorted(labels.items()):
        if label in HEADER_LABELS:
            return number
    if closed:
        raise GpioError(
            f"the GPIO header may not be opened by this user ({', '.join(closed)}): add it to the group gpio "
            "(sudo usermod -aG gpio $USER), then log out and in again"
        )
    if not labels:
        raise GpioError(
            "this machine has no GPIO header (no /dev/gpiochip*): run on a Raspberry Pi, "
            "or try palmstone play, which needs none"
        )
    found = ", ".join(f"gpiochip{number} {label}" for number, label in sorted(labels.items()))
    raise GpioError(
        f"no GPIO chip is the header of a Raspberry Pi (found: {found}; known: {', '.join(HEADER_LABELS)}): "
        "run on a Raspberry Pi, or try palmstone play, which needs none"
    )


def runtime_folder(environ: Mapping[str, str]) -> str:
    """Return the folder for lgpio's FIFO: LG_WD, the service's runtime folder, or the temporary one."""
    folders = environ.get("RUNTIME_DIRECTORY", "").split(":")
    return environ.get("LG_WD") or folders[0] or tempfile.gettempdir()


def load_lgpio(
    folder: str, importer: Callable[[str], Any] = importlib.import_module, environ: Any = os.environ
) -> Any:
    """Import lgpio with its working folder in `folder`, where it makes a FIFO at import (F14).

    The C library goes to LG_WD, the Python half opens the FIFO where the process stands: both have to agree.
    Raises MissingLibraryError, or GpioError in words for the folder.
    """
    environ["LG_WD"] = folder
    try:
        with contextlib.chdir(folder):
            lgpio = importer("lgpio")
    except ImportError as error:
        raise MissingLibraryError(f"lgpio is not installed: {remedy()}") from error
    except OSError as error:
        raise GpioError(
            f"lgpio makes a FIFO (.lgd-nfy...) where it starts, and could not in {folder} ({error}): "
            "make that folder writable, or point LG_WD and WorkingDirectory of the service to one that is"
        ) from error
    if not hasattr(lgpio, "gpiochip_open"):
        raise MissingLibraryError(f"the installed lgpio is an empty stand-in: {remedy()}")
    return lgpio


def lgpio_factory(
    labels: Callable[[], Mapping[int, str]] = chip_labels,
    closed: Callable[[], tuple[str, ...]] = closed_chips,
) -> tuple[Any, Callable[[], bool]]:
    """Return gpiozero's factory on the header, and how to ask whether its notify thread lives (F12).

    Raises MissingLibraryError or GpioError.
    """
    try:
        lgpio = load_lgpio(runtime_folder(os.environ))
    except MissingLibraryError as error:
        if isinstance(error.__cause__, ImportError):
            # Nobody needs it where there is no header: that is to be said first, with what works there.
            header_chip(labels(), closed())
        raise
    number = header_chip(labels(), closed())
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where lgpio is

    try:
        factory = LGPIOFactory(chip=number)
    except Exception as error:  # lgpio's own class is a bare Exception
        raise GpioError(
            f"/dev/gpiochip{number} cannot be opened: {error}; does another program hold it, "
            "and is this user in the group gpio?"
        ) from error
    factory.pin_class = without_raising(factory.pin_class)
    return factory, lambda: notify_alive(lgpio)


def without_raising(pin_class: Any) -> Any:
    """Return a class of pins whose edges raise nothing.

    An edge that is on its way while its pin is closed makes gpiozero raise; that would end the one thread
    which reports those of all pins (F12).
    """

    class QuietPin(pin_class):  # type: ignore[misc]  # known at run time alone
        def _call_when_changed(self, *edge: Any) -> None:
            with contextlib.suppress(Exception):
                super()._call_when_changed(*edge)

    return QuietPin


def notify_alive(lgpio: Any) -> bool:
    """Tell whether the one thread lives that reports all edges; True if this lgpio has none to look at."""
    thread = getattr(lgpio, "_notify_thread", None)
    return thread is None or bool(thread.is_alive())

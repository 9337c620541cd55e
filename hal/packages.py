"""Which package to install for a library that is missing (F25)."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from hal.errors import MissingLibraryError

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = {
    "luma": "luma.oled",
    "gpiozero": "gpiozero",
    "adafruit_mpr121": "adafruit-circuitpython-mpr121",
    "adafruit_bus_device": "adafruit-circuitpython-busdevice",
    "smbus2": "smbus2",
    "PIL": "pillow",
}
"""Which package to install for a module that is missing."""


@contextlib.contextmanager
def named_packages() -> Iterator[None]:
    """Turn the lack of a library into MissingLibraryError, which names the package to install."""
    try:
        yield
    except MissingLibraryError:
        raise
    except ImportError as error:
        module = (error.name or "").partition(".")[0]
        package = PACKAGES.get(module)
        if package is None:
            raise
        raise MissingLibraryError(f"{module} is not installed: pip install {package}") from error

"""Which package is missing, and what to do about it (F25, F52)."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from hal.errors import MissingLibraryError

if TYPE_CHECKING:
    from collections.abc import Iterator

REMAKE = (
    "run make setup in the project's folder, or for the service sudo make install: it mends the environment"
)
"""The remedy for a package that is missing: both try the environment and make it anew (F48, F52)."""
PACKAGES = {
    "luma": "luma.oled",
    "gpiozero": "gpiozero",
    "adafruit_mpr121": "adafruit-circuitpython-mpr121",
    "adafruit_bus_device": "adafruit-circuitpython-busdevice",
    "smbus2": "smbus2",
    "PIL": "pillow",
}
"""The package that a module comes with."""


@contextlib.contextmanager
def named_packages() -> Iterator[None]:
    """Turn the lack of a library into MissingLibraryError, which names the package and the remedy."""
    try:
        yield
    except MissingLibraryError:
        raise
    except ImportError as error:
        module = (error.name or "").partition(".")[0]
        package = PACKAGES.get(module)
        if package is None:
            raise
        raise MissingLibraryError(f"{package} is not installed: {REMAKE}") from error

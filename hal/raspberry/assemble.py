"""Building the hardware for the board: the door, which can be imported where its libraries are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.packages import named_packages

if TYPE_CHECKING:
    from hal.assemble import Built
    from hal.config import HardwareConfig


def build_raspberry(config: HardwareConfig) -> Built:
    """Build for the board. Chips may be absent: that comes as PartChanged.

    Raises MissingLibraryError naming the package to install, GpioError if the header cannot be used.
    """
    with named_packages():
        from hal.raspberry.board import build_board  # noqa: PLC0415 - a missing library is named, not a traceback

        return build_board(config)

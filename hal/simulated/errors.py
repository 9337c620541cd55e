"""What goes wrong on purpose, and what tells of a bug in a driver."""

from __future__ import annotations


class SimulatedChipError(AssertionError):
    """A driver did what its chip does not know. It is a bug report, never a fault of the hardware."""


class PowerCut(BaseException):
    """The supply is gone: the process ends here and now."""

"""The eleven groups of checks, in their order."""

from __future__ import annotations

from tests.board.checks import boot, bus, cuts, ending, header, inside, install, power, speech

ALL = (
    *install.CHECKS,
    *boot.CHECKS,
    *speech.CHECKS,
    *header.CHECKS,
    *bus.CHECKS,
    *ending.CHECKS,
    *power.CHECKS,
    *cuts.CHECKS,
    *inside.CHECKS,
)
FIRST = ALL[0]
"""The others stand on the card that it leaves."""

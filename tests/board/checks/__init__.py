"""The eleven groups of checks, in their order."""

from __future__ import annotations

from tests.board.checks import boot, bus, cuts, header, install, rest

ALL = (*install.CHECKS, *boot.CHECKS, *header.CHECKS, *bus.CHECKS, *cuts.CHECKS, *rest.CHECKS)
FIRST = ALL[0]
"""The others stand on the card that it leaves."""

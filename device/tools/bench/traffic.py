"""What goes to the panel, counted in bytes on the bus: ours, luma's own, and the least possible. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hal.frame import PAGES, WIDTH, Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hal.simulated.bus import Transfer

_SETTINGS = 0x00
"""Control byte of a transfer of commands alone (SSD1306 data sheet, 8.1.5.2)."""
_DATA = 0x40
_LEAST_SETTINGS = 10
"""Settings are sent in one transfer of more bytes than that; no other transfer of commands is so long."""


def on_bus(transfer: Transfer) -> int:
    """Return the bytes of a transfer, the address byte included."""
    return transfer.bits // 9


@dataclass(frozen=True, slots=True)
class Traffic:
    """Bytes to the panel."""

    changes: int
    """For what changed."""
    refreshes: int
    """For sending settings and the whole frame again (F04)."""
    longest_bits: int
    """Of one transfer."""

    @property
    def all(self) -> int:
        """Bytes altogether."""
        return self.changes + self.refreshes

    def __add__(self, other: Traffic) -> Traffic:
        return Traffic(
            self.changes + other.changes,
            self.refreshes + other.refreshes,
            max(self.longest_bits, other.longest_bits),
        )


def _page(write: bytes) -> int | None:
    """Return the page of a transfer that sends a whole one, else None."""
    at, page = 0, None
    while write[at : at + 1] == b"\x80":
        if write[at + 1] & 0xF8 == 0xB0:
            page = write[at + 1] & 0x07
        at += 2
    whole = write[at : at + 1] == bytes((_DATA,)) and len(write) - at - 1 == WIDTH
    return page if whole else None


def count(transfers: Iterable[Transfer]) -> Traffic:
    """Count the transfers to one panel: settings and the eight whole pages after them are a refresh."""
    changes = refreshes = longest_bits = 0
    due: set[int] = set()
    for transfer in transfers:
        write, size = transfer.write, on_bus(transfer)
        longest_bits = max(longest_bits, transfer.bits)
        page = _page(write)
        if write[:1] == bytes((_SETTINGS,)) and len(write) > _LEAST_SETTINGS:
            due = set(range(PAGES))
            refreshes += size
        elif page in due:
            due.discard(page)
            refreshes += size
        else:
            changes += size
    return Traffic(changes, refreshes, longest_bits)


def least(before: Frame, frames: Sequence[Frame]) -> int:
    """Return the bytes that differ from each frame to the next: what no driver can save."""
    changed = 0
    for frame in frames:
        changed += sum(old != new for old, new in zip(before.pages, frame.pages, strict=True))
        before = frame
    return changed

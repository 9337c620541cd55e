"""The words of Stones, by id. Each is (id, full, short); `{name}` is a slot."""

from __future__ import annotations

from device.text.catalog import MACHINE
from device.text.words import Words

OWN = Words(
    sentences=(
        ("stones.ask", "{left} stones. Take 1, 2 or 3.", "{left}: take 1-3"),
        ("stones.empty", "The place is empty.", "empty"),
        ("stones.left", "{left} stones stay.", "{left} stay"),
        ("stones.no", "So many do not lie there.", "too many"),
        ("stones.undone", "Put {count} back.", "{count} back"),
        ("stones.kept", "{taken} stones taken.", "{taken} taken"),
    ),
    names=(
        ("stones", "Stones", "Stones"),
        ("stones.begin", "Begin", "begin"),
        ("stones.heap", "Heap", "heap"),
    ),
    spoken=(("stones.turns", "{turns} turns so far.", "{turns}"),),
)
line = MACHINE.and_(OWN).line

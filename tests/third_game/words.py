"""The words of Stones, each in both lengths."""

from __future__ import annotations

from device.text.line import Line

LINES = {
    "label": ("Stones", "Stones"),
    "begin": ("Begin", "begin"),
    "heap": ("Heap", "heap"),
    "ask": ("{left} stones. Take 1, 2 or 3.", "{left}: take 1-3"),
    "empty": ("The place is empty.", "empty"),
    "left": ("{left} stones stay.", "{left} stay"),
    "no": ("So many do not lie there.", "too many"),
    "undone": ("Put {count} back.", "{count} back"),
    "kept": ("{taken} stones taken.", "{taken} taken"),
}


def said(name: str, **slots: int) -> Line:
    full, short = LINES[name]
    return Line(full.format_map(slots), short.format_map(slots))

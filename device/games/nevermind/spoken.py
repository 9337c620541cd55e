"""The table of Nevermind in words, for who cannot see the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.output.speech import sentences
from device.text.catalog import place_name
from device.ui.scene import MapBody

if TYPE_CHECKING:
    from device.ui.scene import Mark, Scene

_HIDDEN = "hidden"


def map_words(scene: Scene) -> str:
    """Return the table in words, "" for a screen without a map."""
    body = scene.body
    if not isinstance(body, MapBody):
        return ""
    cards = body.map
    told = [
        f"{place_name(place).full}: {state}"
        for place, mark in enumerate(cards.ring)
        if (state := _state(mark)) != _HIDDEN
    ]
    hidden = sum(_state(mark) == _HIDDEN for mark in cards.ring)
    rest = "All cards are hidden" if hidden == 8 else f"Hidden: {hidden}" if hidden else ""
    center = ("Center free", "Center focused", "Center holds two")[cards.center]
    return sentences(*told, rest, center, f"Timer {body.timer}")


def _state(mark: Mark) -> str:
    """Name a card as its glyph shows it (interaction.md, Glyphs)."""
    if mark.face_up:
        state = "distraction, marker on card" if mark.marker_on_card else "thought, marker on token"
    elif mark.marker_on_card:
        state = "released, marker on card"
    elif mark.marker_on_token:
        state = "acknowledged, marker on token"
    else:
        state = "hidden, with token" if mark.token else _HIDDEN
    kind = f", {mark.kind}" if mark.kind else ""
    return f"{state}{kind}, barred" if mark.barred else f"{state}{kind}"

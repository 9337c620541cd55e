"""The table of Nevermind in words, for who cannot see the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.output.speech import sentences
from device.text.catalog import line, place_name
from device.ui.scene import MapBody

if TYPE_CHECKING:
    from device.ui.scene import Mark, Scene


def map_words(scene: Scene) -> str:
    """Return the table in words, "" for a screen without one."""
    body = scene.body
    if not isinstance(body, MapBody):
        return ""
    cards = body.map
    hidden = [_state(mark) == _HIDDEN and not mark.kind and not mark.barred for mark in cards.ring]
    told = [
        line("say.place", place=place_name(place), card=_card(mark)).full
        for place, mark in enumerate(cards.ring)
        if not hidden[place]
    ]
    count = sum(hidden)
    rest = "" if not count else line("say.hidden.all" if count == 8 else "say.hidden", count=count).full
    center = line(f"say.center.{cards.center}").full
    return sentences(*told, rest, center, line("say.timer", count=body.timer).full)


_HIDDEN = "hidden"


def _state(mark: Mark) -> str:
    """Return what a card is, as its glyph shows it."""
    if mark.face_up:
        return "distraction" if mark.marker_on_card else "thought"
    if mark.marker_on_card:
        return "released"
    if mark.marker_on_token:
        return "acknowledged"
    return "token" if mark.token else _HIDDEN


def _card(mark: Mark) -> str:
    """Name a card: its state, the type of its token, and whether it is barred."""
    told = line(f"say.card.{_state(mark)}").full
    if mark.kind:
        told = line("say.kind", card=told, kind=mark.kind).full
    return line("say.barred", card=told).full if mark.barred else told

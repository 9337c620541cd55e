"""A screen as one plain line: for screen readers in a terminal, who see neither frame nor map.

Laws of this file:
- each value stands with its label, what is framed begins with ">", a walk says which of how many it is;
- the table is told in the words of its game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.text.catalog import line, place_name
from device.ui import scene as say
from device.ui.words import shown_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.ui.scene import Scene


def plain_words(scene: Scene, table_words: Callable[[Scene], str]) -> str:
    """Return the words of a screen in reading order, parted by bars; `table_words` tells the table."""
    notice = "" if scene.notice is None else scene.notice.full
    parts = [notice, *_told(scene), walked(scene), table_words(scene)]
    return " | ".join(part for part in parts if part)


def walked(scene: Scene) -> str:
    """Say which of how many is framed on a walk; "" where nothing is walked."""
    body = scene.body
    number, count = scene.walk or (0, 0)
    if isinstance(body, say.MenuBody):
        number, count = body.cursor + 1, len(body.items)
    return line("say.entry", number=number, count=count).full if count else ""


def _told(scene: Scene) -> Iterator[str]:
    body = scene.body
    if isinstance(body, say.MenuBody):
        yield body.title.full
        values = body.values or ("",) * len(body.items)
        for index, (item, value) in enumerate(zip(body.items, values, strict=True)):
            told = line("say.value", name=item, value=value).full if value else item.full
            yield _focused(told, framed=index == body.cursor)
    elif isinstance(body, say.GridBody):
        yield body.title.full
        for index, label in enumerate(body.labels):
            if label:
                yield _focused(f"{index + 1} {label}", framed=index == body.cursor)
    elif isinstance(body, say.MapBody):
        yield "" if body.alone else body.word
        framed = [place_name(place).full for place, mark in enumerate(body.map.ring) if mark.framed]
        framed += [line("say.center").full] if body.map.center_framed else []
        yield from (_focused(place, framed=True) for place in framed if place != body.line.full)
        yield _focused(body.line.full, framed=body.line.full in framed)
        possible = [place_name(place).full for place, mark in enumerate(body.map.ring) if mark.possible]
        yield line("say.possible", places=", ".join(possible)).full if possible else ""
    elif isinstance(body, say.HandBody):
        yield body.line.full
        for index, card in enumerate(body.cards):
            yield _focused(foci_words(index, card), framed=index == body.cursor)
    elif isinstance(body, say.ZonesBody):
        yield body.line.full
        yield line("say.hands", count=sum(body.zones), all=len(body.zones)).full
    else:
        yield shown_words(replace(scene, notice=None))


def foci_words(index: int, card: tuple[int, int] | None) -> str:
    """Say where a card of a Deep Breath points, or that it is a "breathe"."""
    if card is None:
        return line("say.breathe", number=index + 1).full
    mind, noting = (place_name(place) for place in card)
    return line("say.foci", number=index + 1, mind=mind, noting=noting).full


def _focused(told: str, *, framed: bool) -> str:
    return line("say.focus", entry=told).full if framed else told

"""Screens in speech, for the setting "Spoken": pure. Playing without sight needs no more than this.

Laws of this file:
- only what is new is said: a walk through a list says the entry, a notice says itself;
- where the picture tells something that its words do not (the card in question, hands, a hand of cards), the
  speech does;
- how a table stands is the words of its game; numbers for one player alone are never said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.text.catalog import line, place_name, speech
from device.text.line import Line
from device.ui import scene as say
from device.ui.plain import foci_words, walked
from device.ui.words import shown_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.ui.scene import CardMap, Scene


def reading(scene: Scene, before: Scene | None, table_words: Callable[[Scene], str]) -> str:
    """Return what to say of a screen that came after `before`; "" if nothing in it is news.

    `table_words` says how the table stands that a scene shows.
    """
    notice = ""
    if scene.notice is not None and (before is None or before.notice != scene.notice):
        notice = scene.notice.full
    if before is None or before.id != scene.id:
        return sentences(notice, _whole(scene), _walked(scene))
    if (before.body, before.side) == (scene.body, scene.side):
        return sentences(notice)
    return sentences(notice, _news(scene, before, table_words), _walked(scene))


def _walked(scene: Scene) -> str:
    """Say which of how many is framed, for who cannot see where a list ends."""
    return "" if scene.spoken else walked(scene)


def once_more(scene: Scene, table: str) -> str:
    """Return what K3 says: the screen again, then how the table stands, "" if that is not asked for."""
    notice = "" if scene.notice is None else scene.notice.full
    return sentences(notice, _whole(scene), _walked(scene), table)


def _whole(scene: Scene) -> str:
    if scene.spoken:
        return scene.spoken
    tell = _BODIES.get(type(scene.body))
    if tell is not None:
        return tell(scene)
    plain = replace(scene, notice=None)
    return "" if scene.private else sentences(*shown_words(plain).split(" | "))


def _news(scene: Scene, before: Scene, table_words: Callable[[Scene], str]) -> str:
    """Say what changed on a screen that was there before."""
    body, was = scene.body, before.body
    if scene.spoken:
        return "" if scene.spoken == before.spoken else scene.spoken
    if isinstance(body, say.MapBody) and scene.side != before.side and scene.side:
        return table_words(scene)
    if isinstance(body, say.MenuBody) and isinstance(was, say.MenuBody) and body.title == was.title:
        return _entry(body)
    if isinstance(body, say.GridBody) and body.cursor is not None:
        return _label(body, body.cursor)
    if isinstance(body, say.BarBody | say.PacerBody | say.BlackBody):
        return ""
    if isinstance(body, say.BarsBody):
        moved = isinstance(was, say.BarsBody) and body.title != was.title
        return body.title.full if moved else ""
    if isinstance(body, say.ZonesBody) and isinstance(was, say.ZonesBody) and body.line == was.line:
        return _hands(body)
    return _whole(scene)


def _table(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.MapBody)
    if body.alone:
        return sentences(body.line.full)
    if body.chosen is not None:
        return sentences(body.answers[body.chosen].full)
    places = [place_name(place).full for place, mark in enumerate(body.map.ring) if mark.framed]
    if body.map.center_framed:
        places.append(line("say.center").full)
    places = [place for place in places if place != body.line.full]
    answers = ", ".join(answer.full for answer in body.answers)
    return sentences(_word(body.word), _both(places), body.line.full, answers, _possible(body.map))


def _both(places: list[str]) -> str:
    """Join what is framed: one card, or two."""
    told = places[0] if places else ""
    for place in places[1:]:
        told = line("say.both", one=told, other=place).full
    return told


def _word(word: str) -> str:
    """An action word in capitals is spelt out by a voice."""
    return word.capitalize() if word.isupper() else word


def _possible(cards: CardMap) -> str:
    places = [place_name(place).full for place, mark in enumerate(cards.ring) if mark.possible]
    return line("say.possible", places=", ".join(places)).full if places else ""


def _menu(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.MenuBody)
    return sentences(body.title.full, _entry(body))


def _entry(body: say.MenuBody) -> str:
    value = body.values[body.cursor] if body.values else ""
    return " ".join(part for part in (body.items[body.cursor].full, value) if part)


def _question(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.GridBody)
    if body.cursor is not None:
        return _label(body, body.cursor)
    labels = [_label(body, index) for index, label in enumerate(body.labels) if label]
    return sentences(body.title.full, ", ".join(labels))


def _count(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.CountBody)
    if body.cursor is not None:
        return body.labels[body.cursor]
    return body.line.full


def _label(body: say.GridBody, index: int) -> str:
    return f"{index + 1} {body.labels[index]}"


def _hand(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.HandBody)
    shown = range(len(body.cards)) if body.cursor is None else (body.cursor,)
    cards = []
    for index in shown:
        cards.append(foci_words(index, body.cards[index]))
    return sentences(body.line.full if body.cursor is None else "", *cards)


def _zones(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.ZonesBody)
    return sentences(body.line.full, _hands(body) if any(body.zones) else "")


def _hands(body: say.ZonesBody) -> str:
    return line("say.hands", count=sum(body.zones), all=len(body.zones)).full


def _level(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.LevelBody)
    return line("say.level", level=body.level, lives=body.lives, stars=body.stars).full


def _nothing(scene: Scene) -> str:
    return ""


def _title(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.NumbersBody | say.BarsBody)
    if isinstance(body, say.BarsBody) or scene.private:
        return body.title.full
    return sentences(body.title.full, ", ".join(str(number) for number in body.numbers))


_BODIES: dict[type, Callable[[Scene], str]] = {
    say.MapBody: _table,
    say.MenuBody: _menu,
    say.GridBody: _question,
    say.CountBody: _count,
    say.HandBody: _hand,
    say.ZonesBody: _zones,
    say.LevelBody: _level,
    say.NumbersBody: _title,
    say.BarsBody: _title,
    say.BlackBody: _nothing,
    say.PacerBody: _nothing,
}
"""How a body is said whose words alone do not tell it."""


def sentences(*parts: str) -> str:
    """Put parts together with full stops, as a voice pauses at them, and spell short forms out."""
    text = " ".join(part if part[-1] in ".?" else f"{part}." for part in parts if part)
    return speech(Line(text, text))

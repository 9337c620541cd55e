"""Screens in speech, for the setting "Spoken": pure. Playing without sight needs no more than this.

Laws of this file:
- only what is new is said: a walk through a list says the entry, a notice says itself;
- where the picture tells something that its words do not (the card in question, hands, a hand of cards), the
  speech does;
- a hand of numbers is never said (interaction.md, The Mind at the table).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.text.catalog import line, place_name, speech
from device.text.line import Line
from device.ui import scene as say
from device.ui.words import shown_words
from engine.the_mind.model import State as TeamState

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.ui.play import Play
    from device.ui.scene import CardMap, Mark, Scene

PRIVATE = frozenset({"tm.hand"})
"""Screens that hold what only one player may know: just their title is said."""


def reading(scene: Scene, before: Scene | None) -> str:
    """Return what to say of a screen that came after `before`; "" if nothing in it is news."""
    notice = ""
    if scene.notice is not None and (before is None or before.notice != scene.notice):
        notice = scene.notice.full
    if before is None or before.id != scene.id:
        return _sentences(notice, _whole(scene))
    if (before.body, before.side) == (scene.body, scene.side):
        return _sentences(notice)
    return _sentences(notice, _news(scene, before))


def once_more(scene: Scene, play: Play | None, *, in_full: bool) -> str:
    """Return what K3 says: the screen again; `in_full` how the table stands as well."""
    notice = "" if scene.notice is None else scene.notice.full
    table = (map_words(scene), team_words(play)) if in_full else ()
    return _sentences(notice, _whole(scene), *table)


def team_words(play: Play | None) -> str:
    """Return what a team of The Mind has, "" for another game."""
    state = None if play is None else play.state
    if not isinstance(state, TeamState):
        return ""
    return line("say.level", level=state.level, lives=state.lives, stars=state.stars).full


def map_words(scene: Scene) -> str:
    """Return the table in words, "" for a screen without one."""
    body = scene.body
    if not isinstance(body, say.MapBody):
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
    return _sentences(*told, rest, center, line("say.timer", count=body.timer).full)


_HIDDEN = "hidden"


def _state(mark: Mark) -> str:
    """Return what a card is, as its glyph shows it (interaction.md, Glyphs)."""
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


def _whole(scene: Scene) -> str:
    if scene.spoken:
        return scene.spoken
    tell = _BODIES.get(type(scene.body))
    if tell is not None:
        return tell(scene)
    plain = replace(scene, notice=None)
    return "" if scene.id in PRIVATE else _sentences(*shown_words(plain).split(" | "))


def _news(scene: Scene, before: Scene) -> str:
    """Say what changed on a screen that was there before."""
    body, was = scene.body, before.body
    if scene.spoken:
        return "" if scene.spoken == before.spoken else scene.spoken
    if isinstance(body, say.MapBody) and scene.side != before.side and scene.side:
        return map_words(scene)
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
        return _sentences(body.line.full)
    places = [place_name(place).full for place, mark in enumerate(body.map.ring) if mark.framed]
    if body.map.center_framed:
        places.append(line("say.center").full)
    places = [place for place in places if place != body.line.full]
    return _sentences(_word(body.word), _both(places), body.line.full, _possible(body.map))


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
    where = line("say.entry", number=body.cursor + 1, count=len(body.items)).full
    return _sentences(body.title.full, _entry(body), where)


def _entry(body: say.MenuBody) -> str:
    value = body.values[body.cursor] if body.values else ""
    return " ".join(part for part in (body.items[body.cursor].full, value) if part)


def _question(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.GridBody)
    if body.cursor is not None:
        return _label(body, body.cursor)
    labels = [_label(body, index) for index, label in enumerate(body.labels) if label]
    return _sentences(body.title.full, ", ".join(labels))


def _label(body: say.GridBody, index: int) -> str:
    return f"{index + 1} {body.labels[index]}"


def _hand(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.HandBody)
    shown = range(len(body.cards)) if body.cursor is None else (body.cursor,)
    cards = []
    for index in shown:
        foci = body.cards[index]
        if foci is None:
            cards.append(line("say.breathe", number=index + 1).full)
        else:
            mind, noting = (place_name(place) for place in foci)
            cards.append(line("say.foci", number=index + 1, mind=mind, noting=noting).full)
    return _sentences(body.line.full if body.cursor is None else "", *cards)


def _zones(scene: Scene) -> str:
    body = scene.body
    assert isinstance(body, say.ZonesBody)
    return _sentences(body.line.full, _hands(body) if any(body.zones) else "")


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
    if isinstance(body, say.BarsBody) or scene.id in PRIVATE:
        return body.title.full
    return _sentences(body.title.full, ", ".join(str(number) for number in body.numbers))


_BODIES: dict[type, Callable[[Scene], str]] = {
    say.MapBody: _table,
    say.MenuBody: _menu,
    say.GridBody: _question,
    say.HandBody: _hand,
    say.ZonesBody: _zones,
    say.LevelBody: _level,
    say.NumbersBody: _title,
    say.BarsBody: _title,
    say.BlackBody: _nothing,
    say.PacerBody: _nothing,
}
"""How a body is said whose words alone do not tell it."""


def _sentences(*parts: str) -> str:
    """Put parts together with full stops, as a voice pauses at them, and spell short forms out."""
    text = " ".join(part if part[-1] in ".?" else f"{part}." for part in parts if part)
    return speech(Line(text, text))

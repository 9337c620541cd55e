"""The table as the screens see it: who sits where, what may be done, what the level shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from device.games.the_mind.words import line
from device.input.palms import PLACES
from device.ui.events import Key
from device.ui.model import Do
from device.ui.scene import LevelBody, Scene, ZonesBody
from engine.the_mind.commands import ProposeStar
from engine.the_mind.model import State
from engine.the_mind.rules import misplaced

if TYPE_CHECKING:
    from collections.abc import Collection

    from device.games.the_mind.options import MindOptions
    from device.text.line import Line
    from device.ui.model import Answer, Model
    from device.ui.play import Play
    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect
    from engine.the_mind.phases import Verb

HAND_KEYS = frozenset({Key.K5, Key.K6})
"""The buttons that only this game knows: K5 offers a star, K6 stands for a hand."""


MindPlay: TypeAlias = "Play[State, Command, Effect, MindOptions]"


def play_of(model: Model) -> MindPlay:
    """Return the open game; a screen of a session never stands without one of its own."""
    assert model.play is not None, "a screen of a session stands without a session"
    assert isinstance(model.play.state, State), "this is no game of The Mind"
    return model.play


def humans(play: MindPlay) -> frozenset[int]:
    """Return the seats of people: the first ones, for partners take the last."""
    return frozenset(range(play.state.options.players - play.options.partners))


def may(play: MindPlay, verb: Verb) -> bool:
    """Tell whether a command of this verb has its place now."""
    return misplaced(play.state, verb) is None


def secret_hands(play: MindPlay) -> bool:
    """Tell whether hands are looked at one after the other: dealt, and more than one person."""
    return play.state.options.dealt and len(humans(play)) > 1


def proposer(play: MindPlay) -> int | None:
    """Return who offers a star: seat 0, else the lowest human seat that may; None if no person may."""
    return min(humans(play) & set(play.state.voters), default=None)


def is_spent_at_once(play: MindPlay) -> bool:
    """Tell whether a star that is offered asks no other person: partners agree (M4.2)."""
    return play.state.stars > 0 and len(humans(play) & set(play.state.voters)) == 1


def offer_star(play: MindPlay) -> Answer:
    """Answer 0 and K5: offer a star; a refusal says why not."""
    seat = proposer(play)
    return () if seat is None else (Do(ProposeStar(seat)),)


def level_scene(play: MindPlay, pending: str = "") -> Scene:
    """Return the level, large: of cards only what everybody sees, and the one person's own hand."""
    state = play.state
    dealt = state.options.dealt
    title = line("tm.level", level=state.level)
    body = LevelBody(
        level=state.level,
        lives=state.lives,
        stars=state.stars,
        # Levels repeat from session to session: the session's number moves them on (F18).
        place=(state.level + play.number) % 4,
        hand=state.held[0] if dealt and not secret_hands(play) else None,
        pile=(state.pile[-1] if state.pile else 0) if dealt and not state.blind else None,
        pending=pending,
        title=title.short,
    )
    return Scene("tm.level", body, spoken=title.full)


def laid(model: Model) -> frozenset[int]:
    """Return the seats whose hand lies; partners lay theirs down with the first person."""
    play = play_of(model)
    people = humans(play)
    lying = model.hands & people
    return lying | (frozenset(range(play.state.options.players)) - people) if lying else lying


def zone_name(play: MindPlay, seat: int) -> Line:
    """Return where the zone of a seat lies."""
    return line(f"zone.{PLACES[play.state.options.players][seat]}")


def zones_scene(play: MindPlay, scene_id: str, text: Line, filled: Collection[int]) -> Scene:
    """Return the zones, those of some seats filled, and a line between them."""
    players = play.state.options.players
    zones = tuple(seat in filled for seat in range(players))
    return Scene(scene_id, ZonesBody(text, zones, PLACES[players]))

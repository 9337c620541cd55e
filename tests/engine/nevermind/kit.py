"""Tables for the tests of Nevermind: states built by hand, in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.nevermind.model import (
    DEFAULT_MIND_CARDS,
    RING,
    CenterCard,
    Intensity,
    MindCard,
    Options,
    Place,
    State,
    Thought,
    Token,
)
from engine.nevermind.phases import Phase
from engine.nevermind.rules import step
from engine.step import Refusal, RefusalCode, Step
from tests.engine.fold import fold
from tests.engine.nevermind.soundness import check

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect
    from engine.nevermind.model import Card

NW, N, NE, E, SE, S, SW, W = RING
"""The ring, by its names."""


def thought(text: str) -> Thought:
    """Return a thought from text such as `thought:feeling`."""
    intensity, _, token = text.partition(":")
    return Thought(Intensity(intensity), Token(token) if token else None)


def grid(rest: str = "subliminal", **places: str) -> tuple[Thought, ...]:
    """Return a grid: `rest` everywhere but where named, as in `grid(NW="thought:feeling")`."""
    return tuple(thought(places.get(at.name, rest)) for at in RING)


def options(*cards: tuple[Place, Place], **changes: Any) -> Options:
    """Return options whose first Mind Cards have the foci given; the rest is the default set."""
    own = tuple((int(mind), int(noting)) for mind, noting in cards)
    return Options(mind_cards=own + DEFAULT_MIND_CARDS[len(own) :], **changes)


def cards(*numbers: int) -> tuple[Card, ...]:
    """Return unturned Mind Cards; -1 is a "breathe"."""
    return tuple(CenterCard() if number < 0 else MindCard(number, 0) for number in numbers)


def table(phase: Phase, places: tuple[Thought, ...], **changes: Any) -> State:
    """Return a sound state of round 2 with sixteen cards in the deck, unless changed."""
    fields: dict[str, Any] = {"round": 2, "deck": cards(*range(16)), "discards": ()}
    state = State(phase=phase, grid=places, **{**fields, **changes})
    assert not check(state), check(state)
    return state


def mind(places: tuple[Thought, ...], *foci: tuple[Place, Place], stage: int = 1, **changes: Any) -> State:
    """Return a Mind Phase whose next cards have the foci given."""
    opts = options(*foci, stage=stage, super_monkey=changes.pop("super_monkey", False))
    return table(Phase.MIND, places, options=opts, **changes)


def last_card(places: tuple[Thought, ...], foci: tuple[Place, Place], **changes: Any) -> State:
    """Return a Mind Phase with one card left in the deck."""
    fields = {"deck": cards(0), "discards": cards(*range(1, 16)), **changes}
    return mind(places, foci, **fields)


def watcher(places: tuple[Thought, ...], stage: int = 1, **changes: Any) -> State:
    """Return a Watcher Phase."""
    return table(Phase.WATCHER, places, options=Options(stage=stage), **changes)


def breath(
    places: tuple[Thought, ...], *foci: tuple[Place, Place], phase: Phase = Phase.BREATH_HAND, **changes: Any
) -> State:
    """Return a breath from NW at Stage Five, with the next cards (or the hand) of the foci given."""
    opts = options(
        *foci,
        stage=changes.pop("stage", 5),
        breath_ends_round=changes.pop("ends_round", True),
        breath_calms_feeling=changes.pop("calms_feeling", True),
    )
    fields = {"options": opts, "center": 1, "breath_from": NW, "centers_added": 1, **changes}
    return table(phase, places, **fields)


def hand(places: tuple[Thought, ...], *foci: tuple[Place, Place], **changes: Any) -> State:
    """Return a breath from NW whose hand is cards of the foci given, in order."""
    count = len(foci)
    fields = {"hand": cards(*range(count)), "deck": cards(*range(count, 16)), **changes}
    return breath(places, *foci, phase=Phase.BREATH_PLAY, **fields)


def play(state: State, *commands: Command) -> tuple[State, tuple[Effect, ...]]:
    """Apply commands that must be accepted; return the state, which must be sound, and what happened."""
    done: Step[State, Effect] = fold(step, state, commands)
    assert done.refusal is None, done.refusal
    assert not check(done.state), check(done.state)
    return done.state, done.effects


def refused(state: State, command: Command) -> RefusalCode:
    """Apply a command that must be refused and change nothing; return why."""
    done = step(state, command)
    assert done.state is state
    assert done.effects == ()
    assert isinstance(done.refusal, Refusal)
    assert done.refusal.message
    return done.refusal.code


def shown(state: State, at: Place) -> str:
    """Return a thought as text, as `thought` reads it."""
    found = state.grid[at]
    return found.intensity.value if found.token is None else f"{found.intensity}:{found.token}"


def with_options(state: State, **changes: Any) -> State:
    """Return the state with options changed."""
    return replace(state, options=replace(state.options, **changes))

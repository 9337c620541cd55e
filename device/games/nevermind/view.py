"""The table as the panel shows it: states and acts to maps and lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from device.games.nevermind.guide import GuideMemory
from device.games.nevermind.settings import TokenSource
from device.games.nevermind.words import anchored, line
from device.settings.model import Profile
from device.ui.scene import CardMap, MapBody, Mark, Scene
from engine.nevermind.commands import OnPlace
from engine.nevermind.model import RING, Intensity, Place, State
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from device.games.nevermind.acts import Act
    from device.games.nevermind.options import NevermindOptions
    from device.text.line import Line
    from device.ui.model import Model
    from device.ui.play import Play
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect

_FACE_UP = frozenset({Intensity.THOUGHT, Intensity.DISTRACTION})
_MARKED = frozenset({Intensity.RELEASED, Intensity.DISTRACTION})
_NOTED = frozenset({Intensity.ACKNOWLEDGED, Intensity.THOUGHT})


NevermindPlay: TypeAlias = "Play[State, Command, Effect, NevermindOptions]"


def play_of(model: Model) -> NevermindPlay:
    """Return the open game; a screen of a session never stands without one of its own."""
    assert model.play is not None, "a screen of a session stands without a session"
    assert isinstance(model.play.state, State), "this is no game of Nevermind"
    return model.play


def guesses_of(play: NevermindPlay) -> frozenset[Place]:
    """Return the places whose token the device guessed: their type is never named (N1.6)."""
    memory = play.moment.memory
    return memory.guesses if isinstance(memory, GuideMemory) else frozenset()


def card_map(
    state: State,
    framed: Collection[Place] = (),
    possible: Collection[Place] = (),
    path: tuple[Place, ...] = (),
    center_framed: bool = False,
    clockwise: bool = True,
    kinds: Mapping[Place, str] | None = None,
    bars: bool = True,
) -> CardMap:
    """Return the map of a state; `kinds` as of `kinds_of`, for speech; `bars`: show who waits this round."""
    barred = waiting(state) if bars else ()
    ring = []
    for place in RING:
        thought = state.grid[place]
        intensity = thought.intensity
        ring.append(
            Mark(
                face_up=intensity in _FACE_UP,
                marker_on_card=intensity in _MARKED,
                token=thought.token is not None or intensity in _NOTED,
                marker_on_token=intensity in _NOTED,
                barred=place in barred,
                framed=place in framed,
                possible=place in possible,
                pointer=("cw" if clockwise else "ccw") if place in path[:-1] else "",
                kind="" if kinds is None else kinds.get(place, ""),
            )
        )
    return CardMap(tuple(ring), state.center, center_framed)


def waiting(state: State) -> frozenset[Place]:
    """Return the barred thoughts that wait this round: none of those that may act all the same (N4.5)."""
    legal = legal_commands(state) if state.phase is Phase.WATCHER and state.barred else ()
    return frozenset(state.barred) - {command.at for command in legal if isinstance(command, OnPlace)}


def kinds_of(play: NevermindPlay) -> Mapping[Place, str]:
    """Return the type of each token that may be named: labels are shown, and it is no guess."""
    if not play.options.labels:
        return {}
    guesses = guesses_of(play)
    tokens = {place: play.state.grid[place].token for place in RING if place not in guesses}
    return {place: line(f"token.{token.value}").full for place, token in tokens.items() if token is not None}


def act_word(play: NevermindPlay, act: Act) -> str:
    """Return the word of the strip: who acts, or which token is laid, if that may be named.

    A token that the device drew is named even without labels: somebody has to lay it.
    """
    guessed = act.at is not None and act.at in guesses_of(play)
    unnamed = not play.options.labels and play.options.tokens != TokenSource.DEVICE
    if act.token is None or guessed or unnamed:
        return line(act.word).full
    return line(f"token.{act.token.value}").full.upper()


def act_scene(model: Model, scene_id: str, act: Act) -> Scene:
    """Return the screen of one act; who is barred is shown once it is your move."""
    play = play_of(model)
    state = play.state
    framed = () if act.at is None else (act.at,)
    drawn = card_map(
        state,
        framed,
        path=act.path,
        center_framed=act.center and act.at is None,
        clockwise=act.clockwise,
        kinds=kinds_of(play),
        bars=False,
    )
    body = MapBody(act_word(play, act), state.timer, drawn, act_line(model, act))
    return Scene(scene_id, body, side=model.side)


def act_line(model: Model, act: Act) -> Line:
    """Return what to do at the table; where the map is on another side, the words name the card."""
    said = line(
        anchored(act.line_id, play_of(model).options.anchor),
        pad=act.pad,
        toward=act.toward,
        count=act.count,
        more=act.more,
    )
    if act.at is None or model.settings.screen.profile is Profile.L:
        return said
    return replace(line("do.at", pad=act.pad, move=said), id=said.id)


def table_scene(
    play: NevermindPlay,
    scene_id: str,
    word: str,
    text: Line,
    side: int,
    framed: Collection[Place] = (),
    possible: Collection[Place] = (),
) -> Scene:
    """Return a screen of the table as it is."""
    state = play.state
    cards = card_map(state, framed, possible, kinds=kinds_of(play))
    return Scene(scene_id, MapBody(word, state.timer, cards, text), side=side)

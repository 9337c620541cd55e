"""The table as the panel shows it: states and acts to maps and lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.games.nevermind.acts import kind_word
from device.games.nevermind.words import anchored, line
from device.ui.scene import CardMap, MapBody, Mark, Scene
from engine.nevermind.model import RING, Intensity, Place, State

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from device.games.nevermind.acts import Act
    from device.text.line import Line
    from device.ui.model import Model
    from device.ui.play import Play

_FACE_UP = frozenset({Intensity.THOUGHT, Intensity.DISTRACTION})
_MARKED = frozenset({Intensity.RELEASED, Intensity.DISTRACTION})
_NOTED = frozenset({Intensity.ACKNOWLEDGED, Intensity.THOUGHT})


def play_of(model: Model) -> Play:
    """Return the open game; a screen of a session never stands without one."""
    assert model.play is not None, "a screen of a session stands without a session"
    return model.play


def state_of(play: Play) -> State:
    """Return the engine's state of a Nevermind game."""
    assert isinstance(play.state, State), "this is no game of Nevermind"
    return play.state


def card_map(
    state: State,
    framed: Collection[Place] = (),
    possible: Collection[Place] = (),
    path: tuple[Place, ...] = (),
    center_framed: bool = False,
    clockwise: bool = True,
    kinds: Mapping[Place, str] | None = None,
) -> CardMap:
    """Return the map of a state (interaction.md, Glyphs); `kinds` as of `kinds_of`, for speech."""
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
                barred=place in state.barred,
                framed=place in framed,
                possible=place in possible,
                pointer=("cw" if clockwise else "ccw") if place in path[:-1] else "",
                kind="" if kinds is None else kinds.get(place, ""),
            )
        )
    return CardMap(tuple(ring), state.center, center_framed)


def kinds_of(play: Play) -> Mapping[Place, str]:
    """Return the type of each token that may be named: labels are shown, and it is no guess."""
    if not play.manner.labels:
        return {}
    state = state_of(play)
    tokens = {place: state.grid[place].token for place in RING if place.name not in play.guesses}
    return {place: line(f"token.{token.value}").full for place, token in tokens.items() if token is not None}


def act_word(play: Play, act: Act) -> str:
    """Return the word of the strip: who acts, or which token is laid, if that may be named.

    A token that the device drew is named even without labels: somebody has to lay it.
    """
    guessed = act.at is not None and act.at.name in play.guesses
    unnamed = not play.manner.labels and play.manner.tokens == "table"
    if act.token is None or guessed or unnamed:
        return line(act.word).full
    return kind_word(act.token).upper()


def act_scene(play: Play, scene_id: str, act: Act, side: int) -> Scene:
    """Return the screen of one act; who is barred is shown once it is your move."""
    state = replace(state_of(play), barred=())
    framed = () if act.at is None else (act.at,)
    drawn = card_map(
        state,
        framed,
        path=act.path,
        center_framed=act.center and act.at is None,
        clockwise=act.clockwise,
        kinds=kinds_of(play),
    )
    body = MapBody(act_word(play, act), state.timer, drawn, act_line(play, act))
    return Scene(scene_id, body, side=side)


def act_line(play: Play, act: Act) -> Line:
    """Return what to do at the table."""
    return line(anchored(act.line_id, play.manner.anchor))


def table_scene(
    play: Play,
    scene_id: str,
    word: str,
    text: Line,
    side: int,
    framed: Collection[Place] = (),
    possible: Collection[Place] = (),
) -> Scene:
    """Return a screen of the table as it is."""
    state = state_of(play)
    cards = card_map(state, framed, possible, kinds=kinds_of(play))
    return Scene(scene_id, MapBody(word, state.timer, cards, text), side=side)

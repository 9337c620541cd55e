"""Nevermind to and from JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import OptionsError
from engine.games import GAMES
from engine.nevermind import commands as c
from engine.nevermind.codec import GAME
from engine.nevermind.model import (
    BREATHE,
    DEFAULT_MIND_CARDS,
    MindCard,
    Options,
    Outcome,
    Result,
    State,
    Token,
)
from engine.nevermind.phases import Phase
from engine.record import legal_to_json
from engine.step import Refusal, RefusalCode
from tests.engine.nevermind import chance
from tests.engine.nevermind.kit import E, N, S, W, breath, cards, grid, hand, mind, play, table, watcher
from tests.engine.nevermind.soundness import check

PATIENT = settings(deadline=None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
WORDS = ["shuffle", "draw", "token", "surface", "second", "add_center", "breathe", "breath_from"]
WORDS += ["breath_hand", "breath_play", "breath_calm", "notice", "acknowledge", "focus", "let_go"]
WORDS += ["rest", "concede", "fix"]
FULL_GRID = dict.fromkeys(["NW", "N", "NE", "E", "SE", "S", "SW", "W"], "subliminal")


def test_both_games_have_their_names() -> None:
    for name in GAMES:
        game = GAMES.get(name)
        assert game is not None
        assert game.name == name
    assert GAMES.get("chess") is None


def test_missing_options_have_their_defaults_and_unknown_keys_are_ignored() -> None:
    assert GAME.options_from_json({}) == Options()
    assert GAME.options_from_json({"stage": 3, "colour": [1]}) == Options(stage=3)


def test_options_are_written_in_record_order() -> None:
    written = GAME.options_to_json(Options(stage=6, super_monkey=True, rotation=90))
    assert list(written.items()) == [
        ("stage", 6),
        ("super", True),
        ("rotation", 90),
        ("breath_ends_round", True),
        ("breath_calms_feeling", True),
    ]


@pytest.mark.long
@PATIENT
@given(chance.options())
def test_options_read_back(options: Options) -> None:
    written = GAME.options_to_json(options)
    assert GAME.options_from_json(written) == options
    assert ("mind_cards" in written) == (options.mind_cards != DEFAULT_MIND_CARDS)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"stage": 0}, "stage"),
        ({"stage": 7}, "stage"),
        ({"stage": True}, "stage"),
        ({"stage": "3"}, "stage"),
        ({"stage": 3.0}, "stage"),
        ({"stage": None}, "stage"),
        ({"super": 1}, "super"),
        ({"stage": 5, "super": True}, "super"),
        ({"rotation": 45}, "rotation"),
        ({"rotation": False}, "rotation"),
        ({"breath_ends_round": "yes"}, "breath_ends_round"),
        ({"breath_calms_feeling": None}, "breath_calms_feeling"),
        ({"mind_cards": "all"}, "mind_cards"),
        ({"mind_cards": [[0, 1]] * 15}, "mind_cards"),
        ({"mind_cards": [[0, 1]] * 15 + [[0, 8]]}, "card 15"),
        ({"mind_cards": [[0, 1]] * 15 + [[3, 3]]}, "card 15"),
        ({"mind_cards": [[True, 0]] + [[0, 1]] * 15}, "card 0"),
        ({"mind_cards": [[0, 1, 2]] + [[0, 1]] * 15}, "card 0"),
        ({"mind_cards": [7] + [[0, 1]] * 15}, "card 0"),
    ],
)
def test_options_that_cannot_be_played_name_the_option(options: dict[str, object], named: str) -> None:
    with pytest.raises(OptionsError, match=named):
        GAME.options_from_json(options)


@pytest.mark.parametrize("command", [*chance.EVERY, c.Shuffle((MindCard(3, 180), BREATHE))])
def test_commands_read_back(command: c.Command) -> None:
    assert GAME.command_from_json(GAME.command_to_json(command), State()) == command


def test_a_fix_reads_back() -> None:
    command = c.Fix(grid(N="thought:feeling", S="subliminal:thinking"), 1, 4)
    written = GAME.command_to_json(command)
    assert written["grid"] == {**FULL_GRID, "N": "thought:feeling", "S": "subliminal:thinking"}
    assert GAME.command_from_json(written, State()) == command


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"do": "sing"}, "phase"),
        ({"do": 5}, "phase"),
        ({"do": None}, "phase"),
        ({}, "phase"),
        ({"do": "notice"}, "target"),
        ({"do": "notice", "at": "C"}, "target"),
        ({"do": "notice", "at": 1}, "target"),
        ({"do": "notice", "at": "nw"}, "target"),
        ({"do": "notice", "at": ["N"]}, "target"),
        ({"do": "token", "type": "joy"}, "target"),
        ({"do": "token", "type": {}}, "target"),
        ({"do": "breathe", "yes": 1}, "target"),
        ({"do": "add_center", "yes": "true"}, "target"),
        ({"do": "breath_hand", "count": True}, "target"),
        ({"do": "breath_hand", "count": 1.0}, "target"),
        ({"do": "breath_play", "index": "0"}, "target"),
        ({"do": "shuffle"}, "cards"),
        ({"do": "shuffle", "cards": {}}, "cards"),
        ({"do": "shuffle", "cards": [5]}, "cards"),
        ({"do": "shuffle", "cards": ["Breathe"]}, "cards"),
        ({"do": "shuffle", "cards": [{"card": True, "turn": 0}]}, "cards"),
        ({"do": "shuffle", "cards": [{"card": 1, "turn": "0"}]}, "turn"),
        ({"do": "shuffle", "cards": [{"card": 1}]}, "turn"),
        ({"do": "fix", "grid": [], "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {"N": "subliminal"}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {**FULL_GRID, "C": "subliminal"}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {**FULL_GRID, "N": "loud"}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {**FULL_GRID, "N": "thought:"}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {**FULL_GRID, "N": "thought:joy"}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": {**FULL_GRID, "N": None}, "center": 0, "timer": 3}, "target"),
        ({"do": "fix", "grid": FULL_GRID, "center": True, "timer": 3}, "target"),
        ({"do": "fix", "grid": FULL_GRID, "center": 0}, "target"),
    ],
)
def test_commands_that_cannot_be_read_are_refused_with_a_code(line: dict[str, object], code: str) -> None:
    answer = GAME.command_from_json(line, State())
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert answer.message.isascii()


FIELDS = ["at", "type", "yes", "count", "index", "cards", "grid", "center", "timer"]
LINES = st.builds(
    lambda do, fields: {**fields, "do": do},
    st.sampled_from(WORDS) | JSON,
    st.dictionaries(st.sampled_from(FIELDS), JSON),
)


@pytest.mark.long
@PATIENT
@given(LINES)
def test_no_json_makes_it_crash(line: dict[str, Any]) -> None:
    answer = GAME.command_from_json(line, State())
    for state in (State(), watcher(grid()), mind(grid(), (N, E))):
        if isinstance(answer, Refusal):
            assert answer.message
        else:
            done = GAME.step(state, answer)
            assert done.refusal is None or done.state is state


@pytest.mark.long
@PATIENT
@given(JSON)
def test_no_options_make_it_crash(value: object) -> None:
    for key in ("stage", "super", "rotation", "breath_ends_round", "mind_cards"):
        try:
            options = GAME.options_from_json({key: value})
        except OptionsError as error:
            said = str(error)
        else:
            said = str(GAME.options_to_json(options))
        assert key in said


def test_state_json_has_the_fields_in_order() -> None:
    state = hand(
        grid(NW="subliminal:feeling", N="released:thinking"),
        (N, E),
        (S, W),
        hand=(MindCard(0, 180), BREATHE),
        deck=cards(*range(1, 16)),
        barred=(N, W),
    )
    assert list(GAME.state_to_json(state).items()) == [
        ("phase", "breath_play"),
        ("round", 2),
        ("timer", 19),
        ("grid", {**FULL_GRID, "NW": "subliminal:feeling", "N": "released:thinking"}),
        ("center", 1),
        ("barred", ["N", "W"]),
        ("deck", 15),
        ("hand", ["S/W", "breathe"]),
        ("breath_from", "NW"),
        ("centers_added", 1),
        ("result", None),
    ]


def test_state_json_shows_no_type_while_a_token_is_due_and_the_result_at_the_end() -> None:
    state, _ = play(mind(grid(), (N, E)), c.Draw())
    shown: Any = GAME.state_to_json(state)
    assert shown["grid"]["N"] == "thought"
    over = table(Phase.OVER, grid(), result=Result(Outcome.TIMER_EMPTY, 1, "Initiate"))
    assert GAME.state_to_json(over)["result"] == {"outcome": "timer_empty", "score": 1, "rank": "Initiate"}


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        (State(), [{"do": "shuffle"}]),
        (mind(grid(), (N, E)), [{"do": "draw"}]),
        (watcher(grid()), [{"do": "rest"}]),
        (
            breath(grid(NW="subliminal:feeling", N="released:feeling")),
            [{"do": "breath_hand", "count": 0}, {"do": "breath_hand", "count": 1}],
        ),
    ],
)
def test_legal_lists_commands_as_records_do(state: State, legal: list[dict[str, object]]) -> None:
    assert list(legal_to_json(GAME, state)) == [*legal, {"do": "concede"}]


def test_misplaced_goes_by_the_phase_alone() -> None:
    state = watcher(grid())
    for verb in WORDS:
        refusal = GAME.misplaced(state, verb)
        here = verb in {"notice", "acknowledge", "focus", "let_go", "rest", "concede", "fix"}
        assert (refusal is None) == here
    unknown = GAME.misplaced(state, "sing")
    assert unknown
    assert unknown.code is RefusalCode.PHASE
    over = table(Phase.OVER, grid(), result=Result(Outcome.CONCEDED))
    for verb in (*WORDS, "sing"):
        refusal = GAME.misplaced(over, verb)
        assert refusal
        assert refusal.code is RefusalCode.OVER


def test_the_game_speaks_for_its_rules() -> None:
    state = GAME.initial(Options(stage=2))
    assert state == State(Options(stage=2))
    assert not check(state)
    done = GAME.step(state, c.GiveToken(Token.FEELING))
    assert done.state is state

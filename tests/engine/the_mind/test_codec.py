"""The Mind in JSON, as docs/records.md has it."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.game import OptionsError
from engine.step import Refusal, RefusalCode
from engine.the_mind.codec import GAME
from engine.the_mind.commands import (
    Agree,
    BeginBlind,
    Command,
    Concede,
    Deal,
    Decline,
    Focus,
    Play,
    ProposeStar,
    ReportLevelDone,
    ReportMisplay,
    Stop,
)
from engine.the_mind.model import Cards, Options, Phase
from engine.the_mind.phases import Verb
from tests.engine.the_mind.games import at_table_level, dealt, do, table
from tests.engine.the_mind.soundness import check

Line = dict[str, object]
COMMANDS: list[tuple[Command, Line]] = [
    (Deal(((1, 2), (4, 3))), {"do": "deal", "hands": [[1, 2], [4, 3]]}),
    (Focus(), {"do": "focus"}),
    (Play(1, 30), {"do": "play", "seat": 1, "card": 30}),
    (ReportMisplay(), {"do": "misplay"}),
    (ReportLevelDone(), {"do": "level_done"}),
    (ReportLevelDone(2), {"do": "level_done", "mistakes": 2}),
    (Stop(), {"do": "stop"}),
    (ProposeStar(0), {"do": "propose_star", "seat": 0}),
    (Agree(1), {"do": "agree", "seat": 1}),
    (Decline(2), {"do": "decline", "seat": 2}),
    (BeginBlind(), {"do": "blind"}),
    (Concede(), {"do": "concede"}),
]


@pytest.mark.parametrize(("command", "line"), COMMANDS)
def test_commands_go_out_and_come_in(command: Command, line: Line) -> None:
    assert GAME.command_to_json(command) == line
    assert GAME.command_from_json({**line, "by": "player", "at_ms": 7}, table()) == command


def test_every_command_has_a_word_of_its_own() -> None:
    assert [kind.verb for kind in get_args(Command)] == list(Verb)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({}, "phase"),
        ({"do": "fly"}, "phase"),
        ({"do": ["focus"]}, "phase"),
        ({"do": "agree"}, "seat"),
        ({"do": "agree", "seat": "1"}, "seat"),
        ({"do": "decline", "seat": True}, "seat"),
        ({"do": "propose_star", "seat": 1.0}, "seat"),
        ({"do": "play", "card": 3}, "seat"),
        ({"do": "play", "seat": None, "card": 3}, "seat"),
        ({"do": "play", "seat": 0}, "cards"),
        ({"do": "play", "seat": 0, "card": True}, "cards"),
        ({"do": "deal"}, "cards"),
        ({"do": "deal", "hands": 3}, "cards"),
        ({"do": "deal", "hands": [3, 4]}, "cards"),
        ({"do": "deal", "hands": [[1], ["2"]]}, "cards"),
        ({"do": "deal", "hands": [[1], [True]]}, "cards"),
        ({"do": "level_done", "mistakes": None}, "mistakes"),
        ({"do": "level_done", "mistakes": False}, "mistakes"),
        ({"do": "level_done", "mistakes": 1.5}, "mistakes"),
    ],
)
def test_what_is_no_command_is_refused(line: Line, code: str) -> None:
    answer = GAME.command_from_json(line, table())
    assert isinstance(answer, Refusal)
    assert answer.code == RefusalCode(code)
    assert answer.message.endswith(".")


def test_a_verb_out_of_its_phase_is_said_before_its_fields() -> None:
    running, over = table(), do(at_table_level(1), Concede())
    misplaced = [GAME.misplaced(running, "play"), GAME.misplaced(over, "focus"), GAME.misplaced(over, "fly")]
    assert [refusal.code for refusal in misplaced if refusal] == ["phase", "over", "phase"]
    assert GAME.misplaced(running, "focus") is None


def test_options_have_defaults_and_ignore_what_they_do_not_know() -> None:
    assert GAME.options_from_json({"colour": "blue"}) == Options()
    assert GAME.options_to_json(Options()) == {
        "players": 2,
        "cards": "table",
        "blind": False,
        "blind_cap": False,
        "empty_hands_vote": True,
    }
    other = Options(4, Cards.DEALT, blind=True, blind_cap=True, empty_hands_vote=False)
    assert GAME.options_from_json(GAME.options_to_json(other)) == other


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"players": 5},
        {"players": True},
        {"players": "2"},
        {"cards": "paper"},
        {"cards": ["table"]},
        {"blind": 1},
        {"blind_cap": "no"},
        {"empty_hands_vote": None},
    ],
)
def test_options_out_of_range_are_named(wrong: Line) -> None:
    with pytest.raises(OptionsError, match=next(iter(wrong))):
        GAME.options_from_json(wrong)


def test_a_state_in_the_key_order_of_the_records() -> None:
    state = do(dealt(), Deal(((9,), (4,))))
    assert list(GAME.state_to_json(state).items()) == [
        ("phase", "focus"),
        ("level", 1),
        ("lives", 2),
        ("stars", 1),
        ("blind", False),
        ("blind_levels", 0),
        ("hands", [[9], [4]]),
        ("pile", []),
        ("aside", []),
        ("votes", []),
        ("result", None),
    ]
    over = GAME.state_to_json(do(table(), Concede()))
    assert (over["hands"], over["result"]) == (None, Phase.LOST.value)
    assert GAME.name == "the-mind"
    assert not check(state)

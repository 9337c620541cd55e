"""An open session: stored before shown, undone without limit, taken up again as it was."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from device.games.nevermind.guide import GuideMemory
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import TokenSource
from device.games.nevermind.ui import NevermindUI
from device.games.registry import GAMES
from device.games.the_mind.options import MindOptions, PartnerLevel
from device.session.session import AnySession, Session, options_from_json, options_to_json
from device.settings.model import Guidance
from device.storage.decode import Decoded
from engine.game import OptionsError
from engine.nevermind.commands import Draw, Notice
from engine.nevermind.model import Place
from engine.record import RecordError, parse, resume, verify
from engine.step import RefusalCode
from tests.device.games.nevermind.players import legal, wise


class Paper:
    """Takes the lines of a record; can refuse to."""

    def __init__(self) -> None:
        self.data = b""
        self.full = False

    def __call__(self, line: bytes) -> None:
        if self.full:
            raise OSError(28, "no space")
        self.data += line

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.data.splitlines()]


def begun(paper: Paper, stage: int = 1, **options: Any) -> AnySession:
    held = NevermindOptions(**{"seed": "7", **options})
    return Session.begin(1, GAMES.rules["nevermind"], {"stage": stage}, held, NevermindUI(), paper)


def taken_up(paper: Paper) -> AnySession:
    return Session.resume(1, parse(paper.data, GAMES.rules), GAMES["nevermind"], paper)


def test_a_session_begins_with_what_the_device_gives() -> None:
    paper = Paper()
    session = begun(paper, tokens="table", labels=False, anchor="feet")
    header, *given = paper.lines
    assert (header["format"], header["game"], header["seed"]) == ("palmstone-record", "nevermind", "7")
    assert header["manner"]["anchor"] == "feet"
    assert [(line["do"], line["by"]) for line in given] == [("shuffle", "device"), ("rest", "device")]
    assert len(session.moments) == 1
    assert session.state_json()["phase"] == "mind"


def test_a_line_is_stored_before_it_changes_anything() -> None:
    paper = Paper()
    session = begun(paper)
    before = session.state
    paper.full = True
    with pytest.raises(OSError, match="no space"):
        session.do(Draw(), 10)
    assert session.state is before


def test_a_refused_touch_is_not_written() -> None:
    paper = Paper()
    session = begun(paper)
    before = (paper.data, session.state, session.moments)
    refusal = session.do(Notice(Place.N), 10)
    assert refusal is not None
    assert refusal.code is RefusalCode.PHASE
    assert (paper.data, session.state, session.moments) == before


def test_a_touch_and_what_follows_it_are_one_moment() -> None:
    paper = Paper()
    session = begun(paper)
    assert session.do(Draw(), 1200) is None
    assert [line["do"] for line in paper.lines[-2:]] == ["draw", "token"]
    assert [line["at_ms"] for line in paper.lines[-2:]] == [1200, 1200]
    moment = session.moments[-1]
    assert (moment.start, moment.length) == (2, 2)
    assert session.last_at_ms == 1200


def test_n1_6_a_skipped_token_is_a_touch_and_a_guess() -> None:
    paper = Paper()
    session = begun(paper, tokens="table")
    session.do(Draw(), 5)
    assert session.skip(9) is None
    assert paper.lines[-1] | {"type": ""} == {
        "do": "token",
        "type": "",
        "by": "player",
        "at_ms": 9,
        "guess": True,
    }
    memory = session.play(0, {}).moment.memory
    assert isinstance(memory, GuideMemory)
    assert len(memory.guesses) == 1
    refusal = session.skip(10)
    assert refusal is not None
    assert refusal.code is RefusalCode.PHASE


def test_n1_6_nothing_can_be_skipped_from_stage_three_on() -> None:
    session = begun(Paper(), stage=3, tokens="table")
    session.do(Draw(), 5)
    assert session.skip(9) is not None


def test_undo_and_redo_are_lines_and_nothing_is_taken_out() -> None:
    paper = Paper()
    session = begun(paper)
    session.do(Draw(), 5)
    after = session.state
    gone = session.undo(7)
    assert gone is not None
    assert gone.command == Draw()
    assert paper.lines[-1] == {"undo": 2, "by": "player", "at_ms": 7}
    assert session.redo(8)
    assert paper.lines[-1] == {"redo": 2, "by": "player", "at_ms": 8}
    assert session.state == after
    assert not session.redo(9)


def test_what_the_device_gave_at_the_opening_cannot_be_undone() -> None:
    session = begun(Paper())
    assert session.undo(5) is None


@pytest.mark.parametrize("stage", [1, 3, 6])
def test_random_sessions_with_undo_and_redo_verify_and_resume(stage: int) -> None:
    random = Random(stage)
    paper = Paper()
    session = begun(paper, stage, tokens=random.choice(tuple(TokenSource)))
    for at_ms in range(120):
        if not legal(session.state):
            break
        roll = random.random()
        if roll < 0.1:
            session.undo(at_ms)
        elif roll < 0.15:
            session.redo(at_ms)
        else:
            assert session.do(wise(session.state, random), at_ms) is None
        if at_ms % 10 == 0:
            again = taken_up(paper)
            assert again.state == session.state
            assert again.moments == session.moments
            assert again.options == session.options
    record = parse(paper.data, GAMES.rules)
    assert verify(record) is None
    assert resume(record).state == session.state


def test_options_that_cannot_be_played_and_records_that_cannot_be_read_are_errors() -> None:
    with pytest.raises(OptionsError):
        begun(Paper(), stage=7)
    paper = Paper()
    paper.data = b"nothing\n"
    with pytest.raises(RecordError):
        taken_up(paper)


def test_how_a_session_is_held_goes_through_json_and_what_makes_no_sense_has_its_default() -> None:
    kind = NevermindOptions
    held = kind("9", guided=True, tokens=TokenSource.TABLE, guidance=Guidance.FULL)
    assert options_from_json(kind, "9", json.loads(json.dumps(options_to_json(held)))) == Decoded(held)
    raw: dict[str, object] = {"guided": "yes", "tokens": 3, "seed": "8", "other": 1}
    assert options_from_json(kind, "9", raw) == Decoded(
        kind("9"),
        (
            "guided is 'yes': expected true or false, got text",
            "tokens is 3: expected text, got a whole number",
        ),
    )
    assert options_from_json(kind, "9", {}) == Decoded(kind("9"))


def test_every_record_holds_the_same_keys_in_the_same_order() -> None:
    mind = MindOptions("9", guided=True, partners=2, partner=PartnerLevel.ZEN)
    assert json.dumps(options_to_json(mind), separators=(",", ":")) == (
        '{"guided":true,"tokens":"device","labels":true,"guidance":"light","anchor":"breath",'
        '"partners":2,"partner":"zen"}'
    )
    assert list(options_to_json(NevermindOptions("9", tokens=TokenSource.TABLE))) == list(
        options_to_json(mind)
    )


def test_values_are_checked_not_only_their_types() -> None:
    raw = {"tokens": "bag", "guidance": "loud", "anchor": "head", "partners": 9, "partner": "food"}
    nevermind = options_from_json(NevermindOptions, "9", raw)
    assert nevermind.value == NevermindOptions("9")
    assert sorted(nevermind.faults) == [
        "anchor is 'head': allowed: breath, hands, feet or sounds",
        "guidance is 'loud': allowed: quiet, light, full or narrate",
        "tokens is 'bag': allowed: device, table or double",
    ]
    mind = options_from_json(MindOptions, "9", raw)
    assert mind.value == MindOptions("9")
    assert sorted(mind.faults) == [
        "anchor is 'head': allowed: breath, hands, feet or sounds",
        "guidance is 'loud': allowed: quiet, light, full or narrate",
        "partner is 'food': allowed: zen, good or human",
        "partners is 9: allowed: 0, 1, 2 or 3",
    ]
    assert options_from_json(MindOptions, "9", {"partners": True}).value == MindOptions("9")


@pytest.mark.parametrize("manner", [b"[1]", b'"guided"', b"null", b'{"tokens":"food"}'])
def test_a_manner_that_makes_no_sense_is_said_with_the_file_and_the_game_goes_on(
    manner: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    paper = Paper()
    session = begun(paper)
    header, rest = paper.data.split(b"\n", 1)
    paper.data = header.partition(b',"manner":')[0] + b',"manner":' + manner + b"}\n" + rest
    again = taken_up(paper)
    assert (again.options, again.state) == (NevermindOptions(session.options.seed), session.state)
    (said,) = caplog.messages
    assert said.startswith("sessions/1.jsonl: header: ")
    assert said.endswith("; its default holds")

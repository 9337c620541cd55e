"""Each step says what to move on the table, and an undo what to move back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import pytest

from device.games.nevermind import acts as acts_module
from device.games.nevermind.acts import Act, Way, acts, cut, taken_back
from device.games.nevermind.undoing import undo_acts
from device.games.nevermind.words import WORDS, line
from device.input.gestures import BOUNCE_US
from device.settings.model import Profile
from engine.nevermind import effects as fx
from engine.nevermind.commands import AddCenter, Draw
from engine.nevermind.model import Intensity, Outcome, Place, Token
from tests.device.bench import Bench
from tests.device.games.nevermind.players import legal, touch

SILENT_EFFECTS = {
    fx.DeckShuffled,  # Timer and Mind Deck are in the device
    fx.MindCardFlipped,
    fx.TimePassed,
    fx.DeckReset,
    fx.HandDrawn,
    fx.SurfaceAsked,  # questions have screens of their own
    fx.SecondAsked,
    fx.BreatheRevealed,
    fx.BreatheDeclined,
    fx.GridFixed,  # the table is right already
    fx.RoundBegan,
    fx.GameEnded,
}
TOLD_OTHERWISE = {fx.TokenFixed, fx.Rested, fx.CalmAsked}
"""Handled in `acts` itself."""

OF_PAPER_DECKS = {fx.PaperCardFlipped, fx.BackAsked}
"""Only records have paper decks so far (N8): no session on the device does."""


def ids(*effects: Any, **way: Any) -> list[str]:
    return [act.line_id for act in acts(effects, Way(**way))]


def test_every_effect_is_a_move_or_known_to_be_none() -> None:
    moves = set(acts_module._ACTS)
    assert moves | SILENT_EFFECTS | TOLD_OTHERWISE | OF_PAPER_DECKS == set(get_args(fx.Effect))
    assert not moves & SILENT_EFFECTS


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ([fx.ThoughtArose(Place.N, True, False), fx.TokenFixed(Place.N, Token.FEELING)], ["do.new"]),
        ([fx.ThoughtArose(Place.N, False, False)], ["do.back"]),
        ([fx.ThoughtArose(Place.N, False, True)], ["do.back.center"]),
        (
            [fx.ThoughtArose(Place.N, True, True), fx.TokenFixed(Place.N, Token.FEELING)],
            ["do.new.center"],
        ),
        ([fx.ThoughtReturned(Place.N)], ["do.ack2t"]),
        ([fx.DistractionArose(Place.N), fx.TimePassed(3)], ["do.dist"]),
        ([fx.DistractionHeld(Place.N), fx.TimePassed(3)], ["do.again"]),
        ([fx.ReleasedHeld(Place.N)], ["do.safe"]),
        ([fx.MonkeyWoke(Place.N)], ["do.wake"]),
        ([fx.BreatheDiscarded(), fx.Rested()], ["do.breathe.aside", "rest"]),
        ([fx.Noticed(Place.N)], ["do.notice"]),
        ([fx.Acknowledged(Place.N)], ["do.ack"]),
        ([fx.Focused(Place.N)], ["do.focus"]),
        ([fx.WasLetGo(Place.N), fx.TimePassed(3)], ["do.letgo"]),
        ([fx.CenterAdded(False)], ["do.center"]),
        ([fx.CenterAdded(True)], ["do.center.below"]),
        ([fx.BreatheAccepted()], ["do.gone"]),
        ([fx.BreathBegan(Place.N, 3)], ["do.lend"]),
        ([fx.HandPlayed(None, None, fx.Played.BREATHE)], ["deep.none"]),
        ([fx.HandPlayed(Place.N, Place.E, fx.Played.NOTHING)], ["deep.none"]),
        ([fx.HandPlayed(Place.N, Place.E, fx.Played.DISTRACTION), fx.TimePassed(3)], ["do.again"]),
        ([fx.HandPlayed(Place.N, Place.E, fx.Played.RELEASED)], ["do.safe"]),
        ([fx.HandPlayed(Place.N, Place.E, fx.Played.RELEASED), fx.CalmAsked()], ["deep.open"]),
        ([fx.Calmed(Place.N, Intensity.THOUGHT)], ["do.notice"]),
        ([fx.Calmed(Place.N, Intensity.ACKNOWLEDGED)], ["do.ack"]),
        ([fx.Matched(Place.N, Intensity.DISTRACTION)], ["deep.match"]),
        ([fx.Matched(Place.N, Intensity.RELEASED)], ["deep.match2"]),
        ([fx.BreathEnded(Place.N), fx.TimePassed(3)], ["do.return"]),
        ([fx.DistractionArose(Place.N)], ["do.dist.still"]),
        ([fx.WasLetGo(Place.N)], ["do.letgo.still"]),
        ([fx.BreathEnded(Place.N)], ["do.return.still"]),
        ([fx.GameEnded(Outcome.CONCEDED, None, None)], []),
    ],
)
def test_what_to_move(effects: list[Any], expected: list[str]) -> None:
    assert ids(*effects) == expected
    assert all(WORDS.has(line_id) for line_id in expected)


def test_n5_3_a_chain_is_one_move_with_its_path_and_what_it_does_follows() -> None:
    shown = acts(
        [
            fx.DistractionHeld(Place.NW),
            fx.TimePassed(9),
            fx.ChainMoved(Place.NW, fx.Direction.CLOCKWISE, (Place.N, Place.NE), Place.E),
            fx.DistractionArose(Place.E),
            fx.TimePassed(8),
        ],
        Way(stage=4),
    )
    assert [act.line_id for act in shown] == ["do.chain", "do.dist"]
    assert shown[0].path == (Place.NW, Place.N, Place.NE, Place.E)
    assert shown[0].at is Place.E
    assert shown[0].clockwise


@pytest.mark.parametrize(
    ("token", "stage", "turned"),
    [
        (Token.ANTICIPATING, 3, False),
        (Token.ANTICIPATING, 4, True),
        (Token.REMEMBERING, 4, True),
        (Token.FEELING, 6, False),
        (Token.THINKING, 6, False),
    ],
)
def test_n5_3_from_stage_four_on_a_token_that_sends_the_mind_is_turned(
    token: Token, stage: int, turned: bool
) -> None:
    effects = (fx.ThoughtArose(Place.N, True, False), fx.TokenFixed(Place.N, token))
    assert ids(*effects, stage=stage) == ["do.new.turn" if turned else "do.new"]


def test_n5_3_the_pointer_shows_the_way_of_the_token() -> None:
    fixed = (fx.ThoughtArose(Place.N, True, False), fx.TokenFixed(Place.N, Token.REMEMBERING))
    (turn,) = acts(fixed, Way(stage=4))
    assert (turn.path, turn.clockwise) == ((Place.N, Place.NW), False)


def test_the_opening_rest_is_the_first_breath() -> None:
    assert acts([fx.Rested()], opening=True) == (Act("r1", word="strip.you"),)


# Undo


def undone_ids(effects: list[Any], command: Any = None, **way: Any) -> list[str]:
    told = Way(**way)
    return [act.line_id for act in undo_acts(acts(effects, told), command or Draw(), effects)]


NEW = [fx.ThoughtArose(Place.N, True, False), fx.TokenFixed(Place.N, Token.FEELING)]
STOLEN = [fx.ThoughtArose(Place.N, True, True), fx.TokenFixed(Place.N, Token.FEELING)]


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        (NEW, ["undo.new"]),
        ([fx.ThoughtArose(Place.N, False, False)], ["undo.back"]),
        ([fx.ThoughtArose(Place.N, False, True)], ["undo.back.center"]),
        (STOLEN, ["undo.new.center"]),
        ([fx.TokenFixed(Place.N, Token.FEELING)], ["undo.lay"]),
        ([fx.DistractionArose(Place.N), fx.TimePassed(3)], ["undo.dist"]),
        ([fx.DistractionHeld(Place.N), fx.TimePassed(3)], ["undo.time"]),
        ([fx.MindCardFlipped(0, 0, Place.N, Place.E), fx.ReleasedHeld(Place.N)], ["undo.draw"]),
        ([fx.DistractionHeld(Place.N), fx.TimePassed(3), fx.ThoughtReturned(Place.E)], ["undo.ack2t"]),
        ([fx.Focused(Place.N)], ["undo.focus"]),
        ([fx.WasLetGo(Place.N), fx.TimePassed(3)], ["undo.letgo"]),
        ([fx.BreatheAccepted(), fx.BreathBegan(Place.N, 2)], ["undo.lend", "undo.gone"]),
        ([fx.CenterAdded(False)], ["undo.center"]),
        ([fx.CenterAdded(True)], ["undo.center.below"]),
        ([fx.Calmed(Place.N, Intensity.THOUGHT)], ["undo.notice"]),
        ([fx.Matched(Place.N, Intensity.RELEASED)], ["undo.wake"]),
        (
            [fx.Calmed(Place.N, Intensity.THOUGHT), fx.BreathEnded(Place.E), fx.TimePassed(3)],
            ["undo.return", "undo.notice"],
        ),
        ([fx.GridFixed()], ["undo.fix"]),
        ([fx.GameEnded(Outcome.CONCEDED, None, None)], ["undo.end"]),
    ],
)
def test_f31_an_undo_says_what_to_move_back_the_last_act_first(
    effects: list[Any], expected: list[str]
) -> None:
    assert undone_ids(effects) == expected
    assert all(WORDS.has(line_id) for line_id in expected)


def test_f31_an_answer_that_moved_nothing_opens_the_question_again() -> None:
    assert undone_ids([fx.DeckShuffled(16, 0, False)], AddCenter(False)) == ["undo.choice"]


@pytest.mark.parametrize("effect", sorted(acts_module._ACTS, key=str))
def test_every_move_can_be_taken_back_in_words(effect: type) -> None:
    """Whoever adds an act says how it is taken back, or here that hands do nothing."""
    nothing = {fx.DistractionHeld, fx.ReleasedHeld, fx.HandPlayed, fx.ChainMoved, fx.BreatheDiscarded}
    made = acts([_made(effect)])
    assert all(bool(act.back) is (effect not in nothing) for act in made)
    assert all(WORDS.has(act.back) for act in made if act.back)


def _made(effect: type) -> Any:
    kinds: dict[str, Any] = {
        "Place": Place.N,
        "bool": False,
        "Place | None": Place.N,
        "int": 1,
        "Intensity": Intensity.THOUGHT,
        "Direction": fx.Direction.CLOCKWISE,
        "tuple[Place, ...]": (),
        "Played": fx.Played.NOTHING,
    }
    return effect(*(kinds[str(field.type)] for field in fields(effect)))


def test_where_letters_are_large_a_long_move_is_two_acts_and_so_is_its_undo() -> None:
    (act,) = acts(STOLEN)
    parts = cut(act, Profile.S)
    assert [part.line_id for part in parts] == ["do.new.token", "do.new.marker.center"]
    assert parts[0].token is Token.FEELING
    assert [back.line_id for back in taken_back(parts)] == ["undo.marker.center", "undo.lay.token"]
    (back,) = taken_back([act])
    assert [part.line_id for part in cut(back, Profile.S)] == ["undo.marker.center", "undo.lay.token"]


@pytest.mark.parametrize("line_id", sorted(acts_module._CUTS))
def test_both_halves_of_a_move_have_words(line_id: str) -> None:
    for part in cut(Act(line_id, at=Place.N), Profile.S):
        assert WORDS.has(part.line_id)
        assert not part.back or WORDS.has(part.back)


def test_n1_6_where_tokens_are_asked_the_question_says_to_flip_and_the_act_after_it_the_rest() -> None:
    asked = Way(asked=True, stage=4)
    arose = [fx.ThoughtArose(Place.N, True, True)]
    assert [act.line_id for act in acts(arose, asked)] == ["token.flip"]
    (laid,) = acts([fx.TokenFixed(Place.N, Token.REMEMBERING)], asked, before=arose)
    assert (laid.line_id, laid.toward) == ("do.lay.turn.center", "1")


def test_n8_5_with_paper_decks_the_timer_card_is_in_the_act_that_brings_it() -> None:
    paper = Way(paper=True)
    (act,) = acts([fx.DistractionArose(Place.N), fx.TimePassed(3)], paper)
    assert (act.line_id, act.back) == ("do.dist.timer", "undo.dist.timer")
    assert [part.line_id for part in cut(act, Profile.S)] == ["do.dist.still", "do.timer"]
    (back,) = taken_back([act])
    assert [part.line_id for part in cut(back, Profile.S)] == ["undo.time.timer", "undo.dist"]


# On the device


def test_undo_goes_back_without_limit_to_the_first_breath_and_the_same_cards_come_again() -> None:
    bench = Bench()
    bench.begin(guidance="quiet", seed="5")
    states, given = [bench.state], []
    for _ in range(10):
        given.append(legal(bench.state)[0])
        touch(bench, given[-1])
        states.append(bench.state)
    for state in reversed(states[:-1]):
        bench.tap("K1")
        assert bench.state == state
        assert bench.id == "ntd.undo"
        bench.wait_s(4)
    bench.tap("K1")
    assert bench.notice == line("undo.none").full
    bench.wait_s(5)
    for command, state in zip(given, states[1:], strict=True):
        touch(bench, command)
        assert bench.state == state


def test_undo_after_a_restart() -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    first = bench.state
    bench.tap("0")
    again = bench.restarted()
    assert again.id == "resume"
    again.tap("K4")
    assert again.id == "ntd.mind"
    again.tap("K1")
    assert again.state == first
    assert again.id == "ntd.undo"


@pytest.mark.parametrize(("wait_ms", "redone"), [(3_800, True), (4_100, False)])
def test_for_4_s_after_an_undo_k4_is_redo(wait_ms: int, redone: bool) -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.tap("0")
    after = bench.state
    bench.down("K1")
    bench.wait(100_000)
    bench.up("K1")
    bench.wait(BOUNCE_US + 10_000)
    undone = bench.state
    assert undone != after
    bench.wait(wait_ms * 1000 - BOUNCE_US - 60_000)
    bench.tap("K4")
    assert (bench.state == after) is redone or bench.record()[-1].startswith('{"do"')
    assert bench.record()[-1].startswith('{"redo"') is redone


def test_any_other_touch_ends_the_offer_to_redo() -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.tap("0", "K1", "5", "K4")
    assert not bench.record()[-1].startswith('{"redo"')


def test_undo_of_the_end_takes_the_session_up_again() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(timer=1, N="thought:feeling")
    bench.tap("0")
    assert bench.play.over
    bench.tap("0", "0")
    assert bench.id == "ntd.sum"
    assert len(bench.store.journal()) == 1
    bench.tap("K1")
    assert not bench.play.over
    assert bench.id == "ntd.undo"
    assert line("undo.dist", pad=2).full in bench.words
    assert bench.store.journal() == ()
    bench.tap("K4")
    assert not bench.record()[-1].startswith('{"redo"'), "what ended a game is not brought back by K4"


def test_undo_of_the_end_after_a_restart() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(timer=1, N="thought:feeling")
    bench.tap("0", "0", "0")
    assert bench.id == "ntd.sum"
    again = bench.restarted()
    assert again.id == "resume"
    again.tap("0")
    assert again.id == "ntd.sum"
    again.tap("K1")
    assert (again.id, again.play.over) == ("ntd.undo", False)

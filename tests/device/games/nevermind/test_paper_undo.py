"""N8.7: which card goes back where, also where the walk was not over, and what a redo tells and offers."""

from __future__ import annotations

from dataclasses import replace

from device.games.nevermind.acts import Way, acts, joined, taken_back
from device.games.nevermind.round import Showing
from device.games.nevermind.undoing import told_acts, told_text, undo_acts
from device.ui.model import Do
from engine.nevermind import commands as say
from engine.nevermind import effects as fx
from engine.nevermind.model import BREATHE, UNSEEN, Decks, MindCard, Options, Place, State
from tests.device.bench import Bench

PAPER = Way(5, paper=True, turned=True)


def begun(*, tokens: str = "device", profile: str = "L") -> Bench:
    bench = Bench({"nevermind.tokens": tokens, "profile": profile})
    bench.begin(options={"decks": "paper"}, guidance="quiet")
    bench.wait_s(5)
    return bench


def steps(bench: Bench) -> list[str]:
    """Go through what stands, and return its lines."""
    told = []
    while isinstance(screen := bench.screen, Showing):
        told.append(screen.act(bench.app.model).line_id)
        if screen.index + 1 >= len(screen.steps(bench.app.model)):
            break
        bench.tap("0")
    return told


def matched(bench: Bench, deck: int) -> None:
    """Match the Mind Deck alone."""
    state = bench.state
    bench.perform(Do(say.Fix(state.grid, state.center, state.timer, deck, 0)))


def test_an_undo_in_the_middle_of_a_walk_takes_the_card_back_that_was_told_before_it() -> None:
    bench = begun()
    matched(bench, 1)
    bench.wait_s(9)
    bench.tap("7", "K1")
    assert steps(bench) == ["undo.new", "undo.card"], "nothing was shuffled yet"


def test_a_redo_says_to_move_the_card_that_no_question_asks_for() -> None:
    bench = begun()
    bench.tap("7", "K1")
    assert "undo.card" in steps(bench)
    bench.tap("K4")
    assert steps(bench) == ["do.card", "do.new"]
    bench.tap("K1")
    assert steps(bench).count("undo.card") == 1


def test_n1_6_a_redo_does_not_pass_the_question_that_says_to_flip() -> None:
    bench = begun(tokens="table")
    bench.tap("7", "6", "K1")
    steps(bench)
    bench.wait_s(4.5)
    bench.tap("K1")
    steps(bench)
    bench.tap("K4")
    assert steps(bench) == ["do.card"]
    bench.tap("K4")
    assert bench.id == "ntd.token"


def test_n1_6_an_undo_before_that_question_was_seen_flips_nothing() -> None:
    bench = begun(tokens="table")
    bench.tap("7", "K1")
    steps(bench)
    bench.tap("K4")
    assert (bench.id, steps(bench)) == ("ntd.mind", ["do.card"])
    bench.tap("K1")
    assert steps(bench) == ["undo.card"]


def test_n1_6_what_a_resume_tells_again_is_told_to_its_end_before_k1_takes_it_back() -> None:
    bench = begun()
    matched(bench, 1)
    bench.wait_s(9)
    bench.tap("7")
    assert steps(bench) == ["do.new", "do.shuffle.turn"]
    cut = bench.restarted()
    cut.tap("K4")
    lines = cut.written()
    cut.tap("K1")
    assert (cut.id, cut.written()) == ("ntd.mind", lines), "nobody knows how far it was done"
    steps(cut)
    cut.tap("K1")
    assert steps(cut) == ["undo.new", "undo.shuffle", "undo.top"]


def test_behind_a_reset_nothing_is_brought_back() -> None:
    """Shuffled again the cards lie in another order."""
    bench = begun()
    matched(bench, 1)
    bench.wait_s(9)
    bench.tap("7")
    assert steps(bench) == ["do.new", "do.shuffle.turn"]
    bench.tap("7")
    bench.wait_s(9)
    bench.tap("K1")
    steps(bench)
    bench.tap("K1")
    assert steps(bench) == ["undo.new", "undo.shuffle", "undo.top"]
    bench.tap("K4")
    assert steps(bench) == ["do.card", "do.new", "do.shuffle.turn"]
    assert not bench.app.model.can_redo


def test_n8_8_an_undo_of_matching_says_what_the_deck_was() -> None:
    bench = begun()
    matched(bench, 3)
    bench.wait_s(9)
    bench.tap("K1")
    assert steps(bench) == ["undo.fix", "undo.shuffle"]
    assert "16" in bench.words


def test_a_look_back_goes_no_further_than_the_table_was_matched() -> None:
    bench = begun()
    bench.tap("7")
    bench.wait_s(9)
    matched(bench, 3)
    bench.wait_s(9)
    bench.tap("7", "*")
    assert steps(bench) == ["do.ack"]


def test_a_center_card_is_called_one_where_it_goes_back() -> None:
    flipped = taken_back(acts([fx.BreatheDiscarded()], PAPER))
    played = taken_back(acts([fx.HandPlayed(None, None, fx.Played.BREATHE)], PAPER))
    assert [act.line_id for act in (*flipped, *played)] == ["undo.card.center", "undo.hand.card.center"]


def test_a_hand_goes_back_before_the_deck_is_formed() -> None:
    drawn = [fx.HandDrawn(2), fx.DeckShuffled(16, 1, opening=False), fx.HandDrawn(1)]
    minds = tuple(MindCard(index, 0) for index in range(15))
    before = replace(State(Options(5, decks=Decks.PAPER)), deck=(UNSEEN,) * 2, discards=(*minds, BREATHE))
    back = undo_acts(acts(drawn, PAPER), say.DrawHand(3), drawn, before)
    assert [(act.line_id, act.count, act.more) for act in back] == [
        ("undo.hand", 1, 0),
        ("undo.shuffle", 2, 1),
    ]


def test_n5_6_two_hits_of_one_distraction_are_told_apart_and_taken_back() -> None:
    hits = [fx.DistractionHeld(Place.S), fx.TimePassed(9)] * 2
    done = acts(hits, PAPER)
    assert [act.line_id for act in done] == ["do.again.timer", "do.again.more.timer"]
    assert [act.line_id for act in joined(taken_back(done))] == ["undo.time.timers"]
    assert [act.line_id for act in acts(hits)] == ["do.again", "do.again.more"]


def test_two_hits_with_a_question_between_them_are_told_apart_too() -> None:
    hits = [fx.DistractionHeld(Place.S), fx.TimePassed(9)]
    assert [act.line_id for act in acts(hits, PAPER, before=hits)] == ["do.again.more.timer"]
    assert [act.line_id for act in acts(hits, before=hits)] == ["do.again.more"]


def test_a_power_cut_in_an_undo_takes_back_no_more_than_was_told() -> None:
    bench = begun()
    matched(bench, 1)
    bench.wait_s(9)
    bench.tap("7", "K1")
    cut = bench.restarted()
    cut.tap("K4")
    assert steps(cut) == ["undo.new", "undo.card"], "nothing was shuffled yet"
    cut.wait_s(9)
    cut.tap("7")
    steps(cut)
    cut.tap("K1")
    whole = cut.restarted()
    whole.tap("K4")
    assert steps(whole) == ["undo.new", "undo.shuffle", "undo.top"], "all was told this time"


def test_a_walk_that_was_begun_anew_is_told_to_its_end_before_k1_takes_it_back() -> None:
    bench = begun()
    matched(bench, 1)
    bench.wait_s(9)
    bench.tap("7", "*", "K1")
    assert bench.screen.act(bench.app.model).line_id == "do.shuffle.turn"  # type: ignore[attr-defined]


def test_a_note_that_cannot_be_read_is_none() -> None:
    told = acts([fx.HandDrawn(2)], PAPER)
    assert [(act.back, act.count) for act in told_acts(told_text(told)) or ()] == [("undo.hand", 2)]
    assert [told_acts(text) for text in ("", "7", "[[1]]", '[["a","b",99,false,0]]')] == [None] * 4


def test_n8_2_the_side_does_not_fall_back_where_the_own_pad_counts_again() -> None:
    bench = begun(profile="M")
    bench.tap("7")
    bench.wait_s(9)
    bench.tap("7", "K3")
    assert bench.app.model.side == 1
    bench.wait_s(1.5)
    assert bench.app.model.side == 1


def test_a_look_back_shows_no_question_as_an_act() -> None:
    bench = begun(tokens="table")
    bench.tap("7", "*")
    assert bench.id == "ntd.token"

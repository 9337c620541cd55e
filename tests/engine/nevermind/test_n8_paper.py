"""N8: paper decks. The player's own cards are the truth; the engine counts them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import moves
from engine.games import GAMES
from engine.nevermind import commands as c
from engine.nevermind import effects as fx
from engine.nevermind.codec import GAME
from engine.nevermind.model import (
    BREATHE,
    MIND_CARDS,
    UNSEEN,
    Decks,
    Intensity,
    MindCard,
    Options,
    ShownCard,
    State,
    Token,
)
from engine.nevermind.paper import centers_unseen
from engine.nevermind.phases import Phase, Verb
from engine.nevermind.rules import legal_commands
from engine.record import RecordError, apply, header_line, legal_to_json, parse
from engine.step import RefusalCode
from tests.engine.nevermind.kit import NW, SE, E, N, S, W, grid, play, refused, table
from tests.engine.nevermind.soundness import check


def paper(stage: int = 1, **changes: Any) -> Options:
    return Options(stage=stage, decks=Decks.PAPER, **changes)


def lying(
    phase: Phase, centers: int = 0, in_deck: int = 16, seen: int = 0, stage: int = 5, **changes: Any
) -> State:
    """A paper table: `centers` in play, of which `seen` lie on the discard; `in_deck` cards in the deck."""
    rest = MIND_CARDS + centers - in_deck - len(changes.get("hand", ()))
    discards = (*(MindCard(index, 0) for index in range(rest - seen)), *(BREATHE,) * seen)
    fields: dict[str, Any] = {
        "options": paper(stage, super_monkey=changes.pop("super_monkey", False)),
        "deck": (UNSEEN,) * in_deck,
        "discards": discards,
        "centers_added": max(centers, changes.pop("centers_added", centers)),
    }
    return table(phase, changes.pop("places", grid(NW="released:thinking")), **{**fields, **changes})


def read(state: State, **line: Any) -> str | None:
    """Give a line of a record to the game; return the code of its refusal."""
    done = apply(GAME, state, line)
    return None if done.refusal is None else done.refusal.code.value


# N8.2: what a draw says


def test_n8_2_a_draw_says_where_the_card_points_and_the_mind_acts_there() -> None:
    state, told = play(lying(Phase.MIND, places=grid(), stage=1), c.Draw(ShownCard(E)))
    assert told[0] == fx.PaperCardFlipped(E, None)
    assert state.phase is Phase.TOKEN
    assert (state.barred, len(state.deck), state.discards[-1]) == ((E,), 15, ShownCard(E))


def test_n8_2_a_center_card_is_only_discarded() -> None:
    state, told = play(lying(Phase.MIND, centers=1, in_deck=5), c.Draw(BREATHE))
    assert told[0] == fx.BreatheDiscarded()
    assert (state.phase, state.barred, state.discards[-1]) == (Phase.WATCHER, (), BREATHE)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({}, "cards"),
        ({"mind": "N", "breathe": True}, "cards"),
        ({"breathe": False}, "cards"),
        ({"mind": "X"}, "target"),
        ({"mind": 3}, "target"),
        ({"mind": None}, "target"),
        ({"breathe": 1}, "target"),
        ({"mind": "N"}, None),
        ({"mind": "N", "noting": "N"}, None),
        ({"mind": "N", "noting": "X"}, None),
        ({"mind": "N", "breathe": False}, None),
        ({"breathe": True}, None),
    ],
)
def test_n8_2_exactly_one_of_mind_and_breathe(line: dict[str, object], code: str | None) -> None:
    """Without Super `noting` is ignored."""
    assert read(lying(Phase.MIND, centers=1), do="draw", **line) == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"mind": "N"}, "cards"),
        ({"mind": "N", "noting": "N"}, "cards"),
        ({"mind": "N", "noting": "X"}, "target"),
        ({"mind": "N", "noting": "E"}, None),
        ({"breathe": True}, None),
    ],
)
def test_n8_2_with_super_a_mind_card_says_both_places(line: dict[str, object], code: str | None) -> None:
    state = lying(Phase.MIND, centers=1, stage=6, super_monkey=True)
    assert read(state, do="draw", **line) == code


def test_n8_2_super_acts_on_the_type_at_the_noting_focus() -> None:
    places = grid(NW="released:thinking", E="acknowledged:feeling", S="acknowledged:thinking")
    state = lying(Phase.MIND, stage=6, super_monkey=True, places=places)
    state, told = play(state, c.Draw(ShownCard(E, S)))
    assert fx.SecondAsked(Token.THINKING) in told
    assert (state.phase, [entry.at for entry in legal_commands(state)[:-1]]) == (Phase.SECOND, [NW, S])  # type: ignore[union-attr]


def test_n8_2_the_phase_goes_before_the_fields() -> None:
    assert read(lying(Phase.WATCHER), do="draw") == "phase"


def test_n8_2_a_command_without_its_card_is_refused_too() -> None:
    assert refused(lying(Phase.MIND), c.Draw()) is RefusalCode.CARDS
    assert refused(lying(Phase.MIND, stage=6, super_monkey=True), c.Draw(ShownCard(E))) is RefusalCode.CARDS
    state = lying(Phase.BREATH_PLAY, in_deck=14, hand=(UNSEEN,), center=1, breath_from=NW,
                  places=grid(NW="subliminal:thinking"), hand_centers=(0, 0), centers_added=1)  # fmt: skip
    assert refused(state, c.PlayHand(0)) is RefusalCode.CARDS
    assert refused(state, c.PlayHand(card=ShownCard(E))) is RefusalCode.CARDS


def test_n8_2_draw_and_breath_play_are_listed_without_their_data_and_mind_cards_are_ignored() -> None:
    assert legal_to_json(GAME, lying(Phase.MIND)) == ({"do": "draw"}, {"do": "concede"})
    assert GAME.legal(lying(Phase.MIND)) == (Verb.DRAW, c.Concede())
    assert moves(GAME, lying(Phase.MIND)) == ()
    hand = lying(Phase.BREATH_PLAY, in_deck=10, hand=(UNSEEN,) * 2, center=1, breath_from=NW,
                 places=grid(NW="subliminal:thinking"), centers_added=1)  # fmt: skip
    assert legal_to_json(GAME, hand) == ({"do": "breath_play"}, {"do": "concede"})
    assert GAME.options_from_json({"decks": "paper", "mind_cards": "mine"}) == paper()


# N8.3: what some real deck can show


def test_n8_3_no_center_card_where_none_is_unseen() -> None:
    assert refused(lying(Phase.MIND), c.Draw(BREATHE)) is RefusalCode.CARDS
    assert refused(lying(Phase.MIND, centers=1, in_deck=5, seen=1), c.Draw(BREATHE)) is RefusalCode.CARDS


def test_n8_3_no_mind_card_where_only_center_cards_can_be_left() -> None:
    state = lying(Phase.MIND, centers=2, in_deck=2)
    assert refused(state, c.Draw(ShownCard(E))) is RefusalCode.CARDS
    after, _ = play(state, c.Draw(BREATHE))
    assert after.phase is Phase.BREATHE


def test_n8_3_a_card_in_the_box_is_no_longer_counted() -> None:
    state, _ = play(lying(Phase.BREATHE, centers=1, in_deck=9), c.Breathe(yes=True))
    assert centers_unseen(state) == 0
    assert (state.phase, len(state.deck)) == (Phase.BREATH_FROM, 8)


def test_n8_3_at_a_reset_inside_a_breath_the_hand_holds_all_that_was_unseen() -> None:
    """Two cards were left, one of them a Center Card: the first two of the hand are they."""
    places = grid(NW="released:thinking", N="released:feeling", E="released:feeling", S="released:feeling")
    state = lying(Phase.BREATH_FROM, centers=1, in_deck=2, places=places, centers_added=2)
    state, _ = play(state, c.BreatheFrom(NW), c.DrawHand(3))
    assert (state.phase, state.hand, state.hand_centers) == (Phase.SHUFFLE, (UNSEEN,) * 2, (1, 1))
    state, told = play(state, c.Shuffle())
    assert fx.DeckShuffled(15, 0, opening=False) in told
    assert (state.phase, len(state.hand), state.hand_centers) == (Phase.BREATH_PLAY, 3, (1, 1))
    for mind in (W, SE):
        state, _ = play(state, c.PlayHand(card=ShownCard(mind, mind.moved(1))))
    assert refused(state, c.PlayHand(card=ShownCard(W, E))) is RefusalCode.CARDS
    state, _ = play(state, c.PlayHand(card=BREATHE))
    assert state.phase is Phase.MIND


# N8.4: resets and backs


def test_n8_4_a_shuffle_carries_no_cards_and_a_cards_key_is_ignored() -> None:
    state = State(paper())
    for line in ({"do": "shuffle"}, {"do": "shuffle", "cards": 7}):
        done = apply(GAME, state, line)
        assert (done.state.deck, done.state.discards) == ((UNSEEN,) * 16, ())
        assert done.effects == (fx.DeckShuffled(16, 0, opening=True),)
        assert done.state.phase is Phase.WATCHER
    assert GAME.command_to_json(c.Shuffle()) == {"do": "shuffle"}


def test_n8_4_the_deck_is_reset_when_the_count_is_used_up() -> None:
    state = lying(Phase.MIND, in_deck=1, stage=1, places=grid(E="acknowledged:feeling"))
    state, told = play(state, c.Draw(ShownCard(E)))
    assert told[-1] == fx.DeckReset(center_asked=False)
    assert (state.phase, len(state.discards)) == (Phase.SHUFFLE, 16)


@pytest.mark.parametrize(
    ("centers", "seen", "places", "asked"),
    [
        (1, 0, grid(NW="released:thinking", E="acknowledged:feeling"), True),
        (1, 1, grid(NW="released:thinking", E="acknowledged:feeling"), False),
        (0, 0, grid(NW="released:thinking", E="acknowledged:feeling"), False),
        (1, 0, grid(E="acknowledged:feeling"), False),
    ],
)
def test_n8_4_the_back_is_looked_at_if_a_center_card_can_be_in_the_deck_and_one_is_released(
    centers: int, seen: int, places: Any, asked: bool
) -> None:
    state = lying(Phase.MIND, centers=centers, seen=seen, in_deck=9, places=places)
    state, told = play(state, c.Draw(ShownCard(E)))
    assert (state.phase is Phase.BREATHE) is asked
    assert (fx.BackAsked() in told) is asked


def test_n8_4_yes_takes_the_top_card_out_and_after_no_the_next_draw_may_be_either() -> None:
    state = lying(Phase.BREATHE, centers=1, in_deck=9)
    taken, _ = play(state, c.Breathe(yes=True))
    assert (len(taken.deck), taken.phase) == (8, Phase.BREATH_FROM)
    passed, told = play(state, c.Breathe(yes=False))
    assert told == (fx.BreatheDeclined(),)
    assert (len(passed.deck), centers_unseen(passed)) == (9, 1)
    drawing = lying(Phase.MIND, centers=1, in_deck=9)
    for card in (BREATHE, ShownCard(E)):
        play(drawing, c.Draw(card))


# N8.6: the hand of a breath


def in_hand(count: int = 2, **changes: Any) -> State:
    fields = {"hand": (UNSEEN,) * count, "in_deck": 8, "center": 1, "breath_from": NW, "centers_added": 1}
    places = grid(NW="subliminal:thinking", N="released:feeling", E="distraction:feeling")
    return lying(Phase.BREATH_PLAY, places=places, **{**fields, **changes})


def test_n8_6_the_hand_is_unseen_until_it_is_played() -> None:
    places = grid(NW="subliminal:thinking", N="released:feeling")
    fields: dict[str, Any] = {"center": 1, "breath_from": NW, "centers_added": 1}
    state, _ = play(lying(Phase.BREATH_HAND, in_deck=9, places=places, **fields), c.DrawHand(1))
    assert GAME.state_to_json(state)["hand"] == ["?"]
    assert (len(state.deck), state.hand_centers) == (8, (0, 0))


def test_n8_6_a_played_card_says_both_places_and_meets_what_lies_there() -> None:
    state, told = play(in_hand(), c.PlayHand(card=ShownCard(E, N)))
    assert told[0] == fx.HandPlayed(E, N, fx.Played.DISTRACTION)
    assert fx.Matched(E, Intensity.DISTRACTION) in told
    assert (state.timer, state.hand, state.discards[-1]) == (18, (UNSEEN,), ShownCard(E, N))


def test_n8_6_a_center_card_of_the_hand_has_no_effect() -> None:
    state, told = play(in_hand(centers=1, hand_centers=(0, 1)), c.PlayHand(card=BREATHE))
    assert told == (fx.HandPlayed(None, None, fx.Played.BREATHE),)
    assert (state.hand, state.hand_centers, state.discards[-1]) == ((UNSEEN,), (0, 0), BREATHE)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({}, "cards"),
        ({"index": 0}, "cards"),
        ({"mind": "N"}, "cards"),
        ({"mind": "N", "noting": "N"}, "cards"),
        ({"mind": "N", "noting": 1}, "target"),
        ({"mind": "Q", "noting": "N"}, "target"),
        ({"breathe": True, "mind": "N", "noting": "E"}, "cards"),
        ({"breathe": True}, "cards"),
        ({"mind": "N", "noting": "E"}, None),
    ],
)
def test_n8_6_what_a_played_card_says(line: dict[str, object], code: str | None) -> None:
    assert read(in_hand(), do="breath_play", **line) == code


# N8.8: matching the table, and the record


FIXED = {"grid": dict.fromkeys(("NW", "N", "NE", "E", "SE", "S", "SW", "W"), "subliminal"), "center": 0}


@pytest.mark.parametrize("phase", [Phase.MIND, Phase.WATCHER])
def test_n8_8_fix_lays_the_deck_too(phase: Phase) -> None:
    state = lying(phase, centers=2, in_deck=9, seen=1, centers_added=2)
    done = apply(GAME, state, {"do": "fix", **FIXED, "timer": 7, "deck": 4, "breathes": 1})
    assert done.refusal is None
    assert not check(done.state)
    assert (len(done.state.deck), centers_unseen(done.state), len(done.state.discards)) == (4, 1, 14)
    left = apply(GAME, state, {"do": "fix", **FIXED, "timer": 7}).state
    assert (left.deck, left.discards) == (state.deck, state.discards)


@pytest.mark.parametrize(
    ("deck", "breathes", "code"),
    [
        (0, 0, "target"),
        (1, 1, None),
        (1, 2, "target"),
        (2, 3, "target"),
        (18, 2, None),
        (17, 1, None),
        (18, 1, "target"),
        (4, -1, "target"),
        (4, None, "target"),
        (None, 1, "target"),
        (True, 0, "target"),
        ("4", 0, "target"),
    ],
)
def test_n8_8_a_deck_that_cannot_lie_so_is_refused(deck: Any, breathes: Any, code: str | None) -> None:
    fields = {key: value for key, value in (("deck", deck), ("breathes", breathes)) if value is not None}
    assert read(lying(Phase.MIND, centers=2, in_deck=9), do="fix", **FIXED, timer=7, **fields) == code


def test_n8_8_with_the_devices_own_decks_fix_takes_no_deck() -> None:
    state = table(Phase.MIND, grid())
    done = apply(GAME, state, {"do": "fix", **FIXED, "timer": 7, "deck": "x", "breathes": 1})
    assert done.refusal is None
    assert done.state.deck == state.deck


def test_n8_8_decks_are_in_the_header_only_when_paper_and_such_a_record_has_version_two() -> None:
    assert b'"version":1,' in header_line(GAME, Options())
    assert b"decks" not in header_line(GAME, Options())
    written = header_line(GAME, paper())
    assert b'"version":2,' in written
    assert written.rstrip().endswith(b'"breath_calms_feeling":true,"decks":"paper"}}')
    assert parse(written, GAMES).options == paper()
    with pytest.raises(RecordError, match=r"line 1: version 1 .* such a game has version 2"):
        parse(written.replace(b'"version":2', b'"version":1'), GAMES)
    assert (
        parse(header_line(GAME, Options()).replace(b'"version":1', b'"version":2'), GAMES).options
        == Options()
    )

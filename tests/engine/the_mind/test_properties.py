"""Whatever is asked of a game, in whatever order, the laws of the rules hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.record import legal_to_json
from engine.step import Refusal
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
from engine.the_mind.model import MAX_LIVES, MAX_STARS, Cards, Options, Phase, State, initial
from engine.the_mind.rules import step
from tests.engine.the_mind.soundness import check

if TYPE_CHECKING:
    from engine.the_mind.effects import Effect

# How long an example takes is the machine's business.
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
OPTIONS = st.builds(
    Options,
    players=st.integers(2, 4),
    cards=st.sampled_from(Cards),
    blind=st.booleans(),
    blind_cap=st.booleans(),
    empty_hands_vote=st.booleans(),
)
SEATS = st.integers(-1, 4)
ANY = st.one_of(
    st.sampled_from([Focus(), ReportMisplay(), ReportLevelDone(), Stop(), BeginBlind(), Concede()]),
    st.builds(ReportLevelDone, st.integers(-1, 6)),
    st.builds(Play, SEATS, st.integers(0, 101)),
    st.builds(ProposeStar, SEATS),
    st.builds(Agree, SEATS),
    st.builds(Decline, SEATS),
    st.builds(Deal, st.lists(st.lists(st.integers(0, 101), max_size=2).map(tuple), max_size=4).map(tuple)),
)


def complete(state: State, line: dict[str, object], rng: st.DataObject) -> Command:
    """A listed command with the data that the list leaves to the world."""
    if line["do"] == "deal":
        size = state.options.players * state.level
        cards = rng.draw(st.lists(st.integers(1, 100), unique=True, min_size=size, max_size=size))
        line = {
            **line,
            "hands": [cards[seat :: state.options.players] for seat in range(state.options.players)],
        }
    if line["do"] == "level_done" and state.blind:
        line = {**line, "mistakes": rng.draw(st.integers(0, 2))}
    command = GAME.command_from_json(line, state)
    assert not isinstance(command, Refusal)
    return command


def walk(options: Options, data: st.DataObject) -> list[tuple[State, Command, State, tuple[Effect, ...]]]:
    """Up to 60 commands, mostly legal ones, giving up only as a stray; what each accepted one did."""
    state, done = initial(options), []
    length: int = data.draw(st.integers(0, 60))
    for _ in range(length):
        listed = [line for line in legal_to_json(GAME, state) if line["do"] != "concede"]
        stray = data.draw(st.integers(0, 5)) == 0
        if listed and not stray:
            command = complete(state, data.draw(st.sampled_from(listed)), data)
            after = step(state, command)
            assert after.refusal is None
        else:
            command = data.draw(ANY)
            after = step(state, command)
        if after.refusal is not None:
            assert after.state is state
            assert after.effects == ()
            continue
        done.append((state, command, after.state, after.effects))
        state = after.state
    return done


@pytest.mark.long
@CALM
@given(OPTIONS, st.data())
def test_random_play_stays_sound(options: Options, data: st.DataObject) -> None:
    for _, _, state, effects in walk(options, data):
        assert not check(state)
        assert 0 <= state.lives <= MAX_LIVES
        assert 0 <= state.stars <= MAX_STARS
        assert effects


@pytest.mark.long
@CALM
@given(OPTIONS, st.data())
def test_cards_are_conserved(options: Options, data: st.DataObject) -> None:
    dealt: list[int] = []
    for _, command, state, _ in walk(options, data):
        if isinstance(command, Deal):
            dealt = sorted(card for hand in command.hands for card in hand)
        if state.hands is not None:
            held = [card for hand in state.hands for card in hand]
            assert sorted([*held, *state.pile, *state.aside]) == dealt


@pytest.mark.long
@CALM
@given(OPTIONS, st.data())
def test_no_card_falls_while_stopped_and_old_votes_are_dead(options: Options, data: st.DataObject) -> None:
    for before, command, state, _ in walk(options, data):
        if isinstance(command, Play):
            assert Phase.PLAYING in (before.phase, before.vote_from)
        if state.phase is not Phase.STAR_VOTE and not isinstance(command, Concede):
            assert state.votes == ()
            assert state.vote_from is None


@pytest.mark.long
@CALM
@given(OPTIONS, st.data(), ANY)
def test_step_and_legal_agree(options: Options, data: st.DataObject, stray: Command) -> None:
    done = walk(options, data)
    state = done[-1][2] if done else initial(options)
    listed = legal_to_json(GAME, state)
    line = GAME.command_to_json(stray)
    bare = {key: line[key] for key in line if key not in ("hands", "mistakes")}
    accepted = step(state, stray).refusal is None
    if accepted:
        assert bare in listed
    elif bare in listed:
        assert line["do"] in ("deal", "level_done")  # the verb has its place, this data has not


@pytest.mark.long
@CALM
@given(OPTIONS, st.data())
def test_a_record_of_the_commands_replays_to_the_same_states(options: Options, data: st.DataObject) -> None:
    state = initial(GAME.options_from_json(GAME.options_to_json(options)))
    for _, command, expected, _ in walk(options, data):
        again = GAME.command_from_json(GAME.command_to_json(command), state)
        assert not isinstance(again, Refusal)
        state = step(state, again).state
        assert state == expected
        assert GAME.state_to_json(state) == GAME.state_to_json(expected)

"""What holds in every game, whatever is chosen and whatever is tried."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from engine.nevermind import effects as fx
from engine.nevermind.codec import GAME
from engine.nevermind.commands import AddCenter
from engine.nevermind.model import Intensity, Options, State
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands, step
from engine.record import header_line, json_line, legal_to_json, parse, resume, verify
from engine.step import RefusalCode
from tests.engine.nevermind import chance
from tests.engine.nevermind.soundness import check

SEEDS = st.integers(0, 2**32)
QUICK = settings(max_examples=25, deadline=None)


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_legal_games_stay_sound_and_come_to_an_end(options: Options, seed: int) -> None:
    after = State(options)
    assert not check(after)
    for before, command, after in chance.game(options, Random(seed)):
        assert after is not before, command
        assert not check(after), (check(after), before, command)
    assert after.phase is Phase.OVER
    assert legal_commands(after) == ()


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_random_commands_are_refused_or_lead_to_a_sound_state(options: Options, seed: int) -> None:
    random = Random(seed)
    state = State(options)
    for _ in range(300):
        careful = random.random() < 0.3 and state.phase is not Phase.OVER
        command = chance.legal(state, random) if careful else chance.anything(state, random)
        done = step(state, command)
        if done.refusal is None:
            assert not check(done.state), (check(done.state), state, command)
            assert done.effects or command == AddCenter(yes=False)
        else:
            assert done.state is state
            assert done.effects == ()
        state = done.state


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_legal_agrees_with_step(options: Options, seed: int) -> None:
    random = Random(seed)
    for before, _, _ in chance.game(options, random, most=60):
        accepted = {command for command in chance.EVERY if step(before, command).refusal is None}
        assert accepted == set(legal_commands(before))
        assert bool(accepted)
        shuffled = step(before, chance.shuffle(before, random))
        assert (shuffled.refusal is None) == (before.phase is Phase.SHUFFLE)


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_after_the_end_everything_is_refused_as_over(options: Options, seed: int) -> None:
    random = Random(seed)
    *_, (_, _, last) = chance.game(options, random)
    for command in (*chance.EVERY, chance.anything(last, random)):
        done = step(last, command)
        assert done.state is last
        assert done.refusal
        assert done.refusal.code is RefusalCode.OVER


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_effects_tell_the_timer_and_the_markers(options: Options, seed: int) -> None:
    for before, command, after in chance.game(options, Random(seed)):
        effects = step(before, command).effects
        times = [effect.timer for effect in effects if isinstance(effect, fx.TimePassed)]
        assert times == list(range(before.timer - 1, after.timer - 1, -1))
        assert any(isinstance(effect, fx.GameEnded) for effect in effects) == (after.result is not None)
        out = [8 - state.count(Intensity.SUBLIMINAL) + state.center for state in (before, after)]
        from_pool = sum(isinstance(e, fx.ThoughtArose) and not e.stolen for e in effects)
        assert out[1] - out[0] == from_pool


@pytest.mark.long
@QUICK
@given(chance.options(), SEEDS)
def test_a_written_record_reads_back_to_the_same_states(options: Options, seed: int) -> None:
    lines = [header_line(GAME, options, seed)]
    states = []
    for _, command, after in chance.game(options, Random(seed), most=120):
        written = GAME.command_to_json(command)
        assert GAME.command_from_json(written, after) == command
        states.append(after)
        lines.append(
            json_line(
                {**written, "then": GAME.state_to_json(after), "legal": list(legal_to_json(GAME, after))}
            )
        )
    record = parse(b"".join(lines), GAMES)
    assert record.options == options
    assert record.seed == seed
    assert verify(record) is None
    assert [entry.state for entry in resume(record).in_force] == states


@pytest.mark.long
@given(SEEDS)
@QUICK
def test_the_same_commands_lead_to_the_same_effects(seed: int) -> None:
    moves = list(chance.game(Options(stage=6, super_monkey=True), Random(seed), most=80))
    state = State(Options(stage=6, super_monkey=True))
    for before, command, after in moves:
        first, again = step(before, command), step(state, command)
        assert (again.state, again.effects) == (after, first.effects)
        assert json_line(GAME.state_to_json(again.state)) == json_line(GAME.state_to_json(after))
        state = again.state

"""What the stages add (N5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import (
    AddCenter,
    Draw,
    GiveToken,
    LetGo,
    Notice,
    Rest,
    Shuffle,
    Surface,
    TakeSecond,
)
from engine.nevermind.mind import chain_course
from engine.nevermind.model import Outcome, Result, State, Token
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import (
    NE,
    NW,
    SE,
    SW,
    E,
    N,
    S,
    W,
    cards,
    grid,
    last_card,
    mind,
    play,
    refused,
    shown,
    watcher,
)

CW, CCW = fx.Direction.CLOCKWISE, fx.Direction.COUNTER_CLOCKWISE


def test_n5_1_the_mind_wins_when_all_are_released_or_distractions() -> None:
    start = mind(grid("distraction:feeling", N="thought:feeling", S="released:feeling"), (N, E), stage=2)
    state, happened = play(start, Draw())
    assert state.result == Result(Outcome.MIND_WINS, None, None)
    assert happened[-2:] == (fx.DistractionArose(N), fx.GameEnded(Outcome.MIND_WINS, None, None))
    assert (state.timer, state.barred) == (19, (N,))


def test_n5_1_a_forced_let_go_can_end_it() -> None:
    start = watcher(grid("distraction:feeling", N="subliminal:feeling"), stage=2, center=1)
    state, _ = play(start, LetGo(N))
    assert state.result == Result(Outcome.MIND_WINS, None, None)
    assert state.timer == 19


def test_n5_1_stage_one_goes_on() -> None:
    state, _ = play(mind(grid("distraction:feeling", N="thought:feeling"), (N, E)), Draw())
    assert (state.phase, state.timer) == (Phase.WATCHER, 18)


def monkey(*, stage: int = 3, **places: str) -> State:
    return mind(grid(**{"N": "released:thinking", "S": "thought:feeling", **places}), (N, E), stage=stage)


def test_n5_2_a_released_thinking_thought_wakes() -> None:
    state, happened = play(monkey(), Draw())
    assert happened[1:] == (fx.MonkeyWoke(N),)
    assert (shown(state, N), state.timer, state.barred) == ("thought:thinking", 19, (N,))


def test_n5_2_it_steals_no_focus() -> None:
    state = mind(grid(N="released:thinking", S="subliminal:feeling"), (N, E), stage=3, center=1)
    state, _ = play(state, Draw())
    assert (state.center, shown(state, N)) == (1, "thought:thinking")


def test_n5_2_not_between_two_released_neighbours() -> None:
    state, happened = play(monkey(NW="released:feeling", NE="released:feeling"), Draw())
    assert happened[1:] == (fx.ReleasedHeld(N),)
    assert state.barred == ()
    for start in (monkey(NW="released:feeling"), monkey(NE="released:feeling")):
        assert fx.MonkeyWoke(N) in play(start, Draw())[1]


def test_n5_2_only_thinking_and_only_from_stage_three_on() -> None:
    assert fx.ReleasedHeld(N) in play(monkey(N="released:feeling"), Draw())[1]
    assert fx.ReleasedHeld(N) in play(monkey(stage=2), Draw())[1]


def chain(token: str = "anticipating", stage: int = 4, **places: str) -> State:
    return mind(grid(**{"N": f"distraction:{token}", **places}), (N, W), stage=stage)


def test_n5_3_anticipating_goes_clockwise_remembering_counter_clockwise() -> None:
    state, happened = play(chain(NE="acknowledged:feeling"), Draw())
    assert happened[1:] == (
        fx.DistractionHeld(N),
        fx.TimePassed(18),
        fx.ChainMoved(N, CW, (), NE),
        fx.ThoughtReturned(NE),
    )
    assert (shown(state, NE), state.timer) == ("thought:feeling", 18)
    state, happened = play(chain("remembering", NW="acknowledged:feeling"), Draw())
    assert fx.ChainMoved(N, CCW, (), NW) in happened
    assert shown(state, NW) == "thought:feeling"


@pytest.mark.parametrize("token", ["thinking", "feeling"])
def test_n5_3_other_types_send_nowhere(token: str) -> None:
    assert play(chain(token), Draw())[1][1:] == (fx.DistractionHeld(N), fx.TimePassed(18))


def test_n5_3_not_before_stage_four() -> None:
    assert play(chain(stage=3), Draw())[1][1:] == (fx.DistractionHeld(N), fx.TimePassed(18))


def test_n5_3_it_passes_distractions_freely_and_wraps() -> None:
    places = dict.fromkeys(("NE", "E", "SE", "S", "SW", "W"), "distraction:anticipating")
    start = mind(grid(**places, N="distraction:anticipating", NW="thought:feeling"), (N, W), stage=4)
    state, happened = play(start, Draw())
    passed = (NE, E, SE, S, SW, W)
    assert fx.ChainMoved(N, CW, passed, NW) in happened
    assert state.result == Result(Outcome.MIND_WINS, None, None)
    assert state.timer == 18


def test_n5_3_the_course_never_leads_back_to_its_start() -> None:
    state = watcher(grid("distraction:anticipating"))
    assert chain_course(state, N, -1) == (NW, W, SW, S, SE, E, NE)


def test_n5_3_a_released_one_is_left_alone_a_thinking_one_too() -> None:
    state, happened = play(chain(NE="released:thinking"), Draw())
    assert happened[-2:] == (fx.ChainMoved(N, CW, (), NE), fx.ReleasedHeld(NE))
    assert (state.phase, shown(state, NE)) == (Phase.WATCHER, "released:thinking")


def test_n5_3_a_fresh_thought_gets_its_token_and_may_steal_the_focus() -> None:
    start = mind(grid(N="distraction:anticipating", S="subliminal:feeling"), (N, W), stage=4, center=1)
    state, happened = play(start, Draw())
    assert happened[-1] == fx.ThoughtArose(NE, first_time=True, stolen=True)
    assert (state.phase, state.center) == (Phase.TOKEN, 0)
    state, _ = play(state, GiveToken(Token.FEELING))
    assert (state.phase, shown(state, NE)) == (Phase.WATCHER, "thought:feeling")


def test_n5_3_a_thought_becomes_a_distraction_at_the_usual_price_and_starts_no_chain() -> None:
    state, happened = play(chain(NE="thought:anticipating", E="thought:feeling"), Draw())
    assert happened[-2:] == (fx.DistractionArose(NE), fx.TimePassed(17))
    assert (shown(state, E), state.timer) == ("thought:feeling", 17)


def test_n5_3_a_thought_turned_distraction_by_the_card_itself_starts_none() -> None:
    _, happened = play(chain(N="thought:anticipating"), Draw())
    assert happened[1:] == (fx.DistractionArose(N), fx.TimePassed(18))


def test_n5_3_it_neither_sets_nor_lifts_a_bar() -> None:
    state, _ = play(chain(NE="acknowledged:feeling"), Draw())
    assert state.barred == (N,)
    start = mind(
        grid(N="distraction:anticipating", NE="thought:anticipating"), (N, NE), stage=6, super_monkey=True
    )
    state, _ = play(start, Draw())
    assert (state.phase, state.barred, shown(state, NE)) == (Phase.SECOND, (N,), "distraction:anticipating")
    state, _ = play(state, TakeSecond(NE))
    assert state.barred == (N, NE)


def test_n5_3_the_game_may_end_before_it_moves_on() -> None:
    start = mind(grid(N="distraction:anticipating", NE="thought:feeling"), (N, W), stage=4, timer=1)
    state, happened = play(start, Draw())
    assert isinstance(happened[-1], fx.GameEnded)
    assert (state.phase, shown(state, NE)) == (Phase.OVER, "thought:feeling")


def test_n5_4_deep_breath_begins_at_stage_five() -> None:
    for stage, phase in ((4, Phase.SHUFFLE), (5, Phase.ADD_CENTER)):
        state, _ = play(last_card(grid(N="thought:feeling"), (N, E), stage=stage), Draw())
        assert state.phase is phase


def test_n5_5_notice_cannot_take_a_feeling_at_stage_six() -> None:
    places = grid(N="distraction:feeling", S="distraction:thinking")
    assert refused(watcher(places, stage=6), Notice(N)) is RefusalCode.TARGET
    play(watcher(places, stage=6), Notice(S))
    play(watcher(places, stage=5), Notice(N))


def second(stage_super: bool = True, **places: str) -> State:
    """A card from N to E, with a thought at N that just returns."""
    start = grid(**{"N": "acknowledged:thinking", **places})
    return mind(start, (N, E), stage=6, super_monkey=stage_super)


def test_n5_6_a_second_action_on_a_like_token_that_of_the_noting_focus_included() -> None:
    state, happened = play(second(E="acknowledged:feeling", S="thought:feeling"), Draw())
    assert happened[1:] == (fx.ThoughtReturned(N), fx.SecondAsked(Token.FEELING))
    assert (state.phase, state.barred) == (Phase.SECOND, (N,))
    for at, now in ((E, "thought:feeling"), (S, "distraction:feeling")):
        after, _ = play(state, TakeSecond(at))
        assert (after.phase, after.barred, shown(after, at)) == (Phase.WATCHER, (N, at), now)
    assert refused(state, TakeSecond(N)) is RefusalCode.TARGET
    assert refused(state, TakeSecond(W)) is RefusalCode.TARGET


def test_n5_6_none_without_a_token_there_or_without_the_option() -> None:
    assert play(second(), Draw())[0].phase is Phase.WATCHER
    assert play(second(stage_super=False, E="thought:feeling"), Draw())[0].phase is Phase.WATCHER


@pytest.mark.parametrize(
    "places",
    [
        {"N": "released:feeling"},
        {"N": "released:thinking"},
        {"N": "thought:feeling"},
        {"N": "distraction:feeling"},
        {"N": "distraction:anticipating", "NE": "released:feeling"},
        {"N": "distraction:anticipating", "NE": "thought:feeling"},
        {"N": "subliminal:feeling"},
    ],
)
def test_n5_6_it_follows_whatever_the_first_action_was(places: dict[str, str]) -> None:
    state, happened = play(second(True, **places, E="acknowledged:feeling"), Draw())
    assert state.phase is Phase.SECOND
    assert happened[-1] == fx.SecondAsked(Token.FEELING)


def test_n5_6_nothing_of_it_is_left_over_once_the_watcher_phase_begins() -> None:
    state, _ = play(second(), Draw())
    assert (state.phase, state.second_due) == (Phase.WATCHER, False)
    state, _ = play(second(E="acknowledged:feeling"), Draw())
    assert (state.phase, state.second_due) == (Phase.SECOND, False)
    fresh = mind(grid(), (N, E), stage=6, super_monkey=True)
    state, _ = play(fresh, Draw())
    assert (state.phase, state.second_due) == (Phase.TOKEN, True)
    state, _ = play(state, GiveToken(Token.FEELING))
    assert (state.phase, state.second_due) == (Phase.WATCHER, False)


def test_n5_6_it_triggers_no_edge_case_on_a_quiet_table_either() -> None:
    """No game leads here, as something is active after the first action. The clause holds all the same."""
    start = mind(
        grid(E="released:feeling"),
        (N, E),
        stage=6,
        super_monkey=True,
        deck=cards(*range(1, 16)),
        discards=cards(0),
    )
    state, happened = play(replace(start, phase=Phase.SECOND), TakeSecond(E))
    assert happened == (fx.ReleasedHeld(E),)
    assert state.phase is Phase.WATCHER


def test_n5_6_the_noting_focus_is_read_after_the_first_action_and_its_token() -> None:
    start = mind(
        grid(N="distraction:anticipating"), (N, NE), stage=6, super_monkey=True, discards=(), centers_added=0
    )
    state, _ = play(start, Draw())
    assert state.phase is Phase.TOKEN
    state, happened = play(state, GiveToken(Token.ANTICIPATING))
    assert happened[-1] == fx.SecondAsked(Token.ANTICIPATING)
    state, happened = play(state, TakeSecond(NE))
    assert (shown(state, NE), state.barred) == ("distraction:anticipating", (N, NE))


def test_n5_6_stages_three_and_four_apply_and_a_chain_may_ask_for_a_token() -> None:
    state, _ = play(second(E="released:thinking"), Draw())
    state, happened = play(state, TakeSecond(E))
    assert happened == (fx.MonkeyWoke(E),)
    start = second(E="distraction:anticipating", N="acknowledged:feeling")
    state, _ = play(start, Draw())
    state, happened = play(state, TakeSecond(E))
    assert happened[-1] == fx.ThoughtArose(SE, first_time=True, stolen=False)
    assert state.phase is Phase.TOKEN
    state, happened = play(state, GiveToken(Token.FEELING))
    assert happened == (fx.TokenFixed(SE, Token.FEELING),)
    assert state.phase is Phase.WATCHER


def test_n5_6_it_never_triggers_the_edge_case() -> None:
    start = mind(grid(N="released:feeling", E="released:feeling"), (N, E), stage=6, super_monkey=True)
    state, happened = play(start, Draw())
    assert happened[-1] == fx.SurfaceAsked()
    state, happened = play(state, Surface(S))
    assert state.phase is Phase.TOKEN
    state, _ = play(state, GiveToken(Token.THINKING))
    assert state.phase is Phase.SECOND
    state, happened = play(state, TakeSecond(E))
    assert happened == (fx.ReleasedHeld(E),)
    assert state.phase is Phase.WATCHER
    assert state.barred == (S,)


def test_n5_6_it_follows_a_thought_that_rose_with_its_token() -> None:
    start = mind(
        grid(N="released:feeling", E="released:feeling", S="subliminal:feeling"),
        (N, E),
        stage=6,
        super_monkey=True,
    )
    state, _ = play(start, Draw(), Surface(S))
    assert state.phase is Phase.SECOND


def test_n5_6_it_can_end_the_game() -> None:
    start = second(E="distraction:feeling")
    state, _ = play(start, Draw())
    state, _ = play(replace(state, timer=1), TakeSecond(E))
    assert state.phase is Phase.OVER


def test_n5_6_none_after_a_discarded_breathe() -> None:
    start = mind(
        grid(N="thought:feeling", E="thought:feeling"),
        (N, E),
        stage=6,
        super_monkey=True,
        deck=cards(-1, *range(16)),
        centers_added=1,
    )
    state, happened = play(start, Draw())
    assert happened == (fx.BreatheDiscarded(),)
    assert state.phase is Phase.WATCHER


@pytest.mark.parametrize("places", [{}, {"E": "thought:feeling"}])
def test_n5_6_the_reset_comes_after_the_second_action(places: dict[str, str]) -> None:
    start = last_card(
        grid(**{"N": "acknowledged:feeling", **places}), (N, E), stage=6, super_monkey=True, centers_added=0
    )
    state, _ = play(start, Draw())
    if places:
        state, _ = play(state, TakeSecond(E))
    assert state.phase is Phase.ADD_CENTER
    state, _ = play(state, AddCenter(yes=False), Shuffle(cards(*range(16))))
    assert state.phase is Phase.WATCHER
    assert refused(state, Rest()) is RefusalCode.PHASE

"""The library runs the games: without what it does nothing holds, and only it moves a draft."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from transitions import core

from engine.games import GAMES
from engine.machine import THEN
from engine.nevermind import draft as nevermind_draft
from engine.nevermind import rules as nevermind_rules
from engine.record import Kind, advance, parse, verify
from engine.the_mind import draft as the_mind_draft
from engine.the_mind import rules as the_mind_rules
from tests.engine.nevermind import (
    test_n0_n2_setup_and_round,
    test_n3_mind,
    test_n4_watcher,
    test_n5_stages,
    test_n6_breath,
    test_n6_hand,
    test_n7_end,
)
from tests.engine.the_mind import (
    test_m1_setup,
    test_m2_level,
    test_m3_rewards,
    test_m4_star,
    test_m5_blind,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests" / "conformance").glob("*.jsonl"))

CLAUSES: tuple[Callable[[], None], ...] = (
    test_n0_n2_setup_and_round.test_n2_1_a_round_is_a_mind_phase_then_a_watcher_phase,
    test_n0_n2_setup_and_round.test_n2_2_an_empty_timer_deck_ends_the_game_at_once,
    test_n0_n2_setup_and_round.test_n2_3_the_ends_the_grid_brings_come_before_the_empty_timer,
    test_n3_mind.test_n3_1_thought_becomes_distraction_and_time_passes,
    test_n3_mind.test_n3_3_blocked_with_nothing_active_a_subliminal_of_choice_rises_and_is_barred,
    test_n3_mind.test_n3_5_an_empty_mind_deck_is_reset_at_once_with_all_discards_freshly_turned,
    test_n4_watcher.test_n4_4_let_go_takes_the_marker_from_the_center_and_time_passes,
    test_n4_watcher.test_n4_6_rest_exists_only_when_there_is_no_action,
    test_n5_stages.test_n5_1_the_mind_wins_when_all_are_released_or_distractions,
    test_n5_stages.test_n5_3_it_passes_distractions_freely_and_wraps,
    test_n5_stages.test_n5_6_it_follows_a_thought_that_rose_with_its_token,
    test_n6_breath.test_n6_2_with_nothing_released_it_counts_as_no,
    test_n6_hand.test_n6_6_the_marker_goes_back_and_time_passes_and_the_round_ends,
    test_n7_end.test_n7_3_all_eight_released_is_a_zen_master_win,
    test_m1_setup.test_m1_3_lives_and_stars_end_at_the_supply,
    test_m2_level.test_m2_3_focus_again_and_the_same_level_goes_on,
    test_m2_level.test_m2_4_the_last_life_gone_is_the_end_at_once,
    test_m2_level.test_m2_5_a_misplay_may_complete_it_and_the_life_is_charged_first,
    test_m3_rewards.test_m3_1_the_last_level_pays_too,
    test_m4_star.test_m4_4_then_focus_or_the_level_is_complete,
    test_m5_blind.test_m5_4_lives_first_then_the_reward,
    test_m5_blind.test_m5_5_a_star_that_empties_the_hands_leads_to_the_check,
)
"""Tests of the clauses that stand on guards and deeds of the tables."""


def look_up(transition: core.Transition, event: core.EventData) -> bool:
    """Do what a look-up of targets would do: the first row, without guards or deeds, up to a phase."""
    machine: Any = event.machine
    machine.set_state(transition.dest, event.model)
    while transition.dest in machine.events[THEN.value].transitions:
        transition = machine.events[THEN.value].transitions[transition.dest][0]
        machine.set_state(transition.dest, event.model)
    return True


BROKEN = (AssertionError, LookupError, ValueError)
"""What comes out of a game whose values do not move with its phases."""


def verifies(path: Path) -> bool:
    try:
        return verify(parse(path.read_bytes(), GAMES)) is None
    except BROKEN:
        return False


@pytest.mark.long
def test_with_a_look_up_of_targets_in_its_place_no_record_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.Transition, "execute", look_up)
    assert len(RECORDS) >= 109
    assert [path.stem for path in RECORDS if verifies(path)] == []


@pytest.mark.parametrize("test", CLAUSES, ids=lambda test: test.__name__)
def test_with_a_look_up_of_targets_in_its_place_clauses_fail(
    test: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    test()
    monkeypatch.setattr(core.Transition, "execute", look_up)
    with pytest.raises(BROKEN):
        test()


# Only the library writes a draft's phase


def writers(source: str) -> list[str]:
    """Return the functions that write an attribute `phase` of something, one entry a place."""
    found: list[str] = []

    def visit(node: ast.AST, where: tuple[str, ...]) -> None:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            where = (*where, node.name)
        direct = (
            isinstance(node, ast.Attribute) and node.attr == "phase" and not isinstance(node.ctx, ast.Load)
        )
        by_name = (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", ""))
            in ("setattr", "__setattr__", "__set__")
            and any(isinstance(part, ast.Constant) and part.value == "phase" for part in node.args)
        )
        if direct or by_name:
            found.append(".".join(where))
        for child in ast.iter_child_nodes(node):
            visit(child, where)

    visit(ast.parse(source), ())
    return found


def test_nothing_in_the_engine_writes_a_phase_but_the_thawing_of_a_draft() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): places
        for path in sorted((ROOT / "engine").rglob("*.py"))
        if (places := writers(path.read_text(encoding="utf-8")))
    }
    assert found == {
        "engine/nevermind/draft.py": ["Draft.__init__"],
        "engine/the_mind/draft.py": ["Draft.__init__"],
    }


@pytest.mark.parametrize(
    "line",
    [
        "draft.phase = 1",
        "draft.phase: int = 1",
        "draft.phase += 1",
        "a, draft.phase = 1, 2",
        "for draft.phase in (): pass",
        "with x as draft.phase: pass",
        "del draft.phase",
        "setattr(draft, 'phase', 1)",
        "object.__setattr__(draft, 'phase', 1)",
    ],
)
def test_a_phase_that_is_written_is_found(line: str) -> None:
    assert writers(f"def deed(draft):\n    {line}") == ["deed"]
    assert writers("def deed(draft):\n    return draft.phase") == []


class Watch:
    """What wrote the phases of drafts, and how often the library took a row."""

    def __init__(self) -> None:
        self.thawed = 0
        self.moved = 0
        self.taken = 0
        self.others: list[str] = []

    def write(self) -> None:
        """Note who writes: the caller of the property that calls this."""
        frame = sys._getframe(2)
        writer = (frame.f_globals["__name__"], frame.f_code.co_name)
        if writer == ("transitions.core", "set_state"):
            self.moved += 1
        elif writer in (("engine.nevermind.draft", "__init__"), ("engine.the_mind.draft", "__init__")):
            self.thawed += 1
        else:
            self.others.append(".".join(writer))


def watched(draft: Any, watch: Watch) -> type[Any]:
    """Return a draft that tells of each change of its phase."""

    class Watched(draft):  # type: ignore[misc]
        __slots__ = ()

        @property
        def phase(self) -> Any:
            return draft.phase.__get__(self)

        @phase.setter
        def phase(self, phase: Any) -> None:
            watch.write()
            draft.phase.__set__(self, phase)

    return Watched


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch the drafts of both games, and each row that the library takes."""
    seen = Watch()
    execute = core.Transition.execute

    def counted(transition: core.Transition, event: core.EventData) -> bool:
        before = seen.moved
        taken = bool(execute(transition, event))
        seen.taken += taken
        assert (seen.moved > before) is taken
        return taken

    monkeypatch.setattr(core.Transition, "execute", counted)
    games: tuple[tuple[ModuleType, ModuleType], ...] = (
        (nevermind_rules, nevermind_draft),
        (the_mind_rules, the_mind_draft),
    )
    for rules, draft in games:
        monkeypatch.setattr(rules, "Draft", watched(draft.Draft, seen))
    return seen


@pytest.mark.long
@pytest.mark.parametrize("game", ["nevermind", "the-mind"])
def test_each_change_of_a_phase_is_a_row_that_the_library_took(game: str, watch: Watch) -> None:
    accepted = 0
    for path in RECORDS:
        if path.stem.startswith(game):
            record = parse(path.read_bytes(), GAMES)
            timeline = record.start()
            for line in record.lines:
                accepted += advance(timeline, line) is None and line.kind is Kind.DO
    assert watch.others == []
    assert watch.moved == watch.taken
    assert watch.taken > accepted > 100
    assert watch.thawed >= accepted


def test_a_phase_that_something_else_writes_is_noticed(watch: Watch) -> None:
    state = parse(RECORDS[0].read_bytes(), GAMES).start().state
    draft = vars(nevermind_rules)["Draft"](state)
    assert (watch.thawed, watch.others) == (1, [])
    draft.phase = state.phase
    assert watch.others == [f"{__name__}.test_a_phase_that_something_else_writes_is_noticed"]

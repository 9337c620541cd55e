"""One table is shared by threads: each draft moves as it does alone."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from random import Random
from threading import Barrier, Event
from typing import TYPE_CHECKING, Any

import pytest

from engine import machine
from engine.games import GAMES
from engine.machine import THEN, Row, RuleTable
from engine.nevermind.model import MindCard
from engine.record import legal_to_json
from engine.step import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

THREADS = 4
TRIGGERS = 2_000
COMMANDS = 500
"""Each fires several triggers."""
PATIENCE_S = 30


class Door(StrEnum):
    OPEN = "open"
    SHUT = "shut"


class Between(StrEnum):
    PUSHED = "pushed"
    LOUD = "loud"


class Push(StrEnum):
    PUSH = "push"


class Doors:
    """A door that bangs at every third push."""

    def __init__(self) -> None:
        self.phase: Any = Door.OPEN
        self.refusal: Refusal | None = None
        self.pushes = 0
        self.heard: list[str] = []
        self.waits: tuple[Event, Event] | None = None


def bangs(door: Doors) -> bool:
    return door.pushes % 3 == 0


def push(door: Doors) -> None:
    door.pushes += 1
    if door.waits is not None:
        inside, go_on = door.waits
        inside.set()
        assert go_on.wait(PATIENCE_S)


def bang(door: Doors) -> None:
    door.heard.append("bang")


def click(door: Doors) -> None:
    door.heard.append("click")


ROWS: tuple[Row[Doors], ...] = (
    Row(Door.OPEN, Push.PUSH, Between.PUSHED, "D1", do=(push,)),
    Row(Door.SHUT, Push.PUSH, Door.OPEN, "D1", do=(push, click)),
    Row(Between.PUSHED, THEN, Between.LOUD, "D2", when=(bangs,), do=(bang,)),
    Row(Between.PUSHED, THEN, Door.SHUT, "D2"),
    Row(Between.LOUD, THEN, Door.SHUT, "D2"),
)


def doors() -> RuleTable[Doors, Push]:
    return RuleTable("door", Doors, (Door, Between), Push, (Door.OPEN,), {"all": ROWS})


@pytest.fixture
def impatient() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def pushed(table: RuleTable[Doors, Push], start: Barrier | None = None) -> list[object]:
    """Push a door again and again; return all that was seen of it."""
    door = Doors()
    seen: list[object] = []
    if start is not None:
        start.wait(PATIENCE_S)
    for _ in range(TRIGGERS):
        assert table.run(door, Push.PUSH)
        seen.append((door.phase, door.pushes, len(door.heard)))
    return [*seen, door.heard]


@pytest.mark.usefixtures("impatient")
def test_four_threads_share_a_table_and_each_draft_moves_as_it_does_alone() -> None:
    table = doors()
    alone = pushed(table)
    start = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda _: pushed(table, start), range(THREADS)))
    assert together == [alone] * THREADS


def walk(name: str, seed: int, start: Barrier | None = None) -> list[object]:
    """Play games of one kind at random until so many commands were given; return every answer."""
    game = GAMES[name]
    chance = Random(seed)
    seen: list[object] = []
    state: Any = None
    if start is not None:
        start.wait(PATIENCE_S)
    while len(seen) < COMMANDS:
        legal = () if state is None else legal_to_json(game, state)
        if not legal:
            state = game.initial(game.options_from_json(OPTIONS[name]))
            continue
        going_on = [line for line in legal if line["do"] != "concede"]
        line = complete(chance.choice(going_on), state)
        command = game.command_from_json(line, state)
        assert not isinstance(command, Refusal)
        done = game.step(state, command)
        assert done.refusal is None
        state = done.state
        seen.append(done)
    return seen


OPTIONS: dict[str, dict[str, object]] = {
    "nevermind": {"stage": 6, "super": True},
    "the-mind": {"players": 3, "cards": "dealt"},
}


def complete(line: dict[str, object], state: Any) -> dict[str, object]:
    """Add what the world says: cards as they lie, hands one after another."""
    if line["do"] == "shuffle":
        cards = [
            {"card": card.card, "turn": 0} if isinstance(card, MindCard) else "breathe"
            for card in state.discards
        ]
        return {**line, "cards": cards}
    if line["do"] == "deal":
        seats = state.options.players
        return {
            **line,
            "hands": [list(range(1 + seat, 1 + seats * state.level, seats)) for seat in range(seats)],
        }
    return line


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_four_threads_play_games_by_one_table_as_they_do_alone(name: str) -> None:
    start = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda seed: walk(name, seed, start), range(THREADS)))
    assert together == [walk(name, seed) for seed in range(THREADS)]


def other_while_one_is_inside(table: RuleTable[Doors, Push]) -> tuple[Doors, Doors]:
    """Push a door while another thread stands in a deed of another one; return both, the other first."""
    inside, go_on = Event(), Event()
    one, other = Doors(), Doors()
    one.waits = (inside, go_on)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(table.run, one, Push.PUSH)
        assert inside.wait(PATIENCE_S)
        try:
            assert table.run(other, Push.PUSH)
            assert one.phase is Door.OPEN
            found = Doors()
            found.phase, found.pushes = other.phase, other.pushes
        finally:
            go_on.set()
        assert waiting.result(PATIENCE_S)
    return found, one


def test_a_draft_moves_while_another_stands_in_a_deed() -> None:
    other, one = other_while_one_is_inside(doors())
    assert (other.phase, other.pushes) == (Door.SHUT, 1)
    assert (one.phase, one.pushes) == (Door.SHUT, 1)


def test_with_a_queue_it_would_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's queue belongs to the machine: a trigger comes back without having moved its draft."""

    class Queued(machine._QuietMachine):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**{**settings, "queued": True})

    monkeypatch.setattr(machine, "_QuietMachine", Queued)
    other, _ = other_while_one_is_inside(doors())
    assert (other.phase, other.pushes) == (Door.OPEN, 0)

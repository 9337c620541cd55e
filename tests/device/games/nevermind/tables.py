"""Tables and sessions that several tests begin with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from device.games.nevermind.opening import ARRIVE, lay
from device.games.nevermind.options import NevermindOptions
from device.ui.play import Play
from engine.nevermind.commands import Concede
from engine.nevermind.model import State

if TYPE_CHECKING:
    from tests.device.bench import Bench

LAY = lay(Play(1, "nevermind", State(), NevermindOptions("7"), Concede()))
CARD_PADS = {"1": "NW", "2": "N", "3": "NE", "6": "E", "9": "SE", "8": "S", "7": "SW", "4": "W"}


def commands(bench: Bench) -> list[dict[str, object]]:
    return [json.loads(text) for text in bench.record()]


def last(bench: Bench) -> dict[str, object]:
    return commands(bench)[-1]


def at_watch(bench: Bench, **held: Any) -> Bench:
    """A table with one of each, on `ntd.watch`: the Mind was at SE, which is barred."""
    bench.aimed("SE", stage=1, **{"guidance": "quiet", **held})
    bench.lay(
        NW="distraction:feeling", N="thought:thinking", NE="acknowledged:remembering", S="released:feeling"
    )
    bench.tap("0")
    bench.wait_s(10)
    assert bench.id == "ntd.watch"
    return bench


def ids(bench: Bench) -> list[str]:
    """The screens that stood there, each once in a row."""
    found: list[str] = []
    for scene in bench.seen:
        if not found or found[-1] != scene.id:
            found.append(scene.id)
    return found


def guided(bench: Bench, **held: Any) -> Bench:
    bench.aimed("N", guided=True, **held)
    return bench


def through_opening(bench: Bench) -> None:
    for _ in range(len(LAY) + len(ARRIVE)):
        bench.tap("0")
    assert bench.id == "ntd.mood"
    bench.tap("5")
    assert bench.id == "ntd.settle"
    bench.tap("1")
    assert bench.id == "ntd.done"

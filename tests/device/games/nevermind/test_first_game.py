"""The walk-through of a first game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.games.nevermind.lessons import PAGES
from device.settings.model import Profile
from device.storage.progress import Progress
from tests.device.bench import Bench, drawn
from tests.device.games.nevermind.players import touch, wise


def first_timer(**settings: Any) -> Bench:
    bench = Bench(settings)
    bench.store.save_progress(Progress(first_start_done=True))
    return Bench(settings, disk=bench.disk, clock=bench.clock)


def test_without_a_first_start_nobody_is_led() -> None:
    bench = Bench()
    bench.begin()
    bench.tap("0")
    assert not any(scene.id.startswith("help") for scene in bench.seen)


@pytest.mark.long
def test_a_first_game_shows_each_page_once_as_it_comes_up() -> None:
    bench = first_timer()
    bench.begin(5, "3", tokens="device", guidance="quiet")
    pages: list[str] = []
    random = Random(3)
    while not bench.play.over:
        bench.wait_s(6)
        while bench.id.startswith("help."):
            if not pages or pages[-1] != bench.id:
                pages.append(bench.id)
            bench.tap("0")
        if not bench.play.over:
            touch(bench, wise(bench.state, random))
    bench.wait_s(10)
    pages += [bench.id] if bench.id.startswith("help.") else []
    assert pages[:9] == [
        "help.aim",
        "help.walk",
        "help.glyphs",
        "help.cards",
        "help.stage2",
        "help.stage3",
        "help.stage4",
        "help.stage5",
        "help.round",
    ]
    assert len(pages) == len(set(pages))
    assert {"help.tokens", "help.active", "help.time", "help.end"} <= set(pages)


def test_the_walk_through_can_be_skipped_for_good() -> None:
    bench = first_timer()
    bench.begin(3)
    assert bench.id == "help.aim"
    bench.tap("K1")
    assert bench.id == "ntd.done"
    assert set(bench.store.progress().help_seen) == PAGES
    bench.tap("0")
    bench.wait_s(30)
    assert bench.id == "ntd.watch"


def test_the_walk_through_is_not_counted_as_play_and_undo_works_beside_it() -> None:
    bench = first_timer()
    bench.begin()
    before_ms = bench.play.active_ms
    bench.wait_s(60)
    assert bench.play.active_ms == before_ms
    bench.tap("0", "0", "0", "K1")
    assert bench.id in ("ntd.done", "ntd.mind", "ntd.prompt")
    assert bench.play.active_ms < before_ms + 2_000


@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_every_page_of_the_walk_through_fits(profile: str) -> None:
    bench = first_timer(profile=profile)
    bench.begin(6)
    for _ in range(60):
        drawn(bench.scene, Profile(profile))
        if not bench.id.startswith("help."):
            return
        bench.tap("0")
    raise AssertionError("the opening pages do not end")

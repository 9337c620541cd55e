"""The terminal itself, driven by Textual's pilot on timers of ours."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from textual.widgets import Static

from device.sim.terminal.app import CALM_AFTER, Terminal
from device.sim.terminal.controls import Lever, Snapshot
from hal.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from tests.device.sim.terminal.fakes import FakeBench, FakeTimers

    Act = Callable[[Terminal, Pilot[int]], Awaitable[None]]


def play(bench: FakeBench, timers: FakeTimers, act: Act, size: tuple[int, int] = (80, 24)) -> int | None:
    async def run() -> int | None:
        app = Terminal(bench, timers)
        async with app.run_test(size=size) as pilot:
            await act(app, pilot)
        return app.return_value

    return asyncio.run(run())


def text(app: Terminal, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).render())


def test_keys_tap_latch_hold_and_lay_palms(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        await pilot.press("5", "asterisk", "number_sign", "v")
        assert bench.took() == [("5", True), ("*", True), ("#", True), ("K4", True)]
        assert "┃5●┃" in text(app, "keypad")
        timers.pass_ms(120)
        assert bench.took() == [("5", False), ("*", False), ("#", False), ("K4", False)]
        assert "●" not in text(app, "keypad")
        await pilot.press("space", "7", "h", "x", "P")
        assert bench.took() == [("7", True), ("K2", True), ("palms", True)]
        assert text(app, "status") == "7 latched; K2 held; palms down"
        timers.pass_ms(3_200)
        await pilot.press("space", "7")
        assert bench.took() == [("K2", False), ("7", False)]
        await pilot.press("space", "escape", "7")
        timers.pass_ms(120)
        assert bench.took() == [("7", True), ("7", False)]

    play(bench, timers, act)


def test_the_mouse_holds_even_when_it_has_moved_away(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        await pilot.mouse_down("#keypad", offset=(5, 13))
        timers.pass_ms(3_500)
        assert bench.took() == [("K2", True)]
        assert text(app, "status") == "K2 held by mouse"
        await pilot.mouse_up("#panel", offset=(3, 3))
        assert bench.took() == [("K2", False)]

    play(bench, timers, act)


def test_a_click_beside_the_pads_is_nothing(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(_app: Terminal, pilot: Pilot[int]) -> None:
        await pilot.click("#panel", offset=(3, 3))
        assert bench.took() == []

    play(bench, timers, act)


def test_the_panel_is_drawn_anew_only_when_it_changed(
    bench: FakeBench, timers: FakeTimers, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    update = Static.update

    def counted(self: Static, content: str = "", *, layout: bool = True) -> None:
        drawn.append(str(self.id))
        update(self, content, layout=layout)

    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        assert text(app, "plain") == "home | Nevermind The Mind"
        monkeypatch.setattr(Static, "update", counted)
        timers.pass_ms(10_000)
        assert drawn == []
        image = Image.new("1", (128, 64), 1)
        bench.seen = replace(bench.seen, frame=Frame.of(image))
        timers.pass_ms(50)
        assert drawn == ["panel"]
        assert "⣿" * 64 in text(app, "panel")
        bench.seen = replace(bench.seen, words="Your move.")
        timers.pass_ms(1_000)
        assert drawn == ["panel", "plain"]
        await pilot.pause()

    play(bench, timers, act)


def test_an_idle_terminal_looks_less_often(
    bench: FakeBench, timers: FakeTimers, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    seen = bench.seen

    def snapshot() -> Snapshot:
        nonlocal looks
        looks += 1
        return seen

    async def act(_app: Terminal, pilot: Pilot[int]) -> None:
        timers.pass_ms(CALM_AFTER * 33)
        before = looks
        timers.pass_ms(1_000)
        assert looks - before <= 21
        await pilot.pause()

    monkeypatch.setattr(bench, "snapshot", snapshot)
    play(bench, timers, act)


def test_fault_levers_are_behind_f(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        assert not app.query_one("#levers").display
        await pilot.press("f", "a", "i", "a", "5")
        assert bench.took() == [(Lever.OLED_GONE, True), (Lever.STORAGE_FULL, True), (Lever.OLED_GONE, False)]
        assert "[x] storage full" in text(app, "levers")
        await pilot.press("f", "c")
        assert bench.took() == [("K3", True)]
        assert text(app, "status") == "storage full"
        await pilot.press("f", "escape")
        assert not app.query_one("#levers").display

    play(bench, timers, act)


def test_a_terminal_that_becomes_too_small_says_so_and_comes_back(
    bench: FakeBench, timers: FakeTimers
) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(79, 24)
        await pilot.pause()
        assert app.query_one("#small").display
        assert not app.query_one("#face").display
        assert text(app, "small").startswith("This terminal is 79 x 24 now.\nMake it 80 x 24 or larger.")
        await pilot.press("1")
        assert bench.took() == [("1", True)]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.query_one("#face").display
        assert not app.query_one("#small").display

    play(bench, timers, act)


@pytest.mark.long
@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q"])
def test_leaving_lifts_the_hands(bench: FakeBench, timers: FakeTimers, key: str) -> None:
    async def act(_app: Terminal, pilot: Pilot[int]) -> None:
        await pilot.press("space", "1", key)

    assert play(bench, timers, act) == 0
    assert bench.took() == [("1", True), ("1", False)]


def test_a_device_that_stopped_by_itself_ends_the_terminal(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(_app: Terminal, pilot: Pilot[int]) -> None:
        bench.seen = replace(bench.seen, alive=False)
        timers.pass_ms(50)
        await pilot.pause()

    assert play(bench, timers, act) == 1


def test_colours_are_the_terminals_own(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, _pilot: Pilot[int]) -> None:
        assert app.native_ansi_color
        colours = {
            (segment.style.color, segment.style.bgcolor)
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None
        }
        names = {colour.name for pair in colours for colour in pair if colour is not None}
        assert names <= {"default"}

    play(bench, timers, act)


def test_a_large_terminal_shows_a_large_picture(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        bench.seen = replace(bench.seen, frame=Frame.of(Image.new("1", (128, 64), 1)))
        timers.pass_ms(50)
        assert "█" * 128 in text(app, "panel")
        assert app.query_one("#keypad").region.x == 131
        await pilot.resize_terminal(80, 24)
        assert "⣿" * 64 in text(app, "panel")
        assert app.query_one("#keypad").region.x == 67
        await pilot.resize_terminal(200, 60)
        assert "█" * 128 in text(app, "panel")

    play(bench, timers, act, (200, 60))


def test_a_long_plain_line_is_whole_also_in_a_small_terminal(bench: FakeBench, timers: FakeTimers) -> None:
    async def act(app: Terminal, pilot: Pilot[int]) -> None:
        bench.seen = replace(bench.seen, words="7, bottom left: Feeling, thought. " * 11)
        timers.pass_ms(50)
        await pilot.pause()
        plain = app.query_one("#plain").region
        assert plain.height >= 5
        assert plain.bottom <= 24

    play(bench, timers, act)

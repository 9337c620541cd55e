"""What is taken over of Textual's driver, and what it passes on (F42)."""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING

import pytest
from textual import events, messages
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from device.sim.terminal.driver import MOST_A_SECOND, TerminalDriver
from device.sim.terminal.intake import LONGEST, PATIENCE, Budget, Intake

if TYPE_CHECKING:
    from textual.message import Message


def test_textual_still_reads_and_writes_where_this_driver_takes_it_over() -> None:
    source = inspect.getsource(LinuxDriver)
    assert "target=self._run_input_thread" in source
    assert "self.run_input_thread()" in source
    assert "WriterThread(self._file)" in source
    assert "self._query_in_band_window_resize()" in source
    assert callable(LinuxDriver._enable_mouse_support)


def mouse(kind: type[events.MouseEvent]) -> events.MouseEvent:
    return kind(None, 1, 1, 0, 0, 1, False, False, False)


def test_f42_sizes_and_pastes_of_the_input_are_left_out_and_no_flood_passes() -> None:
    passed: list[Message] = []

    async def feed() -> None:
        driver = TerminalDriver(App(), mouse=False)
        driver.send_message = passed.append  # type: ignore[method-assign,assignment]
        huge = Size(999_999, 999_999)
        for message in (
            events.Resize(huge, huge),
            events.Paste("5"),
            messages.InBandWindowResize(True, True),
            events.CursorPosition(1, 1),
            mouse(events.MouseUp),
        ):
            driver.process_message(message)
        assert passed == []
        driver.process_message(mouse(events.MouseDown))
        for _ in range(10 * MOST_A_SECOND):
            driver.process_message(events.Key("5", "5"))
        # A release is never lost, or its pad would stay down.
        driver.process_message(mouse(events.MouseUp))

    asyncio.run(feed())
    kinds = [type(message) for message in passed]
    assert kinds[0] is events.MouseDown
    assert kinds[-1] is events.MouseUp
    assert MOST_A_SECOND / 2 < len(kinds) < 5 * MOST_A_SECOND


def test_so_many_a_second_and_no_more() -> None:
    budget = Budget(3)
    assert [budget.grants(5.0 + step / 10) for step in range(5)] == [True, True, True, False, False]
    assert budget.grants(6.5)
    assert budget.grants(2.0)


@pytest.mark.parametrize(
    "begun", [b"\x1b[200~q", b"\x1b]0;q", b"\x1bPq", b"\x1b_q", b"\x1b[M ", b"\x1b[<1;2", b"\x1bO"]
)
def test_f42_what_has_no_end_keeps_no_key_for_long(begun: bytes) -> None:
    intake = Intake()
    text = intake.taken(begun) + intake.taken(b"")
    for _ in range(PATIENCE):
        assert not intake.quiet()
    assert text == ""
    assert intake.taken(b"5") == "5"
    assert len(intake._rest) <= LONGEST


def test_escape_is_a_key_once_nothing_follows_it() -> None:
    intake = Intake()
    assert intake.taken(b"\x1b") == ""
    assert intake.quiet()
    assert not intake.quiet()
    assert intake.taken(b"\x1b\x1b[<0;1;1M") == "\x1b[<0;1;1M"
    assert intake.taken("für ½".encode()[:2]) == "f"
    assert intake.taken("für ½".encode()[2:]) == "ür ½"


@pytest.mark.parametrize("report", [b"\x1b[M !!", b"\x1b[M\xff\xff\xff", b"\x1b[M q5"])
def test_f42_an_old_mouse_report_is_known_and_left_out(report: bytes) -> None:
    for cut in range(1, len(report)):
        intake = Intake()
        assert intake.taken(report[:cut]) + intake.taken(report[cut:] + b"v") == "v"
        assert intake.old_mouse

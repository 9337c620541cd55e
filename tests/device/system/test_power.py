"""Switching off: the bar, the question, everything stored, a picture that stays, and whoever is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.screens.power import STEPS
from device.system.power import COMMANDS, MARK, SystemPower, runtime_folder
from tests.device.device_kit import S, begin, started
from tests.device.said import full

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from device.sim.rig import Rig

HOLD = 3 * S + 50_000


def in_session() -> Rig:
    rig = started()
    begin(rig)
    rig.tap("0")
    rig.wait(10 * S)
    assert rig.scene.id == "ntd.watch"
    return rig


@pytest.mark.parametrize("held_us", [900_000, 1_500_000, 2_900_000])
def test_let_go_before_the_end_nothing_happened(held_us: int) -> None:
    rig = in_session()
    rig.press("K2")
    rig.wait(held_us)
    assert rig.scene.id == "power.hold"
    rig.lift("K2")
    rig.settle()
    assert rig.scene.id == "ntd.watch"
    assert not rig.app.stage.off


def test_the_bar_shows_from_0_8_s_and_fills_until_3_s() -> None:
    rig = in_session()
    rig.press("K2")
    rig.wait(790_000)
    assert rig.scene.id == "ntd.watch"
    filled = []
    while rig.scene.id != "power.ask":
        rig.wait(50_000)
        filled.append(getattr(rig.scene.body, "part", STEPS))
    assert filled == sorted(filled)
    assert filled[-2] >= STEPS - 1
    assert len(filled) * 50_000 == pytest.approx(2_220_000, abs=100_000)
    rig.lift("K2")
    rig.settle()
    assert rig.scene.id == "power.ask", "the finger that opened the question answered it"


@pytest.mark.parametrize("key", ["K1", "K2", "K3", "0", "5", "*"])
def test_anything_but_yes_goes_back(key: str) -> None:
    rig = in_session()
    rig.tap("K2", HOLD)
    rig.tap(key)
    assert rig.scene.id == "ntd.watch"
    assert not rig.app.stage.off


@pytest.mark.parametrize("key", ["K4", "#"])
def test_all_is_stored_before_it_says_that_unplugging_is_safe(key: str) -> None:
    rig = in_session()
    rig.wait(90 * S)
    assert rig.app.sessions.current is not None
    active_ms = rig.app.sessions.current.active_ms
    rig.tap("K2", HOLD)
    rig.tap(key)
    assert rig.scene.id == "power.bye"
    assert rig.app.stage.off
    assert rig.app.sessions.store.unsaved == 0
    stand = rig.app.sessions.store.resume_point()
    assert stand is not None
    assert stand.active_ms >= active_ms
    rig.power_cut()
    rig.power_on()
    assert rig.scene.id == "resume"
    rig.tap("K4")
    assert rig.scene.id == "ntd.mind", "the acts of the last touch come again"


@pytest.mark.long
def test_the_picture_stays_whatever_is_touched_and_after_the_end() -> None:
    rig = in_session()
    rig.tap("K2", HOLD)
    rig.tap("K4")
    shown = rig.frame
    for key in ("5", "K1", "K3", "K4"):
        rig.tap(key)
    rig.tap("K1", 1 * S)
    rig.tap("K2", HOLD)
    rig.wait(3_600 * S)
    assert rig.scene.id == "power.bye"
    assert rig.frame == shown
    rig._built.worker.shutdown(blank=False)
    assert rig.frame == shown


def test_f22_what_is_not_saved_is_said_and_asked_about_once_more() -> None:
    rig = in_session()
    rig.disk.fault("full")
    rig.tap("K2", HOLD)
    assert rig.scene.id == "power.ask"
    rig.tap("K4")
    assert rig.scene.id == "power.ask"
    assert not rig.app.stage.off
    assert rig.scene.body.line.full == full("power.ask.unsaved")  # type: ignore[union-attr]  # this screen has that body
    assert rig.scene.notice is None, "the question is covered"
    rig.tap("K4")
    assert rig.scene.id == "power.bye"
    assert rig.scene.body.line.full == full("power.bye.unsaved")  # type: ignore[union-attr]  # this screen has that body
    assert rig.scene.notice is None
    assert rig.app.stage.off


def test_f20_off_from_a_silent_device_makes_no_sound() -> None:
    rig = in_session()
    rig.tap("K2", HOLD)
    rig.tap("K4")
    assert rig.world.chime.calls == []
    assert rig.world.voice.calls == []


# Whoever is asked to switch off


def runner(codes: Sequence[int | Exception], ran: list[Sequence[str]]) -> Callable[[Sequence[str]], int]:
    answers = iter(codes)

    def run(command: Sequence[str]) -> int:
        ran.append(command)
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return run


@pytest.mark.parametrize(
    ("codes", "asked"),
    [
        ([0], COMMANDS[:1]),
        ([1, 0], COMMANDS),
        ([FileNotFoundError("busctl"), 0], COMMANDS),
    ],
)
def test_the_mark_lies_and_all_is_synced_before_logind_is_asked(
    tmp_path: Path, codes: list[int | Exception], asked: tuple[tuple[str, ...], ...]
) -> None:
    ran: list[Sequence[str]] = []
    marks: list[bool] = []
    run = runner(codes, ran)
    SystemPower(tmp_path, run, lambda: marks.append((tmp_path / MARK).exists() and not ran)).off()
    assert marks == [True]
    assert tuple(ran) == asked


def test_nobody_who_switches_off_is_said_with_the_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = runner([1, PermissionError("no")], [])
    SystemPower(tmp_path / "missing", run, lambda: None).off()
    assert "power.bye: no mark for the panel" in caplog.text
    assert "polkit rule" in caplog.text


def test_the_runtime_folder_is_that_of_the_service(tmp_path: Path) -> None:
    assert runtime_folder({"RUNTIME_DIRECTORY": f"{tmp_path}:/other"}) == tmp_path
    assert runtime_folder({}) is None
    ran: list[Sequence[str]] = []
    SystemPower(None, runner([0], ran), lambda: None).off()
    assert tuple(ran) == COMMANDS[:1]

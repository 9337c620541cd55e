from __future__ import annotations

import builtins
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from hal.config import HardwareConfig, PanelConfig, TouchConfig
from hal.errors import GpioError, MissingLibraryError
from hal.frame import PAGES, WIDTH, Frame
from hal.packages import PACKAGES, REMAKE
from hal.ports import FaultCode, Part
from hal.raspberry.assemble import build_raspberry
from hal.raspberry.lights import duty
from hal.simulated.assemble import build_simulated
from hal.simulated.clock import SimClock
from hal.simulated.pins import SimPins
from hal.simulated.world import SimWorld
from tests.hal.rig import MS, Rig, S

if TYPE_CHECKING:
    from collections.abc import Callable


def test_the_simulated_hardware_runs_the_drivers_of_the_board() -> None:
    rig = Rig()
    kinds = {type(part).__module__ for part in (rig.built.hardware.buttons, rig.worker._panel._panel)}
    assert kinds == {"hal.raspberry.buttons", "hal.raspberry.panel"}
    assert rig.built.hardware.chime is rig.world.chime


def test_closing_twice_is_closing_once_and_frees_every_pin() -> None:
    rig = Rig()
    rig.run(S)
    rig.close()
    rig.built.close()
    rig.world.restart(cold=False)
    again = build_simulated(rig.config, rig.world)
    facts = told(again)
    assert {part for part, (fault, _) in facts.items() if fault is not None} == set()
    again.close()


def test_a_restart_on_the_same_world_finds_everything_again() -> None:
    rig = Rig()
    rig.run(S)
    rig.close()
    rig.world.restart(cold=True)
    rig.built = build_simulated(rig.config, rig.world)
    rig.worker = rig.built.worker
    rig.show(Frame(bytes([7]) * (WIDTH * PAGES)))
    rig.run(S)
    assert rig.world.frame() == Frame(bytes([7]) * (WIDTH * PAGES))


def test_an_interrupt_pin_held_by_another_program_means_polling() -> None:
    world = SimWorld(HardwareConfig())
    world.pins.busy.add(17)
    built = build_simulated(HardwareConfig(), world)
    reading = built.worker._chips[Part.PADS]
    assert not reading.irq_wired
    built.close()


def test_a_wired_reset_line_resets_the_panel_before_its_first_picture() -> None:
    rig = Rig(HardwareConfig(panel=PanelConfig(reset_pin=27)))
    rig.show(Frame.blank())
    rig.run(100 * MS)
    assert [write.value for write in rig.world.pins.outputs if write.pin == 27] == [1, 0, 1]
    rig.close()


def test_a_reset_line_that_cannot_be_had_is_told() -> None:
    config = HardwareConfig(panel=PanelConfig(reset_pin=27))
    world = SimWorld(config)
    world.pins.busy.add(27)
    built = build_simulated(config, world)
    fact: Any = built.hardware.inbox.get_nowait()
    assert (fact.part, fact.fault) == (Part.OLED, FaultCode.ABSENT)
    assert "OLED RST" in fact.detail
    built.close()


def on_board(
    monkeypatch: pytest.MonkeyPatch,
    config: HardwareConfig,
    program: str | None,
    busy: frozenset[int] = frozenset(),
) -> Any:
    """Build for the board on simulated pins and without a bus."""
    clock = SimClock()
    pins = SimPins(clock.now_us, clock.schedule)
    pins.busy |= busy
    monkeypatch.setattr("hal.raspberry.gpiochip.lgpio_factory", lambda: (pins.factory, lambda: True))
    monkeypatch.setattr("hal.raspberry.voice.find_program", lambda: program)
    return build_raspberry(config)


def told(built: Any) -> dict[Part, tuple[FaultCode | None, str]]:
    facts = {}
    while not built.hardware.inbox.empty():
        fact = built.hardware.inbox.get_nowait()
        facts[fact.part] = (fact.fault, fact.detail)
    return facts


def test_the_board_is_built_with_light_sound_and_speech(monkeypatch: pytest.MonkeyPatch) -> None:
    built = on_board(monkeypatch, HardwareConfig(led_pin=24, buzzer_pin=25), "/usr/bin/espeak-ng")
    assert told(built) == {Part.BUTTONS: (None, "")}
    names = [
        type(part).__name__ for part in (built.hardware.lights, built.hardware.chime, built.hardware.voice)
    ]
    assert names == ["GpioLights", "GpioChime", "EspeakVoice"]
    built.close()


def test_buzzer_and_speech_are_as_loud_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    config = HardwareConfig(buzzer_pin=25, volume_percent=20)
    built = on_board(monkeypatch, config, "/usr/bin/espeak-ng")
    assert built.hardware.chime._duty == duty(20)
    assert built.hardware.voice._command[-3:] == ("-a", "40", "--")
    built.close()


def test_the_board_without_them_is_silent_and_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    config = HardwareConfig(led_pin=24, buzzer_pin=25)
    built = on_board(monkeypatch, config, None, frozenset({24, 25}))
    facts = told(built)
    assert {part for part, (fault, _) in facts.items() if fault is FaultCode.ABSENT} == {
        Part.LED,
        Part.BUZZER,
        Part.VOICE,
    }
    assert "sudo apt install espeak-ng" in facts[Part.VOICE][1]
    names = [
        type(part).__name__ for part in (built.hardware.lights, built.hardware.chime, built.hardware.voice)
    ]
    assert names == ["LateLights", "LateChime", "NoVoice"]
    built.close()


def test_what_is_not_wired_or_wanted_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    built = on_board(monkeypatch, HardwareConfig(voice=False), None)
    assert told(built) == {Part.BUTTONS: (None, "")}
    built.close()


def test_two_chips_are_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    built = on_board(monkeypatch, HardwareConfig(voice=False, palms=TouchConfig(address=0x5B)), None)
    assert set(built.worker._chips) == {Part.PADS, Part.PALMS}
    built.close()


def without_drivers(monkeypatch: pytest.MonkeyPatch, missing: Callable[[], None]) -> None:
    """Let `missing` be called where the module is imported that imports the drivers."""
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "hal.assemble":
            missing()
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)


@pytest.mark.parametrize(("module", "package"), sorted(PACKAGES.items()))
def test_f25_a_missing_library_names_the_package_to_install(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    def missing() -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=f"{module}.part")

    without_drivers(monkeypatch, missing)
    with pytest.raises(MissingLibraryError, match=f"{package} is not installed: {REMAKE}"):
        build_simulated(HardwareConfig(), SimWorld(HardwareConfig()))


def test_a_missing_module_of_ours_is_a_bug_and_not_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named 'hal.nothing'", name="hal.nothing")

    without_drivers(monkeypatch, missing)
    with pytest.raises(ModuleNotFoundError, match=r"hal\.nothing"):
        build_simulated(HardwareConfig(), SimWorld(HardwareConfig()))


def test_there_is_no_silent_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "lgpio":
            raise ModuleNotFoundError("No module named 'lgpio'", name="lgpio")
        return real(name, *rest)

    monkeypatch.setattr("importlib.import_module", refuse)
    monkeypatch.setattr("hal.raspberry.gpiochip.load_lgpio.__defaults__", (refuse, {}))
    with pytest.raises(
        (MissingLibraryError, GpioError),
        match=r"lgpio is not installed|has no GPIO header|may not be opened|no GPIO chip",
    ):
        build_raspberry(HardwareConfig())


def test_importing_this_imports_no_driver() -> None:
    code = (
        "import sys, hal.raspberry.assemble, hal.simulated.assemble; "
        "print(sorted({'luma', 'gpiozero', 'smbus2', 'adafruit_mpr121', 'lgpio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

"""What `check` knows and what it assumes (F47, F51, F58), and a terminal that lacks letters (F50)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.screens.display import DisplayCheck
from device.system import check as look
from device.ui.model import Push
from hal.config import Controller, HardwareConfig, PanelConfig, TouchConfig
from hal.frame import HEIGHT, WIDTH
from hal.ports import Part
from hal.simulated.assemble import build_simulated
from hal.simulated.mpr121 import Mpr121
from hal.simulated.ssd1306 import Ssd1306
from hal.simulated.world import SimWorld
from tests.field.kit import S, Table

if TYPE_CHECKING:
    from hal.assemble import Built
    from hal.ports import Fact

ROOT = Path(__file__).parents[2]
PAIRS = tuple(permutations(Controller, 2))


def found(config: HardwareConfig, world: SimWorld) -> list[look.Finding]:
    """Look at a simulated machine as `check` does."""
    clock = world.sim_clock
    assert clock is not None

    def watch(built: Built, for_us: int) -> list[Fact]:
        until_us = clock.now_us() + for_us
        while clock.now_us() < until_us:
            due_us = built.worker.step(clock.now_us())
            clock.advance_to(min(max(due_us, clock.now_us()), clock.next_event_us(), until_us))
        return look.drain(built)

    return list(look.hardware(config, lambda: build_simulated(config, world), watch))


def of(findings: list[look.Finding], part: Part) -> list[look.Finding]:
    return [finding for finding in findings if finding.what == part.value]


@pytest.mark.parametrize(("said", "fitted"), PAIRS)
def test_f47_another_controller_than_that_of_the_settings_shows_in_the_display_check(
    said: Controller, fitted: Controller
) -> None:
    table = Table(settings={"screen.controller": said.value})
    table.rig.world.fit(fitted)
    table.start()
    for _ in range(4):
        table.by_pads(1)
    table.rig.perform(Push(DisplayCheck()))
    glass = table.rig.frame
    frame = [(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)]
    assert not all(glass.lit(x, y) for x, y in frame), "whoever looks sees the frame broken"
    assert table.faults == {}, "nothing can be asked of the panel"


@pytest.mark.parametrize("said", Controller)
def test_f47_check_says_what_it_knows_of_a_panel_and_what_it_only_assumes(said: Controller) -> None:
    for fitted in Controller:
        config = HardwareConfig(panel=PanelConfig(said))
        world = SimWorld(config)
        world.fit(fitted)
        (finding,) = of(found(config, world), Part.OLED)
        assert finding.good
        assert "0x3C" in finding.text
        assert "is taken from the settings" in finding.text
        assert "stripe" in finding.text
        for other in Controller:
            assert (f'"{other.value}"' in finding.text) is (other is not said)


@pytest.mark.parametrize("seed", range(12))
def test_f47_what_answers_beside_the_set_address_is_named(seed: int) -> None:
    chance = random.Random(seed)
    panel, pads = chance.choice((0x3C, 0x3D)), chance.choice((0x5A, 0x5B, 0x5C, 0x5D))
    config = HardwareConfig(panel=PanelConfig(address=panel), pads=TouchConfig(address=pads))
    world = SimWorld(config)
    beside = chance.sample([0x3C, 0x3D, 0x5A, 0x5B, 0x5C, 0x5D], chance.randrange(1, 4))
    lost = chance.random() < 0.5
    for address in beside:
        if address not in (panel, pads):
            world.bus.attach(address, Ssd1306() if address < 0x40 else Mpr121(world.clock.now_us))
    if lost:
        world.gone(Part.OLED)
        world.gone(Part.PADS)
    findings = found(config, world)
    for address in beside:
        if address in (panel, pads):
            continue
        setting = "panel_address" if address < 0x40 else "pads_address"
        (named,) = [one for one in findings if f"{setting} = 0x{address:02X}" in one.text]
        assert named.good is not lost
    assert not [
        one
        for one in findings
        if "something answers at" in one.text and not any(f"0x{a:02X}" in one.text for a in beside)
    ]


def test_f51_check_names_a_button_that_is_down_all_the_time() -> None:
    config = HardwareConfig()
    for key in range(1, 7):
        world = SimWorld(config)
        world.press(key)
        (named,) = [one for one in of(found(config, world), Part.BUTTONS) if not one.good]
        assert f"K{key} (GPIO {config.button_pins[key - 1]})" in named.text


@pytest.mark.parametrize("controller", Controller)
def test_f58_a_panel_that_waits_for_its_reset_is_told_with_rst_and_works_once_that_is_wired(
    controller: Controller,
) -> None:
    config = HardwareConfig(panel=PanelConfig(controller))
    world = SimWorld(config)
    world.wait_for_reset()
    (finding,) = of(found(config, world), Part.OLED)
    assert not finding.good
    assert "RST" in finding.text
    assert "panel_reset_pin under [wiring]" in finding.text
    wired = HardwareConfig(panel=PanelConfig(controller, reset_pin=27))
    world = SimWorld(wired)
    world.wait_for_reset()
    (finding,) = of(found(wired, world), Part.OLED)
    assert finding.good


def test_f58_the_device_tells_it_too_and_comes_back_from_a_power_cut_with_its_reset_wired() -> None:
    table = Table()
    table.rig.world.wait_for_reset()
    table.start()
    assert "RST" in table.rig.app.model.status.faults[Part.OLED].detail
    table = Table(settings={"wiring.panel_reset_pin": 27})
    table.rig.world.wait_for_reset()
    table.start()
    table.rig.wait(2 * S)
    assert table.faults == {}
    assert table.picture_stands()


# A terminal that lacks letters

COMMANDS = (
    ["check", "--hardware", "simulated"],
    ["settings"],
    ["journal"],
    ["journal", "--csv"],
    ["replay", "é☃.jsonl"],
    ["--help"],
    ["check", "--help"],
)
NARROW = (
    {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "ascii:strict"},
)


def done(command: list[str], home: Path, environ: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    """Run a command on a machine whose paths and settings have letters beyond ASCII."""
    return subprocess.run(
        [sys.executable, "-m", "device", *command],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), "STATE_DIRECTORY": str(home / "zustand"), **environ},
        capture_output=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_f50_every_command_ends_as_ever_where_the_terminal_lacks_letters(
    command: list[str], tmp_path: Path
) -> None:
    home = tmp_path / "häuslich☃"
    (home / ".config/palmstone").mkdir(parents=True)
    (home / ".config/palmstone/settings.toml").write_text('[screen]\n"größe" = 1\n', encoding="utf-8")
    (home / "zustand").mkdir()
    ever = done(command, home, {"PYTHONIOENCODING": "utf-8"})
    for environ in NARROW:
        narrow = done(command, home, environ)
        assert narrow.returncode == ever.returncode
        assert b"this is a bug" not in narrow.stdout + narrow.stderr
        assert b"Traceback" not in narrow.stderr
        if environ.get("PYTHONIOENCODING", "").startswith("ascii"):
            assert (narrow.stdout + narrow.stderr).isascii()
            assert narrow.stdout.count(b"\n") == ever.stdout.count(b"\n")

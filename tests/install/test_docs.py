"""The guides name only what is there: targets, commands, settings, files, messages as the code has them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from device.cli.parser import parse
from device.games.settings import defaults
from device.settings.report import settings_lines
from tests.install.machine import PLACED, SETTINGS

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "docs/build.md"
TROUBLE = ROOT / "docs/troubleshooting.md"
GUIDES = (BUILD, TROUBLE)


def _flat(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


@cache
def _code() -> str:
    """All that the programs can say, with strings that go over several lines put together."""
    files = [
        *ROOT.glob("device/**/*.py"),
        *ROOT.glob("hal/**/*.py"),
        ROOT / "systemd/install.sh",
        ROOT / ".ci/venv.sh",
    ]
    text = " ".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r'"\s+f?"', "", text)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_make_target_of_a_guide_exists(guide: Path) -> None:
    rules = (ROOT / "Makefile").read_text() + (ROOT / "systemd/install.mk").read_text()
    targets = set(re.findall(r"`(?:sudo )?make ([a-z]+)", _flat(guide)))
    targets |= set(re.findall(r"^(?:sudo )?make ([a-z]+)", guide.read_text(), re.MULTILINE))
    assert targets
    for target in targets:
        assert re.search(rf"^(?:[a-z]+ )*{target}(?: [a-z]+)*:", rules, re.MULTILINE), target


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_command_of_a_guide_exists(guide: Path) -> None:
    lines = re.findall(r"(?:^|[ `])palmstone (check|settings|journal|play|run|replay FILE)\b", _flat(guide))
    assert lines
    for line in lines:
        assert callable(parse(line.split()).command)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_setting_that_a_guide_names_exists(guide: Path) -> None:
    known = " ".join(settings_lines(defaults()))
    named = re.findall(r"`(\w+)(?: = [^`]+)?`", _flat(guide))
    named = [name for name in named if name.islower() and ("_" in name or name in ("controller", "flip"))]
    if guide == TROUBLE:
        assert named
    for name in named:
        assert re.search(rf"\b{name}\b", known), name


def test_what_the_guide_says_is_installed_is_installed() -> None:
    text = _flat(BUILD)
    assert f"/{SETTINGS}" in text
    for name in re.findall(r"/etc/[\w./-]*palmstone[\w./-]*", text):
        assert name.lstrip("/") in {*PLACED, SETTINGS}


def test_every_message_of_the_troubleshooting_guide_is_one_that_the_code_says() -> None:
    foreign = {"GPIO busy", "DO NOT MATCH THE HASHES"}
    said = [text for text in re.findall(r"\*\*`([^`]+)`", _flat(TROUBLE)) if text not in foreign]
    said += ["the last line was torn", "nobody switches off", "empty stand-in"]
    assert len(said) > 8
    for text in said:
        written = text.replace("/dev/i2c-1", "{node}").replace("python3 is too old", "is too old")
        assert written.replace("runs as process", "runs as {who}") in _code(), text


def test_every_notice_that_the_guide_quotes_is_one_of_the_panel() -> None:
    from device.text.fault_lines import LINES  # noqa: PLC0415 - only for this test

    known = {full for _, full, _ in LINES}
    quoted = re.findall(r'"(The \w+ [^"]+\.)"', _flat(TROUBLE))
    assert len(quoted) == 2
    assert set(quoted) <= known


def test_the_wiring_of_the_guide_is_that_of_the_settings() -> None:
    hardware = defaults().settings.hardware
    rows = dict(re.findall(r"^\| (K\d|MPR121: IRQ)[^|]*\| (\d+) \|", BUILD.read_text(), re.MULTILINE))
    pins = [int(rows[f"K{key}"]) for key in range(1, 7)]
    assert pins == list(hardware.button_pins)
    assert int(rows["MPR121: IRQ"]) == hardware.pads.irq_pin


def test_header_pins_of_the_guide_belong_to_their_gpio() -> None:
    header = {2: 3, 3: 5, 17: 11, 5: 29, 6: 31, 16: 36, 26: 37, 22: 15, 23: 16, 24: 18, 25: 22, 27: 13}
    rows = re.findall(r"^\|[^|]*\| (\d+) \| (\d+) \|$", BUILD.read_text(), re.MULTILINE)
    assert {int(gpio): int(pin) for gpio, pin in rows} == header

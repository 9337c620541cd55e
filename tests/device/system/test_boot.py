"""The first frame: drawn with less than other frames, and the same picture."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.cli.run import awake
from device.draw.render import render
from device.games.settings import defaults
from device.games.words import WORDS
from device.settings.model import Profile
from device.system.boot import chosen_screen
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from pathlib import Path

NOT_YET = (
    "device.app.loop",
    "device.draw.render",
    "device.ui.model",
    "device.ui.scene",
    "device.settings.load",
    "device.text.catalog",
    "engine",
    "msgspec",
    "tomllib",
    "transitions",
)
"""What the rest of the device loads behind the first frame, or never."""
LOADED = """
import sys
from pathlib import Path
from device.cli.parser import parse
from device.cli.run import awake
from device.games.settings import defaults
awake(defaults(), parse(["run", "--hardware", "simulated"]).hardware, Path(sys.argv[1]))
print(*sys.modules)
"""


@pytest.mark.parametrize("profile", list(Profile))
def test_the_first_frame_is_drawn_as_any_line_is(profile: Profile, tmp_path: Path) -> None:
    loaded = defaults()
    screen = replace(loaded.settings.screen, profile=profile)
    loaded = replace(loaded, settings=replace(loaded.settings, screen=screen))
    built, world = awake(loaded, "simulated", tmp_path)
    try:
        assert world is not None
        assert world.frame() == render(Scene("boot", LineBody(WORDS.line("boot"))), profile)
    finally:
        built.close()


@pytest.mark.long
def test_the_first_frame_waits_for_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """A thing imported at the head of a module is soon imported by all."""
    loaded = loaded_for_the_first_frame(tmp_path)
    assert loaded.isdisjoint(NOT_YET)
    assert "device.system.boot" in loaded
    # What was chosen on the device is read, and no more of the engine than what reads it.
    (tmp_path / "choices.json").write_bytes(b'{"screen":{"profile":"S"}}')
    with_choices = loaded_for_the_first_frame(tmp_path)
    engine = {"engine", "engine.game", "engine.json_object"}
    assert {name for name in with_choices if name.startswith("engine")} == engine
    assert (with_choices - engine).isdisjoint(NOT_YET)


def loaded_for_the_first_frame(folder: Path) -> set[str]:
    done = subprocess.run([sys.executable, "-c", LOADED, folder], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("data", "profile", "night"),
    [
        (b'{"screen":{"profile":"S","night":true}}', Profile.S, True),
        (b'\xef\xbb\xbf{"screen":{"profile":"S","night":1}}', Profile.S, False),
        (b'{"screen":3,"later":{"a":1}}', Profile.L, False),
        (b"[" * 100_000, Profile.L, False),
        (b'{"screen":{"night":true},"a":' + b"9" * 5000 + b"}", Profile.L, False),
        (b"\xff\xfe", Profile.L, False),
        (b"[1]", Profile.L, False),
        (b"", Profile.L, False),
    ],
)
def test_a_file_of_choices_at_fault_chose_nothing_and_does_not_stop_the_start(
    data: bytes, profile: Profile, night: bool, tmp_path: Path
) -> None:
    (tmp_path / "choices.json").write_bytes(data)
    screen = chosen_screen(defaults(), tmp_path)
    assert (screen.profile, screen.night) == (profile, night)

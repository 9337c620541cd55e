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
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from pathlib import Path

NOT_YET = (
    "device.app.loop",
    "device.draw.render",
    "device.ui.scene",
    "device.settings.load",
    "device.text.catalog",
    "engine",
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


def test_the_first_frame_waits_for_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """A thing imported at the head of a module is soon imported by all (hardware.md: start <= 1.8 x)."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, tmp_path], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()).isdisjoint(NOT_YET)
    assert "device.system.boot" in done.stdout.split()

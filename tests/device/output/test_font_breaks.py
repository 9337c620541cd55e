"""A font that breaks at a letter costs that picture its look, never the start or the game (F38)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.cli.run import awake
from device.draw.render import render
from device.games.settings import defaults
from device.games.words import WORDS
from device.settings.model import Profile
from device.sim.rig import Rig
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from pathlib import Path

    from device.settings.loaded import Loaded


def _set(font: Path) -> Loaded:
    """Return settings with a font that passed when they were read, and is no font now."""
    loaded = defaults()
    screen = replace(loaded.settings.screen, font=str(font))
    return replace(loaded, settings=replace(loaded.settings, screen=screen))


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    font = tmp_path / "broken.ttf"
    font.write_bytes(b"no font")
    return font


def test_f38_the_first_frame_is_drawn_with_our_own_font(broken: Path, tmp_path: Path) -> None:
    built, world = awake(_set(broken), "simulated", tmp_path)
    try:
        assert world is not None
        assert world.frame() == render(Scene("boot", LineBody(WORDS.line("boot"))), Profile.L)
    finally:
        built.close()


def test_f38_every_screen_is_drawn_with_our_own_font(broken: Path) -> None:
    frames = []
    for loaded in (defaults(), _set(broken)):
        rig = Rig(loaded)
        rig.power_on()
        rig.tap("K4")
        frames.append(rig.frame)
        rig.stop()
    assert frames[0] == frames[1]

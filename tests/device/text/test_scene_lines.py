"""The lines of a scene are found wherever they stand in it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest

from device.text.line import Line
from device.ui.words import lines
from tests.device.draw.test_goldens import SCENES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.ui.scene import Scene


def lines_in(value: object) -> Iterator[Line]:
    """Look into everything."""
    if isinstance(value, Line):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from lines_in(item)
    elif is_dataclass(value):
        for one in fields(value):
            yield from lines_in(getattr(value, one.name))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_every_line_of_a_scene_is_found_in_its_order(scene: Scene) -> None:
    notice = () if scene.notice is None else (scene.notice,)
    assert lines(scene) == (*notice, *lines_in(scene.body))


def test_there_are_scenes_with_one_line_with_many_and_with_none() -> None:
    assert {min(len(lines(scene)), 2) for scene in SCENES} == {0, 1, 2}

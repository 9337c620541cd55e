"""What stands on the panel is made when it changes, not at each look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.games.words import WORDS
from device.ui.model import Go, Screen, Tell
from device.ui.scene import LineBody, Scene
from tests.device.device_kit import S, started

if TYPE_CHECKING:
    from device.ui.model import Model

LOOKS_S = 20
"""The levels are read again once a second, and each time the outputs are shown what stands there."""


@dataclass(frozen=True, slots=True)
class Counting(Screen):
    """A screen that keeps what it was asked for."""

    asked: list[Model] = field(default_factory=list, compare=False)

    def scene(self, model: Model) -> Scene:
        self.asked.append(model)
        return Scene("test.counting", LineBody(WORDS.line("tm.ready")))


def test_a_model_that_stays_is_asked_for_its_scene_once() -> None:
    rig = started()
    screen = Counting()
    rig.perform(Go(screen))
    rig.wait(S)
    asked = len(screen.asked)
    rig.wait(LOOKS_S * S)
    assert len(screen.asked) == asked
    assert rig.scene.id == "test.counting"


def test_a_model_that_changed_is_asked_again_and_its_notice_stands_over_the_scene() -> None:
    rig = started()
    screen = Counting()
    rig.perform(Go(screen))
    notice = WORDS.line("sleeve")
    rig.perform(Tell(notice))
    rig.wait(S)
    assert rig.scene.notice == notice
    assert [model.notice for model in screen.asked][-1] == notice
    rig.wait(LOOKS_S * S)
    assert rig.scene.notice is None
    assert [model.notice for model in screen.asked][-1] is None

"""The app's side of the panel: what stands there, and when it dims, shifts and goes dark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.draw.kit import LayoutError
from device.draw.render import Drawn, drawn
from device.output.dimming import Light, contrast
from device.output.output import Began
from device.text.catalog import line
from device.ui.scene import LineBody, Scene
from hal.frame import Frame
from hal.ports import PanelWish

if TYPE_CHECKING:
    from device.output.output import Told, View
    from device.settings.model import ScreenSettings
    from device.ui.model import Model
    from hal import ports

SHIFT_EVERY_US = 60_000_000
"""The layout moves at most once a minute, and only with a new screen (F18)."""
SHIFTS = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""Pixels to the right and down."""


@dataclass(frozen=True, slots=True)
class _Look:
    scene: Scene
    light: Light
    shift: int
    swap: bool
    screen: ScreenSettings


class Display:
    """Draws scenes and hands frames to the panel, each one once."""

    def __init__(self, display: ports.Display, swap: bool = False) -> None:
        self._display = display
        self._look: _Look | None = None
        self._shift = 0
        self._shifted_us = 0
        self.drawn = Drawn(Frame.blank())
        """The picture wished for last, and what is in it."""
        self.swap = swap
        """Map and words change sides from session to session (F18)."""
        self.serial = 0
        """Number of the last wish."""

    @property
    def scene(self) -> Scene | None:
        """What stands there now."""
        return None if self._look is None else self._look.scene

    @property
    def frame(self) -> Frame:
        """The picture wished for last."""
        return self.drawn.frame

    def shown(self, view: View, now_us: int) -> None:
        """Show the scene of this look."""
        screen, mode = view.model.settings.screen, view.model.screen.mode
        self.show(view.scene, view.light, screen, now_us, still=mode.is_still)

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """Let a new session change the sides of map and words."""
        if isinstance(what, Began):
            self.swap = what.number % 2 == 1

    def show(self, scene: Scene, light: Light, screen: ScreenSettings, now_us: int, *, still: bool) -> None:
        """Show a scene, unless it stands there already in the same way."""
        new_screen = self._look is None or self._look.scene.id != scene.id
        if new_screen and not still and now_us - self._shifted_us >= SHIFT_EVERY_US:
            self._shift = (self._shift + 1) % len(SHIFTS)
            self._shifted_us = now_us
        look = _Look(scene, light, self._shift, self.swap, screen)
        if look == self._look:
            return
        if self._look is None or (look.scene, look.shift, look.swap, look.screen) != (
            self._look.scene,
            self._look.shift,
            self._look.swap,
            self._look.screen,
        ):
            self.drawn = self._draw(look)
        self._look = look
        self.serial += 1
        self._display.want(
            PanelWish(
                frame=self.drawn.frame,
                contrast=contrast(screen, light),
                on=light is not Light.OFF,
                flip=screen.flip,
                serial=self.serial,
            )
        )

    def _draw(self, look: _Look) -> Drawn:
        try:
            return drawn(look.scene, look.screen.profile, SHIFTS[look.shift], look.swap, look.screen.font)
        except LayoutError:
            if look.screen.font:
                # A font may break at any letter (F38); ours does not.
                return self._draw(replace(look, screen=replace(look.screen, font="")))
            # Names out of the settings can be longer than any panel; the tests keep our own words in bounds.
            return drawn(Scene(look.scene.id, LineBody(line("too.long"))), look.screen.profile)

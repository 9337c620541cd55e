"""The pads as the touch chip feels them: live bars, how light a touch counts, a new zero.

The bars move only while their screen stands; touches show there and do nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.settings.model import PADS
from device.text.catalog import line
from device.ui.events import WALK, Entered, Key, KeyPressed, TimedOut
from device.ui.menus import Item, Menu
from device.ui.model import Answer, Go, Look, Push, Rezero, Screen, SetThresholds, Tell
from device.ui.scene import BarsBody, LineBody, Scene
from hal.ports import Part

if TYPE_CHECKING:
    from device.settings.model import Settings
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

LOOK_MS = 250
"""A bar follows a finger well enough at four pictures a second."""
LEAST_COUNTS, MOST_COUNTS = 4, 120
STEP_COUNTS = 2


@dataclass(frozen=True, slots=True)
class PadBars(Screen):
    """`settings.pads`: K2 and K3 walk the pads, K4 sets the framed one (all of them at first), K1 closes."""

    cursor: int | None = None
    """Index in `PADS`; None is all pads."""

    def scene(self, model: Model) -> Scene:
        """Show how far each pad is from its rest, in the order of the keypad."""
        if Part.PADS in model.status.faults:
            return Scene("settings.pads", LineBody(line("setup.pads.none")))
        reading, order = model.status.reading, _electrodes(model.settings)
        values = (0,) * len(order)
        if reading is not None:
            values = tuple(max(reading.baseline[one] - reading.filtered[one], 0) for one in order)
        counts = tuple(model.settings.hardware.pads.on[one] for one in order)
        title = line("pads.bars") if self.cursor is None else _named(self.cursor, counts[self.cursor])
        return Scene("settings.pads", BarsBody(title, values, counts, self.cursor))

    def on(self, model: Model, event: Event) -> Answer:
        """Take over what is measured, now and again; walk, or set what is framed."""
        match event:
            case Entered():
                return (Look(),)
            case TimedOut():
                return (Go(self),)
            case KeyPressed(key=key) if key in WALK:
                places: list[int | None] = [None, *range(len(PADS))]
                at = (places.index(self.cursor) + WALK[key]) % len(places)
                return (Go(replace(self, cursor=places[at])),)
            case KeyPressed(key=Key.K4):
                return (Push(PadTouch(pad=self.cursor)),)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """Look again soon."""
        return LOOK_MS


@dataclass(frozen=True, slots=True)
class PadTouch(Menu):
    """`settings.pads.touch`: how light a touch of one pad, or of all, counts; and a new zero."""

    pad: int | None = None

    def scene_id(self) -> str:
        """`settings.pads.touch`."""
        return "settings.pads.touch"

    def title(self, model: Model) -> Line:
        """Name the pad."""
        return line("settings.all") if self.pad is None else line("settings.pad", pad=PADS[self.pad])

    def items(self, model: Model) -> tuple[Item, ...]:
        """Lighter, firmer, zero; each with the counts it leads to."""
        lighter, firmer = (self._moved(model.settings, step) for step in (-STEP_COUNTS, STEP_COUNTS))
        now = self._shown(model.settings)
        return (
            Item(line("settings.lighter"), (lighter,), now),
            Item(line("settings.firmer"), (firmer,), now),
            Item(line("settings.rezero"), (Rezero(), Tell(line("pads.rezero")))),
        )

    def _shown(self, settings: Settings) -> str:
        counts = settings.hardware.pads.on
        order = _electrodes(settings)
        mine = {counts[one] for one in (order if self.pad is None else (order[self.pad],))}
        return str(mine.pop()) if len(mine) == 1 else ""

    def _moved(self, settings: Settings, step: int) -> SetThresholds:
        order = _electrodes(settings)
        mine = order if self.pad is None else (order[self.pad],)
        on, off = list(settings.hardware.pads.on), list(settings.hardware.pads.off)
        for electrode in mine:
            on[electrode] = min(max(on[electrode] + step, LEAST_COUNTS), MOST_COUNTS)
            off[electrode] = on[electrode] // 2
        return SetThresholds(tuple(on), tuple(off))


def _electrodes(settings: Settings) -> tuple[int, ...]:
    return tuple(settings.pads.electrode(pad) for pad in PADS)


def _named(index: int, counts: int) -> Line:
    return line("settings.pad.counts", pad=line("settings.pad", pad=PADS[index]), counts=counts)

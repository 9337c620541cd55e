"""The first start: can you read this, do the pads answer, is a sound welcome. Each can be skipped with K1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.settings.model import PADS, Profile
from device.text.catalog import line
from device.ui.events import ONWARD, WALK, Key, KeyHeld, KeyPressed, TimedOut
from device.ui.model import Answer, Choose, Cue, FirstStartDone, Go, Home, Intent, Screen, Stay, Tell
from device.ui.scene import LineBody, Scene, TextBody
from hal.ports import Part

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

SIZES = tuple(Profile)
"""Letters from small to large, one for each size of panel."""
GROWS_MS = 10_000
"""Whoever cannot read a question cannot read how to answer it: the letters grow by themselves, twice."""
YES = ONWARD | {Key.HASH}


class Setup(Screen):
    """Base of the first start's screens: whoever leaves them for home has had the first start."""

    __slots__ = ()

    def on(self, model: Model, event: Event) -> Answer:
        """Left by the long press that means home everywhere, it was skipped."""
        match event:
            case KeyHeld(key=Key.K1):
                return FirstStartDone(), Home()
        return ()


@dataclass(frozen=True, slots=True)
class SetupRead(Setup):
    """`setup.read`: the question in three sizes; what can be read becomes the size of everything."""

    before: Profile | None = None
    """The size that stood here first: skipping goes back to it."""

    def scene(self, model: Model) -> Scene:
        """Ask, in letters of the size in force; K3 turns no side here, so all fits one."""
        ask, keys = line("setup.read"), line("setup.read.keys")
        size = model.settings.screen.profile
        if size is not Profile.L:
            ask = replace(ask, full=ask.short)
        if size is Profile.S:
            keys = line("setup.read.last")
        return Scene("setup.read", TextBody(ask, (keys,)))

    def on(self, model: Model, event: Event) -> Answer:
        """K4 keeps this size, K3 shows the next larger one, K2 the one before, K1 skips. The letters grow by
        themselves.
        """
        size = model.settings.screen.profile
        before = self.before or size
        match event:
            case TimedOut():
                return self._sized(model, 1)
            case KeyPressed(key=key) if key in WALK:
                return self._sized(model, WALK[key])
            case KeyPressed(key=key) if key in YES:
                return Choose("screen.profile", size.value), Go(SetupPads())
            case KeyPressed(key=Key.K1):
                back = () if before is size else (Choose("screen.profile", before.value),)
                return (*back, Go(SetupPads()))
        return Setup.on(self, model, event)

    def _sized(self, model: Model, step: int) -> tuple[Intent, ...]:
        size = model.settings.screen.profile
        other = SIZES[(SIZES.index(size) + step) % len(SIZES)]
        return Choose("screen.profile", other.value), Go(SetupRead(self.before or size))

    def timeout_ms(self, model: Model) -> int | None:
        """Grow, up to the largest."""
        return None if model.settings.screen.profile is SIZES[-1] else GROWS_MS


@dataclass(frozen=True, slots=True)
class SetupPads(Setup):
    """`setup.pads`: each pad once, in turn. K4 goes past one that does not answer, K1 skips all."""

    index: int = 0
    silent: int = 0
    """How many were gone past."""

    def scene(self, model: Model) -> Scene:
        """Name the pad that is asked for, or what came of it."""
        if Part.PADS in model.status.faults:
            return Scene("setup.pads", LineBody(line("setup.pads.none")))
        if self.index < len(PADS):
            pad = line("setup.pads", pad=PADS[self.index])
            return Scene("setup.pads", TextBody(pad, (line("setup.pads.keys"),)))
        done = line("setup.pads.some", count=self.silent) if self.silent else line("setup.pads.done")
        return Scene("setup.pads", LineBody(done))

    def on(self, model: Model, event: Event) -> Answer:
        """The pad that is asked for answers; another one is named."""
        asks = Part.PADS not in model.status.faults and self.index < len(PADS)
        match event:
            case KeyPressed(key=Key.K1):
                return (Go(SetupSound()),)
            case KeyPressed(key=key) if not asks:
                return (Go(SetupSound()) if key is Key.K4 or key.is_pad else Stay(),)
            case KeyPressed(key=Key.K4):
                return (Go(replace(self, index=self.index + 1, silent=self.silent + 1)),)
            case KeyPressed(key=key) if key == PADS[self.index]:
                return (Go(replace(self, index=self.index + 1)),)
            case KeyPressed(key=key) if key.is_pad:
                return (Tell(line("setup.pads.other", pad=key)),)
        return Setup.on(self, model, event)


@dataclass(frozen=True, slots=True)
class SetupSound(Setup):
    """`setup.sound`: # and K4 switch sound on and let it be heard once; 0 and K1 leave all silent."""

    def scene(self, model: Model) -> Scene:
        """Ask; the headline of L is too short for the question."""
        said: tuple[Line, ...] = (line("setup.sound"), line("setup.sound.keys"))
        if model.settings.screen.profile is Profile.L:
            said = (line("settings.sound"), *said)
        return Scene("setup.sound", TextBody(said[0], said[1:]))

    def on(self, model: Model, event: Event) -> Answer:
        """Answer, and begin."""
        home: tuple[Intent, ...] = (FirstStartDone(), Home())
        match event:
            case KeyPressed(key=Key.HASH | Key.K4):
                return (Choose("sound.silent", False), Cue("test"), *home)
            case KeyPressed(key=Key.PAD_0 | Key.K2):
                return (Choose("sound.silent", True), *home)
            case KeyPressed(key=Key.K1):
                return home
        return Setup.on(self, model, event)

"""The first start: can you read this, do the pads answer, is a sound welcome. Each can be skipped with K1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.settings.model import PADS, Profile
from device.text.catalog import line
from device.ui.model import IGNORE, Answer, Choose, Cue, FirstStartDone, Go, Home, Intent, Screen, Tell
from device.ui.scene import LineBody, Scene, TextBody
from hal.ports import Part

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model

SIZES = tuple(Profile)
"""Letters from small to large, one for each size of panel."""
GROWS_MS = 10_000
"""Whoever cannot read a question cannot read how to answer it: the letters grow by themselves, twice."""
YES = frozenset({"K4", "#", "0"})


class Setup(Screen):
    """Base of the first start's screens: whoever leaves them for home has had the first start."""

    __slots__ = ()

    menu: ClassVar[bool] = True


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

    def on(self, model: Model, key: str) -> Answer:
        """K4 keeps this size, K3 shows the next larger one, K2 the one before, K1 skips."""
        size = model.settings.screen.profile
        before = self.before or size
        if key in ("K2", "K3"):
            return self._sized(model, 1 if key == "K3" else -1)
        if key in YES:
            return Choose("screen.profile", size.value), Go(SetupPads())
        if key == "K1":
            back = () if before is size else (Choose("screen.profile", before.value),)
            return (*back, Go(SetupPads()))
        return IGNORE

    def _sized(self, model: Model, step: int) -> tuple[Intent, ...]:
        size = model.settings.screen.profile
        other = SIZES[(SIZES.index(size) + step) % len(SIZES)]
        return Choose("screen.profile", other.value), Go(SetupRead(self.before or size))

    def stays_ms(self, model: Model) -> int | None:
        """Grow, up to the largest."""
        return None if model.settings.screen.profile is SIZES[-1] else GROWS_MS

    def after(self, model: Model) -> tuple[Intent, ...]:
        """Show the next larger letters."""
        return self._sized(model, 1)


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

    def on(self, model: Model, key: str) -> Answer:
        """The pad that is asked for answers; another one is named."""
        onward = (Go(SetupSound()),)
        if key == "K1":
            return onward
        if Part.PADS in model.status.faults or self.index >= len(PADS):
            return onward if key == "K4" or not key.startswith("K") else IGNORE
        if key == PADS[self.index]:
            return (Go(replace(self, index=self.index + 1)),)
        if key == "K4":
            return (Go(replace(self, index=self.index + 1, silent=self.silent + 1)),)
        if key.startswith("K"):
            return None if key == "K3" else IGNORE
        return (Tell(line("setup.pads.other", pad=key)),)


@dataclass(frozen=True, slots=True)
class SetupSound(Setup):
    """`setup.sound`: # and K4 switch sound on and let it be heard once; 0 and K1 leave all silent."""

    def scene(self, model: Model) -> Scene:
        """Ask; the headline of L is too short for the question."""
        said: tuple[Line, ...] = (line("setup.sound"), line("setup.sound.keys"))
        if model.settings.screen.profile is Profile.L:
            said = (line("settings.sound"), *said)
        return Scene("setup.sound", TextBody(said[0], said[1:]))

    def on(self, model: Model, key: str) -> Answer:
        """Answer, and begin."""
        home: tuple[Intent, ...] = (FirstStartDone(), Home())
        if key in ("#", "K4"):
            return (Choose("sound.silent", False), Cue("test"), *home)
        if key in ("0", "K2"):
            return (Choose("sound.silent", True), *home)
        if key == "K1":
            return home
        return None if key == "K3" else IGNORE

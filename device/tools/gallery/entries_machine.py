"""The screens that belong to no game: home, journal, help, pause, power, faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind.facts import NevermindFacts
from device.games.settings import defaults
from device.games.words import WORDS
from device.screens.breathe import Breathe
from device.screens.help import Help
from device.screens.journal import Journal
from device.screens.status import StatusPage
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.storage.journal import JournalEntry
from device.text.catalog import fault_line, line
from device.tools.gallery.entries_nevermind import nevermind
from device.tools.gallery.entry import GalleryEntry, switched_on, touched
from device.ui.model import Push
from device.ui.scene import LineBody, MenuBody, Scene
from hal.ports import FaultCode, Part
from hal.simulated.disk import SimDisk

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.settings.model import Profile
    from device.tools.gallery.entry import Shown


def _resume(profile: Profile) -> Rig:
    rig = touched(nevermind(switched_on(profile)), "0")
    rig.power_cut()
    rig.power_on()
    return rig


def _journal(profile: Profile) -> Rig:
    disk = SimDisk()
    rig = Rig(with_texts(defaults(), {"screen.profile": profile.value}), disk=disk)
    rig.power_on()
    past = JournalEntry(
        1, "nevermind", 840, "2025-03-09", "zen", NevermindFacts(1, rounds=14, released=6, distractions=2)
    )
    rig.app.sessions.store.write_entry(past)
    rig.app.effects.refresh()
    rig.perform(Push(Journal()))
    return rig


def _empty(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.perform(Push(Journal()))
    return rig


def _status(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.world.gone(Part.PADS)
    rig.wait(10_000_000)
    rig.perform(Push(StatusPage()))
    return rig


def _not_saved(profile: Profile) -> Rig:
    rig = nevermind(switched_on(profile, **{"guidance.level": "quiet"}))
    rig.disk.fault("full")
    return touched(rig, "0")


def _help(page: str) -> Callable[[Profile], Rig]:
    def make(profile: Profile) -> Rig:
        rig = nevermind(switched_on(profile))
        rig.perform(Push(Help(page)))
        return rig

    return make


def _hold(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.press("K2")
    rig.wait(2_000_000)
    return rig


def _asked(profile: Profile) -> Rig:
    rig = _hold(profile)
    rig.wait(1_200_000)
    rig.lift("K2")
    rig.settle()
    return rig


def _fault(part: Part, code: FaultCode) -> Callable[[Profile], Shown]:
    def make(profile: Profile) -> Scene:
        names = ("home.nevermind", "home.mind", "home.breathe", "home.journal")
        body = MenuBody(line("home.title"), tuple(WORDS.line(name) for name in names), 0)
        return Scene(f"fault.{part}.{code}", body, notice=fault_line(part, code))

    return make


def _breathe(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.perform(Push(Breathe()))
    return rig


FAULTS = (
    (Part.OLED, FaultCode.BUS_ERROR),
    (Part.PADS, FaultCode.ABSENT),
    (Part.PADS, FaultCode.NO_BUS),
    (Part.PADS, FaultCode.WRONG_CHIP),
    (Part.PADS, FaultCode.FROZEN),
    (Part.PADS, FaultCode.OVER_CURRENT),
    (Part.PADS, FaultCode.BAD_VALUES),
    (Part.PADS, FaultCode.LOST_SETTINGS),
    (Part.PALMS, FaultCode.ABSENT),
    (Part.BUTTONS, FaultCode.ABSENT),
    (Part.BUTTONS, FaultCode.NO_NOTIFY),
)
ENTRIES: tuple[GalleryEntry, ...] = (
    GalleryEntry("boot", lambda profile: Scene("boot", LineBody(line("boot")))),
    GalleryEntry("home", switched_on),
    GalleryEntry("resume", _resume),
    GalleryEntry("breathe", _breathe),
    GalleryEntry("journal", _journal),
    GalleryEntry("journal empty", _empty),
    GalleryEntry("status", _status),
    GalleryEntry("pause", lambda profile: touched(nevermind(switched_on(profile)), "0", "1", "K2")),
    *(GalleryEntry(f"help.{page}", _help(page)) for page in WORDS.pages),
    GalleryEntry("power.hold", _hold),
    GalleryEntry("power.ask", _asked),
    GalleryEntry("power.bye", lambda profile: touched(_asked(profile), "K4")),
    GalleryEntry("ntd.mind not-saved", _not_saved),
    *(GalleryEntry(f"fault.{part}.{code}", _fault(part, code)) for part, code in FAULTS),
)

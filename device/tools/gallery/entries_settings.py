"""The first start, the settings, and what the machine says of a touch that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.display import DisplayCheck
from device.screens.faults import FaultInput
from device.screens.pads import PadBars, PadTouch
from device.screens.settings_menu import SectionMenu, SettingsMenu
from device.screens.setup import SetupPads, SetupRead, SetupSound
from device.tools.gallery.entries_nevermind import nevermind
from device.tools.gallery.entry import GalleryEntry, switched_on, touched
from device.ui.model import Push
from hal.ports import Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.settings.model import Profile
    from device.sim.rig import Rig
    from device.ui.model import Screen

STUCK_US = 21_000_000


def _at(screen: Screen) -> Callable[[Profile], Rig]:
    """Return what shows a screen that was pushed over home."""

    def make(profile: Profile) -> Rig:
        rig = switched_on(profile)
        rig.perform(Push(screen))
        return rig

    return make


def _no_pads(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.world.gone(Part.PADS)
    rig.wait(10_000_000)
    rig.perform(Push(SetupPads()))
    return rig


def _bars(profile: Profile) -> Rig:
    rig = _at(PadBars(cursor=4))(profile)
    rig.press("5")
    rig.wait(1_000_000)
    return rig


def _unsaved(profile: Profile) -> Rig:
    rig = touched(nevermind(switched_on(profile)), "0")
    rig.disk.fault("full")
    rig.tap("K2", 3_050_000)
    return touched(rig, "K4")


def _held(profile: Profile) -> Rig:
    rig = touched(nevermind(switched_on(profile)), "0")
    rig.stick("5", stuck=True)
    rig.wait(STUCK_US)
    return rig


def _sleeve(profile: Profile) -> Rig:
    rig = touched(nevermind(switched_on(profile)), "0")
    rig.wait(5_000_000)
    for pad in ("7", "8", "9", "*", "0", "#"):
        rig.world.touch(rig.electrode(pad))
    rig.wait(500_000)
    return rig


ENTRIES: tuple[GalleryEntry, ...] = (
    GalleryEntry("setup.read", _at(SetupRead())),
    GalleryEntry("setup.pads", _at(SetupPads(index=4))),
    GalleryEntry("setup.pads answered", _at(SetupPads(index=12))),
    GalleryEntry("setup.pads silent", _at(SetupPads(index=12, silent=3))),
    GalleryEntry("setup.pads absent", _no_pads),
    GalleryEntry("setup.sound", _at(SetupSound())),
    GalleryEntry("settings.menu", _at(SettingsMenu())),
    *(GalleryEntry(f"settings.display {index}", _at(DisplayCheck(cursor=index))) for index in range(5)),
    GalleryEntry("settings.sound", _at(SectionMenu(section="sound"))),
    GalleryEntry("settings.guidance", _at(SectionMenu(section="guidance"))),
    GalleryEntry("settings.pads", _bars),
    GalleryEntry("settings.pads.touch", _at(PadTouch(pad=4))),
    GalleryEntry("power.ask unsaved", _unsaved),
    GalleryEntry("power.bye unsaved", lambda profile: touched(_unsaved(profile), "K4")),
    GalleryEntry("fault.input", _at(FaultInput())),
    GalleryEntry("ntd.watch pad-held", _held),
    GalleryEntry("ntd.prompt sleeve", _sleeve),
)

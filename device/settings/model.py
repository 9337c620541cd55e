"""The settings as values. Names and units are those of the file; a field of a section is its row."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from device.settings.kinds import Flag, Names, Text, Whole, Word
from device.settings.rows import Offer, setting
from hal.config import Controller, HardwareConfig

if TYPE_CHECKING:
    from device.settings.rows import Section

T = TypeVar("T")


class Profile(StrEnum):
    """Size of the panel and so of the letters: 2.42", 1.3", 0.96"."""

    L = "L"
    M = "M"
    S = "S"


class Guidance(StrEnum):
    """How much the guided session says."""

    QUIET = "quiet"
    LIGHT = "light"
    FULL = "full"
    NARRATE = "narrate"


class Anchor(StrEnum):
    """Where attention comes back to."""

    BREATH = "breath"
    HANDS = "hands"
    FEET = "feet"
    SOUNDS = "sounds"


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The panel as the player sees it."""

    profile: Profile = setting(
        Word(Profile),
        Profile.L,
        'Panel and letters: L 2.42", M 1.3", S 0.96".',
        offer=Offer("settings.size", last=True),
    )
    brightness_percent: int = setting(
        Whole(1, 100, "percent"),
        50,
        "How bright, of full.",
        offer=Offer("settings.brightness", steps=(10, 25, 50, 75, 100)),
    )
    night: bool = setting(Flag(), False, "Dimmer still, for a dark room.", offer=Offer("settings.night"))
    flip: bool = setting(Flag(), False, "Turn the picture by 180 degrees.", offer=Offer("settings.flip"))
    controller: Controller = setting(
        Word(Controller),
        Controller.SSD1306,
        "Chip of the panel; a two-pixel stripe at an edge means the other one.",
        choosable=True,
    )
    column_offset: int | None = setting(
        Whole(0, 4, "columns", or_none=True),
        None,
        'First visible column; "none" takes the usual one of the controller.',
        choosable=True,
    )
    font: str = setting(Text(240), "", "Another font file; empty takes the built-in one.")
    """Path of a font file; "" for the one that comes with Pillow."""
    language: str = setting(
        Text(12), "en", 'Language of all words: "en", or the name of a file in device/text/languages.'
    )


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What is heard."""

    silent: bool = setting(Flag(), True, "No buzzer and no speech at all.", offer=Offer("settings.silent"))
    volume_percent: int = setting(Whole(1, 100, "percent"), 50, "How loud, if not silent.")
    spoken: bool = setting(
        Flag(), False, "Speak every screen (needs espeak-ng).", offer=Offer("settings.spoken")
    )


LEAST_NAMES, MOST_NAMES, LONGEST_NAME = 3, 12, 14
"""Packs that have names, if any has, and characters of one."""


@dataclass(frozen=True, slots=True)
class GuidanceSettings:
    """How a session is guided."""

    level: Guidance = setting(
        Word(Guidance),
        Guidance.LIGHT,
        "How many lines a session says.",
        offer=Offer("stage.guidance", words="guidance"),
    )
    anchor: Anchor = setting(
        Word(Anchor),
        Anchor.BREATH,
        "Where attention comes back to.",
        offer=Offer("stage.anchor", words="anchor"),
    )
    careful: bool = setting(
        Flag(),
        False,
        "The first touch frames a card, the second acts.",
        offer=Offer("settings.careful"),
    )
    pacer: bool = setting(Flag(), False, "Show a slow pacer while settling.", offer=Offer("settings.pacer"))
    pacer_cycle_s: int = setting(Whole(6, 20, "seconds"), 10, "One in and out of the pacer.", choosable=True)
    packs: tuple[str, ...] = setting(
        Names(LEAST_NAMES, MOST_NAMES, LONGEST_NAME),
        (),
        "Names of your packs of thoughts; empty: not named.",
        choosable=True,
    )
    packs_entered: tuple[str, ...] = setting(
        Names(1, MOST_NAMES, LONGEST_NAME),
        (),
        "Names of packs as entered on the device so far; three come into force there.",
        choosable=True,
    )


PADS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#")
"""The pads in the order of the keypad."""


@dataclass(frozen=True, slots=True)
class PadMap:
    """Which electrode is which pad."""

    electrodes: tuple[int, ...] = tuple(range(12))
    """Electrode of each pad, in the order of `PADS`."""

    def electrode(self, pad: str) -> int:
        """Return the electrode of a pad; ValueError for a name that is none."""
        return self.electrodes[PADS.index(pad)]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set."""

    screen: ScreenSettings = field(default_factory=ScreenSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    guidance: GuidanceSettings = field(default_factory=GuidanceSettings)
    games: tuple[object, ...] = ()
    """What each game has to set, see `of`."""
    pads: PadMap = field(default_factory=PadMap)
    plates: tuple[int, ...] = (0, 1, 2, 3)
    """Electrode of the second touch chip under the palm of each seat, seats 0 to 3."""
    hardware: HardwareConfig = field(default_factory=HardwareConfig)
    menus: tuple[Section, ...] = field(default=(), compare=False, repr=False)
    """The sections with a menu on the device."""

    def menu(self, section: str) -> Section:
        """Return a section with a menu on the device, by its name. Raises KeyError for one without."""
        for one in self.menus:
            if one.name == section:
                return one
        raise KeyError(section)

    def value(self, path: str) -> object:
        """Return a setting of a section that has a menu, e.g. `screen.night`. Raises KeyError for another."""
        section, _, key = path.partition(".")
        held = self.menu(section).held
        mine = (self.screen, self.sound, self.guidance, *self.games)
        return next(getattr(one, key) for one in mine if held is not None and isinstance(one, held))

    def of(self, kind: type[T]) -> T:
        """Return the settings of a game. Raises LookupError if that game is not among those handed in."""
        for held in self.games:
            if isinstance(held, kind):
                return held
        raise LookupError(f"no game with {kind.__name__} was handed to the settings")

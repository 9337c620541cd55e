"""The settings as values. Names and units are those of the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from hal.config import Controller, HardwareConfig


class Profile(StrEnum):
    """Size of the panel and so of the letters: 2.42", 1.3", 0.96"."""

    L = "L"
    M = "M"
    S = "S"


class Guidance(StrEnum):
    """How much the guided session says (interaction.md, The guided session)."""

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


class TokenSource(StrEnum):
    """Who draws the Noting Tokens (N1.6)."""

    DEVICE = "device"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The panel as the player sees it."""

    profile: Profile = Profile.L
    brightness_percent: int = 50
    night: bool = False
    flip: bool = False
    controller: Controller = Controller.SSD1306
    column_offset: int | None = None
    font: str = ""
    """Path of a font file; "" for the one that comes with Pillow."""


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What is heard."""

    silent: bool = True
    volume_percent: int = 50
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class GuidanceSettings:
    """How a session is guided."""

    level: Guidance = Guidance.LIGHT
    anchor: Anchor = Anchor.BREATH
    careful: bool = False
    pacer: bool = False
    pacer_cycle_s: int = 10
    packs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NevermindSettings:
    """Nevermind: tokens and the switches of the rules."""

    tokens: TokenSource = TokenSource.DEVICE
    double_sided: bool = False
    labels: bool = True
    rotation_degrees: int = 180
    breath_ends_round: bool = True
    breath_calms_feeling: bool = True
    mind_cards: tuple[tuple[int, int], ...] = ()
    unlock_all: bool = False

    @property
    def tokens_asked(self) -> bool:
        """Whether the device asks which token lies there: a face that was picked cannot be drawn (N1.6)."""
        return self.double_sided or self.tokens is TokenSource.TABLE


@dataclass(frozen=True, slots=True)
class MindSettings:
    """The Mind: the switches of the rules."""

    blind_cap: bool = False
    empty_hands_vote: bool = True


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
    nevermind: NevermindSettings = field(default_factory=NevermindSettings)
    the_mind: MindSettings = field(default_factory=MindSettings)
    pads: PadMap = field(default_factory=PadMap)
    plates: tuple[int, ...] = (0, 1, 2, 3)
    """Electrode of the second touch chip under the palm of each seat, seats 0 to 3."""
    hardware: HardwareConfig = field(default_factory=HardwareConfig)

"""The table of all settings: one entry a key, with what it allows, its default and what it is for.

Sections are those of the file; `choosable` keys may be set on the device itself (choices.json).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.settings.kinds import Flag, MindCards, Names, OneOf, Text, Twelve, Whole, Word
from device.settings.model import PADS, Anchor, Guidance, Profile, TokenSource
from hal.config import Controller

if TYPE_CHECKING:
    from device.settings.kinds import Kind, Value


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting."""

    section: str
    """Table of the file, e.g. `wiring.buttons`."""
    key: str
    kind: Kind
    default: Value
    about: str
    """One plain line, also a comment of the shipped file."""
    choosable: bool = False

    @property
    def path(self) -> str:
        """The whole name, e.g. `screen.night`."""
        return f"{self.section}.{self.key}"


_FLAG = Flag()
_PIN = Whole(0, 27, "(a BCM number)")
_PIN_OR_NONE = Whole(0, 27, "(a BCM number)", or_none=True)
_TOUCH_ADDRESS = Whole(0x5A, 0x5D, hexadecimal=True)
_TOUCH_ADDRESS_OR_NONE = Whole(0x5A, 0x5D, hexadecimal=True, or_none=True)
_ELECTRODE = Whole(0, 11, "(an electrode)")

_SCREEN = (
    Entry(
        "screen", "profile", Word(Profile), Profile.L, 'Panel and letters: L 2.42", M 1.3", S 0.96".', True
    ),
    Entry("screen", "brightness_percent", Whole(1, 100, "percent"), 50, "How bright, of full.", True),
    Entry("screen", "night", _FLAG, False, "Dimmer still, for a dark room.", True),
    Entry("screen", "flip", _FLAG, False, "Turn the picture by 180 degrees.", True),
    Entry(
        "screen",
        "controller",
        Word(Controller),
        Controller.SSD1306,
        "Chip of the panel; a two-pixel stripe at an edge means the other one.",
        True,
    ),
    Entry(
        "screen",
        "column_offset",
        Whole(0, 4, "columns", or_none=True),
        None,
        'First visible column; "none" takes the usual one of the controller.',
        True,
    ),
    Entry("screen", "font", Text(240), "", "Another font file; empty takes the built-in one."),
)
_SOUND = (
    Entry("sound", "silent", _FLAG, True, "No buzzer and no speech at all.", True),
    Entry("sound", "volume_percent", Whole(1, 100, "percent"), 50, "How loud, if not silent."),
    Entry("sound", "spoken", _FLAG, False, "Speak every screen (needs espeak-ng).", True),
)
_GUIDANCE = (
    Entry("guidance", "level", Word(Guidance), Guidance.LIGHT, "How many lines a session says.", True),
    Entry("guidance", "anchor", Word(Anchor), Anchor.BREATH, "Where attention comes back to.", True),
    Entry("guidance", "careful", _FLAG, False, "The first touch frames a card, the second acts.", True),
    Entry("guidance", "pacer", _FLAG, False, "Show a slow pacer while settling.", True),
    Entry("guidance", "pacer_cycle_s", Whole(6, 20, "seconds"), 10, "One in and out of the pacer.", True),
    Entry("guidance", "packs", Names(3, 12, 14), (), "Names of your packs of thoughts; empty: not named."),
)
_NEVERMIND = (
    Entry(
        "nevermind",
        "tokens",
        Word(TokenSource),
        TokenSource.DEVICE,
        '"device" draws the Noting Tokens, "table" asks which one you drew.',
    ),
    Entry("nevermind", "double_sided", _FLAG, False, "Your tokens have two faces: you pick one."),
    Entry("nevermind", "labels", _FLAG, True, "Name the type of a thought in lines and speech."),
    Entry(
        "nevermind", "rotation_degrees", OneOf((0, 90, 180), "degrees"), 180, "Turn of cards at a shuffle."
    ),
    Entry("nevermind", "breath_ends_round", _FLAG, True, "A Deep Breath takes the place of your action."),
    Entry("nevermind", "breath_calms_feeling", _FLAG, True, "A Deep Breath can calm a locked feeling."),
    Entry("nevermind", "mind_cards", MindCards(), (), "Your own Mind Cards; the built-in set is ours."),
    Entry("nevermind", "unlock_all", _FLAG, False, "Open all stages from the start."),
)
_THE_MIND = (
    Entry("the_mind", "blind_cap", _FLAG, False, "Blind mode takes one life a level at most."),
    Entry("the_mind", "empty_hands_vote", _FLAG, True, "Players with empty hands vote on stars too."),
)
_PADS = (
    Entry("pads", "touch_counts", Twelve(4, 120), (12,) * 12, "Change that is a touch, by electrode.", True),
    Entry("pads", "release_counts", Twelve(2, 118), (6,) * 12, "Change that is still one.", True),
    *(
        Entry("pads.electrodes", pad, _ELECTRODE, number, f"Electrode of pad {pad}.")
        for number, pad in enumerate(PADS)
    ),
)
_PALMS = (
    Entry("palms", "address", _TOUCH_ADDRESS_OR_NONE, None, 'Second MPR121; "none": no palm plates.'),
    Entry("palms", "irq_pin", _PIN_OR_NONE, None, "Its IRQ line."),
    Entry("palms", "touch_counts", Twelve(4, 120), (12,) * 12, "Change that is a touch, by electrode."),
    Entry("palms", "release_counts", Twelve(2, 118), (6,) * 12, "Change that is still one."),
    *(
        Entry("palms.electrodes", f"seat_{seat}", _ELECTRODE, seat, f"Plate of seat {seat}.")
        for seat in range(4)
    ),
)
_WIRING = (
    Entry("wiring", "i2c_bus", Whole(0, 31), 1, "Number of the I2C bus: /dev/i2c-1."),
    Entry("wiring", "bus_hz", Whole(10_000, 400_000, "Hz"), 400_000, "Its clock, as in config.txt."),
    Entry("wiring", "panel_address", Whole(0x3C, 0x3D, hexadecimal=True), 0x3C, "The OLED."),
    Entry("wiring", "panel_reset_pin", _PIN_OR_NONE, None, "RST of the OLED, if wired."),
    Entry("wiring", "pads_address", _TOUCH_ADDRESS, 0x5A, "The MPR121 of the twelve pads."),
    Entry("wiring", "pads_irq_pin", _PIN_OR_NONE, 17, "Its IRQ line."),
    Entry("wiring", "led_pin", _PIN_OR_NONE, None, "An LED, usually on 24."),
    Entry("wiring", "buzzer_pin", _PIN_OR_NONE, None, "A passive buzzer, usually on 25."),
    Entry("wiring", "voice", _FLAG, True, "Speak with espeak-ng if it is installed."),
    *(
        Entry("wiring.buttons", f"K{key}", _PIN if key <= 4 else _PIN_OR_NONE, pin, about)
        for key, pin, about in (
            (1, 5, "undo, back"),
            (2, 6, "pause, up"),
            (3, 16, "say again, down"),
            (4, 26, "confirm"),
            (5, None, "star, usually on 22"),
            (6, None, "focus, usually on 23"),
        )
    ),
)

ENTRIES: tuple[Entry, ...] = (
    *_SCREEN,
    *_SOUND,
    *_GUIDANCE,
    *_NEVERMIND,
    *_THE_MIND,
    *_PADS,
    *_PALMS,
    *_WIRING,
)
BY_PATH: dict[str, Entry] = {entry.path: entry for entry in ENTRIES}
SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(entry.section for entry in ENTRIES))

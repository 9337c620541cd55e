"""The settings of the machine, and the schema that they and those of the games make together.

What a player sets are the fields of the dataclasses in device.settings.model; the wiring is the rows here. A
game hands in a section of its own.
"""

from __future__ import annotations

from device.settings.kinds import Flag, Pin, Twelve, Whole
from device.settings.model import PADS, GuidanceSettings, ScreenSettings, SoundSettings
from device.settings.rows import Notes, Row, Schema, Section, section

_PIN = Pin()
_PIN_OR_NONE = Pin(or_none=True)
_TOUCH_ADDRESS = Whole(0x5A, 0x5D, hexadecimal=True)
_TOUCH_ADDRESS_OR_NONE = Whole(0x5A, 0x5D, hexadecimal=True, or_none=True)
_ELECTRODE = Whole(0, 11, "(an electrode)")

_PLAYER = (
    section(
        "screen",
        "The panel. Letters, brightness, night and turning can also be set on the device "
        "(Settings, Display).",
        ScreenSettings,
        "settings.display",
    ),
    section(
        "sound",
        "What is heard. All but the volume also on the device; a long press of K3 switches Silent anywhere.",
        SoundSettings,
        "settings.sound",
    ),
    section("guidance", "How a session is guided.", GuidanceSettings, "settings.guidance"),
)
_PADS = (
    Section(
        "pads",
        "The twelve pads: an MPR121. Thresholds are one number for all, or a list of twelve by electrode.\n"
        "The device sets them too (Settings, Pads).",
        (
            Row(
                "pads",
                "touch_counts",
                Twelve(4, 120),
                (12,) * 12,
                "Change that is a touch, by electrode.",
                choosable=True,
            ),
            Row(
                "pads",
                "release_counts",
                Twelve(2, 118),
                (6,) * 12,
                "Change that is still one.",
                choosable=True,
            ),
        ),
    ),
    Section(
        "pads.electrodes",
        "Which electrode is which pad: 0 to 11, each once.",
        tuple(
            Row("pads.electrodes", pad, _ELECTRODE, number, f"Electrode of pad {pad}.")
            for number, pad in enumerate(PADS)
        ),
        notes=Notes.NONE,
    ),
)
_PALMS = (
    Section(
        "palms",
        "Palm plates for The Mind, on a second MPR121 (0x5B), if you have one.",
        (
            Row("palms", "address", _TOUCH_ADDRESS_OR_NONE, None, 'Second MPR121; "none": no palm plates.'),
            Row("palms", "irq_pin", _PIN_OR_NONE, None, "Its IRQ line."),
            Row("palms", "touch_counts", Twelve(4, 120), (12,) * 12, "Change that is a touch, by electrode."),
            Row("palms", "release_counts", Twelve(2, 118), (6,) * 12, "Change that is still one."),
        ),
    ),
    Section(
        "palms.electrodes",
        "Which electrode lies under the palm of which seat.",
        tuple(
            Row("palms.electrodes", f"seat_{seat}", _ELECTRODE, seat, f"Plate of seat {seat}.")
            for seat in range(4)
        ),
        notes=Notes.NONE,
    ),
)
_WIRING = (
    Section(
        "wiring",
        'The wiring, in BCM numbers (GPIO 17, not pin 11). "none": not wired.\n'
        "0 to 3 are taken; 4, 7 to 15 and 18 to 21 have other uses and are better left free.",
        (
            Row("wiring", "i2c_bus", Whole(0, 31), 1, "Number of the I2C bus: /dev/i2c-1."),
            Row("wiring", "bus_hz", Whole(10_000, 400_000, "Hz"), 400_000, "Its clock, as in config.txt."),
            Row("wiring", "panel_address", Whole(0x3C, 0x3D, hexadecimal=True), 0x3C, "The OLED."),
            Row("wiring", "panel_reset_pin", _PIN_OR_NONE, None, "RST of the OLED, if wired."),
            Row("wiring", "pads_address", _TOUCH_ADDRESS, 0x5A, "The MPR121 of the twelve pads."),
            Row("wiring", "pads_irq_pin", _PIN_OR_NONE, 17, "Its IRQ line."),
            Row("wiring", "led_pin", _PIN_OR_NONE, None, "An LED, usually on 24."),
            Row("wiring", "buzzer_pin", _PIN_OR_NONE, None, "A passive buzzer, usually on 25."),
            Row("wiring", "voice", Flag(), True, "Speak with espeak-ng if it is installed."),
        ),
    ),
    Section(
        "wiring.buttons",
        "Buttons to GND. K5 and K6 are optional: a pin without a button is no fault.\n"
        "What the file gives pin 22 or 23 to has it; then that button is not there.",
        (
            Row("wiring.buttons", "K1", _PIN, 5, "undo, back"),
            Row("wiring.buttons", "K2", _PIN, 6, "pause, up"),
            Row("wiring.buttons", "K3", _PIN, 16, "say again, down"),
            Row("wiring.buttons", "K4", _PIN, 26, "confirm"),
            Row("wiring.buttons", "K5", _PIN_OR_NONE, 22, "star", yields=True),
            Row("wiring.buttons", "K6", _PIN_OR_NONE, 23, "focus", yields=True),
        ),
        notes=Notes.BESIDE,
    ),
)


def schema(*games: Section) -> Schema:
    """Return the settings of the machine, and those of games between what a player sets and the wiring."""
    return Schema((*_PLAYER, *games, *_PADS, *_PALMS, *_WIRING))

"""What is amiss, a line for each part and fault, in plain calm words."""

from hal.ports import FaultCode, Part

_PARTS: tuple[tuple[Part, str, bool, str], ...] = (
    (Part.OLED, "The panel", False, "panel"),
    (Part.PADS, "The pads", True, "pads"),
    (Part.PALMS, "The plates", True, "plates"),
    (Part.LINE, "Touch wire", False, "wire"),
    (Part.BUTTONS, "The buttons", True, "keys"),
    (Part.LED, "The light", False, "light"),
    (Part.BUZZER, "The buzzer", False, "buzzer"),
    (Part.VOICE, "The voice", False, "voice"),
)
"""Part, as a subject, whether that is a plural, in one word."""

_FAULTS: tuple[tuple[FaultCode, str, str, str], ...] = (
    (FaultCode.ABSENT, "is not there. Play goes on.", "are not there. Play goes on.", "absent"),
    (FaultCode.NO_BUS, "has no I2C bus yet.", "have no I2C bus yet.", "no bus"),
    (FaultCode.BUS_ERROR, "is away. It is called again.", "are away. They are called again.", "away"),
    (FaultCode.WRONG_CHIP, "answers as another chip.", "answer as another chip.", "odd chip"),
    (FaultCode.FROZEN, "stands still. Hands off, please.", "stand still. Hands off, please.", "hands off"),
    (FaultCode.OVER_CURRENT, "draws too much. Check wiring.", "draw too much. Check wiring.", "wiring"),
    (FaultCode.BAD_VALUES, "gives odd values. Asked again.", "give odd values. Asked again.", "odd"),
    (FaultCode.LOST_SETTINGS, "restarted. It is set again.", "restarted. They are set again.", "reset"),
    (FaultCode.NO_NOTIFY, "is not heard. Restart soon.", "are not heard. Restart soon.", "not heard"),
    (FaultCode.SILENT, "is silent. Play goes on.", "are silent. Play goes on.", "silent"),
    (FaultCode.STUCK, "is stuck. Play goes on.", "are stuck. Play goes on.", "stuck"),
)
"""Fault, what one does, what many do, in a word or two."""


def _lines() -> tuple[tuple[str, str, str], ...]:
    made = []
    for part, subject, plural, name in _PARTS:
        for code, one, many, short in _FAULTS:
            made.append((f"fault.{part}.{code}", f"{subject} {many if plural else one}", f"{name} {short}"))
        back = f"{subject} {'are' if plural else 'is'} back."
        made.append((f"fault.{part}.back", back, f"{name} back"))
    return tuple(made)


LINES: tuple[tuple[str, str, str], ...] = _lines()

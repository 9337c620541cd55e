"""What happens to a screen, as values: the recognisers of `device.input` and the loop make them.

Laws of this file:
- an event says what happened and when, never what it means: that is the screen's to say;
- `at_us` is in microseconds of the monotonic clock that all owners share.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import ClassVar


class Key(StrEnum):
    """A pad by what is printed on it, or a button."""

    PAD_1 = "1"
    PAD_2 = "2"
    PAD_3 = "3"
    PAD_4 = "4"
    PAD_5 = "5"
    PAD_6 = "6"
    PAD_7 = "7"
    PAD_8 = "8"
    PAD_9 = "9"
    STAR = "*"
    PAD_0 = "0"
    HASH = "#"
    K1 = "K1"
    K2 = "K2"
    K3 = "K3"
    K4 = "K4"
    K5 = "K5"
    K6 = "K6"

    @property
    def is_pad(self) -> bool:
        """Whether it is a pad, not a button."""
        return self in PADS


BUTTONS = (Key.K1, Key.K2, Key.K3, Key.K4, Key.K5, Key.K6)
PADS = frozenset(Key) - frozenset(BUTTONS)
DIGITS = (Key.PAD_1, Key.PAD_2, Key.PAD_3, Key.PAD_4, Key.PAD_5, Key.PAD_6, Key.PAD_7, Key.PAD_8, Key.PAD_9)
"""Pads 1 to 9, in the order of the keypad."""
WALK = {Key.K2: -1, Key.K3: 1}
"""How far a button walks a list: K2 up, K3 down."""
ONWARD = frozenset({Key.PAD_0, Key.K4})
"""The keys that lead on from what was read."""


class Pads(Enum):
    """What touches of the pads are on a screen."""

    KEYS = "keys"
    """Each pad is a key."""
    KEYPAD = "keypad"
    """Each pad is a key, yet hands may lie here: many at once are no sleeve, and a held one is not stuck."""
    HANDS = "hands"
    """Hands touch, and lie."""
    TAPS = "taps"
    """A hand that touches is a move at once, and does not lie."""

    @property
    def are_hands(self) -> bool:
        """Whether a pad of a zone is a hand, not a key."""
        return self in (Pads.HANDS, Pads.TAPS)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    at_us: int

    of_hands: ClassVar[bool] = False
    """It means something only where pads are hands."""

    @property
    def lifts(self) -> bool:
        """Whether something only went away: what waits for the next touch goes on waiting."""
        return False


@dataclass(frozen=True, slots=True)
class KeyEvent(Event):
    """Something happened to one key."""

    key: Key


@dataclass(frozen=True, slots=True)
class KeyPressed(KeyEvent):
    """A pad was touched, or a button was pressed and let go: short acts on release."""


@dataclass(frozen=True, slots=True)
class KeyReleased(KeyEvent):
    """A pad was let go, or a button after its long press."""

    @property
    def lifts(self) -> bool:
        """It only went away."""
        return True


@dataclass(frozen=True, slots=True)
class KeyHeld(KeyEvent):
    """A button stands for 0.8 s: long acts while held."""


@dataclass(frozen=True, slots=True)
class PowerHeld(Event):
    """K2 stands for 3 s."""


@dataclass(frozen=True, slots=True)
class GuardTapped(KeyPressed):
    """A pad between the zones was touched and let go, and no hand was near: a key among hands."""

    of_hands: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HandsTouched(Event):
    """Hands touched zones that were free, all in one sample of the pads."""

    seats: tuple[int, ...]
    of_hands: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HandsMoved(Event):
    """Hands lie since 150 ms, or left as long ago."""

    came: frozenset[int]
    gone: frozenset[int]
    down: frozenset[int]
    """All that lie now."""
    of_hands: ClassVar[bool] = True

    @property
    def lifts(self) -> bool:
        """None came."""
        return not self.came


@dataclass(frozen=True, slots=True)
class HandHeld(Event):
    """A hand lies for 0.5 s, from its first contact."""

    seat: int
    of_hands: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class PadStuck(KeyEvent):
    """A pad is held for 20 s; from here on it is ignored until it is lifted."""


@dataclass(frozen=True, slots=True)
class KeyStuck(KeyEvent):
    """A button is held for 20 s: no finger does that. From here on it is ignored until it is let go."""


@dataclass(frozen=True, slots=True)
class KeysFreed(Event):
    """No button is stuck any more."""

    @property
    def lifts(self) -> bool:
        """It only went away."""
        return True


@dataclass(frozen=True, slots=True)
class Sleeve(Event):
    """So many pads are down that it is no finger: all are ignored until they are lifted."""


@dataclass(frozen=True, slots=True)
class PadsFreed(Event):
    """No pad is ignored any more: what was held, or the sleeve, is lifted."""


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """The screen came up."""


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The screen stood for its `timeout_ms`."""

"""Kinds of setting values: each says what it allows, reads a TOML value, and reads plain text.

Laws of this file:
- a kind never raises: it returns the value, or a `Bad` with what would have been allowed;
- `text` writes a value as TOML, so that what `palmstone settings` prints can be copied into a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

Value: TypeAlias = object
"""A checked value: int, bool, str, an Enum, None or a tuple of these."""


@dataclass(frozen=True, slots=True)
class Bad:
    """A value that is not allowed."""

    shown: str
    """The value, or the part of it at fault, as a person would write it."""
    allowed: str
    """The range or the words allowed, with the unit."""
    near: tuple[str, ...] = ()
    """The allowed words, to find the nearest."""


class Kind(Protocol):
    """What a setting may hold."""

    @property
    def allowed(self) -> str:
        """The allowed values in words, with the unit."""

    def read(self, raw: object) -> Value | Bad:
        """Take a value as TOML or JSON gives it."""

    def read_text(self, raw: object) -> Value | Bad:
        """Take a value whose scalars are text, as scenario files have them."""

    def text(self, value: Value) -> str:
        """Write a checked value as TOML."""


LONGEST = 80
"""Characters of a value that are shown."""


def short(raw: object) -> str:
    """Write any value as a person would, on part of a line: a very long one is cut."""
    try:
        text = shown(raw)
    except (ValueError, RecursionError):
        # A number of more digits than Python writes, or lists in lists without end.
        return "too long to be shown"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def shown(raw: object) -> str:
    """Write any value as a person would."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, str | list | tuple | dict):
        import json  # noqa: PLC0415 - only who writes a setting needs it

        return json.dumps(raw, default=str)
    return str(raw)


def number(raw: object) -> object:
    """Read a whole number from text, decimal or 0x; anything else comes back as it is."""
    if isinstance(raw, str):
        try:
            return int(raw, 0)
        except ValueError:
            return raw
    return raw


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    allowed: str = "true or false"

    def read(self, raw: object) -> Value | Bad:
        """Take a boolean."""
        return raw if isinstance(raw, bool) else Bad(short(raw), self.allowed)

    def read_text(self, raw: object) -> Value | Bad:
        """Take true, false, on, off, yes or no."""
        word = str(raw).casefold()
        if word in {"true", "on", "yes"}:
            return True
        return False if word in {"false", "off", "no"} else Bad(short(raw), self.allowed)

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return shown(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, both allowed."""

    low: int
    high: int
    unit: str = ""
    hexadecimal: bool = False
    or_none: bool = False
    """Also "none": not wired, or the controller's own."""

    def _shown(self, value: int) -> str:
        return f"0x{value:02X}" if self.hexadecimal else str(value)

    def _seen(self, value: int) -> str:
        return self._shown(value) if abs(value) < 1 << 64 else short(value)

    @property
    def allowed(self) -> str:
        """Both bounds and the unit."""
        span = f"{self._shown(self.low)} to {self._shown(self.high)}"
        unit = f" {self.unit}" if self.unit else ""
        return f'{span}{unit}, or "none"' if self.or_none else span + unit

    def read(self, raw: object) -> Value | Bad:
        """Take an int in the range; a bool is none."""
        if self.or_none and raw == "none":
            return None
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw if self.low <= raw <= self.high else Bad(self._seen(raw), self.allowed)
        return Bad(short(raw), self.allowed)

    def read_text(self, raw: object) -> Value | Bad:
        """Take the number from text."""
        return self.read(number(raw))

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return self._shown(value) if isinstance(value, int) else '"none"'


@dataclass(frozen=True, slots=True)
class Pin(Whole):
    """A pin of the header, by its BCM number; no two settings may have the same one."""

    low: int = 0
    high: int = 27
    unit: str = "(a BCM number)"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few numbers."""

    numbers: tuple[int, ...]
    unit: str = ""

    @property
    def allowed(self) -> str:
        """All of them and the unit."""
        words = [str(n) for n in self.numbers]
        return f"{', '.join(words[:-1])} or {words[-1]} {self.unit}".rstrip()

    def read(self, raw: object) -> Value | Bad:
        """Take one of the numbers; a bool is none."""
        fits = isinstance(raw, int) and not isinstance(raw, bool) and raw in self.numbers
        return raw if fits else Bad(short(raw), self.allowed)

    def read_text(self, raw: object) -> Value | Bad:
        """Take the number from text."""
        return self.read(number(raw))

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Word:
    """A member of an Enum whose values are words."""

    enum: type[Enum]

    @property
    def allowed(self) -> str:
        """All the words."""
        words = [f'"{member.value}"' for member in self.enum]
        return f"{', '.join(words[:-1])} or {words[-1]}"

    def read(self, raw: object) -> Value | Bad:
        """Take one of the words, exactly as written."""
        for member in self.enum:
            if isinstance(raw, str) and raw == member.value:
                return member
        return Bad(short(raw), self.allowed, tuple(str(member.value) for member in self.enum))

    read_text = read

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return f'"{value.value}"' if isinstance(value, Enum) else shown(value)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; empty is allowed."""

    most: int
    """Characters allowed."""

    @property
    def allowed(self) -> str:
        """The length."""
        return f"text of at most {self.most} characters, in quotes"

    def read(self, raw: object) -> Value | Bad:
        """Take text without line breaks."""
        fits = isinstance(raw, str) and len(raw) <= self.most and raw.isprintable()
        return raw if fits else Bad(short(raw), self.allowed)

    read_text = read

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return shown(value)


@dataclass(frozen=True, slots=True)
class Names:
    """A list of different short names, none or a few."""

    least: int
    most: int
    longest: int

    @property
    def allowed(self) -> str:
        """How many, and how long."""
        return (
            f"[] or {self.least} to {self.most} different names of 1 to {self.longest} plain ASCII characters"
        )

    def read(self, raw: object) -> Value | Bad:
        """Take a list of names."""
        if not isinstance(raw, list):
            return Bad(short(raw), self.allowed)
        for name in raw:
            plain = isinstance(name, str) and name.isascii() and name.isprintable() and name.strip()
            if not plain or len(name) > self.longest:
                return Bad(short(name), self.allowed)
        if len(set(raw)) < len(raw) or not (len(raw) == 0 or self.least <= len(raw) <= self.most):
            return Bad(short(raw), self.allowed)
        return tuple(raw)

    read_text = read

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return shown(value)


@dataclass(frozen=True, slots=True)
class Twelve:
    """One count for all twelve electrodes, or a list of twelve counts."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The bounds and the unit."""
        return f"{self.low} to {self.high} counts, one number or a list of twelve"

    def read(self, raw: object) -> Value | Bad:
        """Take a number or twelve; the value is always a tuple of twelve."""
        counts = [raw] * 12 if isinstance(raw, int) and not isinstance(raw, bool) else raw
        if not isinstance(counts, list) or len(counts) != 12:
            return Bad(short(raw), self.allowed)
        for count in counts:
            if not isinstance(count, int) or isinstance(count, bool) or not self.low <= count <= self.high:
                return Bad(short(count), self.allowed)
        return tuple(counts)

    def read_text(self, raw: object) -> Value | Bad:
        """Take the numbers from text."""
        return self.read([number(one) for one in raw] if isinstance(raw, list) else number(raw))

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        counts = value if isinstance(value, tuple) else ()
        return str(counts[0]) if len(set(counts)) == 1 else shown(counts)

"""A setting is one row: what a file, a check, a print, the shipped file and the device's menus know of it.

A section of the settings is a frozen dataclass whose fields are made by `setting`; one whose keys are no
names of Python, such as the electrodes, is a tuple of rows. `Schema` puts sections together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Kind, Value

T = TypeVar("T")
_ABOUT = "setting"
"""Key of a field's metadata."""


@dataclass(frozen=True, slots=True)
class Offer:
    """How a setting stands in the menu of its section on the device."""

    label: str
    """Id of its name in device.text."""
    words: str = ""
    """Family of the ids of its values, e.g. `anchor` for `anchor.breath`; "" shows it as the file has it."""
    steps: tuple[int, ...] = ()
    """The values that K4 goes through, for a kind with more than one would step through."""
    last: bool = False
    """True: after the others of its section."""


@dataclass(frozen=True, slots=True)
class Row:
    """One setting."""

    section: str
    """Table of the file, e.g. `wiring.buttons`."""
    key: str
    kind: Kind
    default: Value
    about: str
    """One plain line, also a comment of the shipped file."""
    choosable: bool = False
    """True if the device itself may set it (choices.json)."""
    offer: Offer | None = None
    """Its place in a menu; None for one that has none, or a screen of its own."""
    yields: bool = False
    """True: a pin that is "none" while it stands at its default and another setting has that pin."""

    @property
    def path(self) -> str:
        """The whole name, e.g. `screen.night`."""
        return f"{self.section}.{self.key}"


@dataclass(frozen=True, slots=True)
class _About:
    kind: Kind
    about: str
    choosable: bool
    offer: Offer | None


def setting(kind: Kind, default: T, about: str, *, choosable: bool = False, offer: Offer | None = None) -> T:
    """Make a field of a section: a row. What is offered in a menu is choosable."""
    row = _About(kind, about, choosable or offer is not None, offer)
    return field(default=default, metadata={_ABOUT: row})


class Notes(StrEnum):
    """Where the shipped file says what the settings of a section are for."""

    ABOVE = "above"
    """Above each, with what is allowed."""
    BESIDE = "beside"
    NONE = "none"
    """The section says it for all."""


@dataclass(frozen=True, slots=True)
class Former:
    """A setting of an earlier version that another one says now: still read, never written."""

    key: str
    kind: Kind
    now: str
    """Key of the setting, in the same section, that took its place."""
    means: Mapping[Value, Value]
    """Its values -> what they are called now; one that is not here says nothing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the settings file."""

    name: str
    about: str
    """What the shipped file says above it; a line of it is a comment line."""
    rows: tuple[Row, ...]
    held: type[object] | None = None
    """The dataclass that holds its values; None if they go into the hardware's own."""
    menu: str = ""
    """Id of its menu on the device, and of the name of that; "" without one."""
    notes: Notes = Notes.ABOVE
    former: tuple[Former, ...] = ()

    def hold(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return its values by key, out of all by path."""
        return {row.key: values[row.path] for row in self.rows}

    @property
    def offered(self) -> tuple[Row, ...]:
        """The rows of its menu, in the order in which they stand there."""
        rows = [(row, row.offer) for row in self.rows]
        return tuple(row for last in (False, True) for row, offer in rows if offer and offer.last is last)


def section(
    name: str, about: str, held: type[object], menu: str = "", former: tuple[Former, ...] = ()
) -> Section:
    """Make a section of a dataclass whose fields are settings. Raises TypeError for another field."""
    rows = []
    for one in fields(held):  # type: ignore[arg-type]  # a dataclass is a type; typeshed has no name for it
        row = one.metadata.get(_ABOUT)
        if not isinstance(row, _About):
            raise TypeError(f"{held.__name__}.{one.name} is no setting")
        rows.append(Row(name, one.name, row.kind, one.default, row.about, row.choosable, row.offer))
    return Section(name, about, tuple(rows), held, menu, former=former)


@dataclass(frozen=True)
class Schema:
    """All sections, in the order of the file."""

    sections: tuple[Section, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every setting."""
        return tuple(row for section in self.sections for row in section.rows)

    @cached_property
    def by_path(self) -> Mapping[str, Row]:
        """Every setting by its whole name."""
        return {row.path: row for row in self.rows}

    @cached_property
    def former(self) -> Mapping[str, tuple[Former, str]]:
        """Settings of earlier versions by their whole name, each with the whole name of what it is now."""
        return {
            f"{section.name}.{one.key}": (one, f"{section.name}.{one.now}")
            for section in self.sections
            for one in section.former
        }

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the sections."""
        return tuple(section.name for section in self.sections)

    def section(self, name: str) -> Section:
        """Return a section by its name. Raises KeyError for one that is none."""
        for one in self.sections:
            if one.name == name:
                return one
        raise KeyError(name)

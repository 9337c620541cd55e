"""The one strict reader of values that others may have written: journal, progress, resume, choices, header.

Laws of this file:
- a value has its type and its range, or it is a fault: true is not 1, 1.0 is not 1, "1" is not 1;
- a fault is half a plain line: which field, what stands there, what was expected;
- a field at fault leaves the others as they are; what a later version added is ignored.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from engine.game import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

T = TypeVar("T")
D = TypeVar("D", bound="DataclassInstance")
MOST = 1 << 62
"""A number beyond it counts nothing that a device counts."""
LONGEST = 200
"""Characters of a text, at most; the device writes shorter ones."""
APART = "apart"
"""Annotation of a list or map whose items stand by themselves: one at fault is left out alone."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Integer = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Millis = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
"""Of time; no session lasts longer."""
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
"""Of something that is counted from 1."""
Index = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Pad = Annotated[int, msgspec.Meta(ge=1, le=9)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]


def from_1_to(most: int) -> Any:
    """Return the type of a number from 1 to the most that there is."""
    return Annotated[int, msgspec.Meta(ge=1, le=most)]


_PLAIN = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class Decoded(Generic[T]):
    """What could be read, and what was at fault."""

    value: T
    faults: tuple[str, ...] = ()


def decode(kind: type[D], raw: Mapping[str, object]) -> Decoded[D | None]:
    """Read a dataclass by its annotations: a field at fault has its default; None if it has no default."""
    try:
        return Decoded(msgspec.convert(raw, kind))
    except msgspec.ValidationError:
        # It stops at the first fault; field by field all are found, and what is sound is kept.
        known = decode_fields(_shape(cast("Any", kind)), raw)
    needed = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    missing = tuple(f"{name} is missing" for name in needed if name not in raw)
    sound = all(name in known.value for name in needed)
    return Decoded(kind(**known.value) if sound else None, missing + known.faults)


def decode_fields(shape: Mapping[str, Any], raw: Mapping[str, object]) -> Decoded[dict[str, Any]]:
    """Read the fields that the shape names, each of its type; those that are at fault are left out."""
    found = {name: _value(name, hint, raw[name]) for name, hint in shape.items() if name in raw}
    return Decoded(_sound(found), tuple(fault for one in found.values() for fault in one.faults))


def decode_items(hint: Any, raw: Mapping[str, object]) -> Decoded[dict[str, Any]]:
    """Read all items of a map as values of one type; those that are at fault are left out."""
    found = {name: _value(quoted(name), hint, item) for name, item in raw.items()}
    return Decoded(_sound(found), tuple(fault for one in found.values() for fault in one.faults))


@lru_cache(maxsize=16)
def _shape(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _sound(found: Mapping[str, Decoded[Any]]) -> dict[str, Any]:
    return {name: one.value for name, one in found.items() if one.value is not msgspec.UNSET}


def _value(name: str, hint: Any, raw: object) -> Decoded[Any]:
    """Return the value, or msgspec.UNSET for one that is not of the type."""
    if get_origin(hint) is Annotated and APART in get_args(hint):
        return _apart(name, get_args(hint)[0], raw)
    try:
        return Decoded(msgspec.convert(raw, hint))
    except msgspec.ValidationError as error:
        return Decoded(msgspec.UNSET, (f"{name} is {quoted(raw)}: {_said(hint, str(error))}",))


def _apart(name: str, hint: Any, raw: object) -> Decoded[Any]:
    """Read a list or a map item by item."""
    if get_origin(hint) is dict and isinstance(raw, dict):
        found = decode_items(get_args(hint)[1], raw)
        return Decoded(found.value, tuple(f"{name}: {fault}" for fault in found.faults))
    if get_origin(hint) is tuple and isinstance(raw, list):
        items = {f"{name}[{n}]": item for n, item in enumerate(raw)}
        listed = decode_fields(dict.fromkeys(items, get_args(hint)[0]), items)
        return Decoded(tuple(listed.value.values()), listed.faults)
    expected = "an object" if get_origin(hint) is dict else "a list"
    return Decoded(msgspec.UNSET, (f"{name} is {quoted(raw)}: expected {expected}",))


def _said(hint: Any, message: str) -> str:
    """Say what msgspec found as a person would; the path in its message is the field that the line names."""
    if message.startswith("Invalid enum value"):
        allowed = [str(one) for one in get_args(hint) or hint]
        return f"allowed: {', '.join(allowed[:-1])} or {allowed[-1]}"
    what, _, path = message.partition(" - at `$")
    words = re.sub(r"`([^`]*)`", lambda found: _word(found[1].removesuffix(" | null")), what)
    return words[:1].lower() + words[1:] + (f" at {path.rstrip('`')}" if path.rstrip("`") else "")


def _word(name: str) -> str:
    return _PLAIN.get(name, name)

"""The strict reader: each value has its type and range, or is said to be at fault and left out alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.registry import GAMES
from device.storage.decode import (
    APART,
    MOST,
    Count,
    Decoded,
    Integer,
    Number,
    Pad,
    Text,
    decode,
    decode_fields,
    decode_items,
)
from device.storage.journal import JournalEntry, Reopened, read_entry
from device.storage.progress import Progress, ResumePoint, read_progress

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Thing:
    """One field of every kind."""

    number: Number
    name: Text
    count: Count = 0
    score: Integer | None = None
    pad: Pad | None = None
    flag: bool = False
    counts: tuple[Count, ...] = ()
    pages: Annotated[tuple[Text, ...], APART] = ()
    notes: Annotated[dict[str, Text], APART] = field(default_factory=dict)
    kind: Literal["zen", "good"] = "good"


GOOD: dict[str, Any] = {"number": 3, "name": "x"}
WHOLE = Thing(3, "x", 4, -5, 6, True, (7, 8), ("a", "b"), {"c": "d"}, "zen")


def test_a_whole_thing_is_read_and_what_a_later_version_added_is_ignored() -> None:
    raw = {
        "number": 3,
        "name": "x",
        "count": 4,
        "score": -5,
        "pad": 6,
        "flag": True,
        "counts": [7, 8],
        "pages": ["a", "b"],
        "notes": {"c": "d"},
        "kind": "zen",
        "later": {"a": [1]},
    }
    assert decode(Thing, raw) == Decoded(WHOLE)
    assert decode(Thing, GOOD) == Decoded(Thing(3, "x"))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("count", True, "expected a whole number, got true or false"),
        ("count", 1.0, "expected a whole number, got a number with a point"),
        ("count", "1", "expected a whole number, got text"),
        ("count", None, "expected a whole number, got null"),
        ("count", -1, "expected a whole number >= 0"),
        ("count", MOST + 1, f"expected a whole number <= {MOST}"),
        ("count", 10**400, f"expected a whole number <= {MOST}"),
        ("score", -(10**400), f"expected a whole number >= {-MOST}"),
        ("score", [1], "expected a whole number, got a list"),
        ("pad", 10, "expected a whole number <= 9"),
        ("pad", 0, "expected a whole number >= 1"),
        ("flag", 1, "expected true or false, got a whole number"),
        ("counts", [1, "2"], "expected a whole number, got text at [1]"),
        ("counts", {"a": 1}, "expected a list, got an object"),
        ("pages", "a", "expected a list"),
        ("notes", ["a"], "expected an object"),
        ("kind", "food", "allowed: zen or good"),
        ("kind", 1, "expected text, got a whole number"),
    ],
)
def test_a_field_at_fault_has_its_default_and_the_others_stay(name: str, value: object, said: str) -> None:
    found = decode(Thing, {**GOOD, "later": 1, name: value})
    assert found.value == Thing(3, "x")
    (fault,) = found.faults
    assert fault.startswith(f"{name} is ")
    assert fault.endswith(f": {said}")


def test_without_a_field_that_it_needs_there_is_nothing() -> None:
    assert decode(Thing, {"number": 0}) == Decoded(
        None, ("name is missing", "number is 0: expected a whole number >= 1")
    )
    assert decode(Thing, {}) == Decoded(None, ("number is missing", "name is missing"))


def test_items_that_stand_by_themselves_are_left_out_alone() -> None:
    raw = {**GOOD, "pages": ["a", 3, "b", None], "notes": {"c": "d", "e": 5, "\x1b[2J\n": []}}
    found = decode(Thing, raw)
    assert found.value == Thing(3, "x", pages=("a", "b"), notes={"c": "d"})
    assert found.faults == (
        "pages[1] is 3: expected text, got a whole number",
        "pages[3] is None: expected text, got null",
        "notes: 'e' is 5: expected text, got a whole number",
        r"notes: '\x1b[2J\n' is []: expected text, got a list",
    )


def test_maps_are_read_item_by_item_and_fields_without_a_class() -> None:
    found = decode_items(dict[str, object], {"a": {"b": 1}, "c": 3})
    assert found == Decoded({"a": {"b": 1}}, ("'c' is 3: expected an object, got a whole number",))
    assert decode_fields({"a": bool, "b": bool}, {"a": True, "c": 1}) == Decoded({"a": True})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEPT = GAMES.kept
NAMES = sorted(
    {
        *JournalEntry.__slots__,
        *Progress.__slots__,
        *ResumePoint.__slots__,
        *KEPT.milestones,
        *(field.name for kind in KEPT.facts.values() for field in fields(kind)),
    }
)
READ: dict[str, Callable[[dict[str, Any]], Decoded[Any]]] = {
    "entry": lambda raw: read_entry(raw, KEPT.facts),
    "entry of a game": lambda raw: read_entry({**raw, "game": "nevermind"}, KEPT.facts),
    "entry of another": lambda raw: read_entry({**raw, "game": "the-mind"}, KEPT.facts),
    "reopened": lambda raw: decode(Reopened, raw),
    "progress": lambda raw: read_progress(raw, KEPT.milestones),
    "resume point": lambda raw: decode(ResumePoint, raw),
}
"""What reads each kind of value."""


@pytest.mark.long
@pytest.mark.parametrize("kind", READ)
@given(raw=st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=5), JSON, max_size=8))
def test_whatever_comes_in_what_comes_out_is_written_and_read_again_as_the_same(
    kind: str, raw: dict[str, Any]
) -> None:
    read = READ[kind]
    found = read(raw)
    assert all(fault.isascii() and "\n" not in fault for fault in found.faults)
    if found.value is not None and hasattr(found.value, "to_json"):
        assert read(json.loads(json.dumps(found.value.to_json()))) == Decoded(found.value)

"""The words of a scene: for speech, for the terminal's plain line, for scenarios and for tests."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from device.text.catalog import line
from device.text.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.ui.scene import Scene


def lines(scene: Scene) -> tuple[Line, ...]:
    """Return every line of a scene, its notice first."""
    found = () if scene.notice is None else (scene.notice,)
    return (*found, *_lines(scene.body, []))


def texts(scene: Scene) -> tuple[str, ...]:
    """Return every other word of a scene: the strip, labels, values."""
    return tuple(_texts(scene.body))


def shown_words(scene: Scene) -> str:
    """Return all words in reading order, in their full length."""
    parts = [*texts(scene), *(one.full for one in lines(scene))]
    return " | ".join(part for part in parts if part)


def _lines(value: object, found: list[Line]) -> list[Line]:
    """Add the lines in a value to those found."""
    if isinstance(value, Line):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _lines(item, found)
    else:
        kind: Any = type(value)
        for name in _fields(kind):
            _lines(getattr(value, name), found)
    return found


@lru_cache(maxsize=128)
def _fields(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass in which a line can be; none of any other class."""
    if not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind) if field.type not in ("bool", "int", "str"))


def _texts(body: object) -> Iterator[str]:
    for name in ("word", "labels", "values", "pending"):
        value = "" if name == "word" and getattr(body, "alone", False) else getattr(body, name, "")
        if isinstance(value, str):
            yield value
        else:
            # The values of live bars are measures, no words.
            yield from (word for word in value if isinstance(word, str))
    for name in ("level", "lives", "stars", "pile"):
        number = getattr(body, name, None)
        if number is not None:
            yield line(f"say.number.{name}", number=number).full
    for name in ("numbers", "hand"):
        for number in getattr(body, name, None) or ():
            yield str(number)

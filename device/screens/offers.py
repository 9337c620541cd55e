"""What the rows of the settings offer on the device: an entry each, its value, and what K4 makes of that."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from device.text.catalog import line
from device.ui.menus import Item, following
from device.ui.model import Choose, Silence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.rows import Offer
    from device.text.words import Words
    from device.ui.model import Intent, Model

_MORE_THAN_A_VALUE: Mapping[str, tuple[Intent, ...]] = {"sound.silent": (Silence(),)}
"""Settings that are switched by an intent of their own: it also hushes what sounds, and says so."""


def offered(model: Model, section: str) -> tuple[Item, ...]:
    """Return the entries of a section's menu. Raises KeyError for a section without one."""
    menu = model.settings.menu(section)
    return tuple(_item(model, row.path, row.offer) for row in menu.offered if row.offer is not None)


def offer(model: Model, path: str) -> Item:
    """Return the entry of one setting, e.g. `guidance.level`. Raises KeyError for one that is not offered."""
    section, _, key = path.partition(".")
    found = {row.key: row.offer for row in model.settings.menu(section).offered}[key]
    assert found is not None
    return _item(model, path, found)


def on_off(on: bool) -> str:
    """Return the word for a switch."""
    return line("on" if on else "off").short


def _item(model: Model, path: str, found: Offer) -> Item:
    value = model.settings.value(path)
    answer = _MORE_THAN_A_VALUE.get(path) or (Choose(path, _next(value, found.steps)),)
    return Item(model.words.line(found.label), answer, _shown(model.words, value, found))


def _next(value: object, steps: tuple[int, ...]) -> str | int | bool:
    """Return what K4 sets: the next word or larger step, after the last the first."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return str(following(list(type(value)), value).value)
    assert isinstance(value, int)
    return next((step for step in steps if step > value), steps[0])


def _shown(words: Words, value: object, found: Offer) -> str:
    if isinstance(value, bool):
        return on_off(value)
    word = str(value.value if isinstance(value, Enum) else value)
    return words.line(f"{found.words}.{word}").short if found.words else word

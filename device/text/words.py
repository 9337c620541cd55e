"""Words by id: the machine has its own, and each game hands in those of its folder.

A language is one file of translations (`device.text.language`); its contexts are the ids, and `id/short` for
short lines.
"""

from __future__ import annotations

from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from device.settings.model import Anchor
from device.text import language
from device.text.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Family: TypeAlias = tuple[tuple[str, str, str], ...]
"""Lines, each (id, full, short); `{name}` is a slot."""


class Words:
    """A set of words. `sentences` end with a full stop; `names` are titles, entries, action words."""

    def __init__(
        self,
        *,
        sentences: Family = (),
        names: Family = (),
        spoken: Family = (),
        pages: tuple[str, ...] = (),
        last_pages: tuple[str, ...] = (),
        siblings: Mapping[tuple[str, str], str] | None = None,
        parts: tuple[Words, ...] = (),
        pictures: Mapping[str, str] | None = None,
    ) -> None:
        """Raises ValueError if an id comes twice.

        `spoken` is heard, or printed in a terminal, and never on a panel. `pages` are names of help pages in
        reading order, `last_pages` those that stand after the pages of all others. `siblings`:
        (id, anchor) -> id, where that is not `<id>.<anchor>`. `pictures`: the drawing beside a line of a help
        page. `parts` are sets that these are made of: their lines are kept once.
        """
        self.sentences = sentences
        self.names = names
        self.spoken = spoken
        self._pages = pages
        self._last_pages = last_pages
        self._siblings = MappingProxyType(dict(siblings or {}))
        self._pictures = MappingProxyType(dict(pictures or {}))
        self.lines: Mapping[str, Line] = _by_id((*sentences, *names, *spoken), [part.lines for part in parts])
        """Every line as it is written, its slots open."""

    def and_(self, *others: Words) -> Words:
        """Return these words and others as one set. Raises ValueError if an id comes twice."""
        every = (self, *others)
        siblings = {key: line_id for one in every for key, line_id in one._siblings.items()}
        return Words(
            sentences=_joined(one.sentences for one in every),
            names=_joined(one.names for one in every),
            spoken=_joined(one.spoken for one in every),
            pages=tuple(page for one in every for page in one._pages),
            last_pages=tuple(page for one in every for page in one._last_pages),
            siblings=siblings,
            parts=every,
            pictures={key: picture for one in every for key, picture in one._pictures.items()},
        )

    def line(self, line_id: str, **slots: str | int | Line) -> Line:
        """Return a line in the language in force, its slots filled; a line in a slot gives its own length.

        Raises ValueError for an unknown id or an open slot.
        """
        found = self._entry(line_id)
        if not slots and language.as_written() and _is_closed(found):
            return found
        said = Line(
            language.said(line_id, found.full), language.said(f"{line_id}/short", found.short), line_id
        )
        if said != found:
            try:
                return _filled(said, slots)
            except (LookupError, ValueError):
                # A translation with a slot that there is not: better in English than not at all.
                pass
        try:
            return _filled(found, slots)
        except KeyError as missing:
            raise ValueError(f"line {line_id!r} needs its slot {missing}") from None

    def has(self, line_id: str) -> bool:
        """Tell whether there is such a line."""
        return line_id in self.lines

    def slots_of(self, line_id: str) -> frozenset[str]:
        """Return the names of a line's slots. Raises ValueError for an unknown id."""
        return slots_of(self._entry(line_id))

    def anchored(self, line_id: str, anchor: str) -> str:
        """Return the sibling of a line of the breath for another anchor, or the id itself without one."""
        if anchor == Anchor.BREATH:
            return line_id
        sibling = self._siblings.get((line_id, anchor), f"{line_id}.{anchor}")
        return sibling if self.has(sibling) else line_id

    @property
    def pages(self) -> tuple[str, ...]:
        """Names of the help pages in reading order."""
        return (*self._pages, *self._last_pages)

    def page(self, name: str) -> tuple[Line, tuple[Line, ...]]:
        """Return title and lines of a help page. Raises ValueError for an unknown one."""
        return self.line(f"help.{name}"), tuple(self.line(line_id) for line_id in self._page_ids(name))

    def pictures(self, name: str) -> tuple[str, ...]:
        """Return the drawing beside each line of a help page, "" for none."""
        return tuple(self._pictures.get(line_id, "") for line_id in self._page_ids(name))

    def _page_ids(self, name: str) -> list[str]:
        return [line_id for line_id, _, _ in self.sentences if line_id.startswith(f"help.{name}.")]

    def _entry(self, line_id: str) -> Line:
        found = self.lines.get(line_id)
        if found is None:
            raise ValueError(f"there is no line {line_id!r}")
        return found


def _is_closed(found: Line) -> bool:
    """Tell whether there is nothing to fill in a line."""
    return not ("{" in found.full or "}" in found.full or "{" in found.short or "}" in found.short)


def slots_of(found: Line) -> frozenset[str]:
    """Return the names of a line's slots."""
    if _is_closed(found):
        return frozenset()
    return frozenset(
        name for text in (found.full, found.short) for _, name, _, _ in Formatter().parse(text) if name
    )


def _filled(found: Line, slots: Mapping[str, str | int | Line]) -> Line:
    full = {name: value.full if isinstance(value, Line) else value for name, value in slots.items()}
    short = {name: value.short if isinstance(value, Line) else value for name, value in slots.items()}
    return Line(found.full.format_map(full), found.short.format_map(short), found.id)


def _by_id(rows: Family, made: Iterable[Mapping[str, Line]]) -> Mapping[str, Line]:
    known = {line_id: one for lines in made for line_id, one in lines.items()}
    lines: dict[str, Line] = {}
    for line_id, full, short in rows:
        if line_id in lines:
            raise ValueError(f"line id {line_id!r} comes twice")
        lines[line_id] = known.get(line_id) or Line(full, short, line_id)
    return MappingProxyType(lines)


def _joined(families: Iterable[Family]) -> Family:
    return tuple(row for family in families for row in family)

"""The commands of docs/build.md, taken from the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

BUILD = Path("docs/build.md")
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`((?:sudo |make |journalctl )[^`]+)`")


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the page."""

    title: str
    blocks: tuple[str, ...]
    """Its blocks of commands, as they stand."""
    inline: tuple[str, ...]
    """Commands in its sentences and tables."""


def sections(page: str) -> dict[str, Section]:
    """Cut a page into its sections, by title without the number."""
    cut = _HEADING.split(page)
    found = {}
    for title, text in zip(cut[1::2], cut[2::2], strict=True):
        name = re.sub(r"^\d+\. ", "", title)
        blocks = tuple(_BLOCK.findall(text))
        found[name] = Section(name, blocks, tuple(_INLINE.findall(_BLOCK.sub("", text))))
    return found

"""Which signs a terminal can show: its name and the locale tell, or who starts it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Signs(StrEnum):
    """What the picture is made of."""

    BRAILLE = "braille"
    """Every terminal window."""
    BLOCKS = "blocks"
    """Frames and half blocks: a console, whose font has 256 or 512 signs."""
    ASCII = "ascii"


_CONSOLES = ("linux", "fbterm", "jfbterm")
_OLD = (
    "vt1",
    "vt2",
    "vt3",
    "vt4",
    "vt5",
    "ansi",
    "cons",
    "sun",
    "wy",
    "ibm",
    "pcansi",
    "dtterm",
    "hurd",
    "tvi",
)
"""How the names of terminals begin that were made before UTF-8."""


def signs_of(environ: Mapping[str, str], encoding: str) -> Signs:
    """Return what can be taken for granted; `encoding` is that of standard output.

    Python sets LC_CTYPE by itself where LANG is C, so that alone says nothing. Without any word on the locale
    a terminal counts as one of today.
    """
    said = environ.get("LC_ALL") or environ.get("LANG") or ""
    own = environ.get("LC_CTYPE", "")
    if not environ.get("LC_ALL") and own and own != "C.UTF-8":
        said = own
    codeset = said.partition(".")[2].partition("@")[0].casefold().replace("-", "")
    term = environ.get("TERM", "").casefold()
    narrow = said in ("C", "POSIX") or codeset not in ("", "utf8")
    if narrow or encoding.casefold().replace("-", "") != "utf8" or term.startswith(_OLD):
        return Signs.ASCII
    return Signs.BLOCKS if term.startswith(_CONSOLES) else Signs.BRAILLE

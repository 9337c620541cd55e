"""The language in force: English, as the words are written, or what a file of translations says instead.

A language is one compiled gettext file (`.mo`) whose contexts are the ids of the words. As with
`gettext.install` a process speaks one language; it is chosen at the start, before the first frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Translate: TypeAlias = "Callable[[str, str], str]"
"""Context and English text to the text that is said; the English text where it knows none."""
ENGLISH = "en"


def _as_written(context: str, text: str) -> str:
    return text


_in_force: list[Translate] = [_as_written]


def said(context: str, text: str) -> str:
    """Return a text in the language in force."""
    return _in_force[0](context, text)


def as_written() -> bool:
    """Tell whether every text is said as it is written."""
    return _in_force[0] is _as_written


def install(translate: Translate | None) -> Translate:
    """Let all words be said by `translate`, None for English. Returns what was in force before."""
    before, _in_force[0] = _in_force[0], translate or _as_written
    return before


def read(file: Path) -> Translate:
    """Return what a `.mo` file says. Raises OSError, also for a file that is none."""
    # English needs none of these, and they take some ms of the start.
    import gettext  # noqa: PLC0415
    import io  # noqa: PLC0415
    import struct  # noqa: PLC0415

    from hal.disk.door import MOST_WHOLE, read_file  # noqa: PLC0415

    data = read_file(file, MOST_WHOLE)
    try:
        return gettext.GNUTranslations(io.BytesIO(data)).pgettext
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise OSError(0, "it is no file of translations") from error

"""Writes all words as a gettext template: `python -m device.tools.words > palmstone.pot`.

`msginit` makes a language's file of it, `msgfmt -o device/text/languages/de.mo de.po` what the device reads.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from device.games.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.text.words import Words

_HEAD = """\
# Words of Palmstone. The context of each is its id; "/short" is the short one, for small panels.
# What stands in braces is filled in and stays as it is.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"""


def template(words: Words) -> str:
    """Return the template: each line in both lengths, in the order of the files of words."""
    return "\n".join((_HEAD, *_entries(words)))


def _entries(words: Words) -> Iterator[str]:
    for line_id, found in words.lines.items():
        for context, text in ((line_id, found.full), (f"{line_id}/short", found.short)):
            yield f'msgctxt {_quoted(context)}\nmsgid {_quoted(text)}\nmsgstr ""\n'


def _quoted(text: str) -> str:
    # The words are plain ASCII, for which JSON escapes as a .po file does.
    return json.dumps(text)


if __name__ == "__main__":
    sys.stdout.write(template(WORDS))

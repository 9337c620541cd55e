"""What came from outside, as it may be shown to people.

Laws of this file:
- what it answers moves no cursor, rings no bell, sets no title and turns no text around;
- what can be read stays as it is.
"""

from __future__ import annotations


def escaped(text: str) -> str:
    r"""Return a text on one line, all that is no visible character written as Python writes it: `\x1b`.

    Controls, line ends, direction marks, invisible and unassigned characters and lone surrogates are told so.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _named(sign) for sign in text)


def _named(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")

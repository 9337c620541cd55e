"""JSON objects out of untrusted bytes, by the one set of bounds that holds for all of them.

Laws of this file:
- whatever the bytes are, the answer is a value or a JsonError; nothing else is raised;
- it is strict: UTF-8, no NaN, no half of a surrogate pair, nested at most MAX_DEPTH deep;
- a number has at most MAX_DIGITS digits where it is taken as it is, and more where each field is judged.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import NoReturn

from engine.game import quoted

MAX_DEPTH = 32
"""Lists and objects may lie this deep in each other."""
MAX_DIGITS = 18
"""Digits of a whole number, so that it fits into 63 bits, also after some sums."""
MOST_DIGITS = 4300
"""Digits beyond which nobody looks at a number: to read them takes ever longer."""
BOM = b"\xef\xbb\xbf"
"""Some editors put it before a text; it says nothing. Who reads a whole file takes it off."""
_ESCAPED_SURROGATE = (b"\\ud", b"\\uD")


class JsonError(ValueError):
    """The bytes are no JSON object that is taken. Its text says why, in half a line."""

    def __init__(self, problem: str, *, whole: bool = False) -> None:
        super().__init__(problem)
        self.whole = whole
        """Whether it is an object from its first to its last bracket: not the beginning of one."""


def json_value(data: bytes, *, judged: bool = False) -> object:
    """Return any JSON value; raises JsonError. `judged`: each number is judged by who asks."""
    whole = False
    try:
        decoder = _STRICT if not _LARGE.search(data) else _JUDGED if judged else _BOUNDED
        return decoder.decode(data.decode("utf-8"))
    except RecursionError:
        why = "nested too deeply"
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" starting at")
        why = f"{what[:1].lower()}{what[1:]} at character {error.pos + 1}"
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} is not UTF-8"
    except _BoundsError as error:
        why, whole = str(error), _is_whole(data)
    raise JsonError(f"no JSON: {why}", whole=whole)


def json_object(data: bytes, *, judged: bool = False) -> dict[str, object]:
    """Return a JSON object; raises JsonError. `judged`: each number is judged by who asks."""
    value = json_value(data, judged=judged)
    if not isinstance(value, dict):
        raise JsonError(f"{quoted(value)} is no JSON object")
    if data.count(b"[") + data.count(b"{") >= MAX_DEPTH and _is_deep(value):
        raise JsonError(f"nested more than {MAX_DEPTH} deep", whole=True)
    if any(escape in data for escape in _ESCAPED_SURROGATE) and _is_half(value):
        raise JsonError("a character is half of a surrogate pair", whole=True)
    return value


def is_beginning(data: bytes) -> bool:
    """Tell whether bytes are the beginning of a JSON object that was being written: it could be completed.

    Zeros at the end are what a file system may leave in place of the rest.
    """
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data.rstrip(b"\0")).lstrip()
    except UnicodeDecodeError:
        return False
    if not text.startswith("{"):
        return not text and bool(data)
    closers: list[str] = []
    end = 0
    while end < len(text) and (token := _TOKEN.match(text, end)):
        end = token.end()
        sign = token[0].strip()
        if sign in _CLOSED_BY:
            closers.append(_CLOSED_BY[sign])
        elif closers and sign == closers[-1]:
            closers.pop()
        if len(closers) > MAX_DEPTH:
            return False
    if not (closers and _PART.fullmatch(text, end)):
        return False
    rest = "".join(reversed(closers))
    return any(_is_json(text[:end] + more + rest) for more in ("", "0", ":0", '"":0'))


_TOKEN = re.compile(
    r'\s*(?:[{}\[\],:]|"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
    r"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)"
)
_PART = re.compile(
    r'\s*(?:"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(?:\\(?:u[0-9a-fA-F]{0,3})?)?'
    r"|-|\.|[eE][+-]?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)?"
)
"""What may be left of a token at the end."""
_CLOSED_BY = {"{": "}", "[": "]"}


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return False
    return True


def _is_whole(data: bytes) -> bool:
    """Tell whether it is an object to its end, if any number in it were taken."""
    try:
        return isinstance(json.loads(data, parse_int=str), dict)
    except (ValueError, RecursionError):
        return False


class _BoundsError(ValueError):
    """A number that Python takes and we do not."""


def _no_constant(name: str) -> NoReturn:
    raise _BoundsError(f"{name} is no number")


def _whole(text: str, most: int = MAX_DIGITS) -> int:
    if len(text.lstrip("-")) > most:
        raise _BoundsError(f"a number of more than {most} digits")
    return int(text)


def _long(text: str) -> int:
    return _whole(text, MOST_DIGITS)


def _real(text: str) -> float:
    number = float(text)
    if number - number != 0:
        raise _BoundsError(f"{quoted(text)} is too large a number")
    return number


_LARGE = re.compile(rb"[0-9]{%d}|[eE][+-]?[0-9]{3}" % (MAX_DIGITS + 1))
"""Only then is each number looked at, which takes its time."""
_STRICT = json.JSONDecoder(parse_constant=_no_constant)
_JUDGED = json.JSONDecoder(parse_constant=_no_constant, parse_int=_long)
_BOUNDED = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole, parse_float=_real)


def _is_deep(value: object) -> bool:
    layer = [value]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for item in layer:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        if not inner:
            return False
        layer = inner
    return True


def _is_half(value: object) -> bool:
    """Tell whether a text in it cannot be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False

"""JSON objects out of untrusted bytes, by the one set of bounds that holds for all of them.

Laws of this file:
- whatever the bytes are, the answer is a value or a JsonError; nothing else is raised;
- it is strict: UTF-8, no NaN, no half of a surrogate pair, nested at most MAX_DEPTH deep.
"""

from __future__ import annotations

import json
import sys
from typing import NoReturn

from engine.game import quoted

MAX_DEPTH = 32
"""Lists and objects may lie this deep in each other."""
BOM = b"\xef\xbb\xbf"
"""Some editors put it before a text; it says nothing. Who reads a whole file takes it off."""
_ESCAPED_SURROGATE = (b"\\ud", b"\\uD")


class JsonError(ValueError):
    """The bytes are no JSON object that is taken. Its text says why, in half a line."""

    def __init__(self, problem: str, *, whole: bool = False) -> None:
        super().__init__(problem)
        self.whole = whole
        """Whether it is an object from its first to its last bracket: not the beginning of one."""


def json_value(data: bytes) -> object:
    """Return any JSON value; raises JsonError."""
    whole = False
    try:
        return _STRICT.decode(data.decode("utf-8"))
    except RecursionError:
        why = "nested too deeply"
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" starting at")
        why = f"{what[:1].lower()}{what[1:]} at character {error.pos + 1}"
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} is not UTF-8"
    except _NoConstantError as error:
        why, whole = str(error), _is_whole(data)
    except ValueError:
        why, whole = f"a number of more than {sys.get_int_max_str_digits()} digits", _is_whole(data)
    raise JsonError(f"no JSON: {why}", whole=whole)


def json_object(data: bytes) -> dict[str, object]:
    """Return a JSON object; raises JsonError."""
    value = json_value(data)
    if not isinstance(value, dict):
        raise JsonError(f"{quoted(value)} is no JSON object")
    if data.count(b"[") + data.count(b"{") >= MAX_DEPTH and _is_deep(value):
        raise JsonError(f"nested more than {MAX_DEPTH} deep", whole=True)
    if any(escape in data for escape in _ESCAPED_SURROGATE) and _is_half(value):
        raise JsonError("a character is half of a surrogate pair", whole=True)
    return value


def _is_whole(data: bytes) -> bool:
    """Tell whether it is an object to its end, if any number in it were taken."""
    try:
        return isinstance(json.loads(data, parse_int=str), dict)
    except ValueError:
        return False


class _NoConstantError(ValueError):
    """NaN or an infinity, which Python takes and JSON does not know."""


def _no_constant(name: str) -> NoReturn:
    raise _NoConstantError(f"{name} is no number")


_STRICT = json.JSONDecoder(parse_constant=_no_constant)


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

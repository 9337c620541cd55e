"""Untrusted bytes become a JSON object within bounds, or one reason in plain words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.json_object import MAX_DEPTH, JsonError, json_object


def nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    ("data", "said", "whole"),
    [
        (b"", "no JSON: expecting value at character 1", False),
        (b"\0\0", "no JSON: expecting value at character 1", False),
        (b'{"a', "no JSON: unterminated string at character 2", False),
        (b'{"a":1} x', "no JSON: extra data at character 9", False),
        (b'{"a":"\xff"}', "no JSON: byte 7 is not UTF-8", False),
        (b"[1]", "[1] is no JSON object", False),
        (b"7", "7 is no JSON object", False),
        (b'{"a":NaN}', "no JSON: NaN is no number", True),
        (b'{"a":-Infinity', "no JSON: -Infinity is no number", False),
        (b'{"a":' + b"9" * 5000 + b"}", "no JSON: a number of more than 18 digits", True),
        (b'{"a":' + b"9" * 5000, "no JSON: a number of more than 18 digits", False),
        (b"[" * 100_000, "no JSON: nested too deeply", False),
        (nested(MAX_DEPTH), f"nested more than {MAX_DEPTH} deep", True),
        (b'{"a":"\\ud83d"}', "a character is half of a surrogate pair", True),
        (b'{"\\uDE00":1}', "a character is half of a surrogate pair", True),
    ],
)
def test_what_is_not_taken_says_why_and_whether_it_is_the_beginning_of_something(
    data: bytes, said: str, whole: bool
) -> None:
    with pytest.raises(JsonError) as caught:
        json_object(data)
    assert (str(caught.value), caught.value.whole) == (said, whole)


def test_what_lies_within_the_bounds_is_taken() -> None:
    assert json_object(b' {"a":[1,true,null,1.5]} ') == {"a": [1, True, None, 1.5]}
    assert json_object(b'{"a":"\\ud83d\\ude00"}') == {"a": "\U0001f600"}
    assert json_object(nested(MAX_DEPTH - 1))
    assert json_object(b'{"a":"\\\\ud83d"}') == {"a": "\\ud83d"}


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\u0123dDeE NaI-', max_size=40).map(str.encode))
def test_any_bytes_give_an_object_or_a_reason_of_one_line(data: bytes) -> None:
    assert taken_or_said(data)


def taken_or_said(data: bytes) -> bool:
    try:
        return isinstance(json_object(data), dict)
    except JsonError as error:
        return str(error).isascii() and "\n" not in str(error)

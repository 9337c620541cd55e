"""What came from outside is shown so that no terminal acts on it (F41)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.text.escaped import escaped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Stage 1, 5 > 3", "Stage 1, 5 > 3"),
        ("Übung: 3 Königinnen 🂭", "Übung: 3 Königinnen 🂭"),
        ("\x1b]0;x\x07", r"\x1b]0;x\x07"),
        ("a\nb\tc\r", r"a\nb\tc\r"),
        ("\x9b31m", r"\x9b31m"),
        ("\u202etxt\u2066", r"\u202etxt\u2066"),
        ("\udcff\ud800", r"\udcff\ud800"),
        ("\u2028\x7f\x00", r"\u2028\x7f\x00"),
    ],
)
def test_f41_what_can_be_read_stays_and_the_rest_is_named(text: str, shown: str) -> None:
    assert escaped(text) == shown


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=40))
def test_f41_nothing_that_acts_is_left(text: str) -> None:
    shown = escaped(text)
    assert all(unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in shown)
    assert shown.encode().decode() == shown
    assert escaped(shown) == shown

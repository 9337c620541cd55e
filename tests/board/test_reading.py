"""The eye of the board is tried on pictures whose words are known."""

from __future__ import annotations

import pytest

from device.draw.kit import Sheet, laid
from device.draw.text import put
from hal.frame import Frame
from tests.board.reading import SIZES, says


@pytest.mark.parametrize("size", SIZES)
def test_words_are_read_where_they_stand_and_no_others(size: int) -> None:
    sheet = Sheet()
    put(sheet, "", size, 3, 4, "Safe")
    put(sheet, "", size, 20, 30, "now.")
    pages = Frame.of(laid(sheet, (1, 1))).pages
    assert says(pages, "Safe now.")
    assert not says(pages, "Safe to")
    assert not says(Frame.blank().pages, "Safe")


def test_words_that_are_dark_on_light_are_read() -> None:
    sheet = Sheet()
    sheet.box(0, 0, 126, 30)
    put(sheet, "", 10, 3, 4, "Begin", lit=False)
    assert says(Frame.of(laid(sheet)).pages, "Begin")

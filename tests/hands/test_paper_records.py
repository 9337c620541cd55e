"""N8.5, N8.7, N8.9: records of games with paper decks, and a table beside them that the words move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from engine.record import parse
from tests.engine.nevermind.test_paper_records import PATHS
from tests.hands.record_sitting import RecordSitting
from tests.hands.sitting import DifferentError

if TYPE_CHECKING:
    from pathlib import Path


def played(data: bytes) -> None:
    sitting = RecordSitting(parse(data, GAMES))
    try:
        sitting.run()
    except AssertionError as error:
        raise DifferentError(sitting.report(error)) from error


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_n8_9_the_panel_moves_a_table_through_the_record_and_the_device_writes_it_again(path: Path) -> None:
    """Each Timer Card is named in the act that brings it (N8.5), and each card that an undo moves (N8.7)."""
    played(path.read_bytes())


@pytest.mark.long
def test_n8_9_a_record_that_the_device_would_not_write_is_found() -> None:
    """With another seed the device draws other tokens."""
    data = PATHS[0].read_bytes()
    seed = f'"seed":"{parse(data, GAMES).seed}"'.encode()
    assert seed in data
    with pytest.raises(DifferentError, match="became"):
        played(data.replace(seed, b'"seed":"999"', 1))

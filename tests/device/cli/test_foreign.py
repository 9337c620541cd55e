"""What is foreign in what commands print: cells of a spreadsheet, logs, the status of the service (F41)."""

from __future__ import annotations

import csv
import io
import logging
import socket
from typing import TYPE_CHECKING

import pytest

from device.cli import main
from device.cli.journal import table, table_csv
from device.cli.run import OneLine
from device.games.registry import GAMES
from device.storage.journal import JournalEntry
from device.system.notify import Notifier

if TYPE_CHECKING:
    from pathlib import Path

BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What spreadsheets take for the beginning of a formula."""
ESC = "\x1b]0;x\x07\u202e"


@pytest.mark.parametrize("sign", BEGINNINGS)
@pytest.mark.parametrize("rest", ["1+1", "HYPERLINK(1)", ""])
def test_f41_no_cell_of_the_csv_is_a_formula(sign: str, rest: str) -> None:
    entry = JournalEntry(session=1, game=sign + rest, seconds=840, date=f"{sign}{rest}")
    rows = list(csv.reader(io.StringIO(table_csv([entry], GAMES.kept.facts))))
    assert len(rows) == 2
    cells = [cell for cell in rows[1] if cell]
    assert len(cells) >= 4
    assert not [cell for cell in cells if cell.startswith(BEGINNINGS)]
    assert [cell for cell in cells if cell.endswith(rest) and cell.startswith("'")]


def test_f41_what_is_no_formula_stays_as_it_is_in_the_csv() -> None:
    entry = JournalEntry(session=1, game="nevermind", seconds=840, date="2026-01-31")
    row = table_csv([entry], GAMES.kept.facts).splitlines()[1]
    assert row.startswith("1,nevermind,14.0,")
    assert "2026-01-31" in row


def test_f41_a_record_a_key_and_a_file_name_are_shown_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = tmp_path / f"s{ESC}.toml"
    settings.write_text('[screen]\n"night\\u001b[2J" = true\n', encoding="utf-8")
    record = tmp_path / f"r{ESC}.jsonl"
    record.write_text('{"format":"palmstone-record","version":1,"game":"a\\u001b[2J","options":{}}\n')
    assert main(["settings", "--settings", str(settings)]) == 2
    assert main(["replay", str(record)]) == 2
    with pytest.raises(SystemExit):
        main([f"dance{ESC}"])
    shown = capsys.readouterr()
    assert shown.err.count(r"\x1b]0;x\x07\u202e") >= 3
    assert {sign for sign in shown.out + shown.err if not sign.isprintable()} == {"\n"}


def test_f41_a_line_of_the_log_and_of_the_status_has_nothing_raw() -> None:
    record = logging.LogRecord("a", logging.WARNING, "", 1, f"of{ESC}\nREADY=1", (), None)
    assert OneLine("%(message)s").format(record) == r"of\x1b]0;x\x07\u202e READY=1"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0palmstone-test-f41")
        notifier = Notifier("@palmstone-test-f41")
        notifier.status("oled\nREADY=1\x1b[2J")
        notifier.close()
        assert manager.recv(500) == rb"STATUS=oled\nREADY=1\x1b[2J"
    assert table([JournalEntry(session=1, game="a", seconds=60)])

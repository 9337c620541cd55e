"""F36: a record with one bit or one line wrong is refused, or gone on with, or set aside with a word.

`python -m tests.fuzz.test_resumes` tries all single-bit flips and single-line edits of all six records.
"""

from __future__ import annotations

import logging
import sys
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from device.games.settings import defaults
from device.sim.rig import Rig
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.fuzz import made, resumes
from tests.fuzz.tally import Tally, count

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARES = 5
PER_SHARE = 100


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_f36_what_parses_is_resumed_and_played_or_set_aside_with_a_word(share: int) -> None:
    found = Tally()
    for case in islice(filter(resumes.parses, resumes.cases(share)), PER_SHARE):
        count(found, "resumes", case, resumes)
    assert found.finds == []
    assert found.cases == PER_SHARE


def test_the_six_records_are_what_the_device_writes_and_small() -> None:
    records = made.records()
    assert len(records) == 6
    assert all(len(data) <= made.MOST for data in records.values())
    assert b'"undo":' in records["undo"]
    assert b'"mind_cards":' in records["own-cards"]
    assert b'"do":"breath_from"' in records["breath"]
    assert b'"do":"deal"' in records["dealt"]
    assert b'"by":"partner"' in records["partners"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"partners":2', b'"partners":3'),
        (b'"partners":2', b'"partners":9'),
        (b'"partner":"good"', b'"partner":"food"'),
        (b'"guidance":"light"', b'"guidance":"night"'),
        (b'"manner":{', b'"manner":7,"x":{'),
    ],
)
def test_f36_a_value_of_the_header_that_does_not_go_with_the_rest_is_said_and_has_its_default(
    old: bytes, new: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    logging.disable(logging.NOTSET)
    disk, data = SimDisk(), made.records()["partners"]
    assert old in data
    disk.append(made.RECORD, data.replace(old, new))
    rig = Rig(defaults(), disk=disk)
    rig.power_on()
    rig.tap("K4")
    session = rig.app.sessions.session
    assert session is not None
    assert "header: " in caplog.text
    assert session.options.partners in (0, 2)
    for key in ("K4", "K4", "0", "K4"):
        rig.tap(key)
    rig.wait(30_000_000)
    rig.stop()


@pytest.mark.parametrize("digits", [18, 19, 400])
def test_f37_times_that_nobody_played_are_none_and_what_is_written_after_them_is_read(digits: int) -> None:
    disk = SimDisk()
    disk.append(
        made.RECORD, made.records()["nevermind"].replace(b'"at_ms":0}', b'"at_ms":' + b"9" * 18 + b"}")
    )
    disk.append("resume.json", b'{"session":1,"active_ms":' + b"9" * digits + b"}\n")
    disk.append("journal.jsonl", b'{"session":' + b"4" * 18 + b',"game":"breathe","seconds":5}\n')
    rig = Rig(defaults(), disk=disk)
    rig.power_on()
    rig.tap("K4")
    for key in ("0", "K4", "0", "K4", "0"):
        rig.tap(key)
    state = rig.state
    assert state
    rig.power_cut()
    rig.power_on()
    rig.tap("K4")
    assert rig.state == state
    assert rig.app.sessions.store.new_session() == 2
    rig.stop()


def test_f36_a_line_that_the_rules_refuse_is_left_out_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    logging.disable(logging.NOTSET)
    lines = made.records()["dealt"].splitlines(keepends=True)
    disk = SimDisk()
    disk.append(made.RECORD, b"".join((*lines[:3], lines[1], *lines[3:])))
    rig = Rig(defaults(), disk=disk)
    rig.power_on()
    rig.tap("K4")
    assert rig.app.model.notice is not None
    assert rig.app.model.notice.id == "storage.gaps"
    assert "sessions/1.jsonl: line 4 is left out: " in caplog.text
    rig.stop()


@pytest.mark.parametrize("where", ["resume", "standing"])
def test_f36_whatever_breaks_at_a_resume_the_record_is_set_aside_and_the_device_plays(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SimDisk()
    data = made.records()["nevermind"]
    disk.append(made.RECORD, data)
    rig = Rig(defaults(), disk=disk)
    rig.power_on()

    def broken(*_: object, **__: object) -> None:
        raise IndexError("whatever it is")

    target = "device.session.sessions.Session.resume" if where == "resume" else "device.app.effects.stood"
    monkeypatch.setattr(target, broken)
    rig.tap("K4")
    assert rig.scene.id == "home"
    assert rig.app.model.notice is not None
    assert rig.app.model.notice.id == "storage.aside"
    assert contents(rig.disk)[f"{made.RECORD}.bad1"] == data
    monkeypatch.undo()
    rig.tap("K4")
    rig.tap("K4")
    assert rig.scene.id not in ("home", "resume")
    rig.stop()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    total = Tally()
    for one in resumes.every():
        count(total, "resumes", one, resumes)
        if total.cases % 1000 == 0:
            sys.stdout.write(f"{total}\n")
            sys.stdout.flush()
    sys.stdout.write("\n".join((str(total), *total.finds, "")))
    sys.exit(1 if total.found else 0)

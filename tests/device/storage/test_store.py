"""The store: nothing confirmed is lost, what is torn is mended, a dead storage does not stop play."""

from __future__ import annotations

import errno
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.games.nevermind.facts import NevermindFacts
from device.storage.journal import JournalEntry
from device.storage.outbox import FIRST_RETRY_US, LAST_RETRY_US
from device.storage.progress import ResumePoint
from device.storage.store import OpenSession, StorageFault, Store, state_folder
from hal.ports import NEVER
from hal.simulated.disk import Keep, SimDisk
from hal.simulated.errors import PowerCut
from tests.device.storage.store_kit import DRAW, HEADER, KEPT, MIND, FakeClock, a_store, progress, whole

if TYPE_CHECKING:
    from collections.abc import Callable


def test_lines_are_appended_one_by_one_and_read_back() -> None:
    store, disk, _ = a_store()
    number = store.new_session()
    store.append(number, HEADER)
    store.append(number, DRAW)
    assert (number, store.problem, store.unsaved) == (1, None, 0)
    assert disk.files["sessions/1.jsonl"] == f"{HEADER}\n{DRAW}\n".encode()
    again = Store(disk, FakeClock(), KEPT)
    assert whole(again, 1) == disk.files["sessions/1.jsonl"]
    assert whole(again, 2) is None
    assert again.sessions() == (1,)


def test_a_number_is_never_given_twice_not_even_after_setting_aside() -> None:
    store, store_disk, _ = a_store(
        {"sessions/9.jsonl": b"x\n", "sessions/12.jsonl.bad": b"y", "sessions/notes": b""}
    )
    assert (store.new_session(), store.new_session()) == (13, 14)
    store.write_entry(JournalEntry(20, "breathe", 60))
    assert Store(store_disk, FakeClock(), KEPT).new_session() == 21


@pytest.mark.parametrize(
    "torn", ['{"do":"dr', "\x00\x00\x00", '{"do":"draw"', '{"do":"dr\udcc3', '{"do"\0\0']
)
def test_f21_a_torn_last_line_is_cut_with_a_word_and_the_next_stands_alone(torn: str) -> None:
    data = torn.encode("utf-8", "surrogateescape")
    store, disk, _ = a_store({"sessions/1.jsonl": f"{HEADER}\n".encode() + data})
    assert whole(store, 1) == f"{HEADER}\n".encode()
    (word,) = store.take_words()
    cut = data.rstrip(b"\0")
    kept = " and kept in sessions/1.jsonl.bad" if cut else ""
    assert word == f"sessions/1.jsonl: the last line was torn; {len(data)} bytes of it are cut off{kept}"
    assert disk.files.get("sessions/1.jsonl.bad", b"") == (cut + b"\n" if cut else b"")
    store.append(1, DRAW)
    assert disk.files["sessions/1.jsonl"] == f"{HEADER}\n{DRAW}\n".encode()
    assert store.take_words() == ()


@pytest.mark.parametrize(
    "foreign", ["7", '"\udcff', f"{DRAW}\x0b", f"{DRAW}{DRAW}", f"{DRAW}\r{DRAW}\r", f"{DRAW}]"]
)
def test_f35_what_is_no_beginning_of_a_line_is_not_cut_but_the_record_set_aside(foreign: str) -> None:
    data = f"{HEADER}\n{DRAW}\n{foreign}".encode("utf-8", "surrogateescape")
    store, disk, _ = a_store({"sessions/1.jsonl": data})
    assert whole(store, 1) is None
    assert disk.files == {"sessions/1.jsonl.bad": data}
    (word,) = store.take_words()
    assert word.endswith("; it is kept as sessions/1.jsonl.bad")


def test_f21_a_whole_last_line_counts_without_its_newline() -> None:
    store, disk, _ = a_store({"sessions/1.jsonl": f"{HEADER}\n{DRAW}".encode()})
    assert whole(store, 1) == f"{HEADER}\n{DRAW}\n".encode()
    store.append(1, DRAW)
    assert disk.files["sessions/1.jsonl"] == f"{HEADER}\n{DRAW}\n{DRAW}\n".encode()
    assert store.take_words() == ()


def test_f21_a_record_of_nothing_but_a_torn_header_is_no_record_and_stays_as_it_is() -> None:
    store, disk, _ = a_store({"sessions/1.jsonl": b'{"form'})
    assert store.load(1) is None
    assert disk.files == {"sessions/1.jsonl": b'{"form'}
    assert store.open_sessions() == ()
    assert len(store.take_words()) == 1


def test_an_unreadable_record_is_set_aside_with_a_word_never_deleted() -> None:
    bad = f"{HEADER}\nnonsense\n{DRAW}\n".encode()
    store, disk, _ = a_store({"sessions/3.jsonl": bad})
    assert store.load(3) is None
    assert disk.files == {"sessions/3.jsonl.bad": bad}
    assert store.take_words() == (
        "sessions/3.jsonl: cannot be read: line 2: no JSON: expecting value at character 1; "
        "mend or remove the line; it is kept as sessions/3.jsonl.bad",
    )


def test_an_unreadable_whole_file_gives_way_to_its_previous_generation() -> None:
    store, disk, _ = a_store()
    store.save_progress(progress(2))
    store.save_progress(progress(3))
    disk.files["progress.json"] = b'{"unlo'
    assert store.progress() == progress(2)
    assert disk.files["progress.json.bad"] == b'{"unlo'
    why = "cannot be read: no JSON: unterminated string at character 2"
    assert store.take_words() == (f"progress.json: {why}; it is kept as progress.json.bad",)
    disk.files["progress.json.1"] = b"[3]"
    assert store.progress() == progress()
    (word,) = store.take_words()
    assert word == "progress.json.1: cannot be read: [3] is no JSON object; what it held begins anew"
    assert disk.files["progress.json.1"] == b"[3]"
    del disk.files["progress.json.1"]
    assert store.progress() == progress()


def test_whole_files_round_trip() -> None:
    store, disk, _ = a_store()
    kept = progress(4, first_start_done=True, help_seen=("now", "round"))
    stand = ResumePoint(12, "lay", 3, 61_000, {"mood_before": "5"})
    choices = {"screen": {"night": True}}
    store.save_progress(kept)
    store.save_resume_point(stand)
    store.save_choices(choices)
    again = Store(disk, FakeClock(), KEPT)
    assert (again.progress(), again.resume_point(), again.choices()) == (kept, stand, choices)
    again.save_resume_point(None)
    assert again.resume_point() is None


@pytest.mark.parametrize(
    "raw", [{"unlocked": 9}, {"unlocked": True}, {"unlocked": "6"}, {"help_seen": 3}, {}]
)
def test_progress_that_makes_no_sense_is_the_beginning(raw: dict[str, object]) -> None:
    store, _, _ = a_store({"progress.json": json.dumps(raw).encode()})
    assert store.progress() == progress()
    assert len(store.take_words()) == len(raw)


def test_open_sessions_are_those_without_a_journal_entry_the_newest_of_each_game() -> None:
    store, _, _ = a_store()
    for header in (HEADER, MIND, HEADER, HEADER):
        number = store.new_session()
        store.append(number, header)
        store.append(number, DRAW)
    store.append(store.new_session(), HEADER)  # nothing was confirmed in it
    assert store.open_sessions() == (OpenSession(4, "nevermind"), OpenSession(2, "the-mind"))
    store.write_entry(JournalEntry(4, "nevermind", 60, facts=NevermindFacts()))
    assert store.open_sessions() == (OpenSession(3, "nevermind"), OpenSession(2, "the-mind"))
    store.reopen(4)
    assert store.open_sessions() == (OpenSession(4, "nevermind"), OpenSession(2, "the-mind"))
    assert store.journal() == ()


def test_a_later_entry_takes_the_place_of_an_earlier_one() -> None:
    store, disk, _ = a_store()
    for entry in (
        JournalEntry(1, "nevermind", 60, facts=NevermindFacts()),
        JournalEntry(2, "breathe", 5),
        JournalEntry(1, "nevermind", 90, facts=NevermindFacts()),
    ):
        store.write_entry(entry)
    disk.files["journal.jsonl"] += b'nonsense\n{"session":4}\n{"sess'
    store = Store(disk, FakeClock(), KEPT)
    assert store.journal() == (
        JournalEntry(2, "breathe", 5),
        JournalEntry(1, "nevermind", 90, facts=NevermindFacts()),
    )
    words = (
        " the last line was torn; 6 bytes of it are cut off and kept in journal.jsonl.bad",
        "4: this line is no journal entry: no JSON: expecting value at character 1; it is left out",
        "5: this line is no journal entry: game is missing, seconds is missing; it is left out",
    )
    assert tuple(word.removeprefix("journal.jsonl:") for word in store.take_words()) == words
    assert store.journal()
    assert store.take_words() == (), "what is wrong with a file is said once"


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.ENOSPC, StorageFault.FULL),
        (errno.EDQUOT, StorageFault.FULL),
        (errno.EROFS, StorageFault.READ_ONLY),
        (errno.EACCES, StorageFault.READ_ONLY),
        (errno.EIO, StorageFault.FAILED),
    ],
)
def test_f22_play_goes_on_and_the_order_is_kept(number: int, fault: StorageFault) -> None:
    store, disk, clock = a_store()
    session = store.new_session()
    store.append(session, HEADER)
    disk.errno, disk.partial = number, 5
    for index in range(3):
        store.append(session, f'{{"do":"draw","n":{index}}}')
    store.save_progress(progress(2))
    store.save_progress(progress(3))
    assert store.problem is not None
    assert store.problem.fault is fault
    assert (store.unsaved, store.progress()) == (4, progress(3))
    disk.errno = 0
    clock.us += FIRST_RETRY_US
    assert store.step(clock.us) == NEVER
    assert store.unsaved == 0
    lines = disk.files["sessions/1.jsonl"].decode().splitlines()
    assert [json.loads(line).get("n") for line in lines] == [None, 0, 1, 2]
    assert whole(store, session) == disk.files["sessions/1.jsonl"]
    assert Store(disk, clock, KEPT).progress() == progress(3)


def test_f22_what_waits_in_memory_is_seen_as_if_it_were_written() -> None:
    store, disk, _ = a_store()
    disk.errno, disk.partial = errno.ENOSPC, 7
    session = store.new_session()
    store.append(session, HEADER)
    store.append(session, DRAW)
    assert whole(store, session) == f"{HEADER}\n{DRAW}\n".encode()
    assert store.open_sessions() == (OpenSession(session, "nevermind"),)
    assert store.new_session() == session + 1


def test_f22_there_is_no_loop_of_errors(caplog: pytest.LogCaptureFixture) -> None:
    store, disk, clock = a_store()
    disk.errno = errno.EROFS
    with caplog.at_level(logging.INFO, "device.storage.outbox"):
        for _ in range(600):  # ten minutes, a touch a second
            store.append(1, DRAW)
            due_us = store.step(clock.us)
            assert clock.us < due_us <= clock.us + LAST_RETRY_US
            clock.us += 1_000_000
        assert disk.calls < 30
        disk.errno = 0
        assert store.flush()
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "sessions/1.jsonl: not saved: no; remount it" in caplog.records[0].getMessage()
    assert disk.files["sessions/1.jsonl"] == f"{DRAW}\n".encode() * 600


def test_f22_a_torn_line_on_a_read_only_card_is_cut_once_the_card_is_back() -> None:
    store, disk, clock = a_store({"sessions/1.jsonl": f'{HEADER}\n{{"do'.encode()})
    disk.errno = errno.EROFS
    assert whole(store, 1) == f"{HEADER}\n".encode()
    store.append(1, DRAW)
    assert disk.files["sessions/1.jsonl"] == f'{HEADER}\n{{"do'.encode()
    disk.errno, clock.us = 0, FIRST_RETRY_US
    store.step(clock.us)
    assert disk.files["sessions/1.jsonl"] == f"{HEADER}\n{DRAW}\n".encode()


def test_f22_a_card_that_cannot_even_be_read_stops_nothing() -> None:
    store, disk, _ = a_store({"progress.json": b"{", "sessions/1.jsonl": f"{HEADER}\n".encode()})
    disk.errno = errno.EIO
    assert (store.progress(), store.journal(), store.load(1), store.sessions()) == (progress(), (), None, ())
    assert store.problem is not None
    disk.errno = errno.EROFS
    assert store.progress() == progress()
    (word,) = store.take_words()
    why = "no JSON: expecting property name enclosed in double quotes at character 2"
    assert word == f"progress.json: cannot be read: {why}; it stays where it is"


def test_flush_says_whether_all_is_saved() -> None:
    store, disk, _ = a_store()
    assert store.flush()
    disk.errno = errno.ENOSPC
    store.append(1, DRAW)
    assert not store.flush()


def script(store: Store) -> list[Callable[[], None]]:
    """A short life: two sessions, an entry, progress, where the ritual stands."""
    return [
        lambda: store.append(1, HEADER),
        lambda: store.save_resume_point(ResumePoint(1, "lay", 2)),
        lambda: store.append(1, DRAW),
        lambda: store.append(1, '{"undo":1}'),
        lambda: store.write_entry(JournalEntry(1, "nevermind", 60, facts=NevermindFacts())),
        lambda: store.save_progress(progress(2)),
        lambda: store.append(2, MIND),
        lambda: store.save_resume_point(ResumePoint(2)),
        lambda: store.append(2, DRAW),
    ]


def acted(acts: list[Callable[[], None]]) -> int:
    """Act until the power goes; return how many acts were confirmed."""
    for done, act in enumerate(acts):
        try:
            act()
        except PowerCut:
            return done
    return len(acts)


def seen(store: Store) -> str:
    """All that a restart finds."""
    return repr((whole(store, 1), whole(store, 2), store.journal(), store.progress(), store.resume_point()))


def test_f21_cut_at_every_step_of_every_write_the_last_confirmed_step_is_there() -> None:
    disk = SimDisk()
    store = Store(disk, FakeClock(), KEPT)
    states = [seen(store)]
    for act in script(store):
        act()
        states.append(seen(Store(disk, FakeClock(), KEPT)))
    assert len(set(states)) == len(states)
    assert disk.steps > 500
    for step in range(1, disk.steps + 1):
        cut = SimDisk()
        cut.cut_at(step)
        done = acted(script(Store(cut, FakeClock(), KEPT)))
        assert done < len(states) - 1, step
        for keep in Keep:
            assert seen(Store(cut.cut(keep), FakeClock(), KEPT)) in states[done : done + 2], (step, keep)


def test_f21_after_a_cut_the_next_start_writes_on() -> None:
    disk = SimDisk()
    acted(script(Store(disk, FakeClock(), KEPT)))
    for step in range(1, 40):
        disk.cut_at(disk.steps + step)
        acted(script(Store(disk, FakeClock(), KEPT)))
        disk = disk.cut(Keep.HALF)
        store = Store(disk, FakeClock(), KEPT)
        store.load(1)
        store.append(1, DRAW)
        assert (disk.read("sessions/1.jsonl") or b"").endswith(f"\n{DRAW}\n".encode())
        assert not [name for name in disk.names("sessions") if ".bad1" in name]


@pytest.mark.parametrize(
    ("what", "fault"), [("full", StorageFault.FULL), ("readonly", StorageFault.READ_ONLY)]
)
@pytest.mark.parametrize("room", [0, 1, 200])
def test_f22_on_the_simulated_card(what: str, fault: StorageFault, room: int) -> None:
    disk, clock = SimDisk(), FakeClock()
    store = Store(disk, clock, KEPT)
    acts = script(store)
    for act in acts[:3]:
        act()
    disk.fault(what, room=room)
    for act in acts[3:]:
        act()
    assert store.problem is not None
    assert store.problem.fault is fault
    held = seen(store)
    disk.fault("ok")
    clock.us = store.step(clock.us)
    assert store.step(clock.us) == NEVER
    assert seen(Store(disk, clock, KEPT)) == seen(store) == held
    undisturbed = SimDisk()
    for act in script(Store(undisturbed, clock, KEPT)):
        act()
    assert held == seen(Store(undisturbed, clock, KEPT))


def test_the_state_folder_is_systemds_or_ones_own() -> None:
    home = Path("/home/me")
    assert state_folder({}, home) == home / ".local/state/palmstone"
    assert state_folder({"STATE_DIRECTORY": ""}, home) == home / ".local/state/palmstone"
    assert state_folder({"STATE_DIRECTORY": "/var/lib/palmstone:/x"}, home) == Path("/var/lib/palmstone")

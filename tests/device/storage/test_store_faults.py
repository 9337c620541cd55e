"""What others wrote into the store: each fault is said in one line, what is sound counts, nothing is lost."""

from __future__ import annotations

import pytest

from device.games.nevermind.facts import NevermindFacts
from device.storage.journal import JournalEntry
from device.storage.progress import ResumePoint
from tests.device.storage.store_kit import HEADER, a_store, progress


def test_what_is_at_fault_in_a_line_of_the_journal_is_said_and_the_rest_of_it_counts() -> None:
    lines = ['{"session":1,"game":"nevermind","seconds":60,"stage":2,"score":"9","mood_before":12}']
    lines += ['{"session":true,"open":true}', '{"session":1,"open":1}', '{"session":2,"open":true}', ""]
    store, _, _ = a_store({"journal.jsonl": "\n".join(lines).encode()})
    assert store.journal() == (JournalEntry(1, "nevermind", 60, facts=NevermindFacts(stage=2)),)
    assert store.take_words() == (
        "journal.jsonl:1: score is '9': expected a whole number, got text; that is left out",
        "journal.jsonl:1: mood_before is 12: expected a whole number <= 9; that is left out",
        "journal.jsonl:2: this line is no journal entry: game is missing, seconds is missing, "
        "session is True: expected a whole number, got true or false; it is left out",
        "journal.jsonl:3: this line is no journal entry: game is missing, seconds is missing; it is left out",
    )


def test_what_is_at_fault_in_a_whole_file_is_said_and_the_rest_of_it_counts() -> None:
    store, disk, _ = a_store(
        {
            "progress.json": b'{"unlocked":9,"first_start_done":true,"help_seen":["now",3]}',
            "resume.json": b'{"session":7,"ritual":"lay","index":-1,"notes":{"mood_before":5}}',
            "choices.json": b'{"screen":{"night":true},"sound":3}',
        }
    )
    before = dict(disk.files)
    assert store.progress() == progress(first_start_done=True, help_seen=("now",))
    assert store.resume_point() == ResumePoint(7, "lay")
    assert store.choices() == {"screen": {"night": True}}
    assert store.take_words() == (
        "progress.json: unlocked is 9: expected a whole number <= 6; that begins anew",
        "progress.json: help_seen[1] is 3: expected text, got a whole number; that begins anew",
        "resume.json: index is -1: expected a whole number >= 0; that begins anew",
        "resume.json: notes: 'mood_before' is 5: expected text, got a whole number; that begins anew",
        "choices.json: 'sound' is 3: expected an object, got a whole number; that is left out",
    )
    assert disk.files == before


HUGE = b'{"session":1,"unlocked":3,"game":"x","seconds":5,"ritual":"lay","screen":{},"late":%s}'


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        (b"9" * 5000, "a number of more than"),
        (b"[" * 40 + b"]" * 40, "nested more than 32 deep"),
        (b'"\\ud83d"', "a character is half of a surrogate pair"),
        (b"NaN", "no JSON: NaN is no number"),
    ],
)
def test_what_is_beyond_all_bounds_is_kept_aside_or_left_out_and_nothing_is_cut(
    inner: bytes, why: str
) -> None:
    data = HUGE.replace(b"%s", inner)
    names = ("progress.json", "resume.json", "choices.json")
    record = f"{HEADER}\n".encode() + data
    files = {**dict.fromkeys(names, data), "journal.jsonl": data, "sessions/1.jsonl": record}
    store, disk, _ = a_store(files)
    assert (store.progress(), store.resume_point(), store.choices(), store.journal()) == (
        progress(),
        None,
        {},
        (),
    )
    assert store.load(1) is None
    assert {path: disk.files[f"{path}.bad"] for path in names} == dict.fromkeys(names, data)
    assert disk.files["journal.jsonl"] == data + b"\n"
    assert disk.files["sessions/1.jsonl.bad"] == record + b"\n"
    words = store.take_words()
    assert len(words) == 5
    assert all(why in word and "; it is " in word for word in words)


@pytest.mark.parametrize("digits", [40, 4000])
def test_numbers_that_count_nothing_are_no_numbers(digits: int) -> None:
    huge = b"9" * digits
    store, _, _ = a_store(
        {
            "progress.json": b'{"unlocked":' + huge + b"}",
            "resume.json": b'{"session":1,"active_ms":' + huge + b"}",
            "journal.jsonl": b'{"session":1,"game":"nevermind","seconds":5,"score":-' + huge + b"}\n",
        }
    )
    assert (store.progress(), store.resume_point()) == (progress(), ResumePoint(1))
    assert store.journal() == (JournalEntry(1, "nevermind", 5, facts=NevermindFacts()),)
    assert store.new_session() == 2
    assert all(len(word) < 200 for word in store.take_words())

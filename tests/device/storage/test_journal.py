"""The journal: facts, minutes by the monotonic clock, dates only when known, nothing to live up to."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import fields
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from device.cli.journal import mood, table, table_csv
from device.games.nevermind.facts import NevermindFacts
from device.games.registry import GAMES
from device.games.the_mind.facts import MindFacts
from device.storage import journal
from device.storage.decode import Decoded
from device.storage.journal import JournalEntry, day, read_entry

KEPT = GAMES.kept
ZEN = JournalEntry(
    session=3,
    game="nevermind",
    seconds=871,
    date="2026-03-01",
    outcome="zen",
    facts=NevermindFacts(
        stage=2,
        super=False,
        rounds=31,
        released=8,
        distractions=0,
        score=9,
        rank="Zen Master",
        mood_before=7,
        mood_after=6,
    ),
)
EARLY = JournalEntry(
    4,
    "nevermind",
    355,
    outcome="conceded",
    facts=NevermindFacts(stage=6, super=True, released=2, distractions=1),
)
MIND = JournalEntry(
    session=5,
    game="the-mind",
    seconds=1500,
    date="2026-03-02",
    outcome="lost",
    facts=MindFacts(players=3, cards="dealt", level=4, misplays=(0, 1, 0, 2), blind_levels=1),
)
BREATHE = JournalEntry(6, "breathe", 20)
ALL = (ZEN, EARLY, MIND, BREATHE)


@pytest.mark.parametrize("entry", ALL)
def test_an_entry_round_trips_and_holds_only_what_applies(entry: JournalEntry) -> None:
    raw = json.loads(json.dumps(entry.to_json()))
    assert read_entry(raw, KEPT.facts) == Decoded(entry)
    assert None not in raw.values()


def test_f27_leaving_early_keeps_the_minutes_and_has_no_score() -> None:
    raw = EARLY.to_json()
    assert (EARLY.minutes, raw["seconds"]) == (6, 355)
    assert not raw.keys() & {"score", "rank"}


def test_f17_a_date_is_unknown_until_the_clock_is_trusted() -> None:
    assert day(None) == "unknown"
    assert day(0.0, timezone(timedelta(hours=-3))) == "1969-12-31"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day(1_772_368_000.0))
    assert JournalEntry(1, "nevermind", 60).date == "unknown"


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"session": 1, "game": "nevermind"},
        {"session": True, "game": "nevermind", "seconds": 1},
        {"session": 1, "game": 2, "seconds": 1},
        {"session": 1, "game": "nevermind", "seconds": -1},
    ],
)
def test_what_is_no_entry_is_none(raw: dict[str, object]) -> None:
    found = read_entry(raw, KEPT.facts)
    assert found.value is None
    assert found.faults


def test_what_makes_no_sense_in_an_entry_is_left_out() -> None:
    raw = {"session": 1, "game": "nevermind", "seconds": 60, "mood_before": 10, "score": "9", "new": 1}
    raw |= {"super": 1, "date": 5, "stage": 2, "rank": None}
    found = read_entry(raw, KEPT.facts)
    assert found.value == JournalEntry(1, "nevermind", 60, facts=NevermindFacts(stage=2))
    assert found.faults == (
        "date is 5: expected text, got a whole number",
        "super is 1: expected true or false, got a whole number",
        "score is '9': expected a whole number, got text",
        "mood_before is 10: expected a whole number <= 9",
    )
    team = read_entry({"session": 1, "game": "the-mind", "seconds": 60, "misplays": [1, -1]}, KEPT.facts)
    assert team.value == JournalEntry(1, "the-mind", 60, facts=MindFacts())
    assert team.faults == ("misplays is [1, -1]: expected a whole number >= 0 at [1]",)


def test_an_entry_of_a_game_that_is_not_there_keeps_what_every_session_has() -> None:
    raw: dict[str, object] = {"session": 1, "game": "chess", "seconds": 60, "level": 3, "facts": {"a": 1}}
    assert read_entry(raw, KEPT.facts) == Decoded(JournalEntry(1, "chess", 60))
    assert table((JournalEntry(1, "chess", 60, outcome="conceded"),))[1] == "unknown  chess    1  left early"


def test_f28_the_table_shows_facts_without_scores_streaks_or_totals() -> None:
    assert table(ALL) == [
        "date        game                        min  what happened                                 mood",
        "2026-03-01  Nevermind, stage 2           15  8 released, distractions left: 0, 31 rounds"
        "   unpleasant, low > pleasant, middle",
        "unknown     Nevermind, stage 6 super      6  left early, 2 released, distractions left: 1",
        "2026-03-02  The Mind, 3 players, dealt   25  level 4, 3 misplays, blind 1",
        "unknown     Just breathe                 <1",
    ]
    assert table(()) == ["No sessions yet."]


def test_f28_nothing_counts_days_or_sets_goals() -> None:
    names = {f.name for kind in (JournalEntry, NevermindFacts, MindFacts) for f in fields(kind)}
    assert not [name for name in names if re.search("streak|goal|total|best|target|remind", name)]
    source = Path(journal.__file__).read_text(encoding="utf-8").split('"""', 2)[2]
    assert not re.search(r"streak|goal|remind", source, re.IGNORECASE)


def test_the_csv_holds_everything() -> None:
    rows = list(csv.DictReader(table_csv(ALL, KEPT.facts).splitlines()))
    assert len(rows) == 4
    assert (rows[0]["minutes"], rows[0]["score"], rows[0]["rank"]) == ("14.5", "9", "Zen Master")
    assert (rows[1]["score"], rows[1]["super"], rows[1]["date"]) == ("", "yes", "unknown")
    assert (rows[2]["misplays"], rows[2]["cards"]) == ("0 1 0 2", "dealt")
    assert ",".join(rows[0]) == (
        "session,game,minutes,date,outcome,stage,super,rounds,released,distractions,score,rank,"
        "mood_before,mood_after,players,cards,level,misplays,blind_levels"
    )


def test_moods_are_columns_of_feeling_and_rows_of_energy() -> None:
    assert [mood(pad) for pad in (None, 1, 5, 9)] == [
        "",
        "unpleasant, high",
        "neutral, middle",
        "pleasant, low",
    ]

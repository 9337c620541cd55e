"""Folders of an earlier version: read as that version read them, and written again to the byte.

tests/fixtures/before holds what that version left after the steps of each `play.yaml`, a folder with damage
of every kind, a settings file with every setting changed, and beside each what it read from it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from device.games.settings import SCHEMA, defaults
from device.settings.load import load
from device.settings.loaded import Source, with_choices, with_stored
from device.storage.store import Store
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.device.storage.frozen import faults_of
from tests.device.storage.played import disk_of, files_in, files_of, play
from tests.device.storage.reading import settings_told, told
from tests.device.storage.rewritten import rewritten

if TYPE_CHECKING:
    from collections.abc import Iterable

BEFORE = Path(__file__).parents[2] / "fixtures" / "before"
SCENARIOS = Path(__file__).parents[2] / "scenarios"
CUT = {"journal.jsonl.bad", "sessions/7.jsonl.bad"}
PLAYED = ("first-start", "nevermind", "the-mind")


def expected(name: str) -> Any:
    return json.loads((BEFORE / name / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*PLAYED, "damaged"])
def test_what_the_version_before_left_is_read_as_it_was_read_then(name: str) -> None:
    found = told(files_in(BEFORE / name / "state"))
    # What is cut is kept beside since (F35); that version threw it away.
    cut = CUT if name == "damaged" else set()
    assert cut <= set(found["names"])
    if name == "damaged":
        # The device says since that something was set aside (F34).
        said = "An old file was set aside. | "
        assert found["start"][0][1].startswith(said)
        found["start"][0][1] = found["start"][0][1].removeprefix(said)
    found["names"] = [path for path in found["names"] if path not in cut]
    assert found == expected(name)


@pytest.mark.parametrize("name", PLAYED)
def test_what_the_version_before_left_is_written_by_the_same_bytes(name: str) -> None:
    then = files_in(BEFORE / name / "state")
    now = rewritten(then)
    # A journal line that a later one replaced is not written anew.
    lines = now.pop("journal.jsonl", b"").splitlines()
    assert set(lines) <= set(then.pop("journal.jsonl", b"").splitlines())
    assert bool(lines) is (name != "first-start")
    assert now == {path: data for path, data in then.items() if path in now}
    assert {path for path in then if not path.endswith(".1")} == set(now)


def kinds(names: Iterable[str]) -> set[str]:
    """Return names without the numbers of sessions: there may be another session."""
    return {re.sub(r"\d+", "N", name) for name in names}


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYED)
def test_the_version_before_takes_what_the_same_touches_leave_now(name: str) -> None:
    """They may lead elsewhere than they did then: what screens ask and tell changes."""
    files = play(BEFORE / name / "play.yaml")
    assert kinds(files) == kinds(files_in(BEFORE / name / "state"))
    assert faults_of(files) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "scenario",
    ["nevermind/tokens-by-every-way", "nevermind/stage6-super", "the-mind/star-yes-and-no", "the-mind/stops"],
)
def test_the_version_before_takes_what_other_sessions_leave_now(scenario: str) -> None:
    files = play(SCENARIOS / f"{scenario}.yaml")
    assert len(files) > 1
    assert faults_of(files) == []


def test_settings_of_the_version_before_are_in_force_as_they_were() -> None:
    folder = BEFORE / "settings"
    data = (folder / "choices.json").read_bytes()
    store = Store(disk_of({"choices.json": data}), SimClock())
    laid = with_stored(defaults(), store.choices())
    later = {"screen": {"night": False}, "guidance": {"level": "quiet"}}
    told = {
        "file": settings_told(load(SCHEMA, folder / "settings.toml")),
        "choices": settings_told(laid),
        "both": settings_told(load(SCHEMA, folder / "settings.toml", later)),
    }
    then = expected("settings")
    # Both buttons are on by default since; the file that names them keeps what it says.
    for path, pin in (("wiring.buttons.K5", 22), ("wiring.buttons.K6", 23)):
        assert then["choices"][path] == f'"none" ({Source.DEFAULT})'
        then["choices"][path] = f"{pin} ({Source.DEFAULT})"
    assert {name: {path: found[path] for path in then[name]} for name, found in told.items()} == then
    # What came later stands at its default.
    new = [text for name, found in told.items() for path, text in found.items() if path not in then[name]]
    assert [text for text in new if not text.endswith(f"({Source.DEFAULT})")] == []
    # Chosen one by one, they are written as they were then.
    disk = SimDisk()
    then_chosen = {f"{name}.{key}" for name, table in json.loads(data).items() for key in table}
    chosen = {path: laid.values[path] for path in SCHEMA.by_path if path in then_chosen}
    Store(disk, SimClock()).save_choices(with_choices(defaults(), chosen).choices())
    assert files_of(disk) == {"choices.json": data}


@pytest.mark.parametrize(
    ("path", "old", "new", "fault"),
    [
        ("sessions/1.jsonl", '"manner":{"guided":true', '"manner":{"guided":1', "manner: guided: 1"),
        ("sessions/1.jsonl", '"manner":', '"session":', "manner is missing"),
        ("sessions/1.jsonl", '"labels":true,', "", "labels is missing"),
        ("sessions/1.jsonl", '"seed":"12"', '"seed":12', "seed: 12"),
        ("sessions/1.jsonl", '"version":1', '"version":2', "version: 2"),
        ("sessions/1.jsonl", '"stage":2,"super":false', '"super":false,"stage":2', "options: keys are"),
        ("sessions/1.jsonl", '"do":"rest","by"', '"do":"rest","at":"N","by"', "keys are"),
        ("sessions/1.jsonl", '"do":"rest"', '"do":"wait"', "do: 'wait'"),
        ("sessions/1.jsonl", '"by":"device","at_ms":0}', '"by":"device","at_ms":0.0}', "at_ms: 0.0"),
        ("sessions/1.jsonl", '"do":"rest"', '"do": "rest"', "not compact"),
        ("progress.json", '"version":1', '"version":2', "version: 2"),
        ("progress.json", '"active"', "3", "help_seen: 3"),
        ("resume.json", '"index":0', '"index":false', "index: False"),
        ("choices.json", '"screen"', '"glass"', "keys are"),
    ],
)
def test_the_frozen_reader_sees_what_that_version_would_not_take(
    path: str, old: str, new: str, fault: str
) -> None:
    files = files_in(BEFORE / "first-start" / "state")
    text = files[path].decode()
    assert old in text
    found = faults_of({path: text.replace(old, new, 1).encode()})
    assert any(fault in one for one in found), found

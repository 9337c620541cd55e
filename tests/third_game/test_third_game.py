"""A third game is a guest like the others: handed in, and played without touching another file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli import main
from device.games.settings import defaults
from device.sim.rig import Rig
from device.sim.scenario.run import play_file
from device.ui.model import Begin, Do, Undo
from device.ui.play import SessionOptions
from engine.game import moves
from engine.record import parse, resume, verify
from tests.device.storage.played import play
from tests.third_game.game import WITH_STONES, StonesFacts
from tests.third_game.rules import GAME, Concede, Options, Take

if TYPE_CHECKING:
    import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCENARIO = HERE / "stones.yaml"


def test_it_is_played_from_a_scenario_through_undo_redo_speech_and_a_power_cut() -> None:
    play_file(SCENARIO, defaults(), WITH_STONES)
    record = play(SCENARIO, WITH_STONES)["sessions/1.jsonl"]
    header, *lines = (json.loads(line) for line in record.splitlines())
    assert (header["game"], header["options"], header["seed"]) == ("stones", {"heap": 5}, "1")
    commands = [{key: line[key] for key in line if key not in ("by", "at_ms")} for line in lines]
    assert commands == [
        {"do": "take", "count": 2},
        {"undo": 1},
        {"redo": 1},
        {"undo": 1},
        {"redo": 1},
        {"do": "take", "count": 3},
    ]
    kept = parse(record, WITH_STONES.rules)
    assert verify(kept) is None
    assert GAME.state_to_json(resume(kept).state)["result"] == "empty"


def test_it_keeps_its_facts_and_its_milestone_beside_those_of_the_others() -> None:
    files = play(SCENARIO, WITH_STONES)
    entry = json.loads(files["journal.jsonl"].splitlines()[-1])
    seconds = entry.pop("seconds")
    assert entry == {
        "session": 1,
        "game": "stones",
        "date": "2026-03-01",
        "outcome": "empty",
        "heap": 5,
        "taken": 5,
    }
    assert seconds >= 0
    assert json.loads(files["progress.json"]) == {
        "version": 1,
        "unlocked": 1,
        "largest_heap": 5,
        "first_start_done": False,
        "help_seen": [],
    }


def test_the_journal_reads_its_facts_and_without_it_what_every_session_has() -> None:
    rig = Rig(defaults(), games=WITH_STONES)
    rig.power_on()
    rig.perform(Begin("stones", {"heap": 2}, SessionOptions("7")))
    rig.perform(Do(Take(2)))
    (entry,) = rig.app.sessions.store.journal()
    assert entry.facts == StonesFacts(2, 2)
    rig.power_cut()
    without = Rig(defaults(), disk=rig.disk)
    without.power_on()
    (entry,) = without.app.sessions.store.journal()
    assert (entry.game, entry.outcome, entry.facts) == ("stones", "empty", None)
    without.stop()


def test_the_pause_menu_leaves_it_early_and_an_undo_takes_it_up_again() -> None:
    rig = Rig(defaults(), games=WITH_STONES)
    rig.power_on()
    rig.perform(Begin("stones", {}, SessionOptions("7")))
    rig.tap("K2")
    labels = [item.label.full for item in rig.app.model.screen.items(rig.app.model)]  # type: ignore[attr-defined]
    rig.tap(str(labels.index("Stop here") + 1))
    assert (rig.scene.id, rig.state["result"]) == ("pause.stop", None)
    rig.tap("K4")
    assert (rig.scene.id, rig.state["result"]) == ("stones.empty", "conceded")
    rig.perform(Undo())
    assert (rig.scene.id, rig.state["result"]) == ("stones.heap", None)
    rig.stop()


def test_the_command_line_takes_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert main(["scenario", str(SCENARIO)], lambda: WITH_STONES) == 0
    path = tmp_path / "r.jsonl"
    path.write_text(
        '{"format":"palmstone-record","version":1,"game":"stones","options":{"heap":3}}\n'
        '{"do":"take","count":3,"then":{"phase":"over","left":0,"turns":1,"result":"empty"},"legal":[]}\n',
        encoding="utf-8",
    )
    assert main(["replay", "--verify", str(path)], lambda: WITH_STONES) == 0
    capsys.readouterr()
    assert main(["replay", str(path)]) == 2
    assert "'stones' is no game; the games are nevermind and the-mind" in capsys.readouterr().err
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "journal.jsonl").write_text(
        '{"session":1,"game":"stones","seconds":60,"outcome":"conceded","heap":7,"taken":3}\n', "utf-8"
    )
    assert main(["journal"], lambda: WITH_STONES) == 0
    assert "Stones, 7" in capsys.readouterr().out
    assert main(["journal", "--csv"], lambda: WITH_STONES) == 0
    names, values = capsys.readouterr().out.splitlines()
    assert names.endswith(",heap,taken")
    assert values.endswith(",7,3")


def test_its_rules_are_read_from_its_table() -> None:
    state = GAME.initial(Options(2))
    assert GAME.legal(state) == (Take(1), Take(2), Concede())
    assert moves(GAME, state) == (Take(1), Take(2))
    refused = GAME.step(state, Take(3))
    assert (refused.state is state, refused.refusal is not None) == (True, True)


def test_nobody_else_knows_of_it() -> None:
    word = re.compile(r"\bstones\b", re.IGNORECASE)
    others = [
        path
        for room in ("engine", "hal", "device", "tests")
        for path in (ROOT / room).rglob("*.py")
        if HERE not in path.parents
    ]
    assert len(others) > 300
    knowing = [path for path in others if word.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in knowing if "third_game" not in path.name] == []

"""The command line as docs/records.md has it: answers, messages, exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import device.cli
from device.cli import main
from device.cli.parser import parse

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "tests" / "conformance" / "nevermind-stage1-1.jsonl"
HEADER = '{"format":"palmstone-record","version":1,"game":"nevermind","options":{}}\n'


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of its own: no settings, no state."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


# Replay


def test_replay_json_answers_each_line_after_the_header(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(RECORD)]) == 0
    answers = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    lines = [json.loads(text) for text in RECORD.read_text(encoding="utf-8").splitlines()]
    assert [answer["line"] for answer in answers] == list(range(2, len(lines) + 1))
    for line, answer in zip(lines[1:], answers, strict=True):
        if "refused" in answer:
            assert answer.keys() == {"line", "refused", "message"}
        else:
            assert answer.keys() == {"line", "state", "legal"}
            assert answer["state"] == line["then"]


def test_replay_says_what_was_refused_and_goes_on(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(machine / "r.jsonl", HEADER + '{"do":"draw"}\n{"do":"concede"}\n')
    assert main(["replay", "--json", file]) == 0
    refused, conceded = (json.loads(text) for text in capsys.readouterr().out.splitlines())
    assert (refused["line"], refused["refused"]) == (2, "phase")
    assert conceded["state"]["phase"] == "over"


def test_replay_without_json_is_a_line_a_command_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "nevermind" in out[0]
    assert "shuffle" in out[1]
    assert "phase watcher" in out[1]
    assert len(out) == len(RECORD.read_text(encoding="utf-8").splitlines())


def test_verify_holds_and_shows_the_first_difference_field_by_field(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--verify", str(RECORD)]) == 0
    assert "all as expected" in capsys.readouterr().out
    wrong = {"do": "concede", "then": {"phase": "mind", "timer": 3}}
    file = written(machine / "r.jsonl", HEADER + json.dumps(wrong) + "\n")
    assert main(["replay", "--verify", file]) == 1
    out = capsys.readouterr().out
    assert f"{file}: line 2" in out
    assert "then.phase" in out
    assert "then.timer" in out


def test_verify_with_json_keeps_the_output_parseable(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(machine / "r.jsonl", HEADER + '{"do":"concede","then":{"phase":"mind"}}\n')
    assert main(["replay", "--verify", "--json", file]) == 1
    shown = capsys.readouterr()
    assert [json.loads(text)["line"] for text in shown.out.splitlines()] == [2]
    assert "then.phase" in shown.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1"),
        ("no json\n", "line 1"),
        (HEADER + "\n[1]\n", "line 3"),
        (HEADER + '{"by":"player"}\n', "line 2"),
        (HEADER.replace('"version":1', '"version":9'), "reads version 1"),
        (HEADER.replace("nevermind", "chess"), "line 1"),
        (HEADER.replace("{}", '{"stage":7}'), "line 1"),
        (HEADER.replace("{}", '{"stage":1,"super":true}'), "line 1"),
    ],
)
def test_what_is_no_record_is_one_line_with_its_number(
    machine: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    file = written(machine / "r.jsonl", text)
    assert main(["replay", file]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert shown.err.startswith(f"{file}: ")
    assert words in shown.err
    assert "line" in shown.err


def test_a_record_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/nowhere.jsonl"]) == 2
    assert capsys.readouterr().err.startswith("/nowhere.jsonl: cannot be read: ")


def test_a_torn_last_line_is_cut_with_a_word(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(machine / "r.jsonl", HEADER + '{"do":"concede"}\n{"do":"dr')
    assert main(["replay", "--json", file]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 1
    assert "line 3" in shown.err


def test_of_many_files_each_is_answered_and_the_worst_code_counts(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(machine / "bad.jsonl", "x\n")
    wrong = written(machine / "wrong.jsonl", HEADER + '{"do":"draw"}\n')
    assert main(["replay", "--verify", bad, wrong, str(RECORD)]) == 2
    shown = capsys.readouterr()
    assert bad in shown.err
    assert f"{wrong}: line 2" in shown.out
    assert f"{RECORD}: " in shown.out
    assert main(["replay", "--verify", str(RECORD), wrong]) == 1


# Scenarios


def test_a_scenario_that_holds_writes_its_pictures_and_its_bus_log(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(machine / "s.yaml", "- start: home\n- shot: home\n- screen: home\n")
    log = machine / "bus.jsonl"
    assert main(["scenario", file, "--out", str(machine / "out"), "--bus-log", str(log)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: ok")
    assert (machine / "out" / "home.png").read_bytes().startswith(b"\x89PNG")
    transfers = [json.loads(text) for text in log.read_text(encoding="utf-8").splitlines()]
    assert all(
        transfer.keys() == {"t_us", "addr", "write", "read", "bits", "error"} for transfer in transfers
    )
    assert {transfer["addr"] for transfer in transfers} == {60, 90}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("- start: home\n- screen: pause\n", 1, ":2: step 2 (screen)"),
        ("- start: home\n- tap: 11\n", 2, ":2: step 2 (tap)"),
        ("- strat: home\n", 2, "did you mean"),
        ("{", 2, ":1: "),
    ],
)
def test_a_scenario_that_fails_names_file_and_step(
    machine: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, words: str
) -> None:
    file = written(machine / "s.yaml", text)
    good = written(machine / "good.yaml", "- start: home\n")
    assert main(["scenario", file, good]) == code
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert shown.err.startswith(file)
    assert words in shown.err
    assert f"{good}: ok" in shown.out


def test_a_scenario_reads_no_settings_of_the_machine(machine: Path) -> None:
    own = machine / "home" / ".config" / "palmstone"
    own.mkdir(parents=True)
    (own / "settings.toml").write_text('[screen]\nprofile = "S"\nbroken', encoding="utf-8")
    file = written(machine / "s.yaml", "- start: home\n- screen: home\n")
    assert main(["scenario", file]) == 0


def test_a_named_settings_file_that_is_wrong_stops_a_scenario(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = written(machine / "settings.toml", '[screen]\nprofile = "XL"\n')
    file = written(machine / "s.yaml", "- start: home\n")
    assert main(["scenario", file, "--settings", wrong]) == 2
    assert capsys.readouterr().err.startswith(f"{wrong}:2: ")


# Looking


@pytest.mark.parametrize("before", [True, False])
def test_settings_may_stand_before_and_after_the_command(
    machine: Path, capsys: pytest.CaptureFixture[str], before: bool
) -> None:
    file = written(machine / "settings.toml", '[screen]\nprofile = "M"\n')
    option = ["--settings", file]
    assert main([*option, "settings"] if before else ["settings", *option]) == 0
    assert f"{file}:2" in capsys.readouterr().out


def test_settings_tell_every_problem_and_exit_2(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(machine / "settings.toml", '[screen]\nprofile = "XL"\nnihgt = true\n')
    assert main(["settings", "--settings", file]) == 2
    shown = capsys.readouterr()
    assert [text.split(": ")[0] for text in shown.err.splitlines()] == [f"{file}:2", f"{file}:3"]
    assert 'profile = "L"' in shown.out


def test_settings_show_what_was_chosen_on_the_device(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "state").mkdir()
    written(machine / "state" / "choices.json", '{"screen": {"night": true}}')
    assert main(["settings"]) == 0
    night = next(text for text in capsys.readouterr().out.splitlines() if text.startswith("night"))
    assert night.startswith("night = true")
    assert night.endswith("choices.json")


def test_journal_only_looks(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal"]) == 0
    assert capsys.readouterr().out == "No sessions yet.\n"
    assert not (machine / "state").exists()
    (machine / "state").mkdir()
    entry = '{"session":1,"game":"nevermind","seconds":840,"released":6,"distractions":2,"score":5}'
    torn = written(machine / "state" / "journal.jsonl", f"{entry}\n" + '{"sess')
    assert main(["journal"]) == 0
    shown = capsys.readouterr()
    assert "6 released" in shown.out
    assert "torn" in shown.err
    assert Path(torn).read_text(encoding="utf-8").endswith('{"sess')
    assert main(["journal", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("1,nevermind,14.0,")


@pytest.mark.parametrize("form", [[], ["--csv"]])
def test_a_journal_that_cannot_be_read_is_not_an_empty_one(
    form: list[str], machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "state").mkdir()
    path = written(machine / "state" / "journal.jsonl", '{"session":1}\nnonsense\n')
    assert main(["journal", *form]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert [line.removeprefix(f"{path}:") for line in shown.err.splitlines()] == [
        "1: this line is no journal entry: game is missing, seconds is missing; it is left out",
        "2: this line is no journal entry: no JSON: expecting value at character 1; it is left out",
    ]


def test_study_plays_partners_against_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "the-mind", "--games", "2", "--players", "2", "--partner", "zen"]) == 0
    assert "zen" in capsys.readouterr().out


def test_check_finds_all_of_the_simulated_hardware(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--hardware", "simulated"]) == 0
    out = capsys.readouterr().out
    for words in ("settings", "storage", "0x3C", "0x5A", "GPIO K1 5", "pads IRQ  GPIO 17: seen", "0 errors"):
        assert words in out
    assert not (machine / "state").exists()


def test_check_exits_1_and_names_what_is_amiss(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(machine / "settings.toml", "[screen]\nbrightness_percent = 0\n")
    assert main(["check", "--hardware", "simulated", "--settings", file]) == 1
    failed = [text for text in capsys.readouterr().out.splitlines() if text.startswith("FAIL")]
    assert any(f"{file}:2" in text for text in failed)


def test_play_says_that_this_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "terminal" in err


# Arguments, pipes, bugs


def test_unknown_words_leave_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    for args in ([], ["dance"], ["replay"], ["run", "--hardware", "arduino"]):
        with pytest.raises(SystemExit) as left:
            main(args)
        assert left.value.code == 2
    assert "dance" in capsys.readouterr().err


def test_a_bug_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(options: object) -> int:
        raise KeyError("odd\nkey")

    class Options:
        command = staticmethod(broken)

    monkeypatch.setattr(device.cli, "parse", lambda args, games: Options())
    assert main(["journal"]) == device.cli.BUG
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "KeyError" in err


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(args: object, games: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(device.cli, "parse", stopped)
    assert main(["journal"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "device", "settings"],
            stdout=write,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (device.cli.QUIT_BY_PIPE, b"")


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        (["replay", str(RECORD)], {"PIL", "luma", "gpiozero", "textual", "yaml"}),
        (["settings"], {"luma", "gpiozero", "textual", "transitions"}),
        (["journal"], {"luma", "gpiozero", "textual", "transitions"}),
    ],
)
def test_a_command_loads_only_what_it_needs(command: list[str], absent: set[str]) -> None:
    script = (
        "import sys; from device.cli import main; main(sys.argv[1:]); "
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert not absent & set(done.stderr.split())


def test_parse_gives_the_default_settings_when_none_are_named() -> None:
    assert parse(["journal"]).settings is None
    assert parse(["run"]).hardware == "raspberry"


def test_the_console_script_is_installed_beside_python() -> None:
    script = Path(sys.executable).with_name("palmstone")
    if not script.exists():
        pytest.skip("Palmstone is not installed in this environment")
    assert shutil.which(str(script)) is not None

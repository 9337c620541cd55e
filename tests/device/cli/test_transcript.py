"""`scenario --transcript`: written whole or not at all, and never over what is being played."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from device.cli import main

HOME = "- start: home\n- tap: 1\n"
OLD = "what was here before\n"


@pytest.fixture
def scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    path = tmp_path / "played.yaml"
    path.write_text(HOME, encoding="utf-8")
    return path


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that was said."""
    said = capsys.readouterr().err
    assert said.endswith("\n")
    assert said.count("\n") == 1
    return said


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "home")


def test_it_has_a_line_for_each_change(scenario: Path) -> None:
    out = scenario.with_name("out.jsonl")
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 0
    told = [json.loads(text) for text in out.read_text(encoding="utf-8").splitlines()]
    assert [(line["touch"], line["screen"]) for line in told] == [("power", "home"), ("1", "ntd.stage")]
    assert left_over(scenario.parent) == ["out.jsonl", "played.yaml"]


def test_several_files_are_one_transcript(scenario: Path) -> None:
    out = scenario.with_name("out.jsonl")
    out.write_text(OLD, encoding="utf-8")
    assert main(["scenario", str(scenario), str(scenario), "--transcript", str(out)]) == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 4


def test_what_stood_up_to_a_failed_expectation_is_told(scenario: Path) -> None:
    scenario.write_text(f"{HOME}- screen: home\n", encoding="utf-8")
    out = scenario.with_name("out.jsonl")
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 1
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2


def test_a_folder_is_no_file(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(scenario), "--transcript", str(scenario.parent)]) == 2
    assert complaint(capsys) == f"{scenario.parent}: cannot be written: Is a directory; name another file\n"


def test_a_folder_that_is_not_there(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = scenario.parent / "nowhere" / "out.jsonl"
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 2
    assert complaint(capsys) == f"{out}: cannot be written: No such file or directory; name another file\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_written(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = scenario.with_name("out.jsonl")
    out.write_text(OLD, encoding="utf-8")
    out.chmod(0o400)
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 2
    assert complaint(capsys) == f"{out}: cannot be written: Permission denied; name another file\n"
    assert out.read_text(encoding="utf-8") == OLD


@pytest.mark.parametrize("name", ["played.yaml", "link.yaml", "hard.yaml"])
def test_the_scenario_is_never_overwritten(
    name: str, scenario: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = scenario.with_name(name)
    if name == "link.yaml":
        out.symlink_to(scenario)
    elif name == "hard.yaml":
        out.hardlink_to(scenario)
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 2
    told = f"{out}: cannot be written: this run reads or writes it already; name another file\n"
    assert complaint(capsys) == told
    assert scenario.read_text(encoding="utf-8") == HOME


def test_it_is_not_the_bus_log(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(scenario.with_name("out.jsonl"))
    assert main(["scenario", str(scenario), "--transcript", out, "--bus-log", out]) == 2
    assert "reads or writes it already" in complaint(capsys)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_told(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(scenario), "--transcript", "/dev/full"]) == 2
    assert complaint(capsys) == "/dev/full: cannot be written: No space left on device; name another file\n"


def test_a_full_disk_loses_nothing(
    scenario: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = scenario.with_name("out.jsonl")
    out.write_text(OLD, encoding="utf-8")

    def full(path: Path, text: str, encoding: str) -> int:
        path.open("w", encoding=encoding).close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["scenario", str(scenario), "--transcript", str(out)]) == 2
    assert complaint(capsys) == f"{out}: cannot be written: No space left on device; name another file\n"
    assert out.read_text(encoding="utf-8") == OLD
    assert left_over(scenario.parent) == ["out.jsonl", "played.yaml"]

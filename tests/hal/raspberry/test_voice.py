from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from typing import Any

import pytest

from hal.raspberry import voice
from hal.raspberry.voice import EspeakVoice, NoVoice, find_program


@dataclass
class Process:
    """A program that runs until it is ended, or will not end."""

    command: list[str]
    stubborn: bool = False
    code: int | None = None
    calls: list[str] = field(default_factory=list)

    def poll(self) -> int | None:
        return self.code

    def terminate(self) -> None:
        self.calls.append("terminate")
        if not self.stubborn:
            self.code = -15

    def wait(self, timeout: float | None = None) -> int:
        if self.code is None:
            raise subprocess.TimeoutExpired(self.command, timeout or 0)
        return self.code

    def kill(self) -> None:
        self.calls.append("kill")
        self.code = -9


def speaking(**how: Any) -> tuple[EspeakVoice, list[Process]]:
    started: list[Process] = []

    def start(command: list[str]) -> Process:
        started.append(Process(command, **how))
        return started[-1]

    return EspeakVoice("/usr/bin/espeak-ng", start), started


def test_a_text_is_one_argument_that_can_be_no_option() -> None:
    speaker, started = speaking()
    speaker.say("-f /etc/passwd; rm")
    assert started[0].command == ["/usr/bin/espeak-ng", "-s", "140", "-a", "100", "--", "-f /etc/passwd; rm"]


@pytest.mark.parametrize(("volume_percent", "amplitude"), [(1, "2"), (50, "100"), (100, "200")])
def test_the_volume_is_the_amplitude_of_speech(volume_percent: int, amplitude: str) -> None:
    started: list[list[str]] = []

    def start(command: list[str]) -> Process:
        started.append(command)
        return Process(command)

    EspeakVoice("/usr/bin/espeak-ng", start, volume_percent).say("one")
    assert started == [["/usr/bin/espeak-ng", "-s", "140", "-a", amplitude, "--", "one"]]


def test_a_later_text_ends_the_one_being_spoken() -> None:
    speaker, started = speaking()
    speaker.say("one")
    speaker.say("two")
    assert [process.calls for process in started] == [["terminate"], []]
    speaker.close()
    assert started[1].calls == ["terminate"]


def test_what_has_ended_is_left_alone() -> None:
    speaker, started = speaking(code=0)
    speaker.say("one")
    speaker.stop()
    speaker.stop()
    assert started[0].calls == []


def test_what_does_not_end_is_killed() -> None:
    speaker, started = speaking(stubborn=True)
    speaker.say("one")
    speaker.stop()
    assert started[0].calls == ["terminate", "kill"]


def test_a_program_that_cannot_start_is_silence() -> None:
    def start(command: list[str]) -> Process:
        raise FileNotFoundError(2, "gone", command[0])

    speaker = EspeakVoice("/gone", start)
    speaker.say("one")
    speaker.stop()
    assert speaker._process is None


def test_f24_the_program_can_ask_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    monkeypatch.setattr(
        "hal.raspberry.voice.subprocess.Popen", lambda command, **how: seen.update(how, command=command)
    )
    voice.start(["espeak-ng", "--", "x"])
    assert seen["stdin"] == seen["stdout"] == seen["stderr"] == subprocess.DEVNULL
    assert "shell" not in seen


def test_the_program_is_looked_for_by_name() -> None:
    assert find_program(lambda name: f"/usr/bin/{name}") == "/usr/bin/espeak-ng"
    assert find_program(lambda name: None) is None


def test_no_voice_takes_texts() -> None:
    silent = NoVoice()
    silent.say("one")
    silent.stop()
    assert vars(silent) == {}

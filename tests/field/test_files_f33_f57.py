"""What others leave in place of our files: saving goes on, unreadable is not empty, no link is followed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.cli import main
from device.games.registry import GAMES
from device.games.settings import defaults
from device.session.sessions import Sessions
from device.sim.rig import Rig
from device.storage.journal import JournalEntry
from device.storage.store import Store
from device.system.check import storage
from hal.disk.door import NoFileError, read_file
from hal.disk.posix import PosixFileOps, posix_disk
from hal.disk.synced import SyncedDisk
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.crash.monkey import PLAIN
from tests.fuzz import made

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60
"""Long enough for any machine; only a fault waits for it."""


def laid(folder: Path) -> Path:
    """Lay down a state folder that was made by play."""
    (folder / "sessions").mkdir(parents=True)
    for path, data in made.state().items():
        (folder / path).write_bytes(data)
    return folder


def store_on(folder: Path) -> Store:
    return Store(posix_disk(folder), SimClock(), GAMES.kept)


class _Sick(PosixFileOps):
    """A card with a block that cannot be read or written any more."""

    sick = "journal.jsonl"

    def _tried(self, path: str) -> None:
        if path == self.sick:
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)

    def read(self, path: str) -> bytes | None:
        self._tried(path)
        return super().read(path)

    def write(self, path: str, data: bytes) -> None:
        self._tried(path)
        super().write(path, data)


def test_f33_a_record_waits_for_no_other_file(tmp_path: Path) -> None:
    class Closed(_Sick):
        def rename(self, old: str, new: str) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO), old)

    store = Store(SyncedDisk(Closed(laid(tmp_path))), SimClock(), GAMES.kept)
    store.write_entry(JournalEntry(9, "breathe", 60))
    store.append(9, '{"a":1}')
    assert (tmp_path / "sessions/9.jsonl").read_bytes() == b'{"a":1}\n'
    assert store.problem is not None
    assert store.problem.path == "journal.jsonl"
    assert store.unsaved == 1


@pytest.mark.parametrize("sick", ["journal.jsonl", "sessions/1.jsonl", "choices.json"])
def test_f33_an_error_of_one_block_sets_that_file_aside_and_stops_nothing(tmp_path: Path, sick: str) -> None:
    ops = _Sick(laid(tmp_path))
    ops.sick = sick
    store = Store(SyncedDisk(ops), SimClock(), GAMES.kept)
    before = (tmp_path / sick).read_bytes()
    store.journal(), store.choices(), store.load(1)
    ops.sick = ""
    store.write_entry(JournalEntry(9, "breathe", 60))
    store.append(9, '{"a":1}')
    assert (store.unsaved, store.problem) == (0, None)
    assert (tmp_path / f"{sick}.bad1").read_bytes() == before
    assert [word for word in store.take_words() if sick in word and "it is kept as" in word]


def test_f33_a_record_that_takes_nothing_any_more_is_written_anew_with_all_that_was_confirmed() -> None:
    disk, clock = SimDisk(), SimClock()
    store = Store(disk, clock, GAMES.kept)
    store.append(1, '{"a":1}')
    append = disk.append

    def sick(path: str, data: bytes) -> None:
        if disk.ops._names.get(path) is old:
            raise OSError(errno.EIO, "Input/output error")
        append(path, data)

    old = disk.ops._names["sessions/1.jsonl"]
    disk.append = sick  # type: ignore[method-assign]  # a block that went bad under this one file
    store.append(1, '{"a":2}')
    assert store.unsaved == 1
    assert store.flush()
    assert disk.read("sessions/1.jsonl") == b'{"a":1}\n{"a":2}\n'
    assert disk.read("sessions/1.jsonl.bad1") == b'{"a":1}\n'


@pytest.mark.parametrize("kind", ["folder", "fifo", "nonsense", "closed", "gone lines"])
def test_f34_a_lost_journal_offers_no_finished_game_again_and_is_written_anew(
    tmp_path: Path, kind: str
) -> None:
    root = laid(tmp_path / "state")
    journal = root / "journal.jsonl"
    if kind in ("folder", "fifo"):
        journal.unlink()
        journal.mkdir() if kind == "folder" else os.mkfifo(journal)
    elif kind == "closed":
        journal.unlink()
        journal.symlink_to(tmp_path / "elsewhere")
    else:
        journal.write_bytes(b"nonsense\n" if kind == "nonsense" else b'{"session":3,"ga\n')
    clock = SimClock()
    for _ in range(2):
        store = store_on(root)
        sessions = Sessions(store, clock, GAMES)
        opened = sessions.resume("nevermind")
        assert opened is not None
        assert opened.session.number == 2, "session 3 had ended"
        assert 3 in {entry.session for entry in store.journal()}


def test_f34_the_journal_command_says_that_it_cannot_be_read_and_exits_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.jsonl").mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["journal"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"{tmp_path}/journal.jsonl: cannot be read: it is a folder, not a file; move it away\n"
    )


@pytest.mark.parametrize(
    "ruined",
    [
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: data.replace(b"\n", b""),
        lambda data: b"[" + data.replace(b"\n", b",\n")[:-2] + b"]",
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"\x00" + data,
        lambda data: data[: data.index(b"\n") - 3],
    ],
    ids=["cr", "no-newline", "list", "last-byte", "nul-first", "torn-header"],
)
def test_f35_a_record_that_was_ruined_is_whole_beside_or_where_it_was(ruined: object) -> None:
    assert callable(ruined)
    for data in made.records().values():
        disk = SimDisk()
        disk.append(made.RECORD, ruined(data))
        rig = Rig(defaults(), disk=disk)
        rig.power_on()
        rig.tap("K4")
        rig.stop()
        kept = [rig.disk.read(f"sessions/{name}") for name in rig.disk.names("sessions")]
        assert ruined(data).rstrip(b"\n") in {one.rstrip(b"\n") for one in kept if one is not None}


@pytest.mark.parametrize("more", [b"\0" * 30, b'{"do":"dr', b'{"do":"dr\0\0'])
def test_f35_what_is_cut_is_kept_beside_and_the_game_goes_on(more: bytes) -> None:
    disk, data = SimDisk(), made.records()["nevermind"]
    disk.append(made.RECORD, data + more)
    rig = Rig(defaults(), disk=disk)
    rig.power_on()
    rig.tap("K4")
    assert rig.app.sessions.session is not None
    assert (rig.disk.read(made.RECORD) or b"").startswith(data)
    cut = more.rstrip(b"\0")
    assert rig.disk.read(f"{made.RECORD}.bad") == (cut + b"\n" if cut else None)
    rig.stop()


def test_f38_the_door_waits_for_nothing_and_reads_no_more_than_its_bound(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(3 << 30)
    for name in ("fifo", "link", "sparse", "."):
        with pytest.raises(NoFileError):
            read_file(tmp_path / name, 1 << 20)
    with pytest.raises(NoFileError, match="it is a device, not a file"):
        read_file(Path("/dev/zero"), 1 << 20)
    with pytest.raises(NoFileError, match="larger than 0 kB"):
        read_file(Path("/proc/self/maps"), 100)
    with pytest.raises(OSError, match="symbolic links"):
        read_file(tmp_path / "loop", 100)


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[Path]:
    """Lay down a state folder of which nothing can be read."""
    root = tmp_path / "state"
    (root / "sessions").mkdir(parents=True)
    os.mkfifo(root / "choices.json")
    os.mkfifo(root / "journal.jsonl")
    with (root / "progress.json").open("wb") as file:
        file.truncate(3 << 30)
    (root / "resume.json").symlink_to("/dev/zero")
    yield root
    assert sorted(path.name for path in root.iterdir() if "bad1" in path.name) == [
        "choices.json.bad1",
        "journal.jsonl.bad1",
        "progress.json.bad1",
        "resume.json.bad1",
    ]


def run_device(state: Path, settings: Path | None = None) -> subprocess.Popen[str]:
    more = [] if settings is None else ["--settings", str(settings)]
    return subprocess.Popen(
        [sys.executable, "-m", "device", "run", "--hardware", "simulated", *more],
        cwd=ROOT,
        env={**os.environ, "STATE_DIRECTORY": str(state)},
        stderr=subprocess.PIPE,
        text=True,
    )


def heard(process: subprocess.Popen[str], word: str) -> list[str]:
    """Return the lines up to one with a word in it."""
    assert process.stderr is not None
    lines: list[str] = []
    for text in process.stderr:
        lines.append(text)
        if word in text:
            break
    return lines


@pytest.mark.long
def test_f38_the_device_starts_with_what_is_sound_and_says_the_rest(strange: Path, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    font = tmp_path / "no.ttf"
    font.write_bytes(b"no font")
    deep = "[" * 5_000
    settings.write_text(f'[screen]\nfont = "{font}"\nnight = true\nx = {deep}\n', encoding="utf-8")
    process = run_device(strange, settings)
    lines = heard(process, "journal.jsonl: cannot be used: it is a pipe (FIFO), not a file")
    process.send_signal(signal.SIGTERM)
    rest = process.communicate(timeout=PATIENCE_S)[1]
    told = "".join(lines) + rest
    assert process.returncode == 0, told
    assert f"{font} is no font" in told
    assert "4: this is not TOML: nested too deeply" in told
    assert "choices.json: cannot be used: it is a pipe (FIFO), not a file" in told
    assert "progress.json: cannot be used: it is larger than 1024 kB" in told
    assert "Traceback" not in told


@pytest.mark.long
@pytest.mark.parametrize("after_s", [0.05, 0.2, 0.4, 0.6, 0.9, 1.3])
def test_f38_sigterm_is_heeded_at_any_moment_of_the_start(strange_again: Path, after_s: float) -> None:
    process = run_device(strange_again)
    with suppress(subprocess.TimeoutExpired):
        process.wait(after_s)
    process.send_signal(signal.SIGTERM)
    told = process.communicate(timeout=PATIENCE_S)[1]
    # Before it is listened to, the signal ends a process by itself.
    assert process.returncode in (0, -signal.SIGTERM), told
    assert "Traceback" not in told


@pytest.fixture
def strange_again(tmp_path: Path) -> Path:
    """Lay down a folder in which a pipe stands for the choices, as every start reads them first."""
    root = tmp_path / "state"
    root.mkdir()
    os.mkfifo(root / "choices.json")
    os.mkfifo(root / "journal.jsonl")
    return root


@pytest.mark.long
@pytest.mark.parametrize("kind", ["file", "below a file", "loop"])
def test_f46_a_state_folder_that_cannot_be_had_is_named_and_the_game_is_played_unsaved(
    kind: str, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    if kind == "loop":
        state.symlink_to(state)
    else:
        state.write_bytes(b"in the way")
    asked = state / "below" if kind == "below a file" else state
    process = run_device(asked)
    lines = heard(process, "not saved" if kind != "loop" else "nothing is saved")
    process.send_signal(signal.SIGTERM)
    told = "".join(lines) + process.communicate(timeout=PATIENCE_S)[1]
    assert process.returncode == 0, told
    assert "Until then nothing is saved" in told
    assert "Traceback" not in told
    if kind != "loop":
        assert f"{state} is a file, not a folder; move it away" in told
        assert state.read_bytes() == b"in the way"


def test_f46_the_check_names_what_is_in_the_place_of_the_folder(tmp_path: Path) -> None:
    state = tmp_path / "state"
    os.mkfifo(state)
    finding = storage(state / "below")
    assert not finding.good
    assert finding.text == f"{state} is a pipe (FIFO), not a folder; move it away"


def test_f46_saving_begins_as_soon_as_the_folder_can_be_had(tmp_path: Path) -> None:
    root = tmp_path / "state"
    root.write_bytes(b"in the way")
    store = store_on(root)
    assert store.journal() == ()
    store.append(1, '{"a":1}')
    assert str(store.problem).endswith(f"{root} is a file, not a folder; move it away")
    root.unlink()
    assert store.flush()
    assert (root / "sessions/1.jsonl").read_bytes() == b'{"a":1}\n'


@pytest.mark.parametrize(
    "path",
    ["journal.jsonl", "choices.json", "choices.json.new", "choices.json.1", "sessions/4.jsonl", "sessions"],
)
def test_f57_no_write_follows_a_link_that_was_left(tmp_path: Path, path: str) -> None:
    root = laid(tmp_path / "state")
    target = tmp_path / "elsewhere"
    if path == "sessions":
        (root / "sessions").rename(target)
        before = {one.name: one.read_bytes() for one in target.iterdir()}
    else:
        target.write_bytes(b"theirs")
        (root / path).unlink(missing_ok=True)
    (root / path).symlink_to(target)
    store = store_on(root)
    sessions = Sessions(store, SimClock(), GAMES)
    sessions.begin(PLAIN)
    store.save_choices({"screen": {"night": True}})
    store.write_entry(JournalEntry(9, "breathe", 60))
    assert (store.unsaved, store.problem) == (0, None)
    assert not (root / path).is_symlink()
    if path == "sessions":
        assert {one.name: one.read_bytes() for one in target.iterdir()} == before
    else:
        assert target.read_bytes() == b"theirs"

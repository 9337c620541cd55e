"""The simulated card, and F21: the power goes at every byte of every write."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from hal.simulated.disk import Keep, SimDisk, SimFileOps
from hal.simulated.errors import PowerCut

if TYPE_CHECKING:
    from collections.abc import Callable


def test_what_returned_is_there_after_a_cut() -> None:
    disk = SimDisk()
    disk.append("sessions/1.jsonl", b"one\n")
    disk.append("sessions/1.jsonl", b"two\n")
    disk.replace("choices.json", b"{}")
    after = disk.cut(Keep.NOTHING)
    assert after.read("sessions/1.jsonl") == b"one\ntwo\n"
    assert after.read("choices.json") == b"{}"
    assert after.names("sessions") == ("1.jsonl",)
    assert after.names("") == ("choices.json",)
    with pytest.raises(PowerCut):
        disk.read("choices.json")
    with pytest.raises(PowerCut):
        disk.append("choices.json", b"x")


@pytest.mark.parametrize(
    ("keep", "data", "names"),
    [
        (Keep.NOTHING, b"safe", ()),
        (Keep.ALL, b"safe more", ("b", "c")),
        (Keep.HALF, b"safe m", ("b",)),
        (Keep.ZEROS, b"safe\0\0\0\0\0", ("b", "c")),
    ],
)
def test_what_was_not_synced_may_be_there_or_not(keep: Keep, data: bytes, names: tuple[str, ...]) -> None:
    disk = SimDisk()
    disk.append("a", b"safe")
    disk.ops.write("a", b" more")
    disk.ops.create("b")
    disk.ops.create("c")
    after = disk.cut(keep)
    assert after.read("a") == data
    assert after.names("") == ("a", *names)


def test_a_rename_is_not_safe_before_the_folder_is_synced() -> None:
    disk = SimDisk()
    disk.append("a", b"x")
    disk.ops.rename("a", "b")
    assert disk.names("") == ("b",)
    assert disk.cut(Keep.NOTHING).names("") == ("a",)
    disk = SimDisk()
    disk.append("a", b"x")
    disk.ops.rename("a", "b")
    disk.ops.sync_folder("")
    assert disk.cut(Keep.NOTHING).names("") == ("b",)


def _session(disk: SimDisk, said: list[str]) -> None:
    """Do what a session does; each word said is a promise."""
    for k in range(3):
        disk.append("sessions/1.jsonl", f"line {k}\n".encode())
        said.append(f"append {k}")
        disk.replace("progress.json", f'{{"n":{k}}}'.encode())
        said.append(f"replace {k}")
    disk.truncate("sessions/1.jsonl", 7)
    said.append("truncate")
    aside = disk.set_aside("sessions/1.jsonl")
    said.append(f"aside {aside}")


def _check(after: SimDisk, said: list[str]) -> None:
    lines = sum(word.startswith("append") for word in said)
    promised = b"".join(f"line {k}\n".encode() for k in range(lines))
    log = after.read("sessions/1.jsonl")
    aside = after.read("sessions/1.jsonl.bad1")
    if said and said[-1].startswith("aside"):
        assert (log, aside) == (None, b"line 0\n")
    elif "truncate" in said:
        assert log == b"line 0\n" or aside == b"line 0\n"
    elif lines == 3 and "replace 2" in said:
        assert log in (promised, b"line 0\n")
    elif lines:
        assert log is not None
        assert log.startswith(promised)
    replaced = [word for word in said if word.startswith("replace")]
    progress = after.read("progress.json")
    if replaced:
        last = int(replaced[-1].split()[1])
        assert progress in (f'{{"n":{last}}}'.encode(), f'{{"n":{last + 1}}}'.encode())
        previous = after.read("progress.json.1")
        assert previous is None or previous.startswith(b'{"n":')
    else:
        assert progress in (None, b'{"n":0}')


@pytest.mark.parametrize("keep", list(Keep))
def test_f21_a_cut_at_every_step_leaves_all_that_was_confirmed(keep: Keep) -> None:
    whole = SimDisk()
    _session(whole, [])
    assert whole.steps > 60
    for step in range(1, whole.steps + 1):
        disk = SimDisk()
        disk.cut_at(step)
        said: list[str] = []
        with pytest.raises(PowerCut):
            _session(disk, said)
        after = disk.cut(keep)
        _check(after, said)
        if after.read("sessions/1.jsonl") is not None:
            after.append("sessions/1.jsonl", b"next\n")
        after.replace("progress.json", b"{}")
        assert after.cut(Keep.NOTHING).read("progress.json") == b"{}"


def test_f21_the_check_can_fail() -> None:
    disk = SimDisk()
    disk.ops.make_folder("sessions")
    disk.ops.create("sessions/1.jsonl")
    disk.ops.write("sessions/1.jsonl", b"line 0\n")  # never synced
    with pytest.raises(AssertionError):
        _check(disk.cut(Keep.NOTHING), ["append 0"])


@pytest.mark.parametrize(("what", "number"), [("full", errno.ENOSPC), ("readonly", errno.EROFS)])
def test_f22_a_full_or_read_only_card_says_so_and_keeps_what_it_has(what: str, number: int) -> None:
    disk = SimDisk()
    disk.append("a", b"one\n")
    disk.replace("b", b"old")
    disk.fault(what, room=2)
    writes: tuple[Callable[[], None], ...] = (
        lambda: disk.append("a", b"two\n"),
        lambda: disk.replace("b", b"newer"),
    )
    for write in writes:
        with pytest.raises(OSError, match=r"No space|Read-only") as caught:
            write()
        assert caught.value.errno == number
        assert (disk.read("a"), disk.read("b")) == (b"one\n", b"old")
    disk.fault(None)
    disk.append("a", b"two\n")
    assert disk.read("a") == b"one\ntwo\n"
    assert disk.cut(Keep.NOTHING).read("a") == b"one\ntwo\n"


def test_f22_a_torn_line_is_taken_away_as_soon_as_the_card_lets_us() -> None:
    disk = SimDisk(_Stubborn())
    disk.append("a", b"one\n")
    disk.fault("full", room=2)
    with pytest.raises(OSError, match="No space"):
        disk.append("a", b"two\n")
    assert disk.read("a") == b"one\n"
    assert disk.ops.read("a") == b"one\ntw"
    disk.fault("ok")
    with pytest.raises(OSError, match="not yet"):
        disk.append("a", b"three\n")
    disk.append("a", b"three\n")
    assert disk.ops.read("a") == b"one\nthree\n"


class _Stubborn(SimFileOps):
    """A card that refuses the first two attempts to cut a file."""

    refusals = 2

    def truncate(self, path: str, size: int) -> None:
        if self.refusals:
            self.refusals -= 1
            raise OSError(errno.EIO, "not yet", path)
        super().truncate(path, size)


def test_the_previous_generation_is_kept() -> None:
    disk = SimDisk()
    for k in range(3):
        disk.replace("a", b"%d" % k)
    assert (disk.read("a"), disk.read("a.1")) == (b"2", b"1")
    assert disk.names("") == ("a", "a.1")


def test_without_links_the_previous_generation_is_a_copy() -> None:
    disk = SimDisk(_Fat())
    disk.replace("a", b"0")
    disk.replace("a", b"1")
    assert (disk.read("a"), disk.read("a.1")) == (b"1", b"0")


class _Fat(SimFileOps):
    def link(self, old: str, new: str) -> None:
        raise OSError(errno.EPERM, "no links here")


def test_unreadable_files_are_set_aside_under_free_names() -> None:
    disk = SimDisk()
    for k in (1, 2):
        disk.append("s/a", b"bad")
        assert disk.set_aside("s/a") == f"s/a.bad{k}"
    assert disk.names("s") == ("a.bad1", "a.bad2")
    assert disk.read("s/a") is None


@pytest.mark.parametrize("path", ["", "/etc", "a//b", "../a", "a/./b"])
def test_a_path_that_leaves_the_folder_is_a_bug(path: str) -> None:
    with pytest.raises(ValueError, match="not a relative path"):
        SimDisk().append(path, b"x")


def test_an_unknown_fault_is_a_bug() -> None:
    with pytest.raises(ValueError, match="not 'wet'"):
        SimDisk().fault("wet")


@pytest.mark.parametrize("what", ["write", "sync", "truncate", "remove"])
def test_missing_files_are_missing(what: str) -> None:
    ops = SimDisk().ops
    calls = {
        "write": lambda: ops.write("a", b""),
        "sync": lambda: ops.sync("a"),
        "truncate": lambda: ops.truncate("a", 0),
        "remove": lambda: ops.remove("a"),
    }
    with pytest.raises(FileNotFoundError):
        calls[what]()
    with pytest.raises(FileNotFoundError):
        ops.create("folder/a")

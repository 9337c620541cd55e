"""States that a power cut can leave of logged writes, and what is demanded of the product there (F21)."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.games.settings import defaults
from device.sim.rig import Rig
from tests.board import found, loops
from tests.board.crashstates import Maker, Moment, Part, State, runs
from tests.board.found import Judge, Written, demands
from tests.board.states import Counts, Job, looked_at
from tests.board.test_writelog import PAGE, entry, first
from tests.board.writelog import Entry, Flag, WriteLog
from tests.crash.cuts import contents
from tests.crash.monkey import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD = "sessions/1.jsonl"
NONE = Flag(0)


def _page(at: int, flags: Flag = NONE) -> Entry:
    return Entry(at * 4096, 4096, flags, 0)


FLUSH = Entry(0, 0, Flag.FLUSH, 0)
LOG = [_page(0), _page(1), FLUSH, _page(0), _page(2), _page(0, Flag.FUA), _page(3), _page(3), FLUSH, _page(4)]


def test_f21_what_was_flushed_is_there_and_of_the_rest_anything() -> None:
    """By hand: after entry 2 all of 0 and 1 is there, 5 was forced, and anything of 3, 4, 6 and 7 may be."""
    states = Maker(LOG, [Moment(0)]).states(2000, "a")
    assert {state.durable for state in states} == {0, 2, 8}
    for state in states:
        assert state.cut >= state.durable
        flushed = {0: 2, 2: 8, 8: 10}[state.durable]
        assert state.cut <= flushed
        assert all(state.durable <= part.entry < state.cut for part in state.parts)
        if state.durable == 2 and state.cut > 5:
            assert Part(5) in state.parts
            at = state.parts.index(Part(5))
            assert {part.entry for part in state.parts[:at]} <= {3, 4}
            assert {part.entry for part in state.parts[at + 1 :]} <= {6, 7}
    late = [state for state in states if state.durable == 2 and state.cut == 8]
    whole = {tuple(part.entry for part in state.parts if part.sectors is None) for state in late}
    assert {(5,), (3, 5), (4, 3, 5), (5, 7), (5, 7, 6), (3, 4, 5, 6, 7)} <= whole
    assert any(state.torn for state in late)
    assert any(state.reordered for state in late)


def test_f21_states_differ_and_the_seed_makes_them() -> None:
    maker = Maker(LOG, [Moment(0)])
    states = maker.states(500, "a")
    assert len({(state.durable, state.parts, state.moment) for state in states}) == len(states) == 500
    assert states == Maker(LOG, [Moment(0)]).states(500, "a") != maker.states(500, "b")
    assert [state.durable for state in states] == sorted(state.durable for state in states)


def test_f21_a_log_gives_no_more_states_than_it_has() -> None:
    log = [Entry(0, 512, Flag(0), 0), FLUSH, Entry(512, 512, Flag(0), 0)]
    states = Maker(log, [Moment(0)]).states(100, "a")
    assert {(state.durable, state.parts) for state in states} == {
        (0, ()),
        (0, (Part(0),)),
        (1, ()),
        (1, (Part(2),)),
    }


def test_f21_a_flush_that_carries_data_flushes_what_was_before_it() -> None:
    log = [_page(0), _page(1, Flag.FLUSH), _page(2)]
    late = [s for s in Maker(log, [Moment(0)]).states(300, "a") if s.cut == 3]
    assert {state.durable for state in late} == {1}
    assert any(1 not in {part.entry for part in state.parts} for state in late)


def test_f21_the_last_moment_before_the_cut_is_demanded() -> None:
    moments = [Moment(2), Moment(3), Moment(3), Moment(9)]
    states = Maker(LOG, moments).states(300, "a")
    assert min(state.cut for state in states) == 2
    for state in states:
        assert state.moment == (0 if state.cut < 3 else 2 if state.cut < 9 else 3)


@pytest.mark.parametrize("at", [[], [3, 2], [11], [-1]])
def test_f21_moments_that_fit_no_log_are_refused(at: list[int]) -> None:
    with pytest.raises(ValueError, match="do not follow one another"):
        Maker(LOG, [Moment(one) for one in at])


def test_f21_the_sectors_of_a_torn_write_are_those_of_its_bits() -> None:
    assert list(runs(Part(0), _page(0))) == [(0, 4096)]
    assert list(runs(Part(0, 0b1001_0110), _page(0))) == [(512, 1536), (2048, 2560), (3584, 4096)]
    assert list(runs(Part(0, 0), _page(0))) == []


def test_f21_a_state_is_laid_on_a_disk_to_the_byte(tmp_path: Path) -> None:
    log, disk = tmp_path / "log", tmp_path / "disk"
    ones, twos = b"\1" * 1024, b"\2" * 1024
    log.write_bytes(
        first(5)
        + entry(0, PAGE)
        + entry(0, flags=1)
        + entry(1, ones)
        + entry(2, twos)
        + entry(4, flags=4, sectors=2)
    )
    whole = WriteLog(log)
    whole.look()
    disk.write_bytes(b"\xff" * 8192)
    loops.Disk(disk, whole).apply(0, 1)
    assert disk.read_bytes() == PAGE + b"\xff" * 4096
    state = State(1, (Part(3), Part(2, 0b10), Part(4)), 5, 0)
    loops.Disk(disk, whole).leave(state)
    wanted = PAGE[:1024] + ones[:512] + twos[:512] + bytes(1024) + PAGE[3072:] + b"\xff" * 4096
    assert disk.read_bytes() == wanted


@pytest.fixture(name="played", scope="module")
def _played() -> tuple[Written, list[Moment]]:
    """Play a little, and note what the glass showed."""
    rig = Rig(defaults())
    rig.power_on()
    rig.perform(PLAIN)
    moments = []
    for key in ("0", "K4", "1", "0", "2", "0"):
        rig.tap(key)
        moments.append(Moment(0, 1, contents(rig.disk)[RECORD].count(b"\n"), ("", 0)))
    rig.stop()
    return Written({RECORD: contents(rig.disk)[RECORD]}), moments


def _left(folder: Path, written: Written, lines: int, rest: bytes = b"") -> Path:
    (folder / "sessions").mkdir()
    whole = b"".join(written.files[RECORD].splitlines(keepends=True)[:lines])
    (folder / RECORD).write_bytes(whole + rest)
    return folder


def test_f21_the_step_on_the_glass_is_found_or_lost(
    tmp_path: Path, played: tuple[Written, list[Moment]]
) -> None:
    written, moments = played
    steps = [moment.step for moment in moments]
    assert steps[0] < steps[-1]
    judge, asked = Judge(written), demands(moments)
    for name, lines, number, lost in (
        ("all", steps[-1], -1, None),
        ("more", steps[-1], 0, None),
        ("less", steps[-1] - 1, -1, "the glass had shown"),
        ("none", 0, 0, "has 0 lines"),
    ):
        (tmp_path / name).mkdir()
        verdict = judge.look(_left(tmp_path / name, written, lines), asked[number])
        assert (verdict.lost is None) if lost is None else (lost in str(verdict.lost)), name
        assert verdict.aside is None


def test_f21_a_torn_line_is_cut_off_and_a_strange_one_is_told(
    tmp_path: Path, played: tuple[Written, list[Moment]]
) -> None:
    written, moments = played
    judge, demand = Judge(written), demands(moments)[0]
    for name, rest, cut_off, lost in (
        ("torn", b'{"do":"no', True, None),
        ("strange", b'{"do":"draw"}\n', False, "lines that were not written so"),
    ):
        (tmp_path / name).mkdir()
        verdict = judge.look(_left(tmp_path / name, written, moments[0].step, rest), demand)
        assert (verdict.cut_off, verdict.lost is None) == (cut_off, lost is None)
        assert lost is None or lost in str(verdict.lost)


def test_f21_what_is_set_aside_is_told(tmp_path: Path, played: tuple[Written, list[Moment]]) -> None:
    written, moments = played
    folder = _left(tmp_path, written, moments[-1].step)
    (folder / "resume.json").write_bytes(bytes(40))
    verdict = Judge(written).look(folder, demands(moments)[-1])
    assert "resume.json.bad1" in str(verdict.aside)
    assert verdict.lost is None


def test_f21_the_ritual_on_the_glass_is_demanded_or_the_next(
    tmp_path: Path, played: tuple[Written, list[Moment]]
) -> None:
    written, moments = played
    step = moments[-1].step
    folder = _left(tmp_path, written, step)
    shown = [Moment(0, 1, step, ("lay", 2)), Moment(0, 1, step, ("", 0))]
    judge = Judge(written)
    assert "of its ritual" in str(judge.look(folder, demands(shown[:1])[0]).lost)
    assert judge.look(folder, demands(shown)[0]).lost is None
    # What resume.json tells is of one session: it may be the next one's before the glass shows that.
    other = [*shown[:1], Moment(0, 2, 2, ("lay", 0))]
    assert judge.look(folder, demands(other)[0]).lost is None
    other = [*shown[:1], Moment(0, 1, step, ("lay", 3))]
    assert "of its ritual" in str(judge.look(folder, demands(other)[0]).lost)


@pytest.mark.parametrize(
    ("user", "there", "said"),
    [
        (1000, ("mount",), "run it with sudo"),
        (0, (), "not installed: mount (package mount), qemu-storage-daemon (package qemu-system-common)"),
        (0, ("mount", "qemu-storage-daemon"), None),
    ],
)
def test_f21_what_is_missing_for_mounting_is_named(
    monkeypatch: pytest.MonkeyPatch, user: int, there: tuple[str, ...], said: str | None
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr(loops, "LOOPS", Path("/"))
    monkeypatch.setattr(loops, "program", lambda name: name if name in there else None)
    lacking = loops.missing({"mount": "mount", "qemu-storage-daemon": "qemu-system-common"})
    assert lacking is None if said is None else said in str(lacking)
    monkeypatch.setattr(loops, "LOOPS", Path("/no/such"))
    assert user or "no loop devices" in str(loops.missing({}))


def test_f21_counts_tell_each_state_once() -> None:
    counts = Counts()
    counts.take(State(3, (Part(4, 5), Part(3)), 6, 0), found.Verdict())
    counts.take(State(3, (), 6, 0), found.Verdict("gone", "x.bad1", True))
    assert (counts.states, counts.torn, counts.reordered) == (2, 1, 1)
    assert (counts.lost, counts.aside, counts.cut_off) == (1, 1, 1)
    assert counts.faults == [
        "cut after 6 writes, of which 3 were flushed, moment 0: gone",
        "cut after 6 writes, of which 3 were flushed, moment 0: set aside: x.bad1",
    ]


@pytest.mark.parametrize(("mended", "wanted"), [(True, (True, None)), (False, (False, "cannot be mounted"))])
def test_f21_a_disk_that_cannot_be_mounted_is_mended_or_lost(
    tmp_path: Path,
    played: tuple[Written, list[Moment]],
    monkeypatch: pytest.MonkeyPatch,
    mended: bool,
    wanted: tuple[bool, str | None],
) -> None:
    written, moments = played
    tried: list[Path] = []

    @contextmanager
    def mounted(image: Path, folder: Path) -> Iterator[Path]:
        tried.append(image)
        if len(tried) == 1:
            raise loops.LoopError("bad super block")
        yield _left(tmp_path, written, moments[-1].step)

    def repair(image: Path) -> None:
        if not mended:
            raise loops.LoopError("no copy of the super block")

    monkeypatch.setattr(loops, "mounted", mounted)
    monkeypatch.setattr(loops, "repair", repair)
    job = Job(tmp_path, tmp_path, tmp_path, [], demands(moments), written, "")
    verdict = looked_at(job, tmp_path / "left.img", Judge(written), job.demands[-1])
    assert verdict.repaired == wanted[0]
    assert (verdict.lost is None) if wanted[1] is None else (wanted[1] in str(verdict.lost))

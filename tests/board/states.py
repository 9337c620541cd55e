"""Crash states: what power cuts leave of a disk whose writes were logged, and what the product makes of each.

`judge` is for whoever has a disk as it was, the log of its writes and the moments of its glass, for example
of a virtual machine. `python -m tests.board.states` plays here instead (tests/board/played.py): sessions of
both games on an ext4 whose writes qemu-storage-daemon logs. Exit 1 if anything is lost or set aside, 2 if
something is missing here.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import shutil
import signal
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.board import loops
from tests.board.crashstates import Maker, Moment, State
from tests.board.found import Demand, Judge, Verdict, Written, demands
from tests.board.played import PROGRAMS, play
from tests.board.writelog import LogError, WriteLog, read_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Counts", "Moment", "judge"]

EVERY_S = 5.0
"""So often it is told how far it is."""
MOST_FAULTS = 20
"""So many are told in words."""


@dataclass(slots=True)
class Counts:
    """What was made, and what the product found there."""

    states: int = 0
    flushes: int = 0
    """Different places up to which all was on the disk."""
    torn: int = 0
    """States with a torn write."""
    reordered: int = 0
    """States whose writes came in another order."""
    cut_off: int = 0
    """Starts that cut off a torn line, which nobody had seen."""
    repaired: int = 0
    """Disks that could be mounted only after e2fsck, as a Pi runs it at its boot."""
    lost: int = 0
    aside: int = 0
    """States where something was set aside or left out."""
    faults: list[str] = field(default_factory=list)
    """The first of them in words."""

    def take(self, state: State, verdict: Verdict) -> None:
        """Count one more."""
        self.states += 1
        self.torn += state.torn > 0
        self.reordered += state.reordered
        self.cut_off += verdict.cut_off
        self.repaired += verdict.repaired
        self.lost += verdict.lost is not None
        self.aside += verdict.aside is not None
        for fault in (verdict.lost, verdict.aside and f"set aside: {verdict.aside}"):
            if fault and len(self.faults) < MOST_FAULTS:
                where = f"cut after {state.cut} writes, of which {state.durable} were flushed"
                self.faults.append(f"{where}, moment {state.moment}: {fault}")

    def __str__(self) -> str:
        return (
            f"{self.states} crash states after {self.flushes} flushes ({self.torn} with torn writes, "
            f"{self.reordered} in another order), {self.cut_off} torn lines cut off, "
            f"{self.repaired} repaired by e2fsck; {self.lost} lost, {self.aside} set aside"
        )


@dataclass(frozen=True, slots=True)
class Job:
    """What one process works off."""

    folder: Path
    """Its own, in the pool."""
    image: Path
    log: Path
    states: list[State]
    demands: list[Demand]
    written: Written
    inside: str


def judge(
    image: Path,
    log: Path,
    moments: Sequence[Moment],
    states: int,
    seed: str,
    folder_in_image: str,
    progress: Callable[[str], None],
) -> Counts:
    """Make crash states, mount each as an ext4 with its journal replayed, and start the product on it.

    `image` is the disk (ext4 without partitions, never written here) as it was when the log began, `log` that
    of qemu's blklogwrites, finished; `moments` in their order, each with how many entries `WriteLog.look` had
    by then; `folder_in_image` the state folder from the root of the disk, as `var/lib/palmstone`.
    `progress` is given a line now and then, and for each fault. As root. Raises LogError, LoopError, or
    ValueError for moments that fit no log.
    """
    whole = read_log(log, image.stat().st_size)
    made = Maker(whole.entries, moments).states(states, seed)
    need = image.stat().st_blocks * 512 + log.stat().st_size
    folder = Path(tempfile.mkdtemp(prefix="crash-states-", dir=loops.scratch(need)))
    try:
        with loops.pool(folder) as pool:
            begun = pool / "begun.img"
            loops.copy_sparse(image, begun)
            written = _written(begun, whole, pool, folder_in_image)
            asked = demands(moments)
            parts = [part for part in _shares(made, 2 * (os.cpu_count() or 1)) if part]
            jobs = [
                Job(pool / f"job{number}", begun, log, part, asked, written, folder_in_image)
                for number, part in enumerate(parts)
            ]
            counts = _work_off(jobs, len(made), progress)
    finally:
        loops.release(folder)
        shutil.rmtree(folder, ignore_errors=True)
    counts.flushes = len({state.durable for state in made})
    return counts


def _shares(states: list[State], count: int) -> list[list[State]]:
    """Share them out, those that begin alike together."""
    size = -(-len(states) // count) or 1
    return [states[at : at + size] for at in range(0, len(states), size)]


def _written(begun: Path, log: WriteLog, pool: Path, inside: str) -> Written:
    """Read what was written in the end, where nothing was cut."""
    last = pool / "last.img"
    loops.clone(begun, last)
    loops.Disk(last, log).apply(0, len(log.entries))
    try:
        with loops.mounted(last, pool / "last") as root:
            return Written.of(root / inside)
    finally:
        last.unlink()


def _work_off(jobs: list[Job], number: int, progress: Callable[[str], None]) -> Counts:
    """Run a process for each job; return the sum. Raises LoopError if one breaks off."""
    context = multiprocessing.get_context("spawn")
    results: Any = context.Queue()
    workers = [context.Process(target=_worker, args=(job, results), daemon=True) for job in jobs]
    counts, began_s, told_s = Counts(), time.monotonic(), time.monotonic()
    try:
        for worker in workers:
            worker.start()
        while counts.states < number:
            try:
                result = results.get(timeout=1.0)
                if isinstance(result, str):
                    raise loops.LoopError(result)
                known = len(counts.faults)
                counts.take(*result)
                for fault in counts.faults[known:]:
                    progress(fault)
            except queue.Empty:
                if any(worker.exitcode for worker in workers):
                    raise loops.LoopError("a process that mounts disks broke off") from None
            if time.monotonic() - told_s > EVERY_S:
                told_s = time.monotonic()
                progress(
                    f"{counts.states}/{number} states, {counts.lost} lost, {counts.aside} set aside, "
                    f"{told_s - began_s:.0f} s"
                )
    finally:
        for worker in workers:
            if worker.pid is not None:
                if counts.states < number:
                    worker.terminate()
                worker.join()
    return counts


def _worker(job: Job, results: Any) -> None:
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        parent = multiprocessing.parent_process()
        for state, verdict in verdicts(job):
            results.put((state, verdict))
            if parent is not None and not parent.is_alive():
                return
    except KeyboardInterrupt:
        results.cancel_join_thread()
    except (OSError, LogError, loops.LoopError) as error:
        results.put(str(error))


def _interrupt(number: int, frame: object) -> None:
    """End as by Ctrl-C: what is mounted is taken away."""
    raise KeyboardInterrupt


def verdicts(job: Job) -> Iterator[tuple[State, Verdict]]:
    """Make each state of a job, one after the other, and start the product on it."""
    log = WriteLog(job.log)
    log.look()
    job.folder.mkdir()
    base, left, judged = job.folder / "base.img", job.folder / "left.img", Judge(job.written)
    loops.clone(job.image, base)
    durable = 0
    for state in job.states:
        loops.Disk(base, log).apply(durable, state.durable)
        durable = state.durable
        loops.clone(base, left)
        loops.Disk(left, log).leave(state)
        yield state, looked_at(job, left, judged, job.demands[state.moment])
        left.unlink()


def looked_at(job: Job, left: Path, judged: Judge, demand: Demand) -> Verdict:
    """Mount a disk that was left, mended if need be, and start the product on it."""
    try:
        return _looked(job, left, judged, demand)
    except loops.LoopError:
        pass
    try:
        loops.repair(left)
        return replace(_looked(job, left, judged, demand), repaired=True)
    except loops.LoopError as error:
        return Verdict(lost=f"the disk cannot be mounted: {error}")


def _looked(job: Job, left: Path, judged: Judge, demand: Demand) -> Verdict:
    with loops.mounted(left, job.folder / "root") as root:
        try:
            return judged.look(root / job.inside, demand)
        except Exception as error:  # a start that breaks off is what is looked for
            return Verdict(lost=f"the start broke off: {type(error).__name__}: {error}")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make states", description="power cuts of a logged disk")
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--touches", type=int, help="of the sessions that are played; one for five states")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--without-fsync", action="store_true", help="nothing is synced: it has to lose")
    return parser.parse_args(words)


@contextmanager
def _ended() -> Iterator[None]:
    """Let a request to end be as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def main(words: list[str] | None = None) -> int:
    """Play, cut, judge; return the exit code."""
    options = arguments(words)
    lacking = loops.missing(loops.PROGRAMS | PROGRAMS)
    if lacking is not None:
        _say(sys.stderr, f"make states: {lacking}")
        return 2
    touches = options.touches or min(2000, max(200, options.states // 5))
    folder = Path(tempfile.mkdtemp(prefix="crash-play-", dir=loops.scratch(1 << 30)))
    try:
        with _ended():
            game = play(folder, options.seed, touches, synced=not options.without_fsync)
            _say(sys.stderr, str(game))
            counts = judge(
                game.image,
                game.log,
                game.moments,
                options.states,
                options.seed,
                game.inside,
                lambda line: _say(sys.stderr, line),
            )
    except (LogError, loops.LoopError) as error:
        _say(sys.stderr, f"make states: {error}")
        return 2
    except KeyboardInterrupt:
        _say(sys.stderr, "make states: ended before its time; nothing is left mounted")
        return 130
    finally:
        loops.release(folder)
        shutil.rmtree(folder, ignore_errors=True)
    _say(sys.stdout, str(counts))
    if counts.states < options.states:
        _say(sys.stdout, f"the log has no more different states; more touches give more than {counts.states}")
    return 1 if counts.lost or counts.aside else 0


def _say(stream: Any, text: str) -> None:
    stream.write(f"{text}\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main())

"""What a power cut can leave of the writes that a log tells of; pure, and the same for the same seed.

Laws of this file:
- what was completed before the last flush before the cut is on the disk, as it was written;
- of each write since then anything may be there: all, nothing, or any of its 512-byte sectors;
- of writes that lie over one another any may be the last; one that was forced (FUA) is there whole, and none
  before it comes over it;
- no state is made twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.board.writelog import SECTOR, Flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.board.writelog import Entry

TRIES = 40
"""So many draws in vain for each state that is asked: then there are no more."""
TORN = 0.5
"""How often a write of several sectors is torn, in a state that has torn ones."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the glass showed, and how far the log was when it did."""

    entries: int
    """Whole entries of the log by then."""
    session: int = 0
    """The session that stood on the glass; 0 for none."""
    step: int = 0
    """Lines of its record by then, the header among them."""
    ritual: tuple[str, int] | None = None
    """Where its ritual stood, as in resume.json; None if that is not known."""
    journal: int = 0
    """Lines of the journal by then."""


@dataclass(frozen=True, slots=True)
class Part:
    """A write that reached the disk, or some of its sectors."""

    entry: int
    sectors: int | None = None
    """A bit for each sector, the first in the lowest; None for all."""


@dataclass(frozen=True, slots=True)
class State:
    """One disk after a cut."""

    durable: int
    """So many entries are there as they were written."""
    parts: tuple[Part, ...]
    """What is there of those that follow, in the order in which it came to the disk."""
    cut: int
    """So many entries were completed when the power went."""
    moment: int
    """Number of the moment that was the last before."""

    @property
    def torn(self) -> int:
        """How many writes are torn."""
        return sum(part.sectors is not None for part in self.parts)

    @property
    def reordered(self) -> bool:
        """Whether writes came in another order."""
        numbers = [part.entry for part in self.parts]
        return numbers != sorted(numbers)


class Maker:
    """Draws states. Raises ValueError for moments that are out of order or beyond the log."""

    def __init__(self, entries: Sequence[Entry], moments: Sequence[Moment]) -> None:
        self._entries = entries
        self._at = [moment.entries for moment in moments]
        if (
            not self._at
            or self._at != sorted(self._at)
            or not 0 <= self._at[0] <= self._at[-1] <= len(entries)
        ):
            raise ValueError(f"{len(moments)} moments do not follow one another in {len(entries)} entries")
        self._flushes = [n for n, entry in enumerate(entries) if entry.flags & Flag.FLUSH]

    def states(self, number: int, seed: str) -> list[State]:
        """Return so many different states, or as many as can be found, those with the same flush together."""
        random = Random(seed)
        found: dict[tuple[int, tuple[Part, ...], int], State] = {}
        for _ in range(number * TRIES):
            if len(found) == number:
                break
            state = self.draw(random)
            found.setdefault((state.durable, state.parts, state.moment), state)
        return sorted(found.values(), key=lambda state: (state.durable, state.cut))

    def draw(self, random: Random) -> State:
        """Cut anywhere after the first moment, and keep some of what was not flushed."""
        cut = random.randint(self._at[0], len(self._entries))
        if random.random() < 0.5:
            # As late as can be before the next flush: there is most to choose from.
            after = bisect_left(self._flushes, cut)
            cut = self._flushes[after] if after < len(self._flushes) else len(self._entries)
        # A flush that carries data flushes what was before it, not itself.
        before = bisect_right(self._flushes, cut - 1)
        durable = self._flushes[before - 1] if before else 0
        parts = tuple(self._kept(random, durable, cut))
        return State(durable, parts, cut, bisect_right(self._at, cut) - 1)

    def _kept(self, random: Random, durable: int, cut: int) -> Iterator[Part]:
        """Draw what is there of the writes since the flush."""
        kept_of_ten, torn = random.choice((0, 2, 5, 8, 10)), random.random() < 0.8
        waiting: list[Part] = []
        for number in range(durable, cut):
            entry = self._entries[number]
            if not entry.writes:
                continue
            if entry.flags & Flag.FUA:
                yield from _shuffled(random, waiting)
                waiting = []
                yield Part(number)
            elif random.randrange(10) < kept_of_ten:
                waiting.append(Part(number, _sectors(random, entry) if torn else None))
        yield from _shuffled(random, waiting)


def _shuffled(random: Random, parts: list[Part]) -> list[Part]:
    """Return them in the order of the log as often as in another one."""
    return parts if random.random() < 0.5 else random.sample(parts, len(parts))


def _sectors(random: Random, entry: Entry) -> int | None:
    """Draw which sectors of a write are there: mostly all, else any, or those up to one or from one on."""
    count = entry.size // SECTOR
    if entry.flags & Flag.DISCARD or count < 2 or random.random() >= TORN:
        return None
    whole, edge = (1 << count) - 1, (1 << random.randrange(1, count)) - 1
    drawn = random.choice((edge, whole ^ edge, random.getrandbits(count)))
    return None if drawn == whole else drawn


def runs(part: Part, entry: Entry) -> Iterator[tuple[int, int]]:
    """Yield which bytes of a write are there, from and to, each stretch once."""
    if part.sectors is None:
        yield 0, entry.size
        return
    start: int | None = None
    for sector in range(entry.size // SECTOR + 1):
        there = part.sectors >> sector & 1
        if there and start is None:
            start = sector
        elif not there and start is not None:
            yield start * SECTOR, sector * SECTOR
            start = None

"""The owner's half of a touch chip: attaching, when to scan, health, faults, and facts about touches.

Before its first set-up the chip is made to pull its IRQ line once: a line that is not wired is known before
the first finger. While nothing is touched that is done again every 2 s, so one that comes off later is known
by then (F44, `hal.touch.line`).

The moments: on the IRQ at once; 5 ms after a first scan; every 10 ms while touched; every 20 ms where
all that is touched has lain for 10 s, or the IRQ is not heard; else once a second; at rest with each test of
the line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from hal.errors import WrongChipError, fault_of, words_of
from hal.ports import FaultCode, PadReading, PadsTouched, Part
from hal.presence import Presence
from hal.touch.block import broken, judge
from hal.touch.line import LineWatch
from hal.touch.policy import Request, TouchMemory, decide, restarted, rezeroed, started_again

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.config import TouchConfig
    from hal.ports import Clock, Fact
    from hal.touch.block import Block
    from hal.touch.policy import Decision

FIRST_SCAN_US = 30_000
"""After the start of the chip; its first measurement takes about 4 ms, its filter settles in a few more."""
PROOF_US = 20_000
"""The chip sees what it is made to see after two or three of its samples."""
AGAIN_US = 5_000
TOUCHED_US = 10_000
LYING_US = 20_000
POLL_US = 20_000
LOOK_US = 1_000_000
CALM_US = 200_000
"""So long after a touch the line is not tested: the next finger is on its way."""
REST_US = 10_000_000
"""So long after a touch or a start nobody is at it: the tests of the line are looks enough."""
HEALTH_US = 5_000_000
IRQ_AGE_US = 100_000
"""An IRQ is the beginning of a touch that is decided within this time."""

FAULT_WORDS = {
    FaultCode.OVER_CURRENT: "reports over-current: check for a short at its electrodes (REXT, wires)",
    FaultCode.BAD_VALUES: "answers values that no electrode has: check its supply and the electrodes",
    FaultCode.FROZEN: "answers the same again and again: lift all hands for a moment",
    FaultCode.LOST_SETTINGS: "lost its settings: check its supply",
}


class TouchChip(Protocol):
    """What is asked of the driver. All but the attributes raise OSError or WrongChipError."""

    address: int
    config: TouchConfig

    def reset(self) -> None:
        """Set the chip up."""

    def begin_proof(self) -> None:
        """Make the chip pull its IRQ line; `reset` ends it."""

    def proof(self) -> bool:
        """Tell whether it had a reason to."""

    def begin_test(self) -> None:
        """Make the running chip pull its IRQ line by its electrode 0."""

    def end_test(self, own: int) -> None:
        """Let it run on with this baseline of electrode 0."""

    def read_block(self) -> Block:
        """Read status, values and baselines."""

    def settings_kept(self) -> bool:
        """Tell whether the registers are as written."""


@dataclass(frozen=True, slots=True)
class _Test:
    """A test of the line that is under way."""

    own: int
    """Baseline of electrode 0 before it."""
    edges: int
    until_us: int


class PadsOwner:
    """Reads one touch chip and tells what is touched. Never raises OSError."""

    def __init__(self, part: Part, chip: TouchChip, clock: Clock, tell: Callable[[Fact], None]) -> None:
        self._part = part
        self._chip = chip
        self._clock = clock
        self._tell = tell
        self.presence = Presence(part, tell)
        self.line = LineWatch(chip.config.irq_pin)
        self.dipped = False
        """Its settings were lost; the worker takes that as a hint that the supply dipped."""
        self._attached = False
        self._due_us = 0
        self._patient = False
        """What is due next is a routine scan of held pads, which decides nothing new."""
        self._misses = 0
        self._unproven = 0
        self._memory = TouchMemory()
        self._latest: tuple[Block, TouchMemory] | None = None
        self._health_us = 0
        self._irq_us: int | None = None
        self._proving = False
        self._test: _Test | None = None
        self._started_us = 0
        """When the chip was set up."""
        self._told = 0
        self._told_us = 0

    # What others ask of it; on the owner's thread, except `reading`

    @property
    def irq_wired(self) -> bool:
        """Whether touches are told by the IRQ line."""
        return self.line.heard

    def irq(self, at_us: int) -> None:
        """The IRQ line fell: read now, unless it is a line that cannot be believed."""
        self.line.edge(at_us)
        if self._test is not None:
            self.look_now()
        elif self.line.heard:
            if self._irq_us is None or at_us - self._irq_us > IRQ_AGE_US:
                self._irq_us = at_us
            self.look_now()

    def look_now(self) -> None:
        """Read now, if the chip is there."""
        if self._attached and self._memory.pads and not self._proving:
            self._due_us = 0

    def set_thresholds(self, on: tuple[int, ...], off: tuple[int, ...]) -> None:
        """Take other distances; the chip is set up again, touches go on."""
        self._chip.config = replace(self._chip.config, on=on, off=off)
        if self._attached:
            self._attached = False
            self.presence.next_try_us = 0

    def rezero(self) -> None:
        """Take what was measured last as untouched."""
        if self._latest is not None:
            self._memory = rezeroed(self._memory, self._latest[0])
            self._tell_touched(0, self._clock.now_us())

    def reading(self) -> PadReading | None:
        """Return the last measurement, or None if the chip is absent. Safe from any thread."""
        latest = self._latest
        if latest is None:
            return None
        block, memory = latest
        return PadReading(
            block.filtered, memory.baseline, memory.touched, self.irq_wired, self.presence.errors
        )

    def due_us(self) -> int:
        """When `step` has something to do."""
        return self._due_us if self._attached else self.presence.next_try_us

    # One sequence of transfers

    def can_wait(self, now_us: int) -> bool:
        """Tell whether what is due may stand back for a redraw: a routine scan, for one more period."""
        routine = self._attached and self._patient and self._due_us > 0
        return routine and now_us < self._due_us + TOUCHED_US

    def step(self, now_us: int) -> None:
        """Attach the chip, or read it once."""
        try:
            if self._proving:
                self._end_proof(now_us)
            elif self._attached:
                self._scan(now_us)
            else:
                self._attach(now_us)
        except (OSError, WrongChipError) as error:
            self._missed(fault_of(error, self.presence.seen), words_of(error, self._chip.address))

    def _attach(self, now_us: int) -> None:
        # Counts as a miss already, so that a failure in here is not taken for a glitch of a read.
        self._misses = 1
        if self._chip.config.irq_pin is not None and not self.line.edges:
            self._chip.begin_proof()
            self._attached = self._proving = True
            self._due_us = self._clock.now_us() + PROOF_US
            return
        self._set_up(now_us)

    def _end_proof(self, now_us: int) -> None:
        self._proving = False
        low = self.line.low()
        self.line.tested(now_us, 0, pulled=self._chip.proof(), low=low)
        self._irq_us = None
        self._set_up(now_us)

    def _set_up(self, now_us: int) -> None:
        self._chip.reset()
        self._attached = True
        self._misses = 0
        self._memory = started_again(self._memory)
        self.line.begun()
        self._test = None
        self._started_us = now_us
        self._unproven = 2
        self._health_us = now_us + HEALTH_US
        self._due_us = self._clock.now_us() + FIRST_SCAN_US

    def _scan(self, now_us: int) -> None:
        low = None if self._test is None else self.line.low()
        block: Block | None = self._chip.read_block()
        if block is not None and self._test is not None:
            block = self._end_test(self._test, block, now_us, low=low)
        if block is None:
            return
        fault = broken(block)
        if fault is None and now_us >= self._health_us:
            self._health_us = now_us + HEALTH_US
            fault = judge(block) or self._settings_fault()
        elif fault is FaultCode.BAD_VALUES:
            # After a supply dip the chip stands still and shows zeros.
            fault = self._settings_fault() or fault
        if fault is not None:
            self._unwell(fault)
            return
        self._misses = 0
        decision = decide(self._memory, block, now_us, self._chip.config)
        self._prove(block, now_us)
        changed = bool(self._memory.pads) and block.status != self._memory.last_status
        self.line.read(now_us, changed=changed)
        self._memory = decision.memory
        self._latest = (block, decision.memory)
        self._tell_changes(decision, now_us)
        self._plan(decision.requests, block, now_us)

    def _end_test(self, test: _Test, block: Block, now_us: int, *, low: bool | None) -> Block | None:
        """End a test of the line: return the block without it, or None if the chip has not pulled it yet."""
        pulled = bool(block.status & 1)
        if not pulled and now_us < test.until_us:
            self._due_us = test.until_us
            return None
        self._chip.end_test(test.own)
        self._test = None
        self.line.tested(now_us, test.edges, pulled=pulled, low=low)
        return replace(block, status=block.status & ~1, baseline=(test.own, *block.baseline[1:]))

    def _settings_fault(self) -> FaultCode | None:
        return None if self._chip.settings_kept() else FaultCode.LOST_SETTINGS

    def _prove(self, block: Block, now_us: int) -> None:
        """Count good readings that differ; a frozen chip gives none."""
        if self._unproven and block.raw != self._memory.last_raw:
            self._unproven -= 1
        if not self._unproven and not self.presence.well:
            self.presence.works(now_us)

    def _plan(self, requests: Request, block: Block, now_us: int) -> None:
        if Request.FROZEN in requests:
            self._unwell(FaultCode.FROZEN)
            return
        if Request.RECALIBRATE in requests:
            self._attached = False
            self.presence.next_try_us = now_us
            return
        self._patient = Request.SCANNING in requests and Request.SCAN_AGAIN not in requests
        if Request.SCAN_AGAIN in requests or self.line.held:
            wait_us = AGAIN_US
        elif Request.SCANNING in requests or self._unproven:
            wait_us = LYING_US if Request.LYING in requests and not self._unproven else TOUCHED_US
        elif Request.WATCH in requests:
            wait_us = POLL_US
        else:
            wait_us = self._idle_us(block, now_us)
        self._due_us = now_us + wait_us

    def _idle_us(self, block: Block, now_us: int) -> int:
        """Nothing is touched: test the line if that is due; return how long to wait."""
        line = self.line
        if line.test_due(now_us) and now_us - self._memory.busy_us >= CALM_US:
            self._test = _Test(block.baseline[0], line.edges, now_us + PROOF_US)
            self._chip.begin_test()
            return PROOF_US
        if not line.heard:
            return POLL_US
        until_test_us = max(line.next_test_us - now_us, POLL_US)
        if now_us - max(self._memory.busy_us, self._started_us) >= REST_US:
            return until_test_us
        return min(LOOK_US, until_test_us)

    # Faults

    def _unwell(self, fault: FaultCode) -> None:
        """The chip answers, but is not well: set it up again."""
        if fault in (FaultCode.FROZEN, FaultCode.LOST_SETTINGS):
            self._misses += 1
        self.dipped = self.dipped or fault is FaultCode.LOST_SETTINGS
        if fault is FaultCode.FROZEN:
            self._hands_off()
        self._missed(fault, f"the touch chip at 0x{self._chip.address:02X} {FAULT_WORDS[fault]}")

    def _missed(self, fault: FaultCode, detail: str) -> None:
        """Read once more after a first miss, set up again after a second."""
        now_us = self._clock.now_us()
        self._misses += 1
        if self._misses < 2 and self.presence.well:
            self.presence.errors += 1
            self._due_us = now_us + AGAIN_US
            return
        self._attached = self._proving = False
        self._test = None
        self.presence.failed(now_us, fault, detail)
        if self.presence.lost:
            self._hands_off()
            self._latest = None

    def _hands_off(self) -> None:
        """Nothing counts as touched until it was lifted."""
        self._memory = restarted(self._memory)
        self._tell_touched(0, self._clock.now_us())

    # Facts

    def _tell_changes(self, decision: Decision, now_us: int) -> None:
        if self._irq_us is not None and now_us - self._irq_us > IRQ_AGE_US:
            self._irq_us = None
        touched = self._told
        for since_us, group in groupby(decision.changes, key=lambda change: change[0]):
            for _, electrode in group:
                touched ^= 1 << electrode
            irq_us = self._irq_us
            self._tell_touched(touched, since_us if irq_us is None else min(since_us, irq_us))
        self._tell_touched(decision.touched, now_us)
        if decision.changes or Request.SCAN_AGAIN not in decision.requests:
            self._irq_us = None

    def _tell_touched(self, touched: int, at_us: int) -> None:
        """Tell it if it is news; times never go back."""
        if touched == self._told:
            return
        self._told = touched
        self._told_us = max(self._told_us, at_us)
        self._tell(PadsTouched(self._told_us, self._part, touched))

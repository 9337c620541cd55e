"""MPR121 at register level (NXP data sheet rev. 4): registers, stop mode, samples, touch status, interrupt.

Laws of this file:
- registers other than ECR and the GPIO ones take writes in stop mode only; in run mode a write is lost, as on
  the chip, and noted in `ignored_writes`;
- what no driver may do at all (write a status or a value, use what is not modelled) is a SimulatedChipError;
- values are noise-free inside; noise is drawn when a sample is read, so that time can be passed in leaps;
- an electrode that is pressed while its baseline is loaded has no touch of its own until that is loaded anew,
  also when it is lifted: so every unit of NXP 473378 did, though the data sheet has it otherwise (F06);
- the 13th electrode, auto-configuration and LED drive are not modelled.
"""

from __future__ import annotations

import random
import struct
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from hal.ports import ELECTRODES, NEVER
from hal.simulated.electrode import FOREVER, Electrode, Filter, Rules, Signal
from hal.simulated.errors import SimulatedChipError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STATUS, STATUS_HIGH, OUT_OF_RANGE, FILTERED, BASELINE = 0x00, 0x01, 0x02, 0x04, 0x1E
FILTERS, THRESHOLDS, DEBOUNCE, CONFIG1, CONFIG2, ECR = 0x2B, 0x41, 0x5B, 0x5C, 0x5D, 0x5E
GPIO, AUTO_CONFIG, LAST, SOFT_RESET = 0x73, 0x7B, 0x7F, 0x80
RESET_KEY = 0x63
_VALUES = struct.Struct(f"<{ELECTRODES}H")
OVER_CURRENT = 0x80
"""Bit 15 of the status, in its high byte."""


class Answer(Enum):
    """Who answers at the address (F09)."""

    CHIP = "chip"
    ZEROS = "zeros"
    ONES = "ones"
    STRANGER = "stranger"
    """Another kind of chip, with registers of its own."""


class Mpr121:
    """The touch chip. Implements hal.simulated.bus.Chip and hal.simulated.clock.Timed.

    Levers take electrodes 0 to 11 and counts; they are to be moved under the lock of the bus.
    """

    name: ClassVar[str] = "MPR121"

    def __init__(self, now_us: Callable[[], int], *, seed: int = 0) -> None:
        self._now_us = now_us
        self._random = random.Random(f"{seed}/{self.name}")
        self.electrodes = tuple(
            Electrode(Signal(float(self._random.randint(640, 700)))) for _ in range(ELECTRODES)
        )
        self.on_irq: Callable[[bool], None] = lambda asserted: None
        """Called with True when the interrupt line is pulled low, with False when it is let go."""
        self.on_earlier: Callable[[], None] = lambda: None
        """Called when something will change sooner than `next_event_us` said before."""
        self.holds_irq = False
        self.ignored_writes: list[tuple[int, int]] = []
        """(register, value) of each write that run mode swallowed."""
        self.answer = Answer.CHIP
        self.noise_counts = 1
        self.irq_asserted = False
        self._frozen: bytes | None = None
        self._power_on()

    def _power_on(self) -> None:
        self._registers = bytearray(LAST + 1)
        self._registers[CONFIG1], self._registers[CONFIG2] = 0x10, 0x24
        self._pointer = 0
        self._run_us: int | None = None
        self._samples = 0
        self._owed = 0
        self._next_us = NEVER
        self._seen_sample: int | None = None
        self._seen = bytes(2 * ELECTRODES)
        self._over_current = False
        self._rules = self._rules_now()
        for electrode in self.electrodes:
            electrode.start()
            electrode.filtered = electrode.baseline = electrode.on = electrode.off = 0
            electrode.dead = False
        self._irq(asserted=False)

    # What a driver sees

    def write(self, data: bytes) -> None:
        """Set the register pointer, then write from there on."""
        self.advance(self._now_us())
        if not data or self.answer is not Answer.CHIP:
            return
        register = data[0]
        if register > SOFT_RESET:
            raise SimulatedChipError(f"{self.name}: there is no register 0x{register:02X}")
        self._pointer = register & LAST
        if len(data) == 1:
            return
        self._catch_up()
        for value in data[1:]:
            self._write_register(register, value)
            register += 1
        self._rearm()

    def read(self, count: int) -> bytes:
        """Read from the pointer on; it goes round after 0x7F."""
        self.advance(self._now_us())
        if self.answer is not Answer.CHIP:
            return _foreign(self.answer, self._pointer, count)
        file = self._frozen or self._file()
        end = self._pointer + count
        answer = file[self._pointer : end]
        while len(answer) < count:
            answer += file[: count - len(answer)]
        if self._pointer <= STATUS_HIGH or end > LAST + 1:
            self._irq(asserted=False)
        self._pointer = (self._pointer + count) & LAST
        return answer

    def cut(self, data: bytes) -> None:
        """Take a write that broke off: the bytes that came are in force."""
        self.write(data)

    @property
    def running(self) -> bool:
        """Whether electrodes are measured."""
        return self._run_us is not None

    def register(self, register: int) -> int:
        """Peek at a register without the side effects of a read."""
        return self._file()[register]

    @property
    def touched(self) -> int:
        """The chip's own decision; bit n is electrode n."""
        return sum([1 << n for n, electrode in enumerate(self.electrodes) if electrode.touched])

    # Registers

    def _file(self) -> bytes:
        file = bytearray(self._registers)
        status = self.touched | (OVER_CURRENT << 8 if self._over_current else 0)
        file[STATUS : STATUS + 2] = status.to_bytes(2, "little")
        file[FILTERED : FILTERED + 2 * ELECTRODES] = self._noisy()
        file[BASELINE : BASELINE + ELECTRODES] = bytes([e.baseline >> 2 for e in self.electrodes])
        return bytes(file)

    def _noisy(self) -> bytes:
        """Return the filtered values with the noise of this sample: read twice, it is the same."""
        if self._samples != self._seen_sample:
            self._seen_sample = self._samples
            noise = self.noise_counts if self._samples and self.running else 0
            chance, wide = self._random.random, 2 * noise + 1
            values = [electrode.filtered + int(chance() * wide) - noise for electrode in self.electrodes]
            if min(values) < 0 or max(values) > 1023:
                values = [min(1023, max(0, value)) for value in values]
            self._seen = _VALUES.pack(*values)
        return self._seen

    def _write_register(self, register: int, value: int) -> None:
        if register == SOFT_RESET:
            if value == RESET_KEY:
                self._soft_reset()
            return
        if register > SOFT_RESET:
            raise SimulatedChipError(f"{self.name}: a write runs past register 0x80")
        if register == STATUS_HIGH and value == OVER_CURRENT:
            self._over_current = False  # the flag is cleared by writing it (5.1)
        elif register < BASELINE:
            raise SimulatedChipError(f"{self.name}: register 0x{register:02X} can only be read")
        elif register == ECR:
            self._write_ecr(value)
        elif GPIO <= register < AUTO_CONFIG:
            self._registers[register] = value
        elif self.running:
            self.ignored_writes.append((register, value))
        elif register == AUTO_CONFIG and value & 0x03:
            raise SimulatedChipError(f"{self.name}: auto-configuration is not modelled")
        else:
            self._registers[register] = value
            self._take(register, value)

    def _take(self, register: int, value: int) -> None:
        if BASELINE <= register < BASELINE + ELECTRODES:
            self.electrodes[register - BASELINE].baseline = value << 2
        elif THRESHOLDS <= register < THRESHOLDS + 2 * ELECTRODES:
            electrode = self.electrodes[(register - THRESHOLDS) // 2]
            if (register - THRESHOLDS) % 2:
                electrode.off = value
            else:
                electrode.on = value

    def _write_ecr(self, value: int) -> None:
        if self._over_current:
            return  # run mode is refused until the flag is cleared (5.1)
        if value & 0x30:
            raise SimulatedChipError(f"{self.name}: the 13th electrode is not modelled (ECR 0x{value:02X})")
        was_running = self.running
        self._registers[ECR] = value
        if not value & 0x0F:
            self._run_us = None
        elif not was_running:
            self._run_us = self._now_us()
            self._samples = 0
            self._seen_sample = None
            for electrode in self.electrodes:
                electrode.start()
        self._rules = self._rules_now()

    def _soft_reset(self) -> None:
        covered = sum(bool(electrode.signal.pressed) for electrode in self.electrodes) == ELECTRODES
        frozen = self._frozen
        self._power_on()
        self._frozen = frozen if covered else None

    def _rules_now(self) -> Rules:
        file = self._registers
        ecr, debounce = file[ECR], file[DEBOUNCE]
        return Rules(
            rising=Filter(*file[FILTERS : FILTERS + 4]),
            falling=Filter(*file[FILTERS + 4 : FILTERS + 8]),
            touched=Filter(0, *file[FILTERS + 8 : FILTERS + 11]),
            debounce_touch=debounce & 0x07,
            debounce_release=debounce >> 4 & 0x07,
            tracking=ecr >> 6 != 0b01,
        )

    @property
    def period_us(self) -> int:
        """Microseconds from one filtered value to the next (CONFIG2: ESI, SFI)."""
        config = self._registers[CONFIG2]
        return (4, 6, 10, 18)[config >> 3 & 0x03] * 1000 << (config & 0x07)

    # Time

    def _active(self) -> Iterable[Electrode]:
        return self.electrodes[: min(ELECTRODES, self._registers[ECR] & 0x0F)]

    def next_event_us(self) -> int:
        """When the next sample is due that may change anything, or NEVER."""
        return self._next_us

    def advance(self, now_us: int) -> None:
        """Take all samples up to a time."""
        if self._run_us is None or self._frozen is not None or now_us < self._run_us + self.period_us:
            return
        due = (now_us - self._run_us) // self.period_us
        if now_us < self._next_us:
            self._owed += due - self._samples
            self._samples = due
            return
        self._catch_up()
        while self._samples < due:
            quiet = min(self._quiet(), due - self._samples)
            if quiet:
                for electrode in self._active():
                    electrode.skip(quiet, self._rules)
                self._samples += quiet
            else:
                self._sample()
        self._rearm()

    def _time_of(self, sample: int) -> int:
        assert self._run_us is not None
        return self._run_us + sample * self.period_us

    def _quiet(self) -> int:
        if not self._samples:
            return 0
        at_us, period_us = self._time_of(self._samples), self.period_us
        least = FOREVER
        for electrode in self._active():
            quiet = electrode.quiet_samples(self._rules, at_us, period_us)
            if not quiet:
                return 0
            least = min(least, quiet)
        return least

    def _sample(self) -> None:
        self._samples += 1
        at_us = self._time_of(self._samples)
        if self._samples == 1:
            self._first_values(at_us)
        changed = [electrode.sample(self._rules, at_us) for electrode in self._active()]
        if any(changed):
            self._irq(asserted=True)

    def _first_values(self, at_us: int) -> None:
        """Load the baselines as ECR asks: not at all, five bits of the first value, or all (5.10)."""
        load = self._registers[ECR] >> 6
        for electrode in self._active():
            electrode.measure(at_us)
            if load >= 0b10:
                electrode.dead = sum(electrode.signal.pressed.values()) > electrode.on
            if load == 0b10:
                electrode.baseline = electrode.filtered & 0x3E0
            elif load == 0b11:
                electrode.baseline = electrode.filtered

    def _catch_up(self) -> None:
        """Let the electrodes pass the quiet samples that were only counted."""
        if self._owed:
            for electrode in self._active():
                electrode.skip(self._owed, self._rules)
            self._owed = 0

    def _rearm(self) -> None:
        self._catch_up()
        before_us, self._next_us = self._next_us, NEVER
        if self._run_us is None or self._frozen is not None:
            return
        quiet = self._quiet()
        if quiet < FOREVER - 1:
            self._next_us = self._time_of(self._samples + quiet + 1)
        if self._next_us < before_us:
            self.on_earlier()

    def _irq(self, *, asserted: bool) -> None:
        if asserted != self.irq_asserted:
            self.irq_asserted = asserted
            self.on_irq(asserted)

    # Levers

    def press(self, electrode: int, delta: float, cause: str = "finger") -> None:
        """Put something on an electrode that pulls its value down by so many counts."""
        self.advance(self._now_us())
        self.electrodes[electrode].signal.pressed[cause] = delta
        self._rearm()

    def lift(self, electrode: int, cause: str = "finger") -> None:
        """Take it away again."""
        self.advance(self._now_us())
        self.electrodes[electrode].signal.pressed.pop(cause, None)
        self._rearm()

    def cover(self, delta: float = 120) -> None:
        """Cover all electrodes at once (F07); `lift` with the cause "cover" uncovers one."""
        for electrode in range(ELECTRODES):
            self.press(electrode, delta, "cover")

    def uncover(self) -> None:
        """Undo `cover`."""
        for electrode in range(ELECTRODES):
            self.lift(electrode, "cover")

    def drift(self, counts_per_s: float, electrodes: Iterable[int] = range(ELECTRODES)) -> None:
        """Let values drift from now on: up if positive."""
        now_us = self._now_us()
        self.advance(now_us)
        for electrode in electrodes:
            self.electrodes[electrode].signal.set_drift(counts_per_s, now_us)
        self._rearm()

    def freeze(self) -> None:
        """Stop: each block is the last one again, until a soft reset with a pad free (F07)."""
        self.advance(self._now_us())
        self._frozen = self._file()
        self._rearm()

    def hold_irq(self, *, held: bool) -> None:
        """Let the output that pulls the interrupt line be broken and pull for ever, or mend it (F44)."""
        self.holds_irq = held
        self.on_irq(held or self.irq_asserted)

    def supply_dip(self) -> None:
        """Lose all registers, as after power-on; it goes on answering."""
        self.advance(self._now_us())
        self._frozen = None
        self._power_on()

    def over_current(self) -> None:
        """Raise the flag: to stop mode, values cleared, and an interrupt (5.1)."""
        self.advance(self._now_us())
        self._catch_up()
        registers = self._registers
        registers[ECR] &= 0xC0
        self._run_us = None
        self._seen_sample, self._seen = self._samples, bytes(2 * ELECTRODES)
        for electrode in self.electrodes:
            electrode.start()
            electrode.filtered = electrode.baseline = 0
        self._over_current = True
        self._rearm()
        self._irq(asserted=True)


def _foreign(answer: Answer, pointer: int, count: int) -> bytes:
    """What something else answers."""
    if answer is Answer.STRANGER:
        return bytes((0x60 + pointer + k) & 0xFF for k in range(count))
    return bytes([0x00 if answer is Answer.ZEROS else 0xFF]) * count

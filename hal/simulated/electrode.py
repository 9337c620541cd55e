"""One electrode of an MPR121: its signal, the chip's touch decision and the baseline filter.

Between two changes nothing has to be computed: `quiet_samples` says how many samples will leave everything as
it is, and `skip` passes them. Values are counts of 10 bits. Sources: MPR121 data sheet, 5.3 to 5.6; AN3891.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FOREVER = 1 << 62
"""More samples than there will ever be."""
_TOP = 1023


@dataclass(frozen=True, slots=True)
class Filter:
    """How the baseline follows in one of the three regimes."""

    max_half_delta: int
    noise_half_delta: int
    noise_count_limit: int
    filter_delay_limit: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The registers that decide, the same for all electrodes but for the thresholds."""

    rising: Filter
    falling: Filter
    touched: Filter
    """Its max_half_delta does not exist and is 0."""
    debounce_touch: int
    """Further samples that a touch takes."""
    debounce_release: int
    tracking: bool


@dataclass(slots=True)
class Signal:
    """What lies on the electrode, as a straight line in time between two moves of a lever."""

    rest: float
    """Counts when nothing is near."""
    pressed: dict[str, float] = field(default_factory=dict)
    """Counts by which each cause pulls the value down: a finger, a drop of water."""
    drift_per_s: float = 0.0
    _since_us: int = 0

    def at(self, at_us: int) -> float:
        """Counts at a time, without noise."""
        return self.rest - sum(self.pressed.values()) + self.drift_per_s * (at_us - self._since_us) / 1e6

    def set_drift(self, counts_per_s: float, now_us: int) -> None:
        """Drift from now on at this rate; what has drifted so far stays."""
        self.rest += self.drift_per_s * (now_us - self._since_us) / 1e6
        self.drift_per_s = counts_per_s
        self._since_us = now_us

    def steady_us(self, value: int, at_us: int) -> int:
        """How long after `at_us` the rounded value surely stays `value`; FOREVER without drift."""
        if not self.drift_per_s:
            return FOREVER
        level = self.at(at_us)
        if not 0 <= level <= _TOP and (level < 0) == (self.drift_per_s < 0):
            return FOREVER
        room = value + 0.5 - level if self.drift_per_s > 0 else level - (value - 0.5)
        return max(0, int(room / abs(self.drift_per_s) * 1e6))


@dataclass(slots=True)
class Electrode:
    """What the chip holds of one electrode."""

    signal: Signal
    filtered: int = 0
    baseline: int = 0
    touched: bool = False
    dead: bool = False
    """Something lay on it when the chip loaded its baseline: no touch until the next start (F06)."""
    on: int = 0
    """Touch threshold."""
    off: int = 0
    """Release threshold."""
    _debounced: int = 0
    _delayed: int = 0
    _noise_count: int = 0

    def start(self) -> None:
        """Forget counts and touch, as at the start of run mode."""
        self.touched = False
        self._debounced = self._delayed = self._noise_count = 0

    def measure(self, at_us: int) -> None:
        """Take the value of the signal."""
        self.filtered = min(_TOP, max(0, round(self.signal.at(at_us))))

    def _wants_change(self) -> bool:
        if self.dead:
            return False
        delta = self.baseline - self.filtered
        return delta < self.off if self.touched else delta > self.on

    def sample(self, rules: Rules, at_us: int) -> bool:
        """Take one sample in full. Tells whether the touch decision changed."""
        self.measure(at_us)
        changed = False
        if self._wants_change():
            self._debounced += 1
            if self._debounced > (rules.debounce_release if self.touched else rules.debounce_touch):
                self.touched = not self.touched
                self._debounced = 0
                changed = True
        else:
            self._debounced = 0
        if rules.tracking:
            self._track(rules)
        return changed

    def _regime(self, rules: Rules) -> Filter:
        if self.touched:
            return rules.touched
        return rules.rising if self.filtered > self.baseline else rules.falling

    def _passes(self, regime: Filter) -> bool:
        """Tell whether a difference is small enough to go through the filter at once."""
        return not self.touched and abs(self.filtered - self.baseline) <= regime.max_half_delta

    def _track(self, rules: Rules) -> None:
        regime = self._regime(rules)
        difference = self.filtered - self.baseline
        if not difference:
            self._delayed = self._noise_count = 0
            return
        self._delayed += 1
        if self._delayed <= regime.filter_delay_limit:
            return
        self._delayed = 0
        if self._passes(regime):
            self.baseline = self.filtered
            self._noise_count = 0
            return
        self._noise_count = self._noise_count + 1 if regime.noise_half_delta else 0
        if self._noise_count > regime.noise_count_limit:
            self._noise_count = 0
            step = min(regime.noise_half_delta, abs(difference))
            self.baseline += step if difference > 0 else -step

    def quiet_samples(self, rules: Rules, at_us: int, period_us: int) -> int:
        """How many samples from now on change nothing but counters; the one after them may."""
        if self._wants_change() or round(self.signal.at(at_us)) != self.filtered:
            return 0
        quiet = min(self._samples_to_move(rules) - 1, FOREVER)
        steady_us = self.signal.steady_us(self.filtered, at_us)
        return quiet if steady_us >= FOREVER else min(quiet, max(0, steady_us // period_us - 1))

    def _samples_to_move(self, rules: Rules) -> int:
        if not rules.tracking or self.filtered == self.baseline:
            return FOREVER
        regime = self._regime(rules)
        each = regime.filter_delay_limit + 1
        first = max(1, each - self._delayed)
        if self._passes(regime):
            return first
        if not regime.noise_half_delta:
            return FOREVER
        return first + max(0, regime.noise_count_limit - self._noise_count) * each

    def skip(self, samples: int, rules: Rules) -> None:
        """Pass so many quiet samples."""
        if not samples:
            return
        self._debounced = 0
        if not rules.tracking:
            return
        if self.filtered == self.baseline:
            self._delayed = self._noise_count = 0
            return
        regime = self._regime(rules)
        each = regime.filter_delay_limit + 1
        total = min(self._delayed, each - 1) + samples
        operations, self._delayed = divmod(total, each)
        if operations:
            self._noise_count = self._noise_count + operations if regime.noise_half_delta else 0

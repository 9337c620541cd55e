"""The figures, their bars, and the table. Pure.

Laws of this file:
- a figure says how it was got: `modelled` is bus arithmetic on the emulated bus, `measured` is this machine;
- nothing is rounded in JSON before it is compared; the table rounds for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class How(StrEnum):
    """Where a figure comes from."""

    MODELLED = "modelled"
    MEASURED = "measured"
    BOTH = "both"
    """Bus time from the model, and CPU measured."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    key: str
    title: str
    how: How
    unit: str = ""
    most: float | None = None
    """The bar, if more is worse."""
    least: float | None = None
    """The bar, if less is worse."""

    def missed_by(self, value: float) -> float | None:
        """Return by how much the bar is missed, as a share of it; None if it is reached or there is none."""
        if self.most is not None and value > self.most:
            return value / self.most - 1
        if self.least is not None and value < self.least:
            return 1 - value / self.least
        return None


FIGURES = (
    Figure("oled_bytes_ratio", "OLED bytes, against luma's display()", How.MODELLED, most=0.55),
    Figure("oled_bytes_ratio_changes", "  the same without the refreshes", How.MODELLED),
    Figure("oled_bytes_over_changed", "OLED bytes, against changed bytes only", How.MODELLED, most=1.6),
    Figure("oled_refresh_bytes", "OLED bytes of the 60 s refreshes", How.MODELLED, "B"),
    Figure("bus_hold_ms_max", "longest hold of the bus at 400 kHz", How.MODELLED, "ms", most=3.1),
    Figure("irq_to_glass_ms_p50", "IRQ edge to last byte on the glass, p50", How.BOTH, "ms", most=14),
    Figure("irq_to_glass_ms_p99", "IRQ edge to last byte on the glass, p99", How.BOTH, "ms", most=25),
    Figure("touch_to_frame_cpu_ms_p99", "CPU from touch to frame, p99", How.MEASURED, "ms", most=3),
    Figure("idle_wakeups_per_s", "idle session: wake-ups a second", How.MEASURED, most=2),
    Figure("idle_cpu_percent", "idle session: CPU", How.MEASURED, "%", most=0.2),
    Figure("start_ratio", "start to first frame, against the imports", How.MEASURED, most=1.8),
    Figure("start_home_ratio", "  start to the first screen after it", How.MEASURED),
    Figure("start_s", "  start to first frame", How.MEASURED, "s"),
    Figure("rss_mb", "resident memory of the device at home", How.MEASURED, "MB", most=40),
    Figure("rss_session_mb", "  the same with a session open", How.MEASURED, "MB"),
    Figure("stop_s", "SIGTERM to the end of the process", How.MEASURED, "s", most=1),
    Figure("nevermind_steps_per_s", "Nevermind: engine steps a second", How.MEASURED, least=20_000),
    Figure("the_mind_steps_per_s", "The Mind: engine steps a second", How.MEASURED, least=20_000),
    Figure("session_15min_s", "15 minutes of play on the fake clock", How.MEASURED, "s", most=2),
)
"""Bars are those of the hardware notes; a figure without one is there to explain its neighbour."""


def table(values: Mapping[str, float]) -> tuple[str, ...]:
    """Return the lines of the table: figure, value, bar, and whether it is reached."""
    width = max(len(figure.title) for figure in FIGURES)
    lines = [f"{'figure':<{width}}  {'value':>12}  {'bar':>12}  {'how':<8}  reached"]
    lines += [_row(figure, values[figure.key], width) for figure in FIGURES if figure.key in values]
    return tuple(line.rstrip() for line in lines)


def _row(figure: Figure, value: float, width: int) -> str:
    bar = ""
    if figure.most is not None:
        bar = f"<= {_short(figure.most)} {figure.unit}".rstrip()
    elif figure.least is not None:
        bar = f">= {_short(figure.least)} {figure.unit}".rstrip()
    missed = figure.missed_by(value)
    verdict = "" if not bar else "yes" if missed is None else f"no, by {missed:.0%}"
    shown = f"{_short(value)} {figure.unit}".rstrip()
    return f"{figure.title:<{width}}  {shown:>12}  {bar:>12}  {figure.how.value:<8}  {verdict}"


def _short(value: float) -> str:
    """Three digits that count, and no exponent."""
    if value == 0 or abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}"

"""Something was not as a scenario says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.sim.scenario.steps import Step


class ExpectationError(AssertionError):
    """Something was not as the scenario says: file, step, what was there instead."""

    def __init__(self, step: Step, expected: str, found: str) -> None:
        where = f"{step.file}:{step.line}: step {step.number} ({step.kind})"
        super().__init__(f"{where}: expected {expected}; there was {found}")

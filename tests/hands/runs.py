"""Sessions by their kind and number."""

from __future__ import annotations

import traceback

from tests.hands.mind_sitting import MindPlan, MindSitting
from tests.hands.nevermind_sitting import NevermindSitting, Plan


def failure(run: tuple[str, int]) -> str | None:
    """Play a session; return how it failed, or None."""
    kind, number = run
    sitting: NevermindSitting | MindSitting | None = None
    try:
        if kind == "mind":
            sitting = MindSitting(MindPlan.of(number))
        else:
            sitting = NevermindSitting(Plan.of(number, rig=kind == "rig"))
        sitting.run()
    except AssertionError as error:
        return str(error) if sitting is None else sitting.report(error)
    except Exception as error:
        told = traceback.format_exc()
        return told if sitting is None else f"{told}{sitting.report(error)}"
    return None

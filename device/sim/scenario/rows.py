"""The step `menu`: takes a row of a list by the id of its line, through the buttons, as a person would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.sim.scenario.expect import ExpectationError
from device.ui.scene import MenuBody

if TYPE_CHECKING:
    from device.sim.rig import Rig
    from device.sim.scenario.steps import Step


def take_row(step: Step, rig: Rig) -> None:
    """Walk to the row with K2 or K3, the shorter way, and take it with K4.

    Raises ScenarioError for no id, ExpectationError where there is no such row or it cannot be reached.
    """
    wanted = step.text()
    body = _with_row(step, rig, wanted)
    for _ in body.items:
        body = _with_row(step, rig, wanted)
        count = len(body.items)
        ahead = ([item.id for item in body.items].index(wanted) - body.cursor) % count
        if ahead == 0:
            rig.tap("K4")
            return
        rig.tap("K3" if ahead <= count // 2 else "K2")
    raise ExpectationError(step, f"K3 to reach the row {wanted}", f"{body.items[body.cursor].id} framed")


def _with_row(step: Step, rig: Rig, wanted: str) -> MenuBody:
    """Return the list that stands there, if it has the row; raises ExpectationError."""
    body = rig.scene.body
    if not isinstance(body, MenuBody):
        raise ExpectationError(step, f"a list with the row {wanted}", f"{rig.scene.id}, which is no list")
    ids = [item.id for item in body.items]
    if wanted not in ids:
        found = ", ".join(line_id or "a row without an id" for line_id in ids)
        raise ExpectationError(step, f"the row {wanted}", f"{rig.scene.id} with {found}")
    return body

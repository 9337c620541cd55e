"""Whole random sessions on the real drivers and the emulated chips, one a stage and panel."""

from __future__ import annotations

from random import Random

import pytest

from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import TokenSource
from device.games.settings import defaults
from device.settings.load import with_texts
from device.settings.model import Guidance
from device.sim.rig import Rig
from device.ui.model import Begin
from engine.nevermind.model import State
from tests.device.games.nevermind.players import pad_for, wise
from tests.engine.nevermind.soundness import check

STAGES = ((1, False), (2, False), (3, False), (4, False), (5, False), (6, False), (6, True))


@pytest.mark.long
@pytest.mark.parametrize(("stage", "super_monkey"), STAGES)
@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_random_session(stage: int, super_monkey: bool, profile: str) -> None:
    random = Random(f"{stage}/{super_monkey}/{profile}")
    rig = Rig(with_texts(defaults(), {"profile": profile}))
    rig.power_on()
    held = NevermindOptions(
        str(random.randrange(1 << 20)),
        guidance=random.choice(tuple(Guidance)),
        tokens=random.choice(tuple(TokenSource)),
    )
    rig.perform(Begin("nevermind", {"stage": stage, "super": super_monkey}, held))
    session = rig.app.sessions.session
    assert session is not None
    touches = 0
    while True:
        state = session.state
        assert isinstance(state, State)
        assert not check(state)
        if state.result is not None:
            break
        rig.tap(pad_for(wise(state, random)))
        touches += 1
        if random.random() < 0.3:
            rig.wait(random.randrange(8_000_000))
        assert touches < 400
        assert rig.frame == rig.app.outputs.display.frame
    rig.wait(60_000_000)
    assert rig.scene.id == "ntd.sum"
    assert not rig.app.model.status.faults
    rig.stop()

"""Contacts that open for a moment: one number says for how long that interrupts no press (F55)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from device.input.gestures import BOUNCE_US
from tests.field.kit import MS, S, Table

TROUBLE = Path(__file__).parents[2] / "docs/troubleshooting.md"
LONG_US = 800 * MS


def test_f55_the_page_of_troubles_has_the_number_of_the_program() -> None:
    page = " ".join(TROUBLE.read_text(encoding="utf-8").split())
    assert f"an opening shorter than {BOUNCE_US // MS} ms interrupts no press" in page
    (bounce,) = re.findall(r"Contacts that bounce are seen to:[^.]*\.", page)
    assert re.findall(r"(\d+) ms", bounce) == [str(BOUNCE_US // MS)]


@pytest.mark.parametrize("seed", range(20))
def test_f55_openings_at_random_make_neither_two_presses_of_one_nor_a_hold_that_begins_anew(
    seed: int,
) -> None:
    chance = random.Random(seed)
    table = Table(settings={"sound.silent": False}).start()
    rig, world = table.rig, table.rig.world
    for _ in range(4):
        # K3: short says it again or opens help, long switches Silent.
        asked, screen, silent = rig.app.model.asked_again, rig.scene.id, rig.app.player.settings.sound.silent
        begun_us = rig.clock.now_us()
        held_us = chance.choice((200, 500, 900, 1_400)) * MS
        world.press(3)
        at_us = begun_us + 30 * MS
        while at_us < begun_us + held_us - 100 * MS:
            open_us = chance.randrange(MS, BOUNCE_US)
            world.at(at_us, lambda: world.release(3))
            world.at(at_us + open_us, lambda: world.press(3))
            at_us += open_us + chance.randrange(15 * MS, 300 * MS)
        rig.run_until(begun_us + held_us)
        world.release(3)
        rig.wait(S)
        long = rig.app.player.settings.sound.silent is not silent
        short = (rig.app.model.asked_again, rig.scene.id) != (asked, screen)
        assert (short, long) == (held_us < LONG_US, held_us > LONG_US)
        if rig.scene.id.startswith("help"):
            rig.tap("K1")

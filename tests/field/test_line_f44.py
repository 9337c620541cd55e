"""The interrupt line of the touch chips, lost, shorted or flapping at random times of both games (F44)."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from device.games.the_mind.options import MindOptions
from device.input.palms import zones_of
from device.ui.events import Pads
from device.ui.model import Begin
from hal.config import HardwareConfig, TouchConfig
from hal.ports import PadsTouched, Part
from hal.simulated.mpr121 import Mpr121
from hal.simulated.world import Wire
from tests.device.said import full
from tests.field.kit import MS, S, Table
from tests.hal.rig import Rig

if TYPE_CHECKING:
    from collections.abc import Iterator

KNOWN_US = 2 * S
"""A line at fault is known by then, and no tap is lost any more."""
BROKEN = (Wire.OFF, Wire.LOW, Wire.HIGH)
TAP_US = 120 * MS
TOLD = ("silent", "stuck")
GAMES = ("nevermind", "the-mind")


def begun(game: str, seed: int) -> Table:
    """A session of a game, where the first touch is awaited."""
    table = Table(seed)
    if game == "nevermind":
        return table.start()
    table.power_on()
    table.rig.perform(Begin(game, {"players": 2, "cards": "table"}, MindOptions("7")))
    return table


class Taps:
    """Short taps of single pads at random times, and which of them the device felt.

    A tap is felt if its pad was heard of: what the screen makes of it is the game's.
    """

    def __init__(self, table: Table, seed: int) -> None:
        self.rig = table.rig
        self.random = random.Random(f"{seed}/taps")
        self.heard: list[tuple[int, frozenset[str]]] = []
        self.missed_us: list[int] = []
        """When taps began that nobody heard."""
        self.count = 0
        senses = self.rig.app.senses
        hear = senses.hear

        def noted(now_us: int, *, palms: bool, asleep: bool) -> object:
            heard = hear(now_us, palms=palms, asleep=asleep)
            self.heard += heard.pads
            return heard

        senses.hear = noted  # type: ignore[method-assign,assignment]  # looks over the shoulder

    def pad(self) -> str:
        """A pad that is tapped alone: with hands on the table one between them."""
        model = self.rig.app.model
        zoned = {pad for zone in zones_of(model) for pad in zone}
        hands = model.screen.pads(model) is not Pads.KEYS
        return self.random.choice([pad for pad in "1234567890" if not (hands and pad in zoned)])

    def tap(self) -> None:
        """Tap once."""
        pad, began_us = self.pad(), self.rig.clock.now_us()
        self.rig.press(pad)
        self.rig.wait(TAP_US)
        self.rig.lift(pad)
        self.rig.wait(100 * MS)
        self.count += 1
        if not any(at_us >= began_us and pad in pads for at_us, pads in self.heard):
            self.missed_us.append(began_us)

    def until(self, at_us: int) -> None:
        """Tap now and then up to a time, quickly or slowly."""
        while self.rig.clock.now_us() < at_us:
            self.tap()
            self.rig.wait(
                self.random.choice((80, 200, 700, 1_900, 4_100)) * MS + self.random.randrange(90 * MS)
            )


def breaks(seed: int, count: int) -> Iterator[tuple[int, Wire, int]]:
    """Seeded faults of a line: how long it is whole before, what is amiss, for how long."""
    chance = random.Random(f"{seed}/line")
    for _ in range(count):
        whole_us = chance.choice((3, 9, 40)) * S + chance.randrange(2 * S)
        yield whole_us, chance.choice(BROKEN), chance.choice((6, 20, 60)) * S + chance.randrange(2 * S)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_f44_a_line_that_breaks_in_mid_game_costs_no_tap_for_more_than_2_s(game: str, seed: int) -> None:
    table = begun(game, seed)
    rig = table.rig
    taps = Taps(table, seed)
    broken: list[tuple[int, int]] = []
    for whole_us, wire, broken_us in breaks(seed, 3):
        taps.until(rig.clock.now_us() + whole_us)
        rig.world.set_irq(wire)
        since_us = rig.clock.now_us()
        taps.until(since_us + broken_us)
        assert table.faults.get(Part.LINE) in TOLD, (wire, table.faults)
        rig.world.set_irq(Wire.WHOLE)
        broken.append((since_us, rig.clock.now_us()))
    assert taps.count > 15
    late = [
        at_us
        for at_us in taps.missed_us
        if not any(0 <= at_us - since_us <= KNOWN_US for since_us, _ in broken)
    ]
    assert late == [], [(at_us - since_us) / S for at_us in late for since_us, _ in broken]
    rig.wait(200 * S)
    assert Part.LINE not in table.faults


@pytest.mark.parametrize("wire", BROKEN)
@pytest.mark.parametrize("idle_ms", [0, 300, 900, 1_500, 7_000, 61_300, 200_000])
def test_f44_a_broken_line_is_known_within_2_s_though_nobody_touches(wire: Wire, idle_ms: int) -> None:
    table = Table().start()
    rig = table.rig
    rig.tap("0")
    rig.wait(10 * S + idle_ms * MS)
    rig.world.set_irq(wire)
    rig.wait(KNOWN_US + 150 * MS)
    fault = rig.app.model.status.faults[Part.LINE]
    assert fault.code.value in TOLD
    assert "GPIO 17" in fault.detail
    assert "check the wire" in fault.detail
    # Told once, in words, and once that it is back; pads and game know nothing of it.
    rig.wait(60 * S)
    assert len(table.said_of("Touch wire")) == 1
    assert table.by_pads(4) >= 4
    rig.world.set_irq(Wire.WHOLE)
    rig.wait(20 * S)
    assert table.faults == {}
    assert table.said_of("Touch wire")[1:] == [full("fault.line.back")]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("period_ms", [2, 30, 700, 3_000])
def test_f44_a_line_that_flaps_costs_no_tap_for_more_than_2_s_and_is_told_a_few_times(
    game: str, period_ms: int
) -> None:
    table = begun(game, period_ms)
    rig = table.rig
    rig.wait(12 * S)
    taps = Taps(table, period_ms)
    chance = random.Random(f"{period_ms}/flaps")
    begun_us = rig.clock.now_us()
    at_us = begun_us
    wires = (Wire.OFF, Wire.WHOLE, Wire.LOW)
    while at_us < begun_us + 30 * S:
        rig.world.at(at_us, partial(rig.world.set_irq, chance.choice(wires)))
        at_us += chance.randrange(period_ms * MS // 2, 2 * period_ms * MS)
    rig.world.at(at_us, partial(rig.world.set_irq, Wire.WHOLE))
    taps.until(at_us)
    lost = [late - early for early, late in pairwise(sorted(taps.missed_us))]
    assert len(table.said_of("Touch wire")) <= 8
    # What is lost now and then is the tap of the moment at which the line was believed for the last time.
    assert len(taps.missed_us) <= 4, (taps.missed_us, lost)
    rig.wait(400 * S)
    assert Part.LINE not in table.faults


def shared(seed: int) -> Rig:
    """Pads and palm plates on one line."""
    config = HardwareConfig(pads=TouchConfig(), palms=TouchConfig(address=0x5B, irq_pin=17))
    return Rig(config, keep_log=False, seed=seed)


@pytest.mark.long
@pytest.mark.parametrize("holds", [Part.PADS, Part.PALMS])
@pytest.mark.parametrize("seed", range(3))
def test_f44_of_two_chips_on_a_line_one_holds_it_and_both_are_felt(holds: Part, seed: int) -> None:
    rig = shared(seed)
    chance = random.Random(f"{seed}/shared")
    rig.run(12 * S + chance.randrange(2 * S))
    rig.world.lever(holds, partial(Mpr121.hold_irq, held=True))
    rig.run(KNOWN_US)
    for _ in range(15):
        part, electrode = chance.choice((Part.PADS, Part.PALMS)), chance.randrange(12)
        rig.facts.clear()
        rig.world.touch(electrode, part=part)
        rig.run(60 * MS)
        rig.world.lift(electrode, part=part)
        rig.run(chance.choice((200, 900, 2_500)) * MS)
        felt = [fact.touched for fact in rig.of(PadsTouched) if fact.source is part]
        assert felt == [1 << electrode, 0]
    rig.world.lever(holds, partial(Mpr121.hold_irq, held=False))
    rig.facts.clear()
    rig.run(20 * S)
    assert [change.fault for change in rig.changes(Part.LINE)] == [None]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_f44_two_chips_that_speak_at_once_on_a_whole_line_are_both_felt(seed: int) -> None:
    rig = shared(seed)
    chance = random.Random(f"{seed}/both")
    rig.run(12 * S)
    for _ in range(40):
        rig.facts.clear()
        for part in (Part.PADS, Part.PALMS):
            rig.world.at(
                rig.clock.now_us() + chance.randrange(20 * MS), partial(rig.world.touch, 3, part=part)
            )
        rig.run(100 * MS)
        assert (rig.touched(Part.PADS), rig.touched(Part.PALMS)) == (8, 8)
        rig.world.lift(3, part=Part.PADS)
        rig.world.lift(3, part=Part.PALMS)
        rig.run(chance.choice((300, 1_700, 2_600)) * MS)
    assert rig.changes(Part.LINE) == []

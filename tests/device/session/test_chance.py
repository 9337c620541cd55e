"""Seeded chance, as docs/records.md words it."""

from __future__ import annotations

from random import Random

from device.session.chance import event, new_seed


def test_an_event_is_drawn_from_seed_kind_and_number() -> None:
    assert event(7, "shuffle", 2).random() == Random("7/shuffle/2").random()
    assert event("7", "deal", 0).random() == event(7, "deal", 0).random()


def test_a_new_seed_comes_from_the_operating_system() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert len(new_seed()) == 16

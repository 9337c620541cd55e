"""Intents and what carries them out."""

from __future__ import annotations

from typing import get_args

from device.app.effects import EFFECTS
from device.ui.model import Intent


def test_every_intent_has_its_function_and_no_other_has_one() -> None:
    intents = set(get_args(Intent))
    assert len(intents) > 20
    assert set(EFFECTS) == intents
    assert len(set(EFFECTS.values())) == len(EFFECTS)

"""All words of this device: those of the machine, and what each game hands in."""

from __future__ import annotations

from device.games.nevermind.words import OWN as NEVERMIND
from device.games.the_mind.words import OWN as THE_MIND
from device.text.catalog import MACHINE

WORDS = MACHINE.and_(NEVERMIND, THE_MIND)

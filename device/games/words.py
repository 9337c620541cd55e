"""All words of this device: those of the machine, and what each game hands in."""

from __future__ import annotations

from device.games.registry import GAMES

WORDS = GAMES.words

"""Seeded chance: an event is a function of its seed, its kind and its number (docs/records.md, Chance).

Laws of this file:
- event k of a kind is drawn from its own generator, so a game is a function of seed and choices, and an undo
  followed by the same choice brings the same cards;
- k counts the events of that kind in force, from 0: the caller reads it off the record;
- only `new_seed` asks the operating system.
"""

from __future__ import annotations

import os
from random import Random

Seed = str | int
"""As in the header of a record; 7 and "7" are the same game."""


def new_seed() -> str:
    """Return a fresh seed from the operating system."""
    # The module `secrets` would do the same and load a cryptography library of 3 MB for it.
    return os.urandom(8).hex()


def event(seed: Seed, kind: str, k: int) -> Random:
    """Return the generator of chance event `k` of a kind that a game names; the same on every machine."""
    return Random(f"{seed}/{kind}/{k}")

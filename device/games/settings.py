"""The settings of this device: those of the machine, and what each game hands in."""

from __future__ import annotations

from device.games.nevermind.settings import SECTION as NEVERMIND
from device.games.the_mind.settings import SECTION as THE_MIND
from device.settings import loaded
from device.settings.schema import schema

SCHEMA = schema(NEVERMIND, THE_MIND)


def defaults() -> loaded.Loaded:
    """Return the settings of a device without a file and without choices."""
    return loaded.defaults(SCHEMA)

"""Settings: a schema that reads TOML, reports every problem at once, and tells where each value came from."""

from device.settings.load import (
    Loaded,
    Source,
    defaults,
    find_file,
    load,
    with_choices,
    with_stored,
    with_texts,
)
from device.settings.model import (
    PADS,
    Anchor,
    Guidance,
    GuidanceSettings,
    MindSettings,
    NevermindSettings,
    PadMap,
    ScreenSettings,
    Settings,
    SoundSettings,
    TokenSource,
)
from device.settings.problems import Problem
from device.settings.report import problem_lines, settings_lines

__all__ = [
    "PADS",
    "Anchor",
    "Guidance",
    "GuidanceSettings",
    "Loaded",
    "MindSettings",
    "NevermindSettings",
    "PadMap",
    "Problem",
    "ScreenSettings",
    "Settings",
    "SoundSettings",
    "Source",
    "TokenSource",
    "defaults",
    "find_file",
    "load",
    "problem_lines",
    "settings_lines",
    "with_choices",
    "with_stored",
    "with_texts",
]

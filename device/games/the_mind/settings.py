"""What can be set for The Mind: the switches of the rules. A field is a row."""

from __future__ import annotations

from dataclasses import dataclass

from device.settings.kinds import Flag
from device.settings.rows import section, setting


@dataclass(frozen=True, slots=True)
class MindSettings:
    """The Mind: the switches of the rules."""

    blind_cap: bool = setting(Flag(), False, "Blind mode takes one life a level at most.")
    empty_hands_vote: bool = setting(Flag(), True, "Players with empty hands vote on stars too.")


SECTION = section("the_mind", "The Mind: the switches of the rules.", MindSettings)

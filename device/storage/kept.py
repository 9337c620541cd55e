"""What games keep in the state folder: the games give its shape, the files are the same for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Kept:
    """Which facts and milestones are known; others in a file are left alone."""

    facts: Mapping[str, type[Any]] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a game: the dataclass of what the journal keeps of a session."""
    milestones: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """By key of `progress.json`: the type of the number."""

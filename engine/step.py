"""One shape for every rule: a command goes in, a Step comes out.

Laws of this file:
- a step is total: every state and every command has an answer;
- a refused command leaves the *same* state object and no effects;
- exceptions are for bugs, never for what a player did.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class RefusalCode(StrEnum):
    """Why a command was refused (docs/records.md, Refusal codes)."""

    PHASE = "phase"
    TARGET = "target"
    BARRED = "barred"
    MUST_LET_GO = "must_let_go"
    CARDS = "cards"
    TURN = "turn"
    SEAT = "seat"
    NO_STAR = "no_star"
    MISTAKES = "mistakes"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that changed nothing."""

    code: RefusalCode
    message: str
    """One plain sentence for a log or a bug report."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What a command did."""

    state: S
    """The state after it; the same object if refused."""
    effects: tuple[E, ...] = ()
    """What happened, in order, in the past tense."""
    refusal: Refusal | None = None
    """Set if the command was refused."""

"""What can be set for Nevermind: tokens, cards and the switches of the rules. A field is a row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from device.settings.kinds import Bad, Flag, OneOf, Word, number, short, shown
from device.settings.rows import Former, section, setting

if TYPE_CHECKING:
    from device.settings.kinds import Value


class DeckSource(StrEnum):
    """Whose Timer Deck and Mind Deck are played with (N8)."""

    DEVICE = "device"
    PAPER = "paper"


class TokenSource(StrEnum):
    """Who draws the Noting Tokens (N1.6)."""

    DEVICE = "device"
    """The device draws and says which to lay."""
    TABLE = "table"
    """Drawn blind at the table; the device asks which it is."""
    DOUBLE = "double"
    """Double-sided: turned to the face that the card's picture shows; the device asks which."""


CARDS = 16
"""Mind Cards of a set (N1.3)."""
_PAIRS = "pairs [mind, noting] of two different ring places 0 to 7 (NW is 0, clockwise)"


@dataclass(frozen=True, slots=True)
class MindCards:
    """Sixteen Mind Cards of the owner's own set, or none (N1.4)."""

    allowed: str = f"[] or {CARDS} {_PAIRS}"
    counts: frozenset[int] = frozenset({0, CARDS})

    def read(self, raw: object) -> Value | Bad:
        """Take the pairs; the value is a tuple of pairs."""
        if not isinstance(raw, list) or len(raw) not in self.counts:
            return Bad(f"{len(raw)} cards" if isinstance(raw, list) else short(raw), self.allowed)
        for pair in raw:
            fits = (
                isinstance(pair, list)
                and len(pair) == 2
                and all(isinstance(p, int) and not isinstance(p, bool) and 0 <= p <= 7 for p in pair)
                and pair[0] != pair[1]
            )
            if not fits:
                return Bad(short(pair), self.allowed)
        return tuple((pair[0], pair[1]) for pair in raw)

    def read_text(self, raw: object) -> Value | Bad:
        """Take the numbers from text."""
        if not isinstance(raw, list):
            return self.read(raw)
        return self.read([[number(p) for p in pair] if isinstance(pair, list) else pair for pair in raw])

    def text(self, value: Value) -> str:
        """Write it as TOML."""
        return shown(value)


@dataclass(frozen=True, slots=True)
class NevermindSettings:
    """Nevermind: tokens and the switches of the rules."""

    tokens: TokenSource = setting(
        Word(TokenSource),
        TokenSource.DEVICE,
        '"device" draws the Noting Tokens, "table" asks what you drew, "double" which face you turned up.',
    )
    decks: DeckSource = setting(
        Word(DeckSource),
        DeckSource.DEVICE,
        '"device" keeps Timer Deck and Mind Deck; "paper": yours lie on the table.',
    )
    labels: bool = setting(Flag(), True, "Name the type of a thought in lines and speech.")
    rotation_degrees: int = setting(OneOf((0, 90, 180), "degrees"), 180, "Turn of cards at a shuffle.")
    breath_ends_round: bool = setting(Flag(), True, "A Deep Breath takes the place of your action.")
    breath_calms_feeling: bool = setting(Flag(), True, "A Deep Breath can calm a locked feeling.")
    mind_cards: tuple[tuple[int, int], ...] = setting(
        MindCards(), (), "Your own Mind Cards; the built-in set is ours.", choosable=True
    )
    mind_cards_entered: tuple[tuple[int, int], ...] = setting(
        MindCards(f"at most {CARDS} {_PAIRS}", frozenset(range(CARDS + 1))),
        (),
        "Your own Mind Cards as entered on the device so far; all sixteen come into force there.",
        choosable=True,
    )
    unlock_all: bool = setting(Flag(), False, "Open all stages from the start.")


SECTION = section(
    "nevermind",
    "Nevermind The Distraction: your tokens and cards, and the switches of the rules.",
    NevermindSettings,
    former=(Former("double_sided", Flag(), "tokens", {True: TokenSource.DOUBLE}),),
)

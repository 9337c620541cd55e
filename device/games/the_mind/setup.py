"""Setting a game of The Mind up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.games.the_mind.options import SEATS, MindOptions, PartnerLevel
from device.games.the_mind.settings import MindSettings
from device.games.the_mind.words import line
from device.screens.offers import on_off
from device.ui.menus import Item, Menu, following
from device.ui.model import Begin, Go, Push

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Intent, Model

# The home screen stands before the rules of the game are loaded, so these are named again here.
PLAYERS = (2, 3, 4)
CARDS = TABLE, DEALT = ("table", "dealt")


@dataclass(frozen=True, slots=True)
class MindSetup(Menu):
    """`tm.setup`: players, cards, partners and their level, blind mode."""

    players: int = 2
    cards: str = TABLE
    partners: int = 0
    partner: PartnerLevel = PartnerLevel.GOOD
    blind: bool = False

    def scene_id(self) -> str:
        """`tm.setup`."""
        return "tm.setup"

    def title(self, model: Model) -> Line:
        """Name the game."""
        return line("tm.title")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Begin, and everything that can be set; K4 on an entry sets it to its next value."""
        from device.games.the_mind.history import History  # noqa: PLC0415 - see PLAYERS

        return (
            Item(line("tm.begin"), (self._begin(model),)),
            Item(
                line("tm.players"), self._set(1, players=following(PLAYERS, self.players)), str(self.players)
            ),
            Item(line("tm.cards"), self._set(2, cards=following(CARDS, self.cards)), self._cards_word()),
            Item(
                line("tm.partners"),
                self._set(3, partners=(self.partners + 1) % self.players),
                str(self.partners),
            ),
            Item(
                line("tm.partner"),
                self._set(4, partner=following(tuple(PartnerLevel), self.partner)),
                line(f"tm.partner.{self.partner}").short,
            ),
            Item(
                line("tm.blind.title"),
                self._set(5, blind=not self.blind),
                on_off(self.blind),
            ),
            Item(line("tm.history"), (Push(History()),)),
        )

    def _cards_word(self) -> str:
        return line(f"tm.cards.{self.cards}").short

    def _set(self, cursor: int, **changed: object) -> tuple[Intent, ...]:
        """Return the list with one value changed, and what follows from it."""
        after: MindSetup = replace(self, cursor=cursor, **changed)  # type: ignore[arg-type]  # fields of this screen, by name
        if after.partners and "cards" in changed:
            after = replace(after, partners=0)
        elif after.partners:
            # Partners can only hold cards that the device deals, and one seat is a person's.
            after = replace(after, cards=DEALT, partners=min(after.partners, after.players - 1))
        return (Go(after),)

    def _begin(self, model: Model) -> Begin:
        rules = model.settings.of(MindSettings)
        options: dict[str, object] = {
            "players": self.players,
            "cards": self.cards,
            "blind": self.blind,
            "blind_cap": rules.blind_cap,
            "empty_hands_vote": rules.empty_hands_vote,
        }
        held = MindOptions(seed="", guided=True, partners=SEATS[self.partners], partner=self.partner)
        return Begin("the-mind", options, held)

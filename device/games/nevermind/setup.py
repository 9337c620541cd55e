"""Setting a game of Nevermind up: stage, tokens, guidance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import DeckSource, NevermindSettings, TokenSource
from device.games.nevermind.words import line
from device.screens.offers import offer, on_off
from device.ui.menus import Item, Menu, following
from device.ui.model import Begin, Go, Push

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model


UNLOCKED = "unlocked"
"""The milestone: the highest stage that is open (N7.3)."""
STAGES = 6


def unlocked(model: Model) -> int:
    """Return the highest stage that is open."""
    return STAGES if model.settings.of(NevermindSettings).unlock_all else model.reached.get(UNLOCKED, 1)


@dataclass(frozen=True, slots=True)
class StageMenu(Menu):
    """`ntd.stage`: stage, tokens, guidance, anchor, and whether the whole ritual is wanted."""

    stage: int = 0
    """0 takes the highest that was reached."""
    super_monkey: bool = False
    guided: bool = True
    decks: DeckSource | None = None
    """None takes the settings' (N8)."""
    tokens: TokenSource | None = None
    """None takes the settings' (N1.6)."""

    def scene_id(self) -> str:
        """`ntd.stage`."""
        return "ntd.stage"

    def help_at(self, model: Model) -> str:
        """What is new at this stage."""
        stage = self._stage(model)
        if self.super_monkey and stage == STAGES:
            return "super"
        return "aim" if stage == 1 else f"stage{stage}"

    def title(self, model: Model) -> Line:
        """Name the stage."""
        return line(f"stage.{self._stage(model)}")

    def _tokens(self, model: Model) -> TokenSource:
        return self.tokens or model.settings.of(NevermindSettings).tokens

    def _decks(self, model: Model) -> DeckSource:
        return self.decks or model.settings.of(NevermindSettings).decks

    def _stage(self, model: Model) -> int:
        return min(self.stage or model.reached.get(UNLOCKED, 1), unlocked(model))

    def items(self, model: Model) -> tuple[Item, ...]:
        """Begin, and everything that can be set; K4 on an entry sets it to its next value."""
        from device.screens.help import Help  # noqa: PLC0415 - what shows no menu loads no picture

        stage = self._stage(model)
        tokens = self._tokens(model)
        decks = self._decks(model)
        rows = [
            Item(line("stage.begin"), (self._begin(model),)),
            Item(
                line("stage.stage"),
                (Go(replace(self, cursor=1, stage=stage % unlocked(model) + 1)),),
                str(stage),
            ),
            Item(
                line("stage.guided"),
                (Go(replace(self, cursor=2, guided=not self.guided)),),
                on_off(self.guided),
            ),
            Item(
                line("stage.tokens"),
                (Go(replace(self, cursor=3, tokens=following(tuple(TokenSource), tokens))),),
                line(f"tokens.{tokens.value}").short,
            ),
            Item(
                line("stage.decks"),
                (Go(replace(self, cursor=4, decks=following(tuple(DeckSource), decks))),),
                line(f"decks.{decks.value}").short,
            ),
            offer(model, "guidance.level"),
            offer(model, "guidance.anchor"),
            Item(line("stage.about"), (Push(Help(self.help_at(model))),)),
        ]
        if stage == STAGES:
            toggled = replace(self, cursor=8, super_monkey=not self.super_monkey)
            shown = on_off(self.super_monkey)
            rows.append(Item(line("stage.super"), (Go(toggled),), shown))
        return tuple(rows)

    def _begin(self, model: Model) -> Begin:
        rules = model.settings.of(NevermindSettings)
        stage = self._stage(model)
        options: dict[str, object] = {
            "stage": stage,
            "super": self.super_monkey and stage == 6,
            "rotation": rules.rotation_degrees,
            "breath_ends_round": rules.breath_ends_round,
            "breath_calms_feeling": rules.breath_calms_feeling,
        }
        if self._decks(model) is DeckSource.PAPER:
            options["decks"] = DeckSource.PAPER.value
        elif rules.mind_cards:
            options["mind_cards"] = [list(card) for card in rules.mind_cards]
        held = NevermindOptions(
            seed="",
            guided=self.guided,
            tokens=self._tokens(model),
            labels=rules.labels,
            guidance=model.settings.guidance.level,
            anchor=model.settings.guidance.anchor,
        )
        return Begin("nevermind", options, held)

"""Nevermind as the device knows it from the start."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from device.games.nevermind.facts import NevermindFacts
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.own_cards import OwnCards
from device.games.nevermind.own_packs import OwnPacks
from device.games.nevermind.settings import DeckSource, NevermindSettings
from device.games.nevermind.setup import STAGES, UNLOCKED, StageMenu
from device.games.nevermind.words import OWN, line
from device.storage.decode import from_1_to
from device.ui.model import Begin

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from device.games.nevermind.ui import NevermindUI
    from device.session.game_ui import Out, StartWords
    from device.settings.model import Settings
    from device.ui.model import Screen
    from device.ui.play import SessionOptions


class _CardStudy:
    """Implements `device.session.game_ui.Study`."""

    @property
    def help(self) -> str:
        """What it studies."""
        return line("print.study.cards").full

    def add_options(self, parser: ArgumentParser) -> None:
        """Add games and seed."""
        from device.games.nevermind.study import add_options  # noqa: PLC0415 - only for this command

        add_options(parser)

    def run(self, options: Namespace, out: Out, bar: TextIO | None) -> int:
        """Play, and write the table."""
        from device.games.nevermind.study import run  # noqa: PLC0415 - only for this command

        return run(options, out, bar)


class Nevermind:
    """Implements `device.session.game_ui.DeviceGame`."""

    name = "nevermind"
    words = OWN
    label = "home.nevermind"
    options = NevermindOptions
    facts = NevermindFacts
    milestones = MappingProxyType({UNLOCKED: from_1_to(STAGES)})
    start_keys = ("stage", "super", "rotation", "tokens", "decks")
    start_settings = MappingProxyType(
        {
            "rotation": "nevermind.rotation_degrees",
            "tokens": "nevermind.tokens",
            "decks": "nevermind.decks",
        }
    )
    study = _CardStudy()

    @property
    def setup(self) -> StageMenu:
        """Stage, tokens, guidance."""
        return StageMenu()

    @property
    def settings(self) -> tuple[tuple[str, Screen], ...]:
        """One's own cards and packs."""
        return (("settings.cards", OwnCards()), ("settings.packs", OwnPacks()))

    def tour(self, settings: Settings) -> Begin:
        """Stage One on a table that lies already; the device draws the tokens."""
        rules = settings.of(NevermindSettings)
        options: dict[str, object] = {"stage": 1, "super": False, "rotation": rules.rotation_degrees}
        held = NevermindOptions("", guidance=settings.guidance.level, anchor=settings.guidance.anchor)
        return Begin(self.name, options, held)

    def start(self, words: StartWords, settings: Settings, held: SessionOptions) -> Begin:
        """Begin at a stage, with the rules of the settings."""
        rules = settings.of(NevermindSettings)
        options: dict[str, object] = {
            "stage": words.whole("stage", 1),
            "super": words.flag("super"),
            "rotation": rules.rotation_degrees,
            "breath_ends_round": rules.breath_ends_round,
            "breath_calms_feeling": rules.breath_calms_feeling,
        }
        if rules.decks is DeckSource.PAPER:
            options["decks"] = DeckSource.PAPER.value
        elif rules.mind_cards:
            options["mind_cards"] = [list(card) for card in rules.mind_cards]
        own = NevermindOptions(
            held.seed,
            held.guided,
            held.guidance,
            held.anchor,
            tokens=rules.tokens,
            labels=rules.labels,
        )
        return Begin(self.name, options, own)

    def ui(self) -> NevermindUI:
        """Load the screens and the rules."""
        from device.games.nevermind.ui import NevermindUI  # noqa: PLC0415 - loaded when it is played

        return NevermindUI()

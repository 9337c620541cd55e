"""The Mind as the device knows it from the start."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from device.games.the_mind.facts import MindFacts
from device.games.the_mind.options import SEATS, MindOptions, PartnerLevel
from device.games.the_mind.settings import MindSettings
from device.games.the_mind.setup import DEALT, TABLE, MindSetup
from device.games.the_mind.words import OWN, line
from device.ui.model import Begin

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping
    from typing import Any, TextIO

    from device.games.the_mind.ui import MindUI
    from device.session.game_ui import Out, StartWords
    from device.settings.model import Settings
    from device.ui.play import SessionOptions


class _PartnerStudy:
    """Implements `device.session.game_ui.Study`. Its options are those of the rules and of the partners."""

    @property
    def help(self) -> str:
        """What it studies."""
        return line("print.study").full

    def add_options(self, parser: ArgumentParser) -> None:
        """Add seeds, players, partners."""
        from device.games.the_mind.study import add_options  # noqa: PLC0415 - only for this command

        add_options(parser)

    def run(self, options: Namespace, out: Out, bar: TextIO | None) -> int:
        """Let the partners play."""
        from device.games.the_mind.study import run  # noqa: PLC0415 - only for this command

        return run(options, out, bar)


class TheMind:
    """Implements `device.session.game_ui.DeviceGame`."""

    name = "the-mind"
    words = OWN
    label = "home.mind"
    options = MindOptions
    facts = MindFacts
    milestones: Mapping[str, Any] = MappingProxyType({})
    start_keys = ("cards", "blind", "players", "partners", "partner")
    start_settings: Mapping[str, str] = MappingProxyType({})
    study = _PartnerStudy()

    @property
    def setup(self) -> MindSetup:
        """Players, cards, partners, blind mode."""
        return MindSetup()

    @property
    def settings(self) -> tuple[()]:
        """None."""
        return ()

    def tour(self, settings: Settings) -> Begin:
        """Two players with cards that the device deals: one is a virtual partner."""
        rules = settings.of(MindSettings)
        options: dict[str, object] = {
            "players": 2,
            "cards": DEALT,
            "blind": False,
            "blind_cap": rules.blind_cap,
            "empty_hands_vote": rules.empty_hands_vote,
        }
        held = MindOptions("", False, settings.guidance.level, settings.guidance.anchor, partners=SEATS[1])
        return Begin(self.name, options, held)

    def start(self, words: StartWords, settings: Settings, held: SessionOptions) -> Begin:
        """Begin with so many players and partners, with the rules of the settings."""
        rules = settings.of(MindSettings)
        partners = words.whole("partners", 0)
        players = words.whole("players", max(2, partners + 1))
        options: dict[str, object] = {
            "players": players,
            # Virtual partners can only hold cards that the device deals.
            "cards": words.text("cards", DEALT if partners else TABLE),
            "blind": words.flag("blind"),
            "blind_cap": rules.blind_cap,
            "empty_hands_vote": rules.empty_hands_vote,
        }
        if partners and options["cards"] == TABLE:
            raise words.bad(
                "partners hold only cards that the device deals; write cards: dealt, or leave it out"
            )
        if not 0 <= partners < players:
            raise words.bad(f"{partners} partners leave no seat for a person among {players} players")
        wanted = words.text("partner", PartnerLevel.GOOD)
        kind = next((kind for kind in PartnerLevel if kind == wanted), None)
        if kind is None:
            raise words.bad(f"{wanted!r} is no partner; there are zen, good and human")
        own = MindOptions(
            held.seed,
            held.guided,
            held.guidance,
            held.anchor,
            # A team that is too large is refused by the rules.
            partners=SEATS[min(partners, len(SEATS) - 1)],
            partner=kind,
        )
        return Begin(self.name, options, own)

    def ui(self) -> MindUI:
        """Load the screens and the rules."""
        from device.games.the_mind.ui import MindUI  # noqa: PLC0415 - loaded when it is played

        return MindUI()

"""Nevermind as the device knows it from the start."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from device.games.nevermind.facts import NevermindFacts
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import NevermindSettings, TokenSource
from device.games.nevermind.setup import STAGES, UNLOCKED, StageMenu
from device.games.nevermind.words import OWN
from device.storage.decode import from_1_to
from device.ui.model import Begin

if TYPE_CHECKING:
    from device.games.nevermind.ui import NevermindUI
    from device.session.game_ui import StartWords
    from device.settings.model import Settings
    from device.ui.play import SessionOptions


class Nevermind:
    """Implements `device.session.game_ui.DeviceGame`."""

    name = "nevermind"
    words = OWN
    label = "home.nevermind"
    options = NevermindOptions
    facts = NevermindFacts
    milestones = MappingProxyType({UNLOCKED: from_1_to(STAGES)})
    start_keys = ("stage", "super", "rotation", "tokens")
    start_settings = MappingProxyType(
        {"rotation": "nevermind.rotation_degrees", "tokens": "nevermind.tokens"}
    )
    study = None

    @property
    def setup(self) -> StageMenu:
        """Stage, tokens, guidance."""
        return StageMenu()

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
        if rules.mind_cards:
            options["mind_cards"] = [list(card) for card in rules.mind_cards]
        own = NevermindOptions(
            held.seed,
            held.guided,
            held.guidance,
            held.anchor,
            tokens=TokenSource.TABLE if rules.tokens_asked else TokenSource.DEVICE,
            labels=rules.labels,
        )
        return Begin(self.name, options, own)

    def ui(self) -> NevermindUI:
        """Load the screens and the rules."""
        from device.games.nevermind.ui import NevermindUI  # noqa: PLC0415 - loaded when it is played

        return NevermindUI()

"""Home, the offer to resume, and which of them a start leads to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.screens.around import FirstTime
from device.screens.breathe import Breathe
from device.screens.journal import Journal
from device.screens.settings_menu import SettingsMenu
from device.screens.setup import SetupRead
from device.text.catalog import line
from device.ui.events import Key, KeyPressed
from device.ui.menus import Item, Menu
from device.ui.model import Answer, Go, Home, Intent, Push, Resume, Screen, Stay, Tell

if TYPE_CHECKING:
    from device.app.player import Player
    from device.session.sessions import Sessions
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model


def first_screen(player: Player, sessions: Sessions, *, skip_first: bool) -> Screen:
    """Return where a start leads: to the first start, unless it was had; to the open session; else home."""
    if not skip_first and not player.progress.first_start_done:
        return SetupRead()
    games = sorted(sessions.open_games())
    return ResumeOffer(game=games[0]) if games else HomeMenu()


@dataclass(frozen=True, slots=True)
class HomeMenu(Menu):
    """`home`."""

    def scene_id(self) -> str:
        """`home`."""
        return "home"

    def title(self, model: Model) -> Line:
        """Show the name of the device."""
        return line("home.title")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Offer what can be begun; a game with an open session offers to go on first."""
        return (
            *(Item(model.words.line(offer.label), chosen_game(model, offer.game)) for offer in model.games),
            Item(line("home.breathe"), (Push(Breathe()),)),
            Item(line("home.journal"), (Push(Journal()),)),
            Item(line("home.settings"), (Push(SettingsMenu()),)),
        )

    def on(self, model: Model, event: Event) -> Answer:
        """As a list; there is nothing to go back to, and the 0 that went past an end begins
        nothing: it takes only what was walked to.
        """
        match event:
            case KeyPressed(key=Key.K1):
                return (Stay(),)
            case KeyPressed(key=Key.PAD_0) if not self.cursor:
                return (Tell(line("home.keys")),)
        return Menu.on(self, model, event)


def chosen_game(model: Model, game: str) -> tuple[Intent, ...]:
    """Return what choosing a game leads to: its open session, or its set-up; who never played is asked once
    whether to be shown around.
    """
    if game in model.open_games:
        return (Push(ResumeOffer(game=game)),)
    never = model.is_new and not (model.entries or model.open_games)
    offer = next(offer for offer in model.games if offer.game == game)
    if never and offer.tour is not None:
        return (Push(FirstTime(offer)),)
    return (Push(offer.setup),)


@dataclass(frozen=True, slots=True)
class ResumeOffer(Menu):
    """`resume`: K4 on its first entry or 0 goes on, K1 keeps the open session and goes home."""

    game: str = field(kw_only=True)

    def scene_id(self) -> str:
        """`resume`."""
        return "resume"

    def title(self, model: Model) -> Line:
        """Say that a session is open."""
        return line("resume")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Go on; begin another; leave it as it is."""
        return (
            Item(line("resume.on"), (Resume(self.game),)),
            Item(line("resume.new"), (Go(_setup(model, self.game)),)),
            Item(line("resume.later"), (Home(),)),
        )

    def on(self, model: Model, event: Event) -> Answer:
        """As a list, but 0 always goes on and # always begins another."""
        match event:
            case KeyPressed(key=Key.PAD_0):
                return (Resume(self.game),)
            case KeyPressed(key=Key.HASH):
                return (Go(_setup(model, self.game)),)
            case KeyPressed(key=Key.K1):
                return (Home(),)
        return Menu.on(self, model, event)


def _setup(model: Model, game: str) -> Screen:
    """Return what is asked before a new session."""
    return next(offer.setup for offer in model.games if offer.game == game)

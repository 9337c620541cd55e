"""The screens of The Mind, at the table and dealt. Hands that only their holder may see stay closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.games.the_mind.check import Check
from device.games.the_mind.hand import Hand
from device.games.the_mind.history import History
from device.games.the_mind.lessons import Tour
from device.games.the_mind.level import Level
from device.games.the_mind.news import News
from device.games.the_mind.options import MindOptions
from device.games.the_mind.setup import MindSetup
from device.tools.gallery.entry import GalleryEntry, switched_on, touched
from device.ui.model import Begin, Do, Go, Home, Push
from engine.the_mind.commands import (
    Agree,
    Concede,
    Focus,
    Play,
    ProposeStar,
    ReportLevelDone,
    ReportMisplay,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.games.the_mind.options import Seats
    from device.settings.model import Profile
    from device.sim.rig import Rig
    from device.ui.model import Screen
    from engine.the_mind.commands import Command


def _game(
    *,
    players: int = 3,
    dealt: bool = False,
    blind: bool = False,
    partners: Seats = 0,
    guided: bool = False,
    seed: str = "7",
) -> Callable[[Profile], Rig]:
    """Begin a game."""
    options: dict[str, object] = {
        "players": players,
        "cards": "dealt" if dealt else "table",
        "blind": blind,
    }

    def make(profile: Profile) -> Rig:
        rig = switched_on(profile)
        rig.perform(Begin("the-mind", options, MindOptions(seed, guided=guided, partners=partners)))
        return rig

    return make


def _done(make: Callable[[Profile], Rig], *commands: Command) -> Callable[[Profile], Rig]:
    """Tell what happened; the last one leaves its screen."""

    def after(profile: Profile) -> Rig:
        rig = make(profile)
        for command in commands:
            rig.perform(Do(command))
        return rig

    return after


def _keys(make: Callable[[Profile], Rig], *keys: str) -> Callable[[Profile], Rig]:
    return lambda profile: touched(make(profile), *keys)


def _hands(make: Callable[[Profile], Rig], *seats: int) -> Callable[[Profile], Rig]:
    def lie(profile: Profile) -> Rig:
        rig = make(profile)
        rig.palms_down(list(seats))
        rig.wait(1_000_000)
        return rig

    return lie


def _early(make: Callable[[Profile], Rig]) -> Callable[[Profile], Rig]:
    """Play the highest of all lowest cards: a misplay."""

    def play(profile: Profile) -> Rig:
        rig = make(profile)
        if rig.state["phase"] == "focus":
            rig.perform(Do(Focus()))
        hands = rig.state["hands"]
        assert isinstance(hands, list)
        seat = max(range(len(hands)), key=lambda one: hands[one][0])
        rig.perform(Do(Play(seat, hands[seat][0])))
        return rig

    return play


def _level_of(make: Callable[[Profile], Rig], level: int) -> Callable[[Profile], Rig]:
    """Go on to a level of dealt play and begin it: everybody plays in order."""

    def reach(profile: Profile) -> Rig:
        rig = make(profile)
        while rig.state["level"] != level:
            if rig.state["phase"] == "focus":
                rig.perform(Do(Focus()))
            hands = rig.state["hands"]
            assert isinstance(hands, list)
            card, seat = min((hand[0], seat) for seat, hand in enumerate(hands) if hand)
            rig.perform(Do(Play(seat, card)))
        rig.perform(Do(Focus()))
        return rig

    return reach


def _solo() -> Callable[[Profile], Rig]:
    return _game(players=2, dealt=True, partners=1)


def _standing(make: Callable[[Profile], Rig], screen: Screen) -> Callable[[Profile], Rig]:
    def shown(profile: Profile) -> Rig:
        rig = make(profile)
        rig.perform(Push(screen))
        rig.settle()
        return rig

    return shown


def _news(make: Callable[[Profile], Rig], page: int) -> Callable[[Profile], Rig]:
    """Go on to a page of what is told."""

    def turned(profile: Profile) -> Rig:
        rig = make(profile)
        screen = rig.app.model.screen
        assert isinstance(screen, News)
        rig.perform(Go(replace(screen, pages=screen.pages[page:])))
        rig.settle()
        return rig

    return turned


def _counting(profile: Profile) -> Rig:
    rig = _done(_game(blind=True), Focus())(profile)
    rig.perform(Go(Check(Level(), 2)))
    return rig


def _history(profile: Profile) -> Rig:
    rig = _done(_game(), Focus(), ReportLevelDone(), Focus(), ReportMisplay(), Concede())(profile)
    rig.perform(Home())
    rig.perform(Push(History()))
    return rig


def _setup(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.perform(Go(MindSetup(players=4, cards="dealt", partners=2)))
    return rig


LEVEL = _done(_game(), Focus())
SOLO = _done(_solo(), Focus())
LEVELS_WON = (Focus(), ReportLevelDone()) * 10
ENTRIES: tuple[GalleryEntry, ...] = (
    GalleryEntry("tm.setup", _setup),
    GalleryEntry("tm.deal quiet", _game(guided=True)),
    GalleryEntry("tm.deal cards", _news(_game(guided=True), 1)),
    GalleryEntry("tm.deal", _news(_game(guided=True), 2)),
    GalleryEntry("tm.deal dealt", _game(dealt=True, guided=True)),
    GalleryEntry("tm.deal blind-first", _news(_game(blind=True, guided=True), 2)),
    GalleryEntry("tm.deal star", _news(_done(_game(), Focus(), ReportLevelDone()), 1)),
    GalleryEntry("tm.hand", _standing(_game(dealt=True), Hand(0))),
    GalleryEntry("tm.focus two", _hands(_game(players=2), 1)),
    GalleryEntry("tm.focus three", _hands(_game(players=3), 0, 2)),
    GalleryEntry("tm.focus four", _hands(_game(players=4), 0, 1, 3)),
    GalleryEntry("tm.focus ready", _hands(_game(players=4), 0, 1, 2, 3)),
    GalleryEntry("tm.level", LEVEL),
    GalleryEntry("tm.level done", _keys(LEVEL, "5")),
    GalleryEntry("tm.level misplay", _keys(LEVEL, "8")),
    GalleryEntry("tm.level picker", _keys(LEVEL, "K4")),
    GalleryEntry("tm.level star-none", _keys(_done(LEVEL, ProposeStar(0), Agree(1), Agree(2), Focus()), "0")),
    GalleryEntry("tm.level solo", SOLO),
    GalleryEntry("tm.level solo-four", _level_of(_solo(), 4)),
    GalleryEntry("tm.level solo-twelve", _level_of(_solo(), 12)),
    GalleryEntry("tm.level solo-picker", _keys(SOLO, "K4")),
    GalleryEntry("tm.level dealt", _done(_game(players=4, dealt=True), Focus())),
    GalleryEntry("tm.level dealt-picker", _keys(_done(_game(players=4, dealt=True), Focus()), "K4")),
    GalleryEntry("tm.ask", _done(LEVEL, ProposeStar(0), Agree(2))),
    GalleryEntry("tm.star", _done(LEVEL, ProposeStar(0), Agree(1), Agree(2))),
    GalleryEntry(
        "tm.star dealt",
        _done(_game(dealt=True), Focus(), ProposeStar(0), Agree(1), Agree(2)),
    ),
    GalleryEntry("tm.life", _done(LEVEL, ReportMisplay())),
    GalleryEntry("tm.life another", _keys(_done(LEVEL, ReportMisplay()), "8")),
    GalleryEntry("tm.life dealt", _early(_done(_game(players=4, dealt=True), Focus()))),
    GalleryEntry("tm.life solo", _early(SOLO)),
    GalleryEntry("tm.done", _done(LEVEL, ReportLevelDone())),
    GalleryEntry("tm.done star", _done(LEVEL, ReportLevelDone(), Focus(), ReportLevelDone())),
    GalleryEntry("tm.done life", _done(_game(), *LEVELS_WON[:6])),
    GalleryEntry("tm.done full", _done(_game(), *LEVELS_WON[:18])),
    GalleryEntry("tm.check", _keys(_done(_game(blind=True), Focus()), "5", "K4")),
    GalleryEntry("tm.check slide", _keys(_done(_game(blind=True), Focus()), "5", "K4", "0")),
    GalleryEntry("tm.check count", _counting),
    GalleryEntry("tm.check framed", _keys(_counting, "7")),
    GalleryEntry("tm.check picker", _keys(_counting, "K4", "K3", "K3")),
    GalleryEntry("tm.win", _done(_game(), *LEVELS_WON)),
    GalleryEntry("tm.win picker", _keys(_done(_game(), *LEVELS_WON), "K4")),
    GalleryEntry("tm.deal blind", _keys(_done(_game(), *LEVELS_WON), "0", "#")),
    GalleryEntry("tm.lose", _done(_game(players=2), Focus(), ReportMisplay(), Focus(), ReportMisplay())),
    GalleryEntry("tm.lose dealt", _early(_early(_done(_game(players=2, dealt=True, seed="5"), Focus())))),
    GalleryEntry("tm.lose early", _done(LEVEL, Concede())),
    GalleryEntry("journal team", _history),
    GalleryEntry("pause the-mind", _keys(_done(LEVEL, Stop()), "K2")),
    GalleryEntry("help.tour", _standing(_solo(), Tour())),
    GalleryEntry("pause.stop", _keys(_done(LEVEL, Stop()), "K2", "K2", "K2", "K4")),
)

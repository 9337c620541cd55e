"""What happened, a page at a time: misplay, star, check, level done, the next deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.focus import FRESH, FRESH_STEP_MS, Another, Focus
from device.games.the_mind.hand import Hand
from device.games.the_mind.lessons import FIRST, lesson, way_of
from device.games.the_mind.level import may_tell
from device.games.the_mind.table import humans, laid, play_of, secret_hands, zone_name, zones_scene
from device.games.the_mind.words import line
from device.screens.turning import onward
from device.settings.model import Profile
from device.ui.events import ONWARD, Entered, HandsMoved, Key, KeyPressed, Pads, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Go, Screen
from device.ui.scene import LineBody, NumbersBody, Scene, TextBody
from engine.the_mind import effects as fx
from engine.the_mind.model import REWARDS, Phase, Reward

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.games.the_mind.table import MindPlay
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

_REWARD = {None: "none", Reward.STAR: "star", Reward.LIFE: "life"}
HELP_PAGES = {
    "tm.life": "misplay",
    "tm.star": "star",
    "tm.check": "count",
    "tm.done": "reward",
}
"""The page of help about each kind of news; a deal has that of the way to play."""
A_LINE = 3
"""So many cards stand in one line."""
LOST = (Phase.LOST, Phase.BLIND_OVER)
"""Ends without a life."""


@dataclass(frozen=True, slots=True)
class Page:
    """One thing that happened."""

    id: str
    line: Line
    more: tuple[Line, ...] = ()
    """Further lines; then it is a page of text."""
    numbers: tuple[int, ...] = ()
    """Cards that lie aside, face up; then `line` is their title."""


@dataclass(frozen=True, slots=True)
class News(Screen):
    """`tm.life`, `tm.star`, `tm.check`, `tm.done`, `tm.deal`: 0 and K4 go on; hands that come go to focus."""

    pages: tuple[Page, ...]
    then: Screen
    """What waits behind the last page."""
    fresh: int = FRESH
    """Steps of half a second after a misplay in which another one is asked about."""
    mode: ClassVar[Mode] = Mode.SESSION

    def help_at(self, model: Model) -> str:
        """What the page is about."""
        return HELP_PAGES.get(self._page.id, way_of(play_of(model)))

    def tells(self, model: Model) -> bool:
        """Each page says what to do, or what lives and stars are now."""
        return True

    @property
    def _page(self) -> Page:
        return self.pages[0]

    def pads(self, model: Model) -> Pads:
        """They are hands."""
        return Pads.HANDS

    def scene(self, model: Model) -> Scene:
        """Show the page: numbers, text, or one line (after a misplay with the zones, to lay hands down)."""
        page = self._page
        if page.numbers:
            return Scene(page.id, NumbersBody(page.line, page.numbers))
        if page.more:
            if model.settings.screen.profile is Profile.L:
                # A headline there is a single row, too short for the line itself.
                return Scene(page.id, TextBody(line("tm.title"), (page.line, *page.more)))
            return Scene(page.id, TextBody(page.line, page.more))
        if page.id == "tm.life":
            return zones_scene(play_of(model), page.id, page.line, laid(model))
        return Scene(page.id, LineBody(page.line))

    def on(self, model: Model, event: Event) -> Answer:
        """Go on, over all sides of a page; a first game has its lessons. A second misplay is asked about
        (F30), until the time for that has run out, step by step.
        """
        match event:
            case Entered():
                return lesson(model, *self._lessons(model))
            case HandsMoved(came=came):
                return self._joined(model, came)
            case TimedOut():
                # The same picture, and maybe a further side of it.
                return (Go(replace(self, fresh=self.fresh - 1), keeps_side=True),)
            case KeyPressed(key=key) if key in ONWARD:
                return onward(model, self, self._onward(model))
            case KeyPressed(key=Key.K6):
                return self._joined(model, humans(play_of(model)))
            case KeyPressed(key=Key.PAD_8) if self._asks_again(model):
                return (Go(Another(self, "tm.life") if self.fresh else Focus(pending="misplay")),)
        return ()

    def _lessons(self, model: Model) -> tuple[str, ...]:
        """The pages of a first game about what stands here."""
        if self._page.id != "tm.deal":
            return (HELP_PAGES[self._page.id],) if self._page.id in HELP_PAGES else ()
        return (FIRST, *(("blind",) if play_of(model).state.blind else ()))

    def _asks_again(self, model: Model) -> bool:
        return self._page.id == "tm.life" and may_tell(play_of(model), "misplay")

    def _onward(self, model: Model) -> Screen:
        if len(self.pages) > 1:
            return replace(self, pages=self.pages[1:])
        if self._page.id == "tm.deal" and secret_hands(play_of(model)):
            return Hand(0, self.then)
        if isinstance(self.then, Focus) and self._page.id == "tm.life":
            return Focus(fresh=self.fresh)
        return self.then

    def _joined(self, model: Model, came: frozenset[int]) -> Answer:
        """Hands that come go to focus and count there; secret hands are looked at before."""
        if not came & humans(play_of(model)):
            return ()
        last = replace(self, pages=self.pages[-1:])
        if secret_hands(play_of(model)) and last._page.id == "tm.deal":
            return (Go(last._onward(model) if last == self else last),)
        return (Go(last._onward(model)),)

    def timeout_ms(self, model: Model) -> int | None:
        """The time in which another misplay is asked about runs out; nothing is seen of it."""
        return FRESH_STEP_MS if self.fresh and self._page.id == "tm.life" else None


def deal_pages(play: MindPlay, *, first: bool) -> tuple[Page, ...]:
    """Return the deal of the level that lies ahead; `first`: with what is said once a game (M6.2)."""
    state = play.state
    dealt = state.options.dealt
    many = "tm.deal" if state.level > 1 else "tm.deal.1"
    cards = line(f"number.{state.level}").full
    text = line(many, level=state.level, cards=cards, count=state.level)
    waits = line(f"tm.deal.{_REWARD[REWARDS.get(state.level)]}")
    if not first:
        # All cards again, not those that were left (M1.2).
        return (Page("tm.deal", text, (waits,) if dealt else (line("tm.set.again"), waits)),)
    aside: tuple[Line, ...] = () if dealt else (line("tm.set.rest"),)
    if humans(play) == {0}:
        # Of the others only numbers are told; several people are asked to look seat by seat, zone by zone.
        aside = (line("tm.seat.you", zone=zone_name(play, 0)),)
    blind = (_blind_page(play),) if state.blind else ()
    return (*_said_once(dealt=dealt), *blind, Page("tm.deal", text, (*aside, waits)))


def _said_once(*, dealt: bool) -> tuple[Page, ...]:
    """Return what is said once a game: no word of cards, and what to take or whose zone is whose."""
    quiet = line("tm.quiet")
    if dealt:
        return (Page("tm.deal", quiet, (line("tm.set.zone"),)),)
    return Page("tm.deal", quiet), Page("tm.deal", line("tm.set.cards"), (line("tm.set.here"),))


def _blind_page(play: MindPlay) -> Page:
    how = "tm.blind.how.dealt" if play.state.options.dealt else "tm.blind.how"
    return Page("tm.deal", line("tm.blind"), (line(how),))


def done_line(effects: Iterable[object]) -> Line | None:
    """Return the level completed and its reward or forfeit in words (M3.1); None if none was."""
    done: fx.LevelDone | None = None
    found = None
    for effect in effects:
        match effect:
            case fx.LevelDone(level=level):
                done, found = effect, line("tm.done", level=level)
            case fx.RewardPaid(kind=kind) if done is not None:
                found = line(f"tm.done.{kind.value}", level=done.level)
            case fx.RewardForfeited() if done is not None:
                found = line("tm.full", level=done.level)
            case _:
                pass
    return found


def pages(play: MindPlay, effects: Sequence[object]) -> tuple[Page, ...]:
    """Return what these effects have to say, in their order: the life is charged before the reward.

    An end stands at once (M2.4, M5.1): its own screen says what the last act brought.
    """
    found: list[Page] = []
    state = play.state
    dealt = state.options.dealt
    lost = state.phase in LOST
    for effect in effects:
        match effect:
            case fx.Misplayed() if not lost:
                found.append(_misplay(play, effect, effects))
            case fx.StarUsed(set_aside=aside):
                found.append(_cards_out("tm.star", "tm.star.out", aside))
            case fx.MistakesFound(count=count) if dealt or (count and not lost):
                # At the table the players counted them; an end or a clear pile is no news to them.
                found.append(Page("tm.check", _checked(state.lives, count, effects)))
            case fx.LevelDone() if state.result is None:
                told = done_line(effects)
                assert told is not None, "a level was done"
                found.append(Page("tm.done", told))
            case fx.BlindBegan():
                found.append(_blind_page(play))
            case fx.LevelBegan():
                found += deal_pages(play, first=False)
            case _:
                pass
    return tuple(found)


def _checked(lives: int, count: int, effects: Iterable[object]) -> Line:
    """Return what the check of the pile found, and the lives before the reward (M5.4)."""
    if not count:
        return line("tm.clean")
    paid = any(isinstance(one, fx.RewardPaid) and one.kind is Reward.LIFE for one in effects)
    return line("tm.mistakes", count=count, lives=lives - paid)


def _misplay(play: MindPlay, effect: fx.Misplayed, effects: Iterable[object]) -> Page:
    """Return a misplay: at the table what to put aside; dealt whose card beat whose, and what goes on."""
    if not effect.set_aside:
        return Page("tm.life", line("tm.life"))
    ends = any(isinstance(one, fx.LevelDone) for one in effects)
    played, *held = whose(play, effect)
    return Page("tm.life", played, (*held, line("tm.life.one" if ends else "tm.life.goes")))


def whose(play: MindPlay, effect: fx.Misplayed) -> tuple[Line, ...]:
    """Return who played which card, and the lower cards that were still held; () at the table.

    Seats are counted from 1, and the only person is "you".
    """
    if effect.seat is None or effect.card is None:
        return ()
    you = humans(play) == {0}

    def told(did: str, seat: int, **numbers: str | int) -> Line:
        if you and seat == 0:
            return line(f"tm.life.{did}.you", **numbers)
        return line(f"tm.life.{did}", seat=seat + 1, **numbers)

    held = (
        told("held", seat, numbers=" ".join(map(str, cards[start : start + A_LINE])))
        for seat, cards in enumerate(effect.set_aside)
        for start in range(0, len(cards), A_LINE)
    )
    return (told("played", effect.seat, card=effect.card), *held)


def _cards_out(scene_id: str, title_id: str, aside: Iterable[tuple[int, ...]]) -> Page:
    """Return a star: dealt with the cards that lie aside now, at the table in words."""
    numbers = _sorted(aside)
    return Page(scene_id, line(title_id if numbers else scene_id), numbers=numbers)


def misplay_in(effects: Iterable[object]) -> fx.Misplayed | None:
    """Return the misplay among these effects, if there is one."""
    return next((effect for effect in effects if isinstance(effect, fx.Misplayed)), None)


def _sorted(aside: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted(card for hand in aside for card in hand))

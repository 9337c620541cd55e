"""What happened, a page at a time: misplay, star, check, level done, the next deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.focus import FRESH, FRESH_STEP_MS, Another, Focus
from device.games.the_mind.hand import Hand
from device.games.the_mind.level import may_tell
from device.games.the_mind.table import humans, laid, play_of, secret_hands, zones_scene
from device.games.the_mind.words import line
from device.settings.model import Profile
from device.ui.events import ONWARD, HandsMoved, Key, KeyPressed, Pads, TimedOut
from device.ui.model import Answer, Go, Mode, Screen
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
    help_page: ClassVar[str] = "mind"

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
        """Go on; a second misplay is asked about (F30), until the time for that has run out, step by step."""
        match event:
            case HandsMoved(came=came):
                return self._joined(model, came)
            case TimedOut():
                return (Go(replace(self, fresh=self.fresh - 1)),)
            case KeyPressed(key=key) if key in ONWARD:
                return (Go(self._onward(model)),)
            case KeyPressed(key=Key.K6):
                return self._joined(model, humans(play_of(model)))
            case KeyPressed(key=Key.PAD_8) if self._asks_again(model):
                return (Go(Another(self, "tm.life") if self.fresh else Focus(pending="misplay")),)
        return ()

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
    many = "tm.deal" if state.level > 1 else "tm.deal.1"
    cards = line(f"number.{state.level}").full
    text = line(many, level=state.level, cards=cards, count=state.level)
    waits = line(f"tm.deal.{_REWARD[REWARDS.get(state.level)]}")
    deal = Page("tm.deal", text, (waits,))
    return (Page("tm.deal", line("tm.quiet")), deal) if first else (deal,)


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
            case fx.Misplayed(set_aside=aside) if not lost:
                found.append(_cards_out("tm.life", "tm.life.out", aside))
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
                found.append(Page("tm.deal", line("tm.blind")))
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


def _cards_out(scene_id: str, title_id: str, aside: Iterable[tuple[int, ...]]) -> Page:
    """Return a misplay or a star: dealt with the cards that lie aside now, at the table in words."""
    numbers = _sorted(aside)
    return Page(scene_id, line(title_id if numbers else scene_id), numbers=numbers)


def aside_in(effects: Iterable[object]) -> tuple[int, ...]:
    """Return the lower cards that a misplay of dealt play brought to light; () without one."""
    return next((_sorted(effect.set_aside) for effect in effects if isinstance(effect, fx.Misplayed)), ())


def _sorted(aside: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted(card for hand in aside for card in hand))

"""The Watcher Phase (N4) and matching the screen to the table: needs and deeds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import action_on, watcher_actions
from engine.nevermind.commands import Fix
from engine.nevermind.model import MIND_CARDS, TIMER_FULL, Intensity
from engine.nevermind.paper import centers_in_play, lay_as_told
from engine.nevermind.score import end_of
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.draft import Draft


# Needs of an action. `legal` tries all of them on all thoughts, so their refusals are made once.


def center_is_free(draft: Draft) -> Refusal | None:
    """While the Center is Focused a thought must be let go (N4.4)."""
    return _refusal(RefusalCode.MUST_LET_GO, _LET_GO) if draft.center else None


def thought_can_take_it(draft: Draft) -> Refusal | None:
    """The one action of the thought as it is (N4.1 to N4.4, N5.5)."""
    if action_on(draft, draft.grid[draft.at]) is type(draft.command):
        return None
    return _refusal(RefusalCode.TARGET, f"{draft.at.name} cannot take that action as it is")


def thought_is_not_barred(draft: Draft) -> Refusal | None:
    """Barred thoughts take no action, unless no other thought can take one (N4.5)."""
    if draft.at not in draft.barred or draft.at in _open_to_action(draft):
        return None
    return _refusal(RefusalCode.BARRED, f"{draft.at.name} is barred in this round, and others are not")


def nothing_can_be_done(draft: Draft) -> Refusal | None:
    """An action that is possible must be taken (N4.6)."""
    if _open_to_action(draft):
        return _refusal(RefusalCode.PHASE, "an action is possible, so it must be taken")
    return None


_LET_GO = "the Center is Focused, so a thought must be let go"


@lru_cache(maxsize=32)
def _refusal(code: RefusalCode, message: str) -> Refusal:
    return Refusal(code, message)


def _open_to_action(draft: Draft) -> tuple[object, ...]:
    found = draft.memo.get("actions")
    if found is None:
        found = draft.memo["actions"] = tuple(watcher_actions(draft))
    return found


def table_can_lie_so(draft: Draft) -> Refusal | None:
    """A table that the rules can reach, in a game that goes on."""
    fault = _fault(draft, draft.said(Fix))
    return None if fault is None else Refusal(RefusalCode.TARGET, fault)


def _fault(draft: Draft, command: Fix) -> str | None:
    """Return what is wrong with such a table, in words."""
    subliminal = [thought for thought in command.grid if thought.intensity is Intensity.SUBLIMINAL]
    if len(command.grid) != 8:
        return "all eight places must be given"
    if any(t.token is None and t.intensity is not Intensity.SUBLIMINAL for t in command.grid):
        return "every thought that is not Subliminal has a token"
    if not 1 <= command.timer <= TIMER_FULL:
        return f"the timer has 1 to {TIMER_FULL} cards"
    if command.center not in {0, 1}:
        return "the Center holds no marker or one"
    if command.center and all(thought.token is None for thought in subliminal):
        # With this the eight markers suffice too (N1.5): each lies on a thought, or for one on the Center.
        return "a Focused Center needs a Subliminal thought with a token"
    if end_of(command.grid, draft.options.stage) is not None:
        return "such a grid would end the game"
    return _deck_fault(draft, command) if draft.options.paper else None


def _deck_fault(draft: Draft, command: Fix) -> str | None:
    """Return what is wrong with such a paper deck, in words (N8.8)."""
    if command.deck is None and command.breathes is None:
        return None
    if command.deck is None or command.breathes is None:
        return "deck and breathes are given together"
    centers = centers_in_play(draft)
    if not 0 <= command.breathes <= centers:
        return f"the Mind Deck has 0 to {centers} Center Cards"
    if not max(1, command.breathes) <= command.deck <= MIND_CARDS + command.breathes:
        most = MIND_CARDS + command.breathes
        return f"a Mind Deck with {command.breathes} Center Cards has 1 to {most} cards, and they too"
    return None


# Deeds


def notice_it(draft: Draft) -> None:
    """Distraction to Thought (N4.1)."""
    draft.put(Intensity.THOUGHT)
    draft.told.append(fx.Noticed(draft.at))


def acknowledge_it(draft: Draft) -> None:
    """Thought to Acknowledged (N4.2)."""
    draft.put(Intensity.ACKNOWLEDGED)
    draft.told.append(fx.Acknowledged(draft.at))


def focus_on_it(draft: Draft) -> None:
    """Acknowledged to Subliminal, its marker moves to the Center (N4.3)."""
    draft.put(Intensity.SUBLIMINAL)
    draft.center += 1
    draft.told.append(fx.Focused(draft.at))


def let_it_go(draft: Draft) -> None:
    """Subliminal to Released with the Center's marker (N4.4)."""
    draft.put(Intensity.RELEASED)
    draft.center -= 1
    draft.told.append(fx.WasLetGo(draft.at))


def rest(draft: Draft) -> None:
    """The Watcher rests (N4.6)."""
    draft.told.append(fx.Rested())


def match_the_table(draft: Draft) -> None:
    """Take grid, Center and timer as the player says they lie; `barred` and all else stay."""
    command = draft.said(Fix)
    draft.grid = list(command.grid)
    draft.center = command.center
    draft.timer = command.timer
    if draft.options.paper and command.deck is not None and command.breathes is not None:
        lay_as_told(draft, command.deck, command.breathes)
    draft.told.append(fx.GridFixed())

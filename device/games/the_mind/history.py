"""The team's history: what the journal knows of games of The Mind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.games.the_mind.facts import MindFacts
from device.games.the_mind.words import line
from device.screens.turning import BACKWARD, FORWARD
from device.storage.journal import JournalEntry
from device.ui.events import Key, KeyPressed
from device.ui.model import Answer, Back, Go, Screen
from device.ui.scene import Scene, TextBody
from engine.the_mind import effects as fx
from engine.the_mind.model import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.games.the_mind.table import MindPlay
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

GAME = "the-mind"


def entry_of(play: MindPlay) -> JournalEntry:
    """Return what the journal keeps of a game: misplays by level and the best level from open play."""
    state = play.state
    effects = [effect for moment in play.moments for effect in moment.effects]
    kinds = {type(effect) for effect in effects}
    outcome = "" if state.result is None else state.result.value
    if fx.Won in kinds and state.phase is not Phase.BLIND_WON:
        # Whatever happens in blind mode, the won game stays won (M5.4).
        outcome = Phase.WON.value
    elif fx.Conceded in kinds:
        outcome = "conceded"
    return JournalEntry(
        session=play.number,
        game=GAME,
        seconds=play.active_ms // 1000,
        outcome=outcome,
        facts=MindFacts(
            players=state.options.players,
            cards=state.options.cards.value,
            level=max((effect.level for effect in effects if isinstance(effect, fx.LevelDone)), default=0),
            misplays=misplays(effects),
            blind_levels=state.blind_levels if state.blind else None,
        ),
    )


def misplays(effects: Iterable[object]) -> tuple[int, ...]:
    """Count the misplays of each level that was begun, level 1 first; in blind mode the mistakes found.

    What follows a won game in blind mode is counted no more: the won game stays as it was.
    """
    counts = [0]
    for effect in effects:
        if isinstance(effect, fx.BlindBegan):
            break
        if isinstance(effect, fx.Misplayed):
            counts[-1] += 1
        elif isinstance(effect, fx.MistakesFound):
            counts[-1] += effect.count
        elif isinstance(effect, fx.LevelBegan):
            counts.append(0)
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Team:
    """All games of one number of players."""

    players: int
    games: int
    best: int
    """Best level completed."""
    misplays: tuple[int, ...]
    """By level, level 1 first, over all games."""
    blind: int | None
    """Most blind levels completed; None if blind mode was never played."""


def teams(entries: Sequence[JournalEntry]) -> tuple[Team, ...]:
    """Return the history, one team a number of players."""
    found = []
    known = [entry.facts for entry in entries if isinstance(entry.facts, MindFacts)]
    for players in (2, 3, 4):
        games = [facts for facts in known if (facts.players or 2) == players]
        if games:
            levels = max(len(facts.misplays or ()) for facts in games)
            by_level = tuple(
                sum((facts.misplays or ())[level] for facts in games if level < len(facts.misplays or ()))
                for level in range(levels)
            )
            blind = max((one.blind_levels for one in games if one.blind_levels is not None), default=None)
            found.append(Team(players, len(games), max(one.level or 0 for one in games), by_level, blind))
    return tuple(found)


def told(team: Team) -> tuple[Line, ...]:
    """Return a team's history in lines."""
    games = line("tm.team.games.1" if team.games == 1 else "tm.team.games", games=team.games)
    lines = [games, line("journal.level", level=team.best)]
    spots = [(level, count) for level, count in enumerate(team.misplays, 1) if count]
    lines += [line("tm.team.misplays", level=level, count=count) for level, count in spots]
    if not spots:
        lines.append(line("tm.team.clean"))
    if team.blind is not None:
        lines.append(line("tm.team.blind", levels=team.blind))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class History(Screen):
    """The team's history, a page a number of players: K3 and 0 turn on, K2 back, K1 closes."""

    page: int = 0

    def scene(self, model: Model) -> Scene:
        """Show a page."""
        known = teams(model.entries)
        if not known:
            return Scene("journal", TextBody(line("tm.history"), (line("journal.empty"),)))
        pages = [
            (team, told(team)[start : start + 3]) for team in known for start in range(0, len(told(team)), 3)
        ]
        at = self.page % len(pages)
        team, lines = pages[at]
        return Scene("journal", TextBody(line("tm.team", players=team.players), lines, at, len(pages)))

    def on(self, model: Model, event: Event) -> Answer:
        """Turn the pages."""
        match event:
            case KeyPressed(key=key) if key in FORWARD:
                return (Go(replace(self, page=self.page + 1)),)
            case KeyPressed(key=key) if key in BACKWARD:
                return (Go(replace(self, page=max(0, self.page - 1))),)
            case KeyPressed(key=Key.K1):
                return (Back(),)
        return ()

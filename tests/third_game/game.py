"""Stones as a guest of the device: the one object that it hands in, and what leads a session."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.games.registry import GAMES
from device.session.game_ui import Turned
from device.session.games import DeviceGames
from device.storage.decode import Count
from device.storage.journal import JournalEntry
from device.ui.model import Begin
from device.ui.play import Moment, SessionOptions
from engine.games import Games
from tests.third_game.rules import GAME, Phase, Taken
from tests.third_game.screens import Before, Empty, Heap
from tests.third_game.words import OWN, line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.session.game_ui import Batch, StartWords
    from device.settings.model import Settings
    from device.text.line import Line
    from device.ui.model import Screen
    from device.ui.scene import Scene
    from engine.step import Refusal
    from tests.third_game.rules import Command, Effect, State
    from tests.third_game.screens import StonesPlay


@dataclass(frozen=True, slots=True)
class StonesFacts:
    """What the journal keeps: implements `device.ui.facts.Facts`."""

    heap: Count | None = None
    taken: Count | None = None

    def title(self) -> str:
        return f"Stones, {self.heap or 0}"

    def told(self, outcome: str) -> tuple[str, ...]:
        return (f"{self.taken or 0} taken",)

    def moods(self) -> tuple[None, None]:
        return None, None

    def lines(self) -> tuple[Line, ...]:
        return (line("stones.kept", taken=self.taken or 0),)


class StonesUI:
    """Implements `device.session.game_ui.GameUI`."""

    def given(self, state: State, options: SessionOptions, counts: Mapping[str, int]) -> None:
        """Every stone is taken by hand."""

    def guessed(self, state: State, options: SessionOptions, counts: Mapping[str, int]) -> None:
        """Nothing is asked that could be skipped."""

    def moment(
        self,
        options: SessionOptions,
        before: Moment[Command, Effect] | None,
        batch: Batch[State, Command, Effect],
    ) -> Moment[Command, Effect]:
        return Moment(batch.command, batch.effects, start=batch.start, length=len(batch.entries))

    def opening(self, play: StonesPlay) -> Screen:
        return self.standing(play)

    def face(self, play: StonesPlay) -> Screen:
        return self.standing(play)

    def standing(self, play: StonesPlay) -> Screen:
        return Empty() if play.state.phase is Phase.OVER else Heap()

    def ritual(self, play: StonesPlay, name: str, index: int) -> Screen | None:
        return None

    def refused(self, play: StonesPlay, command: Command, refusal: Refusal) -> Line:
        return line("stones.no")

    def resumed(self, play: StonesPlay) -> Screen:
        return self.standing(play)

    def undone(
        self,
        play: StonesPlay,
        moment: Moment[Command, Effect],
        told: tuple[object, ...] | None,
        *,
        redo: bool,
    ) -> Turned:
        count = sum(one.count for one in moment.effects if isinstance(one, Taken))
        return Turned(self.standing(play), line("stones.undone", count=count))

    def redone(self, play: StonesPlay, *, more: bool) -> Turned:
        return Turned(self.face(play), line("redo"))

    def entry(self, play: StonesPlay) -> JournalEntry:
        state = play.state
        facts = StonesFacts(state.options.heap, state.options.heap - state.left)
        return JournalEntry(
            play.number, "stones", play.active_ms // 1000, outcome=state.result or "", facts=facts
        )

    def reached(self, play: StonesPlay) -> Mapping[str, int]:
        return {"largest_heap": play.state.options.heap} if play.state.result == "empty" else {}

    def partners(self, options: SessionOptions) -> None:
        """One plays alone."""

    def menu(self, play: StonesPlay) -> Sequence[tuple[Line, Screen | None]]:
        return ()

    def pages(self, play: StonesPlay) -> Sequence[str]:
        return OWN.pages

    def seats(self, state: State) -> int:
        return 0

    def table_words(self, play: StonesPlay, scene: Scene) -> str:
        return line("stones.turns", turns=play.state.turns).full


class StonesGame:
    """Implements `device.session.game_ui.DeviceGame`."""

    name = "stones"
    words = OWN
    label = "stones"
    options = SessionOptions
    facts = StonesFacts
    milestones = MappingProxyType({"largest_heap": Count})
    start_keys = ("heap",)
    start_settings: Mapping[str, str] = MappingProxyType({})
    study = None

    @property
    def setup(self) -> Before:
        return Before()

    @property
    def settings(self) -> tuple[()]:
        return ()

    def tour(self, settings: Settings) -> Begin:
        return Begin(self.name, {"heap": 3}, SessionOptions(""))

    def start(self, words: StartWords, settings: Settings, held: SessionOptions) -> Begin:
        return Begin(self.name, {"heap": words.whole("heap", 7)}, held)

    def ui(self) -> StonesUI:
        return StonesUI()


WITH_STONES = DeviceGames(
    Games({**GAMES.rules.loaders, "stones": lambda: GAME}), (*GAMES.games, StonesGame())
)
"""The games of the device, and this one."""

"""Leads a session of The Mind: what the device gives by itself, and which screen stands after what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.games.the_mind.ask import Ask
from device.games.the_mind.chance import deal_hands
from device.games.the_mind.ends import Lose, Win
from device.games.the_mind.focus import Focus, inside
from device.games.the_mind.hand import Hand
from device.games.the_mind.history import entry_of
from device.games.the_mind.lessons import pages_of
from device.games.the_mind.level import Level
from device.games.the_mind.news import News, deal_pages, pages
from device.games.the_mind.picker import HandsPicker
from device.games.the_mind.session_partners import MindPartners
from device.games.the_mind.words import line
from device.session.game_ui import Given, Turned
from device.ui.play import Moment
from engine.step import RefusalCode
from engine.the_mind import effects as fx
from engine.the_mind.commands import Deal
from engine.the_mind.model import Phase, State
from engine.the_mind.phases import Verb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.games.the_mind.options import MindOptions
    from device.games.the_mind.table import MindPlay
    from device.session.game_ui import Batch
    from device.storage.journal import JournalEntry
    from device.text.line import Line
    from device.ui.model import Screen
    from device.ui.scene import Scene
    from engine.step import Refusal
    from engine.the_mind.commands import Command

_STANDING: dict[Phase, Screen] = {
    Phase.FOCUS: Focus(),
    Phase.PLAYING: Level(),
    Phase.STAR_VOTE: Ask(),
    Phase.WON: Win(),
    Phase.BLIND_WON: Win(),
    Phase.LOST: Lose(),
    Phase.BLIND_OVER: Lose(),
}
"""The device deals at once, so no screen waits in `deal`."""
_UNDONE: tuple[tuple[type, str], ...] = (
    (fx.LevelDone, "tm.undo"),
    (fx.LifeLost, "tm.undo.life"),
    (fx.StarUsed, "tm.undo.star"),
    (fx.CardPlayed, "tm.undo.play"),
)
"""What an undo says it undid, the weightiest first."""
_AT_THE_TABLE = {"tm.undo.life": "tm.undo.life.table", "tm.undo.star": "tm.undo.star.table"}
"""Where hands take cards back that lay aside: not after the last life, for then none were told to go."""
_GOES_ON = {
    Phase.FOCUS: "tm.next.hands",
    Phase.STAR_VOTE: "tm.next.ask",
    Phase.WON: "tm.next.won",
    Phase.BLIND_WON: "tm.next.won",
}
"""What waits after an undo; else the level goes on."""
_REFUSED = {RefusalCode.NO_STAR: "tm.no.star", RefusalCode.CARDS: "tm.no.lowest"}


class MindUI:
    """Leads The Mind. Stateless: everything is in the state, the options and the moments."""

    def given(self, state: State, options: MindOptions, counts: Mapping[str, int]) -> Given[Command] | None:
        """Deal each level of dealt play from the seed."""
        if state.phase is not Phase.DEAL:
            return None
        hands = deal_hands(options.seed, counts.get(Verb.DEAL, 0), state.options.players, state.level)
        return Given(Deal(hands))

    def guessed(self, state: State, options: MindOptions, counts: Mapping[str, int]) -> Given[Command] | None:
        """Nothing is asked that could be skipped."""
        return None

    def moment(
        self,
        options: MindOptions,
        before: Moment[Command, fx.Effect] | None,
        batch: Batch[State, Command, fx.Effect],
    ) -> Moment[Command, fx.Effect]:
        """Tell what happened; nothing is said beside the screens (M6.1)."""
        return Moment(batch.command, batch.effects, start=batch.start, length=len(batch.entries))

    def opening(self, play: MindPlay) -> Screen:
        """Begin with the first deal and the one word about silence, or at once."""
        standing = self.standing(play)
        return News(deal_pages(play, first=True), standing) if play.options.guided else standing

    def face(self, play: MindPlay) -> Screen:
        """Show what happened, then what waits."""
        told = pages(play, play.moment.effects)
        standing = self.standing(play)
        return News(told, standing) if told else standing

    def standing(self, play: MindPlay) -> Screen:
        """Return what waits for the players in this phase."""
        return _STANDING[play.state.phase]

    def ritual(self, play: MindPlay, name: str, index: int) -> Screen | None:
        """The state tells all."""
        return None

    def refused(self, play: MindPlay, command: Command, refusal: Refusal) -> Line:
        """Say why nothing happened."""
        if refusal.code in _REFUSED:
            return line(_REFUSED[refusal.code])
        return line("tm.no.stopped" if play.state.started else "tm.no.started")

    def resumed(self, play: MindPlay) -> Screen:
        """Tell the pages of the last touch once more: nobody knows whether they were read."""
        return self.opening(play) if len(play.moments) == 1 else self.face(play)

    def undone(
        self,
        play: MindPlay,
        moment: Moment[Command, fx.Effect],
        told: tuple[object, ...] | None,
        *,
        redo: bool,
    ) -> Turned:
        """Say what is as it was, and how the level stands."""
        kinds = {type(effect) for effect in moment.effects}
        said = next((text for kind, text in _UNDONE if kind in kinds), "tm.undo")
        if not play.state.options.dealt and fx.Lost not in kinds:
            said = _AT_THE_TABLE.get(said, said)
        onward = line(_GOES_ON.get(play.state.phase, "tm.next.level"), level=play.state.level)
        standing = self.standing(play)
        screen = replace(standing, back=True) if isinstance(standing, Win) else standing
        return Turned(screen, line(said, next=onward))

    def redone(self, play: MindPlay, *, more: bool) -> Turned:
        """Say what came back."""
        return Turned(self.face(play), line("redo"))

    def entry(self, play: MindPlay) -> JournalEntry:
        """Count what happened."""
        return entry_of(play)

    def reached(self, play: MindPlay) -> Mapping[str, int]:
        """It has no stages."""
        return {}

    def partners(self, options: MindOptions) -> MindPartners | None:
        """Seat the virtual partners."""
        return MindPartners(options) if options.partners else None

    def seats(self, state: State) -> int:
        """Each player has a zone, partners too."""
        return state.options.players

    def table_words(self, play: MindPlay, scene: Scene) -> str:
        """Tell what the team has."""
        state = play.state
        return line("say.level", level=state.level, lives=state.lives, stars=state.stars).full

    def menu(self, play: MindPlay) -> Sequence[tuple[Line, Screen | None]]:
        """While stopped: what can be told or offered inside the level, and dealt hands."""
        stopped = play.state.phase is Phase.FOCUS
        inner = HandsPicker(Focus()) if stopped and inside(play) else None
        rows: list[tuple[Line, Screen | None]] = [(line("pick.title"), inner)]
        if play.state.options.dealt:
            rows.append((line("pause.hand"), Hand(0) if stopped else None))
        return rows

    def pages(self, play: MindPlay) -> Sequence[str]:
        """What is on this table."""
        return pages_of(play)

"""Leads a session of Nevermind: what the device gives by itself, and which screen stands after what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.games.nevermind import ends, guide, opening
from device.games.nevermind.acts import FLIP, PADS, Act, aloud, is_aloud
from device.games.nevermind.breath import DeepCount, DeepHand
from device.games.nevermind.chance import bag_left, draw_token, shuffle_cards
from device.games.nevermind.choices import CARD_CHOICES, CardChoice, TokenAsked, YesNo
from device.games.nevermind.facts import NevermindFacts
from device.games.nevermind.fix import FixTable
from device.games.nevermind.happened import acts_of, last_acts
from device.games.nevermind.round import UNDO, Action, Done, Prompt, Showing, Watch
from device.games.nevermind.settings import TokenSource
from device.games.nevermind.setup import STAGES, UNLOCKED
from device.games.nevermind.spoken import map_words
from device.games.nevermind.top_card import TopCard
from device.games.nevermind.undoing import is_shuffled, told_acts, undo_acts
from device.games.nevermind.words import OWN, line
from device.session.game_ui import Given, Turned
from device.session.sessions import UNDONE
from device.storage.journal import JournalEntry
from device.ui.play import Moment
from engine.game import moves
from engine.nevermind import commands as say
from engine.nevermind.choices import watcher_actions
from engine.nevermind.codec import GAME
from engine.nevermind.model import CenterCard, Intensity, MindCard, Outcome, State, Token
from engine.nevermind.phases import Phase, Verb
from engine.step import RefusalCode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.games.nevermind.guide import NevermindBatch
    from device.games.nevermind.options import NevermindOptions
    from device.games.nevermind.view import NevermindPlay
    from device.text.line import Line
    from device.ui.model import Screen
    from device.ui.scene import Scene
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect
    from engine.step import Refusal

_LONE = frozenset({*CARD_CHOICES, Phase.BREATH_HAND, Phase.BREATH_PLAY})
"""Questions that the device answers itself if there is one answer only."""
_BREATH = frozenset({Phase.BREATH_FROM, Phase.BREATH_HAND, Phase.BREATH_PLAY, Phase.BREATH_CALM})
_OF_BREATH = (say.Breathe, say.BreatheFrom, say.DrawHand, say.PlayHand, say.Calm)
_WAITING: dict[Phase, Screen] = {
    Phase.WATCHER: Watch(),
    Phase.TOKEN: TokenAsked(),
    Phase.ADD_CENTER: YesNo(Phase.ADD_CENTER),
    Phase.BREATHE: YesNo(Phase.BREATHE),
    Phase.BREATH_HAND: DeepCount(),
    Phase.BREATH_PLAY: DeepHand(),
    **{phase: CardChoice(phase) for phase in CARD_CHOICES},
}
_REFUSALS = {
    RefusalCode.BARRED: "no.barred",
    RefusalCode.MUST_LET_GO: "no.letgo",
    RefusalCode.PHASE: "no.now",
    RefusalCode.OVER: "no.over",
}


class NevermindUI:
    """Leads Nevermind. Stateless: everything is in the state, the options and the moments."""

    def given(
        self, state: State, options: NevermindOptions, counts: Mapping[str, int]
    ) -> Given[Command] | None:
        """Give the shuffle, the rest, the drawn token, and answers to questions with one answer."""
        match state.phase:
            case Phase.SHUFFLE if state.options.paper:
                return Given(say.Shuffle())
            case Phase.BREATH_PLAY if state.options.paper:
                # Nobody but the player knows what a card of the hand shows, also the last one (N8.6).
                return None
            case Phase.SHUFFLE:
                return _shuffle(state, options.seed, counts.get(Verb.SHUFFLE, 0))
            case Phase.TOKEN if options.tokens == TokenSource.DEVICE:
                return _token(state, options.seed, counts.get(Verb.TOKEN, 0))
            case Phase.WATCHER if watcher_actions(state):
                return None
            case Phase.WATCHER | Phase.SURFACE | Phase.SECOND:
                pass
            case phase if phase not in _LONE:
                return None
        open_now = moves(GAME, state)
        lone = len(open_now) == 1 and (state.phase in _LONE or isinstance(open_now[0], say.Rest))
        return Given(open_now[0]) if lone else None

    def guessed(
        self, state: State, options: NevermindOptions, counts: Mapping[str, int]
    ) -> Given[Command] | None:
        """Draw the token that nobody named, and say in the record that it is a guess (N1.6)."""
        if state.phase is not Phase.TOKEN or state.options.stage > 2:
            return None
        drawn = _token(state, options.seed, counts.get(Verb.TOKEN, 0))
        return Given(drawn.command, {"guess": True})

    def moment(
        self, options: NevermindOptions, before: Moment[Command, Effect] | None, batch: NevermindBatch
    ) -> Moment[Command, Effect]:
        """Tell what happened, with the guidance line that is due."""
        memory, text = guide.told(options, before.memory if before else None, batch)
        return Moment(batch.command, batch.effects, text, memory, batch.start, len(batch.entries))

    def opening(self, play: NevermindPlay) -> Screen:
        """Begin with the walk, or at once."""
        return opening.first_screen(play)

    def face(self, play: NevermindPlay) -> Screen:
        """Tell the acts, then the line if one is due, then what waits."""
        return _told(play, _due(play))

    def resumed(self, play: NevermindPlay) -> Screen:
        """Tell the acts of the last touch once more: nobody knows whether they were done."""
        if play.state.phase is Phase.OVER:
            return self.standing(play)
        return _told(play, None, repeats=True)

    def standing(self, play: NevermindPlay) -> Screen:
        """Return what waits for the player in this phase."""
        if play.state.phase is Phase.OVER:
            return ends.Sum()
        return _waiting(play.state)

    def ritual(self, play: NevermindPlay, name: str, index: int) -> Screen | None:
        """Take an interrupted opening or closing up again."""
        over = play.state.phase is Phase.OVER
        return ends.ritual_screen(name, index) if over else opening.ritual_screen(name, index)

    def refused(self, play: NevermindPlay, command: Command, refusal: Refusal) -> Line:
        """Say why the card cannot be taken."""
        if refusal.code is RefusalCode.CARDS:
            return line("no.card")
        if not isinstance(command, Action):
            return line("fix.odd" if isinstance(command, say.Fix) else "no.now")
        if refusal.code in _REFUSALS:
            return line(_REFUSALS[refusal.code])
        thought = play.state.grid[command.at]
        if thought.intensity is Intensity.DISTRACTION and thought.token is Token.FEELING:
            return line("no.feeling")
        return line("no.quiet")

    def undone(
        self,
        play: NevermindPlay,
        moment: Moment[Command, Effect],
        told: tuple[object, ...] | None,
        *,
        redo: bool,
    ) -> Turned:
        """Say what to move back, act by act, the last one first."""
        acts = acts_of(play, (*play.moments, moment))
        if told is None:
            # After a power cut the note says what was told.
            told = told_acts(play.notes.get(UNDONE, ""))
        if told is not None:
            asked = [act for act in acts if act.silent]
            acts = tuple(one for one in told if isinstance(one, Act))
            # What the question before told was done, before all else.
            acts = acts if any(map(is_aloud, acts)) else (*asked, *acts)
        back = undo_acts(acts, moment.command, moment.effects, play.state)
        waiting = TokenAsked(again=True) if play.state.phase is Phase.TOKEN else self.standing(play)
        return Turned(Showing(back, waiting, UNDO, redo=redo))

    def redone(self, play: NevermindPlay, *, more: bool) -> Turned:
        """Tell the acts again."""
        screen = _told(play, None, asks=False)
        if not isinstance(screen, Showing):
            return Turned(screen)
        ends = play.state.options.paper and is_shuffled(play.moment.effects)
        # Behind the acts may stand a question that says what to do, too.
        offers = more and not ends and play.state.phase is not Phase.TOKEN
        return Turned(replace(screen, redo=offers))

    def entry(self, play: NevermindPlay) -> JournalEntry:
        """Count what happened."""
        state = play.state
        result = state.result
        return JournalEntry(
            session=play.number,
            game="nevermind",
            seconds=play.active_ms // 1000,
            outcome="" if result is None else result.outcome.value,
            facts=NevermindFacts(
                stage=state.options.stage,
                super=state.options.super_monkey,
                rounds=state.round,
                released=state.count(Intensity.RELEASED),
                distractions=state.count(Intensity.DISTRACTION),
                score=None if result is None else result.score,
                rank=None if result is None else result.rank,
                mood_before=opening.mood_pad(play.notes.get("mood_before")),
                mood_after=opening.mood_pad(play.notes.get("mood_after")),
            ),
        )

    def reached(self, play: NevermindPlay) -> Mapping[str, int]:
        """A Zen win opens the next stage for good (N7.3)."""
        state = play.state
        won = state.result is not None and state.result.outcome is Outcome.ZEN
        return {UNLOCKED: min(state.options.stage + 1, STAGES)} if won else {}

    def partners(self, options: NevermindOptions) -> None:
        """One plays alone."""

    def menu(self, play: NevermindPlay) -> Sequence[tuple[Line, Screen | None]]:
        """Match the table, where the rules allow it."""
        may = play.state.phase in (Phase.MIND, Phase.WATCHER)
        return ((line("pause.fix"), FixTable.of(play.state) if may else None),)

    def pages(self, play: NevermindPlay) -> Sequence[str]:
        """All of this game."""
        return OWN.pages

    def seats(self, state: State) -> int:
        """Pads are keys."""
        return 0

    def table_words(self, play: NevermindPlay, scene: Scene) -> str:
        """Tell the map."""
        return map_words(scene)


def _shuffle(state: State, seed: str, k: int) -> Given[Command]:
    indices = sorted(card.card for card in state.discards if isinstance(card, MindCard))
    breathes = sum(isinstance(card, CenterCard) for card in state.discards)
    cards = shuffle_cards(seed, k, state.options.rotation, breathes, indices)
    return Given(say.Shuffle(cards))


def _token(state: State, seed: str, k: int) -> Given[Command]:
    bag = bag_left(thought.token for thought in state.grid if thought.token is not None)
    # A table with double-sided tokens can use more of a type than a bag of single-sided ones holds.
    return Given(say.GiveToken(draw_token(seed, k, bag or tuple(Token))))


def _told(play: NevermindPlay, text: Line | None, *, repeats: bool = False, asks: bool = True) -> Screen:
    """Return the acts of the last touch in order, then a line of the guidance, then what waits.

    `asks`: a question came before, and told what to do with the card that it asked for (N8.2).
    """
    state = play.state
    if state.phase is Phase.OVER:
        return ends.ending(play)
    waiting = _waiting(state)
    shown = tuple(aloud(act) for act in last_acts(play) if not (asks and act.silent))
    if state.phase is Phase.TOKEN:
        # The question itself says to flip the card, and comes before any line.
        shown, text = tuple(act for act in shown if act.line_id != FLIP), None
    behind = waiting if text is None else Prompt(text, waiting)
    if not shown or (isinstance(waiting, Done) and len(play.moments) == 1):
        return behind
    stands = isinstance(behind, Done)
    command = play.moment.command
    own = PADS[command.at] if isinstance(waiting, TopCard) and isinstance(command, say.OnPlace) else None
    return Showing(
        shown,
        behind,
        _scene_id(play, waiting),
        stands=stands,
        repeats=repeats,
        guarded=None if repeats else own,
    )


def _waiting(state: State) -> Screen:
    """Return the screen that waits in this phase; with paper decks the player says what a card shows."""
    if state.options.paper and state.phase in (Phase.MIND, Phase.BREATH_PLAY):
        return TopCard(hand=state.phase is Phase.BREATH_PLAY)
    return _WAITING.get(state.phase, Done())


def _due(play: NevermindPlay) -> Line | None:
    """Return the line that is due: over a token that was asked for, that of the Mind Card."""
    moment = play.moment
    if moment.line is None and isinstance(moment.command, say.GiveToken):
        return play.moments[-2].line
    return moment.line


def _scene_id(play: NevermindPlay, waiting: Screen) -> str:
    if play.state.phase is Phase.MIND:
        return "ntd.done"
    breathing = isinstance(play.moment.command, _OF_BREATH) or play.state.phase in _BREATH
    return "ntd.deep.step" if breathing else "ntd.mind"

"""Leads a session of Nevermind: what the device gives by itself, and which screen stands after what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind import ends, guide, opening
from device.games.nevermind.breath import DeepCount, DeepHand
from device.games.nevermind.chance import bag_left, draw_token, shuffle_cards
from device.games.nevermind.choices import CARD_CHOICES, CardChoice, TokenAsked, YesNo
from device.games.nevermind.fix import FixTable
from device.games.nevermind.round import Action, Done, Prompt, Showing, Watch, last_acts, mind_acts
from device.games.nevermind.undoing import undo_line_id
from device.games.nevermind.view import state_of
from device.games.nevermind.words import line
from device.session.game_ui import Batch, Given
from device.storage.journal import Entry
from device.ui.play import Moment
from engine.game import moves
from engine.nevermind import commands as say
from engine.nevermind.codec import GAME
from engine.nevermind.effects import TokenFixed
from engine.nevermind.model import CenterCard, Intensity, MindCard, Outcome, State, Token
from engine.nevermind.phases import Phase, Verb
from engine.step import RefusalCode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.games.nevermind.acts import Act
    from device.text.line import Line
    from device.ui.model import Model, Screen
    from device.ui.play import Manner, Play
    from engine.game import Command
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


class NevermindDirector:
    """Leads Nevermind. Stateless: everything is in the state, the manner and the moments."""

    game = "nevermind"

    def given(self, state: object, manner: Manner, counts: Mapping[str, int]) -> Given | None:
        """Give the shuffle, the rest, the drawn token, and answers to questions with one answer."""
        assert isinstance(state, State)
        match state.phase:
            case Phase.SHUFFLE:
                return _shuffle(state, manner.seed, counts.get(Verb.SHUFFLE, 0))
            case Phase.TOKEN if manner.tokens == "device":
                return _token(state, manner.seed, counts.get(Verb.TOKEN, 0))
            case Phase.WATCHER | Phase.SURFACE | Phase.SECOND:
                pass
            case phase if phase not in _LONE:
                return None
        open_now = moves(GAME, state)
        lone = len(open_now) == 1 and (state.phase in _LONE or isinstance(open_now[0], say.Rest))
        return Given(open_now[0]) if lone else None

    def guessed(self, state: object, manner: Manner, counts: Mapping[str, int]) -> Given | None:
        """Draw the token that nobody named, and say in the record that it is a guess (N1.6)."""
        assert isinstance(state, State)
        if state.phase is not Phase.TOKEN or state.options.stage > 2:
            return None
        drawn = _token(state, manner.seed, counts.get(Verb.TOKEN, 0))
        return Given(drawn.command, {"guess": True})

    def moment(self, manner: Manner, before: Moment | None, batch: Batch) -> Moment:
        """Tell what happened, with the guidance line that is due."""
        assert isinstance(batch.state, State)
        memory, text = guide.told(manner, before.guide if before else None, batch)
        guesses = frozenset({_token_place(batch)}) if batch.guessed else frozenset()
        return Moment(
            batch.command,
            batch.effects,
            text,
            memory,
            guesses,
            batch.start,
            len(batch.entries),
        )

    def opening(self, play: Play) -> Screen:
        """Begin with the walk, or at once."""
        return opening.first_screen(play)

    def face(self, play: Play) -> Screen:
        """Show the line if one is due, then the moves of the table, then what waits."""
        state = state_of(play)
        if state.phase is Phase.OVER:
            return ends.ending(play)
        waiting = self.standing(play)
        shown = _shown(play, state)
        screen = Showing(shown, waiting, _scene_id(play, state)) if shown else waiting
        text = play.moment.line
        return screen if text is None else Prompt(text, screen)

    def standing(self, play: Play) -> Screen:
        """Return what waits for the player in this phase."""
        state = state_of(play)
        if state.phase is Phase.OVER:
            return ends.Sum()
        return _WAITING.get(state.phase, Done())

    def ritual(self, play: Play, name: str, index: int) -> Screen | None:
        """Take an interrupted opening or closing up again."""
        over = state_of(play).phase is Phase.OVER
        return ends.ritual_screen(name, index) if over else opening.ritual_screen(name, index)

    def refused(self, play: Play, command: Command, refusal: Refusal) -> Line:
        """Say why the card cannot be taken."""
        if not isinstance(command, Action):
            return line("fix.odd" if isinstance(command, say.Fix) else "no.now")
        if refusal.code in _REFUSALS:
            return line(_REFUSALS[refusal.code])
        thought = state_of(play).grid[command.at]
        if thought.intensity is Intensity.DISTRACTION and thought.token is Token.FEELING:
            return line("no.feeling")
        return line("no.quiet")

    def undone(self, play: Play, moment: Moment) -> Line:
        """Say what to move back."""
        return line(undo_line_id(moment.command, moment.effects))

    def entry(self, play: Play) -> Entry:
        """Count what happened."""
        state = state_of(play)
        result = state.result
        return Entry(
            session=play.number,
            game=self.game,
            seconds=play.active_ms // 1000,
            outcome="" if result is None else result.outcome.value,
            stage=state.options.stage,
            super=state.options.super_monkey,
            rounds=state.round,
            released=state.count(Intensity.RELEASED),
            distractions=state.count(Intensity.DISTRACTION),
            score=None if result is None else result.score,
            rank=None if result is None else result.rank,
            mood_before=opening.mood_pad(play.notes.get("mood_before")),
            mood_after=opening.mood_pad(play.notes.get("mood_after")),
        )

    def unlocks(self, play: Play) -> int:
        """A Zen win opens the next stage for good (N7.3)."""
        state = state_of(play)
        won = state.result is not None and state.result.outcome is Outcome.ZEN
        return min(state.options.stage + 1, 6) if won else 0

    def company(self, manner: Manner) -> None:
        """One plays alone."""

    def menu(self, model: Model) -> Sequence[tuple[Line, Screen]]:
        """Match the table, where the rules allow it."""
        if model.play is None or state_of(model.play).phase not in (Phase.MIND, Phase.WATCHER):
            return ()
        return ((line("pause.fix"), FixTable.of(state_of(model.play))),)


def _shuffle(state: State, seed: str, k: int) -> Given:
    indices = sorted(card.card for card in state.discards if isinstance(card, MindCard))
    breathes = sum(isinstance(card, CenterCard) for card in state.discards)
    cards = shuffle_cards(seed, k, state.options.rotation, breathes, indices)
    return Given(say.Shuffle(cards))


def _token(state: State, seed: str, k: int) -> Given:
    bag = bag_left(thought.token for thought in state.grid if thought.token is not None)
    # A table with double-sided tokens can use more of a type than a bag of single-sided ones holds.
    return Given(say.GiveToken(draw_token(seed, k, bag or tuple(Token))))


def _token_place(batch: Batch) -> str:
    return next((effect.at.name for effect in batch.effects if isinstance(effect, TokenFixed)), "")


def _shown(play: Play, state: State) -> tuple[Act, ...]:
    """The moves to show now: none before a token was named, all of the Mind Phase after it."""
    if state.phase in (Phase.TOKEN, Phase.MIND):
        return ()
    command = play.moment.command
    if isinstance(command, say.GiveToken):
        return mind_acts(play)
    return last_acts(play)


def _scene_id(play: Play, state: State) -> str:
    breathing = isinstance(play.moment.command, _OF_BREATH) or state.phase in _BREATH
    return "ntd.deep.step" if breathing else "ntd.mind"

"""The Deep Breath (N6.2 to N6.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import calm_places, hand_limit, released_places
from engine.nevermind.deck import lay_deck, offer_or_watch, refuse_shuffle
from engine.nevermind.model import RING, Intensity, MindCard
from engine.nevermind.phases import Trigger
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.commands import Breathe, BreatheFrom, Calm, DrawHand, PlayHand, Shuffle
    from engine.nevermind.draft import Draft


def breathe(draft: Draft, command: Breathe) -> None:
    """Answer the offer; a Yes takes the Center Card out of the game (N6.2)."""
    if not command.yes:
        draft.tell(fx.BreatheDeclined())
        draft.go(Trigger.WATCH)
        return
    draft.state = replace(draft.state, deck=draft.state.deck[1:])
    draft.tell(fx.BreatheAccepted())
    draft.go(Trigger.GO_DEEP)


def breath_from(draft: Draft, command: BreatheFrom) -> Refusal | None:
    """Move the marker of a Released thought to the Center (N6.3)."""
    if command.at not in released_places(draft.state):
        return Refusal(RefusalCode.TARGET, f"{command.at.name} is not Released")
    draft.put(command.at, Intensity.SUBLIMINAL, center=1)
    draft.state = replace(draft.state, breath_from=command.at)
    draft.tell(fx.BreathBegan(command.at, hand_limit(draft.state)))
    draft.go(Trigger.COUNT)
    return None


def breath_hand(draft: Draft, command: DrawHand) -> Refusal | None:
    """Draw the hand (N6.3)."""
    limit = hand_limit(draft.state)
    if not 0 <= command.count <= limit:
        return Refusal(RefusalCode.TARGET, f"{command.count} cards cannot be drawn, 0 to {limit} can")
    draft.state = replace(draft.state, to_draw=command.count)
    _draw_on(draft)
    return None


def shuffle(draft: Draft, command: Shuffle) -> Refusal | None:
    """Lay the new deck and go on where it was missing (N1.3, N3.5, N6.3)."""
    refusal = refuse_shuffle(draft.state, command.cards)
    if refusal is not None:
        return refusal
    lay_deck(draft, command)
    if draft.state.breath_from is None:
        offer_or_watch(draft)
    else:
        _draw_on(draft)
    return None


def breath_play(draft: Draft, command: PlayHand) -> Refusal | None:
    """Play a card of the hand: first what it meets (N6.4a), then whether it matches (N6.4b)."""
    state = draft.state
    if not 0 <= command.index < len(state.hand):
        return Refusal(RefusalCode.TARGET, f"there is no card {command.index} in a hand of {len(state.hand)}")
    card = state.hand[command.index]
    hand = (*state.hand[: command.index], *state.hand[command.index + 1 :])
    draft.state = replace(state, hand=hand, discards=(*state.discards, card))
    if not isinstance(card, MindCard):
        draft.tell(fx.HandPlayed(None, None, fx.Played.BREATHE))
        _play_on(draft)
        return None
    mind, noting = state.foci(card)
    match state.grid[mind].intensity:
        case Intensity.RELEASED:
            draft.tell(fx.HandPlayed(mind, noting, fx.Played.RELEASED))
            if calm_places(state):
                draft.tell(fx.CalmAsked())
                draft.go(Trigger.CALM)
                return None
        case Intensity.DISTRACTION:
            draft.tell(fx.HandPlayed(mind, noting, fx.Played.DISTRACTION))
            if not draft.time_passes():
                return None
        case _:
            draft.tell(fx.HandPlayed(mind, noting, fx.Played.NOTHING))
            _play_on(draft)
            return None
    _match_and_play_on(draft, card)
    return None


def breath_calm(draft: Draft, command: Calm) -> Refusal | None:
    """Notice or acknowledge one thought (N6.4a, N6.5)."""
    state = draft.state
    at = command.at
    if at not in calm_places(state):
        if at in state.barred or at in state.calmed:
            return Refusal(RefusalCode.BARRED, f"{at.name} is barred or was calmed, and others are not")
        return Refusal(RefusalCode.TARGET, f"{at.name} can neither be noticed nor acknowledged")
    noticing = state.grid[at].intensity is Intensity.DISTRACTION
    now = Intensity.THOUGHT if noticing else Intensity.ACKNOWLEDGED
    draft.put(at, now)
    calmed = {*state.calmed, at}
    draft.state = replace(draft.state, calmed=tuple(place for place in RING if place in calmed))
    draft.tell(fx.Calmed(at, now))
    card = state.discards[-1]
    assert isinstance(card, MindCard)
    _match_and_play_on(draft, card)
    return None


def _draw_on(draft: Draft) -> None:
    """Draw what is missing; a deck that is empty before or after is reset first (N6.3)."""
    state = draft.state
    drawn = state.deck[: state.to_draw]
    if drawn:
        draft.state = state = replace(
            state,
            deck=state.deck[len(drawn) :],
            hand=state.hand + drawn,
            to_draw=state.to_draw - len(drawn),
        )
        draft.tell(fx.HandDrawn(len(drawn)))
    if state.deck:
        _play_on(draft)
    else:
        draft.tell(fx.DeckReset(center_asked=False))
        draft.go(Trigger.RESET)


def _match_and_play_on(draft: Draft, card: MindCard) -> None:
    """Compare the tokens at both foci as they are now; the mind focus has one in any case (N6.4b)."""
    state = draft.state
    mind, noting = state.foci(card)
    thought = state.grid[mind]
    if thought.token is state.grid[noting].token:
        draft.put(mind, Intensity.THOUGHT)
        draft.tell(fx.Matched(mind, thought.intensity))
    _play_on(draft)


def _play_on(draft: Draft) -> None:
    """Go on with the hand, or clean up after the last card (N6.6)."""
    state = draft.state
    if state.hand:
        draft.go(Trigger.PLAY_ON)
        return
    at = state.breath_from
    assert at is not None
    draft.put(at, Intensity.RELEASED, center=-1)
    draft.state = replace(draft.state, breath_from=None, calmed=())
    draft.tell(fx.BreathEnded(at))
    if not (draft.goes_on() and draft.time_passes()):
        return
    if state.options.breath_ends_round:
        draft.next_round()
    else:
        draft.bar(*state.calmed)
        draft.go(Trigger.WATCH)

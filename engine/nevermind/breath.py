"""The Deep Breath (N6.3 to N6.7): guards, needs and deeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import calm_places, hand_limit, released_places
from engine.nevermind.commands import DrawHand, PlayHand
from engine.nevermind.draft import in_ring_order
from engine.nevermind.model import CenterCard, Intensity, UnseenCard, foci_of
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Place


# When


def a_breath_goes_on(draft: Draft) -> bool:
    """A marker is lent to the Center (N6.3)."""
    return draft.breath_from is not None


def cards_are_left_in_hand(draft: Draft) -> bool:
    """The hand is played to its last card (N6.4)."""
    return bool(draft.hand)


def a_center_card_was_played(draft: Draft) -> bool:
    """It has no effect (N6.4)."""
    return isinstance(draft.discards[-1], CenterCard)


def card_points_at_a_released_thought(draft: Draft) -> bool:
    """The thought at its mind focus is Released (N6.4a)."""
    return draft.grid[_foci(draft)[0]].intensity is Intensity.RELEASED


def card_points_at_a_distraction(draft: Draft) -> bool:
    """The thought at its mind focus is a Distraction (N6.4a)."""
    return draft.grid[_foci(draft)[0]].intensity is Intensity.DISTRACTION


def a_thought_can_be_calmed(draft: Draft) -> bool:
    """There is one to notice or acknowledge (N6.4, N6.5)."""
    return bool(calm_places(draft))


def the_tokens_match(draft: Draft) -> bool:
    """The tokens at both foci are of one type as they are now; the mind focus has one (N6.4)."""
    mind, noting = _foci(draft)
    return draft.grid[mind].token is draft.grid[noting].token


def the_breath_ends_the_round(draft: Draft) -> bool:
    """The breath replaces the Watcher action (N6.2)."""
    return draft.options.breath_ends_round


# Needs


def thought_can_lend_its_marker(draft: Draft) -> Refusal | None:
    """A Released thought is chosen (N6.3)."""
    if draft.at in released_places(draft):
        return None
    return Refusal(RefusalCode.TARGET, f"{draft.at.name} is not Released")


def so_many_can_be_drawn(draft: Draft) -> Refusal | None:
    """At most as many as Distractions and Released thoughts (N6.3)."""
    count, limit = draft.said(DrawHand).count, hand_limit(draft)
    if 0 <= count <= limit:
        return None
    return Refusal(RefusalCode.TARGET, f"{count} cards cannot be drawn, 0 to {limit} can")


def card_is_in_the_hand(draft: Draft) -> Refusal | None:
    """There is such a card (N6.4)."""
    index = draft.said(PlayHand).index
    if 0 <= index < len(draft.hand):
        return None
    return Refusal(RefusalCode.TARGET, f"there is no card {index} in a hand of {len(draft.hand)}")


def thought_can_be_calmed(draft: Draft) -> Refusal | None:
    """A thought to notice or acknowledge; barred and calmed ones only if nothing else can (N6.4)."""
    places = draft.memo.get("calm")
    if places is None:
        places = draft.memo["calm"] = calm_places(draft)
    at = draft.at
    if at in places:
        return None
    if at in draft.barred or at in draft.calmed:
        return Refusal(RefusalCode.BARRED, f"{at.name} is barred or was calmed, and others are not")
    return Refusal(RefusalCode.TARGET, f"{at.name} can neither be noticed nor acknowledged")


# Deeds


def lend_the_marker(draft: Draft) -> None:
    """The Released thought is Subliminal for the breath, its marker on the Center (N6.3)."""
    draft.put(Intensity.SUBLIMINAL)
    draft.center += 1
    draft.breath_from = draft.at
    draft.told.append(fx.BreathBegan(draft.at, hand_limit(draft)))


def want_a_hand(draft: Draft) -> None:
    """So many cards are wanted (N6.3)."""
    draft.to_draw = draft.said(DrawHand).count


def draw_what_is_missing(draft: Draft) -> None:
    """Cards of the deck come into the hand, as far as there are any (N6.3)."""
    drawn = draft.deck[: draft.to_draw]
    if drawn:
        draft.deck = draft.deck[len(drawn) :]
        draft.hand += drawn
        draft.to_draw -= len(drawn)
        draft.told.append(fx.HandDrawn(len(drawn)))


def play_the_card(draft: Draft) -> None:
    """The card goes from the hand to the discard (N6.4)."""
    index = draft.said(PlayHand).index
    draft.discards = (*draft.discards, draft.hand[index])
    draft.hand = (*draft.hand[:index], *draft.hand[index + 1 :])


def play_without_effect(draft: Draft) -> None:
    """A Center Card (N6.4)."""
    draft.told.append(fx.HandPlayed(None, None, fx.Played.BREATHE))


def meet_a_released_thought(draft: Draft) -> None:
    """Something may be calmed (N6.4a)."""
    draft.told.append(fx.HandPlayed(*_foci(draft), fx.Played.RELEASED))


def ask_what_to_calm(draft: Draft) -> None:
    """One is to be noticed or acknowledged (N6.4a)."""
    draft.told.append(fx.CalmAsked())


def meet_a_distraction(draft: Draft) -> None:
    """Time passes (N6.4a)."""
    draft.told.append(fx.HandPlayed(*_foci(draft), fx.Played.DISTRACTION))


def meet_nothing(draft: Draft) -> None:
    """Anything else: it is set aside (N6.4a)."""
    draft.told.append(fx.HandPlayed(*_foci(draft), fx.Played.NOTHING))


def calm_it(draft: Draft) -> None:
    """Notice or acknowledge one thought (N6.4a, N6.5)."""
    noticing = draft.grid[draft.at].intensity is Intensity.DISTRACTION
    now = Intensity.THOUGHT if noticing else Intensity.ACKNOWLEDGED
    draft.put(now)
    draft.calmed = in_ring_order({*draft.calmed, draft.at})
    draft.told.append(fx.Calmed(draft.at, now))


def become_a_thought_again(draft: Draft) -> None:
    """Like tokens at both foci: the thought at the mind focus becomes Thought (N6.4b)."""
    draft.at, _ = _foci(draft)
    was = draft.grid[draft.at].intensity
    draft.put(Intensity.THOUGHT)
    draft.told.append(fx.Matched(draft.at, was))


def return_the_marker(draft: Draft) -> None:
    """The marker goes back and the thought is Released again (N6.6)."""
    assert draft.breath_from is not None
    draft.at = draft.breath_from
    draft.put(Intensity.RELEASED)
    draft.center -= 1
    draft.breath_from = None
    draft.just_calmed, draft.calmed = draft.calmed, ()
    draft.told.append(fx.BreathEnded(draft.at))


def bar_what_was_calmed(draft: Draft) -> None:
    """In the Watcher Phase that follows, thoughts calmed in the breath are barred (N6.2)."""
    draft.barred = in_ring_order({*draft.barred, *draft.just_calmed})


def _foci(draft: Draft) -> tuple[Place, Place]:
    card = draft.discards[-1]
    assert not isinstance(card, CenterCard | UnseenCard)
    return foci_of(draft.options, card)

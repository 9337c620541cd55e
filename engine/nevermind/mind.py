"""The Mind Phase (N3) and what the stages add to it (N5.2, N5.3, N5.6): guards, needs and deeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import nothing_active, second_places, second_type, surface_places
from engine.nevermind.commands import GiveToken
from engine.nevermind.draft import in_ring_order
from engine.nevermind.model import CenterCard, Intensity, MindCard, ShownCard, Token, awaiting_token, foci_of
from engine.nevermind.phases import Verb
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.choices import Table
    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Place

CHAIN_STEPS = {Token.ANTICIPATING: 1, Token.REMEMBERING: -1}
"""The way a Distraction with such a token sends the Mind, clockwise counted positive (N5.3)."""


def chain_course(table: Table, start: Place, steps: int) -> tuple[Place, ...]:
    """Return the places a chain visits: Distractions passed, and last where it lands (N5.3).

    It lands before it is back: with Distractions alone the Mind has already won (N5.1).
    """
    course: list[Place] = []
    for by in range(1, 8):
        course.append(start.moved(by * steps))
        if table.grid[course[-1]].intensity is not Intensity.DISTRACTION:
            break
    return tuple(course)


# When


def a_center_card_was_flipped(draft: Draft) -> bool:
    """The card just flipped is a Center Card (N6.2)."""
    return isinstance(draft.discards[-1], CenterCard)


def thought_is_released(draft: Draft) -> bool:
    """The thought acted on is Released."""
    return draft.grid[draft.at].intensity is Intensity.RELEASED


def thought_is_subliminal(draft: Draft) -> bool:
    """The thought acted on is Subliminal."""
    return draft.grid[draft.at].intensity is Intensity.SUBLIMINAL


def thought_is_acknowledged(draft: Draft) -> bool:
    """The thought acted on is Acknowledged."""
    return draft.grid[draft.at].intensity is Intensity.ACKNOWLEDGED


def thought_is_a_distraction(draft: Draft) -> bool:
    """The thought acted on is a Distraction."""
    return draft.grid[draft.at].intensity is Intensity.DISTRACTION


def center_is_focused(draft: Draft) -> bool:
    """The Center holds a marker (N0)."""
    return draft.center > 0


def a_monkey_wakes(draft: Draft) -> bool:
    """From Stage Three on: a thinking token, and not both neighbours Released (N5.2)."""
    if draft.options.stage < 3 or draft.grid[draft.at].token is not Token.THINKING:
        return False
    return any(draft.grid[draft.at.moved(by)].intensity is not Intensity.RELEASED for by in (-1, 1))


def a_chain_begins(draft: Draft) -> bool:
    """From Stage Four on: an anticipating or remembering Distraction sends the Mind on (N5.3)."""
    return draft.options.stage >= 4 and draft.grid[draft.at].token in CHAIN_STEPS


def the_card_pointed(draft: Draft) -> bool:
    """It is the card's own action, not the second one (N5.6)."""
    assert draft.command is not None
    return draft.command.verb is Verb.DRAW


def nothing_is_active(draft: Draft) -> bool:
    """No thought is active and the Center is not Focused (N0)."""
    return nothing_active(draft)


def a_token_is_due(draft: Draft) -> bool:
    """A thought was revealed for the first time (N1.6)."""
    return awaiting_token(draft.grid) is not None


def a_second_action_is_due(draft: Draft) -> bool:
    """Super Monkey-Mind: not yet looked at, and there is a token at the noting focus (N5.6)."""
    return draft.second_due and second_type(draft) is not None


# Needs


def thought_may_rise(draft: Draft) -> Refusal | None:
    """A Subliminal thought is chosen (N3.3)."""
    if draft.at in surface_places(draft):
        return None
    return Refusal(RefusalCode.TARGET, f"{draft.at.name} is not Subliminal, so it cannot rise")


def token_is_of_the_type(draft: Draft) -> Refusal | None:
    """The thought chosen has a token of the type at the noting focus (N5.6)."""
    if draft.at in second_places(draft):
        return None
    return Refusal(RefusalCode.TARGET, f"{draft.at.name} has no token of the type {second_type(draft)}")


# Deeds


def flip_the_top_card(draft: Draft) -> None:
    """The top card goes to the discard (N3.1)."""
    card = draft.deck[0]
    draft.deck = draft.deck[1:]
    draft.discards = (*draft.discards, card)


def only_discard_it(draft: Draft) -> None:
    """No Mind action, and nothing is barred (N6.2)."""
    draft.told.append(fx.BreatheDiscarded())


def point_the_mind(draft: Draft) -> None:
    """The Mind turns to the card's mind focus; with Super a second action follows (N3.1, N5.6)."""
    card = draft.discards[-1]
    if isinstance(card, ShownCard):
        draft.at = card.mind
        draft.told.append(fx.PaperCardFlipped(card.mind, card.noting))
    else:
        assert isinstance(card, MindCard)
        draft.at, noting = foci_of(draft.options, card)
        draft.told.append(fx.MindCardFlipped(card.card, card.turn, draft.at, noting))
    draft.second_due = draft.options.super_monkey


def bar_it(draft: Draft) -> None:
    """The thought takes no action this round, in ring order (N3.2)."""
    draft.barred = in_ring_order({*draft.barred, draft.at})


def stay_released(draft: Draft) -> None:
    """A Released thought blocks (N3.1)."""
    draft.told.append(fx.ReleasedHeld(draft.at))


def wake_the_monkey(draft: Draft) -> None:
    """Its own marker, no time, no stolen focus (N5.2)."""
    draft.put(Intensity.THOUGHT)
    draft.told.append(fx.MonkeyWoke(draft.at))


def stay_a_distraction(draft: Draft) -> None:
    """A Distraction stays, and costs time (N3.1)."""
    draft.told.append(fx.DistractionHeld(draft.at))


def move_the_mind_on(draft: Draft) -> None:
    """The Mind passes every Distraction freely, up to the first other thought (N5.3)."""
    start = draft.at
    token = draft.grid[start].token
    assert token is not None
    steps = CHAIN_STEPS[token]
    *passed, landed = chain_course(draft, start, steps)
    way = fx.Direction.CLOCKWISE if steps > 0 else fx.Direction.COUNTER_CLOCKWISE
    draft.told.append(fx.ChainMoved(start, way, tuple(passed), landed))
    draft.at = landed


def steal_the_focus(draft: Draft) -> None:
    """The marker of the Focused Center goes to the new thought (N3.4)."""
    draft.center -= 1
    _arise(draft, stolen=True)


def become_a_thought(draft: Draft) -> None:
    """Subliminal to Thought, with a marker from the pool (N3.1)."""
    _arise(draft, stolen=False)


def return_to_a_thought(draft: Draft) -> None:
    """Acknowledged to Thought (N3.1)."""
    draft.put(Intensity.THOUGHT)
    draft.told.append(fx.ThoughtReturned(draft.at))


def become_a_distraction(draft: Draft) -> None:
    """Thought to Distraction (N3.1)."""
    draft.put(Intensity.DISTRACTION)
    draft.told.append(fx.DistractionArose(draft.at))


def ask_which_rises(draft: Draft) -> None:
    """Blocked with nothing active: a Subliminal thought is to be chosen (N3.3)."""
    draft.told.append(fx.SurfaceAsked())


def lay_the_token(draft: Draft) -> None:
    """The thought just revealed gets its type for good (N1.6)."""
    at = awaiting_token(draft.grid)
    assert at is not None
    draft.at = at
    kind = draft.said(GiveToken).type
    draft.note(kind)
    draft.told.append(fx.TokenFixed(at, kind))


def ask_for_the_second(draft: Draft) -> None:
    """A second Mind action, on a thought of the type at the noting focus (N5.6)."""
    kind = second_type(draft)
    assert kind is not None
    draft.second_due = False
    draft.told.append(fx.SecondAsked(kind))


def end_the_mind_actions(draft: Draft) -> None:
    """There is no second action any more (N5.6)."""
    draft.second_due = False


def _arise(draft: Draft, *, stolen: bool) -> None:
    first_time = draft.grid[draft.at].token is None
    draft.put(Intensity.THOUGHT)
    draft.told.append(fx.ThoughtArose(draft.at, first_time=first_time, stolen=stolen))

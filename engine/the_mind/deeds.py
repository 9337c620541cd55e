"""What the rows of The Mind's table do: each deed is one sentence of the rules.

Laws of this file:
- a deed changes the draft it is given, tells what happened, and decides nothing that a guard could;
- lives are charged before a level counts as complete (M2.5);
- a reward is never above the supply (M1.3, M3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.the_mind import effects as fx
from engine.the_mind.blind import count_mistakes
from engine.the_mind.commands import Agree, Deal, Play, ProposeStar, ReportLevelDone
from engine.the_mind.model import REWARDS, Phase
from engine.the_mind.phases import Verb

if TYPE_CHECKING:
    from engine.the_mind.draft import Draft
    from engine.the_mind.model import Hands

_WHY = {
    Verb.PLAY: fx.VoteEnd.PLAYED,
    Verb.MISPLAY: fx.VoteEnd.MISPLAYED,
    Verb.LEVEL_DONE: fx.VoteEnd.LEVEL_DONE,
    Verb.STOP: fx.VoteEnd.STOPPED,
    Verb.DECLINE: fx.VoteEnd.DECLINED,
}
"""Why a proposal ends without a star, by the command that ends it (M4.2)."""


# A level


def deal_the_hands(draft: Draft) -> None:
    """Give each seat its cards (M1.2)."""
    draft.hands = tuple(tuple(sorted(hand)) for hand in draft.said(Deal).hands)
    draft.told.append(fx.Dealt(draft.level))


def begin_or_go_on(draft: Draft) -> None:
    """All hands have lifted: cards may fall (M2.1)."""
    draft.told.append(fx.LevelStarted(draft.level, resumed=draft.started))
    draft.started = True


def lay_the_card(draft: Draft) -> None:
    """Move a player's lowest card from the hand to the pile (M2.2)."""
    play = draft.said(Play)
    draft.hands = tuple(hand[1:] if seat == play.seat else hand for seat, hand in enumerate(draft.held))
    draft.pile = (*draft.pile, play.card)
    draft.told.append(fx.CardPlayed(play.seat, play.card))


def set_the_lower_cards_aside(draft: Draft) -> None:
    """All lower cards in all hands go aside face up, and one life is lost for them all (M2.3)."""
    play = draft.said(Play)
    lower = tuple(tuple(card for card in hand if card < play.card) for hand in draft.held)
    _put_aside(draft, lower)
    draft.told.append(fx.Misplayed(play.seat, play.card, lower, draft.lives - 1))


def hear_of_a_misplay(draft: Draft) -> None:
    """At the table a misplay is told, however late it was noticed (M2.3)."""
    draft.told.append(fx.Misplayed(None, None, (), draft.lives - 1))


def charge_a_life(draft: Draft) -> None:
    """One life goes back to the supply, however many cards were lower (M2.3)."""
    _lose_lives(draft, 1)


def ask_for_focus(draft: Draft) -> None:
    """Any one player stops the level, free (M2.6)."""
    draft.told.append(fx.Stopped())


# The star


def propose_the_star(draft: Draft) -> None:
    """The proposer counts as agreed; where play stood is kept (M4.1, M4.2)."""
    seat = draft.said(ProposeStar).seat
    assert isinstance(draft.phase, Phase)
    draft.votes, draft.vote_from = (seat,), draft.phase
    draft.told.append(fx.StarProposed(seat))


def agree_to_the_star(draft: Draft) -> None:
    """A voter says yes (M4.2)."""
    seat = draft.said(Agree).seat
    draft.votes = tuple(sorted((*draft.votes, seat)))
    draft.told.append(fx.VoteAgreed(seat))


def end_the_vote(draft: Draft) -> None:
    """A running proposal ends, free (M4.2)."""
    if draft.vote_from is not None:
        assert draft.command is not None
        draft.told.append(fx.VoteEnded(_WHY[draft.command.verb]))
        forget_the_votes(draft)


def forget_the_votes(draft: Draft) -> None:
    """Old votes never count later (M4.2)."""
    draft.votes, draft.vote_from = (), None


def use_the_star(draft: Draft) -> None:
    """Each hand that is not empty puts its lowest card aside; the pile's top does not change (M4.4)."""
    draft.stars -= 1
    lowest = tuple(hand[:1] for hand in draft.held) if draft.options.dealt else ()
    _put_aside(draft, lowest)
    draft.told.append(fx.StarUsed(lowest, draft.stars))


# Blind mode


def go_on_blind(draft: Draft) -> None:
    """After a win: level 1 again, face down, lives and stars kept (M5.1)."""
    draft.blind = True
    draft.told.append(fx.BlindBegan())
    _begin_level(draft, 1)


def check_the_pile(draft: Draft) -> None:
    """Dealt: the mistakes in the pile are counted and charged (M5.3)."""
    _charge_mistakes(draft, count_mistakes(draft.pile))


def hear_of_the_mistakes(draft: Draft) -> None:
    """At the table the mistakes found are told, and charged (M5.6)."""
    _charge_mistakes(draft, draft.said(ReportLevelDone).mistakes or 0)


# The end of a level and of the game


def complete_the_level(draft: Draft) -> None:
    """All hands are empty, and a life is left (M2.5)."""
    draft.told.append(fx.LevelDone(draft.level))


def count_the_blind_level(draft: Draft) -> None:
    """Blind levels completed are the score of blind mode (M5.4)."""
    draft.blind_levels += 1


def pay_a_life(draft: Draft) -> None:
    """The level pays a life (M3.1)."""
    draft.lives += 1
    draft.told.append(fx.RewardPaid(REWARDS[draft.level]))


def pay_a_star(draft: Draft) -> None:
    """The level pays a star (M3.1)."""
    draft.stars += 1
    draft.told.append(fx.RewardPaid(REWARDS[draft.level]))


def forfeit_the_reward(draft: Draft) -> None:
    """The supply is empty, and it is said so (M3.1)."""
    draft.told.append(fx.RewardForfeited(REWARDS[draft.level]))


def begin_the_next_level(draft: Draft) -> None:
    """The cards of the last level are cleared away (M1.2)."""
    _begin_level(draft, draft.level + 1)


def win_the_game(draft: Draft) -> None:
    """The last level is complete (M5.1)."""
    draft.told.append(fx.Won())


def win_blind(draft: Draft) -> None:
    """Every level was completed in blind mode (M5.4)."""
    draft.told.append(fx.BlindWon())


def lose_the_game(draft: Draft) -> None:
    """Without a life the game is lost; all else stays as it lies (M2.4)."""
    draft.told.append(fx.Lost())


def end_blind(draft: Draft) -> None:
    """Without a life blind mode is over; the won game stays won (M5.4)."""
    draft.told.append(fx.BlindOver(draft.blind_levels))


def give_up(draft: Draft) -> None:
    """Everything else stays as it lies, votes too."""
    draft.told.append(fx.Conceded())


def _put_aside(draft: Draft, cards: Hands) -> None:
    """Move the given cards, a tuple a seat, from the hands aside; the pile stays (M2.3, M4.4)."""
    gone = {card for hand in cards for card in hand}
    if gone:
        draft.hands = tuple(tuple(card for card in hand if card not in gone) for hand in draft.held)
        draft.aside = tuple(sorted(gone.union(draft.aside)))


def _charge_mistakes(draft: Draft, mistakes: int) -> None:
    """A life a mistake, or one a level at most (M5.4)."""
    draft.told.append(fx.MistakesFound(mistakes))
    _lose_lives(draft, min(mistakes, 1) if draft.options.blind_cap else mistakes)


def _lose_lives(draft: Draft, count: int) -> None:
    """Return up to `count` lives to the supply."""
    count = min(count, draft.lives)
    if count:
        draft.lives -= count
        draft.told.append(fx.LifeLost(count, draft.lives))


def _begin_level(draft: Draft, level: int) -> None:
    draft.level = level
    draft.started = False
    draft.hands, draft.pile, draft.aside = None, (), ()
    draft.told.append(fx.LevelBegan(level))

"""The Mind as one table: what may be done, what follows by itself, and by which clause of the rules.

Laws of this file:
- a phase is left by a command, a moment by itself: by the first of its rows whose guards hold;
- table and dealt play share it: dealt levels pass through `deal`, table levels do not;
- lives are charged before a level counts as complete, and the level before its reward (M2.5, M3.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.machine import THEN, Row, RuleTable
from engine.the_mind import deeds as do
from engine.the_mind import guards as g
from engine.the_mind.draft import Draft
from engine.the_mind.model import Phase
from engine.the_mind.phases import Moment, Verb

if TYPE_CHECKING:
    from engine.machine import Sections

P, M, V = Phase, Moment, Verb
RUNNING = (P.DEAL, P.FOCUS, P.PLAYING, P.STAR_VOTE)
INSIDE = (P.FOCUS, P.PLAYING, P.STAR_VOTE)
"""Where something can happen to a level, once it has started."""

# fmt: off
SECTIONS: Sections[Draft] = {
    "A level": (
        Row(P.DEAL, V.DEAL, P.FOCUS, "M1.2", needs=(g.hands_fit_the_level,), do=(do.deal_the_hands,)),
        Row(P.FOCUS, V.FOCUS, P.PLAYING, "M2.1", do=(do.begin_or_go_on,)),
        Row((P.PLAYING, P.STAR_VOTE), V.STOP, P.FOCUS, "M2.6", do=(do.end_the_vote, do.ask_for_focus)),
        # Dealt: a card is judged as it falls.
        Row(P.PLAYING, V.PLAY, M.CARD_LAID, "M2.2",
            when=(g.cards_are_dealt,), needs=(g.seat_is_taken, g.card_is_its_lowest), do=(do.lay_the_card,)),
        Row(P.STAR_VOTE, V.PLAY, M.CARD_LAID, "M4.2",
            when=(g.cards_are_dealt, g.play_was_on), needs=(g.seat_is_taken, g.card_is_its_lowest),
            do=(do.end_the_vote, do.lay_the_card)),
        Row(M.CARD_LAID, THEN, M.LIFE_CHARGED, "M2.3",
            when=(g.pile_lies_open, g.somebody_holds_a_lower_card),
            do=(do.set_the_lower_cards_aside, do.charge_a_life)),
        Row(M.CARD_LAID, THEN, M.HANDS_EMPTY, "M2.5", when=(g.all_hands_are_empty,)),
        Row(M.CARD_LAID, THEN, P.PLAYING, "M2.2"),
        # Table: a misplay and the end of a level are told.
        Row(INSIDE, V.MISPLAY, M.LIFE_CHARGED, "M2.3",
            when=(g.cards_are_paper, g.pile_lies_open, g.level_has_started),
            do=(do.end_the_vote, do.hear_of_a_misplay, do.charge_a_life)),
        Row(INSIDE, V.LEVEL_DONE, M.LEVEL_DONE, "M2.5",
            when=(g.cards_are_paper, g.pile_lies_open, g.level_has_started), needs=(g.no_mistakes_are_told,),
            do=(do.end_the_vote, do.complete_the_level)),
        # A life is charged.
        Row(M.LIFE_CHARGED, THEN, P.LOST, "M2.4", when=(g.no_life_is_left,), do=(do.lose_the_game,)),
        Row(M.LIFE_CHARGED, THEN, M.HANDS_EMPTY, "M2.5", when=(g.all_hands_are_empty,)),
        Row(M.LIFE_CHARGED, THEN, P.FOCUS, "M2.3"),
        # All hands are empty.
        Row(M.HANDS_EMPTY, THEN, M.PILE_CHECKED, "M5.3",
            when=(g.pile_lies_face_down,), do=(do.check_the_pile,)),
        Row(M.HANDS_EMPTY, THEN, M.LEVEL_DONE, "M2.5", do=(do.complete_the_level,)),
    ),
    "The star": (
        Row((P.FOCUS, P.PLAYING), V.PROPOSE_STAR, M.VOTE_CAST, "M4.1",
            when=(g.level_has_started,), needs=(g.a_star_is_left, g.seat_may_propose),
            do=(do.propose_the_star,)),
        Row(P.STAR_VOTE, V.AGREE, M.VOTE_CAST, "M4.2",
            needs=(g.seat_has_not_agreed,), do=(do.agree_to_the_star,)),
        Row(P.STAR_VOTE, V.DECLINE, P.PLAYING, "M4.2",
            when=(g.play_was_on,), needs=(g.seat_may_decline,), do=(do.end_the_vote,)),
        Row(P.STAR_VOTE, V.DECLINE, P.FOCUS, "M4.2", needs=(g.seat_may_decline,), do=(do.end_the_vote,)),
        Row(M.VOTE_CAST, THEN, M.STAR_USED, "M4.2",
            when=(g.all_have_agreed,), do=(do.forget_the_votes, do.use_the_star)),
        Row(M.VOTE_CAST, THEN, P.STAR_VOTE, "M4.2"),
        Row(M.STAR_USED, THEN, M.HANDS_EMPTY, "M4.4", when=(g.all_hands_are_empty,)),
        Row(M.STAR_USED, THEN, P.FOCUS, "M4.4"),
    ),
    "Rewards and the end": (
        Row(M.LEVEL_DONE, THEN, M.REWARD_SETTLED, "M3.1",
            when=(g.level_pays_a_life, g.lives_are_at_their_cap), do=(do.forfeit_the_reward,)),
        Row(M.LEVEL_DONE, THEN, M.REWARD_SETTLED, "M3.1", when=(g.level_pays_a_life,), do=(do.pay_a_life,)),
        Row(M.LEVEL_DONE, THEN, M.REWARD_SETTLED, "M3.1",
            when=(g.level_pays_a_star, g.stars_are_at_their_cap), do=(do.forfeit_the_reward,)),
        Row(M.LEVEL_DONE, THEN, M.REWARD_SETTLED, "M3.1", when=(g.level_pays_a_star,), do=(do.pay_a_star,)),
        Row(M.LEVEL_DONE, THEN, M.REWARD_SETTLED, "M3.1"),
        Row(M.REWARD_SETTLED, THEN, P.DEAL, "M2.5",
            when=(g.levels_are_left, g.cards_are_dealt), do=(do.begin_the_next_level,)),
        Row(M.REWARD_SETTLED, THEN, P.FOCUS, "M2.5",
            when=(g.levels_are_left,), do=(do.begin_the_next_level,)),
        Row(M.REWARD_SETTLED, THEN, P.BLIND_WON, "M5.4", when=(g.pile_lies_face_down,), do=(do.win_blind,)),
        Row(M.REWARD_SETTLED, THEN, P.WON, "M5.1", do=(do.win_the_game,)),
        Row(RUNNING, V.CONCEDE, P.BLIND_OVER, "records",
            when=(g.pile_lies_face_down,), do=(do.give_up,)),
        Row(RUNNING, V.CONCEDE, P.LOST, "records", do=(do.give_up,)),
    ),
    "Blind mode": (
        Row(P.WON, V.BLIND, P.DEAL, "M5.1", when=(g.cards_are_dealt,), do=(do.go_on_blind,)),
        Row(P.WON, V.BLIND, P.FOCUS, "M5.1", do=(do.go_on_blind,)),
        Row(INSIDE, V.LEVEL_DONE, M.PILE_CHECKED, "M5.6",
            when=(g.cards_are_paper, g.pile_lies_face_down, g.level_has_started),
            needs=(g.mistakes_are_told,),
            do=(do.end_the_vote, do.hear_of_the_mistakes)),
        Row(M.PILE_CHECKED, THEN, P.BLIND_OVER, "M5.4", when=(g.no_life_is_left,), do=(do.end_blind,)),
        Row(M.PILE_CHECKED, THEN, M.LEVEL_DONE, "M5.4", do=(do.complete_the_level, do.count_the_blind_level)),
    ),
}
# fmt: on

TABLE: RuleTable[Draft, Verb] = RuleTable(
    "the-mind", Draft, (Phase, Moment), Verb, (P.DEAL, P.FOCUS), SECTIONS
)

"""Nevermind as one table: what may be done, what follows by itself, and by which clause of the rules.

Laws of this file:
- a phase is left by a command, a moment by itself: by the first of its rows whose guards hold;
- inside one event: the card, the ends that it brings, time, the empty timer (N2.3);
- after the Mind's action: token, second action, Center Card, reset, breath, Watcher, each only if due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.machine import THEN, Row, RuleTable
from engine.nevermind import breath as b
from engine.nevermind import deck as d
from engine.nevermind import ends as e
from engine.nevermind import mind as m
from engine.nevermind import paper as p
from engine.nevermind import watcher as w
from engine.nevermind.draft import Draft
from engine.nevermind.phases import Moment, Phase, Verb

if TYPE_CHECKING:
    from engine.machine import Sections

P, M, V = Phase, Moment, Verb
RUNNING = tuple(phase for phase in Phase if phase is not Phase.OVER)

# fmt: off
SECTIONS: Sections[Draft] = {
    "The Mind Phase": (
        Row(P.MIND, V.DRAW, M.FLIPPED, "N8.2", when=(p.decks_are_paper,),
            needs=(p.flipped_card_is_told, p.deck_can_show_it), do=(p.flip_what_is_shown,)),
        Row(P.MIND, V.DRAW, M.FLIPPED, "N3.1", when=(p.decks_are_the_devices,), do=(m.flip_the_top_card,)),
        Row(M.FLIPPED, THEN, M.MIND_DONE, "N6.2", when=(m.a_center_card_was_flipped,),
            do=(m.only_discard_it,)),
        Row(M.FLIPPED, THEN, M.POINTED_AT, "N3.1", do=(m.point_the_mind,)),
        # A Mind action.
        Row(M.POINTED_AT, THEN, M.MIND_ACTED, "N5.2",
            when=(m.thought_is_released, m.a_monkey_wakes), do=(m.bar_it, m.wake_the_monkey)),
        Row(M.POINTED_AT, THEN, M.BLOCKED, "N3.1", when=(m.thought_is_released,), do=(m.stay_released,)),
        Row(M.POINTED_AT, THEN, M.DISTRACTION_HELD, "N3.1", when=(m.thought_is_a_distraction,),
            do=(m.bar_it, m.stay_a_distraction, e.let_time_pass)),
        Row(M.POINTED_AT, THEN, M.STIRRED, "N3.2", do=(m.bar_it,)),
        Row(M.DISTRACTION_HELD, THEN, P.OVER, "N2.2", when=(e.timer_is_empty,), do=(e.end_by_the_timer,)),
        Row(M.DISTRACTION_HELD, THEN, M.CHAIN_LANDED, "N5.3", when=(m.a_chain_begins,),
            do=(m.move_the_mind_on,)),
        Row(M.DISTRACTION_HELD, THEN, M.MIND_ACTED, "N3.1"),
        Row(M.CHAIN_LANDED, THEN, M.MIND_ACTED, "N5.3", when=(m.thought_is_released,), do=(m.stay_released,)),
        Row(M.CHAIN_LANDED, THEN, M.STIRRED, "N5.3"),
        Row(M.STIRRED, THEN, M.MIND_ACTED, "N3.4",
            when=(m.thought_is_subliminal, m.center_is_focused), do=(m.steal_the_focus,)),
        Row(M.STIRRED, THEN, M.MIND_ACTED, "N3.1", when=(m.thought_is_subliminal,), do=(m.become_a_thought,)),
        Row(M.STIRRED, THEN, M.MIND_ACTED, "N3.1", when=(m.thought_is_acknowledged,),
            do=(m.return_to_a_thought,)),
        Row(M.STIRRED, THEN, M.DISTRACTED, "N3.1", do=(m.become_a_distraction,)),
        Row(M.DISTRACTED, THEN, P.OVER, "N5.1", when=(e.the_mind_has_won,), do=(e.end_by_the_mind,)),
        Row(M.DISTRACTED, THEN, M.TIME_TAKEN, "N2.3", do=(e.let_time_pass,)),
        Row(M.TIME_TAKEN, THEN, P.OVER, "N2.2", when=(e.timer_is_empty,), do=(e.end_by_the_timer,)),
        Row(M.TIME_TAKEN, THEN, M.MIND_ACTED, "N3.1"),
        Row(M.BLOCKED, THEN, P.SURFACE, "N3.3",
            when=(m.the_card_pointed, m.nothing_is_active), do=(m.ask_which_rises,)),
        Row(M.BLOCKED, THEN, M.MIND_ACTED, "N3.1"),
        Row(P.SURFACE, V.SURFACE, M.STIRRED, "N3.3", needs=(m.thought_may_rise,), do=(m.bar_it,)),
        # What follows it.
        Row(M.MIND_ACTED, THEN, P.TOKEN, "N1.6", when=(m.a_token_is_due,)),
        Row(M.MIND_ACTED, THEN, P.SECOND, "N5.6", when=(m.a_second_action_is_due,),
            do=(m.ask_for_the_second,)),
        Row(M.MIND_ACTED, THEN, M.MIND_DONE, "N2.1", do=(m.end_the_mind_actions,)),
        Row(P.TOKEN, V.TOKEN, M.MIND_ACTED, "N1.6", do=(m.lay_the_token,)),
        Row(P.SECOND, V.SECOND, M.POINTED_AT, "N5.6", needs=(m.token_is_of_the_type,)),
    ),
    "The Mind Deck": (
        Row(M.MIND_DONE, THEN, P.ADD_CENTER, "N6.1",
            when=(d.deck_is_empty, d.a_center_card_may_be_added), do=(d.ask_about_a_center_card,)),
        Row(M.MIND_DONE, THEN, P.SHUFFLE, "N3.5", when=(d.deck_is_empty,), do=(d.reset_the_deck,)),
        Row(M.MIND_DONE, THEN, M.DECK_READY, "N2.1"),
        Row(M.DECK_READY, THEN, P.BREATHE, "N6.2",
            when=(d.a_center_card_lies_on_top, d.a_thought_is_released), do=(d.offer_a_breath,)),
        Row(M.DECK_READY, THEN, P.WATCHER, "N6.2", when=(d.a_center_card_lies_on_top,),
            do=(d.pass_the_breath_over,)),
        Row(M.DECK_READY, THEN, P.BREATHE, "N8.4",
            when=(p.a_center_card_can_be_in_the_deck, d.a_thought_is_released), do=(d.ask_for_the_back,)),
        Row(M.DECK_READY, THEN, P.WATCHER, "N2.1"),
        Row(P.ADD_CENTER, V.ADD_CENTER, P.SHUFFLE, "N6.1",
            needs=(d.the_answer_is_to_add_one,), do=(d.add_a_center_card,)),
        Row(P.ADD_CENTER, V.ADD_CENTER, P.SHUFFLE, "N6.1"),
        Row(P.SHUFFLE, V.SHUFFLE, M.HAND_DRAWN, "N8.4", when=(b.a_breath_goes_on, p.decks_are_paper),
            do=(d.tell_of_the_deck, p.lay_an_unseen_deck, p.draw_unseen, b.draw_what_is_missing)),
        Row(P.SHUFFLE, V.SHUFFLE, M.DECK_READY, "N8.4", when=(p.decks_are_paper,),
            do=(d.tell_of_the_deck, p.lay_an_unseen_deck)),
        Row(P.SHUFFLE, V.SHUFFLE, M.HAND_DRAWN, "N6.3", when=(b.a_breath_goes_on,),
            needs=(d.cards_are_the_discards, d.cards_are_turned_as_allowed),
            do=(d.tell_of_the_deck, d.lay_the_deck, b.draw_what_is_missing)),
        Row(P.SHUFFLE, V.SHUFFLE, M.DECK_READY, "N1.3",
            needs=(d.cards_are_the_discards, d.cards_are_turned_as_allowed),
            do=(d.tell_of_the_deck, d.lay_the_deck)),
        Row(P.BREATHE, V.BREATHE, P.BREATH_FROM, "N6.2",
            needs=(d.the_answer_is_to_breathe,), do=(d.take_the_center_card_out,)),
        Row(P.BREATHE, V.BREATHE, P.WATCHER, "N6.2", do=(d.decline_the_breath,)),
    ),
    "The Watcher Phase": (
        Row(P.WATCHER, V.NOTICE, P.MIND, "N4.1",
            needs=(w.center_is_free, w.thought_can_take_it, w.thought_is_not_barred),
            do=(w.notice_it, e.begin_the_next_round)),
        Row(P.WATCHER, V.ACKNOWLEDGE, P.MIND, "N4.2",
            needs=(w.center_is_free, w.thought_can_take_it, w.thought_is_not_barred),
            do=(w.acknowledge_it, e.begin_the_next_round)),
        Row(P.WATCHER, V.FOCUS, P.MIND, "N4.3",
            needs=(w.center_is_free, w.thought_can_take_it, w.thought_is_not_barred),
            do=(w.focus_on_it, e.begin_the_next_round)),
        Row(P.WATCHER, V.LET_GO, M.THOUGHT_LET_GO, "N4.4",
            needs=(w.thought_can_take_it, w.thought_is_not_barred), do=(w.let_it_go,)),
        Row(M.THOUGHT_LET_GO, THEN, P.OVER, "N7.3", when=(e.all_are_released,), do=(e.end_as_zen_master,)),
        Row(M.THOUGHT_LET_GO, THEN, P.OVER, "N5.1", when=(e.the_mind_has_won,), do=(e.end_by_the_mind,)),
        Row(M.THOUGHT_LET_GO, THEN, M.LETTING_GO_TIMED, "N4.4", do=(e.let_time_pass,)),
        Row(M.LETTING_GO_TIMED, THEN, P.OVER, "N2.2", when=(e.timer_is_empty,), do=(e.end_by_the_timer,)),
        Row(M.LETTING_GO_TIMED, THEN, P.MIND, "N4.4", do=(e.begin_the_next_round,)),
        Row(P.WATCHER, V.REST, P.MIND, "N4.6", needs=(w.nothing_can_be_done,),
            do=(w.rest, e.begin_the_next_round)),
    ),
    "A Deep Breath": (
        Row(P.BREATH_FROM, V.BREATH_FROM, P.BREATH_HAND, "N6.3",
            needs=(b.thought_can_lend_its_marker,), do=(b.lend_the_marker,)),
        Row(P.BREATH_HAND, V.BREATH_HAND, M.HAND_DRAWN, "N8.6", when=(p.decks_are_paper,),
            needs=(b.so_many_can_be_drawn,), do=(b.want_a_hand, p.draw_unseen, b.draw_what_is_missing)),
        Row(P.BREATH_HAND, V.BREATH_HAND, M.HAND_DRAWN, "N6.3",
            needs=(b.so_many_can_be_drawn,), do=(b.want_a_hand, b.draw_what_is_missing)),
        Row(M.HAND_DRAWN, THEN, P.SHUFFLE, "N6.3", when=(d.deck_is_empty,), do=(d.reset_the_deck,)),
        Row(M.HAND_DRAWN, THEN, M.HAND_CARD_DONE, "N6.3"),
        # A card of the hand.
        Row(P.BREATH_PLAY, V.BREATH_PLAY, M.HAND_CARD_MET, "N8.6", when=(p.decks_are_paper,),
            needs=(p.hand_card_is_told, p.hand_can_show_it), do=(p.play_what_is_shown,)),
        Row(P.BREATH_PLAY, V.BREATH_PLAY, M.HAND_CARD_MET, "N6.4", when=(p.decks_are_the_devices,),
            needs=(b.card_is_in_the_hand,), do=(b.play_the_card,)),
        Row(M.HAND_CARD_MET, THEN, M.HAND_CARD_DONE, "N6.4",
            when=(b.a_center_card_was_played,), do=(b.play_without_effect,)),
        Row(M.HAND_CARD_MET, THEN, P.BREATH_CALM, "N6.4",
            when=(b.card_points_at_a_released_thought, b.a_thought_can_be_calmed),
            do=(b.meet_a_released_thought, b.ask_what_to_calm)),
        Row(M.HAND_CARD_MET, THEN, M.TOKENS_COMPARED, "N6.4",
            when=(b.card_points_at_a_released_thought,), do=(b.meet_a_released_thought,)),
        Row(M.HAND_CARD_MET, THEN, M.HAND_CARD_TIMED, "N6.4",
            when=(b.card_points_at_a_distraction,), do=(b.meet_a_distraction, e.let_time_pass)),
        Row(M.HAND_CARD_MET, THEN, M.HAND_CARD_DONE, "N6.4", do=(b.meet_nothing,)),
        Row(M.HAND_CARD_TIMED, THEN, P.OVER, "N6.7", when=(e.timer_is_empty,), do=(e.end_by_the_timer,)),
        Row(M.HAND_CARD_TIMED, THEN, M.TOKENS_COMPARED, "N6.4"),
        Row(P.BREATH_CALM, V.BREATH_CALM, M.TOKENS_COMPARED, "N6.4",
            needs=(b.thought_can_be_calmed,), do=(b.calm_it,)),
        Row(M.TOKENS_COMPARED, THEN, M.HAND_CARD_DONE, "N6.4",
            when=(b.the_tokens_match,), do=(b.become_a_thought_again,)),
        Row(M.TOKENS_COMPARED, THEN, M.HAND_CARD_DONE, "N6.4"),
        Row(M.HAND_CARD_DONE, THEN, P.BREATH_PLAY, "N6.4", when=(b.cards_are_left_in_hand,)),
        Row(M.HAND_CARD_DONE, THEN, M.BREATH_OVER, "N6.6", do=(b.return_the_marker,)),
        # Its end.
        Row(M.BREATH_OVER, THEN, P.OVER, "N7.3", when=(e.all_are_released,), do=(e.end_as_zen_master,)),
        Row(M.BREATH_OVER, THEN, P.OVER, "N5.1", when=(e.the_mind_has_won,), do=(e.end_by_the_mind,)),
        Row(M.BREATH_OVER, THEN, M.BREATH_TIMED, "N6.6", do=(e.let_time_pass,)),
        Row(M.BREATH_TIMED, THEN, P.OVER, "N2.2", when=(e.timer_is_empty,), do=(e.end_by_the_timer,)),
        Row(M.BREATH_TIMED, THEN, P.MIND, "N6.6",
            when=(b.the_breath_ends_the_round,), do=(e.begin_the_next_round,)),
        Row(M.BREATH_TIMED, THEN, P.WATCHER, "N6.2", do=(b.bar_what_was_calmed,)),
    ),
    "At any time": (
        Row(P.MIND, V.FIX, P.MIND, "fix", needs=(w.table_can_lie_so,), do=(w.match_the_table,)),
        Row(P.WATCHER, V.FIX, P.WATCHER, "fix", needs=(w.table_can_lie_so,), do=(w.match_the_table,)),
        Row(RUNNING, V.CONCEDE, P.OVER, "N7.1", do=(e.leave_early,)),
    ),
}
# fmt: on

TABLE: RuleTable[Draft, Verb] = RuleTable(
    "nevermind", Draft, (Phase, Moment), Verb, (Phase.SHUFFLE,), SECTIONS
)

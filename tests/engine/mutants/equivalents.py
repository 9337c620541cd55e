"""Changes of a table that change no game, each with the reason. The tool says if one is noticed after all."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {
    "nevermind: pointed_at --then--> mind_acted (N5.2) if thought_is_released and a_monkey_wakes: "
    "deeds bar_it and wake_the_monkey swapped": (
        "one sets the bar, the other the thought and what is told: neither reads what the other sets"
    ),
    "nevermind: pointed_at --then--> mind_acted (N5.2) if thought_is_released and a_monkey_wakes: "
    "leads to blocked": (
        "the thought that woke is active, so none is asked to rise, and blocked leads on to mind_acted"
    ),
    "nevermind: pointed_at --then--> distraction_held (N3.1) if thought_is_a_distraction: "
    "deeds bar_it and stay_a_distraction swapped": (
        "one sets the bar, the other says that the Distraction held: neither reads what the other sets"
    ),
    "nevermind: shuffle --shuffle--> hand_drawn (N6.3) if a_breath_goes_on and cards_are_the_discards "
    "and cards_are_turned_as_allowed: needs cards_are_the_discards and cards_are_turned_as_allowed swapped": (
        "the row of N1.3 is tried next and asks the same, and the last need that failed gives the refusal"
    ),
    "the-mind: card_laid --then--> hands_empty (M2.5) if all_hands_are_empty: leads to life_charged": (
        "nobody plays without a life, so life_charged finds one left and leads on to hands_empty"
    ),
    "the-mind: pile_checked --then--> level_done (M5.4): "
    "deeds complete_the_level and count_the_blind_level swapped": (
        "one says which level is complete, the other counts it: neither reads what the other sets"
    ),
    "the-mind: vote_cast --then--> star_used (M4.2) if all_have_agreed: "
    "deeds forget_the_votes and use_the_star swapped": (
        "one clears the votes and tells nothing, the other reads hands and stars alone"
    ),
}
"""Reasons by the name of the mutant."""

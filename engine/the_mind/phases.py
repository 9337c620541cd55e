"""The words of The Mind's table: moments and verbs. The phases are those of the state, in `model`."""

from __future__ import annotations

from enum import StrEnum


class Moment(StrEnum):
    """What stands between a command and the next phase, in the order in which they can follow each other.

    No state, record or view shows one.
    """

    VOTE_CAST = "vote_cast"
    STAR_USED = "star_used"
    CARD_LAID = "card_laid"
    LIFE_CHARGED = "life_charged"
    HANDS_EMPTY = "hands_empty"
    PILE_CHECKED = "pile_checked"
    LEVEL_DONE = "level_done"
    REWARD_SETTLED = "reward_settled"


class Verb(StrEnum):
    """What a command asks for; the values are those of records, in the order of its list."""

    DEAL = "deal"
    FOCUS = "focus"
    PLAY = "play"
    MISPLAY = "misplay"
    LEVEL_DONE = "level_done"
    STOP = "stop"
    PROPOSE_STAR = "propose_star"
    AGREE = "agree"
    DECLINE = "decline"
    BLIND = "blind"
    CONCEDE = "concede"


VERBS = {verb.value: verb for verb in Verb}
"""The verbs by the word for them in a record."""

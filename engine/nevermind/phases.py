"""The words of Nevermind's table: phases, moments and verbs."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What the game waits for; the values are those of records."""

    SHUFFLE = "shuffle"
    MIND = "mind"
    TOKEN = "token"  # noqa: S105 - a phase
    SURFACE = "surface"
    SECOND = "second"
    ADD_CENTER = "add_center"
    BREATHE = "breathe"
    BREATH_FROM = "breath_from"
    BREATH_HAND = "breath_hand"
    BREATH_PLAY = "breath_play"
    BREATH_CALM = "breath_calm"
    WATCHER = "watcher"
    OVER = "over"


class Moment(StrEnum):
    """What stands between a command and the next phase, in the order in which they can follow each other.

    No state, record or view shows one. Time passes in four places, and what follows differs.
    """

    # A Mind Phase.
    FLIPPED = "flipped"
    POINTED_AT = "pointed_at"
    DISTRACTION_HELD = "distraction_held"
    CHAIN_LANDED = "chain_landed"
    STIRRED = "stirred"
    DISTRACTED = "distracted"
    TIME_TAKEN = "time_taken"
    BLOCKED = "blocked"
    MIND_ACTED = "mind_acted"
    MIND_DONE = "mind_done"
    DECK_READY = "deck_ready"
    # A Watcher Phase.
    THOUGHT_LET_GO = "thought_let_go"
    LETTING_GO_TIMED = "letting_go_timed"
    # A Deep Breath.
    HAND_DRAWN = "hand_drawn"
    HAND_CARD_MET = "hand_card_met"
    HAND_CARD_TIMED = "hand_card_timed"
    TOKENS_COMPARED = "tokens_compared"
    HAND_CARD_DONE = "hand_card_done"
    BREATH_OVER = "breath_over"
    BREATH_TIMED = "breath_timed"


class Verb(StrEnum):
    """What a command asks for; the values are those of records, in the order of its list."""

    SHUFFLE = "shuffle"
    DRAW = "draw"
    TOKEN = "token"  # noqa: S105 - a verb
    SURFACE = "surface"
    SECOND = "second"
    ADD_CENTER = "add_center"
    BREATHE = "breathe"
    BREATH_FROM = "breath_from"
    BREATH_HAND = "breath_hand"
    BREATH_PLAY = "breath_play"
    BREATH_CALM = "breath_calm"
    NOTICE = "notice"
    ACKNOWLEDGE = "acknowledge"
    FOCUS = "focus"
    LET_GO = "let_go"
    REST = "rest"
    FIX = "fix"
    CONCEDE = "concede"


VERBS = {verb.value: verb for verb in Verb}
"""The verbs by the word for them in a record."""

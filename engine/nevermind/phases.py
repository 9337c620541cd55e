"""The machine of Nevermind: who is asked for what, and where it may lead.

Laws of this file:
- a trigger names what the rules found due next; the table says from where that may be;
- every edge names its clause; the rules fire exactly one trigger for each accepted command.
"""

from __future__ import annotations

from enum import StrEnum

from engine.phases import Edge, PhaseTable


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


class Trigger(StrEnum):
    """What the rules found due."""

    ASK_TOKEN = "ask_token"  # noqa: S105 - a trigger
    ASK_SURFACE = "ask_surface"
    ASK_SECOND = "ask_second"
    ASK_CENTER = "ask_center"
    RESET = "reset"
    REVEAL = "reveal"
    WATCH = "watch"
    GO_DEEP = "go_deep"
    COUNT = "count"
    PLAY_ON = "play_on"
    CALM = "calm"
    END_ROUND = "end_round"
    MATCH_TABLE = "match_table"
    END = "end"
    CONCEDE = "concede"


_P = Phase
_T = Trigger

TABLE: PhaseTable[Phase, Trigger] = PhaseTable(
    "nevermind",
    Phase,
    Trigger,
    Phase.SHUFFLE,
    [
        # A Mind Phase, in the order in which things may be due.
        Edge(_P.MIND, _T.ASK_TOKEN, _P.TOKEN, "N3.1"),
        Edge(_P.MIND, _T.ASK_SURFACE, _P.SURFACE, "N3.3"),
        Edge(_P.SURFACE, _T.ASK_TOKEN, _P.TOKEN, "N3.3"),
        Edge(_P.MIND, _T.ASK_SECOND, _P.SECOND, "N5.6"),
        Edge(_P.TOKEN, _T.ASK_SECOND, _P.SECOND, "N5.6"),
        Edge(_P.SURFACE, _T.ASK_SECOND, _P.SECOND, "N5.6"),
        Edge(_P.SECOND, _T.ASK_TOKEN, _P.TOKEN, "N5.6"),
        Edge(_P.MIND, _T.ASK_CENTER, _P.ADD_CENTER, "N6.1"),
        Edge(_P.TOKEN, _T.ASK_CENTER, _P.ADD_CENTER, "N6.1"),
        Edge(_P.SURFACE, _T.ASK_CENTER, _P.ADD_CENTER, "N6.1"),
        Edge(_P.SECOND, _T.ASK_CENTER, _P.ADD_CENTER, "N6.1"),
        Edge(_P.MIND, _T.RESET, _P.SHUFFLE, "N3.5"),
        Edge(_P.TOKEN, _T.RESET, _P.SHUFFLE, "N3.5"),
        Edge(_P.SURFACE, _T.RESET, _P.SHUFFLE, "N3.5"),
        Edge(_P.SECOND, _T.RESET, _P.SHUFFLE, "N3.5"),
        Edge(_P.ADD_CENTER, _T.RESET, _P.SHUFFLE, "N6.1"),
        Edge(_P.MIND, _T.REVEAL, _P.BREATHE, "N6.2"),
        Edge(_P.TOKEN, _T.REVEAL, _P.BREATHE, "N6.2"),
        Edge(_P.SURFACE, _T.REVEAL, _P.BREATHE, "N6.2"),
        Edge(_P.SECOND, _T.REVEAL, _P.BREATHE, "N6.2"),
        Edge(_P.SHUFFLE, _T.REVEAL, _P.BREATHE, "N3.5"),
        Edge(_P.MIND, _T.WATCH, _P.WATCHER, "N2.1"),
        Edge(_P.TOKEN, _T.WATCH, _P.WATCHER, "N2.1"),
        Edge(_P.SURFACE, _T.WATCH, _P.WATCHER, "N2.1"),
        Edge(_P.SECOND, _T.WATCH, _P.WATCHER, "N2.1"),
        Edge(_P.SHUFFLE, _T.WATCH, _P.WATCHER, "N2.1"),
        Edge(_P.BREATHE, _T.WATCH, _P.WATCHER, "N6.2"),
        # A Watcher Phase is one action.
        Edge(_P.WATCHER, _T.END_ROUND, _P.MIND, "N4"),
        # A Deep Breath.
        Edge(_P.BREATHE, _T.GO_DEEP, _P.BREATH_FROM, "N6.2"),
        Edge(_P.BREATH_FROM, _T.COUNT, _P.BREATH_HAND, "N6.3"),
        Edge(_P.BREATH_HAND, _T.RESET, _P.SHUFFLE, "N6.3"),
        Edge(_P.BREATH_HAND, _T.PLAY_ON, _P.BREATH_PLAY, "N6.3"),
        Edge(_P.SHUFFLE, _T.PLAY_ON, _P.BREATH_PLAY, "N6.3"),
        Edge(_P.BREATH_PLAY, _T.CALM, _P.BREATH_CALM, "N6.4"),
        Edge(_P.BREATH_PLAY, _T.PLAY_ON, _P.BREATH_PLAY, "N6.4"),
        Edge(_P.BREATH_CALM, _T.PLAY_ON, _P.BREATH_PLAY, "N6.4"),
        Edge(_P.BREATH_HAND, _T.END_ROUND, _P.MIND, "N6.6"),
        Edge(_P.SHUFFLE, _T.END_ROUND, _P.MIND, "N6.6"),
        Edge(_P.BREATH_PLAY, _T.END_ROUND, _P.MIND, "N6.6"),
        Edge(_P.BREATH_CALM, _T.END_ROUND, _P.MIND, "N6.6"),
        Edge(_P.BREATH_HAND, _T.WATCH, _P.WATCHER, "N6.2"),
        Edge(_P.BREATH_PLAY, _T.WATCH, _P.WATCHER, "N6.2"),
        Edge(_P.BREATH_CALM, _T.WATCH, _P.WATCHER, "N6.2"),
        # The player matched the screen to the table.
        Edge(_P.MIND, _T.MATCH_TABLE, _P.MIND, "fix"),
        Edge(_P.WATCHER, _T.MATCH_TABLE, _P.WATCHER, "fix"),
        # Ends by the rules.
        Edge(_P.MIND, _T.END, _P.OVER, "N2.2"),
        Edge(_P.SECOND, _T.END, _P.OVER, "N2.2"),
        Edge(_P.WATCHER, _T.END, _P.OVER, "N2.2"),
        Edge(_P.BREATH_HAND, _T.END, _P.OVER, "N6.6"),
        Edge(_P.SHUFFLE, _T.END, _P.OVER, "N6.6"),
        Edge(_P.BREATH_PLAY, _T.END, _P.OVER, "N6.7"),
        Edge(_P.BREATH_CALM, _T.END, _P.OVER, "N6.6"),
        # Leaving early, from everywhere.
        Edge(_P.SHUFFLE, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.MIND, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.TOKEN, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.SURFACE, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.SECOND, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.ADD_CENTER, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.BREATHE, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.BREATH_FROM, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.BREATH_HAND, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.BREATH_PLAY, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.BREATH_CALM, _T.CONCEDE, _P.OVER, "N7.1"),
        Edge(_P.WATCHER, _T.CONCEDE, _P.OVER, "N7.1"),
    ],
)

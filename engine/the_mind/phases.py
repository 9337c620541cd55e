"""The phase machine of The Mind as one literal table; each edge names its clause.

Laws of this file:
- table and dealt play share it: dealt levels pass through `deal`, table levels do not;
- inside a level (playing, voting, stopped) the same things can end it, so three edges each;
- `won` is left for blind mode alone; the other ends have no way out.
"""

from __future__ import annotations

from enum import StrEnum

from engine.phases import Edge, PhaseTable
from engine.the_mind.model import Phase


class Trigger(StrEnum):
    """What moves a game from phase to phase."""

    DEAL = "deal"
    FOCUS = "focus"
    STOP = "stop"
    PLAY = "play"
    MISPLAY = "misplay"
    PROPOSE = "propose"
    AGREE = "agree"
    DECLINE_TO_PLAY = "decline_to_play"
    DECLINE_TO_STOP = "decline_to_stop"
    STAR = "star"
    NEXT_DEALT = "next_dealt"
    NEXT_TABLE = "next_table"
    WIN = "win"
    LOSE = "lose"
    BLIND_WIN = "blind_win"
    BLIND_LOSE = "blind_lose"
    BLIND_DEALT = "blind_dealt"
    BLIND_TABLE = "blind_table"
    CONCEDE = "concede"
    CONCEDE_BLIND = "concede_blind"


TABLE = PhaseTable(
    "the-mind",
    Phase,
    Trigger,
    Phase.DEAL,
    (
        Edge(Phase.DEAL, Trigger.DEAL, Phase.FOCUS, "M1.2"),
        Edge(Phase.FOCUS, Trigger.FOCUS, Phase.PLAYING, "M2.1"),
        Edge(Phase.PLAYING, Trigger.STOP, Phase.FOCUS, "M2.6"),
        Edge(Phase.STAR_VOTE, Trigger.STOP, Phase.FOCUS, "M2.6"),
        Edge(Phase.PLAYING, Trigger.PLAY, Phase.PLAYING, "M2.2"),
        Edge(Phase.STAR_VOTE, Trigger.PLAY, Phase.PLAYING, "M4.2"),
        Edge(Phase.PLAYING, Trigger.MISPLAY, Phase.FOCUS, "M2.3"),
        Edge(Phase.STAR_VOTE, Trigger.MISPLAY, Phase.FOCUS, "M4.2"),
        Edge(Phase.FOCUS, Trigger.MISPLAY, Phase.FOCUS, "M2.3"),
        Edge(Phase.PLAYING, Trigger.PROPOSE, Phase.STAR_VOTE, "M4.1"),
        Edge(Phase.FOCUS, Trigger.PROPOSE, Phase.STAR_VOTE, "M4.1"),
        Edge(Phase.STAR_VOTE, Trigger.AGREE, Phase.STAR_VOTE, "M4.2"),
        Edge(Phase.STAR_VOTE, Trigger.DECLINE_TO_PLAY, Phase.PLAYING, "M4.2"),
        Edge(Phase.STAR_VOTE, Trigger.DECLINE_TO_STOP, Phase.FOCUS, "M4.2"),
        Edge(Phase.STAR_VOTE, Trigger.STAR, Phase.FOCUS, "M4.4"),
        Edge(Phase.PLAYING, Trigger.STAR, Phase.FOCUS, "M4.3"),
        Edge(Phase.FOCUS, Trigger.STAR, Phase.FOCUS, "M4.3"),
        Edge(Phase.PLAYING, Trigger.NEXT_DEALT, Phase.DEAL, "M2.5"),
        Edge(Phase.STAR_VOTE, Trigger.NEXT_DEALT, Phase.DEAL, "M2.5"),
        Edge(Phase.FOCUS, Trigger.NEXT_DEALT, Phase.DEAL, "M4.4"),
        Edge(Phase.PLAYING, Trigger.NEXT_TABLE, Phase.FOCUS, "M2.5"),
        Edge(Phase.STAR_VOTE, Trigger.NEXT_TABLE, Phase.FOCUS, "M2.5"),
        Edge(Phase.FOCUS, Trigger.NEXT_TABLE, Phase.FOCUS, "M2.5"),
        Edge(Phase.PLAYING, Trigger.WIN, Phase.WON, "M5.1"),
        Edge(Phase.STAR_VOTE, Trigger.WIN, Phase.WON, "M5.1"),
        Edge(Phase.FOCUS, Trigger.WIN, Phase.WON, "M5.1"),
        Edge(Phase.PLAYING, Trigger.LOSE, Phase.LOST, "M2.4"),
        Edge(Phase.STAR_VOTE, Trigger.LOSE, Phase.LOST, "M2.4"),
        Edge(Phase.FOCUS, Trigger.LOSE, Phase.LOST, "M2.4"),
        Edge(Phase.PLAYING, Trigger.BLIND_WIN, Phase.BLIND_WON, "M5.4"),
        Edge(Phase.STAR_VOTE, Trigger.BLIND_WIN, Phase.BLIND_WON, "M5.4"),
        Edge(Phase.FOCUS, Trigger.BLIND_WIN, Phase.BLIND_WON, "M5.4"),
        Edge(Phase.PLAYING, Trigger.BLIND_LOSE, Phase.BLIND_OVER, "M5.4"),
        Edge(Phase.STAR_VOTE, Trigger.BLIND_LOSE, Phase.BLIND_OVER, "M5.4"),
        Edge(Phase.FOCUS, Trigger.BLIND_LOSE, Phase.BLIND_OVER, "M5.4"),
        Edge(Phase.WON, Trigger.BLIND_DEALT, Phase.DEAL, "M5.1"),
        Edge(Phase.WON, Trigger.BLIND_TABLE, Phase.FOCUS, "M5.1"),
        Edge(Phase.DEAL, Trigger.CONCEDE, Phase.LOST, "records"),
        Edge(Phase.FOCUS, Trigger.CONCEDE, Phase.LOST, "records"),
        Edge(Phase.PLAYING, Trigger.CONCEDE, Phase.LOST, "records"),
        Edge(Phase.STAR_VOTE, Trigger.CONCEDE, Phase.LOST, "records"),
        Edge(Phase.DEAL, Trigger.CONCEDE_BLIND, Phase.BLIND_OVER, "records"),
        Edge(Phase.FOCUS, Trigger.CONCEDE_BLIND, Phase.BLIND_OVER, "records"),
        Edge(Phase.PLAYING, Trigger.CONCEDE_BLIND, Phase.BLIND_OVER, "records"),
        Edge(Phase.STAR_VOTE, Trigger.CONCEDE_BLIND, Phase.BLIND_OVER, "records"),
    ),
)

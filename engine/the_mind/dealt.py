"""Dealt cards: the device knows the hands, judges each card and sees a level's end by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game import quoted
from engine.step import RefusalCode, Step
from engine.the_mind import blind
from engine.the_mind import effects as fx
from engine.the_mind.model import HIGHEST_CARD, Hands, State
from engine.the_mind.phases import TABLE, Trigger
from engine.the_mind.shared import complete, end_vote, lose, lose_lives, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.the_mind.commands import Deal, Play
    from engine.the_mind.effects import Effect
    from engine.the_mind.shared import Result


def deal(state: State, command: Deal) -> Result:
    """Give each seat as many of the hundred cards as the level (M1.2)."""
    fault = deal_fault(state, command.hands)
    if fault:
        return refuse(state, RefusalCode.CARDS, fault)
    hands = tuple(tuple(sorted(hand)) for hand in command.hands)
    dealt = replace(state, phase=TABLE.next(state.phase, Trigger.DEAL), hands=hands)
    return Step(dealt, (fx.Dealt(state.level),))


def deal_fault(state: State, hands: Hands) -> str:
    """Say what is wrong with these hands for this level; "" if nothing is."""
    players, level = state.options.players, state.level
    if len(hands) != players or any(len(hand) != level for hand in hands):
        return f"A deal of level {level} is {players} hands of {level}."
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) != len(cards) or min(cards) < 1 or max(cards) > HIGHEST_CARD:
        return f"A deal is of different cards from 1 to {HIGHEST_CARD}."
    return ""


def play(state: State, command: Play) -> Result:
    """Lay a player's lowest card on the pile and judge it (M2.2, M2.3); a proposal ends with it (M4.2)."""
    if not 0 <= command.seat < state.options.players:
        return refuse(state, RefusalCode.SEAT, f"No seat {quoted(command.seat)}.")
    hand = state.held[command.seat]
    if not hand or command.card != hand[0]:
        return refuse(
            state, RefusalCode.CARDS, f"{quoted(command.card)} is not the lowest card of seat {command.seat}."
        )
    quiet, ended = end_vote(state, fx.VoteEnd.PLAYED)
    left = tuple(cards[1:] if seat == command.seat else cards for seat, cards in enumerate(state.held))
    laid = replace(quiet, hands=left, pile=(*state.pile, command.card))
    after, judged = _judge(laid, command)
    return Step(after, (*ended, fx.CardPlayed(command.seat, command.card), *judged))


def _judge(state: State, command: Play) -> tuple[State, tuple[Effect, ...]]:
    """Say what a card on the pile means: a misplay, the end of the level, or nothing."""
    lower = tuple(tuple(card for card in hand if card < command.card) for hand in state.held)
    if state.blind or not any(lower):
        if not state.holders:
            return finish(state)
        return replace(state, phase=TABLE.next(state.phase, Trigger.PLAY)), ()
    after, lost = lose_lives(put_aside(state, lower), 1)
    told: tuple[Effect, ...] = (fx.Misplayed(command.seat, command.card, lower, after.lives), *lost)
    if not after.lives:
        over, end = lose(after)
        return over, told + end
    if not after.holders:
        done, ahead = finish(after)
        return done, told + ahead
    return replace(after, phase=TABLE.next(state.phase, Trigger.MISPLAY)), told


def finish(state: State) -> tuple[State, tuple[Effect, ...]]:
    """All hands are empty: complete the level, after a look at the pile in blind mode (M2.5, M5.3)."""
    if state.blind:
        return blind.settle(state, blind.count_mistakes(state.pile))
    return complete(state)


def put_aside(state: State, cards: Hands) -> State:
    """Move the given cards, a tuple a seat, from the hands aside; the pile stays (M2.3, M4.4)."""
    gone = {card for hand in cards for card in hand}
    hands = tuple(tuple(card for card in hand if card not in gone) for hand in state.held)
    return replace(state, hands=hands, aside=tuple(sorted(gone.union(state.aside))))


def in_order_of_sample(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Sort seats that were touched in one sample of the pads: the lower card counts first (M2.7).

    Seats that do not exist or hold nothing come last, in their own order: their touch will be refused.
    """

    def key(seat: int) -> int:
        held = state.held[seat] if 0 <= seat < state.options.players else ()
        return held[0] if held else HIGHEST_CARD + 1

    return tuple(sorted(seats, key=key))

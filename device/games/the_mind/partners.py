"""Virtual partners for dealt play of The Mind.

Laws of this file:
- a partner decides by its SeatView alone: its own hand, the pile's top if it lies open, and time;
- time comes in as a number, chance as a number: the same facts make the same partner;
- while play is stopped there is no due card; nothing of a stop is ever taken for a wait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log, pow
from typing import TYPE_CHECKING

from device.games.the_mind.chance import partner_rng
from device.games.the_mind.options import PartnerLevel
from engine.the_mind.commands import Agree, Focus, Play
from engine.the_mind.model import HIGHEST_CARD, Phase
from engine.the_mind.views import view_of

if TYPE_CHECKING:
    from device.session.chance import Seed
    from engine.the_mind.commands import Command
    from engine.the_mind.model import State
    from engine.the_mind.views import SeatView

BASE_WAIT_US = 800_000
"""What even the next card waits."""
GAP_WAIT_US = 330_000
"""Wait of a gap of one, beside the base."""
GAP_EXPONENT = 0.86
"""Long waits are felt shorter than they are."""
LEARNING = 0.15
"""How far the pace moves towards an observed wait: 10 to 20 %."""
PACE_LIMITS = (0.25, 4.0)
"""A pace stays between these, and no single wait counts for more than that."""


NOISE = {PartnerLevel.ZEN: 0.08, PartnerLevel.GOOD: 0.15, PartnerLevel.HUMAN: 0.25}
"""Standard deviation of the logarithm of a wait's felt part."""


@dataclass(frozen=True, slots=True)
class Partner:
    """One virtual partner."""

    seat: int
    noise: float
    """Standard deviation of the logarithm of a wait, base apart."""
    pace: float = 1.0
    """Factor on waits, base apart; what it learns from others."""
    learning: float = LEARNING
    """Share of the way, in the logarithm, that one observed wait moves the pace; 0 never learns."""
    felt_top: float = 0.0
    """Blind mode: where it feels the pile to be, from its own cards and from how long others waited."""


@dataclass(frozen=True, slots=True)
class Ensemble:
    """All virtual partners of a game, and when each would lay its next card."""

    seed: Seed
    partners: tuple[Partner, ...]
    waits_us: tuple[int | None, ...] = ()
    """Per partner, from the last card or lift; None without a card."""
    anchor_us: int | None = None
    """When the last card fell or the last hand lifted; None while stopped, voting or between levels."""
    run_us: int = 0
    """In a vote: how much of the wait had run before it."""


# One wait


def felt_wait_us(gap: float, pace: float) -> float:
    """Return the wait in microseconds over a gap of card numbers, before any noise."""
    return BASE_WAIT_US + GAP_WAIT_US * pace * pow(gap, GAP_EXPONENT)


def felt_gap(wait_us: int, pace: float) -> float:
    """Return the gap that a wait would mean at this pace: the inverse of `felt_wait_us`, 0 or more."""
    felt_us = max(0, wait_us - BASE_WAIT_US)
    return pow(felt_us / (GAP_WAIT_US * pace), 1 / GAP_EXPONENT)


def wait_us(partner: Partner, view: SeatView, noise: float) -> int | None:
    """Return how long the partner waits, from the last card or lift, until it lays its lowest card.

    `noise` is drawn from N(0, 1). None without a card.
    """
    if not view.hand:
        return None
    top = partner.felt_top if view.pile_top is None else view.pile_top
    gap = max(1.0, view.hand[0] - top)
    return round(felt_wait_us(gap, partner.pace * exp(partner.noise * noise)))


def adapted(partner: Partner, gap: int, waited_us: int) -> Partner:
    """Return the partner after it saw somebody wait so long over an open gap: its pace moves towards that."""
    low, high = PACE_LIMITS
    shown = max(waited_us - BASE_WAIT_US, 1) / (GAP_WAIT_US * pow(gap, GAP_EXPONENT))
    shown = min(max(shown, low), high)
    return replace(partner, pace=exp(log(partner.pace) + partner.learning * (log(shown) - log(partner.pace))))


def _saw(partner: Partner, before: State, play: Play, waited_us: int) -> Partner:
    """Learn from a card on the pile: open, it teaches pace; face down, it moves where the pile is felt."""
    if before.blind:
        own = play.seat == partner.seat
        moved = partner.felt_top + felt_gap(waited_us, partner.pace)
        top = max(partner.felt_top, play.card) if own else min(moved, HIGHEST_CARD)
        return replace(partner, felt_top=top)
    if play.seat == partner.seat:
        return partner
    top = before.pile[-1] if before.pile else 0
    return adapted(partner, play.card - top, waited_us)


# All of them


def seated(seed: Seed, seats: tuple[int, ...], level: PartnerLevel, learning: float = LEARNING) -> Ensemble:
    """Seat partners of one level, before the first lift."""
    return Ensemble(seed, tuple(Partner(seat, NOISE[level], learning=learning) for seat in seats))


def follow(
    ensemble: Ensemble, before: State, command: Command, after: State, now_us: int, k: int
) -> Ensemble:
    """Return the partners after an accepted command, whoever gave it, at `now_us` on a monotonic clock.

    `k` numbers their chance event, see `device.games.the_mind.chance.partner_event`; used after Focus and
    Play only.
    """
    ran_us = ensemble.run_us if ensemble.anchor_us is None else now_us - ensemble.anchor_us
    if isinstance(command, Play):
        partners = tuple(_saw(partner, before, command, ran_us) for partner in ensemble.partners)
        ensemble = replace(ensemble, partners=partners)
    if after.level != before.level or after.blind is not before.blind:
        ensemble = replace(
            ensemble, partners=tuple(replace(each, felt_top=0.0) for each in ensemble.partners)
        )
    if isinstance(command, Play | Focus):
        return resumed(ensemble, after, now_us, k)
    if after.phase is Phase.STAR_VOTE:
        return replace(ensemble, anchor_us=None, run_us=ran_us)
    if before.phase is Phase.STAR_VOTE and after.phase is Phase.PLAYING:
        return replace(ensemble, anchor_us=now_us - ran_us, run_us=0)
    return _frozen(ensemble)


def resumed(ensemble: Ensemble, state: State, now_us: int, k: int) -> Ensemble:
    """Let the waits count from now: after a lift, a card, or an undo. Frozen unless playing."""
    if state.phase is not Phase.PLAYING:
        return _frozen(ensemble)
    random = partner_rng(ensemble.seed, k)
    # One number a seat, also for seats that need none: who sits where never shifts another's draw.
    noise = [random.gauss(0.0, 1.0) for _ in range(state.options.players)]
    waits_us = tuple(
        wait_us(partner, view_of(state, partner.seat), noise[partner.seat]) for partner in ensemble.partners
    )
    return replace(ensemble, waits_us=waits_us, anchor_us=now_us, run_us=0)


def _frozen(ensemble: Ensemble) -> Ensemble:
    return replace(ensemble, waits_us=(None,) * len(ensemble.partners), anchor_us=None, run_us=0)


def next_play(ensemble: Ensemble, state: State) -> tuple[int, Play] | None:
    """Return when the next partner lays which card, or None if none will. Of two at once the lower (M2.7)."""
    if ensemble.anchor_us is None:
        return None
    due = [
        (ensemble.anchor_us + wait, state.held[partner.seat][0], partner.seat)
        for partner, wait in zip(ensemble.partners, ensemble.waits_us, strict=True)
        if wait is not None
    ]
    if not due:
        return None
    due_us, card, seat = min(due)
    return due_us, Play(seat, card)


def votes(ensemble: Ensemble, state: State) -> tuple[Agree, ...]:
    """Return what the partners say to a star: each that has a vote left agrees."""
    if state.phase is not Phase.STAR_VOTE:
        return ()
    return tuple(
        Agree(partner.seat)
        for partner in ensemble.partners
        if partner.seat in state.voters and partner.seat not in state.votes
    )

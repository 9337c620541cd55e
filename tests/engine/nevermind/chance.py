"""Random games for property tests: every choice comes from a generator that is given."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from engine.nevermind import commands as c
from engine.nevermind.model import (
    BREATHE,
    DEFAULT_MIND_CARDS,
    RING,
    TURNS,
    Intensity,
    MindCard,
    Options,
    State,
    Thought,
    Token,
)
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from engine.nevermind.commands import Command
    from engine.nevermind.model import Place

PLACED: tuple[Callable[[Place], Command], ...] = (
    c.Surface,
    c.TakeSecond,
    c.BreatheFrom,
    c.Calm,
    c.Notice,
    c.Acknowledge,
    c.Focus,
    c.LetGo,
)
EVERY: tuple[Command, ...] = (
    *(kind(at) for kind in PLACED for at in RING),
    *(c.GiveToken(token) for token in Token),
    *(c.AddCenter(yes=True), c.AddCenter(yes=False), c.Breathe(yes=True), c.Breathe(yes=False)),
    *(c.DrawHand(count) for count in range(-1, 10)),
    *(c.PlayHand(index) for index in range(-1, 10)),
    *(c.Draw(), c.Rest(), c.Concede()),
)
"""Every command there is, but for shuffles and fixes."""


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Any options, the owner's own cards among them."""
    stage = draw(st.integers(1, 6))
    pairs = st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1])
    own = st.lists(pairs, min_size=16, max_size=16).map(tuple)
    return Options(
        stage=stage,
        super_monkey=draw(st.booleans()) if stage == 6 else False,
        rotation=draw(st.sampled_from(sorted(TURNS))),
        breath_ends_round=draw(st.booleans()),
        breath_calms_feeling=draw(st.booleans()),
        mind_cards=draw(st.just(DEFAULT_MIND_CARDS) | own),
    )


def shuffle(state: State, random: Random) -> c.Shuffle:
    """A legal shuffle."""
    turns = TURNS[state.options.rotation]
    deck = [
        MindCard(card.card, random.choice(turns)) if isinstance(card, MindCard) else BREATHE
        for card in state.discards
    ]
    random.shuffle(deck)
    return c.Shuffle(tuple(deck))


def legal(state: State, random: Random) -> Command:
    """A legal command, any but Concede; calm choices come more often, so that games go deep."""
    if state.phase is Phase.SHUFFLE:
        return shuffle(state, random)
    some = [command for command in legal_commands(state) if not isinstance(command, c.Concede)]
    calm = [command for command in some if isinstance(command, c.LetGo | c.Focus)]
    return random.choice(calm if calm and random.random() < 0.7 else some)


def anything(state: State, random: Random) -> Command:
    """Any command, legal or not."""
    roll = random.random()
    if roll < 0.1:
        shuffled = list(shuffle(state, random).cards) if state.discards else []
        if random.random() < 0.5:
            shuffled = [*shuffled[1:], random.choice((BREATHE, MindCard(3, 45), MindCard(99, 0)))]
        return c.Shuffle(tuple(shuffled))
    if roll < 0.3:
        kinds = [Thought(i, t) for i, t in product(Intensity, (None, *Token))]
        grid = tuple(random.choice(kinds) for _ in range(random.choice((7, 8, 8, 8))))
        return c.Fix(grid, random.randint(-1, 2), random.randint(-1, 21))
    return random.choice(EVERY)


def game(opts: Options, random: Random, most: int = 1500) -> Iterator[tuple[State, Command, State]]:
    """Play a legal game to its end; yields (before, command, after)."""
    state = State(opts)
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        command = legal(state, random)
        after = step(state, command).state
        yield state, command, after
        state = after

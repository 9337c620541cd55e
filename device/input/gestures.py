"""Levels and time become events of keys: pure, with time as an argument. Debounce lives here.

Laws of this file:
- `(memory, levels, now_us) -> (memory, events, due_us)`; `advance` feeds all facts in the order of their
  times, and what fell due between them first;
- a button is debounced on both edges (F13), a hold counts from its first edge and swallows the release (F32);
  at each threshold the level is read again, so a lost edge never makes a hold (F10);
- what is down at the start is nobody's wish until it was lifted (F11);
- what is down for 20 s is stuck: it is named, ignored until let go, and keeps nobody from anything (F51);
- pads come in debounced by the touch decision (hal.touch.policy); they act on contact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.ui.events import (
    BUTTONS,
    Key,
    KeyHeld,
    KeyPressed,
    KeyReleased,
    KeysFreed,
    KeyStuck,
    PadsFreed,
    PadStuck,
    PowerHeld,
    Sleeve,
)
from hal.ports import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.ui.events import Event

DEBOUNCE_US = 10_000
"""A press counts once it stood this long: a press of 8 ms never gets there (F13)."""
BOUNCE_US = 20_000
"""A shorter opening is contacts that bounce and interrupts no press, as docs/troubleshooting.md says."""
LONG_US = 800_000
POWER_US = 3_000_000
PAUSE_KEY = Key.K2
"""Its long press goes on to the power screen."""
STUCK_US = 20_000_000
"""A button held this long, or a pad where pads are keys, is ignored until it is lifted."""
SLEEVE_PADS = 6
"""So many pads at once where pads are keys are a sleeve."""
SETTLE_US = 150_000
"""After a waking touch was lifted, this long nothing counts."""


IGNORED, STUCK = 3, 4
"""Stages of a button that says nothing."""


@dataclass(frozen=True, slots=True)
class KeyMemory:
    """One button."""

    level: bool = False
    """As read last."""
    since_us: int = -NEVER
    """When that level began."""
    down: bool = False
    """Debounced."""
    pressed_us: int = 0
    """First edge of the press."""
    stage: int = 0
    """0 fresh, 1 after the long press, 2 after the power press, `IGNORED` until let go, `STUCK` and named."""


@dataclass(frozen=True, slots=True)
class PadMemory:
    """All pads of one chip."""

    touched: frozenset[str] = frozenset()
    since_us: tuple[tuple[str, int], ...] = ()
    ignored: frozenset[str] = frozenset()
    """Pads that say nothing until they are lifted."""


@dataclass(frozen=True, slots=True)
class GestureMemory:
    """What the gestures remember between two calls."""

    keys: tuple[KeyMemory, ...] = (KeyMemory(),) * len(BUTTONS)
    pads: PadMemory = PadMemory()
    waking: bool = False
    """A dark panel was woken; nothing counts until all is lifted."""
    lifted_us: int | None = None
    """When all was lifted after that."""
    due_us: int = NEVER
    """When something falls due by itself."""


def booted(levels: int, touched: frozenset[str], now_us: int = 0) -> GestureMemory:
    """Return the memory at the start: whatever is down is suppressed until it was lifted (F11, F06)."""
    keys = tuple(
        KeyMemory(level=True, since_us=now_us, down=True, pressed_us=now_us, stage=IGNORED)
        if levels >> index & 1
        else KeyMemory()
        for index in range(len(BUTTONS))
    )
    return GestureMemory(keys, PadMemory(touched=touched, ignored=touched))


def _key_step(memory: KeyMemory, key: Key, level: bool, now_us: int) -> tuple[KeyMemory, list[Event], int]:
    """One button at one moment; the third value is when to look again."""
    out: list[Event] = []
    if level != memory.level:
        # A spike shorter than the debounce time leaves the press it interrupts as it was.
        memory = replace(memory, level=level, since_us=now_us)
    due_us = NEVER
    if level != memory.down:
        stands_us = memory.since_us + (DEBOUNCE_US if level else BOUNCE_US)
        if now_us < stands_us:
            due_us = stands_us
        elif level:
            memory = replace(memory, down=True, pressed_us=memory.since_us, stage=0)
        else:
            if memory.stage == 0:
                # Also when an edge was lost and the press looks long: what is up cannot be held (F10).
                out.append(KeyPressed(memory.since_us, key))
            elif memory.stage < IGNORED:
                out.append(KeyReleased(memory.since_us, key))
            memory = replace(memory, down=False, stage=0)
    if memory.down and memory.level and memory.stage < STUCK:
        memory, held, due_hold_us = _hold_step(memory, key, now_us)
        out += held
        due_us = min(due_us, due_hold_us)
    return memory, out, due_us


def _hold_step(memory: KeyMemory, key: Key, now_us: int) -> tuple[KeyMemory, list[Event], int]:
    out: list[Event] = []
    stuck_us = memory.pressed_us + STUCK_US
    if now_us >= stuck_us:
        return replace(memory, stage=STUCK), [KeyStuck(stuck_us, key)], NEVER
    if memory.stage == 0 and now_us >= memory.pressed_us + LONG_US:
        out.append(KeyHeld(memory.pressed_us + LONG_US, key))
        memory = replace(memory, stage=1)
    if memory.stage == 1 and key is PAUSE_KEY and now_us >= memory.pressed_us + POWER_US:
        out.append(PowerHeld(memory.pressed_us + POWER_US))
        memory = replace(memory, stage=2)
    if memory.stage == 0:
        return memory, out, memory.pressed_us + LONG_US
    if memory.stage == 1 and key is PAUSE_KEY:
        return memory, out, memory.pressed_us + POWER_US
    return memory, out, stuck_us


def keys_step(
    memory: GestureMemory, levels: int, now_us: int
) -> tuple[GestureMemory, tuple[Event, ...], int]:
    """Advance the buttons: bit k-1 of `levels` is K<k>."""
    keys: list[KeyMemory] = []
    out: list[Event] = []
    due_us = NEVER
    for index, (key, key_memory) in enumerate(zip(BUTTONS, memory.keys, strict=True)):
        level = bool(levels >> index & 1)
        if not (level or key_memory.level or key_memory.down):
            keys.append(key_memory)
            continue
        after, events, due = _key_step(key_memory, key, level, now_us)
        keys.append(after)
        out += events
        due_us = min(due_us, due)
    if any(after is not before for after, before in zip(keys, memory.keys, strict=True)):
        if _stuck(memory) and not any(after.stage == STUCK for after in keys):
            out.append(KeysFreed(now_us))
        memory = replace(memory, keys=tuple(keys))
    return memory, tuple(sorted(out, key=lambda event: event.at_us)), due_us


def _stuck(memory: GestureMemory) -> bool:
    """Tell whether a button is stuck."""
    return any(key.stage == STUCK for key in memory.keys)


def pads_step(
    memory: GestureMemory, touched: frozenset[str], now_us: int, at_us: int | None = None, palms: bool = False
) -> tuple[GestureMemory, tuple[Event, ...], int]:
    """Advance the pads. `at_us` is when the change began, if `touched` is news; `palms` is true where
    pads are hands: many at once are no sleeve and a held one is no fault.
    """
    when_us = now_us if at_us is None else at_us
    pads = memory.pads
    if not (touched or pads.touched or pads.ignored):
        return memory, (), NEVER
    came = touched - pads.touched
    went = pads.touched - touched
    since = {pad: us for pad, us in pads.since_us if pad in touched} | dict.fromkeys(came, when_us)
    ignored = pads.ignored & touched
    out: list[Event] = [KeyReleased(when_us, Key(pad)) for pad in sorted(went - pads.ignored)]
    if pads.ignored and not ignored:
        out.append(PadsFreed(when_us))
    if not palms and len(touched) >= SLEEVE_PADS:
        if len(pads.touched) < SLEEVE_PADS:
            out.append(Sleeve(when_us))
        ignored = touched
    out += [KeyPressed(when_us, Key(pad)) for pad in sorted(came - ignored)]
    due_us = NEVER
    if not palms:
        for pad, us in sorted(since.items()):
            if pad in ignored:
                continue
            if now_us - us >= STUCK_US:
                out.append(PadStuck(us + STUCK_US, Key(pad)))
                ignored |= {pad}
            else:
                due_us = min(due_us, us + STUCK_US)
    after = PadMemory(touched, tuple(sorted(since.items())), ignored)
    return replace(memory, pads=after), tuple(out), due_us


def swallow(memory: GestureMemory) -> GestureMemory:
    """Let the touch that wakes a dark panel do no more than that: all is ignored until lifted (F19)."""
    keys = tuple(
        replace(key, down=True, pressed_us=key.since_us, stage=IGNORED)
        if (key.down or key.level) and key.stage != STUCK
        else key
        for key in memory.keys
    )
    pads = replace(memory.pads, ignored=memory.pads.touched)
    return replace(memory, keys=keys, pads=pads, waking=True, lifted_us=None)


def anything_down(memory: GestureMemory) -> bool:
    """Tell whether a button or a pad is down."""
    return bool(memory.pads.touched) or any(key.level or key.down for key in memory.keys)


def _may_wake(memory: GestureMemory, now_us: int) -> bool:
    """Tell whether anything is down that may be the waking touch: not what was stuck before it."""
    since = dict(memory.pads.since_us)
    pads = any(now_us - since.get(pad, now_us) < STUCK_US for pad in memory.pads.touched)
    return pads or any((key.level or key.down) and key.stage != STUCK for key in memory.keys)


def _settled(memory: GestureMemory, now_us: int) -> tuple[GestureMemory, int]:
    """After a waking touch: deaf until everything was up for 150 ms."""
    if not memory.waking:
        return memory, NEVER
    if _may_wake(memory, now_us):
        return swallow(memory), NEVER
    lifted_us = now_us if memory.lifted_us is None else memory.lifted_us
    if now_us - lifted_us >= SETTLE_US:
        return replace(memory, waking=False, lifted_us=None), NEVER
    return replace(memory, lifted_us=lifted_us), lifted_us + SETTLE_US


@dataclass(frozen=True, slots=True)
class Levels:
    """What is down, as read or reported."""

    keys: int
    """Bit k-1 is K<k>."""
    touched: frozenset[str]


def _moment(
    memory: GestureMemory, levels: Levels, now_us: int, palms: bool, pads_at_us: int | None = None
) -> tuple[GestureMemory, tuple[Event, ...], int]:
    """Buttons and pads at one moment."""
    if memory.waking:
        memory, _ = _settled(memory, now_us)
    deaf = memory.waking
    memory, from_keys, keys_due_us = keys_step(memory, levels.keys, now_us)
    memory, from_pads, pads_due_us = pads_step(memory, levels.touched, now_us, pads_at_us, palms)
    due_us = min(keys_due_us, pads_due_us)
    if deaf:
        memory, settle_due_us = _settled(memory, now_us)
        return memory, (), min(due_us, settle_due_us)
    return memory, from_keys + from_pads, due_us


def known(memory: GestureMemory) -> Levels:
    """The levels as the last fact left them."""
    keys = sum(1 << index for index, key in enumerate(memory.keys) if key.level)
    return Levels(keys, memory.pads.touched)


def advance(
    memory: GestureMemory, facts: Sequence[tuple[int, Levels]], levels: Levels, now_us: int, palms: bool
) -> tuple[GestureMemory, tuple[Event, ...], int]:
    """Feed facts (time and levels, in the order of their times) and what falls due before each; at last
    `levels`, which were read again just now (F10).
    """
    out: list[Event] = []
    for at_us, after in facts:
        memory, early = _catch_up(memory, at_us, palms)
        memory, events, due_us = _moment(memory, after, at_us, palms, at_us)
        memory = replace(memory, due_us=due_us)
        out += (*early, *events)
    if levels == known(memory):
        memory, early = _catch_up(memory, now_us, palms)
        out += early
    memory, events, due_us = _moment(memory, levels, now_us, palms)
    if due_us != memory.due_us:
        memory = replace(memory, due_us=due_us)
    return memory, (*out, *events), due_us


def _catch_up(memory: GestureMemory, until_us: int, palms: bool) -> tuple[GestureMemory, tuple[Event, ...]]:
    """Do what fell due up to `until_us`, with the levels that stood before."""
    out: list[Event] = []
    while memory.due_us <= until_us:
        at_us = memory.due_us
        memory, events, due_us = _moment(memory, known(memory), at_us, palms)
        out += events
        memory = replace(memory, due_us=due_us if due_us > at_us else NEVER)
    return memory, tuple(out)

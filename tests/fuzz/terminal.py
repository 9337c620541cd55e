"""What may come out of a terminal, into the input of `play` (F42).

Real sequences are split, cut, repeated and mixed with bytes that mean nothing. What may not be: an error,
a key that nobody struck, something that piles up, a keyboard that is dead afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from textual import events
from textual._xterm_parser import XTermParser

from device.sim.terminal.driver import parsed
from device.sim.terminal.intake import LONGEST, Intake

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTERS = frozenset("5vq")
"""Keys that are struck in a case, each alone; what else comes out as a key was struck by nobody."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is read, one after another; None for a while in which nothing comes."""

    reads: tuple[bytes | None, ...]
    struck: str
    """The keys among it that somebody struck."""


def _old_mouse(random: Random) -> bytes:
    return b"\x1b[M" + bytes(random.randint(32, 255) for _ in range(3))


def _mouse(random: Random) -> bytes:
    return b"\x1b[<%d;%d;%d%c" % (
        random.randint(0, 99),
        *(random.randint(1, 300) for _ in "xy"),
        random.choice(b"Mm"),
    )


def _paste(random: Random) -> bytes:
    return (
        b"\x1b[200~"
        + bytes(random.choice(b"5vq\x1b[\n\0\xff") for _ in range(random.randint(0, 300)))
        + b"\x1b[201~"
    )


def _string(random: Random) -> bytes:
    body = bytes(random.choice(b"5vq;0?") for _ in range(random.randint(0, 100)))
    return b"\x1b" + bytes((random.choice(b"]P_^X"),)) + body + random.choice((b"\x07", b"\x1b\\"))


def _csi(random: Random) -> bytes:
    inner = bytes(random.choice(b"0123456789;:<=>?") for _ in range(random.randint(0, 40)))
    return b"\x1b[" + inner + bytes((random.choice(b"ABCDHFPQRS~tcnymMIOz"),))


def _kitty(random: Random) -> bytes:
    point = random.choice((0xD800, 0x110000, 10**9, 57_441, 0))
    return b"\x1b[%d;%d;%du" % (point, random.randint(0, 300), random.choice((0xDFFF, 10**9)))


def _invalid(random: Random) -> bytes:
    return bytes(
        random.choice(b"\x80\xbf\xc0\xc1\xf5\xfe\xff\xed\xa0\0\x01\x02") for _ in range(random.randint(1, 60))
    )


FIXED = (
    b"\x1b[I", b"\x1b[O", b"\x1b[?2026;2$y", b"\x1b[?2048;1$y", b"\x1b[48;999999;999999;1;1t", b"\x1bOA",
    b"\x1b[[A",
    b"\x1b[15~", b"\x1b[32;70;40M", b"\x1b[1;1R", b"\x1b[>0;276;0c",
)  # fmt: skip
_MAKERS = (_old_mouse, _mouse, _paste, _string, _csi, _kitty, _invalid, lambda random: random.choice(FIXED))


def cases(seed: object) -> Iterator[Case]:
    """Make cases for ever."""
    random = Random(str(seed))
    while True:
        reads: list[bytes | None] = []
        struck = ""
        for _ in range(random.randint(1, 8)):
            if random.random() < 0.3:
                key = random.choice(sorted(LETTERS))
                struck += key
                reads += [None, key.encode(), None]
                continue
            data = random.choice(_MAKERS)(random)
            if random.random() < 0.3:
                # It was cut; what follows comes later, as it does when a terminal was attached anew.
                data = data[: random.randint(1, len(data))]
                reads += [*_split(random, data), *[None] * 11]
            else:
                reads += [*_split(random, data)] * random.choice((1, 1, 1, 50))
        yield Case((*reads, *[None] * 11), struck)


def noise(seed: object, count: int) -> list[bytes]:
    """Make so many sequences, each whole, in which nobody strikes a key."""
    random = Random(str(seed))
    return [random.choice(_MAKERS)(random) for _ in range(count)]


def _split(random: Random, data: bytes) -> list[bytes]:
    """Cut it as a slow line does."""
    parts = []
    while data:
        size = random.choice((1, 2, 5, len(data)))
        parts.append(data[:size])
        data = data[size:]
    return parts


def run(case: Case | tuple[Any, ...]) -> str | None:
    """Feed it; None if all was sound, else what was wrong."""
    case = case if isinstance(case, Case) else Case(*case)
    intake, parser = Intake(), XTermParser()
    keys = ""
    for data in (*case.reads, b"5"):
        text = "" if data is None else intake.taken(data)
        if data is None:
            intake.quiet()
        if len(intake._rest) > LONGEST:
            return f"{len(intake._rest)} bytes are kept"
        for sign in text:
            try:
                for message in parsed(parser, sign):
                    if isinstance(message, events.Key) and message.character in LETTERS:
                        keys += str(message.character)
            except (ValueError, OverflowError, StopIteration):
                parser = XTermParser()
    wanted = f"{case.struck}5"
    return None if keys == wanted else f"{keys!r} was struck, not {wanted!r}"

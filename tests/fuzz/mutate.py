"""Seeded mutation of real files: whatever an editor, a failing card or a stranger makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

LONGEST = 200_000
"""Bytes of a mutated file."""
_ODD = (
    b"\x00", b"\xff", b"\r", b"\x1b[2J", b"\x07", b"\xed\xa0\x80", b"\xc3", "\u202e\U0001f600".encode(),
    b"\\ud83d", b"\\u0000", b"\xef\xbb\xbf",
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\n", b"'", b"#",
    b"=", b"- ", b"&a ", b"*a", b"!!", b"%",
)  # fmt: skip
_NUMBERS = (
    b"-1", b"0", b"1.5", b"1e999", b"-0", b"NaN", b"Infinity", b"true", b"null", b"99", b"2147483648",
    b"9" * 18, b"9" * 19, b"9" * 400, b"9" * 5000, b'""', b"[]", b"{}", b'"x"', b"0x10", b"1_000",
)  # fmt: skip


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Return a file with one to three things done to it."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(_WAYS)(data, others, random)[:LONGEST]
    return data


def _flip(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    if not data:
        return b"\x00"
    found = bytearray(data)
    found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found)


def _cut(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes(random.choice((0, 0, 1, 40)))


def _odd(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_ODD) * random.choice((1, 1, 1, 3)) + data[at + random.choice((0, 1)) :]


def _splice(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(others) if others else data
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _double(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    a, b = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:b] + data[a:b] * random.choice((1, 1, 2, 50)) + data[b:]


def _number(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    places = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    if not places:
        return _odd(data, others, random)
    start = end = random.choice(places)
    while end < len(data) and chr(data[end]).isdigit():
        end += 1
    return data[:start] + random.choice(_NUMBERS) + data[end:]


def _nest(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    depth = random.choice((1, 40, 40, 5_000, 100_000))
    begin, end = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"{", b"}"), (b"- ", b"")))
    if random.random() < 0.5:
        return (begin * depth)[:LONGEST] + data + (end * depth)[:LONGEST]
    at = random.randrange(len(data) + 1)
    return (
        data[:at]
        + begin * min(depth, 5_000)
        + (end * min(depth, 5_000) if random.random() < 0.5 else b"")
        + data[at:]
    )


def _lines(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    k, m = random.randrange(len(lines)), random.randrange(len(lines))
    other = random.choice(others).splitlines(keepends=True) if others else []
    match random.randrange(6):
        case 0:
            del lines[k]
        case 1:
            lines.insert(m, lines[k])
        case 2:
            lines[k], lines[m] = lines[m], lines[k]
        case 3:
            lines[k : k + 1] = random.choices(other, k=1) if other else []
        case 4:
            lines = [line.rstrip(b"\n") + random.choice((b"\r", b"\r\n", b"", b",\n")) for line in lines]
        case _:
            lines = [b"[", *lines, b"]"]
    return b"".join(lines)


def _word(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Change what stands between two signs for what stands so elsewhere."""
    words, more = data.split(b'"'), (random.choice(others) if others else data).split(b'"')
    words[random.randrange(len(words))] = random.choice(
        (random.choice(more), b"", b"x" * 300, b"\xc3\xa9" * 5)
    )
    return b'"'.join(words)


_WAYS: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    _flip, _flip, _cut, _odd, _splice, _double, _number, _number, _nest, _lines, _lines, _word,
)  # fmt: skip

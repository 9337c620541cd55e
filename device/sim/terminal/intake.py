"""Bytes from a terminal, made harmless: what is left is keys, mouse reports and focus that the parser knows.

Laws of this file:
- whatever the bytes are, and however they are split, nothing is raised and nothing piles up;
- a sequence is taken whole or not at all: its rest never counts as keys;
- what was pasted is no keys.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

ESC = 0x1B
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"
LONGEST = 64
"""Bytes of a sequence; what is longer is none."""
PATIENCE = 10
"""Quiet times after which a paste or a string whose end never came counts as over."""
_OLD_MOUSE = b"\x1b[M"
_LINUX_KEY = b"\x1b[["
_STRINGS = b"]P_^X"
"""After an escape each begins a text for the terminal, up to a bell or ESC and a backslash (ECMA-48)."""
_CSI = re.compile(rb"\x1b\[[0-?]*[ -/]*")
_KNOWN = re.compile(
    rb"\x1b\[(?:<\d{1,5};\d{1,5};\d{1,5}[Mm]|[IO]|\?\d{1,5};\d\$y|[\d;:]{1,24}u)",
)
"""Mouse (SGR), focus, the answer about a mode, and keys as kitty tells them."""


class Intake:
    """Takes what was read, gives what may be parsed."""

    def __init__(self) -> None:
        self._rest = b""
        """The beginning of a sequence whose end has not come."""
        self._until: tuple[bytes, ...] = ()
        """What ends a paste or a string that is being left out."""
        self._quiet = 0
        self._decode = getincrementaldecoder("utf-8")("ignore")
        self.old_mouse = False
        """Set when a mouse report came in a form that nobody asked for: the terminal has forgotten."""

    def taken(self, data: bytes) -> str:
        """Return what may be parsed of all that has come."""
        self._quiet = 0
        return self._decode.decode(self._clean(self._rest + data))

    def quiet(self) -> bool:
        """Nothing came for a while: what was begun will have no end. Tell whether it was the key Escape."""
        rest, self._rest = self._rest, b""
        self._quiet += 1
        if self._until:
            if self._quiet >= PATIENCE:
                self._until = ()
            else:
                self._rest = rest
            return False
        self.old_mouse |= rest.startswith(_OLD_MOUSE)
        self._decode.reset()
        return rest == b"\x1b"

    def _clean(self, data: bytes) -> bytes:
        out, at, self._rest = bytearray(), 0, b""
        while at < len(data):
            if self._until:
                at = self._skipped(data, at)
                continue
            start = data.find(ESC, at)
            if start < 0:
                out += data[at:]
                break
            out += data[at:start]
            length = self._length(data[start : start + LONGEST])
            if length is None:
                self._rest = data[start:]
                break
            sequence, at = data[start : start + length], start + length
            if (length == 2 and sequence[1] not in _STRINGS) or _KNOWN.fullmatch(sequence):
                out += sequence
        return bytes(out)

    def _length(self, data: bytes) -> int | None:
        """Return how much belongs to the sequence that begins here; None if more has to come."""
        if len(data) == 1:
            return None
        if data[1] in _STRINGS:
            self._until = (b"\x07", b"\x1b\\")
            return 3 if len(data) > 2 and data[2] not in (0x07, ESC) else 2 if len(data) > 2 else None
        if data[1] == ord("O"):
            return 3 if len(data) > 2 else None
        if data[1] != ord("["):
            # With Alt a key comes so. Escape twice is the beginning of something else.
            return 1 if data[1] == ESC else 2
        if data.startswith(_OLD_MOUSE):
            return self._old_length(data)
        if data.startswith(_LINUX_KEY):
            return 4 if len(data) > 3 else None
        match = _CSI.match(data)
        end = len(_OLD_MOUSE) - 1 if match is None else match.end()
        if end == len(data):
            return None if len(data) < LONGEST else LONGEST
        if not 0x40 <= data[end] < 0x7F:
            return end
        if data[: end + 1] == PASTE:
            self._until = (PASTE_END,)
        return end + 1

    def _old_length(self, data: bytes) -> int | None:
        """Return the length of a mouse report of three raw bytes, each 32 or more (xterm, X10)."""
        self.old_mouse = True
        for at in range(3, 6):
            if at == len(data):
                return None
            if data[at] < 32:
                return at
        return 6

    def _skipped(self, data: bytes, at: int) -> int:
        """Return where what is left out ends; all of it, if its end has not come."""
        ends = [(found, len(end)) for end in self._until if (found := data.find(end, at)) >= 0]
        if ends:
            found, length = min(ends)
            self._until = ()
            return found + length
        # The end itself may be split.
        self._rest = data[max(at, len(data) - max(map(len, self._until)) + 1) :]
        return len(data)


class Budget:
    """So many events a second and no more: a flood is no queue. Times are seconds of one clock."""

    def __init__(self, a_second: int) -> None:
        self._most = a_second
        self._began_s = 0.0
        self._spent = 0

    def grants(self, now_s: float) -> bool:
        """Tell whether one more may pass."""
        if not self._began_s <= now_s < self._began_s + 1:
            self._began_s, self._spent = now_s, 0
        self._spent += 1
        return self._spent <= self._most

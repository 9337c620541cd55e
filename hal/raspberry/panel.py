"""The OLED: what luma.oled's driver says of it, sent by its owner and a piece at a time.

Laws of this file:
- `next_transfer` is one transfer of at most one page, its `done` tells that it was acknowledged;
- the shadow is what the panel's RAM holds for certain; a page in doubt is None and is sent whole;
- the panel is switched on after its RAM is right, and off before anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hal.frame import PAGES, WIDTH, Frame
from hal.panel.controllers import (
    COLUMN_HIGH,
    COLUMN_LOW,
    COMMANDS,
    DATA,
    NOTHING,
    ONE_COMMAND,
    PAGE,
    TURNED,
    UPRIGHT,
)
from hal.ports import PanelWish
from hal.raspberry.luma_driver import spoken
from hal.raspberry.spans import spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.config import PanelConfig
    from hal.ports import I2CBus


@dataclass(slots=True)
class _Registers:
    """What the chip was told; None is in doubt."""

    flip: bool | None = None
    contrast: int | None = None
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class PanelWrite:
    """One write to the panel."""

    payload: bytes
    """Control bytes, commands and data, without the address."""
    done: Callable[[], None]
    """Takes over what the panel knows after it."""


def _commands(commands: bytes, done: Callable[[], None]) -> PanelWrite:
    return PanelWrite(bytes((COMMANDS,)) + commands, done)


class Panel:
    """What one panel holds and what it should hold. Knows no clock and waits for nothing."""

    def __init__(self, config: PanelConfig, reset: Callable[[], None] | None = None) -> None:
        facts = config.controller.facts
        self._luma = spoken(config.controller)
        self._settings = self._luma.settings + facts.then
        self._reset = reset
        self._offset = facts.first_column if config.column_offset is None else config.column_offset
        self._turned_offset = max(0, facts.ram_columns - WIDTH - self._offset)
        self._wish = PanelWish(Frame.blank(), on=False)
        self._registers = _Registers()
        self._shadow: list[bytes | None] = [None] * PAGES
        self._pointer: tuple[int, int] | None = None
        self._settings_due: bytes | None = None
        self._next: PanelWrite | None = None
        """Found already and still right."""

    @property
    def has_reset(self) -> bool:
        """Whether its RST pin is wired."""
        return self._reset is not None

    def want(self, wish: PanelWish) -> None:
        """Take the wish; what is not yet sent of an earlier one is dropped."""
        self._wish = wish
        # Where the pointer stands is believed within one redraw, not over hours.
        self._pointer = None
        self._next = None

    def attach(self, dark: bool = True) -> None:
        """Begin anew: settings, whole frame. `dark` switches it off first, since its RAM is unknown."""
        if self._reset is not None and dark:
            self._reset()
        self._begin()
        self._settings_due = bytes((NOTHING,)) + (self._luma.off if dark else b"") + self._settings_due_now()
        self._registers.on = False if dark else None

    def refresh(self) -> None:
        """Send settings and the whole frame once more, without switching off or clearing (F04)."""
        self._begin()
        self._settings_due = self._settings_due_now()

    def _begin(self) -> None:
        self._registers = _Registers(flip=self._wish.flip)
        self._shadow = [None] * PAGES
        self._pointer = None
        self._next = None

    def _settings_due_now(self) -> bytes:
        settings = self._settings
        if self._wish.flip:
            for upright, turned in zip(UPRIGHT, TURNED, strict=True):
                settings = settings.replace(bytes((upright,)), bytes((turned,)))
        return settings

    @property
    def idle(self) -> bool:
        """True if the panel is as wished."""
        return self.next_transfer() is None

    def next_transfer(self) -> PanelWrite | None:
        """Return the next thing to send, at most one page; None if the panel is as wished."""
        if self._next is None:
            self._next = self._find_next()
        return self._next

    def _find_next(self) -> PanelWrite | None:
        wish, registers = self._wish, self._registers
        if self._settings_due is not None:
            return _commands(self._settings_due, self._settings_done)
        if not wish.on and registers.on is not False:
            return self._switch(False)
        if wish.flip != registers.flip:
            return _commands(bytes(TURNED if wish.flip else UPRIGHT), self._flip_done(wish.flip))
        if wish.contrast != registers.contrast:
            done = self._register_done("contrast", wish.contrast)
            return _commands(self._luma.contrast[wish.contrast], done)
        for page in range(PAGES):
            target = wish.frame.pages[page * WIDTH : (page + 1) * WIDTH]
            if self._shadow[page] != target:
                return self._span(page, target)
        if wish.on and registers.on is not True:
            return self._switch(True)
        return None

    def blank(self) -> PanelWrite:
        """Return the one transfer that makes the panel dark at once (F03)."""
        return self._switch(False)

    def _switch(self, on: bool) -> PanelWrite:
        return _commands(self._luma.on if on else self._luma.off, self._register_done("on", on))

    def _span(self, page: int, target: bytes) -> PanelWrite:
        old = self._shadow[page]
        offset = self._turned_offset if self._registers.flip else self._offset
        start, end = (0, WIDTH) if old is None else next(spans(old, target, offset))
        column = offset + start
        low, high = COLUMN_LOW | column & 0x0F, COLUMN_HIGH | column >> 4
        if self._pointer is None or self._pointer[0] != page:
            moves: list[int] = [PAGE | page, low, high]
        else:
            moved = self._pointer[1] ^ column
            moves = ([low] if moved & 0x0F else []) + ([high] if moved & 0xF0 else [])
        payload = bytearray()
        for move in moves:
            payload += bytes((ONE_COMMAND, move))
        payload.append(DATA)
        payload += target[start:end]

        def done() -> None:
            before = target if old is None else old
            self._shadow[page] = before[:start] + target[start:end] + before[end:]
            self._pointer = None if end == WIDTH else (page, offset + end)

        return PanelWrite(bytes(payload), done)

    def _settings_done(self) -> None:
        self._settings_due = None

    def _register_done(self, name: str, value: int) -> Callable[[], None]:
        def done() -> None:
            setattr(self._registers, name, value)

        return done

    def _flip_done(self, flip: bool) -> Callable[[], None]:
        def done() -> None:
            self._registers.flip = flip
            # The remap concerns what is written from now on (SSD1306 data sheet, 10.1.8).
            self._shadow = [None] * PAGES
            self._pointer = None

        return done

    def pump(self, bus: I2CBus, address: int) -> bool:
        """Send one transfer; False if there is none. After an OSError the panel is to be attached again."""
        transfer = self.next_transfer()
        if transfer is None:
            return False
        bus.transfer(address, transfer.payload)
        transfer.done()
        self._next = None
        return True

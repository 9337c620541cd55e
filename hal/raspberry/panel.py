"""The OLED over luma.oled's own drivers, which here send nothing by themselves.

Laws of this file:
- luma's drivers are built over a recording interface: they need no panel, hold no bus and leave no exit hook;
- `next_transfer` is one transfer of at most one page, `sent` tells that it was acknowledged;
- the shadow is what the panel's RAM holds for certain; a page in doubt is None and is sent whole;
- the panel is switched on after its RAM is right, and off before anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from luma.core.device import device
from luma.oled.device import sh1106, ssd1306

from hal.config import Controller
from hal.frame import PAGES, WIDTH, Frame
from hal.ports import PanelWish
from hal.raspberry.spans import spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hal.config import PanelConfig
    from hal.ports import I2CBus

COMMANDS = 0x00
"""Control byte: only commands follow (SSD1306 data sheet, 8.1.5.2)."""
ONE_COMMAND = 0x80
"""Control byte: one command follows, then another control byte."""
DATA = 0x40
"""Control byte: only data for the RAM follows."""
OFF = 0xAE
NOTHING = 0xE3
"""Does nothing, or ends a command that a broken transfer left without its argument."""
PAGE_MODE = bytes((0x20, 0x02))
"""Page addressing; the SH1106 knows no other (SSD1306 data sheet, 10.1.3)."""
UPRIGHT = (0xA1, 0xC8)
"""Segment remap and COM direction as luma sets them."""
TURNED = (0xA0, 0xC0)
RAM_COLUMNS = {Controller.SSD1306: 128, Controller.SH1106: 132}
OWN_OFFSET = {Controller.SSD1306: 0, Controller.SH1106: 2}
"""First RAM column that is visible (F02)."""


class Recorder:
    """A serial interface as luma asks for it; keeps what would be written."""

    def __init__(self) -> None:
        self._payloads: list[bytes] = []

    def command(self, *commands: int) -> None:
        """Keep a transfer of commands."""
        self._payloads.append(bytes((COMMANDS, *commands)))

    def data(self, data: list[int]) -> None:
        """Keep a transfer of data."""
        self._payloads.append(bytes((DATA, *data)))

    def cleanup(self) -> None:
        """Nothing is open."""

    def take(self) -> list[bytes]:
        """Return what was kept, and forget it."""
        kept, self._payloads = self._payloads, []
        return kept


class _NoExitHook(device):  # type: ignore[misc]  # luma ships no types
    """Stands between luma's driver and its base in the order of initialisation.

    The base would register an exit hook that writes to the bus behind its owner's back.
    """

    def __init__(self, const: Any = None, serial_interface: Recorder | None = None) -> None:
        self._const = const
        self._serial_interface = serial_interface


class _Deferred:
    """Replaces luma's full redraws: the picture is kept, and sent piece by piece by the Panel."""

    frame: Frame

    def display(self, image: Image.Image) -> None:
        """Keep the picture, mode "1", 128 x 64."""
        self.frame = Frame.of(image)

    def clear(self) -> None:
        """Keep a dark picture."""
        self.frame = Frame.blank()


class DeferredSsd1306(_Deferred, ssd1306, _NoExitHook):  # type: ignore[misc]  # luma ships no types
    """luma's driver of the SSD1306 without its redraws."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        # Two lists of 8,192 numbers for a packing that is not used here.
        del self._mask, self._offsets
        self.persist = True


class DeferredSh1106(_Deferred, sh1106, _NoExitHook):  # type: ignore[misc]  # luma ships no types
    """luma's driver of the SH1106 without its redraws."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.persist = True


@dataclass(slots=True)
class _Registers:
    """What the chip was told; None is in doubt."""

    flip: bool | None = None
    contrast: int | None = None
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """One write to the panel."""

    payload: bytes
    """Control bytes, commands and data, without the address."""
    done: Callable[[], None]
    """Takes over what the panel knows after it."""


class Panel:
    """What one panel holds and what it should hold. Knows no clock and waits for nothing."""

    def __init__(self, config: PanelConfig, reset: Callable[[], None] | None = None) -> None:
        self._recorder = Recorder()
        ssd = config.controller is Controller.SSD1306
        self._luma = DeferredSsd1306(self._recorder) if ssd else DeferredSh1106(self._recorder)
        self._settings = self._settings_of(self._recorder.take(), ssd)
        self._reset = reset
        spare = RAM_COLUMNS[config.controller] - WIDTH
        own = OWN_OFFSET[config.controller]
        self._offset = own if config.column_offset is None else config.column_offset
        self._turned_offset = max(0, spare - self._offset)
        self._wish = PanelWish(Frame.blank(), on=False)
        self._registers = _Registers()
        self._shadow: list[bytes | None] = [None] * PAGES
        self._pointer: tuple[int, int] | None = None
        self._settings_due: bytes | None = None
        self._next: Transfer | None = None
        """Found already and still right."""

    @staticmethod
    def _settings_of(recorded: list[bytes], ssd: bool) -> bytes:
        """Luma's settings without the switching off and on and without its contrast."""
        settings = recorded[0][1:]
        if settings[0] != OFF or any(settings.count(command) != 1 for command in UPRIGHT):
            raise ValueError(
                f"luma.oled starts the panel in a way that is not known here: {settings.hex(' ')}"
            )
        return settings[1:] + (PAGE_MODE if ssd else b"")

    def want(self, wish: PanelWish) -> None:
        """Take the wish; what is not yet sent of an earlier one is dropped."""
        self._wish = wish
        self._luma.frame = wish.frame
        # Where the pointer stands is believed within one redraw, not over hours.
        self._pointer = None
        self._next = None

    def attach(self, dark: bool = True) -> None:
        """Begin anew: settings, whole frame. `dark` switches it off first, since its RAM is unknown."""
        if self._reset is not None and dark:
            self._reset()
        self._begin()
        self._settings_due = bytes((NOTHING, OFF) if dark else (NOTHING,)) + self._settings_due_now()
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

    def next_transfer(self) -> Transfer | None:
        """Return the next thing to send, at most one page; None if the panel is as wished."""
        if self._next is None:
            self._next = self._find_next()
        return self._next

    def _find_next(self) -> Transfer | None:
        wish, registers = self._wish, self._registers
        if self._settings_due is not None:
            return Transfer(bytes((COMMANDS,)) + self._settings_due, self._settings_done)
        if not wish.on and registers.on is not False:
            return self._switch(False)
        if wish.flip != registers.flip:
            payload = bytes((COMMANDS, *(TURNED if wish.flip else UPRIGHT)))
            return Transfer(payload, self._flip_done(wish.flip))
        if wish.contrast != registers.contrast:
            self._luma.contrast(wish.contrast)
            return Transfer(self._recorder.take()[-1], self._register_done("contrast", wish.contrast))
        for page in range(PAGES):
            target = self._luma.frame.pages[page * WIDTH : (page + 1) * WIDTH]
            if self._shadow[page] != target:
                return self._span(page, target)
        if wish.on and registers.on is not True:
            return self._switch(True)
        return None

    def blank(self) -> Transfer:
        """Return the one transfer that makes the panel dark at once (F03)."""
        return self._switch(False)

    def _switch(self, on: bool) -> Transfer:
        if on:
            self._luma.show()
        else:
            self._luma.hide()
        return Transfer(self._recorder.take()[-1], self._register_done("on", on))

    def _span(self, page: int, target: bytes) -> Transfer:
        old = self._shadow[page]
        offset = self._turned_offset if self._registers.flip else self._offset
        start, end = (0, WIDTH) if old is None else spans(old, target, offset)[0]
        column = offset + start
        low, high = column & 0x0F, 0x10 | column >> 4
        if self._pointer is None or self._pointer[0] != page:
            moves: list[int] = [0xB0 | page, low, high]
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

        return Transfer(bytes(payload), done)

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

"""The owner's half of the panel: attaching, one transfer at a time, faults, refreshing, what was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import NOBODY, BusMissingError, fault_of, words_of
from hal.ports import NEVER, Part, Shown
from hal.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Fact, I2CBus, PanelWish
    from hal.raspberry.panel import Panel

REFRESH_US = 60_000_000
"""Settings and frame are sent again that often while the panel is on: it may have lost them (F04)."""
EARLY_US = 1_000_000
"""A refresh comes so much earlier rather than wake the owner of the bus for itself."""

TRIES = 3
LONGEST_END_US = 150_000
"""How long the last transfer is tried again; a bus that hangs costs 100 ms a try (F23)."""


class PanelOwner:
    """Keeps one panel as wished. Never raises OSError."""

    def __init__(
        self, panel: Panel, address: int, bus: I2CBus, clock: Clock, tell: Callable[[Fact], None]
    ) -> None:
        self._panel = panel
        self._address = address
        self._bus = bus
        self._clock = clock
        self._tell = tell
        self.presence = Presence(Part.OLED, tell)
        self._attached = False
        self._busy = True
        self._on = False
        self._serial: int | None = None
        self._refresh_us = NEVER

    def want(self, wish: PanelWish) -> None:
        """Take a wish over from the mailbox."""
        self._panel.want(wish)
        self._serial = wish.serial
        self._on = wish.on
        self._busy = True

    def refresh_soon(self, now_us: int) -> None:
        """Another part lost its supply, so the panel may have lost its settings."""
        self._refresh_us = min(self._refresh_us, now_us)

    def awake(self, now_us: int) -> None:
        """The owner of the bus is awake for something else: a refresh that is due soon is due now."""
        if self._attached and not self._busy and self._refresh_us - now_us <= EARLY_US:
            self._refresh_us = min(self._refresh_us, now_us)

    def due_us(self) -> int:
        """When `step` has something to do."""
        if not self._attached:
            return self.presence.next_try_us
        if self._busy:
            return 0
        return self._refresh_us if self._on else NEVER

    def step(self, now_us: int) -> None:
        """Do one transfer."""
        if not self._attached:
            # The RAM of a panel that was lost for good is unknown: it stays dark until the frame is there.
            self._panel.attach(dark=self.presence.lost or not self.presence.seen)
            self._attached = self._busy = True
            self._refresh_us = now_us + REFRESH_US
        elif not self._busy:
            self._panel.refresh()
            self._busy = True
            self._refresh_us = now_us + REFRESH_US
        try:
            self._panel.pump(self._bus, self._address)
        except OSError as error:
            self._attached = False
            fault = fault_of(error, self.presence.seen)
            self.presence.failed(self._clock.now_us(), fault, self._words(error))
            return
        if self._panel.idle:
            self._settled(self._clock.now_us())

    def _words(self, error: OSError) -> str:
        """Say what is amiss; some panels answer nobody before a pulse on their RST pin (F58)."""
        words = words_of(error, self._address)
        if error.errno not in NOBODY or isinstance(error, BusMissingError):
            return words
        if self._panel.has_reset:
            return f"{words}, and that its RST wire is on the pin of the settings"
        return f"{words}; a panel with an RST pin may need it wired: panel_reset_pin under [wiring]"

    def _settled(self, now_us: int) -> None:
        self._busy = False
        self.presence.works(now_us)
        if self._serial is not None:
            self._tell(Shown(now_us, self._serial))
            self._serial = None

    def finish(self, blank: bool) -> None:
        """Leave the panel dark (F03), or with the last wish on it. Raises nothing."""
        try:
            if blank:
                self._go_dark()
                return
            while self._attached and self._panel.pump(self._bus, self._address):
                pass
        except OSError:
            # The panel is gone, and so is the reason to write to it.
            return

    def _go_dark(self) -> None:
        """Switch it off; a glitch of the bus must not leave it lit for days. Raises OSError."""
        payload = self._panel.blank().payload
        give_up_us = self._clock.now_us() + LONGEST_END_US
        for _ in range(TRIES - 1):
            try:
                self._bus.transfer(self._address, payload)
            except OSError:
                if self._clock.now_us() >= give_up_us:
                    raise
            else:
                return
        self._bus.transfer(self._address, payload)

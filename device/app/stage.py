"""What stands there and for how long: the screen, the notice over it, the offer to redo.

Laws of this file:
- times are microseconds of the owner's clock;
- on a screen where nothing may change by itself (M6.1) nothing here goes by time: it waits for a touch.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.app.notices import Notices
from device.text.catalog import read_time_ms
from device.ui.mode import Mode
from hal.ports import NEVER

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model, Screen

REDO_US = 4_000_000
"""For this long after an undo K4 is redo."""
UNSEEN_US = 1_000_000
"""For so long what came by itself takes no touch: that was meant for what stood there before. A button acts
when it is let go, at most 0.8 s after it was pressed.
"""


class Stage:
    """Holds the model and the times of what stands in it."""

    def __init__(self, model: Model, now_us: int) -> None:
        self.model = model
        self.off = False
        """The power screen was agreed to."""
        self.dark = False
        """The panel is off: what nobody sees need not move."""
        self._entered_us = now_us
        self._came_us = now_us
        """When this family of screens came up; steps within it do not count."""
        self.by_touch = True
        """What is put up now, a touch led to; else time did, or a partner's card."""
        self._alone_us = -NEVER
        """When the screen came up, if by itself."""
        self._covered = False
        """A notice hid what the screen tells when it was looked at last."""
        self._notices = Notices()
        self._notice_until_us = NEVER
        self._held: Line | None = None
        """A notice that stands until what it speaks of is over, or the next touch."""
        self._redo_until_us = -NEVER
        self._timed: tuple[Model | None, int | None] = (None, None)
        """The time of the screen of a model, looked up once."""

    # The screen

    def put(
        self, screen: Screen, now_us: int, under: tuple[Screen, ...] | None = None, *, same: bool = False
    ) -> None:
        """Put a screen up; its time begins. `same`: the same picture, on the side that was turned to."""
        if type(screen) is not type(self.model.screen):
            self._came_us = now_us
        left_still = self.model.screen.mode.is_still
        if not same:
            self._alone_us = -NEVER if self.by_touch else now_us
        self.model = replace(
            self.model,
            screen=screen,
            under=self.model.under if under is None else under,
            side=self.model.side if same else 0,
            asked_again=False,
        )
        if screen.mode.is_still:
            # What stands over it may not go by time either (M6.1).
            self._notice_until_us = NEVER
        elif left_still and self._held is None and self.model.notice is not None and not self.dark:
            # It stood there until a touch; a partner's card led on without one.
            self._notice_until_us = now_us + read_time_ms(self.model.notice) * 1000
        self._entered_us = now_us

    def seconds_here(self, now_us: int) -> int:
        """How long the screen has stood, in seconds."""
        return max(0, now_us - self._came_us) // 1_000_000

    def unseen(self, at_us: int) -> bool:
        """Tell whether a touch at this time was made before anybody could see what there is to do now."""
        return at_us - self._alone_us < UNSEEN_US and self.model.screen.tells(self.model)

    @property
    def covers(self) -> bool:
        """Whether a notice hides something that has to be done at the table."""
        return self.model.notice is not None and self.model.screen.tells(self.model)

    def timeout_us(self) -> int:
        """When the screen's time is over: none passes while what it tells is hidden."""
        timeout_ms = None if self.dark or self._covered or self.covers else self._timeout_ms()
        return NEVER if timeout_ms is None else self._entered_us + timeout_ms * 1000

    def _timeout_ms(self) -> int | None:
        """Return the time that the screen has, as long as it shows the same (a function of its model)."""
        model, timeout_ms = self._timed
        if model is not self.model:
            timeout_ms = self.model.screen.timeout_ms(self.model)
            self._timed = self.model, timeout_ms
        return timeout_ms

    # Over it

    def tell(self, text: Line, now_us: int) -> None:
        """Show a notice over the screen until the next touch, or for its read time."""
        self.model = replace(self.model, notice=text)
        waits = self.model.screen.mode.is_still or self.dark
        self._notice_until_us = NEVER if waits else now_us + read_time_ms(text) * 1000

    def hold(self, text: Line, now_us: int) -> None:
        """Show a notice until it is let go, or the next touch."""
        self._held = text
        self.tell(text, now_us)
        self._notice_until_us = NEVER

    def let_go(self) -> None:
        """Take that notice away, if it stands."""
        if self._held is not None and self.model.notice is self._held:
            self.model = replace(self.model, notice=None)
        self._held = None

    def announce(self, about: str, text: Line, now_us: int, *, over: bool = False) -> None:
        """Tell what happened by itself: when the notice before it is gone, on a still screen after a touch.

        `over`: what was announced about this part has ended.
        """
        self._notices.put(about, text, over=over)
        self.announce_next(now_us)

    def announce_next(self, now_us: int, *, touched: bool = False) -> None:
        """Tell what waits, if it may be told now."""
        mode = self.model.screen.mode
        waits = mode is Mode.QUESTION or (mode.is_still and not touched)
        if self.off or self.model.notice is not None or waits:
            return
        text = self._notices.take()
        if text is not None:
            self.tell(text, now_us)

    def offer_redo(self, now_us: int) -> None:
        """Make K4 redo for 4 s, on a still screen until the next touch."""
        self.model = replace(self.model, can_redo=True)
        self._redo_until_us = NEVER if self.model.screen.mode.is_still else now_us + REDO_US

    def keep_redo(self, now_us: int) -> None:
        """Let K4 be redo for what is left of the 4 s; on a still screen redoing was the next touch."""
        self.model = replace(self.model, can_redo=now_us < self._redo_until_us < NEVER)

    def drop_redo(self) -> None:
        """Offer no redo any more: something else happened since."""
        self.model = replace(self.model, can_redo=False)

    # Ends

    def touched(self) -> None:
        """A notice and the offer to redo stand until the next touch, which acts all the same."""
        if self.model.notice is not None or self.model.can_redo:
            self.model = replace(self.model, notice=None, can_redo=False)
        self._notice_until_us = NEVER

    def lapse(self, now_us: int) -> None:
        """Let go what has had its time over the screen, and tell what waited for that."""
        if now_us >= self._notice_until_us:
            self.model = replace(self.model, notice=None)
            self._notice_until_us = NEVER
        self.announce_next(now_us)
        if self._covered and not self.covers:
            self._entered_us = now_us
        self._covered = self.covers
        if self.model.can_redo and now_us >= self._redo_until_us:
            self.model = replace(self.model, can_redo=False)

    def due_us(self) -> int:
        """When something here has had its time."""
        redo_us = self._redo_until_us if self.model.can_redo else NEVER
        return min(self.timeout_us(), self._notice_until_us, redo_us)

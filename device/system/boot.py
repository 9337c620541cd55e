"""`boot`: the first frame, on the glass before the rest of the device is loaded.

Laws of this file:
- it loads what draws a line, and nothing of the app or the games: these take longer than all the drivers;
- the bus is stepped by a thread that ends with the first frame, and the owner's thread takes it over then: a
  bus that hangs holds up neither the start nor a stop (F45).
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from device.draw import words
from device.draw.kit import LayoutError, Sheet, laid, style
from device.output.dimming import Light, contrast
from device.settings.loaded import with_stored
from device.storage.folders import CHOICES
from device.text import language
from device.text.line import Line
from device.text.machine_lines import BOOT
from device.ui.line_body import LineBody
from hal.disk.door import MOST_WHOLE, read_file
from hal.frame import Frame
from hal.ports import PanelWish

if TYPE_CHECKING:
    from pathlib import Path

    from device.settings.loaded import Loaded
    from device.settings.model import ScreenSettings
    from hal.assemble import Built

LONGEST_US = 300_000
"""A panel that does not answer must not keep the device from starting."""
HANGING_S = 1.0
"""Nor a bus that hangs."""


def chosen_screen(loaded: Loaded, state: Path) -> ScreenSettings:
    """Return how the screen is to look, with what was chosen on the device; a file at fault chose nothing."""
    try:
        data = read_file(state / CHOICES, MOST_WHOLE, links=False)
    except OSError:
        return loaded.settings.screen
    # Many a device never needs it for its first frame.
    from engine.json_object import BOM, JsonError, json_object  # noqa: PLC0415

    try:
        return with_stored(loaded, json_object(data.removeprefix(BOM), judged=True)).settings.screen
    except JsonError:
        return loaded.settings.screen


def show_boot(built: Built, screen: ScreenSettings) -> None:
    """Show that the device wakes. Returns when that is on the glass, or when the panel does not answer."""
    try:
        frame = _frame(screen)
    except LayoutError:
        if screen.font:
            show_boot(built, replace(screen, font=""))
        return
    wish = PanelWish(frame, contrast(screen, Light.FULL), flip=screen.flip)
    built.hardware.display.want(wish)
    stepping = threading.Thread(target=_step, args=(built,), name="first frame", daemon=True)
    built.starting = stepping
    stepping.start()
    stepping.join(HANGING_S)
    if not stepping.is_alive():
        built.starting = None


def _step(built: Built) -> None:
    clock, worker = built.hardware.clock, built.worker
    until_us = clock.now_us() + LONGEST_US
    while worker.due_us() <= (now_us := clock.now_us()) < until_us:
        worker.step(now_us)


def _frame(screen: ScreenSettings) -> Frame:
    """Draw as `device.draw.render` draws a line; the rest of that is not loaded yet."""
    line_id, full, short = BOOT
    line = Line(language.said(line_id, full), language.said(f"{line_id}/short", short), line_id)
    sheet = Sheet()
    words.draw_line(sheet, LineBody(line), line, style(screen.profile, font=screen.font))
    return Frame.of(laid(sheet))

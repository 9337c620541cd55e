"""The terminal itself, drawn by Textual. Import this module only to draw: it is slow to load."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from device.sim.terminal import picture
from device.sim.terminal.driver import TerminalDriver
from device.sim.terminal.hands import KEYS, Hands, Prefix
from device.sim.terminal.signs import Signs

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from device.sim.terminal.controls import Controls, Lever, Snapshot
    from device.sim.terminal.lifeline import Lifeline

BRISK_MS = 33
CALM_MS = 50
CALM_AFTER = 60
"""Looks without a change after which the terminal looks less often."""


class Timers(Protocol):
    """Where the terminal takes its time from; tests bring their own."""

    def after(self, delay_ms: int, act: Callable[[], None]) -> None:
        """Call `act` once, after `delay_ms`."""


class Keypad(Static):
    """Pads and buttons; the mouse holds them for real."""

    def __init__(self, hands: Hands, changed: Callable[[], None], signs: Signs) -> None:
        super().__init__(picture.in_signs(picture.keypad({}), signs), id="keypad", markup=False)
        self._hands = hands
        self._changed = changed

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a touch."""
        key = picture.key_at(event.x, event.y)
        if key is not None:
            # The release is wanted also if the mouse has moved away by then.
            self.capture_mouse()
            self._hands.mouse_down(key)
            self._changed()

    def on_mouse_up(self, _event: events.MouseUp) -> None:
        """End the touch."""
        self.release_mouse()
        self._hands.mouse_up()
        self._changed()


class Terminal(App[int]):
    """Shows snapshots of the simulated hardware, and queues levers for it."""

    CSS = f"""
    Screen {{ layers: base top; overflow: hidden hidden; }}
    #face {{ width: {picture.WIDTH}; height: 100%; }}
    #above {{ height: {picture.PANEL_HEIGHT}; }}
    #panel {{ width: {picture.PANEL_WIDTH + 1}; }}
    #keypad {{ width: 12; height: 18; }}
    #plain {{ height: auto; min-height: 3; }}
    #status {{ height: 1; }}
    #help {{ height: 2; }}
    #levers {{ layer: top; offset: 14 2; width: 38; height: auto; border: solid ansi_default; padding: 0 2; }}
    #small {{ height: auto; }}
    """
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]

    def __init__(
        self,
        controls: Controls,
        timers: Timers | None = None,
        *,
        lifeline: Lifeline | None = None,
        signs: Signs = Signs.BRAILLE,
    ) -> None:
        """Draw `controls` with these signs; `lifeline` hears when the terminal is gone, and asks to leave."""
        super().__init__(driver_class=TerminalDriver)
        self.theme = "ansi-dark"
        self._controls = controls
        self._own_timers = timers
        self._lifeline = lifeline
        self._signs = signs
        self._hands = Hands(controls, self._later)
        self._pulled: set[Lever] = set()
        self._seen: Snapshot | None = None
        self._quiet_looks = 0
        self._large = False

    def compose(self) -> ComposeResult:
        """Lay out panel, keypad and the lines below."""
        with Vertical(id="face"):
            with Horizontal(id="above"):
                yield Static(id="panel", markup=False)
                yield Keypad(self._hands, self._refresh_hands, self._signs)
            yield Static(id="plain", markup=False)
            yield Static(id="status", markup=False)
            yield Static(picture.HELP, id="help", markup=False)
        yield Static(id="levers", markup=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#levers").display = False
        self.query_one("#small").display = False
        if self._signs is Signs.ASCII:
            self.query_one("#levers").styles.border = ("ascii", "ansi_default")
        if self._lifeline is not None:
            loop = asyncio.get_running_loop()

            def leave() -> None:
                loop.call_soon_threadsafe(self.action_leave)

            self._lifeline.leave = leave
        self._look()

    def input_lost(self) -> None:
        """Nothing more will come from the terminal: it is gone."""
        if self._lifeline is not None:
            self._lifeline.lost()

    def _put(self, name: str, text: str) -> None:
        """Show a text in the signs that this terminal has."""
        self.query_one(f"#{name}", Static).update(picture.in_signs(text, self._signs))

    def on_resize(self, event: events.Resize) -> None:
        """Show the face, or say that there is no room for it."""
        small = event.size.width < picture.WIDTH or event.size.height < picture.HEIGHT
        self._put("small", picture.too_small(event.size.width, event.size.height))
        self.query_one("#small").display = small
        self.query_one("#face").display = not small
        self._scale(large=picture.is_large(event.size.width, event.size.height), width=event.size.width)

    def _scale(self, *, large: bool, width: int) -> None:
        """Draw the panel as large as there is room for."""
        self.query_one("#face").styles.width = width if large else picture.WIDTH
        self.query_one("#above").styles.height = picture.LARGE_PANEL_HEIGHT if large else picture.PANEL_HEIGHT
        wide = picture.LARGE_PANEL_WIDTH if large else picture.PANEL_WIDTH
        self.query_one("#panel").styles.width = wide + 1
        if large is not self._large:
            self._large = large
            if self._seen is not None:
                self._put("panel", picture.panel(self._seen, large=large, signs=self._signs))

    def on_key(self, event: events.Key) -> None:
        """Act on a key of the keyboard."""
        character = (event.character or "").casefold()
        levers = self.query_one("#levers")
        if event.key == "escape":
            self._hands.prefix = Prefix.NONE
            levers.display = False
        elif character == "f":
            levers.display = not levers.display
        elif character == "q":
            self.action_leave()
        elif levers.display:
            self._pull(character)
        elif character in KEYS:
            self._hands.strike(KEYS[character])
        elif character == " ":
            self._hands.toggle(Prefix.LATCH)
        elif character == "h":
            self._hands.toggle(Prefix.HOLD)
        elif character == "p":
            self._hands.toggle_palms()
        self._refresh_hands()

    def on_app_blur(self) -> None:
        """Let go of what the mouse holds: its release may never be told."""
        self._hands.mouse_up()
        self._refresh_hands()

    def action_leave(self) -> None:
        """Lift all hands and leave."""
        self._hands.lift_all()
        self.exit(0)

    def _pull(self, character: str) -> None:
        for key, lever, _ in picture.LEVERS:
            if key == character:
                self._pulled ^= {lever}
                self._controls.pull(lever, lever in self._pulled)

    def _refresh_hands(self) -> None:
        self._quiet_looks = 0
        self._put("keypad", picture.keypad(self._hands.grips))
        self._put("status", picture.status(self._hands, self._pulled))
        self._put("levers", picture.lever_list(self._pulled))

    def _look(self) -> None:
        seen, before = self._controls.snapshot(), self._seen
        if not seen.alive:
            self._hands.lift_all()
            self.exit(1)
            return
        self._quiet_looks += 1
        # Where the glass cannot be drawn its words stand there.
        said = before is not None and self._signs is not Signs.BRAILLE and seen.words != before.words
        if before is None or said or (seen.frame, seen.led) != (before.frame, before.led):
            self._put("panel", picture.panel(seen, large=self._large, signs=self._signs))
        if before is None or picture.plain_line(seen) != picture.plain_line(before):
            self._put("plain", picture.plain_line(seen))
        if seen != before:
            self._quiet_looks = 0
        self._seen = seen
        self._after(BRISK_MS if self._quiet_looks < CALM_AFTER else CALM_MS, self._look)

    def _later(self, delay_ms: int, act: Callable[[], None]) -> None:
        def then() -> None:
            act()
            if self.is_running:
                self._refresh_hands()

        self._after(delay_ms, then)

    def _after(self, delay_ms: int, act: Callable[[], None]) -> None:
        if self._own_timers is not None:
            self._own_timers.after(delay_ms, act)
        else:
            self.set_timer(delay_ms / 1000, act)

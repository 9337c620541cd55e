"""A whole board: the machine, the wires and the fingers on them, as one person at the table has it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hal.config import HardwareConfig
from hal.frame import Frame
from tests.board.machine import Answer, BoardError, Machine, Shape
from tests.board.reading import says
from tests.board.wires import Sight, Wires

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.board.roots import Root

TAP_S = 0.25
"""A finger on a slow machine stays a little longer."""
STILL_S = 1.0
LONG_S = 180.0
"""What an emulated machine on a busy computer may take for a picture."""


class Board:
    """A board with its disk in `folder`, laid from `image`."""

    def __init__(
        self,
        root: Root,
        folder: Path,
        image: Path,
        shape: Shape | None = None,
        config: HardwareConfig | None = None,
    ) -> None:
        self.machine = Machine(root, folder, shape)
        self.machine.lay_disk(image)
        self.wires = Wires(config or HardwareConfig())
        self.booted_s = 0.0

    # Power

    def on(self) -> None:
        """Switch on, and wait until the machine can be asked."""
        began_s = time.monotonic()
        self.wires.sights.clear()
        self.wires.join(self.machine.power_on())
        self.machine.wait()
        self.booted_s = time.monotonic() - began_s

    def cut(self) -> None:
        """Pull the plug."""
        self.machine.cut()

    def run(self, command: str, timeout_s: float = 60.0) -> Answer:
        """Run a command as root."""
        return self.machine.run(command, timeout_s)

    def must(self, command: str, timeout_s: float = 60.0) -> str:
        """Run a command that has to succeed; return what it printed. Raises BoardError."""
        answer = self.run(command, timeout_s)
        if answer.code:
            raise BoardError(f"{command!r} ended with {answer.code}: {answer.text.strip()[-800:]}")
        return answer.text

    # The glass

    @property
    def sight(self) -> Sight:
        """What stands on the glass."""
        if not self.wires.sights:
            return Sight(0.0, Frame.blank().pages, False, 0)
        return self.wires.sights[-1]

    def see(self, words: str, timeout_s: float = LONG_S) -> Sight:
        """Wait until words stand on the glass. Raises BoardError, with the picture beside the disk."""
        return self.until(lambda sight: says(sight.pages, words), f"{words!r} is not on the glass", timeout_s)

    def dark(self, timeout_s: float = LONG_S) -> Sight:
        """Wait until the glass is dark."""
        return self.until(lambda sight: not sight.on, "the glass is not dark", timeout_s)

    def until(self, wanted: Callable[[Sight], bool], otherwise: str, timeout_s: float = LONG_S) -> Sight:
        """Wait until the glass is as wanted."""
        end_s = time.monotonic() + timeout_s
        seen = None
        while True:
            sight = self.sight
            if sight is not seen and wanted(sight):
                return sight
            seen = sight
            if time.monotonic() > end_s:
                picture = self.machine.folder / "not-seen.png"
                self.picture(picture)
                raise BoardError(f"{otherwise} after {timeout_s:.0f} s; what is: {picture}")
            time.sleep(0.02)

    def still(self, for_s: float = STILL_S) -> Sight:
        """Wait until the glass has not changed for a while."""
        sight = self.sight
        since_s = time.monotonic()
        while time.monotonic() < since_s + for_s:
            time.sleep(0.02)
            if self.sight is not sight:
                sight, since_s = self.sight, time.monotonic()
        return sight

    def picture(self, file: Path) -> None:
        """Write what is on the glass as PNG, four times as large."""
        image = Frame(self.sight.pages).image().convert("L")
        image.resize((image.width * 4, image.height * 4)).save(file)

    # Fingers

    def press(self, key: int, for_s: float = TAP_S) -> None:
        """Press a button and let go."""
        self.wires.world.press(key)
        time.sleep(for_s)
        self.wires.world.release(key)
        time.sleep(TAP_S)

    def tap(self, pad: str) -> None:
        """Touch a pad: 1 to 9, *, 0 or #."""
        electrode = "123456789*0#".index(pad)
        self.wires.world.touch(electrode)
        time.sleep(TAP_S)
        self.wires.world.lift(electrode)
        time.sleep(TAP_S)

    def throw_away(self) -> None:
        """Switch off and remove it."""
        self.machine.throw_away()

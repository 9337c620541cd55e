"""A whole device on emulated chips, played at random by whatever part is still there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from device.games.nevermind.options import NevermindOptions
from device.games.settings import defaults
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.text.catalog import line
from device.ui.model import Begin
from device.ui.words import shown_words
from engine.game import moves
from engine.nevermind.codec import GAME
from hal.ports import Part
from tests.device.games.nevermind.players import pad_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.text.line import Line

MS = 1_000
S = 1_000_000
MIN = 60 * S


class Table:
    """A device on which Nevermind is played at random. `told` are the notices that came, in order."""

    def __init__(
        self, seed: int = 1, *, keep_log: bool = False, settings: dict[str, object] | None = None
    ) -> None:
        loaded = with_texts(defaults(), settings or {})
        assert not loaded.problems, loaded.problems
        self.rig = Rig(loaded, keep_log=keep_log, seed=seed)
        self.random = random.Random(seed)
        self.told: list[str] = []

    def start(self, *, stage: int = 1) -> Table:
        """Switch on and open a session; it stands where the first touch is awaited."""
        self.power_on()
        self.rig.perform(Begin("nevermind", {"stage": stage}, NevermindOptions("7")))
        return self

    def power_on(self) -> None:
        """Switch on; what the device tells by itself is noted from here on."""
        self.rig.power_on()
        stage = self.rig.app.stage
        tell: Callable[[Line, int], None] = stage.tell

        def noted(text: Line, now_us: int) -> None:
            # The sign that K3 was felt answers a touch: it is not told by itself.
            self.told += [] if text == line("again.help") else [text.full]
            tell(text, now_us)

        stage.tell = noted  # type: ignore[method-assign]  # looks over the shoulder

    # Looking

    @property
    def lines(self) -> int:
        """Lines in the record of the open session."""
        session = self.rig.app.sessions.session
        assert session is not None
        raw = self.rig.app.sessions.store.load(session.number)
        return 0 if raw is None else raw.data.count(b"\n")

    @property
    def words(self) -> str:
        """What stands on the panel, in words."""
        return shown_words(self.rig.scene)

    @property
    def faults(self) -> dict[Part, str]:
        """What is amiss, as the status tells it."""
        return {part: fault.code.value for part, fault in self.rig.app.model.status.faults.items()}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        session = self.rig.app.sessions.session
        return session is None or not GAME.legal(session.state)

    def said_of(self, subject: str) -> list[str]:
        """The notices about one part, by the words it begins with: "The panel"."""
        return [text for text in self.told if text.startswith(subject)]

    def picture_stands(self) -> bool:
        """Whether the glass shows what the app wished for last."""
        return self.rig.frame == self.rig.app.outputs.display.frame

    def transfers(self, part: Part) -> int:
        """How many transfers to a part were tried so far."""
        counters = self.rig.world.bus.counters.get(self.rig.world.address(part))
        return 0 if counters is None else counters.transfers

    # Playing

    def by_pads(self, touches: int) -> int:
        """Make random moves with pads alone; returns by how many lines the record grew."""
        before = self.lines
        for _ in range(touches):
            session = self.rig.app.sessions.session
            assert session is not None
            legal = moves(GAME, session.state)
            if not legal:
                break
            had, command = self.lines, self.random.choice(legal)
            for _ in range(3):
                self.rig.tap(pad_for(command))
                if self.lines > had:
                    break
        return self.lines - before

    def by_buttons(self, taps: int) -> int:
        """Tap K4, and K3 in pickers, at random; returns by how many lines the record grew."""
        before = self.lines
        for _ in range(taps):
            if self.over:
                break
            if self.rig.scene.id.startswith("help"):
                self.rig.tap("K1")
            else:
                self.rig.tap("K3" if self.random.random() < 0.2 else "K4")
        return self.lines - before

    def lose(self, part: Part) -> None:
        """Take a part off; of buttons the chip that reads them, since a wire off cannot be seen."""
        if part is Part.BUTTONS:
            self.rig.world.pins.broken |= {5, 6, 16, 26}
        else:
            self.rig.world.gone(part)

    def give_back(self, part: Part) -> None:
        """Put it back."""
        if part is Part.BUTTONS:
            self.rig.world.pins.broken.clear()
        else:
            self.rig.world.back(part)

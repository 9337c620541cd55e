"""The app on hardware that is nothing but values: touches in, scenes out, on a fake clock.

Touches arrive as facts, as from hal; a picture is on the glass the moment it is wished for. For whole
devices with drivers and chips there is device.sim.rig.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from device.draw.render import render, sides
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import NevermindSettings
from device.games.registry import GAMES
from device.games.settings import defaults
from device.settings.load import with_texts
from device.settings.model import PADS, Profile
from device.system.assemble import build_app
from device.ui.model import Begin, Do, Go, Intent, Screen
from device.ui.words import lines, shown_words
from engine.nevermind.codec import GAME
from engine.nevermind.model import Place
from engine.step import Refusal
from hal.ports import ButtonEdge, Hardware, PadReading, PadsTouched, PanelWish, Part, Shown
from hal.simulated.clock import SimClock
from hal.simulated.disk import Keep, SimDisk
from hal.simulated.recorders import SimChime, SimLights, SimVoice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.app.loop import App
    from device.session.sessions import OpenSession
    from device.settings.loaded import Loaded
    from device.storage.store import Store
    from device.ui.play import AnyPlay
    from device.ui.scene import Scene
    from engine.nevermind.phases import Phase
    from hal.ports import Fact

TAP_US = 120_000


class BenchDisplay:
    """Implements hal.ports.Display: every wish is on the glass at once."""

    def __init__(self, clock: SimClock, inbox: SimpleQueue[Fact]) -> None:
        self._clock = clock
        self._inbox = inbox
        self.wish: PanelWish | None = None

    def want(self, wish: PanelWish) -> None:
        self.wish = wish
        self._inbox.put(Shown(self._clock.now_us(), wish.serial))


@dataclass
class BenchButtons:
    """Implements hal.ports.Buttons."""

    held: int = 0

    def levels(self) -> int:
        return self.held


class BenchPads:
    """Implements hal.ports.Pads."""

    def set_thresholds(self, source: Part, on: tuple[int, ...], off: tuple[int, ...]) -> None:
        pass

    def rezero(self, source: Part) -> None:
        pass

    def reading(self, source: Part) -> PadReading | None:
        return None


class Bench:
    """A device to be touched by a test. `seen` collects every scene that stood on the panel."""

    def __init__(
        self,
        settings: Mapping[str, object] | None = None,
        *,
        disk: SimDisk | None = None,
        clock: SimClock | None = None,
        newcomer: bool = False,
    ) -> None:
        """`newcomer`: nobody was asked yet whether to be shown around."""
        self.loaded: Loaded = with_texts(defaults(), settings or {})
        assert not self.loaded.problems, self.loaded.problems
        self.clock = SimClock() if clock is None else clock
        self.disk = SimDisk() if disk is None else disk
        self.inbox: SimpleQueue[Fact] = SimpleQueue()
        self.display = BenchDisplay(self.clock, self.inbox)
        self.buttons = BenchButtons()
        self.lights = SimLights(self.clock.now_us)
        self.chime = SimChime(self.clock.now_us)
        self.voice = SimVoice(self.clock.now_us)
        self.seen: list[Scene] = []
        self._drawn_in: dict[tuple[Scene, Profile], None] = {}
        self._touched = 0
        self._due_us = 0
        self.store: Store
        self._newcomer = newcomer
        self.app = self._start()
        self.run()

    def _start(self) -> App:
        hardware = Hardware(
            self.clock,
            self.inbox,
            self.display,
            self.buttons,
            BenchPads(),
            self.lights,
            self.chime,
            self.voice,
        )
        app = build_app(hardware, self.disk, self.loaded, GAMES, skip_first=True, greets=self._newcomer)
        self.store = app.sessions.store
        return app

    def restarted(self) -> Bench:
        """Start a second device on what this one's storage would hold after a power cut now."""
        again = Bench.__new__(Bench)
        Bench.__init__(again, disk=SimDisk(self.disk.ops.after_cut(Keep.NOTHING)), clock=self.clock)
        again.loaded = self.loaded
        again.app = again._start()
        again._due_us = 0
        again.run()
        return again

    # Time

    def run(self) -> None:
        """Step the app until it has nothing to do at this moment."""
        while self._due_us <= self.clock.now_us() or not self.inbox.empty():
            self._due_us = self.app.step(self.clock.now_us())
            scene = self.scene
            if not self.seen or self.seen[-1] != scene:
                self.seen.append(scene)
                self._drawn_in[scene, self.app.player.settings.screen.profile] = None

    def wait(self, us: int) -> None:
        """Let time pass."""
        until_us = self.clock.now_us() + us
        self.run()
        while self._due_us <= until_us:
            self.clock.advance_to(self._due_us)
            self.run()
        self.clock.advance_to(until_us)
        self.run()

    def wait_s(self, seconds: float) -> None:
        self.wait(round(seconds * 1e6))

    # Touches

    def begin(
        self, stage: int = 1, seed: str = "7", options: Mapping[str, object] | None = None, **kept: Any
    ) -> AnyPlay:
        """Open a session of Nevermind."""
        settings = self.app.player.settings
        held = NevermindOptions(
            **{
                "seed": seed,
                "tokens": settings.of(NevermindSettings).tokens.value,
                "labels": settings.of(NevermindSettings).labels,
                "guidance": settings.guidance.level.value,
                "anchor": settings.guidance.anchor.value,
                **kept,
            }
        )
        self.perform(Begin("nevermind", {"stage": stage, **(options or {})}, held))
        return self.play

    def aimed(self, mind: str, noting: str = "", stage: int = 1, **kept: Any) -> AnyPlay:
        """Open a session whose Mind Cards all point at one place."""
        mind_at = Place[mind]
        card = [int(mind_at), int(Place[noting] if noting else mind_at.moved(1))]
        options = {"rotation": 0, "mind_cards": [card] * 16}
        return self.begin(stage, options={**options, **kept.pop("options", {})}, **kept)

    def lay(self, *, center: int = 0, timer: int = 19, **places: Any) -> None:
        """Let the table be so, places not given Subliminal without a token; the waiting screen comes up."""
        grid = {place.name: places.get(place.name, "subliminal") for place in Place}
        before = len(self.record())
        line = {"do": "fix", "grid": grid, "center": center, "timer": timer}
        fix = GAME.command_from_json(line, self.state)
        assert not isinstance(fix, Refusal), fix
        self.perform(Do(fix))
        assert len(self.record()) == before + 1, f"no such table: {self.notice}"
        self.perform(Go(self.opened.ui.standing(self.play)))

    def perform(self, *intents: Intent) -> None:
        """Do what a touch could have led to."""
        self.app.perform(intents, self.clock.now_us())
        self._due_us = 0
        self.run()

    def down(self, key: str) -> None:
        """Put a finger on a pad or a button."""
        self._put(key, down=True)

    def up(self, key: str) -> None:
        """Take it off."""
        self._put(key, down=False)

    def _put(self, key: str, *, down: bool) -> None:
        if key.startswith("K"):
            bit = 1 << int(key[1:]) - 1
            self.buttons.held = self.buttons.held | bit if down else self.buttons.held & ~bit
            self.inbox.put(ButtonEdge(self.clock.now_us(), int(key[1:]), down))
        else:
            bit = 1 << PADS.index(key)
            self._touched = self._touched | bit if down else self._touched & ~bit
            self.inbox.put(PadsTouched(self.clock.now_us(), Part.PADS, self._touched))
        self.run()

    def tap(self, *keys: str) -> None:
        """Touch each for 120 ms, and leave 50 ms between them."""
        for key in keys:
            self.hold(key, TAP_US)

    def hold(self, key: str, us: int) -> None:
        """Touch for a time."""
        self.down(key)
        self.wait(us)
        self.up(key)
        self.wait(50_000)

    # Looking

    @property
    def scene(self) -> Scene:
        scene = self.app.outputs.display.scene
        assert scene is not None
        return scene

    @property
    def id(self) -> str:
        return self.scene.id

    @property
    def words(self) -> str:
        return shown_words(self.scene)

    @property
    def notice(self) -> str:
        return "" if self.scene.notice is None else self.scene.notice.full

    @property
    def screen(self) -> Screen:
        return self.app.model.screen

    @property
    def play(self) -> AnyPlay:
        return self.opened.play()

    @property
    def opened(self) -> OpenSession:
        opened = self.app.sessions.current
        assert opened is not None
        return opened

    @property
    def state(self) -> Any:
        return self.play.state

    def waits_for(self, phase: Phase) -> bool:
        """Tell whether the game is in this phase."""
        return bool(self.state.phase is phase)

    def written(self) -> int:
        """How many lines the card has of the open session's record after its header; counted, not read."""
        data = self.disk.read(f"sessions/{self.play.number}.jsonl")
        assert data is not None
        return data.count(b"\n") - 1

    def draw_seen(self) -> None:
        """Draw every scene that stood on the panel, in its size; raises LayoutError if words do not fit."""
        for scene, profile in self._drawn_in:
            drawn(scene, profile)

    def record(self) -> list[str]:
        """The lines of the open session's record after its header."""
        raw = self.store.load(self.play.number)
        assert raw is not None
        return raw.data.decode().splitlines()[1:]


def drawn(scene: Scene, profile: Profile) -> None:
    """Draw a scene in every way there is in its size; raises LayoutError if words do not fit."""
    for swap in (False, True):
        for side in range(sides(scene, profile)):
            render(replace(scene, side=side), profile, swap=swap)


def all_lines(scenes: list[Scene]) -> list[str]:
    """Every line of these scenes, in full, without repetitions."""
    return list(dict.fromkeys(one.full for scene in scenes for one in lines(scene)))

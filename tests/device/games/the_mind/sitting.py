"""A table with people at it: the whole device on simulated hardware, for the tests of The Mind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.games.settings import defaults
from device.games.the_mind.options import MindOptions, PartnerLevel
from device.games.the_mind.settings import MindSettings
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.ui.model import Begin, Do
from device.ui.scene import MenuBody
from device.ui.words import shown_words
from engine.step import Refusal
from engine.the_mind.codec import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from device.games.the_mind.options import Seats

S = 1_000_000
PLATES = {"palms.address": "0x5B", "palms.irq_pin": "27"}


class Sitting:
    """A device with a game of The Mind open on it."""

    def __init__(
        self,
        players: int = 3,
        *,
        dealt: bool = False,
        blind: bool = False,
        partners: Seats = 0,
        partner: PartnerLevel = PartnerLevel.GOOD,
        guided: bool = False,
        seed: str = "7",
        settings: Mapping[str, object] | None = None,
        begin: bool = True,
    ) -> None:
        loaded = with_texts(defaults(), settings or {})
        assert not [problem for problem in loaded.problems if not problem.advice], loaded.problems
        self.rig = Rig(loaded)
        self.rig.power_on()
        self.loaded = loaded
        if begin:
            self.begin(
                players,
                dealt=dealt,
                blind=blind,
                partners=partners,
                partner=partner,
                guided=guided,
                seed=seed,
            )

    def begin(
        self,
        players: int = 3,
        *,
        dealt: bool = False,
        blind: bool = False,
        partners: Seats = 0,
        partner: PartnerLevel = PartnerLevel.GOOD,
        guided: bool = False,
        seed: str = "7",
    ) -> None:
        """Begin a game."""
        rules = self.loaded.settings.of(MindSettings)
        options = {
            "players": players,
            "cards": "dealt" if dealt or partners else "table",
            "blind": blind,
            "blind_cap": rules.blind_cap,
            "empty_hands_vote": rules.empty_hands_vote,
        }
        held = MindOptions(seed, guided=guided, partners=partners, partner=partner)
        self.rig.perform(Begin("the-mind", options, held))

    # Touching

    def tap(self, *keys: str) -> Sitting:
        for key in keys:
            self.rig.tap(key)
        return self

    def hands(self, *seats: int) -> Sitting:
        """Lay hands down, until they count and 0.5 s have passed."""
        self.rig.palms_down(list(seats))
        self.rig.settle()
        self.wait_ms(680)
        return self

    def lift(self, *seats: int) -> Sitting:
        """Lift the hands of some seats, or all, until that counts."""
        self.rig.palms_up(list(seats) or None)
        self.rig.settle()
        self.wait_ms(680)
        return self

    def wait_ms(self, ms: int) -> Sitting:
        self.rig.wait(ms * 1000)
        return self

    def wait_s(self, seconds: float) -> Sitting:
        self.rig.wait(round(seconds * S))
        return self

    def do(self, verb: str, **fields: object) -> Sitting:
        """Give a command as a touch would."""
        session = self.rig.app.sessions.session
        assert session is not None
        command = GAME.command_from_json({"do": verb, **fields}, session.state)
        assert not isinstance(command, Refusal), command
        self.rig.perform(Do(command))
        return self

    def playing(self) -> Sitting:
        """Go on to the level, whatever stands there."""
        while self.id != "tm.level":
            self.tap("K4")
        return self

    # Looking

    @property
    def id(self) -> str:
        return self.rig.scene.id

    @property
    def words(self) -> str:
        return shown_words(self.rig.scene)

    def labels(self) -> list[str]:
        """The entries of the list that stands there."""
        body = self.rig.scene.body
        assert isinstance(body, MenuBody)
        return [item.full for item in body.items]

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.rig.state)

    @property
    def record(self) -> list[str]:
        """The lines of the open session's record after its header."""
        session = self.rig.app.sessions.session
        assert session is not None
        raw = self.rig.app.sessions.store.load(session.number)
        assert raw is not None
        return raw.data.decode().splitlines()[1:]

    @property
    def said(self) -> list[str]:
        """Everything that was spoken."""
        return [str(call.value) for call in self.rig.world.voice.calls if call.name == "say"]

    def outputs(self) -> tuple[object, ...]:
        """All that can be seen or heard of the device now: lit pixels, contrast, LED, buzzer, speech."""
        world = self.rig.world
        return (
            self.rig.frame,
            world.panel.contrast,
            world.panel.lit,
            len(world.lights.calls),
            len(world.chime.calls),
            len(world.voice.calls),
        )

    def each(self, seconds: float, step_s: float = 0.5) -> Iterator[tuple[object, ...]]:
        """Let time pass in steps, and tell the outputs after each."""
        for _ in range(round(seconds / step_s)):
            self.wait_s(step_s)
            yield self.outputs()

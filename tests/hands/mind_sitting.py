"""Random sessions of The Mind: paper cards, dealt ones and blind ones, for two, three and four."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from device.draw.render import sides
from device.games.the_mind.options import MindOptions
from device.ui.model import Begin
from tests.hands.sitting import READ_US, DifferentError, S, Sitting
from tests.hands.the_mind import Score, is_act

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.games.the_mind.options import Seats

TOUCHES = 120
ENDS = ("tm.win", "tm.lose")
PAGES = ("tm.life", "tm.star", "tm.done", "tm.deal")
"""Screens that tell something, and wait."""
CHECKED = ("tm.mistakes", "tm.clean")
"""What the check of a blind pile found."""


@dataclass(frozen=True, slots=True)
class MindPlan:
    """How a session is held and touched."""

    number: int
    players: int
    dealt: bool
    blind: bool
    partners: Seats
    profile: str
    guided: bool
    haste: float

    @classmethod
    def of(cls, number: int) -> MindPlan:
        """Draw the plan of a session from its number."""
        random = Random(f"mind/{number}")
        players = 2 + number % 3
        dealt = number // 3 % 2 == 1
        seats: tuple[Seats, ...] = (0, 1, 2, 3)
        partners = random.choice(seats[:players]) if dealt else 0
        blind = number // 6 % 2 == 1
        guided = random.random() < 0.5
        return cls(
            number,
            players,
            dealt,
            blind,
            partners,
            random.choice("LMS"),
            guided,
            random.choice((0.0, 0.5, 1.0)),
        )

    def begin(self) -> Begin:
        """Return what opens it."""
        cards = "dealt" if self.dealt else "table"
        options = {"players": self.players, "cards": cards, "blind": self.blind}
        return Begin(
            "the-mind", options, MindOptions(str(self.number), guided=self.guided, partners=self.partners)
        )


class MindSitting(Sitting):
    """Plays a plan."""

    home = "tm."
    home_row = "home.mind"
    by_words = True

    def __init__(self, plan: MindPlan) -> None:
        self.plan = plan
        self.score = Score(lives=plan.players)
        super().__init__(
            f"play/{plan.number}",
            self.score,
            is_act,
            {"profile": plan.profile},
            plan.begin(),
            rig=False,
            haste=plan.haste,
        )

    def differences(self, state: Mapping[str, Any]) -> list[str]:
        score = self.score
        numbers = {"level": score.level, "lives": score.lives, "stars": score.stars}
        return [
            f"{name} {written} is written down, and not {state[name]}"
            for name, written in numbers.items()
            if written != state[name]
        ]

    def told_all(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Pages are told for as long as nobody passes them."""

    def went(self, before: Mapping[str, Any], after: Mapping[str, Any], *, again: bool) -> None:
        """What is counted after a blind level is agreed with."""
        super().went(before, after, again=again)
        done = before.get("level") != after.get("level") or before.get("result") != after.get("result")
        if before.get("blind") and not self.plan.dealt and done and self.keys[-1] in "0123456789":
            raise DifferentError(f"{self.keys[-1]} booked a count that nobody agreed with")

    def counted(self, more: int) -> None:
        self.score.counted(more)

    def read_all(self) -> None:
        """Touch nothing but pages, which wait for a touch, and compare."""
        self.wait(READ_US)
        while self._is_page() or (self.screen in ENDS and self._goes_on()):
            self.tap("0")
        self.same(self.public())

    def _is_page(self) -> bool:
        """Tell whether something is told that waits; before a count `tm.check` asks."""
        return self.screen in PAGES or self.told[-1].line in CHECKED

    def _goes_on(self) -> bool:
        """Tell whether a further side of the page was not seen yet."""
        model = self.seat.app.model
        scene = self.seat.app.outputs.display.scene
        return scene is not None and model.side + 1 < sides(scene, model.settings.screen.profile)

    def run(self) -> None:
        """Play to an end; now and then it is taken back, or goes on blind."""
        self.play(TOUCHES, lambda: self.screen in ENDS and self.random.random() < 0.5)

    def some_touch(self) -> None:
        roll = self.random.random()
        if roll < 0.06:
            self.tap(*["K1"] * self.random.randint(1, 3))
        elif roll < 0.09:
            self.tap("K2", "K1")
        elif roll < 0.11:
            self.cut()
        elif roll < 0.14:
            self.read_all()
        else:
            self._onward()

    def _onward(self) -> None:
        screen, random = self.screen, self.random
        if screen == "tm.level":
            self._in_level()
        elif screen == "tm.check":
            self.tap(random.choice(("0", "K4")) if random.random() < 0.9 else random.choice("123"))
        elif screen == "tm.win":
            self.tap("#" if random.random() < 0.8 else "K1")
        elif screen == "tm.lose":
            self.tap("K1")
        elif screen == "tm.ask":
            self.tap(random.choice(("K4", "K4", "K1")))
        else:
            self.tap("K4")

    def _in_level(self) -> None:
        random = self.random
        if self.plan.dealt:
            self.tap("K4", "K4") if random.random() < 0.8 else self.tap(random.choice(("0", "2")))
            self.wait(random.randrange(1, 5) * S)
        else:
            self.tap(*random.choice((("5", "K4"), ("5", "K4"), ("5", "K4"), ("8", "K4"), ("0",), ("2",))))

    def report(self, error: BaseException) -> str:
        return f"{self.plan}\n{super().report(error)}"

"""The screens of Stones: what is asked before, the heap, and the empty place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from device.ui.events import DIGITS, ONWARD, Entered, Key, KeyPressed
from device.ui.menus import Item, Menu, following
from device.ui.mode import Mode
from device.ui.model import Answer, Begin, Close, Do, Go, Home, Mark, Screen
from device.ui.play import SessionOptions
from device.ui.scene import LineBody, Scene
from tests.third_game.rules import State, Take
from tests.third_game.words import line

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model
    from device.ui.play import Play
    from tests.third_game.rules import Command, Effect

StonesPlay: TypeAlias = "Play[State, Command, Effect, SessionOptions]"


def play_of(model: Model) -> StonesPlay:
    assert model.play is not None
    assert isinstance(model.play.state, State)
    return model.play


@dataclass(frozen=True, slots=True)
class Before(Menu):
    """How many stones."""

    heap: int = 7

    def scene_id(self) -> str:
        return "stones.setup"

    def title(self, model: Model) -> Line:
        return line("stones")

    def items(self, model: Model) -> tuple[Item, ...]:
        begin = Begin("stones", {"heap": self.heap}, SessionOptions(seed=""))
        larger = Go(replace(self, cursor=1, heap=following((3, 7, 21), self.heap)))
        return Item(line("stones.begin"), (begin,)), Item(line("stones.heap"), (larger,), str(self.heap))


@dataclass(frozen=True, slots=True)
class Heap(Screen):
    """Pads 1 to 3 take so many; K4 takes one."""

    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        return Scene("stones.heap", LineBody(line("stones.ask", left=play_of(model).state.left)))

    def on(self, model: Model, event: Event) -> Answer:
        match event:
            case KeyPressed(key=key) if key in DIGITS:
                return (Do(Take(int(key))),)
            case KeyPressed(key=Key.K4):
                return (Do(Take(1)),)
        return ()


@dataclass(frozen=True, slots=True)
class Empty(Screen):
    """The end: 0 and K4 go home."""

    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        left = play_of(model).state.left
        return Scene(
            "stones.empty", LineBody(line("stones.left", left=left) if left else line("stones.empty"))
        )

    def on(self, model: Model, event: Event) -> Answer:
        match event:
            case Entered():
                return Mark("end"), Close()
            case KeyPressed(key=key) if key in ONWARD:
                return (Home(),)
        return ()

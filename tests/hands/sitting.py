"""Somebody at a device with a paper table beside it, who reads the panel and touches it at random.

The table moves by the transcript alone. What it is compared with is the game's public state, at every touch
that counts: all that the touch before led to was told by then, and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, Any

from tests.hands.reader import Reader
from tests.hands.seats import BenchSeat, RigSeat, Seat, state_of
from tests.hands.told import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.session.session import AnySession
    from device.ui.model import Begin
    from tests.hands.reader import Hands

S = 1_000_000
READ_US = 60 * S
"""By then every act of a touch was told."""


class DifferentError(AssertionError):
    """Table and game are not the same."""


class Sitting(ABC):
    """A session at random. `keys` is what was touched, `told` what stood on the panel."""

    home: str
    """How the names of the game's screens begin."""
    draws: frozenset[str] = frozenset()
    """Lines that ask for a card of a paper deck."""
    asking: frozenset[str] = frozenset()
    """Those that ask for something at the table."""
    by_words = False
    """Acts are told apart by their words too."""

    def __init__(
        self,
        name: str,
        hands: Hands,
        is_act: Callable[[str], bool],
        settings: Mapping[str, object],
        begin: Begin,
        *,
        rig: bool,
        haste: float,
    ) -> None:
        """`haste`: how often a touch comes at once, 0 to 1."""
        self.random = Random(name)
        self.reader = Reader(hands, is_act, self.home, self.asking, self.draws, self.by_words)
        self.keys: list[str] = []
        self.told: list[Told] = []
        self._haste = haste
        self._rig = rig
        self._begun = False
        self._left = False
        """The game is over and closed: there is nothing to compare with."""
        self._stamp = (0, 0)
        self._state: Mapping[str, Any] = {}
        """As it was after the last touch that counted."""
        self._first: Mapping[str, Any] = {}
        """As it was before that touch."""
        self._forth = False
        """That touch was no undo."""
        self.again = False
        """That touch brought back what an undo took."""
        self._late: Mapping[str, Any] | None = None
        """What the table has to be like after one more line."""
        self.seat: Seat = (RigSeat if rig else BenchSeat)(settings, self._see)
        self.seat.perform(begin)
        self._stamp, self._state, self._begun = self._stamped(), self.public(), True

    # Of a game

    @abstractmethod
    def differences(self, state: Mapping[str, Any]) -> list[str]:
        """Return what lies otherwise than the game says."""

    def public(self) -> Mapping[str, Any]:
        """Return what a table can be compared with."""
        return state_of(self.seat)

    @abstractmethod
    def some_touch(self) -> None:
        """Touch something."""

    @abstractmethod
    def told_all(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """All of a touch was told, which led from one state to another; raises DifferentError."""

    def went(self, before: Mapping[str, Any], after: Mapping[str, Any], *, again: bool) -> None:
        """A touch led from one state to another; `again`: it brought back what an undo took."""
        if again and before.get("result") is None and after.get("result") is not None:
            raise DifferentError("a key that goes on ended a game that was just taken up again")

    def settled(self) -> bool:
        """Tell whether the touch that counts now was made at a table on which all was done."""
        return True

    @abstractmethod
    def counted(self, more: int) -> None:
        """A touch counted, with `more` commands, or so many fewer by an undo; its acts are told next."""

    # Reading

    def _see(self, text: str) -> None:
        told = Told.read(text)
        self.told.append(told)
        if self._begun:
            self._count()
        self.read(told)
        if self._late is not None:
            late, self._late = self._late, None
            self.same(late)

    def read(self, told: Told) -> None:
        """Do what a line says."""
        self.reader.see(told)

    @property
    def session(self) -> AnySession:
        """The session that is open."""
        session = self.seat.app.sessions.session
        assert session is not None, "no session is open"
        return session

    def _stamped(self) -> tuple[int, int]:
        session = self.seat.app.sessions.session
        return self._stamp if session is None else (len(session.entries), session.turns)

    def _count(self) -> None:
        """Compare when a touch counted: up to then everything was told, but for what an undo takes back."""
        stamp = self._stamped()
        if stamp == self._stamp:
            return
        (given, turns), (had, turned) = stamp, self._stamp
        first, before = self._first, self._state
        self._first, self._state, self._stamp = before, self.public(), stamp
        undone = turns != turned and given < had
        if not undone and self.settled():
            if self.differences(before):
                # A picture that was on its way to the glass when the touch came is read yet.
                self._late = before
            elif self._forth:
                self.told_all(first, before)
        self._forth = not undone
        self.again = turns != turned and not undone
        self.went(before, self._state, again=self.again)
        self.reader.touched(given - had)
        self.counted(given - had)

    def same(self, state: Mapping[str, Any]) -> None:
        """Compare; raises DifferentError."""
        found = self.differences(state)
        if found:
            raise DifferentError("; ".join(found))

    # Touching

    @property
    def screen(self) -> str:
        """Name of the screen that stands."""
        scene = self.seat.app.outputs.display.scene
        assert scene is not None, "nothing was shown yet"
        return scene.id

    def tap(self, *keys: str) -> None:
        """Touch each, and wait as somebody does who is in haste, or is not."""
        for key in keys:
            self.keys.append(key)
            self.seat.tap(key)
            if not self._rig:
                # Also if that looks as before. On the rig the picture may be on its way.
                self._count()
            if self.random.random() >= self._haste:
                self.wait(self.random.randrange(1, 12) * S)

    def wait(self, us: int) -> None:
        """Touch nothing."""
        self.keys.append(f"{us / S:g}s")
        self.seat.wait(us)

    def read_all(self) -> None:
        """Touch nothing until all was told, and compare."""
        self.wait(READ_US)
        self.same(self.public())
        if self._forth:
            self.told_all(self._first, self._state)

    def cut(self) -> None:
        """Pull the plug and start again; what was touched before is the last touch still."""
        self.keys.append("cut")
        self._begun = False
        self.seat.cut()
        self._stamp, self._begun = (self._stamp[0], 0), True

    def row(self, line_id: str) -> None:
        """Take a row of the list that stands there, by its id; nothing if there is none."""
        for _ in range(20):
            scene = self.seat.app.outputs.display.scene
            body = None if scene is None else scene.body
            ids = [item.id for item in getattr(body, "items", ())]
            if line_id not in ids:
                return
            if getattr(body, "cursor", None) == ids.index(line_id):
                self.tap("K4")
                return
            self.tap("K3")

    def play(self, touches: int, ends: Callable[[], bool]) -> None:
        """Touch at random until it ends, or for as long as anybody would; then read all, and compare."""
        for _ in range(touches):
            if self._out():
                continue
            if self._left or ends():
                break
            self.some_touch()
        while self._out():
            pass
        if not self._left:
            self.read_all()
        self.seat.end()

    def _out(self) -> bool:
        """Come back from wherever a touch led to."""
        if self.screen.startswith(self.home):
            return False
        if self.screen == "home" and not self.seat.app.sessions.open_games():
            self._left = True
            return False
        if self.screen == "home":
            self.row(self.home_row)
        else:
            self.tap("K4" if self.screen == "resume" else "K1")
        return True

    home_row: str
    """Id of the game on the home screen."""

    def report(self, error: BaseException) -> str:
        """Tell how it failed: the touches, and what stood there last."""
        last = "\n".join(f"  {told}" for told in self.told[-12:])
        return f"{' '.join(self.keys)}\n{last}\n{type(error).__name__}: {error}"

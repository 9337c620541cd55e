"""Playing a scenario: each step through the same input path as fingers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.settings.model import PADS
from device.sim.rig import TAP_US, Rig
from device.sim.scenario.begin import start_of
from device.sim.scenario.expect import ExpectationError
from device.sim.scenario.rows import take_row
from device.sim.scenario.steps import ScenarioError, read
from device.sim.scenario.transcript import Transcript
from device.sim.scenario.view import framed_in
from device.ui.words import lines, shown_words, texts
from engine.game import OptionsError, quoted
from hal.ports import Part
from hal.simulated.disk import SimDisk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from device.sim.scenario.steps import Step, Value

KEYS = ("K1", "K2", "K3", "K4", "K5", "K6")
HOLD_EXTRA_US = 50_000
PALMS_US = 680_000
"""After hands were felt to come or leave: 150 ms until they count, 0.5 s, and room for a transfer or two."""
ERRNOS = (5, 6, 110, 121)
PNG_SCALE = 4
LONGEST_NAME = 60
"""Characters of the name of a picture; four bytes each are still a file name."""


@dataclass(slots=True)
class Player:
    """Plays one file on one device."""

    loaded: Loaded
    games: DeviceGames
    out: Path | None = None
    log: Callable[[str], None] | None = None
    """Takes the lines of the bus log."""
    transcript: Callable[[str], None] | None = None
    """Takes the lines of the transcript."""
    disk: SimDisk | None = None
    _rig: Rig | None = None
    _heard: int = 0
    """Utterances before this step."""
    _storage_fault: str | None = None

    def play(self, steps: Iterable[Step]) -> None:
        """Play all steps; raises ScenarioError or ExpectationError."""
        try:
            for step in steps:
                _STEPS[step.kind](self, step)
        finally:
            self.end()

    def end(self) -> None:
        """Stop the device and hand over its bus log."""
        rig, self._rig = self._rig, None
        if rig is not None:
            rig.stop()
            self._write_log(rig)

    def _write_log(self, rig: Rig) -> None:
        if self.log is not None:
            for transfer in rig.world.bus.log or ():
                self.log(transfer.json())

    def rig(self, step: Step) -> Rig:
        """The running device; raises ScenarioError before a `start` and after a power cut."""
        rig = self.device(step)
        if not rig.on:
            raise step.bad("the power is cut; write `- power: on` first")
        return rig

    def device(self, step: Step) -> Rig:
        """The device, running or not; raises ScenarioError before a `start`."""
        if self._rig is None:
            raise step.bad("nothing runs yet; begin with `- start: home`")
        return self._rig

    # Steps

    def start(self, step: Step) -> None:
        """Start a device and, if asked, a session."""
        begun = start_of(step, self.loaded, self.games)
        self.end()
        self.disk = SimDisk()
        rig = Rig(
            begun.loaded,
            games=self.games,
            disk=self.disk,
            keep_log=self.log is not None,
            onlooker=None if self.transcript is None else Transcript(self.transcript),
        )
        self._rig = rig
        self._heard = 0
        self._storage_fault = None
        rig.power_on(skip_first=not begun.first)
        if begun.begin is not None:
            try:
                rig.perform(begun.begin)
            except OptionsError as error:
                raise step.bad(str(error)) from None

    def tap(self, step: Step) -> None:
        """A finger for 120 ms."""
        rig, key = self.rig(step), self.key(step, step.text())
        self._mark(rig)
        self._touch(step, rig, key, TAP_US)

    def hold(self, step: Step) -> None:
        """A finger for longer; from the first edge, and 50 ms more."""
        rig, given = self.rig(step), step.map()
        step.only(given, ("key", "pad", "for"))
        if ("key" in given) == ("pad" in given) or "for" not in given:
            raise step.bad("write {key: K2, for: 3s} or {pad: 5, for: 3s}")
        key = self.key(step, given["key"] if "key" in given else given["pad"])
        if (key in KEYS) is not ("key" in given):
            raise step.bad(
                f"`key` is a button and `pad` is a pad; {key} is a {'button' if key in KEYS else 'pad'}"
            )
        self._mark(rig)
        self._touch(step, rig, key, step.duration_us(given["for"]) + HOLD_EXTRA_US)

    def menu(self, step: Step) -> None:
        """Take a row of the list that stands there, by the id of its line."""
        rig = self.rig(step)
        self._mark(rig)
        take_row(step, rig)

    def palms(self, step: Step) -> None:
        """Hands of some seats come, in the order the zones are listed, and stay."""
        rig = self.rig(step)
        if not isinstance(step.value, list):
            raise step.bad("give a list of seats, such as [0, 1]")
        seats = [step.whole(seat) for seat in step.value]
        self._mark(rig)
        try:
            rig.palms_down(seats)
        except ValueError as error:
            raise step.bad(str(error)) from None
        rig.settle()
        rig.wait(PALMS_US)
        rig.settle()

    def lift(self, step: Step) -> None:
        """Hands leave."""
        rig = self.rig(step)
        seats = None
        if isinstance(step.value, list):
            seats = [step.whole(seat) for seat in step.value]
        elif step.text() != "all":
            raise step.bad("write all, or a list of seats")
        self._mark(rig)
        try:
            rig.palms_up(seats)
        except ValueError as error:
            raise step.bad(str(error)) from None
        rig.settle()
        rig.wait(PALMS_US)
        rig.settle()

    def wait(self, step: Step) -> None:
        """Fake time, also while the power is cut."""
        rig = self.device(step)
        self._mark(rig)
        rig.wait(step.duration_us(step.text()))

    def screen(self, step: Step) -> None:
        """The id of what stands there."""
        rig = self.rig(step)
        if rig.scene.id != step.text():
            raise ExpectationError(
                step, f"screen {step.text()}", f"{rig.scene.id} | {shown_words(rig.scene)}"
            )

    def text(self, step: Step) -> None:
        """Words that are shown; of a line either length counts."""
        rig, wanted = self.rig(step), _folded(step.text())
        scene = rig.scene
        shown = [shown_words(scene), " ".join(shown_words(scene).split(" | "))]
        shown += [text for one in lines(scene) for text in (one.full, one.short)]
        if not any(wanted in _folded(text) for text in shown):
            raise ExpectationError(step, f"text {step.text()!r}", f"{scene.id} | {shown_words(scene)}")

    def line(self, step: Step) -> None:
        """A line that is shown, by its id in the words of the device; with its slots where they are given."""
        rig = self.rig(step)
        given = {"id": step.value} if isinstance(step.value, str) else dict(step.map())
        slots = {name: step.word(value) for name, value in given.items() if name != "id"}
        line_id, words, scene = step.word(given.get("id", "")), rig.app.model.words, rig.scene
        if not slots and words.has(line_id) and words.slots_of(line_id):
            if line_id not in {one.id for one in lines(scene)}:
                raise ExpectationError(step, f"the line {line_id}", f"{scene.id} | {shown_words(scene)}")
            return
        try:
            wanted = words.line(line_id, **slots)
        except ValueError as error:
            raise step.bad(f"{error}; the ids stand in the files of words") from None
        whole = {one.full for one in lines(scene)} | set(texts(scene))
        if wanted not in lines(scene) and {wanted.full, wanted.short}.isdisjoint(whole):
            raise ExpectationError(step, f"the line {wanted.full!r}", f"{scene.id} | {shown_words(scene)}")

    def framed(self, step: Step) -> None:
        """Pads of the cards that are framed on the map, on whichever side it is."""
        rig = self.rig(step)
        wanted = {self.key(step, pad) for pad in step.pads()}
        if wanted != set(found := framed_in(rig.scene)):
            raise ExpectationError(step, f"{sorted(wanted)} framed", f"{rig.scene.id} | {sorted(found)}")

    def state(self, step: Step) -> None:
        """Named fields of the game's state."""
        rig = self.rig(step)
        found = _unlike(step.map(), rig.state)
        if found is not None:
            raise ExpectationError(step, f"state {found[0]}", found[1])

    def said(self, step: Step) -> None:
        """What was spoken since the last step."""
        rig, wanted = self.rig(step), _folded(step.text())
        said = [str(call.value) for call in rig.world.voice.calls[self._heard :] if call.name == "say"]
        if not any(wanted in _folded(text) for text in said):
            raise ExpectationError(step, f"to hear {step.text()!r}", repr(said) if said else "silence")

    def shot(self, step: Step) -> None:
        """The panel's RAM as PNG."""
        rig = self.rig(step)
        name = step.text()
        if "/" in name or name.startswith(".") or not name.isprintable() or len(name) > LONGEST_NAME:
            raise step.bad(f"{quoted(name)} is no plain file name")
        if self.out is None:
            return
        image = rig.frame.image()
        self.out.mkdir(parents=True, exist_ok=True)
        image.resize((image.width * PNG_SCALE, image.height * PNG_SCALE)).save(self.out / f"{name}.png")

    def fault(self, step: Step) -> None:
        """Move a lever, also while the power is cut."""
        rig, given = self.device(step), step.map()
        step.only(given, tuple(name for lever, more in _LEVERS.items() for name in (lever, *more)))
        self._mark(rig)
        levers = [name for name in _LEVERS if name in given]
        if len(levers) != 1:
            raise step.bad(f"name one of {', '.join(_LEVERS)}")
        (lever,) = levers
        step.only(given, (lever, *_LEVERS[lever]))
        try:
            _FAULTS[lever](self, step, rig, given)
        except ValueError as error:
            if isinstance(error, ScenarioError):
                raise
            raise step.bad(str(error)) from None

    def _i2c(self, step: Step, rig: Rig, given: dict[str, Value]) -> None:
        at = _part(step, given.get("at", ""), (Part.OLED, Part.PADS, Part.PALMS))
        if given["i2c"] == "ok":
            rig.world.i2c_ok(at)
            return
        errno = step.whole(given["i2c"])
        if errno not in ERRNOS:
            raise step.bad(f"errno {errno} does not come from a bus; there are 5, 6, 110 and 121")
        times = step.whole(given["times"]) if "times" in given else None
        if times is not None and times < 1:
            raise step.bad(f"times is 1 or more, not {times}")
        for_us = step.duration_us(given["for"]) if "for" in given else None
        rig.world.i2c(errno, at, times=times, for_us=for_us)

    def _gone(self, step: Step, rig: Rig, given: dict[str, Value]) -> None:
        rig.world.gone(_part(step, given["gone"], (Part.OLED, Part.PADS, Part.PALMS, Part.BUTTONS, Part.LED)))

    def _back(self, step: Step, rig: Rig, given: dict[str, Value]) -> None:
        rig.world.back(_part(step, given["back"], (Part.OLED, Part.PADS, Part.PALMS, Part.BUTTONS, Part.LED)))

    def _pad(self, step: Step, rig: Rig, given: dict[str, Value]) -> None:
        stuck = step.flag(given.get("stuck", "true"))
        rig.stick(self.key(step, given["pad"]), stuck=stuck)

    def _storage(self, step: Step, rig: Rig, given: dict[str, Value]) -> None:
        what = given["storage"]
        if what not in ("full", "readonly", "ok"):
            raise step.bad(f"storage is full, readonly or ok, not {quoted(what)}")
        self._storage_fault = None if what == "ok" else str(what)
        rig.disk.fault(self._storage_fault)

    def power(self, step: Step) -> None:
        """Pull the plug, or put it back."""
        if step.text() == "cut":
            rig = self.rig(step)
            rig.power_cut()
            # A card that was full is full for the next start, too.
            rig.disk.fault(self._storage_fault)
        elif step.text() != "on":
            raise step.bad(f"power is cut or on, not {quoted(step.text())}")
        elif self._rig is None:
            raise step.bad("nothing ran yet; begin with `- start: home`")
        elif self._rig.on:
            raise step.bad("the power is on already")
        else:
            self._rig.power_on(skip_first=True)

    # Beneath

    def key(self, step: Step, name: Value) -> str:
        """Check the name of a pad or a button."""
        if name not in PADS and name not in KEYS:
            raise step.bad(f'{quoted(name)} is neither a pad (1 to 9, "*", 0, "#") nor a button (K1 to K6)')
        assert isinstance(name, str)
        return name

    def _touch(self, step: Step, rig: Rig, key: str, us: int) -> None:
        try:
            rig.tap(key, us)
        except ValueError as error:
            raise step.bad(f"{error}; see wiring.buttons in the settings") from None

    def _mark(self, rig: Rig) -> None:
        self._heard = len(rig.world.voice.calls)


_STEPS: dict[str, Callable[[Player, Step], None]] = {
    "start": Player.start,
    "tap": Player.tap,
    "hold": Player.hold,
    "menu": Player.menu,
    "palms": Player.palms,
    "lift": Player.lift,
    "wait": Player.wait,
    "screen": Player.screen,
    "text": Player.text,
    "line": Player.line,
    "framed": Player.framed,
    "state": Player.state,
    "said": Player.said,
    "shot": Player.shot,
    "fault": Player.fault,
    "power": Player.power,
}
_LEVERS = {"i2c": ("at", "times", "for"), "gone": (), "back": (), "pad": ("stuck",), "storage": ()}
"""Names that may stand beside each lever of a `fault`."""
_FAULTS: dict[str, Callable[[Player, Step, Rig, dict[str, Value]], None]] = {
    "i2c": Player._i2c,
    "gone": Player._gone,
    "back": Player._back,
    "pad": Player._pad,
    "storage": Player._storage,
}


def _part(step: Step, name: Value, known: tuple[Part, ...]) -> Part:
    names = [part.value for part in known]
    if name not in names:
        raise step.bad(f"{quoted(name)} is no part; there are {', '.join(names)}")
    return Part(str(name))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _unlike(expected: Value, found: object, path: str = "") -> tuple[str, str] | None:
    """Compare as scenarios do: maps in depth, lists whole, a scalar by its JSON text; None if alike."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return path or "a game", json.dumps(found)
        for key, value in expected.items():
            where = f"{path}.{key}" if path else key
            if key not in found:
                return where, f"no such field; there are {', '.join(found) or 'none'}"
            different = _unlike(value, found[key], where)
            if different is not None:
                return different
        return None
    if isinstance(expected, list):
        items = list(found) if isinstance(found, list | tuple) else []
        alike = isinstance(found, list | tuple) and len(items) == len(expected)
        alike = alike and all(_unlike(*pair) is None for pair in zip(expected, items, strict=True))
        return None if alike else (f"{path}: {expected}", json.dumps(found))
    plain = found if isinstance(found, str) else json.dumps(found)
    return None if plain == expected else (f"{path}: {expected}", plain)


def play_file(
    path: Path,
    loaded: Loaded,
    games: DeviceGames,
    out: Path | None = None,
    log: Callable[[str], None] | None = None,
    transcript: Callable[[str], None] | None = None,
) -> None:
    """Play one file; raises ScenarioError or ExpectationError."""
    Player(loaded, games, out, log, transcript).play(read(path))

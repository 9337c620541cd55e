"""Intents carried out: one small function each, found by type."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from device.output.sound import SPOKEN_CUES
from device.screens.power import PowerAsk, PowerBye
from device.session.session import PARTNER
from device.text.catalog import line, read_time_ms
from device.ui import model as want
from device.ui.events import HandsTouched
from engine.timeline import PLAYER
from hal.ports import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from device.app.desk import Desk
    from device.text.line import Line
    from device.ui.model import Intent, Model, Screen


class Context(Protocol):
    """What carrying out an intent needs of the loop. Times are microseconds of its clock."""

    model: Model
    off: bool
    """The power screen was agreed to."""

    @property
    def desk(self) -> Desk:
        """The parts that it works with."""

    @property
    def home(self) -> Callable[[], Screen]:
        """What makes the home screen."""

    def perform(self, intents: Iterable[Intent], now_us: int) -> None:
        """Carry intents out, in order."""

    def go(
        self, screen: Screen, now_us: int, under: tuple[Screen, ...] | None = None, *, again: bool = False
    ) -> None:
        """Put a screen up; `again`: it was only covered."""

    def refresh(self) -> None:
        """Take over what changed in the session, the settings or the storage."""

    def tell(self, text: Line, now_us: int) -> None:
        """Show a notice over the screen."""

    def notice_for(self, until_us: int) -> None:
        """Let the notice lapse by itself."""

    def offer_redo(self, now_us: int) -> None:
        """Make K4 redo for a while."""

    def keep_redo(self, now_us: int) -> None:
        """Let K4 be redo for what is left of that while."""

    def seconds_here(self, now_us: int) -> int:
        """Return how long the screen has stood, in seconds."""


def _go(app: Context, intent: want.Go, now_us: int) -> None:
    app.go(intent.screen, now_us)


def _push(app: Context, intent: want.Push, now_us: int) -> None:
    app.go(intent.screen, now_us, (*app.model.under, app.model.screen))


def _back(app: Context, intent: want.Back, now_us: int) -> None:
    if app.model.under:
        app.go(app.model.under[-1], now_us, app.model.under[:-1], again=True)
    else:
        _home(app, want.Home(), now_us)


def _home(app: Context, intent: want.Home, now_us: int) -> None:
    app.desk.leave()
    app.refresh()
    app.go(app.home(), now_us, ())


def _begin(app: Context, intent: want.Begin, now_us: int) -> None:
    app.desk.begin(intent)
    app.refresh()
    play, ui = app.model.play, app.desk.ui()
    assert play is not None
    assert ui is not None
    app.go(ui.opening(play), now_us, ())


def _resume(app: Context, intent: want.Resume, now_us: int) -> None:
    if not app.desk.resume(intent.game):
        _home(app, want.Home(), now_us)
        app.tell(line("storage.aside"), now_us)
        return
    app.refresh()
    app.go(_stood(app), now_us, ())


def _stood(app: Context) -> Screen:
    """Where the session stood: in its ritual, or waiting for the player."""
    play, ui = app.model.play, app.desk.ui()
    assert play is not None
    assert ui is not None
    screen = ui.ritual(play, app.desk.ritual, app.desk.ritual_index) if app.desk.ritual else None
    return screen or ui.standing(play)


def _do(app: Context, intent: want.Do, now_us: int) -> None:
    session, ui = app.desk.session, app.desk.ui()
    if session is None or ui is None:
        return
    refusal = session.do(intent.command, app.desk.active_ms, intent.by)
    if refusal is not None:
        assert app.model.play is not None
        app.tell(ui.refused(app.model.play, intent.command, refusal), now_us)
        return
    _face(app, now_us, intent.by)


def _touched(app: Context, intent: want.Touched, now_us: int) -> None:
    if intent.seats:
        app.perform(app.model.screen.on(app.model, HandsTouched(now_us, intent.seats)), now_us)


def _skip(app: Context, intent: want.Skip, now_us: int) -> None:
    session = app.desk.session
    if session is not None and session.skip(app.desk.active_ms) is None:
        _face(app, now_us)


def _face(app: Context, now_us: int, by: str = PLAYER) -> None:
    """A new moment: its screen, its light, its words."""
    app.refresh()
    play, ui = app.model.play, app.desk.ui()
    assert play is not None
    assert ui is not None
    face = ui.face(play)
    if by == PARTNER and face in (app.model.screen, *app.model.under):
        # It stands there already; a partner's move turns no side and closes no picker.
        return
    app.go(face, now_us, ())
    if play.moment.line is not None:
        app.desk.guide(play.moment.line, now_us)


def _undo(app: Context, intent: want.Undo, now_us: int) -> None:
    session, ui = app.desk.session, app.desk.ui()
    if session is None or ui is None:
        return
    was_over = session.ended
    gone = session.undo(app.desk.active_ms)
    if gone is None:
        app.tell(line("undo.none"), now_us)
        return
    if was_over:
        app.desk.store.reopen(session.number)
        app.desk.mark("", 0)
    app.refresh()
    assert app.model.play is not None
    app.go(ui.standing(app.model.play), now_us, ())
    app.tell(ui.undone(app.model.play, gone), now_us)
    app.offer_redo(now_us)


def _redo(app: Context, intent: want.Redo, now_us: int) -> None:
    session, ui = app.desk.session, app.desk.ui()
    if session is None or ui is None or not session.redo(app.desk.active_ms):
        return
    app.refresh()
    assert app.model.play is not None
    app.go(ui.face(app.model.play), now_us, ())
    app.tell(line("redo"), now_us)
    if session.can_redo:
        app.keep_redo(now_us)


def _learn(app: Context, intent: want.Learn, now_us: int) -> None:
    app.desk.learn(intent.pages)
    app.refresh()


def _tell(app: Context, intent: want.Tell, now_us: int) -> None:
    app.model = replace(app.model, notice=intent.line)
    app.notice_for(now_us + read_time_ms(intent.line) * 1000)


def _again(app: Context, intent: want.Again, now_us: int) -> None:
    app.model = replace(app.model, asked_again=True)
    app.desk.say_again(app.model)


def _turn(app: Context, intent: want.Turn, now_us: int) -> None:
    app.model = replace(app.model, side=app.model.side + 1)


def _silence(app: Context, intent: want.Silence, now_us: int) -> None:
    silent = not app.desk.settings.sound.silent
    if silent:
        app.desk.cues.hush(app.desk.settings.sound)
    _choose(app, want.Choose("sound.silent", silent), now_us)
    app.tell(line("silent.on" if silent else "silent.off"), now_us)


def _choose(app: Context, intent: want.Choose, now_us: int) -> None:
    app.desk.choose(intent.key, intent.value)
    app.refresh()


def _mark(app: Context, intent: want.Mark, now_us: int) -> None:
    app.desk.mark(intent.ritual, intent.index)


def _note(app: Context, intent: want.Note, now_us: int) -> None:
    app.desk.note(intent.key, intent.value)
    app.refresh()


def _close(app: Context, intent: want.Close, now_us: int) -> None:
    app.desk.close_entry()
    app.refresh()


def _kept(app: Context, intent: want.Kept, now_us: int) -> None:
    app.desk.keep_minutes(intent.game, app.seconds_here(now_us))
    app.refresh()
    _back(app, want.Back(), now_us)


def _cue(app: Context, intent: want.Cue, now_us: int) -> None:
    app.desk.cues.chime(intent.name, app.desk.settings.sound)
    if intent.name in SPOKEN_CUES:
        scene = app.model.screen.scene(app.model)
        text = getattr(scene.body, "line", None)
        if text is not None:
            app.desk.guide(text, now_us, edge=True)


def _stay(app: Context, intent: want.Stay, now_us: int) -> None:
    """The key is spoken for."""


def _rezero(app: Context, intent: want.Rezero, now_us: int) -> None:
    app.desk.rezero()


def _look(app: Context, intent: want.Look, now_us: int) -> None:
    reading = app.desk.hardware.pads.reading(Part.PADS)
    app.model = replace(app.model, status=replace(app.model.status, reading=reading))


def _set_thresholds(app: Context, intent: want.SetThresholds, now_us: int) -> None:
    app.desk.set_thresholds(intent.touch_counts, intent.release_counts)
    app.refresh()


def _first_start_done(app: Context, intent: want.FirstStartDone, now_us: int) -> None:
    app.desk.first_start_done()


def _power_off(app: Context, intent: want.PowerOff, now_us: int) -> None:
    """Off only once everything is stored, or after being asked a second time that it is not."""
    knew = not app.model.status.saved
    app.desk.stand()
    saved = app.desk.store.flush()
    app.refresh()
    if not saved and not knew:
        app.go(PowerAsk(), now_us)
        return
    app.desk.cues.hush(app.desk.settings.sound)
    app.go(PowerBye(), now_us, ())
    app.off = True


CARRY: Mapping[type, Callable[[Context, Any, int], None]] = {
    want.Go: _go,
    want.Push: _push,
    want.Back: _back,
    want.Home: _home,
    want.Begin: _begin,
    want.Resume: _resume,
    want.Kept: _kept,
    want.Do: _do,
    want.Touched: _touched,
    want.Skip: _skip,
    want.Undo: _undo,
    want.Redo: _redo,
    want.Learn: _learn,
    want.Tell: _tell,
    want.Again: _again,
    want.Turn: _turn,
    want.Silence: _silence,
    want.Choose: _choose,
    want.Mark: _mark,
    want.Note: _note,
    want.Close: _close,
    want.Cue: _cue,
    want.Stay: _stay,
    want.Rezero: _rezero,
    want.Look: _look,
    want.SetThresholds: _set_thresholds,
    want.FirstStartDone: _first_start_done,
    want.PowerOff: _power_off,
}
"""Every intent has its function; a test holds that."""

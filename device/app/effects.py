"""Intents carried out: one small function each, found by type."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from device.app.taken_up import stood
from device.output.output import AskedAgain, Began, Cued, Happened, Hushed
from device.screens.power import PowerAsk, PowerBye
from device.session.session import PARTNER
from device.session.sessions import UNDONE
from device.settings.loaded import Source
from device.text.catalog import line
from device.ui import model as want
from device.ui.events import Entered, HandsTouched
from device.ui.model import no_table
from engine.timeline import PLAYER
from hal.ports import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from device.app.player import Player
    from device.app.stage import Stage
    from device.output.outputs import Outputs
    from device.session.sessions import OpenSession, Sessions
    from device.text.line import Line
    from device.ui.model import Intent, Screen
    from device.ui.play import AnyPlay
    from device.ui.scene import Scene
    from hal.ports import Pads


class Effects:
    """What intents act on: the stage, the sessions, the player, the outputs, the pads."""

    def __init__(
        self,
        stage: Stage,
        sessions: Sessions,
        player: Player,
        outputs: Outputs,
        pads: Pads,
        home: Callable[[], Screen],
    ) -> None:
        self.stage = stage
        self.sessions = sessions
        self.player = player
        self.outputs = outputs
        self.pads = pads
        self.home = home
        """Makes the home screen."""
        self.in_hold = False
        """What is carried out is asked for by a long press that has not ended."""
        self.sounds_after_hold = False
        """Sounds come back when the long press ends: a stuck button must not make them (F51)."""

    def sound_again(self, now_us: int) -> None:
        """The long press that takes Silent back has ended."""
        self.sounds_after_hold = False
        self.perform((want.Choose("sound.silent", False),), now_us)

    def perform(self, intents: Iterable[Intent], now_us: int) -> None:
        """Carry intents out, in order."""
        for intent in intents:
            EFFECTS[type(intent)](self, intent, now_us)

    def enter(self, now_us: int, *, again: bool = False) -> None:
        """Let the screen that came up answer to that; `again`: it was only covered, its sound is no news."""
        model = self.stage.model
        answer = model.screen.on(model, Entered(now_us))
        self.perform([one for one in answer if not (again and isinstance(one, want.Cue))], now_us)

    def go(
        self, screen: Screen, now_us: int, under: tuple[Screen, ...] | None = None, *, same: bool = False
    ) -> None:
        """Put a screen up; `same`: it looks the same."""
        self.stage.put(screen, now_us, under, same=same)
        self.enter(now_us)

    def refresh(self) -> None:
        """Take over what changed in the session, the settings or the storage."""
        opened, player, stage = self.sessions.current, self.player, self.stage
        status, saved = stage.model.status, self.sessions.store.problem is None
        play: AnyPlay | None = None
        menu: tuple[tuple[Line, Screen | None], ...] = ()
        pages: tuple[str, ...] = ()
        told: Callable[[Scene], str] = no_table
        if opened is not None:
            play = opened.play()
            menu, pages = tuple(opened.ui.menu(play)), tuple(opened.ui.pages(play))
            told = partial(opened.ui.table_words, play)
        stage.model = replace(
            stage.model,
            settings=player.settings,
            play=play,
            open_games=self.sessions.open_games(),
            game_menu=menu,
            help_pages=pages,
            reached=player.progress.reached,
            table_words=told,
            learnt=player.learnt(),
            status=status if status.saved is saved else replace(status, saved=saved),
            is_new=player.is_new,
            entries=self.sessions.entries(),
        )

    def played(self) -> AnyPlay:
        """Return the open game as the screens see it, after it changed."""
        self.refresh()
        play = self.stage.model.play
        assert play is not None, "a session is open"
        return play


def set_thresholds(player: Player, pads: Pads) -> None:
    """Pads are built from the settings file alone; what was chosen on the device is laid over it."""
    if player.loaded.sources["pads.touch_counts"] is Source.CHOICES:
        counts = player.settings.hardware.pads
        pads.set_thresholds(Part.PADS, counts.on, counts.off)


def _go(fx: Effects, intent: want.Go, now_us: int) -> None:
    fx.go(intent.screen, now_us, same=intent.keeps_side)


def _push(fx: Effects, intent: want.Push, now_us: int) -> None:
    model = fx.stage.model
    fx.go(intent.screen, now_us, (*model.under, model.screen))


def _back(fx: Effects, intent: want.Back, now_us: int) -> None:
    under = fx.stage.model.under
    if under:
        fx.stage.put(under[-1], now_us, under[:-1])
        fx.enter(now_us, again=True)
    else:
        _home(fx, want.Home(), now_us)


def _home(fx: Effects, intent: want.Home, now_us: int) -> None:
    fx.player.reach(fx.sessions.leave())
    fx.refresh()
    fx.go(fx.home(), now_us, ())


def _begin(fx: Effects, intent: want.Begin, now_us: int) -> None:
    opened = fx.sessions.begin(intent)
    play = fx.played()
    fx.outputs.told(Began(play.number), fx.stage.model, now_us)
    fx.go(opened.ui.opening(play), now_us, ())


def _resume(fx: Effects, intent: want.Resume, now_us: int) -> None:
    opened = fx.sessions.resume(intent.game)
    screen = None if opened is None else _stood_or_not(fx, opened, intent.game)
    if screen is None:
        _home(fx, want.Home(), now_us)
        fx.stage.tell(line("storage.aside"), now_us)
        return
    fx.go(screen, now_us, ())
    if opened is not None and opened.session.left_out:
        # The device never writes what is refused: somebody changed the record (F36).
        fx.stage.tell(line("storage.gaps"), now_us)


def _stood_or_not(fx: Effects, opened: OpenSession, game: str) -> Screen | None:
    """Where a session stands that is taken up; None if that cannot be shown: then its record is set aside."""
    try:
        fx.refresh()
        return stood(opened, fx.stage.model)
    except Exception as error:  # else each start would end there (F36)
        fx.sessions.give_up(game, opened.session.number, error)
        return None


def _do(fx: Effects, intent: want.Do, now_us: int) -> None:
    opened = fx.sessions.current
    if opened is None:
        return
    refusal = opened.session.do(intent.command, opened.active_ms, intent.by)
    if refusal is not None:
        assert fx.stage.model.play is not None
        fx.stage.tell(opened.ui.refused(fx.stage.model.play, intent.command, refusal), now_us)
        return
    _happened(fx, opened, now_us, intent.by)


def _touched(fx: Effects, intent: want.Touched, now_us: int) -> None:
    model = fx.stage.model
    if intent.seats:
        fx.perform(model.screen.on(model, HandsTouched(now_us, intent.seats)), now_us)


def _skip(fx: Effects, intent: want.Skip, now_us: int) -> None:
    opened = fx.sessions.current
    if opened is not None and opened.session.skip(opened.active_ms) is None:
        _happened(fx, opened, now_us)


def _happened(fx: Effects, opened: OpenSession, now_us: int, by: str = PLAYER) -> None:
    """A new moment: its screen, its light, its words."""
    fx.stage.drop_redo()
    play = fx.played()
    face, model = opened.ui.face(play), fx.stage.model
    # Where it stands there already, a partner's move turns no side and closes no picker.
    if by != PARTNER or face not in (model.screen, *model.under):
        fx.go(face, now_us, ())
    fx.outputs.told(Happened(play.moment), fx.stage.model, now_us)


def _undo(fx: Effects, intent: want.Undo, now_us: int) -> None:
    opened = fx.sessions.current
    if opened is None:
        return
    was_over = opened.session.ended
    if intent.told is None and opened.notes.get(UNDONE):
        # That was of an earlier one.
        opened.note(UNDONE, "")
    gone = opened.session.undo(opened.active_ms)
    if gone is None:
        fx.stage.tell(line("undo.none"), now_us)
        return
    if was_over:
        opened.reopen()
    # What ended a game is not brought back by the key that goes on.
    undone = opened.ui.undone(fx.played(), gone, intent.told, redo=opened.session.offers_redo)
    fx.go(undone.screen, now_us, ())
    if undone.notice is not None:
        fx.stage.tell(undone.notice, now_us)
        if opened.session.offers_redo:
            fx.stage.offer_redo(now_us)


def _redo(fx: Effects, intent: want.Redo, now_us: int) -> None:
    opened = fx.sessions.current
    if opened is None or not opened.session.redo(opened.active_ms):
        return
    redone = opened.ui.redone(fx.played(), more=opened.session.offers_redo)
    fx.go(redone.screen, now_us, ())
    if redone.notice is not None:
        fx.stage.tell(redone.notice, now_us)
        if opened.session.offers_redo:
            fx.stage.keep_redo(now_us)


def _offer_redo(fx: Effects, intent: want.OfferRedo, now_us: int) -> None:
    opened = fx.sessions.current
    if opened is not None and opened.session.offers_redo:
        fx.stage.offer_redo(now_us)


def _learn(fx: Effects, intent: want.Learn, now_us: int) -> None:
    fx.player.learn(intent.pages)
    fx.refresh()


def _tell(fx: Effects, intent: want.Tell, now_us: int) -> None:
    fx.stage.tell(intent.line, now_us)


def _again(fx: Effects, intent: want.Again, now_us: int) -> None:
    fx.stage.model = replace(fx.stage.model, asked_again=True)
    fx.outputs.told(AskedAgain(), fx.stage.model, now_us)
    model = fx.stage.model
    unheard = model.settings.sound.silent or Part.VOICE in model.status.faults
    if unheard and not model.screen.mode.is_still:
        # Who hears nothing is told at least that the key was felt, and what it does next.
        fx.stage.tell(line("again.help"), now_us)


def _turn(fx: Effects, intent: want.Turn, now_us: int) -> None:
    fx.stage.model = replace(fx.stage.model, side=fx.stage.model.side + 1)


def _silence(fx: Effects, intent: want.Silence, now_us: int) -> None:
    silent = not fx.player.settings.sound.silent
    if fx.in_hold and not silent:
        fx.sounds_after_hold = True
        fx.stage.tell(line("silent.off"), now_us)
        return
    if silent:
        fx.outputs.told(Hushed(), fx.stage.model, now_us)
    _choose(fx, want.Choose("sound.silent", silent), now_us)
    fx.stage.tell(line("silent.on" if silent else "silent.off"), now_us)


def _choose(fx: Effects, intent: want.Choose, now_us: int) -> None:
    fx.player.choose({intent.key: intent.value})
    fx.refresh()


def _mark(fx: Effects, intent: want.Mark, now_us: int) -> None:
    if fx.sessions.current is not None:
        fx.sessions.current.mark(intent.ritual, intent.index)


def _note(fx: Effects, intent: want.Note, now_us: int) -> None:
    if fx.sessions.current is not None:
        fx.sessions.current.note(intent.key, intent.value)
    fx.refresh()


def _close(fx: Effects, intent: want.Close, now_us: int) -> None:
    fx.player.reach(fx.sessions.close())
    fx.refresh()


def _kept(fx: Effects, intent: want.Kept, now_us: int) -> None:
    fx.sessions.keep_minutes(intent.game, fx.stage.seconds_here(now_us))
    fx.refresh()
    _back(fx, want.Back(), now_us)


def _cue(fx: Effects, intent: want.Cue, now_us: int) -> None:
    fx.outputs.told(Cued(intent.name), fx.stage.model, now_us)


def _stay(fx: Effects, intent: want.Stay, now_us: int) -> None:
    """The key is spoken for."""


def _rezero(fx: Effects, intent: want.Rezero, now_us: int) -> None:
    fx.pads.rezero(Part.PADS)
    fx.pads.rezero(Part.PALMS)


def _look(fx: Effects, intent: want.Look, now_us: int) -> None:
    status = replace(fx.stage.model.status, reading=fx.pads.reading(Part.PADS))
    fx.stage.model = replace(fx.stage.model, status=status)


def _set_thresholds(fx: Effects, intent: want.SetThresholds, now_us: int) -> None:
    chosen = {"pads.touch_counts": intent.touch_counts, "pads.release_counts": intent.release_counts}
    fx.player.choose(chosen)
    set_thresholds(fx.player, fx.pads)
    fx.refresh()


def _first_start_done(fx: Effects, intent: want.FirstStartDone, now_us: int) -> None:
    fx.player.first_start_done()
    fx.refresh()


def _show_around(fx: Effects, intent: want.ShowAround, now_us: int) -> None:
    fx.player.show_around(intent.yes)
    fx.refresh()


def _power_off(fx: Effects, intent: want.PowerOff, now_us: int) -> None:
    """Off only once everything is stored, or after being asked a second time that it is not."""
    knew = not fx.stage.model.status.saved
    saved = fx.sessions.save()
    fx.refresh()
    if not saved and not knew:
        fx.go(PowerAsk(), now_us)
        return
    fx.outputs.told(Hushed(), fx.stage.model, now_us)
    fx.go(PowerBye(), now_us, ())
    fx.stage.off = True


EFFECTS: Mapping[type, Callable[[Effects, Any, int], None]] = {
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
    want.OfferRedo: _offer_redo,
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
    want.ShowAround: _show_around,
    want.PowerOff: _power_off,
}
"""Every intent has its function; a test holds that."""

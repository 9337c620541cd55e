"""From a gesture to intents: pure. A screen answers for itself; what it leaves is the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw.render import sides
from device.input import gestures, palms
from device.screens.help import Help
from device.screens.pause import Pause
from device.screens.power import PowerAsk, PowerHold
from device.ui.model import Again, Back, Home, Push, Redo, Silence, Turn, Undo

if TYPE_CHECKING:
    from device.input.gestures import Gesture
    from device.input.palms import Sign
    from device.ui.model import Intent, Model


def route(model: Model, gesture: Gesture | Sign) -> tuple[Intent, ...]:
    """Return what a gesture means. Where pads are hands, their single touches mean nothing."""
    screen = model.screen
    if screen.palms and not screen.keypad:
        if isinstance(gesture, gestures.PadDown | gestures.PadUp):
            return ()
        answered = _hands(model, gesture)
        if answered is not None:
            return answered
    match gesture:
        case gestures.PadDown(pad=pad):
            return _touched(model, pad)
        case gestures.KeyTap(key=key):
            return _touched(model, f"K{key}")
        case gestures.PadUp(pad=pad):
            return model.screen.on_lift(model, pad) or ()
        case gestures.KeyLifted(key=key):
            return model.screen.on_lift(model, f"K{key}") or ()
        case gestures.KeyHeld(key=key):
            return _held(model, key)
        case gestures.PowerHeld():
            return (Back(), Push(PowerAsk())) if isinstance(model.screen, PowerHold) else (Push(PowerAsk()),)
        case _:
            return ()


def _hands(model: Model, sign: Gesture | Sign) -> tuple[Intent, ...] | None:
    """Return what hands mean; None for what is no sign of hands."""
    match sign:
        case palms.Contact(seats=seats):
            return model.screen.on_contact(model, seats) or ()
        case palms.HandsMoved(came=came, gone=gone):
            return model.screen.on_hands(model, came, gone) or ()
        case palms.HandHeld(seat=seat):
            return model.screen.on_held(model, seat) or ()
        case palms.GuardTap(pad=pad):
            return _touched(model, pad)
        case _:
            return None


def _touched(model: Model, key: str) -> tuple[Intent, ...]:
    if key == "K4" and model.can_redo:
        return (Redo(),)
    answer = model.screen.on(model, key)
    if answer is not None:
        return answer
    if key == "K1":
        return _back(model)
    if key == "K2" and model.screen.session:
        return (Push(Pause()),)
    if key == "K3":
        return _say_again(model)
    return ()


def _back(model: Model) -> tuple[Intent, ...]:
    if model.under:
        return (Back(),)
    return (Undo(),) if model.screen.session else (Home(),)


def _say_again(model: Model) -> tuple[Intent, ...]:
    """M and S turn first; else it is said again, and a second K3 opens help."""
    if model.side + 1 < sides(model.screen.scene(model), model.settings.screen.profile):
        return (Turn(),)
    if model.asked_again or model.side:
        return (Push(Help(model.screen.help_name)),)
    return (Again(),)


def _held(model: Model, key: int) -> tuple[Intent, ...]:
    """Long presses mean the same on every screen."""
    if key == 1:
        return (Home(),)
    if key == gestures.PAUSE_KEY:
        return (Push(PowerHold()),)
    if key == 3:
        return (Silence(),)
    return model.screen.on_hold(model, f"K{key}") or ()

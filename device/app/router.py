"""From an event to intents: pure. What a screen leaves is answered here, the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw.render import sides
from device.screens.help import Help
from device.screens.pause import Pause
from device.screens.power import PowerAsk, PowerHold
from device.ui.events import HandsMoved, HandsTouched, Key, KeyEvent, KeyHeld, KeyPressed, PowerHeld
from device.ui.model import Again, Back, Home, Push, Redo, Silence, Turn, Undo

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Answer, Model


def route(model: Model, event: Event) -> Answer:
    """Return what an event means. For 4 s after an undo K4 is redo, before any screen is asked."""
    if not _counts(model, event):
        return ()
    if model.can_redo and isinstance(event, KeyPressed) and event.key is Key.K4:
        return (Redo(),)
    return model.screen.on(model, event) or unanswered(model, event)


def _counts(model: Model, event: Event) -> bool:
    """Tell whether it is for this screen: where pads are hands, their single touches mean nothing; elsewhere
    hands do not.
    """
    if model.screen.pads(model).are_hands:
        return event.of_hands or not (isinstance(event, KeyEvent) and event.key.is_pad)
    return not event.of_hands


def goes_on(model: Model, event: Event) -> bool:
    """Tell whether it is a touch that a screen may answer by going on: nobody means what a notice hides."""
    if isinstance(event, KeyPressed):
        return event.key not in (Key.K1, Key.K2, Key.K3) and _counts(model, event)
    return isinstance(event, HandsMoved) and not event.lifts and _counts(model, event)


def is_contact(model: Model, event: Event) -> bool:
    """Tell whether a pad was touched where pads are hands: it may become one, or a tap between them."""
    if isinstance(event, KeyPressed):
        return event.key.is_pad and not _counts(model, event)
    return isinstance(event, HandsTouched) and _counts(model, event)


def unanswered(model: Model, event: Event) -> Answer:
    """Return what holds on every screen that does not answer for itself: back, pause, say again, and the long
    presses home, power and silence.
    """
    match event:
        case KeyPressed(key=Key.K1):
            return _back(model)
        case KeyPressed(key=Key.K2) if model.screen.mode.in_session:
            return (Push(Pause()),)
        case KeyPressed(key=Key.K3):
            return _say_again(model)
        case KeyHeld(key=Key.K1):
            return (Home(),)
        case KeyHeld(key=Key.K2):
            return (Push(PowerHold()),)
        case KeyHeld(key=Key.K3):
            return (Silence(),)
        case PowerHeld():
            return (Push(PowerAsk()),)
    return ()


def _back(model: Model) -> Answer:
    if model.under:
        return (Back(),)
    return (Undo(),) if model.screen.mode.in_session else (Home(),)


def _say_again(model: Model) -> Answer:
    """M and S turn first; else it is said again, and a second K3 opens help."""
    if model.side + 1 < sides(model.screen.scene(model), model.settings.screen.profile):
        return (Turn(),)
    if model.asked_again or model.side:
        return (Push(Help(model.screen.help_at(model))),)
    return (Again(),)

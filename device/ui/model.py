"""What the app knows, and what a screen may answer.

Laws of this file:
- everything is a value: a screen is a function of the model, and an answer of screen, model and event;
- a screen never acts; it answers with intents, and `device.app.loop` carries them out;
- time is no part of a model: a screen says how long it stays, the app counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from device.ui.events import Pads
from device.ui.mode import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.settings.model import Settings
    from device.storage.journal import JournalEntry
    from device.text.line import Line
    from device.text.words import Words
    from device.ui.events import Event
    from device.ui.play import AnyPlay, SessionOptions
    from device.ui.scene import Scene
    from engine.game import Command
    from hal.ports import FaultCode, PadReading, Part


@dataclass(frozen=True, slots=True)
class Go:
    """Put another screen in this one's place."""

    screen: Screen
    keeps_side: bool = False
    """It is the same picture: the side that was turned to stays (profiles M and S)."""


@dataclass(frozen=True, slots=True)
class Push:
    """Lay a screen over this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Back:
    """Take the uppermost screen away; without one beneath, go home."""


@dataclass(frozen=True, slots=True)
class Home:
    """Leave everything for the home screen; an open session stays open and saved."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Open a new session of a game."""

    game: str
    options: Mapping[str, object]
    """Of the rules, as in a record's header."""
    held: SessionOptions


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the open session of a game, at its exact step."""

    game: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Write a journal entry of something without a record, and leave its screen."""

    game: str


@dataclass(frozen=True, slots=True)
class Do:
    """A command of the open game."""

    command: Command
    by: str = "player"
    """Who gives it: `player`, `partner`, or `device` for what ends by time."""


@dataclass(frozen=True, slots=True)
class Touched:
    """Let the screen that stands by then answer to hands that touched free zones."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Skip:
    """Let the device decide what was asked; the record says that it is a guess."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back to before the player's last touch."""

    told: tuple[object, ...] | None = None
    """What of that touch the player was told so far, in the game's own terms; None for all of it."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back what the last undo took."""


@dataclass(frozen=True, slots=True)
class OfferRedo:
    """Make K4 redo for 4 s, if there is anything to bring back."""


@dataclass(frozen=True, slots=True)
class Learn:
    """These pages of help were shown in a first game, or skipped."""

    pages: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tell:
    """Show a notice over the screen until the next touch, or for its read time."""

    line: Line


@dataclass(frozen=True, slots=True)
class Again:
    """Say what stands here again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Show the other side (profiles M and S)."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Switch Silent on or off."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Set something that the device itself may set; kept in choices.json."""

    key: str
    value: str | int | bool | tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Remember where the ritual stands, outside the record."""

    ritual: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """Remember a fact of the session for the journal, for example the mood before it."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Close:
    """Write the journal entry of the session; it is no longer open, undo still works."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Play a sound or say something, once; `name` as in device.output.sound."""

    name: str


@dataclass(frozen=True, slots=True)
class Stay:
    """Do nothing: the key is spoken for, so what it means elsewhere does not hold here."""


@dataclass(frozen=True, slots=True)
class Rezero:
    """Take the pads as untouched now."""


@dataclass(frozen=True, slots=True)
class Look:
    """Take over what the touch chip measures."""


@dataclass(frozen=True, slots=True)
class SetThresholds:
    """Set the touch and release distance of each pad's electrode, in counts; kept in choices.json."""

    touch_counts: tuple[int, ...]
    release_counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstStartDone:
    """The first start was gone through or skipped: it does not come again by itself."""


@dataclass(frozen=True, slots=True)
class ShowAround:
    """What a newcomer answered: whether to be shown around. It is asked once."""

    yes: bool


@dataclass(frozen=True, slots=True)
class PowerOff:
    """Store everything, then say that unplugging is safe, and ask the system to switch off."""


Intent: TypeAlias = (
    Go
    | Push
    | Back
    | Home
    | Begin
    | Resume
    | Kept
    | Do
    | Touched
    | Skip
    | Undo
    | Redo
    | OfferRedo
    | Learn
    | Tell
    | Again
    | Turn
    | Silence
    | Choose
    | Mark
    | Note
    | Close
    | Cue
    | Stay
    | Rezero
    | Look
    | SetThresholds
    | FirstStartDone
    | ShowAround
    | PowerOff
)
Answer: TypeAlias = tuple[Intent, ...]
"""What a screen makes of an event. Empty: it is left, and what holds everywhere holds (device.app.router)."""


class Screen:
    """A family of screens. Subclasses are frozen dataclasses that hold where in the screen one is."""

    __slots__ = ()

    mode: ClassVar[Mode] = Mode.MENU
    help_page: ClassVar[str] = "now"
    """The page that help opens at, where it is always the same."""

    def scene(self, model: Model) -> Scene:
        """Return what stands on the panel."""
        raise NotImplementedError

    def on(self, model: Model, event: Event) -> Answer:
        """Answer what happened (device.ui.events)."""
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """Return how long the screen stands before `TimedOut`, or None for ever."""
        return None

    def tells(self, model: Model) -> bool:
        """Tell whether it says something that has to be done: no touch of a notice over it passes it by."""
        return False

    def help_at(self, model: Model) -> str:
        """Return the page that help opens at."""
        return self.help_page

    def waiting(self) -> Screen:
        """Return the screen that waits for an answer: this one, or one that it only stands before."""
        return self

    def pads(self, model: Model) -> Pads:
        """Return what touches of the pads are here."""
        return Pads.KEYS


@dataclass(frozen=True, slots=True)
class Fault:
    """A part that is lost."""

    code: FaultCode
    detail: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be begun from home."""

    game: str
    """Its name in the header of a record."""
    label: str
    """The id of its name, one of `Model.words`."""
    setup: Screen
    """What is asked before a new session."""
    settings: tuple[tuple[str, Screen], ...] = ()
    """Its own pages of the settings, each with the id of its name."""
    tour: Callable[[Settings], Begin] | None = field(default=None, compare=False)
    """The session in which a newcomer is shown around."""


@dataclass(frozen=True, slots=True)
class Status:
    """The machine, for `status`, `settings.pads` and the faults."""

    faults: Mapping[Part, Fault] = field(default_factory=lambda: MappingProxyType({}))
    saved: bool = True
    """False while the storage takes nothing: "Not saved"."""
    reading: PadReading | None = None


def no_table(scene: Scene) -> str:
    """Say how the table stands where there is none."""
    return ""


@dataclass(frozen=True, slots=True)
class Model:
    """All that a screen may look at."""

    screen: Screen
    settings: Settings
    """Effective: choices made on the device are in it."""
    words: Words
    """All words: with those of the games, for screens that know none."""
    under: tuple[Screen, ...] = ()
    """The screens beneath, the uppermost last."""
    play: AnyPlay | None = None
    open_games: frozenset[str] = frozenset()
    """Games with a session that could be resumed."""
    game_menu: tuple[tuple[Line, Screen | None], ...] = ()
    """What the open game adds to the pause menu, each with its screen; None: not possible now."""
    help_pages: tuple[str, ...] = ()
    """The pages of help of the open game, in reading order; () without one."""
    games: tuple[Offer, ...] = ()
    """What home offers."""
    is_new: bool = False
    """Nobody was asked yet who would like to be shown around."""
    reached: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The milestones of games, by key."""
    table_words: Callable[[Scene], str] = field(default=no_table, compare=False)
    """Says how the table of the open game stands, for who cannot see the scene."""
    learnt: frozenset[str] | None = None
    """Pages of help that a first game has shown; None: nobody is led through them."""
    status: Status = field(default_factory=Status)
    hands: frozenset[int] = frozenset()
    """Seats whose hand lies on its zone."""
    notice: Line | None = None
    side: int = 0
    """Profiles M and S: 0 the text, 1 the map."""
    asked_again: bool = False
    """K3 was pressed here once: the second opens help."""
    can_redo: bool = False
    """For 4 s after an undo K4 is redo."""
    entries: tuple[JournalEntry, ...] = ()
    """The journal, newest first, while its screen is up."""

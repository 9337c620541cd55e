"""The screens of Nevermind, from laying out to putting away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind.away import Away, Saved
from device.games.nevermind.ends import Closing, Sum
from device.games.nevermind.opening import Arrive, Lay, Mood, Settle
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.own_cards import OwnCards
from device.games.nevermind.own_packs import OwnPacks
from device.games.nevermind.round import Done
from device.games.nevermind.settings import NevermindSettings
from device.tools.gallery.entry import GalleryEntry, played, switched_on, touched
from device.ui.model import Begin, FirstStartDone, Go, Push
from engine.nevermind.commands import Fix
from engine.nevermind.model import Intensity, Thought, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.settings.model import Profile
    from device.sim.rig import Rig
    from device.ui.model import Screen

    State = Mapping[str, object]

SAFE = Fix(
    (
        Thought(Intensity.RELEASED, Token.THINKING),
        Thought(Intensity.RELEASED, Token.FEELING),
        Thought(Intensity.RELEASED, Token.THINKING),
        Thought(),
        Thought(Intensity.RELEASED, Token.REMEMBERING),
        Thought(Intensity.SUBLIMINAL, Token.FEELING),
        Thought(Intensity.RELEASED, Token.ANTICIPATING),
        Thought(),
    ),
    center=0,
    timer=9,
)
"""In ring order; nothing is active: a blocked action lets a thought rise (N3.3)."""
CROWDED = Fix(
    (
        Thought(Intensity.DISTRACTION, Token.THINKING),
        Thought(Intensity.DISTRACTION, Token.FEELING),
        Thought(Intensity.DISTRACTION, Token.THINKING),
        Thought(Intensity.DISTRACTION, Token.REMEMBERING),
        Thought(Intensity.RELEASED, Token.REMEMBERING),
        Thought(Intensity.THOUGHT, Token.FEELING),
        Thought(Intensity.DISTRACTION, Token.ANTICIPATING),
        Thought(Intensity.DISTRACTION, Token.ANTICIPATING),
    ),
    center=0,
    timer=9,
)
"""One step from the end at Stage Two (N5.1)."""


def nevermind(
    rig: Rig, *, stage: int = 1, guided: bool = False, seed: str = "7", super_monkey: bool = False
) -> Rig:
    """Begin a session of Nevermind on a device."""
    settings = rig.loaded.settings
    tokens = settings.of(NevermindSettings).tokens
    held = NevermindOptions(seed, guided, settings.guidance.level, tokens=tokens)
    rig.perform(Begin("nevermind", {"stage": stage, "super": super_monkey}, held))
    return rig


def _at(screen: Screen) -> Callable[[Profile], Rig]:
    """Lead a guided session to a screen of its opening."""

    def make(profile: Profile) -> Rig:
        rig = nevermind(switched_on(profile), guided=True)
        rig.perform(Go(screen))
        return rig

    return make


def _phase(
    name: str,
    stage: int = 1,
    more: Callable[[State], bool] = lambda state: True,
    table: Fix | None = None,
    guidance: str = "light",
    tokens: str = "device",
) -> Callable[[Profile], Rig]:
    """Lead a game to a phase, its question on the panel."""

    def make(profile: Profile) -> Rig:
        def wanted(state: State) -> bool:
            return state["phase"] == name and more(state)

        def begin(seed: str) -> Rig:
            rig = switched_on(profile, tokens=tokens, **{"guidance.level": guidance})
            return nevermind(rig, stage=stage, seed=seed, super_monkey=name == "second")

        return played(begin, wanted, table)

    return make


def _set(page: Screen, *keys: str) -> Callable[[Profile], Rig]:
    """Touch what is given on a page of the settings."""

    def make(profile: Profile) -> Rig:
        rig = switched_on(profile)
        rig.perform(Push(page))
        return touched(rig, *keys)

    return make


def _then(make: Callable[[Profile], Rig], *keys: str) -> Callable[[Profile], Rig]:
    return lambda profile: touched(make(profile), *keys)


def _pads_of(state: State, prefix: str) -> bool:
    grid = state["grid"]
    assert isinstance(grid, dict)
    return any(str(thought).startswith(prefix) for thought in grid.values())


def _with(*prefixes: str) -> Callable[[State], bool]:
    return lambda state: all(_pads_of(state, prefix) for prefix in prefixes)


def _focused(state: State) -> bool:
    return state["center"] == 1


def _over(outcome: str) -> Callable[[Profile], Rig]:
    def make(profile: Profile) -> Rig:
        def wanted(state: State) -> bool:
            result = state["result"]
            return isinstance(result, dict) and result["outcome"] == outcome

        def begin(seed: str) -> Rig:
            stage = 2 if outcome == "mind_wins" else 1
            return nevermind(switched_on(profile), stage=stage, guided=True, seed=seed)

        return played(begin, wanted, CROWDED if outcome == "mind_wins" else None)

    return make


def _ended(screen: Screen, outcome: str = "timer_empty") -> Callable[[Profile], Rig]:
    def make(profile: Profile) -> Rig:
        rig = _over(outcome)(profile)
        rig.perform(Go(screen))
        return rig

    return make


def _shown(*keys: str, guidance: str = "light") -> Callable[[Profile], Rig]:
    """Touch what is given from the first draw on."""
    return lambda profile: touched(nevermind(switched_on(profile, **{"guidance.level": guidance})), *keys)


def _newcomer(profile: Profile) -> Rig:
    rig = switched_on(profile)
    rig.perform(FirstStartDone())
    return touched(rig, "1")


def later(rig: Rig) -> Rig:
    """Let a move have its read time."""
    rig.wait(5_000_000)
    return rig


def _refusable(state: State) -> bool:
    """Two kinds of active thoughts: the barred one is not the only one that could act (N4.5)."""
    return bool(state["barred"]) and _with("thought", "acknowledged")(state)


def _refused(profile: Profile) -> Rig:
    rig = _phase("watcher", more=_refusable, guidance="quiet")(profile)
    session = rig.app.sessions.session
    assert session is not None
    barred = session.state_json()["barred"]
    assert isinstance(barred, list)
    ring = {"NW": "1", "N": "2", "NE": "3", "E": "6", "SE": "9", "S": "8", "SW": "7", "W": "4"}
    return touched(rig, ring[barred[0]])


def _settling(profile: Profile) -> Rig:
    rig = nevermind(switched_on(profile, pacer="true"), guided=True)
    rig.perform(Go(Settle()))
    rig.wait(3_000_000)
    return rig


_mixed = _phase("watcher", more=_with("thought", "acknowledged", "distraction", "released"))
_quiet = _phase("watcher", more=_with("thought", "acknowledged", "distraction", "released"), guidance="quiet")
_letting_go = _phase("watcher", more=lambda state: _focused(state) and _with("acknowledged")(state))
ENTRIES: tuple[GalleryEntry, ...] = (
    GalleryEntry("around", _newcomer),
    GalleryEntry("ntd.stage", lambda profile: touched(switched_on(profile), "1")),
    GalleryEntry(
        "ntd.stage all-stages", lambda profile: touched(switched_on(profile, unlock_all="true"), "1")
    ),
    *(GalleryEntry(f"ntd.lay {index + 1}", _at(Lay(index))) for index in range(15)),
    *(GalleryEntry(f"ntd.arrive {index + 1}", _at(Arrive(index))) for index in range(4)),
    GalleryEntry("ntd.mood before", _at(Mood("before"))),
    GalleryEntry("ntd.settle", _at(Settle())),
    GalleryEntry(
        "ntd.settle pacer",
        _settling,
    ),
    GalleryEntry("ntd.done first-round", _at(Done())),
    GalleryEntry("ntd.prompt", lambda profile: later(_shown("0")(profile))),
    GalleryEntry("ntd.mind", _shown("0", guidance="quiet")),
    GalleryEntry("ntd.token", _phase("token", tokens="table")),
    GalleryEntry("ntd.watch", _mixed),
    GalleryEntry("ntd.watch focused", _letting_go),
    GalleryEntry("ntd.watch picker", _then(_mixed, "K4")),
    GalleryEntry("ntd.watch refused", _refused),
    GalleryEntry("ntd.letgo", _then(_letting_go, "5")),
    GalleryEntry("ntd.done", _then(_quiet, "K4", "K4")),
    GalleryEntry("ntd.undo", _then(_quiet, "K4", "K4", "K1")),
    GalleryEntry("ntd.surface", _phase("surface", table=SAFE)),
    GalleryEntry("ntd.second", _phase("second", 6)),
    GalleryEntry("ntd.reset", _phase("add_center", 6)),
    GalleryEntry("ntd.deep.offer", _phase("breathe", 6)),
    GalleryEntry("ntd.deep.from", _phase("breath_from", 6)),
    GalleryEntry("ntd.deep.count", _phase("breath_hand", 6)),
    GalleryEntry("ntd.deep.hand", _phase("breath_play", 6)),
    GalleryEntry("ntd.deep.calm", _phase("breath_calm", 6)),
    GalleryEntry("settings.cards", _set(OwnCards(), "1", "1", "2", "K1")),
    GalleryEntry("settings.cards.enter", _set(OwnCards(), "1", "1", "2", "7")),
    GalleryEntry("settings.packs", _set(OwnPacks())),
    GalleryEntry("settings.packs.name", _set(OwnPacks(), "1")),
    GalleryEntry("ntd.fix", _then(_mixed, "K2", "3")),
    GalleryEntry("ntd.close timer", _ended(Closing())),
    GalleryEntry("ntd.close zen", _ended(Closing(), "zen")),
    GalleryEntry("ntd.close mind", _ended(Closing(), "mind_wins")),
    GalleryEntry("ntd.sum", _ended(Sum())),
    GalleryEntry("ntd.sum score", _ended(Sum(more=True))),
    GalleryEntry("ntd.sum zen", _ended(Sum(), "zen")),
    GalleryEntry("ntd.mood after", _ended(Mood("after"))),
    GalleryEntry("ntd.saved", _ended(Saved())),
    *(GalleryEntry(f"ntd.away {index + 1}", _ended(Away(index))) for index in range(4)),
)

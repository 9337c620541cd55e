"""The step `start`: from its words to a session, as choosing it on the device would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.nevermind.settings import NevermindSettings
from device.games.the_mind.settings import MindSettings
from device.settings.load import with_texts
from device.settings.loaded import Source
from device.ui.model import Begin
from device.ui.play import Manner, PartnerLevel

if TYPE_CHECKING:
    from device.settings.loaded import Loaded
    from device.sim.scenario.steps import Step, Value

STARTS = ("home", "first")
KEYS = (
    "game",
    "stage",
    "seed",
    "guided",
    "super",
    "rotation",
    "tokens",
    "guidance",
    "anchor",
    "profile",
    "cards",
    "blind",
    "players",
    "partners",
    "partner",
    "settings",
)
_PATHS = {
    "rotation": "nevermind.rotation_degrees",
    "tokens": "nevermind.tokens",
    "guidance": "guidance.level",
    "anchor": "guidance.anchor",
    "profile": "screen.profile",
}
"""Words of `start` that are settings."""
_OPTIONAL_BUTTONS = {"wiring.buttons.K5": "22", "wiring.buttons.K6": "23"}
"""A scenario may tap all six buttons, so it has them all, unless its settings say otherwise."""
SEED = "1"
"""Without a seed a scenario still is the same every time."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a `start` asks for."""

    loaded: Loaded
    begin: Begin | None = None
    """None for home and the first start."""
    first: bool = False


def start_of(step: Step, loaded: Loaded) -> Start:
    """Read a `start`; raises ScenarioError."""
    if isinstance(step.value, str):
        if step.value not in STARTS:
            raise step.bad(f"{step.value!r} is no start; write home, first, or a map with `game`")
        return Start(_settled(step, {}, loaded), first=step.value == "first")
    given = step.map()
    step.only(given, KEYS)
    loaded = _settled(step, given, loaded)
    game = given.get("game", "nevermind")
    if game == "nevermind":
        return Start(loaded, _nevermind(step, given, loaded))
    if game == "the-mind":
        return Start(loaded, _the_mind(step, given, loaded))
    raise step.bad(f"{game!r} is no game; there are nevermind and the-mind")


def _settled(step: Step, given: dict[str, Value], loaded: Loaded) -> Loaded:
    texts: dict[str, object] = {path: given[key] for key, path in _PATHS.items() if key in given}
    extra = given.get("settings", {})
    if not isinstance(extra, dict):
        raise step.bad("`settings` is a map, such as {spoken: true}")
    optional = {
        path: pin for path, pin in _OPTIONAL_BUTTONS.items() if loaded.sources[path] is Source.DEFAULT
    }
    changed = with_texts(loaded, {**optional, **extra, **texts}, f"{step.file}:{step.line}")
    wrong = [problem for problem in changed.problems if not problem.advice]
    if wrong:
        raise step.bad("; ".join(str(problem) for problem in wrong))
    return changed


def _manner(step: Step, given: dict[str, Value], loaded: Loaded) -> Manner:
    settings = loaded.settings
    rules = settings.of(NevermindSettings)
    seed = given.get("seed", SEED)
    partner = given.get("partner", PartnerLevel.GOOD)
    if not isinstance(seed, str) or not isinstance(partner, str):
        raise step.bad("`seed` and `partner` are single values")
    if partner not in tuple(PartnerLevel):
        raise step.bad(f"{partner!r} is no partner; there are zen, good and human")
    return Manner(
        seed=seed,
        guided=step.flag(given.get("guided", "false")),
        tokens="table" if rules.tokens_asked else "device",
        labels=rules.labels,
        guidance=settings.guidance.level.value,
        anchor=settings.guidance.anchor.value,
        partners=step.whole(given.get("partners", "0")),
        partner=partner,
    )


def _nevermind(step: Step, given: dict[str, Value], loaded: Loaded) -> Begin:
    rules = loaded.settings.of(NevermindSettings)
    options: dict[str, object] = {
        "stage": step.whole(given.get("stage", "1")),
        "super": step.flag(given.get("super", "false")),
        "rotation": rules.rotation_degrees,
        "breath_ends_round": rules.breath_ends_round,
        "breath_calms_feeling": rules.breath_calms_feeling,
    }
    if rules.mind_cards:
        options["mind_cards"] = [list(card) for card in rules.mind_cards]
    return Begin("nevermind", options, _manner(step, given, loaded))


def _the_mind(step: Step, given: dict[str, Value], loaded: Loaded) -> Begin:
    rules = loaded.settings.of(MindSettings)
    partners = step.whole(given.get("partners", "0"))
    players = step.whole(given.get("players", str(max(2, partners + 1))))
    options: dict[str, object] = {
        "players": players,
        # Virtual partners can only hold cards that the device deals.
        "cards": given.get("cards", "dealt" if partners else "table"),
        "blind": step.flag(given.get("blind", "false")),
        "blind_cap": rules.blind_cap,
        "empty_hands_vote": rules.empty_hands_vote,
    }
    if partners and options["cards"] == "table":
        raise step.bad("partners hold only cards that the device deals; write cards: dealt, or leave it out")
    if not 0 <= partners < players:
        raise step.bad(f"{partners} partners leave no seat for a person among {players} players")
    return Begin("the-mind", options, _manner(step, given, loaded))

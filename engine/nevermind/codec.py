"""Nevermind as records know it: options, commands and states to and from JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeGuard

from engine.game import OptionsError, quoted
from engine.nevermind import commands, rules
from engine.nevermind.model import (
    BREATHE,
    DEFAULT_MIND_CARDS,
    TURNS,
    CenterCard,
    Decks,
    Intensity,
    MindCard,
    Options,
    Place,
    ShownCard,
    State,
    Thought,
    Token,
    UnseenCard,
)
from engine.nevermind.phases import VERBS, Verb
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Game
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect
    from engine.nevermind.model import Card, Shown
    from engine.step import Step


class _BadFieldError(ValueError):
    """A field of a command that cannot be read; becomes a Refusal."""

    def __init__(self, message: str, code: RefusalCode = RefusalCode.TARGET) -> None:
        super().__init__(message)
        self.code = code


# Options


def options_from_json(options: Mapping[str, object]) -> Options:
    """Read options; raises OptionsError."""
    default = Options()
    stage = options.get("stage", default.stage)
    if not _is_int(stage) or not 1 <= stage <= 6:
        raise OptionsError(f"stage is {quoted(stage)}: give a whole number from 1 to 6")
    rotation = options.get("rotation", default.rotation)
    if not _is_int(rotation) or rotation not in TURNS:
        raise OptionsError(f"rotation is {quoted(rotation)}: give 0, 90 or 180")
    decks = options.get("decks", default.decks.value)
    if not isinstance(decks, str) or decks not in tuple(Decks):
        raise OptionsError(f"decks is {quoted(decks)}: give device or paper")
    own_cards = "mind_cards" in options and decks != Decks.PAPER
    super_monkey = _flag(options, "super", default.super_monkey)
    if super_monkey and stage < 6:
        raise OptionsError(f"super is true at stage {stage}: it exists only at stage 6")
    return Options(
        stage=stage,
        super_monkey=super_monkey,
        rotation=rotation,
        breath_ends_round=_flag(options, "breath_ends_round", default.breath_ends_round),
        breath_calms_feeling=_flag(options, "breath_calms_feeling", default.breath_calms_feeling),
        mind_cards=_mind_cards(options["mind_cards"]) if own_cards else DEFAULT_MIND_CARDS,
        decks=Decks(decks),
    )


def options_to_json(options: Options) -> dict[str, object]:
    """Write options; `mind_cards` only if they are the owner's own, `decks` only if they are paper."""
    written: dict[str, object] = {
        "stage": options.stage,
        "super": options.super_monkey,
        "rotation": options.rotation,
        "breath_ends_round": options.breath_ends_round,
        "breath_calms_feeling": options.breath_calms_feeling,
    }
    if options.mind_cards != DEFAULT_MIND_CARDS:
        written["mind_cards"] = [list(card) for card in options.mind_cards]
    if options.paper:
        written["decks"] = options.decks.value
    return written


def _flag(options: Mapping[str, object], key: str, default: bool) -> bool:
    value = options.get(key, default)
    if not isinstance(value, bool):
        raise OptionsError(f"{key} is {quoted(value)}: give true or false")
    return value


def _mind_cards(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or len(value) != 16:
        raise OptionsError("mind_cards: give sixteen pairs [mind, noting]")
    return tuple(_foci(index, pair) for index, pair in enumerate(value))


def _foci(index: int, pair: object) -> tuple[int, int]:
    match pair:
        case [int() as mind, int() as noting] if _is_place(mind) and _is_place(noting) and mind != noting:
            return mind, noting
    raise OptionsError(f"mind_cards, card {index} is {quoted(pair)}: give two different places from 0 to 7")


def _is_place(value: object) -> bool:
    return _is_int(value) and 0 <= value <= 7


# Commands


def _is_int(value: object) -> TypeGuard[int]:
    """Tell whether it is a whole number; a boolean is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _at(line: Mapping[str, object]) -> Place:
    return _place(line.get("at"))


def _place(value: object) -> Place:
    if isinstance(value, str) and value in Place.__members__:
        return Place[value]
    raise _BadFieldError(f"{quoted(value)} is no place of the ring: NW, N, NE, E, SE, S, SW, W")


def _token(line: Mapping[str, object]) -> Token:
    value = line.get("type")
    if isinstance(value, str) and value in _TOKENS:
        return Token(value)
    raise _BadFieldError(f"{quoted(value)} is no token type: {', '.join(_TOKENS)}")


def _yes(line: Mapping[str, object]) -> bool:
    value = line.get("yes")
    if isinstance(value, bool):
        return value
    raise _BadFieldError(f"yes is {quoted(value)}: give true or false")


def _int(line: Mapping[str, object], key: str) -> int:
    value = line.get(key)
    if _is_int(value):
        return value
    raise _BadFieldError(f"{key} is {quoted(value)}: give a whole number")


def _cards(line: Mapping[str, object]) -> tuple[Card, ...]:
    value = line.get("cards")
    if not isinstance(value, list):
        raise _BadFieldError("cards: give the whole Mind Deck, top first", RefusalCode.CARDS)
    return tuple(_card(item) for item in value)


def _card(item: object) -> Card:
    if item == "breathe":
        return BREATHE
    if not isinstance(item, dict) or not _is_int(item.get("card")):
        message = f'{quoted(item)} is no card: give {{"card":0..15,"turn":degrees}} or "breathe"'
        raise _BadFieldError(message, RefusalCode.CARDS)
    if not _is_int(item.get("turn")):
        raise _BadFieldError(f"card {item['card']}: turn is {quoted(item.get('turn'))}", RefusalCode.TURN)
    return MindCard(item["card"], item["turn"])


def _fix(line: Mapping[str, object], deck: int | None = None, breathes: int | None = None) -> commands.Fix:
    grid = line.get("grid")
    if not isinstance(grid, dict) or grid.keys() != Place.__members__.keys():
        raise _BadFieldError("grid: give all eight places, each once")
    thoughts = tuple(_thought(grid[name]) for name in Place.__members__)
    return commands.Fix(thoughts, _int(line, "center"), _int(line, "timer"), deck, breathes)


def _count(line: Mapping[str, object], key: str) -> int | None:
    return _int(line, key) if key in line else None


def _shown(line: Mapping[str, object], *, both: bool) -> Shown:
    """Read what a paper card shows: `mind`, with `noting` if both places are asked for, or `breathe`."""
    breathe = line.get("breathe", False)
    if not isinstance(breathe, bool):
        raise _BadFieldError(f"breathe is {quoted(breathe)}: give true, or leave it out")
    if breathe == ("mind" in line):
        raise _BadFieldError("a card shows either mind or breathe", RefusalCode.CARDS)
    if breathe:
        return BREATHE
    mind = _place(line["mind"])
    if not both:
        return ShownCard(mind)
    if "noting" not in line:
        raise _BadFieldError("noting: give the other place of the card", RefusalCode.CARDS)
    noting = _place(line["noting"])
    if noting is mind:
        raise _BadFieldError("mind and noting are two different places", RefusalCode.CARDS)
    return ShownCard(mind, noting)


def _thought(value: object) -> Thought:
    if isinstance(value, str):
        intensity, colon, token = value.partition(":")
        if intensity in _INTENSITIES and (token in _TOKENS if colon else True):
            return Thought(Intensity(intensity), Token(token) if colon else None)
    raise _BadFieldError(f'{quoted(value)} is no thought: give for example "subliminal" or "thought:feeling"')


_TOKENS = tuple(token.value for token in Token)
_INTENSITIES = tuple(intensity.value for intensity in Intensity)

_FIELDS: dict[Verb, Callable[[Mapping[str, object]], Command]] = {
    Verb.SHUFFLE: lambda line: commands.Shuffle(_cards(line)),
    Verb.DRAW: lambda _: commands.Draw(),
    Verb.TOKEN: lambda line: commands.GiveToken(_token(line)),
    Verb.SURFACE: lambda line: commands.Surface(_at(line)),
    Verb.SECOND: lambda line: commands.TakeSecond(_at(line)),
    Verb.ADD_CENTER: lambda line: commands.AddCenter(_yes(line)),
    Verb.BREATHE: lambda line: commands.Breathe(_yes(line)),
    Verb.BREATH_FROM: lambda line: commands.BreatheFrom(_at(line)),
    Verb.BREATH_HAND: lambda line: commands.DrawHand(_int(line, "count")),
    Verb.BREATH_PLAY: lambda line: commands.PlayHand(_int(line, "index")),
    Verb.BREATH_CALM: lambda line: commands.Calm(_at(line)),
    Verb.NOTICE: lambda line: commands.Notice(_at(line)),
    Verb.ACKNOWLEDGE: lambda line: commands.Acknowledge(_at(line)),
    Verb.FOCUS: lambda line: commands.Focus(_at(line)),
    Verb.LET_GO: lambda line: commands.LetGo(_at(line)),
    Verb.REST: lambda _: commands.Rest(),
    Verb.CONCEDE: lambda _: commands.Concede(),
    Verb.FIX: _fix,
}
_FIELDS_ON_PAPER = _FIELDS | {
    Verb.SHUFFLE: lambda _: commands.Shuffle(),
    Verb.BREATH_PLAY: lambda line: commands.PlayHand(card=_shown(line, both=True)),
    Verb.FIX: lambda line: _fix(line, deck=_count(line, "deck"), breathes=_count(line, "breathes")),
}
"""With paper decks (N8.2 to N8.8); a draw depends on Super too."""


def command_from_json(line: Mapping[str, object], options: Options) -> Command | Refusal:
    """Read the command named by `do`."""
    word = line.get("do")
    if not isinstance(word, str) or word not in VERBS:
        return Refusal(RefusalCode.PHASE, f"there is no command {quoted(word)}")
    verb = VERBS[word]
    try:
        if options.paper and verb is Verb.DRAW:
            return commands.Draw(_shown(line, both=options.super_monkey))
        return (_FIELDS_ON_PAPER if options.paper else _FIELDS)[verb](line)
    except _BadFieldError as error:
        return Refusal(error.code, str(error))


def command_to_json(command: Command) -> dict[str, object]:
    """Write a command as `{"do": ...}` with its fields."""
    written: dict[str, object] = {"do": command.verb.value}
    match command:
        case commands.Shuffle(cards):
            if cards:
                written["cards"] = [_card_to_json(card) for card in cards]
        case commands.GiveToken(token):
            written["type"] = token.value
        case commands.AddCenter(yes) | commands.Breathe(yes):
            written["yes"] = yes
        case commands.DrawHand(count):
            written["count"] = count
        case commands.Draw(card) | commands.PlayHand(card=card) if card is not None:
            written |= _shown_to_json(card)
        case commands.PlayHand(index):
            written["index"] = index
        case commands.Fix(grid, center, timer, deck, breathes):
            written |= {"grid": _grid_to_json(grid), "center": center, "timer": timer}
            if deck is not None:
                written |= {"deck": deck, "breathes": breathes}
        case commands.Draw() | commands.Rest() | commands.Concede():
            pass
        case _:
            written["at"] = command.at.name
    return written


def _shown_to_json(card: Shown) -> dict[str, object]:
    if isinstance(card, CenterCard):
        return {"breathe": True}
    shown: dict[str, object] = {"mind": card.mind.name}
    if card.noting is not None:
        shown["noting"] = card.noting.name
    return shown


def _card_to_json(card: Card) -> object:
    return {"card": card.card, "turn": card.turn} if isinstance(card, MindCard) else "breathe"


# States


def state_to_json(state: State) -> dict[str, object]:
    """Write the public state, in the order of the record format."""
    result = state.result
    return {
        "phase": state.phase.value,
        "round": state.round,
        "timer": state.timer,
        "grid": _grid_to_json(state.grid),
        "center": state.center,
        "barred": [at.name for at in state.barred],
        "deck": len(state.deck),
        "hand": [_hand_to_json(state, card) for card in state.hand],
        "breath_from": None if state.breath_from is None else state.breath_from.name,
        "centers_added": state.centers_added,
        "result": None
        if result is None
        else {"outcome": result.outcome.value, "score": result.score, "rank": result.rank},
    }


def _grid_to_json(grid: tuple[Thought, ...]) -> dict[str, str]:
    return {
        at.name: thought.intensity.value if thought.token is None else f"{thought.intensity}:{thought.token}"
        for at, thought in zip(Place, grid, strict=False)
    }


def _hand_to_json(state: State, card: Card) -> str:
    if isinstance(card, UnseenCard):
        return "?"
    if isinstance(card, CenterCard):
        return "breathe"
    mind, noting = state.foci(card)
    return f"{mind.name}/{noting.name}"


# The game


@dataclass(frozen=True, slots=True)
class Nevermind:
    """Nevermind The Distraction, for records and journal (see engine.game.Game)."""

    name: str = "nevermind"
    concede: ClassVar[Command] = commands.Concede()

    def options_from_json(self, options: Mapping[str, object]) -> Options:
        """Read options; raises OptionsError."""
        return options_from_json(options)

    def options_to_json(self, options: Options) -> dict[str, object]:
        """Write options in record order."""
        return options_to_json(options)

    def version(self, options: Options) -> int:
        """Version 2 with paper decks, which version 1 does not know (N8.8)."""
        return 2 if options.paper else 1

    def initial(self, options: Options) -> State:
        """Return the state before the opening shuffle."""
        return State(options)

    def step(self, state: State, command: Command) -> Step[State, Effect]:
        """Apply a command; total."""
        return rules.step(state, command)

    def legal(self, state: State) -> tuple[Verb | Command, ...]:
        """Return all legal commands; those with data of the world as their verb alone."""
        return rules.legal(state)

    def command_from_json(self, line: Mapping[str, object], state: State) -> Command | Refusal:
        """Read the command named by `do`."""
        return command_from_json(line, state.options)

    def command_to_json(self, command: Command) -> dict[str, object]:
        """Write a command."""
        return command_to_json(command)

    def misplaced(self, state: State, verb: str) -> Refusal | None:
        """Return the refusal of a verb by the phase alone."""
        return rules.misplaced(state, verb)

    def state_to_json(self, state: State) -> dict[str, object]:
        """Write the public state."""
        return state_to_json(state)


GAME: Game[Options, State, Command, Effect] = Nevermind()
"""The one value of it; it has no state."""

"""The Mind in JSON: options, commands and the public state, as in docs/records.md.

Laws of this file:
- what comes in is untrusted: an answer, a Refusal or an OptionsError, never another exception;
- integers are integers: a boolean or a float is none;
- what goes out keeps the key order of the record format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import OptionsError, quoted
from engine.step import Refusal, RefusalCode
from engine.the_mind import commands as do
from engine.the_mind import rules
from engine.the_mind.model import LEVELS, Cards, Options, State, initial
from engine.the_mind.phases import VERBS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game
    from engine.step import Step
    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect
    from engine.the_mind.phases import Verb

_BARE = {kind.verb.value: kind() for kind in (do.Focus, do.ReportMisplay, do.Stop, do.BeginBlind, do.Concede)}
_SEATED = {kind.verb.value: kind for kind in (do.ProposeStar, do.Agree, do.Decline)}


class TheMind:
    """The Mind as `engine.game.Game`: a value without state."""

    name = "the-mind"
    concede: Command = do.Concede()

    def options_from_json(self, options: Mapping[str, object]) -> Options:
        """Read options; raises OptionsError for one that is out of range."""
        players = _int(options.get("players", 2))
        if players is None or players not in LEVELS:
            raise OptionsError(f"players is 2, 3 or 4, not {options['players']!r}")
        cards = options.get("cards", Cards.TABLE.value)
        if not isinstance(cards, str) or cards not in tuple(Cards):
            raise OptionsError(f"cards is table or dealt, not {quoted(cards)}")
        return Options(
            players=players,
            cards=Cards(cards),
            blind=_flag(options, "blind", False),
            blind_cap=_flag(options, "blind_cap", False),
            empty_hands_vote=_flag(options, "empty_hands_vote", True),
        )

    def options_to_json(self, options: Options) -> dict[str, object]:
        """Write all options."""
        return {
            "players": options.players,
            "cards": options.cards.value,
            "blind": options.blind,
            "blind_cap": options.blind_cap,
            "empty_hands_vote": options.empty_hands_vote,
        }

    def version(self, _options: Options) -> int:
        """Every game of The Mind can be told in version 1."""
        return 1

    def initial(self, options: Options) -> State:
        """Return the game as set up."""
        return initial(options)

    def step(self, state: State, command: Command) -> Step[State, Effect]:
        """Apply a command; total."""
        return rules.step(state, command)

    def legal(self, state: State) -> tuple[Verb | Command, ...]:
        """Return all legal commands; of `deal` and `level_done` the verb alone."""
        return rules.legal(state)

    def command_from_json(self, line: Mapping[str, object], _state: State) -> Command | Refusal:
        """Read the command named by `do`; its fields only, others are ignored."""
        verb = line.get("do")
        if not isinstance(verb, str) or verb not in VERBS:
            return rules.unknown(verb)
        if verb in _BARE:
            return _BARE[verb]
        if verb in _SEATED:
            seat = _int(line.get("seat"))
            return _no_seat(line) if seat is None else _SEATED[verb](seat)
        if verb == "play":
            return _play(line)
        return _deal(line) if verb == "deal" else _level_done(line)

    def command_to_json(self, command: Command) -> dict[str, object]:
        """Write a command with its fields."""
        line: dict[str, object] = {"do": command.verb.value}
        if isinstance(command, do.Deal):
            line["hands"] = [list(hand) for hand in command.hands]
        elif isinstance(command, do.Play):
            line |= {"seat": command.seat, "card": command.card}
        elif isinstance(command, do.ProposeStar | do.Agree | do.Decline):
            line["seat"] = command.seat
        elif isinstance(command, do.ReportLevelDone) and command.mistakes is not None:
            line["mistakes"] = command.mistakes
        return line

    def misplaced(self, state: State, verb: str) -> Refusal | None:
        """Return why no command of this verb has its place now, or None if one has."""
        return rules.misplaced(state, verb)

    def state_to_json(self, state: State) -> dict[str, object]:
        """Write the public state."""
        return {
            "phase": state.phase.value,
            "level": state.level,
            "lives": state.lives,
            "stars": state.stars,
            "blind": state.blind,
            "blind_levels": state.blind_levels,
            "hands": None if state.hands is None else [list(hand) for hand in state.hands],
            "pile": list(state.pile),
            "aside": list(state.aside),
            "votes": list(state.votes),
            "result": None if state.result is None else state.result.value,
        }


def _int(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _flag(options: Mapping[str, object], key: str, default: bool) -> bool:
    value = options.get(key, default)
    if not isinstance(value, bool):
        raise OptionsError(f"{key} is true or false, not {quoted(value)}")
    return value


def _no_seat(line: Mapping[str, object]) -> Refusal:
    return Refusal(RefusalCode.SEAT, f"A seat is a number from 0, not {quoted(line.get('seat'))}.")


def _play(line: Mapping[str, object]) -> do.Play | Refusal:
    seat, card = _int(line.get("seat")), _int(line.get("card"))
    if seat is None:
        return _no_seat(line)
    if card is None:
        return Refusal(RefusalCode.CARDS, f"A card is a number, not {quoted(line.get('card'))}.")
    return do.Play(seat, card)


def _deal(line: Mapping[str, object]) -> do.Deal | Refusal:
    hands: list[tuple[int, ...]] = []
    given = line.get("hands")
    for hand in given if isinstance(given, list) else [None]:
        cards = tuple(_int(card) for card in hand) if isinstance(hand, list) else (None,)
        known = tuple(card for card in cards if card is not None)
        if len(known) != len(cards):
            return Refusal(RefusalCode.CARDS, "The hands of a deal are one list of numbers a seat.")
        hands.append(known)
    return do.Deal(tuple(hands))


def _level_done(line: Mapping[str, object]) -> do.ReportLevelDone | Refusal:
    mistakes = line.get("mistakes")
    if "mistakes" in line and _int(mistakes) is None:
        return Refusal(RefusalCode.MISTAKES, f"Mistakes are a number from 0, not {quoted(mistakes)}.")
    return do.ReportLevelDone(_int(mistakes))


GAME: Game[Options, State, Command, Effect] = TheMind()
"""The Mind, for records, journal and device."""

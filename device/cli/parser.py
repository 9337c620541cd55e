"""What can be asked for. Commands are named here and imported when they are run."""

from __future__ import annotations

import importlib
from argparse import SUPPRESS, ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from device.text.escaped import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.session.games import DeviceGames

SIGNS = ("braille", "blocks", "ascii")
BACKENDS = ("raspberry", "simulated")
EPILOG = "Every command takes --settings FILE. `palmstone COMMAND --help` tells more."


def the_games() -> DeviceGames:
    """Load the games of this device."""
    from device.games.registry import GAMES  # noqa: PLC0415 - not before the first frame of `run`

    return GAMES


def parse(args: Sequence[str], games: Callable[[], DeviceGames] = the_games) -> Namespace:
    """Read the arguments; `command` of the answer is the function to call with it, `games` loads the games.

    Leaves through SystemExit, with code 2 for what cannot be understood.
    """
    options = _parser(args, games).parse_args(args)
    if options.command is None:
        _parser(args, games).print_help()
        raise SystemExit(2)
    return options


def _later(module: str, name: str) -> Callable[[Namespace], int]:
    """Return a command that is imported when it is called."""

    def run(options: Namespace) -> int:
        command: Callable[[Namespace], int] = getattr(importlib.import_module(module), name)
        return command(options)

    return run


def _parser(args: Sequence[str], games: Callable[[], DeviceGames]) -> ArgumentParser:
    anywhere = _Parser(add_help=False)
    # Suppressed, so that a command without it does not undo what stood before the command.
    anywhere.add_argument(
        "--settings", type=Path, metavar="FILE", default=SUPPRESS, help="read this settings file"
    )
    parser = _Parser(prog="palmstone", description="A tabletop companion for two card games.", epilog=EPILOG)
    parser.add_argument("--settings", type=Path, metavar="FILE", help="read this settings file")
    parser.set_defaults(command=None, games=games)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    # A command that comes first needs no parser of the others; all of them take as long as the settings.
    every = _commands(games)
    for asked in [command for command in every if command.name in args[:1]] or every:
        command = commands.add_parser(asked.name, parents=[anywhere], help=asked.text, description=asked.text)
        command.set_defaults(command=_later(asked.module, asked.function))
        asked.options(command, args)
    return parser


class _Parser(ArgumentParser):
    """Says what cannot be understood without what a terminal would act on."""

    def error(self, message: str) -> NoReturn:
        """Leave with code 2."""
        super().error(escaped(message))


class _Command(NamedTuple):
    """One command, and what adds its own options."""

    name: str
    module: str
    function: str
    text: str
    options: Callable[[ArgumentParser, Sequence[str]], None] = lambda command, args: None


def _commands(games: Callable[[], DeviceGames]) -> tuple[_Command, ...]:
    looking = "device.cli.looking"
    return (
        _Command(
            "play", "device.cli.play", "play", "the device with simulated hardware in this terminal", _play
        ),
        _Command("run", "device.cli.run", "run", "the device itself, until it is stopped", _hardware),
        _Command(
            "scenario", "device.cli.scenario", "scenario", "play scenario files on a fake clock", _scenario
        ),
        _Command("replay", "device.cli.replay", "replay", "replay records of games", _replay),
        _Command(
            "check", "device.cli.check", "check", "self-check: settings, chips, pins, storage", _hardware
        ),
        _Command("settings", looking, "settings", "the settings in force, and where each came from"),
        _Command("journal", looking, "journal", "past sessions", _journal),
        _Command("gallery", looking, "gallery", "every screen as PNG, and an index page", _gallery),
        _Command("study", looking, "study", "a closer look at one game", partial(_study, games)),
        _Command(
            "bench", "device.tools.bench", "bench", "the figures of the hardware notes, measured", _bench
        ),
    )


def _hardware(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument(
        "--hardware", choices=BACKENDS, default="raspberry", help="which backend (default: %(default)s)"
    )


def _play(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument(
        "--signs", choices=SIGNS, help="what the picture is made of (default: what the terminal can show)"
    )


def _scenario(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument("files", type=Path, nargs="+", metavar="FILE")
    command.add_argument("--out", type=Path, metavar="DIR", help="where the pictures of `shot` go")
    command.add_argument("--bus-log", type=Path, metavar="FILE", help="write every I2C transfer there")
    command.add_argument(
        "--transcript",
        type=Path,
        metavar="FILE",
        help="write there all that a player perceives (dealt hands too)",
    )


def _replay(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument("files", type=Path, nargs="+", metavar="FILE")
    command.add_argument("--json", action="store_true", help="state and legal commands after each line")
    command.add_argument("--verify", action="store_true", help="compare with what the file expects")


def _journal(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument("--csv", action="store_true", help="everything that is kept, as CSV")


def _gallery(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument("folder", type=Path, metavar="DIR", help="where to write; made if it is missing")


def _bench(command: ArgumentParser, args: Sequence[str]) -> None:
    command.add_argument("--json", action="store_true", help="one flat object")
    command.add_argument("--quick", action="store_true", help="shorter runs, less sure")


def _study(games: Callable[[], DeviceGames], command: ArgumentParser, args: Sequence[str]) -> None:
    subjects = command.add_subparsers(title="what to study", metavar="SUBJECT", required=True)
    # The games and their options are slow to load for everybody else.
    for game in games().games if "study" in args else ():
        if game.study is None:
            continue
        subject = subjects.add_parser(game.name, help=game.study.help)
        subject.add_argument("--settings", type=Path, metavar="FILE", default=SUPPRESS, help=SUPPRESS)
        subject.set_defaults(study=game.study)
        game.study.add_options(subject)

"""What can be asked for. Commands are named here and imported when they are run."""

from __future__ import annotations

import importlib
import importlib.util
from argparse import SUPPRESS, ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BACKENDS = ("raspberry", "simulated")
EPILOG = "Every command takes --settings FILE. `palmstone COMMAND --help` tells more."


def parse(args: Sequence[str]) -> Namespace:
    """Read the arguments; `command` of the answer is the function to call with it.

    Leaves through SystemExit, with code 2 for what cannot be understood.
    """
    options = _parser(args).parse_args(args)
    if options.command is None:
        _parser(args).print_help()
        raise SystemExit(2)
    return options


def _later(module: str, name: str) -> Callable[[Namespace], int]:
    """Return a command that is imported when it is called."""

    def run(options: Namespace) -> int:
        command: Callable[[Namespace], int] = getattr(importlib.import_module(module), name)
        return command(options)

    return run


def _parser(args: Sequence[str]) -> ArgumentParser:
    anywhere = ArgumentParser(add_help=False)
    # Suppressed, so that a command without it does not undo what stood before the command.
    anywhere.add_argument(
        "--settings", type=Path, metavar="FILE", default=SUPPRESS, help="read this settings file"
    )
    parser = ArgumentParser(
        prog="palmstone", description="A tabletop companion for two card games.", epilog=EPILOG
    )
    parser.add_argument("--settings", type=Path, metavar="FILE", help="read this settings file")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, module: str, function: str, text: str) -> ArgumentParser:
        command = commands.add_parser(name, parents=[anywhere], help=text, description=text)
        command.set_defaults(command=_later(module, function))
        return command

    add("play", "device.cli.play", "play", "the device with simulated hardware in this terminal")
    _hardware(add("run", "device.cli.run", "run", "the device itself, until it is stopped"))
    _scenario(add("scenario", "device.cli.scenario", "scenario", "play scenario files on a fake clock"))
    _replay(add("replay", "device.cli.replay", "replay", "replay records of games"))
    _hardware(add("check", "device.cli.check", "check", "self-check: settings, chips, pins, storage"))
    add("settings", "device.cli.looking", "settings", "the settings in force, and where each came from")
    journal = add("journal", "device.cli.looking", "journal", "past sessions")
    journal.add_argument("--csv", action="store_true", help="everything that is kept, as CSV")
    gallery = add("gallery", "device.cli.looking", "gallery", "every screen as PNG, and an index page")
    gallery.add_argument("folder", type=Path, metavar="DIR", help="where to write; made if it is missing")
    _study(add("study", "device.cli.looking", "study", "virtual partners against each other"), args)
    if importlib.util.find_spec("device.bench") is not None:
        bench = add("bench", "device.bench", "bench", "the figures of the hardware notes, measured")
        bench.add_argument("--json", action="store_true", help="one flat object")
        bench.add_argument("--quick", action="store_true", help="shorter runs, less sure")
    return parser


def _hardware(command: ArgumentParser) -> None:
    command.add_argument(
        "--hardware", choices=BACKENDS, default="raspberry", help="which backend (default: %(default)s)"
    )


def _scenario(command: ArgumentParser) -> None:
    command.add_argument("files", type=Path, nargs="+", metavar="FILE")
    command.add_argument("--out", type=Path, metavar="DIR", help="where the pictures of `shot` go")
    command.add_argument("--bus-log", type=Path, metavar="FILE", help="write every I2C transfer there")


def _replay(command: ArgumentParser) -> None:
    command.add_argument("files", type=Path, nargs="+", metavar="FILE")
    command.add_argument("--json", action="store_true", help="state and legal commands after each line")
    command.add_argument("--verify", action="store_true", help="compare with what the file expects")


def _study(command: ArgumentParser, args: Sequence[str]) -> None:
    subjects = command.add_subparsers(title="what to study", metavar="SUBJECT", required=True)
    mind = subjects.add_parser("the-mind", help="win rate and mean level of virtual partners")
    mind.add_argument("--settings", type=Path, metavar="FILE", default=SUPPRESS, help=SUPPRESS)
    # Its options are those of the rules and of the partners, which are slow to load for everybody else.
    if "study" in args:
        from device.study import add_options  # noqa: PLC0415 - only for this command

        add_options(mind)

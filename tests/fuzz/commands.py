"""Every command of `palmstone` under whatever may come from outside (F40, F41, F54).

`cases` makes them from a seed, `run` says what was wrong with one. What may not be: a traceback, more than a
few lines of complaint, an exit code beside 0, 1 and 2, a character that a terminal acts on, or no end.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from device.sim.scenario.steps import KINDS
from tests.fuzz.forked import ROOT, Command, Forks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.forked import Ended

RECORDS = sorted((ROOT / "tests" / "conformance").glob("*.jsonl"))
RECORD = (("r.jsonl", b"".join(RECORDS[-1].read_bytes().splitlines(keepends=True)[:5])),)
SCENARIO = (
    b"- start: {game: the-mind, players: 3, seed: 7}\n- screen: tm.level\n- tap: 5\n- state: {lives: 3}\n"
)
MOST_LINES = 6
FULL = "/dev/full"
FOREIGN = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m\udcff\ud800"
"""A title, a bell, a cleared screen, text turned around, a C1 control, and bytes that are no UTF-8."""
ENTRY = b'{"session":%d,"game":"nevermind","seconds":840,"released":6,"date":"%s"}\n'


@dataclass(frozen=True, slots=True)
class Case:
    """A command with the files that it is given."""

    name: str
    command: Command
    files: tuple[tuple[str, bytes], ...] = ()
    """Written before, below the folder of the case; `{here}` in the arguments is that folder."""


COMMANDS: dict[str, tuple[tuple[str, ...], tuple[tuple[str, bytes], ...]]] = {
    "replay": (("replay", "{here}/r.jsonl"), RECORD),
    "replay --json": (("replay", "--json", "{here}/r.jsonl"), RECORD),
    "replay --verify": (("replay", "--verify", "{here}/r.jsonl"), RECORD),
    "settings": (("settings",), ()),
    "journal": (("journal",), ()),
    "journal --csv": (("journal", "--csv"), (("state/journal.jsonl", ENTRY % (1, b"2026-01-01")),)),
    "scenario": (("scenario", "{here}/s.yaml"), (("s.yaml", SCENARIO.replace(b"lives: 3", b"level: 1")),)),
    "check": (("check",), ()),
    "check simulated": (("check", "--hardware", "simulated"), ()),
    "study": (("study", "nevermind", "--games", "1"), ()),
    "study the-mind": (("study", "the-mind", "--games", "1", "--players", "2"), ()),
    "gallery": (("gallery", "/dev/null/x"), ()),
    "bench": (("bench", "--slowly"), ()),
    "play": (("play",), ()),
    "run": (("run", "--hardware", "simulated"), ()),
    "help": (("--help",), ()),
    "help of a command": (("replay", "--help"), ()),
    "nothing": ((), ()),
    "unknown": (("dance",), ()),
    "no such file": (("replay", "/nowhere.jsonl"), ()),
}
"""The shortest of each kind, with its files."""
RUN_S = 0.3
CONDITIONS: dict[str, Callable[[Command], Command]] = {
    "nothing": lambda command: command,
    "stdout full": lambda command: replace(command, streams=((1, FULL),)),
    "stderr full": lambda command: replace(command, streams=((2, FULL),)),
    "both full": lambda command: replace(command, streams=((1, FULL), (2, FULL))),
    "stdin closed": lambda command: replace(command, streams=((0, "closed"),)),
    "stdout closed": lambda command: replace(command, streams=((1, "closed"),)),
    "stderr closed": lambda command: replace(command, streams=((2, "closed"),)),
    "all closed": lambda command: replace(command, streams=tuple((n, "closed") for n in range(3))),
    "stdout only for reading": lambda command: replace(command, streams=((1, "/dev/zero"),)),
    "no HOME": lambda command: _with(command, HOME=None),
    "no HOME, no state": lambda command: _with(command, HOME=None, STATE_DIRECTORY=None, XDG_STATE_HOME=None),
    "nobody": lambda command: replace(_with(command, HOME=None, STATE_DIRECTORY=None), nobody=True),
    "HOME not UTF-8": lambda command: _with(command, HOME="{here}/h\udcff\x1b[2J", STATE_DIRECTORY=None),
    "HOME a file": lambda command: _with(command, HOME="/dev/null", STATE_DIRECTORY=None),
    "HOME far too long": lambda command: _with(command, HOME="/" + "h" * 5_000, STATE_DIRECTORY=None),
    "folder gone": lambda command: replace(_with(command, STATE_DIRECTORY="state"), folder="gone"),
    "ASCII": lambda command: _with(command, LC_ALL="C", PYTHONIOENCODING="ascii"),
    "settings that are none": lambda command: _asked(command, "--settings", f"/nowhere/{FOREIGN[:-1]}"),
    "settings of nothing": lambda command: _asked(command, "--settings", "/dev/null"),
}
"""Each makes something of the surroundings amiss."""


def _with(command: Command, **environ: str | None) -> Command:
    kept = tuple((name, value) for name, value in command.environ if name not in environ)
    return replace(command, environ=(*kept, *environ.items()))


def _asked(command: Command, *options: str) -> Command:
    return replace(command, args=(*options, *command.args))


def every() -> Iterator[Case]:
    """Each command under each condition."""
    for name, (args, files) in COMMANDS.items():
        stop_s = RUN_S if name == "run" else 0.0
        for condition, made in CONDITIONS.items():
            usual = _with(Command(args, stop_s=stop_s), HOME="{here}", STATE_DIRECTORY="{here}/state")
            yield Case(f"{name}, {condition}", made(usual), files)


def cases(seed: object) -> Iterator[Case]:
    """Make cases for ever: files that were changed here and there, under the names that they may have."""
    random = Random(str(seed))
    makers = (_replayed, _scenario, _scenario, _journal, _argument)
    while True:
        case = random.choice(makers)(random)
        condition = random.choice(list(CONDITIONS)) if random.random() < 0.2 else "nothing"
        usual = _with(case.command, HOME="{here}", STATE_DIRECTORY="{here}/state")
        yield replace(case, name=f"{case.name}, {condition}", command=CONDITIONS[condition](usual))


def run(case: Case | tuple[Any, ...]) -> str | None:
    """Run a case; None if all was sound, else what was wrong."""
    if not isinstance(case, Case):
        name, command, files = case
        case = Case(name, Command(*command), files)
    with tempfile.TemporaryDirectory(prefix="palmstone-") as here:
        Path(here).chmod(0o755)
        for name, data in case.files:
            path = Path(here) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        command = case.command
        args = tuple(arg.replace("{here}", here) for arg in command.args)
        environ = tuple((name, value and value.replace("{here}", here)) for name, value in command.environ)
        folder = command.folder or here
        ended = _forks().run(replace(command, args=args, environ=environ, folder=folder))
    return wrong(ended)


@cache
def _forks() -> Forks:
    return Forks()


def wrong(ended: Ended) -> str | None:
    """Say what is wrong with how a command ended."""
    told = f"exit {ended.code}: {ended.err[-600:]!r}"
    if ended.code not in (0, 1, 2):
        return told
    if "Traceback" in ended.err or "this is a bug" in ended.err or "Exception ignored" in ended.err:
        return f"a bug: {told}"
    # Help and usage are of argparse.
    lines = [line for line in ended.err.splitlines() if not line.startswith(("usage:", " "))]
    if len(lines) > MOST_LINES:
        return f"{len(lines)} lines: {told}"
    raw = {sign for sign in ended.out + ended.err if not sign.isprintable() and sign not in "\n\ufffd"}
    return f"{sorted(raw)!r} reach the terminal: {told}" if raw else None


def _replayed(random: Random) -> Case:
    lines = random.choice(RECORDS).read_bytes().splitlines(keepends=True)[:12]
    data = mutated(random, b"".join(lines))
    option = random.choice(((), ("--json",), ("--verify",), ("--verify", "--json")))
    name = random.choice(("r.jsonl", FOREIGN[:-1].replace("/", "") + ".jsonl", "=1+1", "r" * 200))
    return Case("replay", Command(("replay", *option, "{here}/" + name)), ((name, data),))


_VALUES = (
    "99999999999h", "1" * 5_000, "1" * 5_000 + "h", "0x" + "f" * 5_000, "{}", "[]", "''",
    '"\\e]0;x\\a"', '"\\ud800"', '"\\0"',
    "-1", "&a [*a]", "*a", "~", "5", "K1", "all", "cut", "on", "1e999s", "{key: K1, for: 20min}",
    "[0, 0, 0]", "'1'",
)  # fmt: skip


def _scenario(random: Random) -> Case:
    roll = random.random()
    if roll < 0.1:
        data = _laughs(random)
    elif roll < 0.6:
        kinds = (*KINDS, "x", FOREIGN[-4:-2])
        steps = (f"- {random.choice(kinds)}: {random.choice(_VALUES)}\n" for _ in range(random.randint(1, 6)))
        start = random.choice(("- start: home\n", "- start: {game: the-mind}\n", "- start: {seed: 1}\n", ""))
        data = (start + "".join(steps)).encode(errors="surrogatepass")
    else:
        data = mutated(random, SCENARIO)
    name = random.choice(("s.yaml", "s\udcff\x1b[2J.yaml"))
    more = random.choice(((), ("--out", "{here}/out"), ("--bus-log", FULL), ("--transcript", FULL)))
    return Case("scenario", Command(("scenario", "{here}/" + name, *more)), ((name, data),))


def _laughs(random: Random) -> bytes:
    """Write few bytes that stand for very many: aliases of aliases, or depth, or length."""
    kind = random.randrange(4)
    if kind == 0:
        wide, deep = random.randint(2, 9), random.randint(3, 12)
        names = [
            f"&a{level} [{', '.join([f'*a{level - 1}'] * wide) if level else 'x'}]" for level in range(deep)
        ]
        inner = ", ".join(f"k{at}: {name}" for at, name in enumerate(names))
        return f"- start: {{settings: {{{inner}}}}}\n".encode()
    if kind == 1:
        return b"- tap: " + random.choice((b"[", b"{a: ", b"[[{x: ")) * random.randint(10, 40_000)
    if kind == 2:
        return b"- wait: 9h\n" * random.randint(3, 20)
    return b"- tap: 5\n" * random.randint(10_000, 60_000)


def _journal(random: Random) -> Case:
    lines = b"".join(ENTRY % (number, b"2026-01-01") for number in range(1, random.randint(2, 8)))
    texts = (
        b"=1+1",
        b"@x",
        b"\\u001b]0;x\\u0007",
        b"\\ud800",
        b"-2",
        b"\\t=x",
        "\u202e".encode(),
        b"nevermind",
    )
    lines = lines.replace(b"2026-01-01", random.choice(texts)).replace(b"nevermind", random.choice(texts))
    data = mutated(random, lines) if random.random() < 0.7 else lines
    option = random.choice(((), ("--csv",)))
    return Case("journal", Command(("journal", *option)), (("state/journal.jsonl", data),))


def _argument(random: Random) -> Case:
    words = [
        *[
            "replay",
            "journal",
            "settings",
            "scenario",
            "check",
            "study",
            "play",
            "--settings",
            "--csv",
            "--json",
            "x",
        ],
        FOREIGN[:-1],
        "",
    ]
    args = tuple(random.choice(words) for _ in range(random.randint(1, 4)))
    return Case("arguments", Command(args))


_PIECES = (
    b"\x1b]0;x\x07", b"\\u001b[2J", b"\\ud800", b"\xff", b"\0", b"9" * 5_000, b"[" * 40, b"{", b"\n", b"\r",
    b'"', b"-",
    b"=", b"\xe2\x80\xae", b"null", b"1e999", b"NaN", b"true", b"\\u0000", b"\xef\xbb\xbf",
)  # fmt: skip


def mutated(random: Random, data: bytes) -> bytes:
    """Change bytes of a file: bits flipped, pieces put in, cut out, or brought twice."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.randint(1, 40))
        kind = random.randrange(5)
        if kind == 0 and at < len(data):
            data = data[:at] + bytes((data[at] ^ 1 << random.randrange(8),)) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:end] + data[at:]
        else:
            data = data[:at] + random.choice(_PIECES) + data[at if kind == 3 else end :]
    return data

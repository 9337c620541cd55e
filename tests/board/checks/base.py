"""What a check is, and what all of them share."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.board.board import Board
from tests.board.machine import PI_4, BoardError, Model, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.board.roots import Root

LETTERS = "read this?"
"""Of the first screen; its letters grow by themselves, and the first words leave it."""
LAID = (
    "choose 3 packs",
    "3 pack cards aside",
    "3 center aside",
    "shuffle each pack",
    "take 8 thoughts",
    "shuffle the 8",
    "8 around, face down",
    "shuffle center",
)
"""The acts of laying a table, one after the other, as the glass says them to who wants large letters."""
OFFERED = "Go on"


class CheckFailedError(BoardError):
    """What was seen is not what has to be: in words."""


def require(fact: bool, otherwise: str) -> None:
    """Raise CheckFailedError with the words unless it is so."""
    if not fact:
        raise CheckFailedError(otherwise)


@dataclass
class Ground:
    """Where the checks of one suite are made."""

    root: Root
    folder: Path
    """For this run alone."""
    stick: Path
    long: bool
    say: Callable[[str], None]
    installed: Path | None = None
    """The image of a card on which docs/build.md was followed."""
    figures: dict[str, str] = field(default_factory=dict)
    """What was measured on the way, for docs/bench.md."""

    def shape(
        self,
        *words: str,
        model: Model = PI_4,
        log_writes: bool = False,
        processors: int = 2,
        memory_mb: int = 1024,
    ) -> Shape:
        """Return a machine with the stick in it."""
        stick = f"driver=file,filename={self.stick},node-name=stick0,read-only=on"
        options = ("-blockdev", stick, "-device", "virtio-blk-pci,drive=stick0")
        return Shape(processors, memory_mb, words, options, model, log_writes)

    @contextmanager
    def board(self, name: str, shape: Shape | None = None, *, image: Path | None = None) -> Iterator[Board]:
        """Have a board that is on, with a copy of a card; without one, of that which was installed."""
        image = image or self.installed or self.root.image
        board = Board(self.root, self.folder / name, image, shape or self.shape())
        try:
            board.on()
            yield board
        except BoardError:
            keep(board, self.folder / f"{name}-failed")
            raise
        finally:
            board.throw_away()


def past_first_start(board: Board) -> None:
    """Go from the letters to home."""
    board.see(LETTERS)
    board.press(4)
    board.still()
    board.press(1)
    board.still()
    board.press(2)
    board.see("Nevermind")


def in_a_session(board: Board) -> str:
    """Go from home into a session, some acts of laying the table on; return the words that stand there."""
    for key, words in ((4, "first time?"), (1, "Begin"), (4, LAID[0]), (4, LAID[1]), (4, LAID[2])):
        board.press(key)
        board.see(words)
    return LAID[2]


def taken_up(board: Board, step: str) -> None:
    """See that a session is offered after a start, and that it goes on at its step."""
    board.see(OFFERED)
    board.press(4)
    board.see(step)


def keep(board: Board, folder: Path) -> None:
    """Keep what tells why a check failed: the console, the journal, the glass."""
    folder.mkdir(parents=True, exist_ok=True)
    board.picture(folder / "glass.png")
    if board.machine.console.exists():
        (folder / "console.log").write_bytes(board.machine.console.read_bytes())
    try:
        journal = board.run("journalctl -b --no-pager -o short-monotonic | tail -n 400", 60.0).text
    except (BoardError, OSError):
        return
    (folder / "journal.log").write_text(journal, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Check:
    """One named check: what it tells when it holds. It raises BoardError when it does not."""

    group: int
    name: str
    run: Callable[[Ground], str]
    only_long: bool = False

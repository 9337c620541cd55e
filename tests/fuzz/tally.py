"""A case is tried: it ends, or hangs, or raises, or says what was lost; a find is kept as a small file.

A find is the `repr` of its case, read back as a Python literal and nothing else.
"""

from __future__ import annotations

import ast
import signal
import traceback
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.doors import Door

FINDS = Path(__file__).parent / "finds"
PATIENCE_S = 30
"""What takes longer hangs; only a fault waits for it."""


class HangError(BaseException):
    """A case did not come to its end. No `except Exception` takes it for something else."""


@dataclass(slots=True)
class Tally:
    """What was tried and found."""

    cases: int = 0
    crashes: int = 0
    hangs: int = 0
    losses: int = 0
    finds: list[str] = field(default_factory=list)
    """What was found, a line each."""

    @property
    def found(self) -> int:
        """How many finds there are."""
        return self.crashes + self.hangs + self.losses

    def __str__(self) -> str:
        return f"{self.cases} cases, {self.crashes} crashes, {self.hangs} hangs, {self.losses} losses"


def tried(door: Door, case: Any) -> tuple[str, str] | None:
    """Try one case: None, or the kind of what was found (crash, hang, loss) and a line about it."""
    try:
        with _patience():
            lost = door.run(case)
    except HangError:
        return "hang", f"did not end within {PATIENCE_S} s"
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        return "crash", f"{type(error).__name__}: {error} at {Path(at.filename).name}:{at.lineno}"
    return None if lost is None else ("loss", lost)


def count(tally: Tally, name: str, case: Any, door: Door) -> tuple[str, str] | None:
    """Try one case and count it."""
    found = tried(door, case)
    tally.cases += 1
    if found is not None:
        kind, what = found
        tally.crashes += kind == "crash"
        tally.hangs += kind == "hang"
        tally.losses += kind == "loss"
        tally.finds.append(f"{name}: {kind}: {what[:300]}")
    return found


def keep(name: str, case: Any, folder: Path = FINDS) -> Path:
    """Write a case down, so that it is tried for ever."""
    text = repr(astuple(case) if is_dataclass(case) and not isinstance(case, type) else case)
    path = folder / f"{name}-{sha256(text.encode()).hexdigest()[:12]}.txt"
    folder.mkdir(exist_ok=True)
    path.write_text(f"{text}\n", encoding="ascii", errors="backslashreplace")
    return path


def kept(path: Path) -> tuple[str, Any]:
    """Read a find: the short name of its door, and its case."""
    return path.name.rpartition("-")[0], ast.literal_eval(path.read_text(encoding="ascii"))


@contextmanager
def _patience() -> Iterator[None]:
    def over(number: int, frame: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

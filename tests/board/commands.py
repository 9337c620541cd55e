"""Programs of this machine that the board is made with: run, with their output in a log."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from tests.board.needs import FOLDERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class StepFailedError(Exception):
    """A program ended with an error: which one, and the end of what it said."""


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment without this one's language and with the folders of an administrator."""
    path = os.environ.get("PATH", "/usr/bin:/bin")
    folders = ":".join(dict.fromkeys([*path.split(":"), *FOLDERS]))
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"PATH": folders, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive", **(more or {})}


def run(
    command: Sequence[str | Path],
    log: Path,
    *,
    cwd: Path | None = None,
    more: Mapping[str, str] | None = None,
) -> None:
    """Run a program to its end, with its output added to `log`. Raises StepFailedError."""
    words = [str(word) for word in command]
    with log.open("ab") as file:
        file.write(f"$ {' '.join(words)}\n".encode())
        file.flush()
        done = subprocess.run(
            words,
            cwd=cwd,
            env=environment(more),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            check=False,
        )
    if done.returncode:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-8:]
        text = "\n    ".join(last)
        raise StepFailedError(f"{words[0]} ended with {done.returncode} (the whole log: {log}):\n    {text}")


def output(command: Sequence[str | Path], *, more: Mapping[str, str] | None = None) -> str:
    """Run a program and return what it printed. Raises StepFailedError."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, env=environment(more), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise StepFailedError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout

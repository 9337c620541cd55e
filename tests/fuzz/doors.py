"""Every door of the fuzzer. One more is one module with `cases` and `run`, and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

DOORS = (
    "tests.fuzz.records",
    "tests.fuzz.resumes",
    "tests.fuzz.journal",
    "tests.fuzz.whole",
    "tests.fuzz.settings",
    "tests.fuzz.scenarios",
    "tests.fuzz.fonts",
    "tests.fuzz.folder",
    "tests.fuzz.terminal",
    "tests.fuzz.commands",
)


class Door(Protocol):
    """What a module of a door offers."""

    def cases(self, seed: int) -> Iterator[Any]:
        """Yield cases, without end or all there are; each is a Python literal, so that it can be kept, or a
        dataclass of such: `run` takes its tuple as well.
        """

    def run(self, case: Any) -> str | None:
        """Try a case: None if all is sound, else what was lost or wrong. A crash is any exception."""


def door(name: str) -> Door:
    """Return a door by its short name or its module."""
    return cast("Door", import_module(name if "." in name else f"tests.fuzz.{name}"))


def short(name: str) -> str:
    """Return the short name of a module."""
    return name.rpartition(".")[2]

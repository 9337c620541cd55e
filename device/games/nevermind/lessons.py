"""The walk-through of a first game of Nevermind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.nevermind.view import play_of
from device.games.nevermind.words import OWN, WORDS, line
from device.screens import lessons
from device.ui.model import Intent, Push
from device.ui.scene import LineBody, Scene, TextBody

if TYPE_CHECKING:
    from device.ui.model import Model

WALK = "walk"
AIM = "aim.first"
"""The aim in one line."""
PAGES = frozenset({WALK, AIM, *OWN.pages})
"""The pages of a first game of Nevermind."""


def lesson(model: Model, *pages: str) -> tuple[Intent, ...]:
    """Return what shows the first of these pages that a first game still has to show, if any; those of the
    opening come before all others.
    """
    stage = play_of(model).state.options.stage
    opening = (WALK, "glyphs", "cards", *(f"stage{number}" for number in range(2, stage + 1)))
    return _due(model, *opening, *pages)


def opening_lesson(model: Model) -> tuple[Intent, ...]:
    """Return the lessons before the first card. Where the table is laid out, there is time for what pads and
    glyphs are and what the stages add; on a table that lies already the aim is enough, the rest comes with
    the first card.
    """
    return lesson(model, "aim") if play_of(model).options.guided else _due(model, AIM)


def _due(model: Model, *pages: str) -> tuple[Intent, ...]:
    page = lessons.due(model, *pages)
    return () if page is None else (Push(Lesson(page)),)


@dataclass(frozen=True, slots=True)
class Lesson(lessons.Lesson):
    """`help.*`: a page of the walk; its first one is of the device itself."""

    skips: frozenset[str] = PAGES

    def scene(self, model: Model) -> Scene:
        """Show the page."""
        if self.page == WALK:
            lines = tuple(line(f"walk.{number}") for number in range(1, 6))
            return Scene("help.walk", TextBody(line("help.title"), (*lines, line("walk.skip"))), model.side)
        if self.page == AIM:
            return Scene("help.aim", LineBody(line("set.aim")))
        body = TextBody(*WORDS.page(self.page), pictures=WORDS.pictures(self.page))
        return Scene(f"help.{self.page}", body, model.side)

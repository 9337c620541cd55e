"""Font files: drawn with, or refused with the line of the settings (F38)."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from PIL import ImageFont

from device.draw.kit import LayoutError
from device.draw.render import drawn
from device.games.settings import SCHEMA
from device.games.words import WORDS
from device.settings.load import load
from device.settings.model import Profile
from device.ui.scene import LineBody, Scene
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = tuple[int, bytes]
"""Where the bytes are put into a real font, and the bytes; -1: they are the whole file."""


@lru_cache(maxsize=1)
def _font() -> bytes:
    font = ImageFont.load_default(12)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return bytes(font.font_bytes)


def cases(seed: int) -> Iterator[Case]:
    """Spoil a font for ever."""
    random, real = Random(f"fonts/{seed}"), _font()
    while True:
        if random.random() < 0.2:
            yield -1, mutated(real[: random.choice((0, 4, 100, 3_000))], (real[:500],), random)[:5_000]
        else:
            yield (
                random.randrange(random.choice((300, len(real)))),
                random.randbytes(random.choice((1, 4, 64))),
            )


def run(case: Case) -> str | None:
    """Load settings that name it, and draw a line with it."""
    at, data = case
    spoilt = data if at < 0 else _font()[:at] + data + _font()[at + len(data) :]
    with tempfile.TemporaryDirectory() as folder:
        font = Path(folder) / "a.ttf"
        font.write_bytes(spoilt)
        settings = Path(folder) / "settings.toml"
        settings.write_text(f'[screen]\nfont = "{font}"\n', encoding="utf-8")
        loaded = load(SCHEMA, settings)
        screen = replace(loaded.settings.screen)
        if not screen.font:
            return None if loaded.problems else "a font was left out without a word"
        try:
            drawn(Scene("boot", LineBody(WORDS.line("boot"))), Profile.L, (0, 0), False, screen.font)
        except LayoutError:
            return None
    return None

"""Writing the gallery: pictures four times their size, and one page that works without a network."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace
from typing import TYPE_CHECKING

from device.draw.render import render, sides
from device.settings.model import Profile
from device.sim.rig import Rig
from device.tools import gallery
from device.tools.gallery.page import Picture, page
from device.ui.model import Turn
from device.ui.words import shown_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from device.tools.gallery.entry import GalleryEntry, Shown
    from hal.frame import Frame

SCALE = 4
MODULES = "entries_"


def entries() -> tuple[GalleryEntry, ...]:
    """Return all entries of all modules, in the order of the modules' names."""
    found: list[GalleryEntry] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(gallery.__path__)):
        if module.startswith(MODULES):
            found += importlib.import_module(f"{gallery.__name__}.{module}").ENTRIES
    return tuple(found)


def build(folder: Path, told: Callable[[str], None] = lambda text: None) -> int:
    """Write pictures and page; return how many pictures. Raises OSError. `told` hears what is drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures: list[Picture] = []
    every = entries()
    for number, entry in enumerate(every, 1):
        told(f"{number}/{len(every)} {entry.name}")
        for profile in Profile:
            for side, (scene_id, words, frame) in enumerate(_looks(entry.make(profile), profile)):
                file = f"{entry.name.replace(' ', '-')}-{profile}{f'-{side + 1}' if side else ''}.png"
                image = frame.image()
                image.resize((image.width * SCALE, image.height * SCALE)).save(folder / file, optimize=True)
                pictures.append(Picture(entry.name, scene_id, profile, side, words, file))
    (folder / "index.html").write_text(page(pictures), encoding="utf-8")
    return len(pictures)


def _looks(shown: Shown, profile: Profile) -> Iterator[tuple[str, str, Frame]]:
    """Return each side: screen id, words, picture. A device shows its panel's RAM and is stopped then."""
    if not isinstance(shown, Rig):
        for side in range(sides(shown, profile)):
            turned = replace(shown, side=side)
            yield shown.id, shown_words(shown), render(turned, profile)
        return
    try:
        for side in range(sides(shown.scene, profile)):
            if side:
                shown.perform(Turn())
            yield shown.scene.id, shown_words(shown.scene), shown.frame
    finally:
        shown.stop()

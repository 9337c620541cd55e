"""The gallery: every screen, real where it can be, on a page that works alone."""

from __future__ import annotations

import os
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from device.games.words import WORDS
from device.screens.help import Help, pages_of, possible
from device.settings.model import Profile
from device.sim.rig import Rig
from device.tools.gallery import build as gallery
from device.tools.gallery.entries_nevermind import nevermind
from device.tools.gallery.entry import GalleryEntry, played, switched_on
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model

README_PICTURE = Path(__file__).parents[3] / "docs" / "img" / "screen.png"
README_ENTRY = "ntd.watch focused"
ENTRIES = gallery.entries()
SCREENS = {
    "boot",
    "home",
    "resume",
    "ntd.stage",
    "ntd.lay",
    "ntd.arrive",
    "ntd.settle",
    "ntd.mind",
    "ntd.token",
    "ntd.watch",
    "ntd.letgo",
    "ntd.done",
    "ntd.prompt",
    "ntd.deep.offer",
    "ntd.deep.from",
    "ntd.deep.count",
    "ntd.deep.hand",
    "ntd.deep.calm",
    "ntd.second",
    "ntd.surface",
    "ntd.reset",
    "ntd.fix",
    "ntd.close",
    "ntd.sum",
    "ntd.mood",
    "ntd.saved",
    "ntd.away",
    "breathe",
    "pause",
    "journal",
    "status",
    "power.hold",
    "power.ask",
    "power.bye",
}


class Page(HTMLParser):
    """Collects what a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: dict[str, str] = {}
        self.elsewhere: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self.images[given["src"]] = given["alt"]
        self.elsewhere += [url for url in (given.get("href", ""), given.get("src", "")) if "//" in url]


def test_every_screen_of_the_list_has_an_entry() -> None:
    known = {entry.name.split()[0] for entry in ENTRIES}
    assert known >= SCREENS
    assert any(name.startswith("help.") for name in known)
    assert any(name.startswith("fault.") for name in known)


def test_no_two_entries_have_one_name() -> None:
    names = [entry.name for entry in ENTRIES]
    assert sorted(set(names)) == sorted(names)


def has_a_matter(model: Model) -> bool:
    """Tell whether help opens at a page of its own: one of this game, or what can be chosen there."""
    screen, page = model.screen, model.screen.help_at(model)
    if page != "now":
        return page in pages_of(model)
    over = replace(model, screen=Help(), under=(*model.under, screen))
    return bool(possible(over)) or model.play is None or type(screen.waiting()).__name__ in ONE_WAY


ONE_WAY = {"Done", "Settle", "Saved", "Pause", "StopAsk", "Help", "Tour", "PowerAsk", "PowerBye"}
"""In a session: what goes on by one key, and the machine's own; they say what the keys do there."""


@pytest.mark.long
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_shows_the_screen_that_it_names(entry: GalleryEntry) -> None:
    shown = entry.make(Profile.L)
    scene = shown.scene if isinstance(shown, Rig) else shown
    try:
        assert scene.id == entry.name.split()[0]
        if isinstance(shown, Rig):
            assert has_a_matter(shown.app.model), "help opens at nothing that stands there"
    finally:
        if isinstance(shown, Rig):
            shown.stop()


def test_the_page_stands_alone_and_says_each_picture_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = (
        GalleryEntry("home", switched_on),
        GalleryEntry("ntd.done", lambda profile: nevermind(switched_on(profile))),
        GalleryEntry("odd <name>", lambda profile: Scene("odd", LineBody(WORDS.line("boot")))),
    )
    monkeypatch.setattr(gallery, "entries", lambda: entries)
    told: list[str] = []
    count = gallery.build(tmp_path / "gallery", told.append)
    page = Page((tmp_path / "gallery" / "index.html").read_text(encoding="utf-8"))
    assert len(page.images) == count
    assert page.elsewhere == []
    for file, words in page.images.items():
        with Image.open(tmp_path / "gallery" / file) as picture:
            assert picture.size == (512, 256)
        assert words
    # Profiles M and S have two sides where there is a map.
    assert {"ntd.done-L.png", "ntd.done-M.png", "ntd.done-M-2.png", "ntd.done-S-2.png"} <= page.images.keys()
    assert "ntd.done-L-2.png" not in page.images
    assert "Nevermind" in page.images["home-L.png"]
    assert told[-1] == "3/3 odd <name>"


def test_a_state_that_no_game_comes_to_is_said() -> None:
    with pytest.raises(LookupError, match="no game"):
        played(lambda seed: nevermind(switched_on(Profile.L), seed=seed), lambda state: False, games=2)


def test_the_picture_of_the_readme_is_a_real_screen(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    entry = next(entry for entry in ENTRIES if entry.name == README_ENTRY)
    rig = entry.make(Profile.L)
    assert isinstance(rig, Rig)
    image = rig.frame.image()
    rig.stop()
    image = image.resize((image.width * gallery.SCALE, image.height * gallery.SCALE))
    if request.config.getoption("--golden"):
        image.save(README_PICTURE, optimize=True)
    with Image.open(README_PICTURE) as there:
        assert there.convert("1").tobytes() == image.tobytes(), "make golden writes it anew"


def test_a_folder_that_cannot_be_made_raises(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError, match=os.strerror(20)):
        gallery.build(tmp_path / "file" / "gallery")

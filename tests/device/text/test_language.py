"""A second language is one file: a made-up one is compiled here, and the whole gallery is seen in it."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest

from device.cli.common import speak
from device.games.nevermind.spoken import map_words
from device.games.settings import defaults
from device.games.words import WORDS
from device.output.speech import once_more, reading
from device.settings.load import with_texts
from device.settings.model import Profile, ScreenSettings
from device.sim.rig import Rig
from device.system.boot import _frame as boot_frame
from device.text import language
from device.text.line import Line
from device.text.words import Words
from device.tools.gallery.build import entries
from device.tools.words import template
from device.ui.scene import Scene
from device.ui.words import shown_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from device.tools.gallery.entry import GalleryEntry
    from hal.frame import Frame

FAR = str.maketrans(
    {**{chr(97 + n): chr(0x430 + n) for n in range(26)}, **{chr(65 + n): chr(0x410 + n) for n in range(26)}}
)
"""Each Latin letter to a letter of another script."""
NO_WORDS = re.compile(r"\b(\d{4}-\d\d-\d\d|\d\d-\d\d|[LMS]|cc?w|NW|NE|SW|SE|N|E|S|W)\b")
"""Dates, sizes of letters, and places that are drawn."""
WATCH = WORDS.lines["watch"].full
STRUCTURE = frozenset({"id", "picture", "pictures", "pointer", "places"})
"""Fields of scenes that hold no words."""


def far(text: str) -> str:
    """Say a text in the made-up language; slots stay as they are."""
    return "".join(
        part if part.startswith("{") else part.translate(FAR) for part in re.split(r"(\{\w*\})", text)
    )


def compiled(words: Mapping[tuple[str, str], str]) -> bytes:
    """Compile translations, (context, English) to text, as msgfmt does.

    Source: gettext manual, The Format of GNU MO Files.
    """
    header = "Content-Type: text/plain; charset=UTF-8\n"
    rows = {"": header, **{f"{context}\x04{text}": told for (context, text), told in words.items()}}
    pairs = [(key.encode(), rows[key].encode()) for key in sorted(rows, key=str.encode)]
    at = 28 + 16 * len(pairs)
    tables: list[list[tuple[int, int]]] = [[], []]
    data = b""
    for column in (0, 1):
        for pair in pairs:
            tables[column].append((len(pair[column]), at + len(data)))
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(struct.pack("<2I", *row) for table in tables for row in table) + data


def contexts(words: Words) -> dict[tuple[str, str], str]:
    """Return what a language has to say, and each in the made-up one."""
    texts = {(line_id, found.full) for line_id, found in words.lines.items()}
    texts |= {(f"{line_id}/short", found.short) for line_id, found in words.lines.items()}
    return {(context, text): far(text) for context, text in texts}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the made-up language."""
    file = tmp_path_factory.mktemp("languages") / "xx.mo"
    file.write_bytes(compiled(contexts(WORDS)))
    return file


@pytest.fixture
def spoken(made_up: Path) -> Iterator[None]:
    """Let everything be said in the made-up language."""
    before = language.install(language.read(made_up))
    yield
    language.install(before)


def untranslated(value: object) -> Iterator[str]:
    """Yield every text in a scene that has a Latin letter in it."""
    if isinstance(value, str):
        if re.search("[A-Za-z]", NO_WORDS.sub("", value)):
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from untranslated(one)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in STRUCTURE:
                yield from untranslated(getattr(value, field.name))


@pytest.mark.long
@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_screen_of_the_gallery_is_said_in_it_and_heard_in_it(entry: GalleryEntry) -> None:
    shown = entry.make(Profile.L)
    scene = shown if isinstance(shown, Scene) else shown.scene
    table = shown.app.model.table_words(scene) if isinstance(shown, Rig) else map_words(scene)
    assert list(untranslated(scene)) == []
    assert list(untranslated(shown_words(scene))) == []
    assert list(untranslated((reading(scene, None, map_words), once_more(scene, table)))) == []


def test_a_word_that_is_not_in_it_is_found() -> None:
    assert list(untranslated(Line(far("Your turn."), "your turn"))) == ["your turn"]
    assert not list(untranslated((Line(far("Play."), ""), "2026-11-29", "L", 3)))


@pytest.mark.usefixtures("spoken")
def test_a_slot_is_filled_and_a_line_in_a_slot_gives_its_own_length() -> None:
    said = WORDS.line("help.named", word="\u0416", card=Line("\u0414\u0414", "\u0414"))
    assert said == Line("\u0416: \u0414\u0414.", "\u0416 \u0414")


def test_long_and_short_are_told_apart_by_their_context(tmp_path: Path) -> None:
    file = tmp_path / "de.mo"
    file.write_bytes(
        compiled({("home.mind", "The Mind"): "Der Geist", ("home.mind/short", "The Mind"): "Geist"})
    )
    before = language.install(language.read(file))
    try:
        assert WORDS.line("home.mind") == Line("Der Geist", "Geist")
        assert WORDS.line("tm.title") == Line("The Mind", "The Mind")
    finally:
        language.install(before)


def test_a_slot_that_there_is_not_is_said_in_english() -> None:
    words = Words(names=(("a", "{count} cards", "{count}"),))
    before = language.install(lambda context, text: "{n} Karten")
    try:
        assert words.line("a", count=3) == Line("3 cards", "3")
    finally:
        language.install(before)


@pytest.mark.parametrize("data", [b"", b"no translations", b"\xde\x12\x04\x95\0"])
def test_a_file_that_is_none_is_told(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "xx.mo"
    file.write_bytes(data)
    with pytest.raises(OSError, match="no file of translations"):
        language.read(file)


def test_the_settings_choose_it_by_the_name_of_its_file(
    made_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = language.install(None)
    try:
        speak(with_texts(defaults(), {"language": "xx"}), made_up.parent)
        assert WORDS.line("watch").full == far(WATCH)
        language.install(None)
        speak(with_texts(defaults(), {"language": "yy"}), made_up.parent)
        assert WORDS.line("watch").full == WATCH
    finally:
        language.install(before)
    told = f"screen.language: {made_up.parent}/yy.mo: No such file or directory; all is said in English\n"
    assert capsys.readouterr().err == told


@pytest.mark.usefixtures("spoken")
def test_the_first_frame_is_said_in_it() -> None:
    english, far_away = _boot(), boot_frame(ScreenSettings())
    assert far_away != english


def _boot() -> Frame:
    before = language.install(None)
    try:
        return boot_frame(ScreenSettings())
    finally:
        language.install(before)


def test_english_loads_nothing_of_gettext() -> None:
    code = "import sys; import device.games.words; print('gettext' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_template_has_every_word_in_both_lengths() -> None:
    found = re.findall(r'^msgctxt (".*")\nmsgid (".*")\nmsgstr ""$', template(WORDS), re.MULTILINE)
    assert {(json.loads(context), json.loads(text)) for context, text in found} == set(contexts(WORDS))
    assert len(found) == 2 * len(WORDS.lines)

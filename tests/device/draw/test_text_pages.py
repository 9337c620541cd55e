"""Pages of words: names that are never shortened, and drawings beside the words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.draw import pages, signs
from device.draw.kit import LayoutError, style
from device.draw.render import render, sides
from device.games.words import WORDS
from device.settings.model import Profile
from device.text.line import Line
from device.ui.scene import Scene, TextBody


def test_a_name_that_is_never_shortened_turns_over_two_sides() -> None:
    """Law 7 of what the hands are told: a title may turn over two sides, never another word."""
    name = WORDS.line("stage.6")
    assert name.full == name.short == "Can't Shake the Feeling"
    how = style(Profile.S)
    shown = pages.text_sides(TextBody(Line("", ""), (name,)), how)
    assert len(shown) == 2
    assert " ".join(row for side in shown for part in side for row in part.fitted.rows) == name.full
    with pytest.raises(LayoutError):
        pages.text_sides(
            TextBody(Line("", ""), (Line("Incomprehensibilities", "incomprehensibilities"),)), how
        )


@pytest.mark.parametrize("profile", Profile)
def test_a_page_with_pictures_draws_each_beside_its_words(profile: Profile) -> None:
    scene = Scene("x", TextBody(*WORDS.page("glyphs"), pictures=WORDS.pictures("glyphs")))
    how = style(profile)
    parts = [part for side in pages.text_sides(scene.body, how) for part in side]
    found = [part.sign for part in parts if part.sign is not None]
    assert len(found) == len(WORDS.page("glyphs")[1])
    for side in range(sides(scene, profile)):
        plain = replace(scene, body=TextBody(*WORDS.page("glyphs")), side=side)
        assert render(replace(scene, side=side), profile) != render(plain, profile)


def test_every_sign_has_a_picture_of_its_own() -> None:
    drawn = {signs.sign(name, 17).tobytes() for name in signs.SIGNS if name.startswith("glyphs.")}
    assert len(drawn) == sum(name.startswith("glyphs.") for name in signs.SIGNS)
    with pytest.raises(ValueError, match="no sign 'moon'"):
        signs.sign("moon", 17)

"""What holds for every picture: legible, whole, inside the panel, the same for the same scene."""

from __future__ import annotations

from random import Random
from string import printable
from typing import TYPE_CHECKING

import pytest

from device.draw.blocks import braille, halfblocks
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, style
from device.draw.pictures import NAMES, picture
from device.draw.render import render, sides
from device.draw.text import fit, font_of, stencil, try_fit, width_of, wrap
from device.games.words import WORDS
from device.settings.model import Profile
from device.text.line import Line
from device.ui.scene import (
    BorderBody,
    CardMap,
    GridBody,
    HandBody,
    LevelBody,
    LineBody,
    MapBody,
    Mark,
    MenuBody,
    NumbersBody,
    Scene,
    TextBody,
    ZonesBody,
)
from hal.frame import HEIGHT, WIDTH, Frame

if TYPE_CHECKING:
    from pathlib import Path

EMPTY = CardMap((Mark(),) * 8)
LEAST_CAPS_PX = {Profile.L: 7, Profile.M: 13, Profile.S: 17}


def lit(frame: Frame) -> set[tuple[int, int]]:
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if frame.lit(x, y)}


def said(full: str, short: str = "") -> Line:
    return Line(full, short or full)


@pytest.mark.long
@pytest.mark.parametrize("cap_px", [8, 9, 10, 13, 17, 20])
def test_a_word_is_as_wide_measured_as_drawn(cap_px: int) -> None:
    """All words of the device, and letters in any order: no word is drawn to know its width."""
    random = Random(cap_px)
    words = {word for _, full, short in WORDS.sentences for word in f"{full} {short}".split()}
    words |= {"".join(random.sample(printable.strip(), 3)) for _ in range(400)}
    assert len(words) > 1000
    wrong = {
        word: (measured, drawn.width)
        for word in words
        if (measured := width_of("", cap_px, word)) != (drawn := stencil("", cap_px, word)).width
    }
    assert wrong == {}


@pytest.mark.parametrize("profile", Profile)
def test_capitals_are_as_high_as_they_are_meant_to_be(profile: Profile) -> None:
    how = style(profile)
    for cap_px in (*how.line_caps_px, *how.caps_px):
        for letter in "EHIX":
            drawn = stencil("", cap_px, letter)
            assert drawn.mask is not None
            assert drawn.mask.height >= LEAST_CAPS_PX[profile]
            assert drawn.mask.height <= cap_px + 1
    assert stencil("", how.word_px, "H").mask.height == 10  # type: ignore[union-attr]  # an H has a mask


@pytest.mark.parametrize("profile", Profile)
def test_capitals_on_the_panel_are_high_enough(profile: Profile) -> None:
    drawn = lit(render(Scene("x", LineBody(said("HIE"))), profile))
    rows = {y for _, y in drawn}
    assert max(rows) - min(rows) + 1 >= LEAST_CAPS_PX[profile]


def test_f18_shift_moves_everything_and_loses_nothing() -> None:
    scene = Scene("x", MapBody("LET GO", 19, EMPTY, said("Your move.")))
    for profile in Profile:
        at_home = lit(render(scene, profile))
        for dx in range(3):
            for dy in range(3):
                moved = lit(render(scene, profile, shift=(dx, dy)))
                assert moved == {(x + dx, y + dy) for x, y in at_home}


@pytest.mark.parametrize("shift", [(3, 0), (0, 3), (-1, 0)])
def test_f18_shift_out_of_range_is_an_error(shift: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="0 to 2 px"):
        render(Scene("x", LineBody(said("Here."))), Profile.L, shift=shift)


def test_f18_swap_changes_the_sides_of_map_and_words() -> None:
    scene = Scene("x", MapBody("", 0, CardMap((Mark(face_up=True),) * 8), said("one")))
    halves = []
    for swap in (False, True):
        drawn = lit(render(scene, Profile.L, swap=swap))
        halves.append(sum(x < WIDTH // 2 for x, _ in drawn) > len(drawn) // 2)
    assert halves == [True, False]


def test_f18_swap_turns_the_timer_bar_round() -> None:
    scene = Scene("x", LineBody(said(""), timer=3))
    for swap, side in ((False, range(WIDTH // 2)), (True, range(WIDTH // 2, WIDTH))):
        wide = {x for x, y in lit(render(scene, Profile.M, swap=swap)) if y == SHEET_HEIGHT - 3}
        assert wide
        assert wide <= set(side)


def test_f18_a_level_has_four_places() -> None:
    frames = {render(Scene("x", LevelBody(4, 3, 1, place=place)), Profile.L) for place in range(4)}
    assert len(frames) == 4


def test_f02_border_is_the_edge_of_the_panel_and_never_shifts() -> None:
    scene = Scene("x", BorderBody(said("Whole?")))
    drawn = lit(render(scene, Profile.S, shift=(2, 2)))
    edge = {
        (x, y) for x in range(WIDTH) for y in range(HEIGHT) if x in (0, WIDTH - 1) or y in (0, HEIGHT - 1)
    }
    assert edge <= drawn
    assert not {(x, y) for x, y in drawn - edge if x in (1, WIDTH - 2) or y in (1, HEIGHT - 2)}


def test_m6_1_a_new_number_moves_nothing_else() -> None:
    before = lit(render(Scene("x", LevelBody(4, 3, 1)), Profile.L))
    after = lit(render(Scene("x", LevelBody(4, 2, 1)), Profile.L))
    changed = {x for x, y in before ^ after}
    assert changed
    assert max(changed) - min(changed) < 20


def test_words_that_fit_are_full_and_else_short() -> None:
    line = said("One two three.", "one")
    assert fit("", (13,), line, 126, 62).rows == ("One two three.",)
    assert fit("", (13,), line, 60, 20).rows == ("one",)
    with pytest.raises(LayoutError, match="'one' does not fit into 10 x 20 px"):
        fit("", (13,), line, 10, 20)


def test_words_break_at_spaces_only() -> None:
    assert wrap("", 13, "ab", 3) is None
    rows = wrap("", 13, "Marker onto the card.", 70)
    assert rows is not None
    assert " ".join(rows) == "Marker onto the card."


def test_sentences_get_rows_of_their_own_where_there_is_room() -> None:
    fitted = try_fit("", (10,), "You drifted. That is normal.", 126, 62)
    assert fitted is not None
    assert fitted.rows == ("You drifted.", "That is normal.")


def test_action_word_that_is_too_wide_is_an_error() -> None:
    for profile in Profile:
        scene = Scene("x", MapBody("ACKNOWLEDGE IT ALL NOW", 19, EMPTY, said("x")))
        with pytest.raises(LayoutError):
            render(scene, profile)


def test_action_word_never_gives_way_on_the_text_side() -> None:
    long = said("Marker onto the card. Time passes.", "to card time")
    for profile in (Profile.M, Profile.S):
        with_word = render(Scene("x", MapBody("LET GO", 19, EMPTY, long)), profile)
        short = render(Scene("x", MapBody("LET GO", 19, EMPTY, said(long.short))), profile)
        assert with_word == short
    plain = render(Scene("x", MapBody("Mind", 19, EMPTY, long)), Profile.M)
    assert plain == render(Scene("x", MapBody("", 19, EMPTY, long)), Profile.M)


@pytest.mark.parametrize("profile", [Profile.M, Profile.S])
def test_map_and_words_are_two_sides(profile: Profile) -> None:
    body = MapBody("You", 7, EMPTY, said("Your move."))
    scene = Scene("x", body)
    assert sides(scene, profile) == 2
    assert render(scene, profile) != render(Scene("x", body, side=1), profile)
    assert sides(scene, Profile.L) == 1


def test_a_notice_takes_the_place_of_the_line_on_both_sides() -> None:
    body = MapBody("You", 7, EMPTY, said("Your move."))
    for profile in Profile:
        told = render(Scene("x", MapBody("You", 7, EMPTY, said("Quiet one."))), profile)
        for side in (0, 1):
            assert render(Scene("x", body, side=side, notice=said("Quiet one.")), profile) == told


def test_a_notice_over_a_body_without_a_line_takes_the_panel() -> None:
    for profile in Profile:
        alone = render(Scene("x", LineBody(said("Not saved."))), profile)
        assert render(Scene("x", LevelBody(3, 2, 1), notice=said("Not saved.")), profile) == alone


@pytest.mark.parametrize(("profile", "rows"), [(Profile.L, 4), (Profile.M, 3), (Profile.S, 2)])
def test_menu_shows_its_window_and_every_cursor_is_framed(profile: Profile, rows: int) -> None:
    items = tuple(said(f"Entry {n}") for n in range(7))
    frames = {render(Scene("x", MenuBody(said("Menu"), items, n)), profile) for n in range(7)}
    assert len(frames) == 7
    few = Scene("x", MenuBody(said("Menu"), items[:rows], 0))
    mark = {(x, y) for x, y in lit(render(few, profile)) if x == SHEET_WIDTH - 3 and y > 16}
    assert len(mark) <= 2 * rows, "no scroll mark where all is shown"


def test_entries_of_a_menu_are_all_full_or_all_short() -> None:
    items = (said("Tokens", "tokens"), said("A rather long entry here", "long"))
    mixed = Scene("x", MenuBody(said("Menu"), items, 0))
    short = Scene("x", MenuBody(said("Menu"), (said("tokens"), said("long")), 0))
    assert render(mixed, Profile.M) == render(short, Profile.M)


@pytest.mark.parametrize("profile", Profile)
def test_value_that_does_not_fit_beside_its_entry_stands_below(profile: Profile) -> None:
    items = (said("Guidance", "guidance"), said("Begin", "begin"))
    for cursor in (0, 1):
        menu = MenuBody(said("Menu"), items, cursor, ("long word", ""))
        assert lit(render(Scene("x", menu), profile))


def test_menu_with_an_entry_that_is_too_wide_is_an_error() -> None:
    with pytest.raises(LayoutError, match="an entry of 'Menu' is too wide for profile S"):
        render(Scene("x", MenuBody(said("Menu"), (said("Incomprehensibilities"),), 0)), Profile.S)


def test_menu_without_entries_is_an_error() -> None:
    with pytest.raises(LayoutError, match="'Menu' has no entry"):
        render(Scene("x", MenuBody(said("Menu"), (), 0)), Profile.L)


def test_question_of_labels_that_do_not_fit_turns_by_rows_of_pads() -> None:
    labels = ("tense", "alert", "bright", "heavy", "ok", "warm", "flat", "quiet", "calm")
    body = GridBody(said("How is it now?"), labels)
    assert sides(Scene("x", body), Profile.L) == 1
    for profile in (Profile.M, Profile.S):
        assert sides(Scene("x", body), profile) == 4
        frames = {render(Scene("x", body, side=side), profile) for side in range(4)}
        assert len(frames) == 4


def test_framed_label_is_always_shown() -> None:
    labels = ("tense", "alert", "bright", "heavy", "ok", "warm", "flat", "quiet", "calm")
    for profile in Profile:
        frames = {render(Scene("x", GridBody(said("How?"), labels, cursor=pad)), profile) for pad in range(9)}
        assert len(frames) == 9


def test_question_needs_nine_labels() -> None:
    with pytest.raises(LayoutError, match="2 labels, not 9"):
        render(Scene("x", GridBody(said("How?"), ("a", "b"))), Profile.L)


@pytest.mark.parametrize("profile", Profile)
def test_every_hand_of_up_to_eight_cards_is_drawn(profile: Profile) -> None:
    cards = ((0, 1), (4, 7), None, (6, 3), (2, 5), (7, 0), (1, 2), (3, 4))
    frames = {render(Scene("x", HandBody(said("Which?"), cards[:count])), profile) for count in range(9)}
    assert len(frames) == 9


@pytest.mark.parametrize("profile", Profile)
def test_every_dealt_hand_can_be_seen_whole(profile: Profile) -> None:
    hand = tuple(range(89, 101))
    scene = Scene("x", LevelBody(12, 5, 3, hand=hand, pile=88))
    assert sides(scene, profile) <= 3
    frames = {render(Scene("x", scene.body, side=side), profile) for side in range(sides(scene, profile))}
    assert len(frames) == sides(scene, profile)


def test_numbers_and_pages_turn_where_they_are_long() -> None:
    assert sides(Scene("x", NumbersBody(said("Aside"), tuple(range(80, 101)))), Profile.S) > 1
    assert sides(Scene("x", TextBody(said("Now"), (said("One."),))), Profile.L) == 1


@pytest.mark.parametrize("profile", Profile)
def test_zones_fill_one_by_one(profile: Profile) -> None:
    places = ("NW", "NE", "SW", "SE")
    lit_pixels = [
        len(
            lit(
                render(
                    Scene("x", ZonesBody(said("Down."), tuple(n < down for n in range(4)), places)), profile
                )
            )
        )
        for down in range(5)
    ]
    assert lit_pixels == sorted(set(lit_pixels))


def test_unknown_zone_and_picture_are_errors() -> None:
    with pytest.raises(ValueError, match="no palm zone 'X'"):
        render(Scene("x", ZonesBody(said("Down."), (True,), ("X",))), Profile.L)
    with pytest.raises(ValueError, match="no picture 'cat'"):
        picture("cat")


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_changes_the_large_panel(name: str) -> None:
    plain = render(Scene("x", LineBody(said("Here."))), Profile.L)
    assert render(Scene("x", LineBody(said("Here."), picture=name)), Profile.L) != plain


def test_another_font_file_can_be_used(tmp_path: Path) -> None:
    own = font_of("", 13).font_bytes  # the only font that is sure to be here, as a file
    path = tmp_path / "other.ttf"
    path.write_bytes(own)
    for profile in Profile:
        scene = Scene("x", LineBody(said("Here.")))
        assert lit(render(scene, profile, font=str(path)))
    with pytest.raises(LayoutError, match="cannot open resource"):
        render(Scene("x", LineBody(said("Here."))), Profile.L, font=str(tmp_path / "none.ttf"))


def test_half_blocks_and_braille_are_the_picture() -> None:
    pages = bytearray(1024)
    pages[0] = 0b0000_0001
    pages[1] = 0b1000_0010
    pages[127] = 0b0000_0011
    frame = Frame(bytes(pages))
    rows = halfblocks(frame).splitlines()
    assert len(rows) == 32
    assert rows[0] == "▀▄" + " " * 125 + "█"
    assert rows[3] == " ▄"
    assert rows[4] == ""
    dots = braille(frame)
    assert [len(row) for row in dots] == [64] * 16
    assert dots[0][0] == chr(0x2800 + 0b0001_0001)
    assert dots[1][0] == chr(0x2800 + 0b1000_0000)
    assert dots[0][63] == chr(0x2800 + 0b0001_1000)
    assert dots[2] == chr(0x2800) * 64

"""A terminal is shown what it can show (F43)."""

from __future__ import annotations

from itertools import product

import pytest

from device.cli.parser import SIGNS
from device.sim.terminal import picture
from device.sim.terminal.controls import Lever, Snapshot
from device.sim.terminal.hands import Grip
from device.sim.terminal.signs import Signs, signs_of
from hal.frame import Frame

CP437 = {ord(sign) for sign in "┌─┐│└┘╔═╗║╚╝█▀▄▌▐░▒▓"}
WINDOWS = (
    "xterm",
    "xterm-256color",
    "tmux-256color",
    "screen",
    "rxvt-unicode",
    "alacritty",
    "xterm-kitty",
    "foot",
)
CONSOLES = ("linux", "linux-16color", "fbterm", "jfbterm")
OLD = ("vt100", "vt220", "vt52", "ansi", "cons25", "sun-color", "wyse60")
WIDE: tuple[dict[str, str], ...] = (
    {},
    {"LANG": "C.UTF-8"},
    {"LANG": "de_DE.utf8"},
    {"LC_ALL": "en_US.UTF-8", "LANG": "C"},
    {"LC_CTYPE": "C.UTF-8"},
)
NARROW = (
    {"LANG": "C"},
    {"LC_ALL": "C"},
    {"LANG": "POSIX"},
    {"LANG": "C", "LC_CTYPE": "C.UTF-8"},  # so Python leaves it
    {"LANG": "de_DE.ISO-8859-1"},
    {"LANG": "de_DE@euro", "LC_ALL": "de_DE.ISO-8859-15@euro"},
)
SEEN = Snapshot(Frame.blank(), "home", "Nevermind\nThe Mind\x1b[2J ½ " + "word " * 300, led=True)


def every_text(signs: Signs) -> str:
    grips = dict(zip("123456", list(Grip) * 2, strict=False))
    texts = [picture.keypad(grips), picture.plain_line(SEEN), picture.HELP, picture.lever_list(set(Lever))]
    texts += [picture.panel(SEEN, large=large, signs=signs) for large in (False, True)]
    return picture.in_signs("\n".join(texts), signs)


@pytest.mark.parametrize("term", [*WINDOWS, *CONSOLES, *OLD])
def test_f43_name_and_locale_tell_what_can_be_shown(term: str) -> None:
    usual = Signs.ASCII if term in OLD else Signs.BLOCKS if term in CONSOLES else Signs.BRAILLE
    for environ in WIDE:
        assert signs_of({"TERM": term, **environ}, "utf-8") is usual, environ
    for environ in NARROW:
        assert signs_of({"TERM": term, **environ}, "utf-8") is Signs.ASCII, environ
    assert signs_of({"TERM": term}, "iso8859-1") is Signs.ASCII


@pytest.mark.parametrize(("signs", "large"), list(product(Signs, (False, True))))
def test_f43_the_panel_keeps_its_size(signs: Signs, large: bool) -> None:
    rows = picture.in_signs(picture.panel(SEEN, large=large, signs=signs), signs).splitlines()
    wide, high = (130, 34) if large else (66, 18)
    assert [len(row) for row in rows] == [wide] * high


def test_f43_a_console_gets_no_sign_that_its_font_lacks() -> None:
    text = every_text(Signs.BLOCKS)
    drawn = {ord(sign) for sign in text if 0x2500 <= ord(sign) < 0x2900}
    assert drawn <= CP437
    assert "Nevermind" in picture.panel(SEEN, signs=Signs.BLOCKS)
    assert "144 x 40" in picture.panel(SEEN, signs=Signs.BLOCKS)


def test_f43_without_utf8_all_is_ascii_and_what_is_down_is_still_told() -> None:
    assert every_text(Signs.ASCII).isascii()
    shown = [
        picture.in_signs(picture.keypad({"1": grip} if grip else {}), Signs.ASCII) for grip in (None, *Grip)
    ]
    assert len({text.splitlines()[0] for text in shown}) == 3


def test_f43_the_picture_in_ascii_tells_every_pixel_pair() -> None:
    lit = Frame(bytes([1, 2, 3, 0] * 256))
    row = picture.in_signs(picture.panel(Snapshot(lit, "a", "b"), large=True, signs=Signs.ASCII), Signs.ASCII)
    assert row.splitlines()[1][1:5] == "'.# "


def test_the_command_line_names_the_same_signs() -> None:
    assert list(SIGNS) == [signs.value for signs in Signs]

"""What the terminal shows: plain characters within 80 x 24, nothing by colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from device.settings.model import PADS
from device.sim.terminal import picture
from device.sim.terminal.controls import BUTTONS, Lever, Snapshot
from device.sim.terminal.hands import KEYS, Grip, Hands, Prefix
from hal.frame import Frame

if TYPE_CHECKING:
    from tests.device.sim.terminal.fakes import FakeBench, FakeTimers


def test_everything_fits_80_by_24() -> None:
    panel = picture.panel(Snapshot(Frame.blank(), "home", "", led=True)).splitlines()
    pads = picture.keypad({}).splitlines()
    assert {len(line) for line in panel} == {picture.PANEL_WIDTH}
    assert {len(line) for line in pads} == {12}
    assert len(panel) == len(pads) == picture.PANEL_HEIGHT
    assert max(map(len, picture.HELP.splitlines())) <= picture.WIDTH
    assert picture.PANEL_WIDTH + 1 + 12 <= picture.WIDTH
    # Panel, plain line of three, status, help of two.
    assert picture.PANEL_HEIGHT + 3 + 1 + 2 == picture.HEIGHT


def test_the_panel_is_braille_with_two_by_four_pixels_a_sign() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((0, 0), 1)
    image.putpixel((127, 63), 1)
    lines = picture.panel(Snapshot(Frame.of(image), "home", "")).splitlines()
    assert lines[1][:2] == "│⠁"
    assert lines[16][-2:] == "⢀│"
    assert lines[2] == "│" + "⠀" * 64 + "│"


def test_the_led_is_said_in_words() -> None:
    assert "LED on" in picture.panel(Snapshot(Frame.blank(), "home", "", led=True))
    assert "LED" not in picture.panel(Snapshot(Frame.blank(), "home", ""))


def test_the_plain_line_is_id_and_words() -> None:
    assert (
        picture.plain_line(Snapshot(Frame.blank(), "ntd.watch", "Your\nmove. ")) == "ntd.watch | Your move."
    )


def test_what_is_down_differs_in_shape() -> None:
    lines = picture.keypad({"1": Grip.TAP, "2": Grip.LATCH, "K1": Grip.MOUSE}).splitlines()
    assert lines[:3] == ["┏━━┓╔══╗┌──┐", "┃1●┃║2●║│3 │", "┗━━┛╚══╝└──┘"]
    assert lines[13] == "┃K1┃│K2││K3│"


def test_every_pad_and_button_is_where_it_is_drawn() -> None:
    lines = picture.keypad({}).splitlines()
    for y, line in enumerate(lines):
        for x in range(len(line)):
            key = picture.key_at(x, y)
            assert key is not None
            middle = lines[y // 3 * 3 + 1][x // 4 * 4 : x // 4 * 4 + 4]
            assert middle.strip("│ ") == key
    assert {picture.key_at(x, y) for x in range(12) for y in range(18)} == {*PADS, *BUTTONS}
    assert [picture.key_at(x, y) for x, y in ((-1, 0), (12, 0), (0, -1), (0, 18))] == [None] * 4


def test_lever_keys_are_no_other_keys_of_the_open_list_and_all_levers_are_there() -> None:
    keys = [key for key, _, _ in picture.LEVERS]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & {"f", "q"}
    assert {lever for _, lever, _ in picture.LEVERS} == set(Lever)
    assert "[x] storage full" in picture.lever_list({Lever.STORAGE_FULL})
    assert picture.lever_list(set()).count("[ ]") == len(Lever)
    assert not set(KEYS) & {"f", "q", "p", "h", " "}


def test_the_status_says_what_lasts(bench: FakeBench, timers: FakeTimers) -> None:
    hands = Hands(bench, timers.after)
    assert picture.status(hands, set()) == ""
    hands.toggle(Prefix.LATCH)
    assert picture.status(hands, set()) == "Latch: which pad or button? (Escape: none)"
    hands.strike("5")
    hands.toggle(Prefix.HOLD)
    hands.strike("K2")
    hands.strike("1")
    hands.toggle_palms()
    assert picture.status(hands, {Lever.OLED_GONE}) == "5 latched; K2 held; palms down; OLED gone"

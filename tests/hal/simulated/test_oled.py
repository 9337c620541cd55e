"""The panels by literal bytes: parser, addressing, every register that changes the glass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hal.frame import HEIGHT, PAGES, WIDTH, Frame
from hal.simulated.errors import SimulatedChipError
from hal.simulated.sh1106 import Sh1106
from hal.simulated.ssd1306 import AddressMode, Ssd1306

if TYPE_CHECKING:
    from hal.simulated.oled import Oled

UPRIGHT = b"\x00\x8d\x14\xa1\xc8\xaf"
"""Charge pump, segments and COM turned, on."""


def _ssd1306() -> Ssd1306:
    chip = Ssd1306()
    _clear(chip)
    return chip


def _sh1106() -> Sh1106:
    chip = Sh1106()
    _clear(chip)
    return chip


def _clear(chip: Oled) -> None:
    for page in range(PAGES):
        chip.write(bytes([0x00, 0xB0 | page, 0x00, 0x10]))
        chip.write(b"\x40" + bytes(chip.ram_columns))
    chip.write(b"\x00\xb0\x00\x10")


def _lit(frame: Frame) -> list[tuple[int, int]]:
    return [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if frame.lit(x, y)]


# Framing


def test_arguments_may_come_in_a_later_transfer() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x81")
    chip.write(b"\x00\x42")
    assert chip.contrast == 0x42


def test_co_bit_gives_one_byte_a_control_byte() -> None:
    chip = _ssd1306()
    chip.write(b"\x80\x81\x80\x33\x80\xb2\xc0\xaa\x40\xbb\xcc")
    assert chip.contrast == 0x33
    assert chip.ram[2 * 128 : 2 * 128 + 3] == b"\xaa\xbb\xcc"


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"\x01\xae", "control byte 0x01"),
        (b"\x80", "nothing follows"),
        (b"\x00\x23", "unknown command 0x23"),
        (b"\x00\xad", "unknown command 0xAD"),
        (b"\x00\x2f", "unknown command 0x2F"),
        (b"\x00\x20\x03", "argument 0x03 of command 0x20 is not 0 to 2"),
        (b"\x00\x21\x00\x80", "argument 0x80 of command 0x21"),
        (b"\x00\x21\x05\x04", "upside down"),
        (b"\x00\x22\x05\x04", "upside down"),
        (b"\x00\x22\x00\x08", "argument 0x08 of command 0x22"),
        (b"\x00\xa8\x0e", "argument 0x0E of command 0xA8"),
        (b"\x00\xd3\x40", "argument 0x40 of command 0xD3"),
        (b"\x00\xd9\x0f", "phase of length 0"),
        (b"\x00\xda\x01", "command 0xDA"),
        (b"\x00\x8d\x15", "command 0x8D"),
        (b"\x00\xc1", "unknown command 0xC1"),
    ],
)
def test_ssd1306_refuses_what_it_does_not_know(sent: bytes, message: str) -> None:
    chip = _ssd1306()
    with pytest.raises(SimulatedChipError, match=f"SSD1306.*{message}|{message}"):
        chip.write(sent)


def test_data_inside_a_command_is_refused() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x81")
    with pytest.raises(SimulatedChipError, match="command 0x81 is incomplete"):
        chip.write(b"\x40\x00")


def test_after_a_cut_the_rest_of_a_command_may_be_anything() -> None:
    chip = _ssd1306()
    chip.cut(b"\x00\x20")
    chip.write(b"\x00\xae\x81\x11")
    assert chip.mode is AddressMode.PAGE
    assert chip.contrast == 0x11


@pytest.mark.parametrize("whole", [b"\x80\xb3\x80\x00\x80\x10\x40\x11\x22", b"\x00\x81\x30", b"\x40\x01\x02"])
def test_f01_a_transfer_cut_after_any_byte_is_no_fault_of_the_driver(whole: bytes) -> None:
    for length in range(1, len(whole) + 1):
        chip = _ssd1306()
        chip.cut(whole[:length])
        chip.write(b"\x00\xe3\xae\x20\x02\xb0\x00\x10")
        chip.write(b"\x80\xb0\x40\x55")
        assert chip.ram[0] == 0x55


def test_the_status_tells_whether_it_is_on() -> None:
    chip = _ssd1306()
    assert chip.read(1) == b"\x40"
    chip.write(b"\x00\xaf")
    assert chip.read(2) == b"\x00\x00"


# Addressing


def test_page_mode_goes_back_to_its_start_column_in_the_same_page() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\xb3\x0e\x17")  # page 3, column 0x7E
    chip.write(b"\x40\x01\x02\x03")
    assert chip.ram[3 * 128 + 0x7E : 4 * 128] == b"\x03\x02"
    assert not any(chip.ram[4 * 128 :])


def test_horizontal_mode_walks_a_window_by_rows() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x20\x00\x21\x02\x03\x22\x01\x02")
    chip.write(b"\x40\x01\x02\x03\x04\x05")
    assert chip.ram[128 + 2 : 128 + 4] == b"\x05\x02"
    assert chip.ram[256 + 2 : 256 + 4] == b"\x03\x04"


def test_vertical_mode_walks_a_window_by_columns() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x20\x01\x21\x02\x03\x22\x01\x02")
    chip.write(b"\x40\x01\x02\x03\x04\x05")
    assert chip.ram[128 + 2 : 128 + 4] == b"\x05\x03"
    assert chip.ram[256 + 2 : 256 + 4] == b"\x02\x04"


def test_page_commands_do_nothing_outside_page_mode() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x20\x00\xb5\x05\x11")
    chip.write(b"\x40\xff")
    assert chip.ram[0] == 0xFF
    assert sum(chip.ram) == 0xFF


def test_window_commands_do_nothing_in_page_mode() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x21\x05\x09\x22\x03\x04")
    chip.write(b"\x40\xff")
    assert chip.ram[0] == 0xFF


def test_a_column_beyond_the_ram_is_refused() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x00\x18")
    with pytest.raises(SimulatedChipError, match="column 128, the last is 127"):
        chip.write(b"\x40\x00")
    other = _sh1106()
    other.write(b"\x00\x03\x18")
    other.write(b"\x40\x00")
    with pytest.raises(SimulatedChipError, match="column 132, the last is 131"):
        other.write(b"\x40\x00")


# The glass


def test_dark_until_on_and_on_ssd1306_until_the_charge_pump_runs() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\xa1\xc8\xaf\xa5")
    assert _lit(chip.frame()) == []
    chip.write(b"\x00\x8d\x14")
    assert len(_lit(chip.frame())) == WIDTH * HEIGHT
    chip.write(b"\x00\xae")
    assert _lit(chip.frame()) == []


def test_sh1106_is_lit_without_a_charge_pump_command_unless_its_converter_is_off() -> None:
    chip = _sh1106()
    chip.write(b"\x00\xa1\xc8\xaf\xa5")
    assert len(_lit(chip.frame())) == WIDTH * HEIGHT
    chip.write(b"\x00\xad\x8a")
    assert _lit(chip.frame()) == []


def test_turned_both_ways_the_first_byte_is_top_left() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT)
    chip.write(b"\x40\x81")
    assert _lit(chip.frame()) == [(0, 0), (0, 7)]
    picture = chip.frame().image()
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT))
    assert picture.getpixel((0, 7)) == 255


def test_turned_neither_way_the_first_byte_is_bottom_right() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x8d\x14\xaf")
    chip.write(b"\x40\x81")
    assert _lit(chip.frame()) == [(127, 56), (127, 63)]


def test_ssd1306_segment_remap_leaves_what_stands_in_ram() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT)
    chip.write(b"\x40\x01")
    chip.write(b"\x00\xa0")
    assert _lit(chip.frame()) == [(0, 0)]
    chip.write(b"\x00\x00\x10")
    chip.write(b"\x40\x01")
    assert _lit(chip.frame()) == [(0, 0), (127, 0)]


def test_com_direction_turns_at_once() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT)
    chip.write(b"\x40\x01")
    chip.write(b"\x00\xc0")
    assert _lit(chip.frame()) == [(0, 63)]


def test_f02_sh1106_shows_ram_columns_2_to_129() -> None:
    chip = _sh1106()
    chip.write(b"\x00\xa1\xc8\xaf\xb0\x02\x10")
    chip.write(b"\x40\x01")
    assert _lit(chip.frame()) == [(0, 0)]
    chip.write(b"\x00\x01\x18")  # column 0x81 = 129
    chip.write(b"\x40\x02")
    assert _lit(chip.frame()) == [(0, 0), (127, 1)]
    chip.write(b"\x00\x00\x10")
    chip.write(b"\x40\xff\xff")
    assert _lit(chip.frame()) == [(0, 0), (127, 1)]
    chip.write(b"\x00\xa0")
    assert _lit(chip.frame()) == [(127, 0), (0, 1)]


def test_invert_and_all_on() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT)
    chip.write(b"\x40\x01")
    chip.write(b"\x00\xa7")
    assert len(_lit(chip.frame())) == WIDTH * HEIGHT - 1
    assert not chip.frame().lit(0, 0)
    chip.write(b"\x00\xa5")
    assert len(_lit(chip.frame())) == WIDTH * HEIGHT
    chip.write(b"\x00\xa4\xa6")
    assert _lit(chip.frame()) == [(0, 0)]


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (b"\x00\x48", 64 - 8),  # start line 8: RAM row 8 is on top
        (b"\x00\xd3\x08", 64 - 8),  # COM n shows row n + 8
        (b"\x00\xd3\x38", 8),
        (b"\x00\x7f", 1),
    ],
)
def test_start_line_and_offset_move_the_picture(sent: bytes, line: int) -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT + b"\xc0")
    chip.write(b"\x40\x01")
    chip.write(sent)
    assert _lit(chip.frame()) == [(0, 63 - line)]


def test_multiplex_leaves_lines_dark() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x8d\x14\xaf\xa5\xa8\x1f")
    lines = {y for _, y in _lit(chip.frame())}
    assert lines == set(range(32, 64))


def test_the_wrong_com_pins_shuffle_lines() -> None:
    chip = _ssd1306()
    chip.write(b"\x00\x8d\x14\xaf\xda\x02")
    chip.write(b"\x40\x03")
    assert sorted(y for _, y in _lit(chip.frame())) == [61, 63]
    chip.write(b"\x00\xda\x32")
    assert sorted(y for _, y in _lit(chip.frame())) == [62, 63]


def test_sh1106_passes_over_the_pair_that_luma_sends() -> None:
    chip = _sh1106()
    chip.write(b"\x00\x20\x10\x8d\x14")
    assert chip.registers.column == 0x40
    with pytest.raises(SimulatedChipError, match="SH1106: unknown command 0x21"):
        chip.write(b"\x00\x21")
    with pytest.raises(SimulatedChipError, match="02 or 12"):
        chip.write(b"\x00\xda\x22")


# Supply and wear


def test_f04_after_a_dip_it_answers_dark_and_with_garbage() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT + b"\x81\x10")
    chip.brown_out()
    assert not chip.lit
    assert chip.contrast == 0x7F
    assert any(chip.ram)
    chip.write(b"\x40\x01")
    assert _lit(chip.frame()) == []


def test_reset_keeps_the_ram() -> None:
    chip = _ssd1306()
    chip.write(UPRIGHT)
    chip.write(b"\x40\x01")
    chip.reset()
    assert not chip.registers.on
    assert chip.ram[127] == 0x01

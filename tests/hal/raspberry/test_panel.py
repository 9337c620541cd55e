from __future__ import annotations

import atexit
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c as luma_i2c
from luma.oled import device as luma_drivers
from PIL import Image

from hal.config import Controller, PanelConfig
from hal.frame import HEIGHT, WIDTH, Frame
from hal.ports import PanelWish
from hal.raspberry.luma_driver import spoken
from hal.raspberry.panel import Panel
from hal.simulated.bus import BusTime, SimBus
from hal.simulated.clock import SimClock

if TYPE_CHECKING:
    from hal.simulated.oled import Oled

ADDRESS = 0x3C
BOTH = pytest.mark.parametrize("controller", list(Controller))
PAGE_HOLD_US = 3_100


@dataclass
class Recording:
    """An I2CBus that keeps what is written and fails when told to."""

    writes: list[bytes] = field(default_factory=list)
    fail: bool = False

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        assert address == ADDRESS
        assert not read
        if self.fail:
            raise OSError(121, "Remote I/O error")
        self.writes.append(write)
        return b""

    def close(self) -> None:
        """Nothing is open."""

    def taken(self) -> list[str]:
        kept, self.writes = self.writes, []
        return [write.hex(" ") for write in kept]


class Glass:
    """A Panel on an emulated chip."""

    def __init__(self, controller: Controller, config: PanelConfig | None = None) -> None:
        self.clock = SimClock(start_us=0)
        time = BusTime(self.clock.now_us, self.clock.spend, self.clock.spend)
        self.bus = SimBus(time, log=[])
        self.chip: Oled = resolve_name(controller.facts.emulation)(controller)
        self.bus.attach(ADDRESS, self.chip)
        self.panel = Panel(config or PanelConfig(controller))

    def settle(self) -> None:
        while self.panel.pump(self.bus, ADDRESS):
            pass

    def attached(self) -> Glass:
        self.panel.attach()
        self.settle()
        return self


def settings_hex(controller: Controller) -> str:
    """The settings that luma's driver starts with, and ours after them."""
    return (spoken(controller).settings + controller.facts.then).hex(" ")


def settled(panel: Panel, bus: Recording) -> list[str]:
    while panel.pump(bus, ADDRESS):
        pass
    return bus.taken()


def frame_of(*pixels: tuple[int, int]) -> Frame:
    image = Image.new("1", (WIDTH, HEIGHT))
    for pixel in pixels:
        image.putpixel(pixel, 1)
    return Frame.of(image)


@BOTH
def test_attach_sends_lumas_settings_then_the_whole_frame_then_switches_on(controller: Controller) -> None:
    panel, bus = Panel(PanelConfig(controller)), Recording()
    panel.want(PanelWish(frame_of((0, 0)), contrast=0x33))
    panel.attach()
    sent = settled(panel, bus)
    low = f"{controller.facts.first_column:02x}"
    assert sent[0] == f"00 e3 ae {settings_hex(controller)}"
    assert sent[1] == "00 81 33"
    assert sent[2] == f"80 b0 80 {low} 80 10 40 01" + " 00" * 127
    assert sent[3:10] == [f"80 b{page} 80 {low} 80 10 40" + " 00" * 128 for page in range(1, 8)]
    assert sent[10:] == ["00 af"]


def test_only_changed_columns_are_sent_by_literal_bytes() -> None:
    panel, bus = Panel(PanelConfig()), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.want(PanelWish(frame_of((5, 0), (7, 1), (60, 2), (127, 63))))
    assert settled(panel, bus) == [
        "80 b0 80 05 80 10 40 01 00 02",
        "80 0c 80 13 40 04",
        "80 b7 80 0f 80 17 40 80",
    ]


def test_f02_the_sh1106_is_addressed_two_columns_further() -> None:
    panel, bus = Panel(PanelConfig(Controller.SH1106)), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.want(PanelWish(frame_of((14, 8))))
    assert settled(panel, bus) == ["80 b1 80 00 80 11 40 01"]


def test_f02_the_offset_can_be_set() -> None:
    panel, bus = Panel(PanelConfig(Controller.SH1106, column_offset=4)), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.want(PanelWish(frame_of((0, 0))))
    assert settled(panel, bus) == ["80 b0 80 04 80 10 40 01"]
    # Turned, the spare columns lie on the other side.
    panel.want(PanelWish(frame_of((0, 0)), flip=True))
    sent = settled(panel, bus)
    assert sent[:2] == ["00 a0 c0", "80 b0 80 00 80 10 40 01" + " 00" * 127]


def test_f02_a_one_pixel_frame_stands_at_the_very_edge() -> None:
    edge = [(x, y) for x in range(WIDTH) for y in range(HEIGHT) if x in (0, 127) or y in (0, 63)]
    for controller in Controller:
        glass = Glass(controller)
        glass.panel.want(PanelWish(frame_of(*edge)))
        glass.attached()
        assert glass.chip.frame() == frame_of(*edge)


def test_contrast_and_switching_are_one_short_transfer_each() -> None:
    panel, bus = Panel(PanelConfig()), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.want(PanelWish(Frame.blank(), contrast=1))
    assert settled(panel, bus) == ["00 81 01"]
    panel.want(PanelWish(frame_of((0, 0)), contrast=1, on=False))
    assert settled(panel, bus) == ["00 ae", "80 b0 80 00 80 10 40 01"]
    panel.want(PanelWish(frame_of((1, 0)), contrast=1))
    assert settled(panel, bus) == ["80 b0 80 00 80 10 40 00 01", "00 af"]


@BOTH
def test_f04_a_refresh_never_switches_off_clears_or_changes_the_contrast(controller: Controller) -> None:
    panel, bus = Panel(PanelConfig(controller)), Recording()
    panel.want(PanelWish(frame_of((0, 0)), contrast=9))
    panel.attach()
    settled(panel, bus)
    panel.refresh()
    sent = settled(panel, bus)
    assert sent[:2] == [f"00 {settings_hex(controller)}", "00 81 09"]
    assert len(sent) == 2 + 8 + 1
    assert sent[2].startswith("80 b0")
    assert sent[-1] == "00 af"


@BOTH
def test_f04_at_no_moment_of_a_refresh_is_the_panel_dark_or_otherwise_bright(controller: Controller) -> None:
    glass = Glass(controller)
    glass.panel.want(PanelWish(frame_of((0, 0)), contrast=9))
    glass.attached()
    glass.panel.refresh()
    seen = set()
    while glass.panel.pump(glass.bus, ADDRESS):
        seen.add((glass.chip.lit, glass.chip.contrast, glass.chip.frame() == frame_of((0, 0))))
    assert seen == {(True, 9, True)}


@BOTH
def test_f04_a_panel_without_its_settings_is_right_after_a_refresh(controller: Controller) -> None:
    glass = Glass(controller)
    glass.panel.want(PanelWish(frame_of((1, 1), (99, 60)), flip=True))
    glass.attached()
    before = glass.chip.frame()
    glass.chip.brown_out()
    assert glass.chip.frame() == Frame.blank()
    glass.panel.refresh()
    glass.settle()
    assert glass.chip.frame() == before


@BOTH
def test_flip_turns_the_picture_by_180_degrees(controller: Controller) -> None:
    glass = Glass(controller)
    glass.panel.want(PanelWish(frame_of((0, 0), (10, 3))))
    glass.attached()
    glass.panel.want(PanelWish(frame_of((0, 0), (10, 3)), flip=True))
    glass.settle()
    assert glass.chip.frame() == frame_of((127, 63), (117, 60))


@BOTH
def test_after_an_error_the_settings_come_again_without_blinking(controller: Controller) -> None:
    panel, bus = Panel(PanelConfig(controller)), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.attach(dark=False)
    sent = settled(panel, bus)
    assert sent[0] == f"00 e3 {settings_hex(controller)}"
    assert "00 ae" not in sent
    assert sent[-1] == "00 af"


def test_a_failed_transfer_changes_nothing_that_is_believed() -> None:
    panel, bus = Panel(PanelConfig()), Recording()
    panel.want(PanelWish(frame_of((3, 3))))
    panel.attach()
    bus.fail = True
    with pytest.raises(OSError, match="121"):
        panel.pump(bus, ADDRESS)
    bus.fail = False
    assert settled(panel, bus)[0].startswith("00 e3 ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8")


def test_a_later_picture_wins_in_the_middle_of_a_redraw() -> None:
    panel, bus = Panel(PanelConfig()), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    panel.want(PanelWish(frame_of((0, 0), (0, 8), (0, 16))))
    assert panel.pump(bus, ADDRESS)
    panel.want(PanelWish(frame_of((0, 8))))
    assert settled(panel, bus) == [
        "80 b0 80 00 80 10 40 01",
        "80 b0 80 00 80 10 40 00",
        "80 b1 80 00 80 10 40 01",
    ]


def test_the_reset_line_is_pulsed_at_the_first_attach_alone() -> None:
    pulses: list[str] = []
    panel = Panel(PanelConfig(), reset=lambda: pulses.append("reset"))
    panel.attach()
    panel.attach(dark=False)
    assert pulses == ["reset"]


class LumaBus:
    """An smbus for luma's own interface over an emulated bus."""

    def __init__(self, bus: SimBus) -> None:
        self.bus = bus

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        self.bus.transfer(address, bytes((control, *data)))


# luma's own display() uses what Pillow 14 takes away; the drivers here do not call it.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@BOTH
def test_lumas_own_display_puts_the_same_on_the_glass(
    controller: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atexit, "register", lambda hook: hook)
    frame = frame_of((0, 0), (1, 9), (64, 31), (127, 63), (90, 17))
    ours, theirs = Glass(controller), Glass(controller)
    ours.panel.want(PanelWish(frame))
    ours.attached()
    driver = getattr(luma_drivers, controller.facts.driver)
    serial = luma_i2c(bus=LumaBus(theirs.bus), address=ADDRESS)
    driver(serial, width=WIDTH, height=HEIGHT).display(frame.image())
    assert ours.chip.frame() == theirs.chip.frame() == frame


pictures = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 127), st.binary(min_size=1, max_size=40)), max_size=6
)
moves = st.lists(
    st.tuples(
        pictures,
        st.booleans(),
        st.sampled_from((None, 5, 110, 121)),
        st.integers(1, 6),
        st.sampled_from((0, 2, 4, 7, 9, 40)),
        st.booleans(),
    ),
    max_size=8,
)


def painted(frame: Frame, strokes: list[tuple[int, int, bytes]]) -> Frame:
    pages = bytearray(frame.pages)
    for page, column, data in strokes:
        at = page * WIDTH + column
        fits = data[: WIDTH - column]
        pages[at : at + len(fits)] = fits
    return Frame(bytes(pages))


def turned(frame: Frame) -> Frame:
    return Frame.of(frame.image().transpose(Image.Transpose.ROTATE_180))


@pytest.mark.long
@BOTH
@settings(max_examples=30, deadline=None)
@given(moves=moves)
def test_f01_after_any_frames_and_errors_the_glass_is_the_last_frame(
    controller: Controller, moves: list[tuple[list[tuple[int, int, bytes]], bool, int | None, int, int, bool]]
) -> None:
    glass = Glass(controller)
    frame = Frame.blank()
    glass.panel.want(PanelWish(frame))
    glass.attached()
    for strokes, flip, errno, nth, delivered, hurry in moves:
        frame = painted(frame, strokes)
        glass.panel.want(PanelWish(frame, flip=flip))
        if errno is not None:
            glass.bus.fault(errno, ADDRESS, nth=nth, times=1, delivered=delivered, stall_us=0)
        if hurry:
            continue
        try:
            glass.settle()
        except OSError:
            glass.bus.cure()
            glass.panel.attach(dark=False)
            glass.settle()
        glass.bus.cure()
        assert glass.chip.frame() == (turned(frame) if flip else frame)
    assert glass.bus.counters[ADDRESS].longest_us <= PAGE_HOLD_US


@settings(max_examples=30, deadline=None)
@given(strokes=pictures)
def test_bytes_are_never_more_than_whole_pages_and_no_more_than_changes_and_addresses(
    strokes: list[tuple[int, int, bytes]],
) -> None:
    panel, bus = Panel(PanelConfig()), Recording()
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    settled(panel, bus)
    frame = painted(Frame.blank(), strokes)
    panel.want(PanelWish(frame))
    sent = [len(bytes.fromhex(write)) + 1 for write in settled(panel, bus)]
    changed = [column for column, byte in enumerate(frame.pages) if byte]
    pages = {column // WIDTH for column in changed}
    # Eight bytes of addressing for a page, and at most six for each further change in it.
    assert sum(sent) <= 8 * len(pages) + len(changed) + 6 * (len(changed) - len(pages))
    assert sum(sent) <= (8 + WIDTH) * len(pages)
    assert max(sent, default=0) <= 8 + WIDTH

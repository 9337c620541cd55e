from __future__ import annotations

import struct
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any

import pytest

from hal.errors import GpioError, MissingLibraryError
from hal.packages import REMAKE
from hal.raspberry.gpiochip import (
    chip_labels,
    closed_chips,
    header_chip,
    lgpio_factory,
    load_lgpio,
    notify_alive,
    remedy,
    runtime_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({4: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 4),
        ({0: "pinctrl-rp1"}, 0),
        ({0: "ft232h-gpio", 11: "pinctrl-rp1", 12: "gpio-brcmstb"}, 11),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, 1),
    ],
)
def test_f15_the_header_is_found_by_its_label(labels: dict[int, str], number: int) -> None:
    assert header_chip(labels) == number


def test_f15_no_header_names_what_was_found() -> None:
    with pytest.raises(GpioError, match="found: gpiochip0 ft232h-gpio"):
        header_chip({0: "ft232h-gpio"})
    with pytest.raises(GpioError, match="no GPIO header"):
        header_chip({})


def test_f16_a_header_that_this_user_may_not_open_is_told_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert closed_chips(tmp_path) == ()
    # Somebody who is root may open everything, so a node that is not there stands for a closed one.
    (tmp_path / "gpiochip1").symlink_to(tmp_path / "nothing")
    closed = closed_chips(tmp_path)
    assert closed == ("gpiochip1",)
    with pytest.raises(GpioError, match=r"gpiochip1.*sudo usermod -aG gpio \$USER.*log out and in again"):
        header_chip({0: "ft232h-gpio"}, closed)


def test_f15_labels_are_read_from_the_chips_and_a_closed_one_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip11").touch()
    (tmp_path / "null").touch()

    def ioctl(file: IO[bytes], request: int, argument: bytes) -> bytes:
        assert (request, len(argument)) == (0x8044B401, 68)
        if file.name.endswith("chip0"):
            raise PermissionError(13, "Permission denied")
        return struct.pack("32s32sI", b"gpiochip11", b"pinctrl-rp1", 54)

    monkeypatch.setattr("hal.raspberry.gpiochip.fcntl.ioctl", ioctl)
    assert chip_labels(tmp_path) == {11: "pinctrl-rp1"}


def test_labels_of_this_machine_are_read_without_error() -> None:
    assert all(isinstance(label, str) for label in chip_labels().values())


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"LG_WD": "/run/lg", "RUNTIME_DIRECTORY": "/run/palmstone"}, "/run/lg"),
        ({"RUNTIME_DIRECTORY": "/run/palmstone:/run/other"}, "/run/palmstone"),
    ],
)
def test_f14_the_fifo_goes_to_the_runtime_folder(environ: dict[str, str], folder: str) -> None:
    assert runtime_folder(environ) == folder
    assert Path(runtime_folder({})).is_dir()


def test_f14_lgpio_is_imported_standing_in_its_folder(tmp_path: Path) -> None:
    seen: list[Path] = []
    environ: dict[str, str] = {}
    here = Path.cwd()

    def importer(name: str) -> Any:
        seen.append(Path.cwd())
        return SimpleNamespace(gpiochip_open=None, name=name)

    assert load_lgpio(str(tmp_path), importer, environ).name == "lgpio"
    assert seen == [tmp_path]
    assert environ == {"LG_WD": str(tmp_path)}
    assert Path.cwd() == here


def test_f14_the_error_of_the_fifo_is_explained(tmp_path: Path) -> None:
    def importer(name: str) -> Any:
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    with pytest.raises(GpioError, match="point LG_WD and WorkingDirectory of the service"):
        load_lgpio(str(tmp_path), importer, {})
    with pytest.raises(GpioError, match="make that folder writable"):
        load_lgpio(str(tmp_path / "none"), importer, {})


def test_f25_a_stub_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(MissingLibraryError, match="empty stand-in: "):
        load_lgpio(str(tmp_path), lambda name: SimpleNamespace(), {})


def test_f25_a_missing_lgpio_names_the_package(tmp_path: Path) -> None:
    def importer(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    with pytest.raises(MissingLibraryError, match="lgpio is not installed: ") as caught:
        load_lgpio(str(tmp_path), importer, {})
    assert isinstance(caught.value, ImportError)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ((3, 11, 2), REMAKE),
        ((3, 12, 0), REMAKE),
        ((3, 13, 5), "sudo apt install python3-lgpio, then make setup (for the service sudo make install)"),
        ((3, 14, 0), "sudo apt install python3-lgpio, then make setup (for the service sudo make install)"),
    ],
)
def test_f52_how_to_come_to_lgpio_is_said_for_the_python_that_runs(
    version: tuple[int, ...], said: str
) -> None:
    assert remedy(version) == said


def test_f52_without_a_header_nobody_is_told_to_install_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """No remedy brings lgpio to a desktop; what works there is said instead."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(GpioError, match="palmstone play, which needs none"):
        lgpio_factory(dict)
    with pytest.raises(MissingLibraryError, match="lgpio is not installed"):
        lgpio_factory(lambda: {11: "pinctrl-rp1"})


@pytest.mark.parametrize(
    ("thread", "alive"),
    [
        (None, True),
        (SimpleNamespace(is_alive=lambda: True), True),
        (SimpleNamespace(is_alive=lambda: False), False),
    ],
)
def test_f12_the_notify_thread_is_asked_whether_it_lives(thread: Any, alive: bool) -> None:
    assert notify_alive(SimpleNamespace(_notify_thread=thread)) is alive


class FakeLgpio(SimpleNamespace):
    """Enough of lgpio for gpiozero's factory."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(opened=[], _notify_thread=None)
        self.error = error

    def gpiochip_open(self, chip: int) -> int:
        if self.error is not None:
            raise self.error
        self.opened.append(chip)
        return 7

    def gpiochip_close(self, handle: int) -> None:
        assert handle == 7


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[FakeLgpio], Any]]:
    """Build the factory over a fake lgpio, and leave no module that knows it."""

    def build(lgpio: FakeLgpio) -> Any:
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        monkeypatch.setenv("LG_WD", str(tmp_path))
        return lgpio_factory(lambda: {11: "pinctrl-rp1"})

    sys.modules.pop("gpiozero.pins.lgpio", None)
    yield build
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_f15_gpiozero_opens_the_chip_of_the_header(backend: Callable[[FakeLgpio], Any]) -> None:
    lgpio = FakeLgpio()
    factory, alive = backend(lgpio)
    assert lgpio.opened == [11]
    assert alive()
    factory.close()


def test_a_header_that_may_not_be_opened_is_named(backend: Callable[[FakeLgpio], Any]) -> None:
    with pytest.raises(GpioError, match="/dev/gpiochip11 cannot be opened: can not open gpiochip"):
        backend(FakeLgpio(RuntimeError("can not open gpiochip")))


def test_f12_an_edge_that_comes_while_its_pin_is_closed_ends_no_thread(
    backend: Callable[[FakeLgpio], Any],
) -> None:
    factory, _ = backend(FakeLgpio())
    pin = object.__new__(factory.pin_class)
    pin._when_changed = None
    edge = (7, 17, 1, 0)
    with pytest.raises(TypeError):
        factory.pin_class.__base__._call_when_changed(pin, *edge)
    pin._call_when_changed(*edge)
    told: list[tuple[float, int]] = []

    def changed(ticks: float, level: int) -> None:
        told.append((ticks, level))

    pin._when_changed = lambda: changed
    pin._call_when_changed(*edge)
    assert told == [(0.0, 1)]
    factory.close()

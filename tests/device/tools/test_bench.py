"""`palmstone bench`: what it counts is right, and what it says of a figure too."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest

import device.tools.bench
from device.cli.parser import parse
from device.games.settings import defaults
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.tools.bench import figures, play, rules, run
from device.tools.bench.figures import FIGURES, How, table
from device.tools.bench.measured import MeasuredRig
from device.tools.bench.player import Player, StuckError, pad_of
from device.tools.bench.traffic import Traffic, count, least, on_bus
from engine.nevermind import commands as say
from engine.nevermind.model import Place, Token
from hal.frame import PAGES, WIDTH, Frame
from hal.ports import Part
from hal.simulated.bus import Transfer, transfer_bits

KEYS = {
    "oled_bytes_ratio",
    "oled_bytes_over_changed",
    "oled_refresh_bytes",
    "bus_hold_ms_max",
    "irq_to_glass_ms_p50",
    "irq_to_glass_ms_p99",
    "touch_to_frame_cpu_ms_p99",
    "idle_wakeups_per_s",
    "idle_cpu_percent",
    "start_ratio",
    "rss_mb",
    "session_15min_s",
    "nevermind_steps_per_s",
    "the_mind_steps_per_s",
}
"""docs/records.md, The command line."""
OLED = 0x3C


def sent(*writes: bytes) -> list[Transfer]:
    return [Transfer(0, OLED, write, 0, transfer_bits(len(write), 0)) for write in writes]


# Bytes


def test_bytes_on_the_bus_count_the_address() -> None:
    (transfer,) = sent(b"\x40\xff\xff")
    assert on_bus(transfer) == 4


SETTINGS = bytes(20)
WHOLE = [bytes((0x80, 0xB0 | page, 0x80, 0, 0x80, 0x10, 0x40)) + bytes(WIDTH) for page in range(PAGES)]


def test_settings_and_the_eight_pages_after_them_are_a_refresh() -> None:
    traffic = count(sent(b"\x00\x81\x10", SETTINGS, *WHOLE, WHOLE[3]))
    assert traffic.refreshes == 21 + 8 * 136
    assert traffic.changes == 4 + 136
    assert traffic.all == traffic.changes + traffic.refreshes
    assert traffic.longest_bits == 9 * 136 + 2


def test_a_change_in_the_middle_of_a_refresh_is_a_change() -> None:
    short = b"\x80\xb0\x80\x00\x80\x10\x40\x01"
    traffic = count(sent(SETTINGS, *WHOLE[:4], short, *WHOLE[4:]))
    assert traffic.changes == len(short) + 1


def test_traffic_adds_up() -> None:
    assert Traffic(1, 2, 30) + Traffic(10, 20, 3) == Traffic(11, 22, 30)


def test_the_least_possible_is_the_bytes_that_differ_from_frame_to_frame() -> None:
    dark = Frame.blank()
    two = Frame(b"\x01\x80" + bytes(WIDTH * PAGES - 2))
    assert least(dark, [two, two, dark]) == 4


@pytest.mark.parametrize(("controller", "size"), [("ssd1306", 1034), ("sh1106", 1080)])
def test_lumas_own_display_sends_the_whole_frame_each_time(controller: str, size: int) -> None:
    loaded = with_texts(defaults(), {"screen.controller": controller})
    assert loaded.sound
    frames = [Frame.blank()] * 3
    sizes = [play.luma_bytes(loaded, frames[:many]) for many in range(4)]
    assert sizes[0] == 0
    assert sizes[1] == size
    assert sizes[3] == 3 * sizes[1]


# A session that is measured


@pytest.fixture(scope="module")
def measured() -> MeasuredRig:
    rig = MeasuredRig(defaults())
    rig.power_on()
    Player(rig, rig.react).session()
    rig.stop()
    return rig


@pytest.mark.long
def test_a_session_is_played_to_its_end_through_the_pads(measured: MeasuredRig) -> None:
    assert measured.scene.id == "home"
    entry = measured.app.sessions.entries()[0]
    assert entry.outcome
    assert entry.facts.mood_before is not None


def test_the_frames_that_were_counted_end_with_what_is_on_the_glass(measured: MeasuredRig) -> None:
    assert len(measured.frames) > 50
    assert all(one != other for one, other in zip(measured.frames, measured.frames[1:], strict=False))
    assert measured.shown_us.keys() >= {measured.app.outputs.display.serial}


def test_reactions_hold_the_transfers_between_the_irq_and_the_glass(measured: MeasuredRig) -> None:
    assert len(measured.reactions) > 30
    for reaction in measured.reactions:
        assert reaction.bus_us > 1_000, "the read of the touch chip alone takes a millisecond"
        assert 0 < reaction.frame_cpu_us <= reaction.cpu_us
        assert reaction.glass_us == reaction.bus_us + reaction.cpu_us


def test_no_transfer_holds_the_bus_longer_than_a_page(measured: MeasuredRig) -> None:
    counters = measured.world.bus.counters
    assert max(one.longest_us for one in counters.values()) <= 3_100


@pytest.mark.long
def test_ours_is_less_than_lumas_own_and_near_the_least_possible(measured: MeasuredRig) -> None:
    log = measured.world.bus.log
    assert log is not None
    traffic = count(one for one in log if one.addr == measured.world.address(Part.OLED))
    frames = measured.frames
    assert traffic.all < play.luma_bytes(measured.loaded, frames)
    assert traffic.changes <= 1.6 * least(Frame.blank(), frames)


@pytest.mark.long
@pytest.mark.parametrize("stage", [2, 4, 5, 6])
def test_the_player_finds_its_way_through_every_stage(stage: int) -> None:
    rig = Rig(defaults())
    rig.power_on()
    Player(rig, rig.tap, seed="3").session(stage)
    assert rig.app.sessions.entries()[0].facts.stage == stage


def test_a_player_that_gets_nowhere_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.tools.bench.player.TOUCHES_AT_MOST", 30)
    rig = Rig(defaults())
    rig.power_on()
    with pytest.raises(StuckError, match=r"ntd\.lay"):
        Player(rig, lambda pad: None).session()


@pytest.mark.parametrize(
    ("command", "pad"),
    [
        (say.Notice(Place.SE), "9"),
        (say.GiveToken(Token.FEELING), "8"),
        (say.Breathe(True), "#"),
        (say.AddCenter(False), "0"),
        (say.DrawHand(4), "4"),
        (say.PlayHand(0), "1"),
        (say.Draw(), "0"),
    ],
)
def test_every_command_has_its_pad(command: say.Command, pad: str) -> None:
    assert pad_of(command) == pad


def test_quantiles_are_values_that_were_seen() -> None:
    assert play.Quantiles.of([5.0, 1.0, 3.0]) == play.Quantiles(3.0, 5.0)
    hundred = [float(value) for value in range(1, 101)]
    assert play.Quantiles.of(hundred) == play.Quantiles(50.0, 99.0)


# An idle session


def test_an_idle_session_wakes_each_owner_once_a_second_and_no_more() -> None:
    rig = MeasuredRig(defaults())
    rig.power_on()
    rig.tap("K4")
    rig.wait(30_000_000)
    since = len(rig.works)
    rig.wait(60_000_000)
    wakes = {(work.app, work.at_us // 100_000) for work in rig.works[since:]}
    assert len([wake for wake in wakes if wake[0]]) <= 61
    assert len([wake for wake in wakes if not wake[0]]) <= 61


# The rules


@pytest.mark.parametrize("name", rules.OPTIONS)
def test_random_games_are_played_to_their_ends(name: str) -> None:
    for options in rules.OPTIONS[name]:
        played = rules.choose(name, options, 1)
        state = played.start
        for command in played.commands:
            step = played.game.step(state, command)
            assert step.refusal is None
            state = step.state
        assert played.commands


def test_steps_a_second_are_counted() -> None:
    assert rules.steps_per_s("the-mind", games=1, passes=1) > 0


# The table


def test_every_key_of_the_records_has_a_figure() -> None:
    assert {figure.key for figure in FIGURES} >= KEYS


def test_the_bars_are_those_of_the_hardware_notes() -> None:
    bars = {figure.key: (figure.most, figure.least) for figure in FIGURES if figure.key in KEYS}
    assert bars == {
        "oled_bytes_ratio": (0.55, None),
        "oled_bytes_over_changed": (1.6, None),
        "oled_refresh_bytes": (None, None),
        "bus_hold_ms_max": (3.1, None),
        "irq_to_glass_ms_p50": (14, None),
        "irq_to_glass_ms_p99": (25, None),
        "touch_to_frame_cpu_ms_p99": (3, None),
        "idle_wakeups_per_s": (2, None),
        "idle_cpu_percent": (0.2, None),
        "start_ratio": (1.8, None),
        "rss_mb": (40, None),
        "session_15min_s": (2, None),
        "nevermind_steps_per_s": (None, 20_000),
        "the_mind_steps_per_s": (None, 20_000),
    }


def test_the_table_says_how_a_figure_was_got_and_by_how_much_a_bar_is_missed() -> None:
    lines = table({"oled_bytes_ratio": 0.66, "rss_mb": 40.0, "the_mind_steps_per_s": 10_000.0})
    assert len(lines) == 4
    assert lines[1].split()[-5:] == ["0.55", "modelled", "no,", "by", "20%"]
    assert lines[2].split()[-1] == "yes"
    assert lines[3].split()[-4:] == ["measured", "no,", "by", "50%"]
    assert {figure.how for figure in FIGURES} == set(How)


def test_bench_prints_one_flat_object_or_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {figure.key: 1.5 for figure in figures.FIGURES}
    monkeypatch.setattr(run, "measure", lambda **asked: values)
    assert device.tools.bench.bench(Namespace(json=True, quick=True)) == 0
    assert json.loads(capsys.readouterr().out) == values
    assert parse(["bench"]).command(parse(["bench"])) == 0
    assert capsys.readouterr().out.splitlines() == list(table(values))


def test_progress_is_told_before_each_part_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        run, "stages", lambda effort: (("one", lambda: {"a": 1.0}), ("two", lambda: {"b": 2.0}))
    )
    told: list[tuple[str, int, int]] = []
    assert run.measure(told=lambda *heard: told.append(heard)) == {"a": 1.0, "b": 2.0}
    assert told == [("one", 0, 2), ("two", 1, 2), ("", 2, 2)]


def test_what_is_measured_has_a_figure_and_the_other_way_round() -> None:
    names = [name for name, _ in run.stages(run.QUICK)]
    assert len(names) == len(set(names)) == 7

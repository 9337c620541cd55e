"""Settings: bounds, conflicts, every problem at once with its line, sources, and the shipped file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from PIL import ImageFont

from device.games.nevermind.settings import NevermindSettings
from device.games.settings import SCHEMA, defaults
from device.settings.load import load, with_texts
from device.settings.loaded import Source, find_file, with_choices
from device.settings.locate import key_lines
from device.settings.model import Guidance, Profile
from device.settings.parse import MOST_PROBLEMS
from device.settings.report import problem_lines, settings_lines, shipped_file
from hal.config import Controller, HardwareConfig

DEFAULT_FILE = Path(__file__).parents[3] / "device" / "settings" / "default.toml"

BAD = """\
[screen]
profile = "xl"
brigthness_percent = 30
brightness_percent = 300
night = yes
[wiring]
led_pin = 5
buzzer_pin = 3
panel_reset_pin = 9
pads_address = 0x40
bus_hz = 1_000_000
buttons = { K9 = 1 }
[pads]
night = true
touch_counts = [
  12, 12,
]
release_counts = 13
[pads.electrodes]
"1" = 2
"#" = 12
[guidence]
level = "quiet"
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def problems(folder: Path, text: str) -> list[str]:
    prefix = f"{folder / 'settings.toml'}:"
    return [line.removeprefix(prefix) for line in problem_lines(load(SCHEMA, write(folder, text)))]


def test_every_problem_is_told_at_once_with_line_range_and_the_nearest_word(tmp_path: Path) -> None:
    assert problems(tmp_path, BAD) == [
        '2: screen.profile is "xl"; allowed: "L", "M" or "S"; did you mean "L"?',
        '3: there is no setting screen.brigthness_percent; did you mean "brightness_percent"?',
        "4: screen.brightness_percent is 300; allowed: 1 to 100 percent",
        "5: this is not TOML: Invalid value; text goes in quotes, true and false in small letters",
        "7: wiring.buttons.K1 and wiring.led_pin are both pin 5; give each its own",
        "8: wiring.buzzer_pin is 3, which is the I2C clock; use another pin",
        "9: advice: wiring.panel_reset_pin is 9, which SPI may use; make sure that it is off",
        "10: wiring.pads_address is 0x40; allowed: 0x5A to 0x5D",
        "11: wiring.bus_hz is 1000000; allowed: 10000 to 400000 Hz",
        "12: there is no setting wiring.buttons.K9; there are K1, K2, K3, K4, K5, K6",
        '14: there is no setting pads.night; did you mean "screen.night"?',
        "15: pads.touch_counts is [12, 12]; allowed: 4 to 120 counts, one number or a list of twelve",
        "20: pads.electrodes.1 and pads.electrodes.3 are both electrode 2; give each its own",
        "21: pads.electrodes.# is 12; allowed: 0 to 11 (an electrode)",
        '22: there is no section [guidence]; did you mean "guidance"?',
    ]


def test_settings_at_fault_give_way_to_defaults_and_the_others_hold(tmp_path: Path) -> None:
    loaded = load(SCHEMA, write(tmp_path, BAD.replace("night = yes", "night = true")))
    assert not loaded.sound
    assert loaded.settings.screen.night
    assert loaded.settings.screen.profile is Profile.L
    assert loaded.settings.hardware == HardwareConfig()
    assert loaded.settings.pads == defaults().settings.pads


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[pads]\nrelease_counts = 12",
            "2: pads.release_counts is 12 at electrode 0; it must be smaller than ",
        ),
        ("[palms]\naddress = 0x5A", "2: palms.address and wiring.pads_address are both 0x5A; "),
        ("[palms]\nirq_pin = 17", "2: wiring.pads_irq_pin and palms.irq_pin are both pin 17; "),
        ("screen = 3", "1: screen is 3; it is a section: write [screen]"),
        ("[sound]\nsilent = 1", "2: sound.silent is 1; allowed: true or false"),
        ("[screen]\nbrightness_percent = true", "2: screen.brightness_percent is true; allowed: 1 to 100"),
        ("[screen]\nbrightness_percent = 5.5", "2: screen.brightness_percent is 5.5; allowed: 1 to 100"),
        (
            "[guidance]\npacks = ['Work', 'Home']",
            '2: guidance.packs is ["Work", "Home"]; allowed: [] or 3 to 12',
        ),
        ("[guidance]\npacks = ['Work', 'Home', '']", '2: guidance.packs is ""; allowed: [] or 3 to 12'),
        (
            "[nevermind]\nrotation_degrees = 45",
            "2: nevermind.rotation_degrees is 45; allowed: 0, 90 or 180 deg",
        ),
        ("[nevermind]\nmind_cards = [[0, 1]]", "2: nevermind.mind_cards is 1 cards; allowed: [] or 16 pairs"),
        (
            f"[nevermind]\nmind_cards = {[[1, 1]] * 16}",
            "2: nevermind.mind_cards is [1, 1]; allowed: [] or 16",
        ),
        ("[screen]\nfont = 7", "2: screen.font is 7; allowed: text of at most 240 characters"),
        ("[screen]\nx = [1,\n2", "2: this is not TOML: "),
    ],
)
def test_each_kind_of_fault_has_its_sentence(tmp_path: Path, text: str, message: str) -> None:
    (problem,) = load(SCHEMA, write(tmp_path, text)).problems
    assert f"{problem.line}: {problem.message}".startswith(message)


SOUND = '[screen]\ncontroller = "sh1106"\n[wiring]\nled_pin = 24\n[wiring.buttons]\nK1 = 6\nK2 = 5\n'


@pytest.mark.parametrize(
    ("last", "message"),
    [
        ("K1 = 7", "8: wiring.buttons.K1 is given twice: line 6 holds; take one of them out"),
        ("hal", "8: this is not TOML: "),
        ("K3 = ", "8: this is not TOML: Invalid value; text goes in quotes"),
        ("K3 = [1,\n2", "8: this is not TOML: "),
        ('K3 = """', "8: this is not TOML: "),
        ("K3 = " + "[" * 5_000, "8: this is not TOML: nested too deeply"),
        ("K3 = " + "9" * 5_000, "8: this is not TOML: a number or a date that cannot be"),
        ("a." * 50_000 + "b = 1", "8: this is not TOML: a name of very many parts"),
        ("[screen]", "8: [screen] is there already, in line 1; both are read: make them one"),
        (
            "[screen",
            "8: this is not TOML: Expected ']' at the end of a table declaration; it is read as [screen]",
        ),
        ("[[", "8: this is not TOML: "),
    ],
)
def test_f39_an_error_in_one_line_costs_that_line_alone(tmp_path: Path, last: str, message: str) -> None:
    loaded = load(SCHEMA, write(tmp_path, SOUND + last + "\n"))
    hardware = loaded.settings.hardware
    assert hardware.panel.controller is Controller.SH1106
    assert (hardware.led_pin, hardware.button_pins[:2]) == (24, (6, 5))
    (problem,) = loaded.problems
    assert f"{problem.line}: {problem.message}".startswith(message)


def test_f39_a_table_that_is_there_twice_is_named_and_both_are_read(tmp_path: Path) -> None:
    text = f"{SOUND}[screen]\nnight = true\ncontroller = 'ssd1306'\n[sound]\nsilent = true\n"
    loaded = load(SCHEMA, write(tmp_path, text))
    assert loaded.settings.screen.night
    assert loaded.settings.sound.silent
    assert loaded.settings.hardware.panel.controller is Controller.SH1106
    assert [problem.line for problem in loaded.problems] == [8, 10]


@pytest.mark.parametrize("line", ["broken {}", "a{} = [", "a{} = {}", 'a{} = """', "[", "{}"])
def test_f39_of_very_many_broken_lines_the_first_are_told_and_the_rest_is_counted(
    tmp_path: Path, line: str
) -> None:
    text = SOUND + "".join(line.format(k, k) + "\n" for k in range(600)) + "x\n"
    loaded = load(SCHEMA, write(tmp_path, text))
    assert loaded.settings.hardware.panel.controller is Controller.SH1106
    assert len(loaded.problems) == MOST_PROBLEMS + 1
    assert "more such problems" in loaded.problems[0].message


def test_bounds_are_allowed_and_one_beyond_is_not(tmp_path: Path) -> None:
    inside = "[screen]\nbrightness_percent = {}\n[wiring]\npads_address = {}"
    for percent, address in ((1, 0x5A), (100, 0x5D)):
        assert load(SCHEMA, write(tmp_path, inside.format(percent, address))).problems == ()
    for percent, address in ((0, 0x59), (101, 0x5E)):
        assert len(load(SCHEMA, write(tmp_path, inside.format(percent, address))).problems) == 2


@pytest.mark.parametrize("pin", [0, 1, 2, 3])
def test_a_button_on_a_reserved_pin_is_refused(tmp_path: Path, pin: int) -> None:
    loaded = load(SCHEMA, write(tmp_path, f"[wiring.buttons]\nK5 = {pin}"))
    assert [problem.advice for problem in loaded.problems] == [False]
    assert loaded.settings.hardware.button_pins[4] == 22


@pytest.mark.parametrize("pin", [4, *range(7, 16), *range(18, 22)])
def test_a_pin_with_another_use_is_taken_with_a_word(tmp_path: Path, pin: int) -> None:
    loaded = load(SCHEMA, write(tmp_path, f"[wiring.buttons]\nK5 = {pin}"))
    assert [problem.advice for problem in loaded.problems] == [True]
    assert loaded.sound
    assert loaded.settings.hardware.button_pins[4] == pin


def test_the_wiring_can_be_moved_as_a_whole(tmp_path: Path) -> None:
    text = (
        '[screen]\ncontroller = "sh1106"\ncolumn_offset = 2\n[palms]\naddress = 0x5B\nirq_pin = 27\n'
        "[wiring]\nled_pin = 24\npads_irq_pin = 'none'\n[wiring.buttons]\nK1 = 6\nK2 = 5\nK5 = 22\n"
        "[pads.electrodes]\n1 = 11\n'#' = 0\n[palms.electrodes]\nseat_0 = 3\nseat_3 = 0\n"
    )
    loaded = load(SCHEMA, write(tmp_path, text))
    assert loaded.problems == ()
    hardware = loaded.settings.hardware
    assert (hardware.panel.controller, hardware.panel.column_offset) == (Controller.SH1106, 2)
    assert hardware.pads.irq_pin is None
    assert hardware.palms is not None
    assert (hardware.palms.address, hardware.palms.irq_pin) == (0x5B, 27)
    assert hardware.button_pins == (6, 5, 16, 26, 22, 23)
    assert (loaded.settings.pads.electrode("1"), loaded.settings.pads.electrode("#")) == (11, 0)
    assert loaded.settings.plates == (3, 1, 2, 0)


def test_k5_and_k6_are_there_as_shipped_and_stand_back_for_what_the_file_puts_on_their_pins(
    tmp_path: Path,
) -> None:
    assert defaults().settings.hardware.button_pins[4:] == (22, 23)
    loaded = load(SCHEMA, write(tmp_path, "[wiring]\nled_pin = 22\n"))
    assert loaded.problems == ()
    assert loaded.settings.hardware.led_pin == 22
    assert loaded.settings.hardware.button_pins[4:] == (None, 23)
    given = with_texts(loaded, {"buzzer_pin": "23"})
    assert given.problems == ()
    assert given.settings.hardware.button_pins[4:] == (None, None)
    moved = load(SCHEMA, write(tmp_path, "[wiring.buttons]\nK1 = 23\n"))
    assert moved.settings.hardware.button_pins == (23, 6, 16, 26, 22, None)


def test_k5_asked_for_on_a_pin_that_is_taken_is_told(tmp_path: Path) -> None:
    text = "[wiring]\nled_pin = 22\n[wiring.buttons]\nK5 = 22\n"
    (problem,) = load(SCHEMA, write(tmp_path, text)).problems
    assert "wiring.buttons.K5 and wiring.led_pin are both pin 22" in problem.message


def test_the_shipped_file_is_agreed_to_be_the_one_of_the_rows(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        DEFAULT_FILE.write_text(shipped_file(SCHEMA), encoding="utf-8")
    assert DEFAULT_FILE.read_text(encoding="utf-8") == shipped_file(SCHEMA), "make golden writes it anew"


def test_the_shipped_file_is_whole_commented_and_at_the_defaults() -> None:
    loaded = load(SCHEMA, DEFAULT_FILE)
    assert loaded.problems == ()
    assert loaded.settings == defaults().settings
    assert set(loaded.sources.values()) == {Source.FILE}
    text = DEFAULT_FILE.read_text(encoding="utf-8")
    words = " ".join(text.replace("\n#", "").split())
    for entry in SCHEMA.rows:
        if entry.section not in {"pads.electrodes", "palms.electrodes"}:
            assert entry.about in words, entry.path
        if not entry.section.endswith(("electrodes", "buttons")):
            assert f"Allowed: {entry.kind.allowed}." in words, entry.path
    for section in SCHEMA.names:
        above = text.splitlines()[text.splitlines().index(f"[{section}]") - 1]
        assert above.startswith("# "), section


def test_the_line_of_every_key_is_found(tmp_path: Path) -> None:
    loaded = load(SCHEMA, DEFAULT_FILE)
    lines = DEFAULT_FILE.read_text(encoding="utf-8").splitlines()
    for entry in SCHEMA.rows:
        assert lines[loaded.lines[entry.path] - 1].strip('"').startswith(entry.key), entry.path


def test_lines_are_right_across_long_values_quotes_and_dots() -> None:
    text = 'a = """\nb = 1\n"""\n"x=y" = [\n  1, # c = 2\n]\n[t]\n# d = 3\nq."r.s" = 1\nlast = 2\n'
    assert key_lines(text) == {
        ("a",): 1,
        ("x=y",): 4,
        ("t",): 7,
        ("t", "q"): 9,
        ("t", "q", "r.s"): 9,
        ("t", "last"): 10,
    }


def test_schema_and_values_agree() -> None:
    assert len({entry.path for entry in SCHEMA.rows}) == len(SCHEMA.rows)
    held = {section.name: section.held for section in SCHEMA.sections if section.held is not None}
    assert list(held) == ["screen", "sound", "guidance", "nevermind", "the_mind"]
    settings = defaults().settings
    mine = (settings.screen, settings.sound, settings.guidance, *settings.games)
    assert mine == tuple(kind() for kind in held.values())
    for entry in SCHEMA.rows:
        raw = tomllib.loads(f"x = {entry.kind.text(entry.default)}")["x"]
        assert entry.kind.read(raw) == entry.default, entry.path


def test_choices_win_for_what_is_set_on_the_device_only(tmp_path: Path) -> None:
    file = write(tmp_path, "[screen]\nnight = false\nflip = true\n[wiring]\nled_pin = 24\n")
    loaded = load(
        SCHEMA, file, {"screen": {"night": True}, "wiring": {"led_pin": 23}, "pads": {"touch_counts": 20}}
    )
    assert loaded.settings.screen.night
    assert loaded.settings.screen.flip
    assert loaded.settings.hardware.led_pin == 24
    assert loaded.settings.hardware.pads.on == (20,) * 12
    assert problem_lines(loaded) == [
        "choices.json: wiring.led_pin is not set on the device; set it in the settings file"
    ]
    sections = {entry.path.split(".")[0] for entry in SCHEMA.rows if entry.choosable}
    assert sections == {"screen", "sound", "guidance", "nevermind", "pads"}
    assert not any(e.choosable for e in SCHEMA.rows if e.section == "pads.electrodes")


def test_choices_that_clash_with_the_file_give_way(tmp_path: Path) -> None:
    loaded = load(SCHEMA, write(tmp_path, "[pads]\nrelease_counts = 10\n"), {"pads": {"touch_counts": 9}})
    assert loaded.settings.hardware.pads.on == (12,) * 12
    assert loaded.sources["pads.touch_counts"] is Source.DEFAULT
    assert not loaded.sound


def test_a_choice_on_the_device_is_checked_and_kept(tmp_path: Path) -> None:
    loaded = with_choices(defaults(), {"guidance.level": Guidance.FULL, "screen.column_offset": None})
    loaded = with_choices(loaded, {"pads.touch_counts": (20,) * 12, "pads.release_counts": (15,) * 12})
    assert loaded.settings.guidance.level is Guidance.FULL
    assert loaded.choices() == {
        "guidance": {"level": "full"},
        "screen": {"column_offset": "none"},
        "pads": {"touch_counts": [20] * 12, "release_counts": [15] * 12},
    }
    assert load(SCHEMA, None, loaded.choices()).settings == loaded.settings
    for path, value in (("wiring.led_pin", 24), ("screen.brightness_percent", 0), ("pads.touch_counts", 15)):
        with pytest.raises(ValueError, match=path.replace(".", r"\.")):
            with_choices(loaded, {path: value})


def test_scenarios_give_settings_as_text() -> None:
    texts: dict[str, object] = {
        "screen": {"night": "on", "profile": "M", "brightness_percent": "30"},
        "sound.silent": "no",
        "careful": "true",
        "pads_address": "0x5B",
        "wiring": {"buttons": {"K5": "24"}},
        "mind_cards": [["0", "1"]] * 16,
        "packs": ["Work", "Home", "Body"],
        "pads": {"touch_counts": ["20"] * 12},
        "rotation_degrees": "90",
        "labels": "off",
    }
    loaded = with_texts(defaults(), texts)
    assert loaded.problems == ()
    settings = loaded.settings
    assert (settings.screen.night, settings.screen.profile, settings.screen.brightness_percent) == (
        True,
        "M",
        30,
    )
    assert (settings.sound.silent, settings.guidance.careful, settings.of(NevermindSettings).labels) == (
        False,
        True,
        False,
    )
    assert (settings.hardware.pads.address, settings.hardware.button_pins[4]) == (0x5B, 24)
    assert settings.of(NevermindSettings).mind_cards == ((0, 1),) * 16
    assert settings.guidance.packs == ("Work", "Home", "Body")
    assert (settings.hardware.pads.on, settings.of(NevermindSettings).rotation_degrees) == ((20,) * 12, 90)
    assert {loaded.sources[path] for path in ("screen.night", "guidance.careful")} == {Source.GIVEN}


def test_scenario_settings_at_fault_are_told() -> None:
    texts: dict[str, object] = {"nihgt": "on", "silent": "maybe", "screen": {"flip": {"a": "1"}}}
    assert [str(problem) for problem in with_texts(defaults(), texts, "a.yaml").problems] == [
        'a.yaml: there is no setting nihgt; did you mean "screen.night"?',
        'a.yaml: sound.silent is "maybe"; allowed: true or false',
        'a.yaml: screen.flip is {"a": "1"}; allowed: true or false',
    ]


def test_scenario_settings_that_clash_give_way() -> None:
    loaded = with_texts(defaults(), {"led_pin": "5", "night": "on"}, "a.yaml")
    assert [str(problem) for problem in loaded.problems] == [
        "a.yaml: wiring.buttons.K1 and wiring.led_pin are both pin 5; give each its own"
    ]
    assert (loaded.settings.hardware.led_pin, loaded.settings.screen.night) == (None, True)


def test_the_effective_settings_are_printed_as_toml_with_their_sources(tmp_path: Path) -> None:
    file = write(tmp_path, "[screen]\nflip = true\n[pads.electrodes]\n'1' = 1\n2 = 0\n")
    loaded = load(SCHEMA, file, {"screen": {"night": True}})
    lines = settings_lines(loaded)
    again = load(SCHEMA, write(tmp_path, "\n".join(lines)))
    assert again.settings == loaded.settings
    origin = {line.split(" ")[0]: line.split("  # ")[1] for line in lines if "  # " in line}
    assert origin["flip"] == f"{file}:2"
    assert origin["night"] == "choices.json"
    assert origin["silent"] == "default"
    assert origin["2"] == f"{file}:5"


def test_the_file_given_goes_before_the_systems_and_that_before_ones_own(tmp_path: Path) -> None:
    home, system = tmp_path / "home", tmp_path / "etc.toml"
    own = home / ".config" / "palmstone" / "settings.toml"
    assert find_file(None, home, system) is None
    own.parent.mkdir(parents=True)
    own.touch()
    assert find_file(None, home, system) == own
    system.touch()
    assert find_file(None, home, system) == system
    assert find_file(tmp_path / "given", home, system) == tmp_path / "given"


def test_f21_an_unreadable_file_leaves_the_defaults_and_a_word(tmp_path: Path) -> None:
    loaded = load(SCHEMA, tmp_path / "none.toml")
    assert loaded.settings == defaults().settings
    assert "there is no such file" in problem_lines(loaded)[0]
    file = tmp_path / "settings.toml"
    file.write_bytes(b"[screen]\n# \xff")
    assert "not UTF-8 text (byte 11)" in problem_lines(load(SCHEMA, file))[0]
    assert problem_lines(load(SCHEMA, tmp_path))[0].startswith(f"{tmp_path}: cannot be read: ")


def test_a_font_that_is_not_there_gives_way_to_the_built_in_one(tmp_path: Path) -> None:
    file = write(tmp_path, f'[screen]\nfont = "{tmp_path}/a.ttf"\n')
    assert problem_lines(load(SCHEMA, file)) == [
        f"{file}:2: screen.font: there is no file {tmp_path}/a.ttf; "
        "give the whole path of a font file, or leave it empty"
    ]
    assert load(SCHEMA, file).settings.screen.font == ""
    (tmp_path / "a.ttf").touch()
    assert load(SCHEMA, file).settings.screen.font == "", "an empty file is no font (F38)"
    own = ImageFont.load_default(12)
    assert isinstance(own, ImageFont.FreeTypeFont)
    (tmp_path / "a.ttf").write_bytes(own.font_bytes)
    assert load(SCHEMA, file).settings.screen.font == f"{tmp_path}/a.ttf"


def test_reading_settings_writes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path, BAD)
    with_choices(load(SCHEMA, file, {"screen": {"night": True}}), {"screen.flip": True})
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]
    assert file.read_text(encoding="utf-8") == BAD


def test_the_volume_goes_to_the_parts_that_sound() -> None:
    assert with_texts(defaults(), {"sound.volume_percent": "70"}).settings.hardware.volume_percent == 70

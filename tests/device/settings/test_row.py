"""A made-up setting is one row: file, problems, print, shipped file, menu on the device, choices.json."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import pytest

from device.games.nevermind.settings import SECTION as NEVERMIND
from device.games.settings import SCHEMA
from device.games.the_mind.settings import SECTION as THE_MIND
from device.screens.settings_menu import SectionMenu, SettingsMenu
from device.settings.kinds import Flag, Pin, Whole, Word
from device.settings.load import load, with_texts
from device.settings.loaded import Loaded, defaults, with_choices
from device.settings.model import SoundSettings
from device.settings.report import problem_lines, settings_lines, shipped_file
from device.settings.rows import Offer, Row, Schema, section, setting
from device.settings.schema import schema
from device.sim.rig import Rig
from device.ui.model import Push
from device.ui.scene import MenuBody

if TYPE_CHECKING:
    from pathlib import Path


class Bell(StrEnum):
    """A made-up choice."""

    WOOD = "wood"
    GLASS = "glass"


@dataclass(frozen=True, slots=True)
class MoreSound(SoundSettings):
    """The section that is there, with three rows more."""

    bell: Bell = setting(Word(Bell), Bell.WOOD, "Which bell.", offer=Offer("settings.sound"))
    fading: bool = setting(Flag(), True, "Fade out.", offer=Offer("settings.careful"))
    echo_ms: int = setting(
        Whole(0, 900, "ms"), 100, "How long it rings.", offer=Offer("settings.pacer", steps=(0, 100, 500))
    )


@dataclass(frozen=True, slots=True)
class Third:
    """What a made-up game has to set."""

    kind_cards: bool = setting(Flag(), False, "Cards are kind.")


SOUND = section("sound", "What is heard, and more.", MoreSound, "settings.sound")
MADE_UP = Schema(
    tuple(
        SOUND if one.name == "sound" else one
        for one in schema(NEVERMIND, THE_MIND, section("third", "A third game.", Third)).sections
    )
)


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def sound(loaded: Loaded) -> MoreSound:
    found = loaded.settings.sound
    assert isinstance(found, MoreSound)
    return found


def test_the_file_sets_it_and_problems_name_it(tmp_path: Path) -> None:
    file = written(tmp_path, '[sound]\nbell = "glass"\necho_ms = 901\n[third]\nkind_cards = true\nkind = 1\n')
    loaded = load(MADE_UP, file)
    assert sound(loaded) == MoreSound(bell=Bell.GLASS)
    assert loaded.settings.of(Third) == Third(kind_cards=True)
    assert [text.removeprefix(f"{file}:") for text in problem_lines(loaded)] == [
        "3: sound.echo_ms is 901; allowed: 0 to 900 ms",
        '6: there is no setting third.kind; did you mean "kind_cards"?',
    ]
    unknown = load(SCHEMA, file).problems
    assert [problem.line for problem in unknown] == [2, 3, 4]


def test_a_scenario_sets_it_by_its_key() -> None:
    loaded = with_texts(defaults(MADE_UP), {"bell": "glass", "kind_cards": "on"})
    assert loaded.problems == ()
    assert (sound(loaded).bell, loaded.settings.of(Third).kind_cards) == (Bell.GLASS, True)


def test_settings_print_it_with_its_source(tmp_path: Path) -> None:
    file = written(tmp_path, "[third]\nkind_cards = true\n")
    lines = [" ".join(text.split()) for text in settings_lines(load(MADE_UP, file))]
    assert 'bell = "wood" # default' in lines
    assert f"kind_cards = true # {file}:2" in lines
    assert lines[lines.index("[third]") + 1] == f"kind_cards = true # {file}:2"


def test_the_shipped_file_has_it_and_reads_back(tmp_path: Path) -> None:
    text = shipped_file(MADE_UP)
    assert '# Which bell. Allowed: "wood" or "glass".\nbell = "wood"\n' in text
    assert (
        "\n# A third game.\n[third]\n# Cards are kind. Allowed: true or false.\nkind_cards = false\n" in text
    )
    loaded = load(MADE_UP, written(tmp_path, text))
    assert loaded.problems == ()
    assert loaded.settings == defaults(MADE_UP).settings


def test_it_is_in_the_menu_on_the_device_and_goes_to_choices_json() -> None:
    rig = Rig(defaults(MADE_UP))
    rig.power_on()
    rig.perform(Push(SectionMenu(section="sound")))
    body = rig.scene.body
    assert isinstance(body, MenuBody)
    assert body.values[2:] == ("wood", "on", "100")
    for key, expected in (("3", "glass"), ("4", "off"), ("5", "500"), ("5", "0")):
        rig.tap(key)
        body = rig.scene.body
        assert isinstance(body, MenuBody)
        assert body.values[int(key) - 1] == expected
    kept = rig.app.sessions.store.choices()
    assert kept["sound"] == {"bell": "glass", "fading": False, "echo_ms": 0}
    rig.power_cut()
    rig.power_on()
    assert rig.app.model.settings.sound == MoreSound(bell=Bell.GLASS, fading=False, echo_ms=0)


def test_a_section_that_offers_something_has_its_entry_among_the_settings() -> None:
    offering = section("third", "A third game.", _Offering, "home.mind")
    rig = Rig(defaults(schema(NEVERMIND, THE_MIND, offering)))
    rig.power_on()
    rig.perform(Push(SettingsMenu()))
    rig.tap("4")
    assert rig.scene.id == "settings.third"
    rig.tap("K4")
    assert rig.app.model.settings.of(_Offering).shy


@dataclass(frozen=True, slots=True)
class _Offering:
    shy: bool = setting(Flag(), False, "Shy.", offer=Offer("settings.careful"))


def test_what_is_offered_may_be_chosen_and_nothing_else() -> None:
    assert sound(with_choices(defaults(MADE_UP), {"sound.bell": "glass"})).bell is Bell.GLASS
    with pytest.raises(ValueError, match=r"third\.kind_cards is not set on the device"):
        with_choices(defaults(MADE_UP), {"third.kind_cards": True})


def test_a_made_up_pin_is_held_against_all_others(tmp_path: Path) -> None:
    bell = Row("wiring.buttons", "K7", Pin(), 27, "a bell")
    buttons = SCHEMA.section("wiring.buttons")
    more = replace(buttons, rows=(*buttons.rows, bell))
    made_up = Schema(tuple(more if one is buttons else one for one in SCHEMA.sections))
    loaded = load(made_up, written(tmp_path, "[wiring.buttons]\nK7 = 17\n"))
    assert [problem.message for problem in loaded.problems] == [
        "wiring.buttons.K7 and wiring.pads_irq_pin are both pin 17; give each its own"
    ]


def test_a_game_that_was_not_handed_in_has_no_settings() -> None:
    with pytest.raises(LookupError, match="no game with Third"):
        _ = defaults(SCHEMA).settings.of(Third)


def test_a_field_that_is_no_setting_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Wrong:
        plain: int = 3

    with pytest.raises(TypeError, match=r"Wrong\.plain is no setting"):
        section("wrong", "Wrong.", Wrong)

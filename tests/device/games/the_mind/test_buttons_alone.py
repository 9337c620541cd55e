"""Everything can be reached with K1 to K4 alone, from home to the journal and back."""

from __future__ import annotations

import pytest

from device.ui.model import Screen
from device.ui.picker import Picker
from device.ui.scene import MenuBody
from tests.device.games.the_mind.sitting import Sitting
from tests.device.said import full


def choose(sitting: Sitting, words: str) -> Sitting:
    """Walk a list to an entry with K3 and take it."""
    for _ in range(12):
        body = sitting.rig.scene.body
        assert isinstance(body, MenuBody), sitting.id
        if body.items[body.cursor].full == words:
            return sitting.tap("K4")
        sitting.tap("K3")
    raise AssertionError(f"no entry {words!r} in {sitting.words}")


def test_a_game_is_set_up_begun_and_played_from_home() -> None:
    sitting = Sitting(begin=False)
    choose(sitting, full("home.mind"))
    assert sitting.id == "tm.setup"
    choose(sitting, "Players")
    choose(sitting, "Partners")
    assert "dealt" in sitting.words
    sitting.tap("K1")
    choose(sitting, full("home.mind"))
    choose(sitting, "Begin")
    assert (sitting.id, sitting.words) == ("tm.deal", full("tm.quiet"))
    sitting.tap("K4", "K4", "K4")
    assert sitting.id == "tm.level"


def test_partners_make_the_cards_dealt_and_paper_sends_them_away() -> None:
    sitting = Sitting(begin=False)
    choose(sitting, full("home.mind"))
    choose(sitting, "Partners")
    body = sitting.rig.scene.body
    assert isinstance(body, MenuBody)
    assert body.values[1:4] == ("2", "dealt", "1")
    for _ in range(6):
        sitting.tap("K2")
    choose(sitting, "Cards")
    body = sitting.rig.scene.body
    assert isinstance(body, MenuBody)
    assert body.values[1:4] == ("2", "paper", "0")


@pytest.mark.parametrize(
    ("entry", "leads_to"),
    [
        (full("tm.pick.stop"), "tm.focus"),
        (full("tm.pick.done"), "tm.done"),
        (full("tm.pick.misplay"), "tm.life"),
        (full("tm.pick.star"), "tm.ask"),
    ],
)
def test_the_picker_of_the_level_at_the_table_needs_no_second_k4(entry: str, leads_to: str) -> None:
    sitting = Sitting(3).playing().tap("K4")
    assert sitting.id == "tm.level"
    choose(sitting, entry)
    assert sitting.id == leads_to


def test_the_picker_wraps_walks_both_ways_and_closes_with_k1() -> None:
    sitting = Sitting(3).playing().tap("K4", "K2")
    body = sitting.rig.scene.body
    assert isinstance(body, MenuBody)
    assert body.cursor == len(body.items) - 1
    sitting.tap("K3", "K1")
    assert sitting.words == "level 1 | lives 3 | stars 1"


def test_the_picker_of_dealt_play_holds_play_stop_star_and_a_play_for_each_of_several() -> None:
    solo = Sitting(2, partners=1).playing().tap("K4")
    body = solo.rig.scene.body
    assert isinstance(body, MenuBody)
    assert [one.short for one in body.items] == ["play", "stop", "star"]
    many = Sitting(3, dealt=True).playing().tap("K4")
    body = many.rig.scene.body
    assert isinstance(body, MenuBody)
    assert [one.short for one in body.items] == ["seat 0", "seat 1", "seat 2", "stop", "star"]


def test_the_picker_over_the_level_is_as_still_and_as_open_to_hands() -> None:
    sitting = Sitting(3).playing().tap("K4")
    assert isinstance(sitting.rig.app.model.screen, Picker)
    before = sitting.outputs()
    assert all(one == before for one in sitting.each(120))
    sitting.hands(1)
    assert sitting.state["phase"] == "focus"


@pytest.mark.parametrize(
    ("entry", "leads_to"),
    [
        (full("tm.pick.star"), "tm.ask"),
        (full("tm.pick.misplay"), "tm.life"),
        (full("tm.pick.done"), "tm.done"),
    ],
)
def test_inside_a_level_the_pause_offers_what_is_possible_while_stopped(entry: str, leads_to: str) -> None:
    sitting = Sitting(3).playing().tap("K2")
    choose(sitting, full("pick.title"))
    assert sitting.id == "tm.focus"
    choose(sitting, entry)
    assert sitting.id == leads_to


def test_before_the_first_lift_nothing_of_a_level_is_offered() -> None:
    sitting = Sitting(3).tap("K2")
    assert full("pick.title") not in sitting.words


def test_stop_here_ends_the_game_with_its_minutes() -> None:
    sitting = Sitting(3).playing().wait_s(200).tap("K2")
    choose(sitting, full("pause.stop"))
    assert (sitting.id, sitting.state["result"]) == ("tm.lose", "lost")
    assert full("early", minutes=3) in sitting.words
    assert sitting.rig.app.sessions.store.journal()[-1].outcome == "conceded"


def test_help_opens_at_what_is_possible_or_at_the_page_of_the_game() -> None:
    assert full("tm.pick.stop") in Sitting(3).playing().tap("K3", "K3").words
    assert Sitting(3).tap("K3", "K3").id == "help.mind"


def test_long_presses_mean_the_same_as_everywhere() -> None:
    sitting = Sitting(3).playing()
    sitting.rig.tap("K1", 850_000)
    assert sitting.id == "home"
    assert sitting.rig.app.model.open_games == {"the-mind"}
    sitting = Sitting(3).playing()
    sitting.rig.tap("K3", 850_000)
    assert not sitting.rig.app.model.settings.sound.silent


def test_pads_of_the_zones_are_no_keys_where_hands_lie() -> None:
    sitting = Sitting(3).playing()
    for pad in "13469*#":
        sitting.tap(pad)
    assert sitting.words == "level 1 | lives 3 | stars 1"


def test_every_screen_of_hands_says_so() -> None:
    def below(kind: type[Screen]) -> set[type[Screen]]:
        return {kind, *(deep for one in kind.__subclasses__() for deep in below(one))}

    found = {one for one in below(Screen) if one.__module__.startswith("device.games.the_mind.")}
    menus = {one for one in found if one.pads is Screen.pads}
    assert {one.__name__ for one in menus} == {"MindSetup", "History"}
    assert not any(one.mode.in_session for one in menus)
    assert all(one.mode.in_session for one in found - menus)

"""Everything can be reached with K1 to K4 alone, from home to the journal and back."""

from __future__ import annotations

import pytest

from device.screens.lessons import Lesson
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
    sitting.tap("K4", "K4", "K4", "K4")
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
    assert [one.short for one in body.items] == ["seat 1", "seat 2", "seat 3", "stop", "star"]


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
    choose(sitting, full("pick.title"))
    assert (sitting.id, full("pause.not") in sitting.words) == ("pause", True)


def test_the_rows_of_the_pause_keep_their_places_and_what_ends_something_stands_last() -> None:
    for dealt in (False, True):
        before = Sitting(3, dealt=dealt).tap("K2").labels()
        assert before == Sitting(3, dealt=dealt).playing().tap("K2").labels()
        assert before[-2:] == [full("pause.stop"), full("pause.power")]


def test_stop_here_ends_the_game_with_its_minutes() -> None:
    sitting = Sitting(3).playing().wait_s(200).tap("K2")
    choose(sitting, full("pause.stop"))
    assert (sitting.id, sitting.state["result"]) == ("pause.stop", None)
    sitting.tap("K4")
    assert (sitting.id, sitting.state["result"]) == ("tm.lose", "lost")
    assert full("early", minutes=3) in sitting.words
    assert sitting.rig.app.sessions.store.journal()[-1].outcome == "conceded"


@pytest.mark.parametrize("key", ["0", "K1", "K2", "K3", "5"])
def test_stop_here_is_agreed_to_by_k4_and_hash_alone(key: str) -> None:
    sitting = Sitting(3).playing().tap("K2")
    choose(sitting, full("pause.stop"))
    sitting.tap(key)
    assert (sitting.id, sitting.state["result"]) == ("pause", None)


def test_what_ended_a_game_is_not_brought_back_by_k4() -> None:
    sitting = Sitting(2).playing().tap("8", "K4").playing().tap("8", "K4")
    assert (sitting.id, sitting.state["lives"]) == ("tm.lose", 0)
    sitting.tap("K1", "K4")
    assert (sitting.id, sitting.state["lives"], sitting.state["result"]) == ("tm.level", 1, None)
    sitting.tap("K1").wait_ms(100).tap("K1", "K4", "K4")
    assert sitting.state["result"] is None, "nor by a redo after a redo"


def test_help_opens_at_what_is_going_on_and_stays_in_the_game() -> None:
    assert Sitting(3).tap("K3", "K3").id == "help.focus"
    assert Sitting(3).playing().tap("K3", "K3").id == "help.pads"
    assert Sitting(3).playing().tap("5", "K4", "K3", "K3").id == "help.reward"
    own = {f"help.{name}" for name in ("now", "mind", "paper", "pads", "focus", "misplay", "star", "reward")}
    assert pages_walked(Sitting(3).playing().tap("K3", "K3")) == own


def test_help_tells_nothing_that_is_not_on_this_table() -> None:
    common = {"help.now", "help.mind", "help.focus", "help.star", "help.reward"}
    solo = Sitting(2, partners=1).playing().tap("K3", "K3")
    assert pages_walked(solo) == common | {"help.dealt", "help.misplay"}
    several = Sitting(2, dealt=True).tap("K3", "K3")
    assert pages_walked(several) == common | {"help.dealt", "help.hands", "help.misplay"}
    blind = Sitting(2, blind=True).tap("K3", "K3")
    assert pages_walked(blind) == common | {"help.paper", "help.pads", "help.blind", "help.count"}


def pages_walked(sitting: Sitting) -> set[str]:
    """Turn pages on until the first comes again."""
    found = [sitting.id]
    for _ in range(60):
        sitting.tap("K3")
        found.append(sitting.id)
    return set(found)


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
    # The session waits under a lesson.
    found -= below(Lesson)
    menus = {one for one in found if one.pads is Screen.pads}
    assert {one.__name__ for one in menus} == {"MindSetup", "History"}
    assert not any(one.mode.in_session for one in menus)
    assert all(one.mode.in_session for one in found - menus)

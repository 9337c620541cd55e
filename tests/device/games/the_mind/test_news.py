"""What is told of lives, stars and levels is read before it can be passed, and again where it may be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.settings.model import Profile
from tests.device.games.the_mind.sitting import Sitting
from tests.device.said import full

if TYPE_CHECKING:
    from collections.abc import Mapping

S_PANEL = {"screen.profile": Profile.S.value}


def side(sitting: Sitting) -> int:
    return sitting.rig.app.model.side


def misplayed(settings: Mapping[str, object] | None = None) -> Sitting:
    """Two dealt hands, the higher card played first."""
    sitting = Sitting(2, dealt=True, seed="7", settings=settings).playing()
    first, second = (hand[0] for hand in sitting.state["hands"])
    return sitting.tap("1" if first > second else "3")


def test_no_side_falls_back_by_itself_while_another_misplay_can_be_told() -> None:
    """F30: the half seconds of that question are no new page."""
    sitting = misplayed(S_PANEL)
    assert sitting.id == "tm.life"
    sitting.tap("0")
    assert side(sitting) == 1
    sitting.wait_s(3)
    assert (sitting.id, side(sitting)) == ("tm.life", 1)


def test_a_page_that_was_brought_back_is_read_before_a_touch_passes_it() -> None:
    sitting = Sitting(3).playing().tap("5", "K4")
    assert sitting.id == "tm.done"
    sitting.tap("K1", "K4")
    assert sitting.rig.scene.notice is not None
    sitting.tap("0")
    assert (sitting.id, sitting.words) == ("tm.done", full("tm.done", level=1))


def test_a_power_cut_passes_no_page() -> None:
    sitting = Sitting(3).playing().tap("5", "K4", "0")
    assert sitting.id == "tm.deal"
    sitting.rig.power_cut()
    sitting.rig.power_on()
    sitting.tap("0")
    assert (sitting.id, sitting.words) == ("tm.done", full("tm.done", level=1))


def test_a_power_cut_at_the_opening_tells_it_again() -> None:
    sitting = Sitting(3, guided=True)
    said = (sitting.id, sitting.words)
    sitting.tap("0")
    sitting.rig.power_cut()
    sitting.rig.power_on()
    sitting.tap("0")
    assert (sitting.id, sitting.words) == said


@pytest.mark.parametrize("key", ["#", "0", "K4"])
def test_m3_1_the_reward_of_the_last_level_is_seen_before_blind_mode_begins(key: str) -> None:
    sitting = Sitting(4, settings=S_PANEL)
    while not sitting.state["result"]:
        sitting.playing().tap("5", "K4")
    assert side(sitting) == 0
    sitting.tap(key)
    assert (sitting.id, side(sitting), sitting.state["blind"]) == ("tm.win", 1, False)
    sitting.tap("#")
    assert sitting.state["blind"]


def test_an_undo_tells_what_partners_brought_too() -> None:
    """A level that a partner ended after the own card is open again."""
    sitting = Sitting(2, partners=1, seed="2").playing()
    own, others = (hand[0] for hand in sitting.state["hands"])
    assert own < others
    sitting.tap("1").wait_s(120)
    assert sitting.id == "tm.done"
    sitting.tap("K1")
    assert sitting.rig.scene.notice is not None
    assert sitting.rig.scene.notice.full == full("tm.undo", next="Level 1 goes on")


def test_a_notice_goes_where_a_partners_card_leads_on_from_the_level() -> None:
    """Over the level it stands until a touch (M6.1), and would hide for good what has to be read."""
    sitting = Sitting(2, partners=1, seed="4").playing().tap("K1", "K4")
    assert (sitting.id, sitting.rig.scene.notice is not None) == ("tm.level", True)
    sitting.wait_s(200)
    assert (sitting.id, sitting.rig.scene.notice) == ("tm.life", None)


def test_after_a_partners_card_no_key_offers_what_cannot_be_brought_back_any_more() -> None:
    sitting = Sitting(2, partners=1, seed="7").playing().tap("2", "K1")
    assert sitting.rig.app.model.can_redo
    sitting.wait_s(60)
    assert sitting.state["pile"] == [26]
    assert not sitting.rig.app.model.can_redo


def test_hands_that_come_pass_no_page_that_a_notice_hides() -> None:
    sitting = Sitting(3).playing().tap("5", "K4").tap("K1", "K4")
    assert sitting.rig.scene.notice is not None
    sitting.hands(0)
    assert (sitting.id, sitting.words) == ("tm.done", full("tm.done", level=1))

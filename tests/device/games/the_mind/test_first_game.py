"""The walk-through of a first game of The Mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.games.the_mind.words import PAGES
from device.settings.model import Profile
from device.ui.model import ShowAround
from tests.device.games.the_mind.sitting import Sitting
from tests.device.said import full

if TYPE_CHECKING:
    from device.games.the_mind.options import Seats


def first_timer(
    players: int = 3,
    *,
    dealt: bool = False,
    blind: bool = False,
    partners: Seats = 0,
    guided: bool = True,
    profile: Profile = Profile.L,
) -> Sitting:
    sitting = Sitting(begin=False, settings={"screen.profile": profile.value})
    sitting.rig.perform(ShowAround(yes=True))
    sitting.rig.app.effects.refresh()
    sitting.begin(players, dealt=dealt, blind=blind, partners=partners, guided=guided)
    return sitting


def test_without_a_first_start_nobody_is_led() -> None:
    assert Sitting(3, guided=True).id == "tm.deal"


def test_a_first_game_opens_on_what_is_played_and_says_what_pads_do_before_the_level() -> None:
    sitting = first_timer()
    assert (sitting.id, full("help.mind.1") in sitting.words) == ("help.mind", True)
    seen = walked(sitting)
    assert seen == ["help.mind", "tm.deal", "help.pads", "tm.focus", "tm.level"]


def test_no_lesson_comes_up_over_the_level_and_each_comes_once() -> None:
    sitting = first_timer()
    walked(sitting)
    sitting.tap("8", "K4")
    assert sitting.id == "help.misplay"
    assert walked(sitting) == ["help.misplay", "tm.life", "tm.focus", "tm.level"]
    sitting.tap("8", "K4")
    assert sitting.id == "tm.life", "that page was shown"
    walked(sitting)
    sitting.tap("5", "K4")
    assert walked(sitting) == ["help.reward", "tm.done", "tm.deal", "help.star", "tm.focus", "tm.level"]


def test_m5_2_a_blind_first_game_tells_of_the_blind_pile() -> None:
    assert "help.blind" in walked(first_timer(blind=True))


def test_k1_skips_all_that_is_left() -> None:
    sitting = first_timer().tap("K1")
    assert walked(sitting) == ["tm.deal", "tm.focus", "tm.level"]
    learnt = sitting.rig.app.model.learnt
    assert learnt is not None
    assert set(PAGES) <= learnt


def test_dealt_cards_have_the_page_of_their_zones() -> None:
    sitting = first_timer(2, dealt=True, partners=1)
    assert "help.dealt" in walked(sitting)


@pytest.mark.parametrize("profile", Profile)
def test_who_is_shown_around_moves_the_first_card_with_the_second_key(profile: Profile) -> None:
    sitting = first_timer(2, partners=1, guided=False, profile=profile)
    assert sitting.id == "help.tour"
    sitting.tap("K4")
    assert (sitting.id, sitting.state["pile"]) == ("tm.level", [])
    sitting.tap("1")
    assert any('"do":"play"' in line for line in sitting.record), "a card was moved"


def test_hands_that_lie_while_a_lesson_stands_are_no_sleeve() -> None:
    sitting = first_timer()
    sitting.hands(0, 1, 2)
    assert full("sleeve") not in sitting.words


def walked(sitting: Sitting) -> list[str]:
    """Go on with K4 up to the level; the screens that came, each once in a row."""
    seen = [sitting.id]
    while sitting.id != "tm.level":
        sitting.tap("K4")
        seen += [sitting.id] if seen[-1] != sitting.id else []
    return seen

"""Dealt cards: secret hands, plays by zone, and virtual partners on the fake clock."""

from __future__ import annotations

import json
from typing import Any

import pytest

from device.draw import level
from device.draw.kit import style
from device.games.the_mind.chance import deal_hands
from device.games.the_mind.news import whose
from device.games.the_mind.options import PartnerLevel
from device.games.the_mind.partners import BASE_WAIT_US
from device.settings.model import Profile
from device.ui.scene import LevelBody, MenuBody, NumbersBody
from engine.the_mind import effects as fx
from tests.device.games.the_mind.sitting import Sitting
from tests.device.said import full


def by(sitting: Sitting) -> list[tuple[str, str]]:
    """Return verb and giver of all lines of the record that do something."""
    lines = [json.loads(line) for line in sitting.record]
    return [(line["do"], line["by"]) for line in lines if "do" in line]


def lowest(sitting: Sitting) -> int:
    """Return the seat that holds the lowest card of all."""
    held = [(hand[0], seat) for seat, hand in enumerate(sitting.state["hands"]) if hand]
    return min(held)[1]


def solo(sitting: Sitting, button: bool = False) -> list[tuple[Any, ...]]:
    """Play a game to its end as one person who always knows when; return where it stood."""
    seen = []
    while sitting.id not in ("tm.win", "tm.lose"):
        if sitting.id != "tm.level":
            sitting.tap("K4")
        elif lowest(sitting) == 0:
            sitting.tap(*("K4", "K4") if button else "1")
        else:
            sitting.wait_ms(250)
        state = sitting.state
        seen.append((state["level"], state["lives"], tuple(state["pile"])))
    return seen


def test_m1_2_the_deal_is_drawn_from_the_seed() -> None:
    sitting = Sitting(3, dealt=True, seed="42")
    assert sitting.state["hands"] == [sorted(hand) for hand in deal_hands("42", 0, 3, 1)]
    assert by(sitting) == [("deal", "device")]


def test_m2_2_a_zone_plays_its_seats_lowest_card_on_contact_and_once_a_touch() -> None:
    sitting = Sitting(2, dealt=True, seed="3")
    while sitting.state["level"] < 2:
        sitting.playing()
        seat = lowest(sitting)
        sitting.tap("1" if seat == 0 else "3")
    sitting.playing()
    seat = lowest(sitting)
    hand = sitting.state["hands"][seat]
    sitting.rig.press("1" if seat == 0 else "3")
    sitting.wait_ms(40)
    assert sitting.state["pile"] == hand[:1], "on first contact, not after 150 ms"
    sitting.wait_s(3)
    assert sitting.state["pile"] == hand[:1]
    assert sitting.state["phase"] == "playing", "dealt, a hand that lies is no stop"


def test_m2_7_in_one_sample_the_lower_card_counts_first_whatever_the_seat() -> None:
    sitting = Sitting(3, dealt=True, seed="7").playing()
    assert sitting.state["hands"] == [[59], [26], [36]]
    sitting.hands(0, 1, 2)
    plays = [json.loads(line) for line in sitting.record if '"play"' in line]
    assert [(line["seat"], line["card"]) for line in plays] == [(1, 26), (2, 36), (0, 59)]
    assert (sitting.id, sitting.state["lives"]) == ("tm.done", 3)


def test_m2_7_what_the_first_card_of_a_sample_takes_out_is_not_played() -> None:
    sitting = Sitting(3, dealt=True, seed="7").playing().hands(2, 0)
    assert sitting.state["lives"] == 2, "26 was lower than 36"
    assert sitting.rig.scene.notice is None
    assert sitting.id == "tm.life"
    assert full("tm.life.played", seat=3, card=36) in sitting.words
    assert full("tm.life.held", seat=2, numbers="26") in sitting.words
    assert full("tm.life.goes") in sitting.words


def test_f29_m2_3_m2_5_a_misplay_can_complete_the_level_the_life_first() -> None:
    sitting = Sitting(2, dealt=True, seed="7").playing()
    late = 1 - lowest(sitting)
    sitting.tap("1" if late == 0 else "3")
    assert (sitting.id, sitting.state["lives"], sitting.state["level"]) == ("tm.life", 1, 2)
    sitting.tap("0")
    assert sitting.id == "tm.done"


def test_a_card_is_no_hand_on_the_news_after_it() -> None:
    sitting = Sitting(3, dealt=True, seed="7").playing().hands(2)
    assert sitting.id == "tm.life"
    sitting.lift().hands(2)
    assert sitting.id == "tm.focus"


def test_only_pad_2_or_k6_stop_dealt_play() -> None:
    for key in ("2", "K6"):
        assert Sitting(3, dealt=True).playing().tap(key).state["phase"] == "focus"
    sitting = Sitting(3, dealt=True).playing().tap("5", "8")
    assert sitting.words == "level 1 | lives 3 | stars 1 | pile 0"


def test_f29_nothing_is_played_while_stopped() -> None:
    sitting = Sitting(3, dealt=True).playing().tap("2").hands(0, 1)
    assert sitting.state["pile"] == []


def test_m6_1_secret_hands_go_round_after_the_deal_each_while_held() -> None:
    sitting = Sitting(3, dealt=True, guided=True).tap("0", "0")
    for seat in range(3):
        assert sitting.id == "tm.hand"
        hand = sitting.state["hands"][seat]
        assert str(hand[0]) not in sitting.words
        sitting.hands((seat + 1) % 3)
        assert str(hand[0]) not in sitting.words, "another hand shows nothing"
        sitting.lift().hands(seat)
        assert isinstance(sitting.rig.scene.body, NumbersBody)
        assert sitting.rig.scene.body.numbers == tuple(hand)
        sitting.lift()
    assert sitting.id == "tm.focus"


def test_secret_hands_with_buttons_k4_held_shows_and_a_short_one_goes_on() -> None:
    sitting = Sitting(3, dealt=True, guided=True).tap("K4", "K4")
    sitting.rig.press("K4")
    sitting.wait_ms(900)
    assert isinstance(sitting.rig.scene.body, NumbersBody)
    sitting.rig.lift("K4")
    sitting.rig.settle()
    assert "Seat 2" in sitting.words
    assert not isinstance(sitting.rig.scene.body, NumbersBody)
    sitting.tap("K4", "K4")
    assert sitting.id == "tm.focus"


def test_after_a_level_hands_that_come_do_not_jump_over_the_secret_hands() -> None:
    sitting = Sitting(3, dealt=True, seed="7").playing().hands(1).lift().hands(2).lift().hands(0).lift()
    assert sitting.id == "tm.done"
    sitting.hands(0)
    assert sitting.id == "tm.deal"
    sitting.lift().hands(1)
    assert sitting.id == "tm.hand"


def test_m4_3_empty_hands_do_not_offer_if_the_switch_says_so() -> None:
    settings = {"the_mind.empty_hands_vote": "false"}
    sitting = Sitting(3, dealt=True, seed="7", settings=settings).playing().tap("3").tap("*")
    assert sitting.state["hands"] == [[59], [], []]
    sitting.tap("0")
    assert (sitting.id, sitting.state["stars"]) == ("tm.star", 0), "one holder alone decides at once"


def test_f29_m4_4_a_star_shows_the_lowest_cards_and_not_the_pile() -> None:
    sitting = Sitting(3, dealt=True, seed="7").playing().tap("0", "K4")
    assert sitting.id == "tm.star"
    assert sitting.rig.scene.body.numbers == (26, 36, 59)  # type: ignore[union-attr]  # this screen has that body
    sitting.tap("0")
    assert sitting.id == "tm.done", "a star may complete the level"


@pytest.mark.long
@pytest.mark.parametrize("button", [False, True], ids=["zone", "buttons"])
def test_a_person_alone_plays_a_whole_game_with_partners(button: bool) -> None:
    sitting = Sitting(3, partners=2, partner=PartnerLevel.ZEN, seed="2")
    solo(sitting, button)
    assert sitting.state["result"] == "won"
    givers = by(sitting)
    assert ("play", "partner") in givers
    assert ("play", "player") in givers
    assert {giver for verb, giver in givers if verb == "deal"} == {"device"}


@pytest.mark.long
def test_partners_are_the_same_from_the_same_seed_and_touches() -> None:
    games = [solo(Sitting(4, partners=3, seed="9")) for _ in range(2)]
    assert games[0] == games[1]
    assert solo(Sitting(4, partners=3, seed="10")) != games[0]


def test_partners_play_by_themselves_from_the_last_lift_and_take_the_last_seats() -> None:
    sitting = Sitting(2, partners=1, seed="7")
    sitting.wait_s(60)
    assert sitting.state["pile"] == [], "nobody plays before the lift"
    sitting.playing()
    sitting.wait_ms(BASE_WAIT_US // 1000)
    assert sitting.state["pile"] == []
    sitting.wait_s(20)
    assert sitting.state["pile"] == sitting.state["pile"][:1] == [26]
    assert by(sitting)[-1] == ("play", "partner")


def test_partners_freeze_while_stopped_paused_and_while_help_stands() -> None:
    sitting = Sitting(2, partners=1, seed="7").playing()
    sitting.tap("K3", "K3")
    assert sitting.id == "help.dealt"
    sitting.wait_s(60)
    assert sitting.state["pile"] == []
    sitting.tap("K1", "K2").wait_s(60)
    assert (sitting.id, sitting.state["pile"]) == ("pause", [])
    sitting.tap("K4").wait_s(60)
    assert (sitting.id, sitting.state["pile"]) == ("tm.focus", [])


def test_partners_focus_with_the_others_and_agree_to_a_star() -> None:
    sitting = Sitting(3, partners=2, seed="7").hands(0)
    assert "Lift hands" in sitting.words
    assert sitting.rig.scene.body.zones == (True, True, True)  # type: ignore[union-attr]  # this screen has that body
    sitting.lift().tap("0").wait_ms(10)
    assert (sitting.id, sitting.state["stars"]) == ("tm.star", 0)
    assert by(sitting)[-4:-1] == [("propose_star", "player"), ("agree", "partner"), ("agree", "partner")]


def test_an_undo_takes_the_partners_cards_since_the_last_touch_and_they_think_anew() -> None:
    sitting = Sitting(3, partners=2, seed="7").playing()
    while len(sitting.state["pile"]) < 2:
        sitting.wait_ms(500)
    sitting.tap("K1")
    assert (sitting.id, sitting.state["pile"]) == ("tm.focus", [])
    sitting.wait_s(5).playing().wait_ms(500)
    assert sitting.state["pile"] == []
    sitting.wait_s(30)
    assert len(sitting.state["pile"]) == 2


def test_after_a_power_cut_partners_count_from_the_resume() -> None:
    sitting = Sitting(2, partners=1, seed="7").playing().wait_s(5)
    sitting.rig.power_cut()
    sitting.wait_s(600)
    sitting.rig.power_on()
    sitting.tap("K4")
    assert (sitting.id, sitting.state["pile"]) == ("tm.level", [])
    sitting.wait_s(1)
    assert sitting.state["pile"] == []
    sitting.wait_s(20)
    assert sitting.state["pile"] == [26]


def test_a_partners_card_closes_no_picker_and_turns_no_side() -> None:
    sitting = Sitting(2, partners=1, seed="7").playing().tap("K4", "K3")
    picked = sitting.rig.app.model.screen
    sitting.wait_s(20)
    assert sitting.state["pile"] == [26]
    assert sitting.rig.app.model.screen == picked
    body = sitting.rig.scene.body
    assert isinstance(body, MenuBody)
    assert body.cursor == 1


def test_zones_of_partners_are_nobodys() -> None:
    sitting = Sitting(3, partners=2, seed="7").playing().tap("3")
    assert sitting.state["pile"] == []


def test_m5_2_blind_shows_no_pile_and_the_device_checks_it() -> None:
    sitting = Sitting(2, dealt=True, blind=True, seed="7").playing()
    body = sitting.rig.scene.body
    assert isinstance(body, LevelBody)
    assert body.pile is None
    late = 1 - lowest(sitting)
    sitting.tap("1" if late == 0 else "3")
    assert sitting.id == "tm.level", "no misplay is called in blind mode"
    sitting.tap("3" if late == 0 else "1")
    assert (sitting.id, sitting.words) == ("tm.check", full("tm.mistakes", count=1, lives=1))
    sitting.tap("0")
    assert sitting.words == full("tm.done", level=1)


def test_m2_4_the_last_misplay_ends_it_at_once_and_shows_the_cards_that_were_lower() -> None:
    sitting = Sitting(2, dealt=True).playing().tap("1").playing()
    first, second = sitting.state["hands"]
    seat, pad = (0, "1") if first[0] > second[0] else (1, "3")
    played, other = (first, second)[seat][0], (first, second)[1 - seat]
    sitting.tap(pad)
    assert (sitting.id, sitting.state["lives"]) == ("tm.lose", 0)
    lower = " ".join(str(card) for card in other if card < played)
    assert full("tm.lose") in sitting.words
    assert full("tm.life.played", seat=seat + 1, card=played) in sitting.words
    assert full("tm.life.held", seat=2 - seat, numbers=lower) in sitting.words


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("hand", [(59,), (17, 22, 100), tuple(range(11, 23))])
def test_the_own_hand_is_larger_than_all_else_on_the_level(profile: Profile, hand: tuple[int, ...]) -> None:
    how = style(profile)
    body = LevelBody(3, 2, 1, hand=hand, pile=0)
    head_px = level.head_px(how)
    assert level.hand_px(body, how) > head_px or (profile is not Profile.L and len(hand) == 12)


def test_m2_3_a_misplay_with_one_person_says_you_and_all_lower_cards_of_every_seat() -> None:
    play = Sitting(3, partners=2).rig.app.model.play
    assert play is not None
    told = whose(play, fx.Misplayed(0, 50, ((), (10, 20, 30, 40), (5,)), 2))
    assert [one.full for one in told] == [
        full("tm.life.played.you", card=50),
        full("tm.life.held", seat=2, numbers="10 20 30"),
        full("tm.life.held", seat=2, numbers="40"),
        full("tm.life.held", seat=3, numbers="5"),
    ]

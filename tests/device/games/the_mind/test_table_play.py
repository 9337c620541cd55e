"""Paper cards: hands, guard pads and buttons, from focus to the end."""

from __future__ import annotations

import json

import pytest

from hal.ports import Part
from tests.device.games.the_mind.sitting import PLATES, Sitting
from tests.device.said import full


def lives(sitting: Sitting) -> int:
    return int(sitting.state["lives"])


@pytest.mark.parametrize("settings", [{}, PLATES], ids=["pads", "plates"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m2_1_the_level_starts_as_the_last_hand_lifts(players: int, settings: dict[str, str]) -> None:
    sitting = Sitting(players, settings=settings)
    everyone = tuple(range(players))
    sitting.hands(*everyone[1:])
    assert "Hands down" in sitting.words
    sitting.hands(0)
    assert "Lift hands" in sitting.words
    sitting.lift(*everyone[1:])
    assert sitting.id == "tm.focus"
    sitting.lift(0)
    assert (sitting.id, sitting.state["phase"]) == ("tm.level", "playing")


def test_plates_alone_are_hands_while_the_pads_are_away() -> None:
    sitting = Sitting(4, settings=PLATES)
    sitting.rig.world.gone(Part.PADS)
    sitting.wait_s(3)
    plates = sitting.rig.loaded.settings.plates
    for plate in plates:
        sitting.rig.world.touch(plate, part=Part.PALMS)
    sitting.wait_s(2)
    for plate in plates:
        sitting.rig.world.lift(plate, part=Part.PALMS)
    sitting.wait_s(2)
    assert sitting.id == "tm.level"


def test_pads_that_die_under_hands_are_no_lift_and_begin_nothing() -> None:
    sitting = Sitting(2).hands(0, 1)
    assert "Lift hands" in sitting.words
    sitting.rig.world.gone(Part.PADS)
    sitting.wait_s(5)
    assert (sitting.id, sitting.state["phase"]) == ("tm.focus", "focus")
    sitting.tap("K4")
    assert sitting.id == "tm.level"


def test_a_hand_that_lifts_early_only_drains_its_zone() -> None:
    sitting = Sitting(3).hands(0, 1)
    sitting.lift(0)
    zones = sitting.rig.scene.body.zones  # type: ignore[union-attr]  # this screen has that body
    assert (sitting.id, zones) == ("tm.focus", (False, True, False))


@pytest.mark.long
def test_f05_a_palm_lies_half_an_hour_on_the_focus_screen_and_its_lift_is_seen() -> None:
    sitting = Sitting(2).hands(0)
    # A room warms all of it, and a hand what it lies on.
    sitting.rig.world.pads.drift(-0.1)
    sitting.rig.world.pads.drift(-0.16, [0])
    senses, palm = sitting.rig.app.senses, frozenset("147*")
    for minute in range(30):
        sitting.wait_s(60)
        assert sitting.rig.app.model.hands == {0}, f"let go by itself after {minute + 1} min"
        assert senses.settled(palm, pads=True), f"a pad of it was let go after {minute + 1} min"
    sitting.rig.palms_up([0])
    sitting.wait_ms(100)
    assert not sitting.rig.app.hands.settled, "the lift is seen within 100 ms"
    sitting.wait_ms(150)
    assert sitting.rig.app.model.hands == frozenset()
    sitting.wait_s(10)
    assert senses.settled(frozenset(), pads=True), "no pad of it stays"
    assert sitting.rig.app.model.hands == frozenset()
    assert sitting.id == "tm.focus"


def test_m2_6_any_hand_held_for_half_a_second_stops_and_counts_for_the_focus() -> None:
    sitting = Sitting(3).playing()
    sitting.rig.palms_down([2])
    sitting.wait_ms(470)
    assert sitting.id == "tm.level"
    sitting.wait_ms(100)
    assert (sitting.id, sitting.state["phase"]) == ("tm.focus", "focus")
    assert sitting.rig.app.model.hands == {2}


@pytest.mark.parametrize("key", ["2", "K6", "K2"])
def test_m2_6_a_stop_needs_no_confirmation(key: str) -> None:
    sitting = Sitting(3).playing().tap(key)
    assert sitting.state["phase"] == "focus"
    if key == "K2":
        assert sitting.id == "pause"
        sitting.tap("K4")
    assert sitting.id == "tm.focus"


def test_a_guard_pad_does_nothing_under_a_hand() -> None:
    sitting = Sitting(4).playing()
    sitting.rig.press("1")
    sitting.wait_ms(60)
    sitting.tap("5")
    sitting.rig.lift("1")
    sitting.wait_ms(300)
    assert "done?" not in sitting.words
    sitting.tap("5")
    assert "done?" in sitting.words


def test_m2_5_level_done_waits_for_k4_and_is_dropped_after_six_seconds() -> None:
    sitting = Sitting(2).playing().tap("5")
    sitting.wait_s(5.5).tap("K4")
    assert (sitting.id, sitting.state["level"]) == ("tm.done", 2)
    sitting.playing().tap("5").wait_s(6.2)
    assert "done?" not in sitting.words
    assert sitting.state["level"] == 2


def test_k1_drops_a_fact_and_undoes_nothing() -> None:
    sitting = Sitting(2).playing().tap("8", "K1")
    assert sitting.words == "level 1 | lives 2 | stars 1"
    assert sitting.state["phase"] == "playing"


def test_m2_3_f30_two_people_who_press_lose_one_life() -> None:
    sitting = Sitting(3).playing().tap("8", "8", "K4")
    assert (sitting.id, lives(sitting)) == ("tm.life", 2)
    sitting.tap("8")
    assert full("tm.more") in sitting.words
    sitting.tap("8").wait_s(7)
    assert (sitting.id, lives(sitting)) == ("tm.life", 2)


def test_f30_another_one_is_asked_on_the_focus_screen_too_and_k4_counts_it() -> None:
    sitting = Sitting(3).playing().tap("8", "K4", "0", "8")
    assert (sitting.id, full("tm.more") in sitting.words) == ("tm.focus", True)
    sitting.tap("K4")
    assert lives(sitting) == 1


def test_f30_after_two_seconds_it_is_a_misplay_like_any_other() -> None:
    sitting = Sitting(3).playing().tap("8", "K4").wait_s(2.2).tap("8")
    assert full("tm.pending.misplay") in sitting.words
    sitting.tap("K4")
    assert lives(sitting) == 1


def test_f30_f31_a_wrongly_booked_life_is_undone_with_words_and_without_limit() -> None:
    sitting = Sitting(3).playing().tap("8", "K4", "K1")
    assert full("tm.undo.life.table", next="Level 1 goes on") in sitting.words
    assert (sitting.id, lives(sitting)) == ("tm.level", 3)
    sitting.tap("K4")
    assert lives(sitting) == 2, "K4 after an undo is redo"
    sitting.tap("K1", "K1", "K1")
    assert sitting.state["phase"] == "focus"


def test_m2_4_the_last_life_ends_it_and_the_next_game_is_new() -> None:
    sitting = Sitting(2)
    sitting.playing().tap("8", "K4").playing().tap("8", "K4")
    assert (sitting.id, sitting.state["result"]) == ("tm.lose", "lost")
    sitting.tap("K4")
    assert sitting.id == "home"
    assert "the-mind" not in sitting.rig.app.model.open_games


@pytest.mark.long
def test_m5_1_the_last_level_shows_the_win_at_once_with_reward_and_offer() -> None:
    sitting = won(4)
    assert sitting.id == "tm.win"
    said = [full("tm.win"), full("tm.full", level=8), full("tm.win.blind")]
    assert sitting.words.split(" | ") == said
    assert "done" not in won(2).words, "no reward, no word about it"


@pytest.mark.long
def test_m5_1_an_undo_of_blind_mode_tells_the_win_and_no_reward_twice() -> None:
    sitting = won(4).tap("#")
    assert sitting.state["blind"]
    sitting.tap("K1")
    sitting.wait_s(20)
    assert sitting.id == "tm.win"
    assert sitting.words.split(" | ") == [full("tm.title"), full("tm.win"), full("tm.win.blind")]
    # Nor after a power cut: what was taken back stands there again.
    sitting.rig.power_cut()
    sitting.rig.power_on()
    sitting.tap("K4")
    assert sitting.words.split(" | ") == [full("tm.title"), full("tm.win"), full("tm.win.blind")]


@pytest.mark.long
@pytest.mark.parametrize("key", ["0", "K4"])
def test_m5_1_going_on_too_far_leaves_no_won_game(key: str) -> None:
    sitting = won(2).tap(key)
    assert (sitting.id, sitting.state["phase"]) == ("tm.win", "won")
    sitting.tap("K4")
    assert (sitting.state["phase"], sitting.state["blind"]) == ("focus", True)


@pytest.mark.parametrize("stop", ["2", "K6", "K2"])
def test_m2_6_a_stop_is_said(stop: str) -> None:
    sitting = Sitting(3).playing().tap(stop)
    if stop == "K2":
        sitting.tap("K1")
    assert (sitting.id, sitting.words.split(" | ")[0]) == ("tm.focus", full("tm.stop"))
    assert "Lift hands" in sitting.hands(0, 1, 2).words


def test_m5_6_a_clear_pile_goes_on_at_once_to_level_done() -> None:
    sitting = Sitting(2, blind=True).playing().tap("5", "K4", "0", "0", "0", "K4")
    assert (sitting.id, sitting.state["blind_levels"]) == ("tm.done", 1)


@pytest.mark.long
def test_m1_1_m1_3_m3_2_a_flawless_run_has_the_lives_and_stars_of_the_table() -> None:
    ends = {2: (5, 3), 3: (5, 3), 4: (5, 3)}
    for players, (most_lives, most_stars) in ends.items():
        sitting = Sitting(players)
        assert (lives(sitting), sitting.state["stars"]) == (players, 1)
        sitting = won(players)
        assert (lives(sitting), sitting.state["stars"]) == (most_lives, most_stars)
        assert sitting.state["level"] == {2: 12, 3: 10, 4: 8}[players]


def test_m3_1_forfeits_are_said_in_words() -> None:
    sitting = Sitting(3)
    said = []
    for _ in range(9):
        sitting.playing().tap("5", "K4")
        said.append(sitting.words)
    assert said[1] == full("tm.done.star", level=2)
    assert said[2] == full("tm.done.life", level=3)
    assert said[8] == full("tm.full", level=9)


def test_m4_1_m4_2_seat_0_offers_and_a_no_is_free() -> None:
    sitting = Sitting(3).playing().tap("K5")
    assert (sitting.id, sitting.state["votes"]) == ("tm.ask", [0])
    sitting.tap("K1")
    assert (sitting.id, sitting.state["phase"], sitting.state["stars"]) == ("tm.level", "playing", 1)


def test_m4_2_hands_add_up_and_k4_agrees_for_the_rest() -> None:
    sitting = Sitting(4).playing().tap("0").hands(2)
    assert sitting.state["votes"] == [0, 2]
    sitting.lift().tap("K4")
    assert (sitting.id, sitting.state["stars"]) == ("tm.star", 0)


def test_f29_m4_2_old_votes_never_count_later() -> None:
    sitting = Sitting(3).playing().tap("0").hands(1).lift().tap("5", "0")
    assert sitting.state["votes"] == [0]


def test_m4_2_ten_seconds_without_an_answer_are_a_no_of_the_device() -> None:
    sitting = Sitting(3).playing().tap("0").wait_s(9.5)
    assert sitting.id == "tm.ask"
    sitting.wait_s(1)
    assert (sitting.id, sitting.state["votes"]) == ("tm.level", [])
    last = json.loads(sitting.record[-1])
    assert (last["do"], last["by"]) == ("decline", "device")
    sitting.tap("K1")
    assert sitting.state["phase"] == "playing", "the undo takes back the offer, too"


def test_m4_1_a_star_can_be_offered_while_stopped_inside_a_level_and_not_before_it() -> None:
    sitting = Sitting(3).tap("0")
    assert (sitting.id, sitting.state["phase"]) == ("tm.focus", "focus")
    sitting.playing().tap("2", "0")
    assert sitting.id == "tm.ask"
    sitting.tap("K1")
    assert sitting.id == "tm.focus"


def test_without_a_star_it_says_so() -> None:
    sitting = Sitting(2).playing().tap("0", "K4")
    assert sitting.id == "tm.star"
    sitting.playing().tap("0")
    assert "No star is left" in sitting.words
    assert sitting.state["phase"] == "playing"


def test_k6_stands_for_all_hands_on_the_news_and_on_the_focus_screen() -> None:
    sitting = Sitting(3).playing().tap("5", "K4", "K6")
    assert sitting.id == "tm.focus"
    sitting.tap("K6")
    assert (sitting.id, sitting.state["level"]) == ("tm.level", 2)


def test_hands_that_come_on_the_news_already_count_for_the_focus() -> None:
    sitting = Sitting(3).playing().tap("5", "K4")
    assert sitting.id == "tm.done"
    sitting.hands(0, 1)
    assert sitting.id == "tm.focus"
    assert sitting.rig.app.model.hands == {0, 1}
    sitting.hands(2).lift()
    assert (sitting.id, sitting.state["level"]) == ("tm.level", 2)


@pytest.mark.long
def test_m5_1_a_won_game_offers_blind_mode_and_stays_won() -> None:
    sitting = won(2)
    assert full("tm.win.blind") in sitting.words
    sitting.tap("#", "0", "0")
    assert (sitting.id, sitting.state["blind"], sitting.state["lives"]) == ("tm.focus", True, 5)
    sitting.playing().tap("5", "K4", "0", "0", "9", "K4")
    assert (sitting.id, sitting.state["result"]) == ("tm.lose", "blind_over")
    entry = sitting.rig.app.sessions.store.journal()[-1]
    assert (entry.outcome, entry.facts.level, entry.facts.blind_levels) == ("won", 12, 0)


def test_m5_1_no_goes_home_and_the_won_game_is_not_offered_again() -> None:
    sitting = won(4).tap("0", "K3", "K4")
    assert sitting.id == "home"
    assert sitting.rig.app.model.open_games == frozenset()
    assert sitting.rig.app.sessions.store.journal()[-1].outcome == "won"


def test_m5_2_m5_6_blind_the_pile_is_led_through_and_nothing_else_is_told() -> None:
    sitting = Sitting(3, blind=True).playing().tap("8")
    assert full("tm.pending.misplay") not in sitting.words
    sitting.tap("5", "K4")
    seen = []
    for key in ("0", "0", "2"):
        seen.append((sitting.id, sitting.words.split(" | ")[-1]))
        sitting.tap(key)
    assert sitting.state["blind_levels"] == 0, "a digit only frames itself"
    sitting.tap("K4")
    assert seen == [
        ("tm.check", full("tm.turn")),
        ("tm.check", full("tm.slide")),
        ("tm.check", full("tm.count")),
    ]
    assert (sitting.id, sitting.words) == ("tm.check", full("tm.mistakes", count=2, lives=1))
    assert sitting.state["blind_levels"] == 1


def test_m5_6_one_can_go_back_from_the_check() -> None:
    sitting = Sitting(3, blind=True).playing().tap("5", "K4", "0", "0", "K1", "K1", "K1")
    assert (sitting.id, sitting.state["phase"]) == ("tm.level", "playing")


def test_m1_2_m6_2_the_first_deal_says_what_to_take_and_each_level_shuffles_all() -> None:
    sitting = Sitting(3, guided=True)
    said = [sitting.words]
    while sitting.tap("K4").id == "tm.deal":
        said.append(sitting.words)
    told = " | ".join(said)
    for line_id in ("tm.quiet", "tm.set.cards", "tm.set.here", "tm.set.rest"):
        assert full(line_id) in told
    sitting.playing().tap("5", "K4", "0")
    assert (sitting.id, full("tm.set.again") in sitting.words) == ("tm.deal", True)


def test_m1_2_where_the_device_deals_nothing_is_said_of_paper() -> None:
    sitting = Sitting(2, partners=1, guided=True)
    assert full("tm.set.zone") in sitting.words
    said = [sitting.words]
    while sitting.tap("K4").id == "tm.deal":
        said.append(sitting.words)
    assert not any(full(f"tm.set.{name}") in " ".join(said) for name in ("cards", "here", "rest", "again"))


def test_m5_2_blind_from_the_start_says_that_cards_lie_face_down() -> None:
    sitting = Sitting(3, blind=True, guided=True).tap("K4", "K4")
    assert (full("tm.blind") in sitting.words, full("tm.blind.how") in sitting.words) == (True, True)


def test_a_zero_that_meant_next_is_no_count_of_mistakes() -> None:
    sitting = Sitting(3, blind=True).playing().tap("5", "K4", "0", "0", "0")
    assert (sitting.id, full("tm.count") in sitting.words, sitting.state["level"]) == ("tm.check", True, 1)
    sitting.tap("7", "K1")
    assert (sitting.id, full("tm.count") in sitting.words) == ("tm.check", True)
    sitting.tap("K4", "K3", "K3")
    assert full("tm.count") in sitting.words, "the picker keeps the question"
    sitting.tap("K4")
    assert sitting.state["lives"] == 1


@pytest.mark.parametrize("digit", range(10))
def test_m5_4_m5_6_the_check_takes_0_to_9(digit: int) -> None:
    sitting = Sitting(4, blind=True).playing().tap("5", "K4", "0", "0", str(digit), "K4")
    assert sitting.state["lives"] == max(4 - digit, 0)


def test_m5_4_blind_cap_takes_one_life_at_most() -> None:
    sitting = Sitting(4, blind=True, settings={"the_mind.blind_cap": "true"})
    sitting.playing().tap("5", "K4", "0", "0", "5", "K4")
    assert sitting.state["lives"] == 3


def test_a_resumed_game_stands_where_it_was() -> None:
    sitting = Sitting(3).playing().tap("5", "K4").playing().tap("8", "K4")
    before = sitting.state
    sitting.rig.power_cut()
    sitting.rig.power_on()
    assert sitting.id == "resume"
    sitting.tap("0")
    assert sitting.state == before
    assert (sitting.id, sitting.words) == ("tm.life", full("tm.life")), "it may not have been read"
    sitting.tap("0")
    assert sitting.id == "tm.focus"


def test_the_pad_that_resumes_is_no_guard_pad_of_the_level() -> None:
    sitting = Sitting(3).playing()
    sitting.rig.power_cut()
    sitting.rig.power_on()
    sitting.tap("0").wait_s(1)
    assert (sitting.id, sitting.state["phase"]) == ("tm.level", "playing")


@pytest.mark.long
def test_no_sleeve_and_no_stuck_pad_where_hands_lie() -> None:
    sitting = Sitting(2).hands(0, 1)
    sitting.wait_s(25)
    assert sitting.rig.scene.notice is None
    assert "Lift hands" in sitting.words


def won(players: int) -> Sitting:
    """A game that was won at the table."""
    sitting = Sitting(players)
    while not sitting.state["result"]:
        sitting.playing().tap("5", "K4")
    return sitting

"""One's own Mind Cards and pack names, entered on the device (N1.4)."""

from __future__ import annotations

import pytest

from device.games.nevermind.own_cards import RING_PADS, OwnCards
from device.games.nevermind.own_packs import OwnPacks, entered
from device.games.nevermind.settings import NevermindSettings
from device.settings.loaded import with_stored
from device.ui.model import Push
from tests.device.bench import Bench, drawn
from tests.device.said import full

PAIRS = [(mind, (mind + step) % 8) for mind in range(8) for step in (1, 3)]


def rules(bench: Bench) -> NevermindSettings:
    return bench.app.player.settings.of(NevermindSettings)


def named(bench: Bench) -> tuple[str, ...]:
    return entered(bench.app.model)


def at_cards(bench: Bench | None = None) -> Bench:
    bench = bench or Bench()
    bench.perform(Push(OwnCards()))
    bench.tap("1")
    return bench


def enter(bench: Bench, pair: tuple[int, int]) -> None:
    bench.tap(*(RING_PADS[place].value for place in pair))


def test_n1_4_sixteen_cards_by_pads_are_in_force_and_dealt() -> None:
    bench = at_cards()
    assert bench.id == "settings.cards.enter"
    for number, pair in enumerate(PAIRS, 1):
        drawn(bench.scene, bench.loaded.settings.screen.profile)
        assert full("cards.mind", number=number) in bench.words
        enter(bench, pair)
    assert (bench.id, bench.notice) == ("settings.cards", full("cards.done"))
    assert rules(bench).mind_cards == tuple(PAIRS)
    bench.tap("K1")
    bench.tap("1", "1")
    assert bench.state.options.mind_cards == tuple(PAIRS)


def test_n1_4_buttons_alone_enter_a_card_and_each_is_kept_at_once() -> None:
    bench = at_cards()
    bench.tap("K3", "K4", "K2", "K2", "K4")
    assert rules(bench).mind_cards_entered == ((1, 7),)
    again = bench.restarted()
    assert rules(again).mind_cards_entered == ((1, 7),)
    assert rules(again).mind_cards == ()
    at_cards(again)
    assert full("cards.mind", number=2) in again.words


def test_n1_4_two_foci_on_one_place_are_told_in_one_line_and_nothing_is_lost() -> None:
    bench = at_cards()
    enter(bench, (0, 1))
    enter(bench, (4, 4))
    assert bench.notice == full("cards.odd")
    bench.tap("6")
    assert rules(bench).mind_cards_entered == ((0, 1), (4, 3))


def test_n1_4_a_card_that_repeats_is_told_and_taken_only_if_it_is_meant() -> None:
    bench = at_cards()
    enter(bench, (0, 1))
    enter(bench, (0, 1))
    assert bench.notice == full("cards.twice", number=1)
    assert rules(bench).mind_cards_entered == ((0, 1),)
    enter(bench, (0, 1))
    assert rules(bench).mind_cards_entered == ((0, 1), (0, 1))


@pytest.mark.parametrize("key", ["K1", "*"])
def test_a_focus_can_be_taken_back_and_so_can_the_last_card(key: str) -> None:
    bench = at_cards()
    enter(bench, (0, 1))
    bench.tap("3", key)
    assert full("cards.mind", number=2) in bench.words
    bench.tap(key)
    assert bench.id == "settings.cards"
    bench.tap("2")
    assert rules(bench).mind_cards_entered == ()


@pytest.mark.parametrize("by_file", [True, False])
def test_n1_4_changing_back_to_the_built_in_set_loses_nothing(by_file: bool) -> None:
    cards = tuple(PAIRS)
    bench = Bench({"mind_cards": [list(pair) for pair in cards]} if by_file else None)
    if not by_file:
        at_cards(bench)
        for pair in cards:
            enter(bench, pair)
    else:
        bench.perform(Push(OwnCards()))
    row = str(len(bench.screen.items(bench.app.model)))  # type: ignore[attr-defined]
    bench.tap(row)
    assert rules(bench).mind_cards == ()
    bench.tap(str(len(bench.screen.items(bench.app.model))))  # type: ignore[attr-defined]
    assert rules(bench).mind_cards == cards


def test_a_stored_card_that_is_none_leaves_the_rest_of_the_choices() -> None:
    loaded = with_stored(
        Bench().loaded,
        {"nevermind": {"mind_cards_entered": [[3, 3]]}, "guidance": {"packs_entered": ["Work"]}},
    )
    assert loaded.settings.of(NevermindSettings).mind_cards_entered == ()
    assert loaded.settings.guidance.packs_entered == ("Work",)


def test_names_of_packs_are_written_by_pads_as_on_a_telephone() -> None:
    bench = Bench()
    bench.perform(Push(OwnPacks()))
    bench.tap("1")
    bench.tap("9", "#", "6", "6", "6", "7", "7", "7", "5", "5")
    drawn(bench.scene, bench.loaded.settings.screen.profile)
    bench.tap("#", "#")
    assert named(bench) == ("Work",)
    bench.tap("1", "4", "#", "0", "4", "#", "*", "#")
    assert named(bench) == ("Work", "G")


def test_names_of_packs_are_written_by_buttons_alone() -> None:
    bench = Bench()
    bench.perform(Push(OwnPacks()))
    bench.tap("K4", "K3", "K3", "K4", "K3", "K4", "K2", "K4")
    assert named(bench) == ("Ba",)
    bench.tap("K3", "K4", "*", "*", "K4")
    assert named(bench) == ()


def test_three_names_come_into_force_and_fewer_are_kept() -> None:
    bench = Bench()
    bench.perform(Push(OwnPacks()))
    for pad in "234":
        assert bench.app.player.settings.guidance.packs == ()
        bench.tap("1", pad, "#", "#")
    assert bench.app.player.settings.guidance.packs == ("A", "D", "G")
    bench.tap("2", "*", "#")
    assert named(bench) == ("D", "G")
    assert not bench.app.player.settings.guidance.packs


def test_a_name_that_is_there_already_is_told_in_one_line_and_nothing_is_lost() -> None:
    bench = Bench({"packs": ["Work", "Home", "Body"]})
    bench.perform(Push(OwnPacks()))
    bench.tap("1", "9", "#", "6", "6", "6", "7", "7", "7", "5", "5", "#", "#")
    assert (bench.id, bench.notice) == ("settings.packs.name", full("packs.twice"))
    assert "Work_" in bench.words
    bench.tap("K1")
    assert named(bench) == ("Work", "Home", "Body")
    drawn(bench.scene, bench.loaded.settings.screen.profile)


def test_the_settings_lead_to_both_pages() -> None:
    bench = Bench()
    bench.tap("5")
    assert bench.id == "settings.menu"
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("settings.cards")) + 1))
    assert bench.id == "settings.cards"
    drawn(bench.scene, bench.loaded.settings.screen.profile)

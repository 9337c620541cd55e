"""Who never played is asked once whether to be shown around, and then moves a card within two keys."""

from __future__ import annotations

import pytest

from device.settings.model import Profile
from device.storage.journal import JournalEntry
from device.storage.progress import Progress
from engine.nevermind.phases import Phase
from tests.device.bench import Bench, drawn
from tests.device.said import full


def at_question(game: str = "1", **settings: object) -> Bench:
    bench = Bench(settings, newcomer=True)
    bench.tap(game)
    assert (bench.id, bench.words) == ("around", full("around.ask"))
    return bench


@pytest.mark.parametrize("profile", ["L", "M", "S"])
@pytest.mark.parametrize("key", ["K4", "#"])
def test_the_first_card_of_nevermind_moves_within_two_keys_of_yes(profile: str, key: str) -> None:
    bench = at_question("1", profile=profile)
    drawn(bench.scene, Profile(profile))
    bench.tap(key)
    assert (bench.state.phase, bench.state.round) == (Phase.MIND, 2)
    assert (bench.id, bench.words) == ("help.aim", full("set.aim"))
    bench.tap("K4", "K4")
    assert [thought for thought in bench.state.grid if thought.token is not None]


def test_who_is_shown_around_reads_of_glyphs_first_and_of_the_rest_as_it_comes_up() -> None:
    bench = at_question()
    bench.tap("K4", "K4", "0")
    pages = []
    for _ in range(60):
        bench.wait_s(6)
        if bench.id.startswith("help.") and bench.id not in pages:
            pages.append(bench.id)
        if bench.id == "ntd.watch":
            break
        bench.tap("K4") if bench.id.startswith("help.") else None
    assert pages[:3] == ["help.walk", "help.glyphs", "help.cards"]
    assert "help.round" in pages


@pytest.mark.parametrize("key", ["K1", "0"])
def test_it_is_asked_once_for_both_games_and_no_leads_nobody(key: str) -> None:
    bench = at_question()
    bench.tap(key)
    assert bench.id == "ntd.stage"
    bench.tap("K1", "2")
    assert bench.id == "tm.setup"
    again = bench.restarted()
    again.tap("1")
    assert again.id == "ntd.stage"
    assert again.app.model.learnt is None


def test_no_other_key_is_an_answer() -> None:
    bench = at_question()
    bench.tap("1", "5", "*", "K2")
    assert bench.id == "around"


def test_the_other_game_opens_on_a_table_of_its_own() -> None:
    bench = at_question("2")
    bench.tap("K4")
    assert bench.play.game == "the-mind"
    assert bench.store.progress().shown_around is True


@pytest.mark.parametrize("known", ["journal", "help"])
def test_who_played_before_is_no_newcomer(known: str) -> None:
    bench = Bench(newcomer=True)
    if known == "journal":
        bench.store.write_entry(JournalEntry(1, "breathe", 300))
    else:
        bench.store.save_progress(Progress(help_seen=("round",)))
    again = Bench(disk=bench.disk, clock=bench.clock, newcomer=True)
    again.tap("1")
    assert again.id == "ntd.stage"


@pytest.mark.parametrize("silent", ["true", "false"])
def test_a_first_k3_gives_a_sign_also_where_nothing_is_heard(silent: str) -> None:
    bench = Bench({"silent": silent})
    bench.begin(guidance="quiet")
    bench.tap("K3")
    assert bench.notice == (full("again.help") if silent == "true" else "")
    assert bool(bench.voice.calls) is (silent == "false")
    bench.tap("K3")
    assert bench.id == "help.now"

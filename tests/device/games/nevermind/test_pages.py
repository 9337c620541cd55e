"""Help, journal and whatever a stranger presses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.draw.render import sides
from device.games.nevermind.choices import CardChoice
from device.games.nevermind.facts import NevermindFacts
from device.games.nevermind.setup import StageMenu
from device.games.words import WORDS
from device.screens.help import Help
from device.screens.journal import Journal
from device.settings.model import Profile
from device.storage.journal import JournalEntry
from device.ui.model import Push
from engine.nevermind.model import State
from engine.nevermind.phases import Phase
from tests.device.bench import Bench, drawn
from tests.device.said import full
from tests.engine.nevermind.soundness import check

KEYS = (*"123456789*0#", "K1", "K2", "K3", "K4", "K4", "0", "0")


@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_k3_reads_every_side_of_every_help_page_in_order(profile: str) -> None:
    bench = Bench({"profile": profile})
    bench.perform(Push(Help(WORDS.pages[1])))
    seen: list[tuple[str, int]] = []
    for _ in range(400):
        seen.append((bench.id, bench.scene.side))
        bench.tap("K3")
        if (bench.id, bench.scene.side) == seen[0]:
            break
    pages = dict.fromkeys(name for name, _ in seen)
    assert list(pages) == [f"help.{name}" for name in (*WORDS.pages[1:], "now")]
    for screen in pages:
        bench.perform(Push(Help(screen.removeprefix("help."))))
        count = sides(bench.scene, bench.loaded.settings.screen.profile)
        assert [side for name, side in seen if name == screen] == list(range(count))


def test_help_closes_with_k1_and_comes_back_to_where_it_was_asked() -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.tap("0")
    bench.wait_s(5)
    bench.tap("K3", "K3")
    assert bench.id == "help.now"
    bench.tap("K1")
    assert bench.id == "ntd.watch"


@pytest.mark.parametrize(("screen_id", "page"), [("ntd.token", "help.tokens"), ("ntd.done", "help.now")])
def test_help_opens_at_the_page_in_question(screen_id: str, page: str) -> None:
    bench = Bench()
    bench.begin(guidance="quiet", tokens="table")
    if screen_id == "ntd.token":
        bench.tap("0")
    assert bench.id == screen_id
    bench.tap("K3", "K3")
    assert bench.id == page


MATTERS = {
    Phase.SURFACE: ("ntd.surface", "edge"),
    Phase.SECOND: ("ntd.second", "super"),
    Phase.BREATH_FROM: ("ntd.deep.from", "deep"),
    Phase.BREATH_CALM: ("ntd.deep.calm", "deep"),
}


@pytest.mark.parametrize("phase", MATTERS)
def test_help_at_a_choice_of_a_card_opens_at_why_one_chooses(phase: Phase) -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.perform(Push(CardChoice(phase)))
    screen, page = MATTERS[phase]
    assert bench.id == screen
    bench.tap("K3", "K3")
    assert bench.id == f"help.{page}"


STAGE_PAGES = ("aim", "stage2", "stage3", "stage4", "stage5", "stage6")


@pytest.mark.parametrize(("stage", "page"), list(enumerate(STAGE_PAGES, 1)))
def test_the_set_up_tells_of_the_stage_that_is_chosen(stage: int, page: str) -> None:
    """K3 walks a list, so the last but the Super row opens it; K1 comes back."""
    bench = Bench({"unlock_all": "true"})
    bench.perform(Push(StageMenu(stage=stage)))
    bench.tap("8")
    assert bench.id == f"help.{page}"
    bench.tap("K1")
    assert bench.id == "ntd.stage"


def test_the_set_up_of_super_tells_of_super() -> None:
    bench = Bench({"unlock_all": "true"})
    bench.perform(Push(StageMenu(stage=6)))
    bench.tap("9", "8")
    assert bench.id == "help.super"


def test_your_move_says_who_acts_and_orders_nothing() -> None:
    """The name of a move over "Your move." was read as an order: it stands over a card that is framed."""
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    acknowledged, focused, noticed = "acknowledged:feeling", "subliminal:feeling", "distraction:feeling"
    tables: tuple[tuple[dict[str, Any], int, str], ...] = (
        ({}, 0, "strip.acknowledge"),
        ({"S": acknowledged}, 0, "strip.focus"),
        ({"N": acknowledged, "S": focused}, 1, "strip.let_go"),
        ({"W": noticed}, 0, "strip.notice"),
    )
    for places, center, line_id in tables:
        bench.lay(center=center, **places)
        bench.tap("0")
        bench.wait_s(30)
        assert (bench.id, bench.words) == ("ntd.watch", f"{full('strip.you')} | {full('watch')}")
        bench.tap("K4")
        assert bench.words.startswith(full(line_id))
        bench.tap("K4")
        assert (bench.id, bench.words.startswith(full(line_id))) == ("ntd.done", True)
        bench.wait_s(30)


def test_help_now_says_what_is_possible() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(NW="thought:feeling", S="acknowledged:feeling")
    bench.tap("0")
    bench.wait_s(5)
    bench.tap("K3", "K3")
    named = [
        full("help.named", word=full(f"strip.{word}").capitalize(), card=WORDS.line(f"place.{at}"))
        for word, at in (("acknowledge", "nw"), ("focus", "s"))
    ]
    assert bench.words == " | ".join((full("help.now"), *named))


@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_help_now_fits_a_small_panel_and_turns_on(profile: str) -> None:
    bench = Bench({"profile": profile})
    bench.begin(seed="7", guidance="quiet")
    bench.tap("0")
    bench.wait_s(30)
    bench.perform(Push(Help()))
    for scene in [one for one in bench.seen if one.id == "help.now"]:
        drawn(scene, Profile(profile))
    for _ in range(sides(bench.scene, bench.loaded.settings.screen.profile)):
        bench.tap("K4")
    assert bench.id == "help.glyphs"


@pytest.mark.parametrize("profile", ["L", "S"])
def test_the_journal_is_read_from_the_newest_back(profile: str) -> None:
    bench = Bench({"profile": profile})
    for number, date in ((1, "2026-11-01"), (2, "2026-11-02")):
        facts = NevermindFacts(stage=1, released=5, distractions=1, score=5)
        bench.store.write_entry(JournalEntry(number, "nevermind", 360, date, "timer_empty", facts))
    again = Bench({"profile": profile}, disk=bench.disk, clock=bench.clock)
    again.perform(Push(Journal()))
    assert "2026-11-02" in again.words
    assert full("sum.released", count=5) in again.words
    for _ in range(6):
        again.tap("K3")
        drawn(again.scene, Profile(profile))
        if "2026-11-01" in again.words:
            break
    assert "2026-11-01" in again.words
    again.tap("K2")
    assert "2026-11-02" in again.words
    assert "core" not in again.words
    again.tap("K1")
    assert again.id == "home"


def test_f28_nothing_counts_days_or_sessions() -> None:
    bench = Bench()
    for number in range(1, 9):
        bench.store.write_entry(JournalEntry(number, "breathe", 300, "2026-11-01"))
    again = Bench(disk=bench.disk, clock=bench.clock)
    again.perform(Push(Journal()))
    shown = [again.words]
    for _ in range(8):
        again.tap("K3")
        shown.append(again.words)
    said = [full("home.breathe"), full("journal.date", date="2026-11-01"), full("breathe.end", minutes=5)]
    assert set(shown) == {
        " | ".join((*said, *more)) for more in ((), (full("journal.newest"),), (full("journal.oldest"),))
    }


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_pressed_the_table_stays_sound_and_words_fit(seed: int) -> None:
    random = Random(seed)
    settings: dict[str, Any] = {"profile": random.choice("LMS"), "unlock_all": "true"}
    bench = Bench(settings)
    bench.begin(
        random.randint(1, 6),
        str(seed),
        guided=seed % 2 == 0,
        tokens=random.choice(["device", "table", "double"]),
    )
    for _ in range(150):
        roll = random.random()
        if roll < 0.9:
            bench.tap(random.choice(KEYS))
        elif roll < 0.94:
            bench.hold(random.choice(["K1", "K2", "K3", "K4"]), 900_000)
        else:
            bench.wait_s(random.random() * 10)
        if bench.app.stage.off:
            break
        if bench.app.sessions.session is not None and isinstance(bench.state, State):
            assert not check(bench.state)
    bench.draw_seen()


def test_the_journal_names_the_game_and_says_no_date_and_no_minutes_that_there_are_not() -> None:
    bench = Bench()
    bench.store.write_entry(JournalEntry(1, "breathe", 12))
    again = Bench(disk=bench.disk, clock=bench.clock)
    again.perform(Push(Journal()))
    assert again.words == f"{full('home.breathe')} | {full('breathe.short')}"

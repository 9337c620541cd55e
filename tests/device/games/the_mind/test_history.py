"""The team's history: what the journal keeps of a game of The Mind."""

from __future__ import annotations

from device.games.nevermind.facts import NevermindFacts
from device.games.the_mind.facts import MindFacts
from device.games.the_mind.history import History, Team, misplays, teams, told
from device.storage.journal import JournalEntry
from device.ui.model import Push
from engine.the_mind import effects as fx
from tests.device.games.the_mind.sitting import Sitting
from tests.device.said import full


def last(sitting: Sitting) -> JournalEntry:
    return sitting.rig.app.sessions.store.journal()[-1]


def test_a_game_is_kept_with_its_best_level_and_its_misplays_by_level() -> None:
    sitting = Sitting(3)
    sitting.playing().tap("8", "K4").playing().tap("5", "K4")
    sitting.playing().tap("5", "K4").playing().tap("8", "K4").playing().tap("8", "K4")
    entry = last(sitting)
    assert (entry.game, entry.facts.players, entry.facts.cards, entry.outcome) == (
        "the-mind",
        3,
        "table",
        "lost",
    )
    assert (entry.facts.level, entry.facts.misplays, entry.facts.blind_levels) == (2, (1, 0, 2), None)


def test_what_was_undone_is_not_in_it() -> None:
    sitting = Sitting(2).playing().tap("8", "K4", "K1").wait_s(5).playing().tap("5", "K4")
    sitting.playing().tap("8", "K4").playing().tap("8", "K4", "K4")
    assert last(sitting).facts.misplays == (0, 2)


def test_an_undo_after_the_end_takes_the_entry_back() -> None:
    sitting = Sitting(2)
    sitting.playing().tap("8", "K4").playing().tap("8", "K4")
    assert last(sitting).outcome == "lost"
    sitting.tap("K1")
    assert sitting.rig.app.sessions.store.journal() == ()


def test_a_blind_record_is_kept() -> None:
    sitting = Sitting(4, blind=True)
    for found in ("0", "1", "9"):
        sitting.playing().tap("5", "K4", "0", "0", found, "K4")
    entry = last(sitting)
    assert (entry.outcome, entry.facts.blind_levels, entry.facts.level) == ("blind_over", 2, 2)
    assert entry.facts.misplays == (0, 1, 9)


def test_misplays_of_open_play_stay_as_they_were_when_the_team_goes_on_blind() -> None:
    done = (fx.Misplayed(None, None, (), 1), fx.LevelBegan(2), fx.BlindBegan(), fx.LevelBegan(1))
    assert misplays((*done, fx.MistakesFound(3))) == (1, 0)


def games(*entries: tuple[int, int, tuple[int, ...], int | None]) -> tuple[JournalEntry, ...]:
    return tuple(
        JournalEntry(
            n, "the-mind", 60, facts=MindFacts(players=p, level=level, misplays=missed, blind_levels=blind)
        )
        for n, (p, level, missed, blind) in enumerate(entries, 1)
    )


def test_the_history_is_told_by_the_number_of_players() -> None:
    other = JournalEntry(9, "nevermind", 60, facts=NevermindFacts())
    found = teams((*games((2, 5, (0, 1), None), (2, 12, (2, 0, 1), 3), (4, 3, (0,), None)), other))
    assert found == (
        Team(players=2, games=2, best=12, misplays=(2, 1, 1), blind=3),
        Team(players=4, games=1, best=3, misplays=(0,), blind=None),
    )
    assert [line.full for line in told(found[0])][:3] == [
        full("tm.team.games", games=2),
        full("journal.level", level=12),
        full("tm.team.misplays", level=1, count=2),
    ]
    assert [line.full for line in told(found[1])][-1] == full("tm.team.clean")
    assert teams(()) == ()


def test_the_pages_can_be_turned_and_closed() -> None:
    sitting = Sitting(2, begin=False)
    for entry in games((2, 5, (1, 1, 1, 1, 1), 1), (3, 2, (0,), None)):
        sitting.rig.app.sessions.store.write_entry(entry)
    sitting.rig.app.effects.refresh()
    sitting.rig.perform(Push(History()))
    words = [sitting.words]
    for _ in range(3):
        words.append(sitting.tap("K3").words)
    assert full("tm.team", players=2) in words[0]
    assert full("tm.team.games.1") in words[0]
    assert "3 players" in words[3]
    assert sitting.tap("K2", "K1").id == "home"

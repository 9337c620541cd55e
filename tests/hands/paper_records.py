"""Records of games with paper decks, made by play (N8.9): `python -m tests.hands.paper_records`.

Somebody plays at the device with real cards on a table that knows nothing of the rules; a game in which the
two ever differ makes no record. What is refused is tried too, by what really lies there. The state and what
is legal after each line are written beside it, as a reader expects them.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.games.nevermind.fix import MOST_IN_DECK
from device.games.nevermind.settings import TokenSource
from device.settings.model import Guidance
from engine.games import GAMES
from engine.nevermind.model import RING
from engine.nevermind.phases import Phase
from engine.record import Kind, header_line, json_line, parse, read, replay, verify
from tests.engine.nevermind.paper_situations import SITUATIONS, situations
from tests.hands.nevermind import RING as PADS
from tests.hands.nevermind_sitting import NevermindSitting, Plan

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "conformance"
SESSIONS = 420
"""So many are looked through, every other seven of them with paper decks."""
READ_WHOLE = 10
"""In the first lines of a record a card is read with both its places."""
PLACES = tuple(place.name for place in RING)


class PaperSitting(NevermindSitting):
    """A session without haste, which tries now and then what the cards cannot show."""

    def __init__(self, plan: Plan) -> None:
        self.tries: dict[int, list[dict[str, object]]] = {}
        """What was tried, by how many lines had been written."""
        self.printed: dict[int, str] = {}
        """The noting place of cards whose line says the mind focus alone, by the number of that line."""
        super().__init__(replace(plan, tokens=TokenSource.DEVICE, haste=0.0, guidance=Guidance.QUIET))
        opened = self.seat.app.sessions.current
        assert opened is not None
        self._number = opened.play().number

    def lines(self) -> list[dict[str, object]]:
        """Return the record as the device wrote it, header first."""
        raw = self.seat.app.sessions.store.load(self._number)
        assert raw is not None
        found = read(raw.data)
        return [dict(found.header[1]), *(dict(line) for _, line in found.lines)]

    def some_touch(self) -> None:
        """Read everything first, so that the table lies as the record says."""
        self.read_all()
        written = len(self.lines())
        if self.state.phase is not Phase.OVER:
            self.tries.setdefault(written, self._impossible())
        if self.state.phase is Phase.MIND and self.decks.deck and (face := self.decks.deck[0]) is not None:
            self.printed[written] = PLACES[PADS.index(face[1])]
        rare = 0.3 if sum(self.decks.centers()) > 1 else 0.02
        if self.state.phase is Phase.MIND and self.state.round > 4 and self.random.random() < rare:
            self._match_decks()
        elif self.state.phase is Phase.BREATH_PLAY and self.random.random() < 0.15:
            self._undo()
        else:
            super().some_touch()

    def _impossible(self) -> list[dict[str, object]]:
        """Return what no card here can show, some of the time."""
        lie, hand = self.decks, self.state.phase is Phase.BREATH_PLAY
        verb = "breath_play" if hand else "draw"
        if not hand and self.state.phase is not Phase.MIND:
            return [{"try": verb, "mind": self._place()}] if self.random.random() < 0.02 else []
        place = self._place()
        both = hand or self.plan.super_monkey
        shown: list[dict[str, object]] = [
            {},
            {"mind": place, "breathe": True},
            {"mind": "middle"} if not both else {"mind": place},
            {"mind": place, "noting": place} if both else {"mind": 4},
        ]
        found = [self.random.choice(shown)] if self.random.random() < (0.5 if hand else 0.15) else []
        if lie.centers()[0] == 0 and self.random.random() < 0.1:
            found.append({"breathe": True})
        pile = lie.hand if hand else lie.deck
        if pile and not any(lie.deck + lie.hand):
            found.append(
                {"mind": place, "noting": PLACES[PLACES.index(place) - 1]} if both else {"mind": place}
            )
        tried = [{"try": verb, **card} for card in found]
        return [*tried, self._no_such_deck()] if self.random.random() < 0.01 else tried

    def _place(self) -> str:
        return self.random.choice(PLACES)

    def _no_such_deck(self) -> dict[str, object]:
        state = self.session.state_json()
        laid = {key: state[key] for key in ("grid", "center", "timer")}
        return {"try": "fix", **laid, "deck": self.random.choice((0, MOST_IN_DECK + 1)), "breathes": 0}

    def _match_decks(self) -> None:
        """Match the Mind Deck to one that is nearly used up."""
        self.tap("K2")
        self.row("pause.fix")
        deck, centers = len(self.state.deck), sum(self.decks.centers())
        self.tap("K2", *["#"] * (centers - self.decks.centers()[0]), "K2")
        self.tap(*["*"] * max(deck - self.random.randint(centers + 1, centers + 3), 0), "0")
        while self.screen == "ntd.fix":
            self.tap("K1")


def made(plan: Plan) -> bytes:
    """Play a session; return its record with what a reader expects."""
    sitting = PaperSitting(plan)
    sitting.run()
    header, *lines = sitting.lines()
    kept: list[dict[str, object]] = []
    for number, line in enumerate(lines, 1):
        kept += sitting.tries.get(number, ())
        if line.get("do") == "draw" and "mind" in line and number < READ_WHOLE:
            # The card shows both places; without Super nobody looks at the other one (N8.2).
            line.setdefault("noting", sitting.printed[number])
        if line.get("do") == "shuffle" and number > READ_WHOLE and plan.number % 2:
            # Nobody knows them (N8.4).
            line["cards"] = []
        kept.append({key: value for key, value in line.items() if key != "at_ms"})
    options = parse(json_line(header), GAMES).options
    head = header_line(GAMES["nevermind"], options, str(plan.number))
    return head + b"".join(_expecting(head + b"".join(map(json_line, kept))))


def _expecting(bare: bytes) -> Iterator[bytes]:
    """Write what is expected after each line beside it."""
    record = parse(bare, GAMES)
    for line, answer in zip(record.lines, replay(record), strict=True):
        then = {} if line.kind is Kind.TRY else {"then": answer.state, "legal": list(answer.legal)}
        yield json_line({**line.data, **then})


def chosen(records: dict[str, tuple[str, bytes]]) -> list[str]:
    """Return the names of some that come to all situations, and of one for each way to play at least."""
    found = {name: situations(parse(data, GAMES)) for name, (_, data) in records.items()}
    wanted = {(clause, way) for clause, ways in SITUATIONS.items() for way in ways}
    names: list[str] = []
    while True:
        gains = {name: len(wanted & some) for name, some in found.items() if name not in names}
        best = max(gains, key=lambda name: (gains[name], -len(records[name][1])))
        if not gains[best]:
            break
        names.append(best)
        wanted -= found[best]
    for kind in sorted({kind for kind, _ in records.values()} - {records[name][0] for name in names}):
        names.append(
            max((name for name in found if records[name][0] == kind), key=lambda name: len(found[name]))
        )
    if wanted:
        raise SystemExit(f"no session comes to {sorted(wanted)}: look through more of them")
    return names


def main() -> None:
    """Write them anew."""
    records: dict[str, tuple[str, bytes]] = {}
    plans = [plan for plan in map(Plan.of, range(SESSIONS)) if plan.paper]
    with ProcessPoolExecutor() as pool:
        for plan, data in zip(plans, pool.map(made, plans), strict=True):
            assert verify(parse(data, GAMES)) is None, plan
            kind = f"stage{plan.stage}{'-super' if plan.super_monkey else ''}"
            records[str(plan.number)] = (kind, data)
    counts: Counter[str] = Counter()
    names = sorted(chosen(records), key=int)
    for old in FOLDER.glob("nevermind-paper-*.jsonl"):
        old.unlink()
    for name in names:
        kind, data = records[name]
        counts[kind] += 1
        path = FOLDER / f"nevermind-paper-{kind}-{counts[kind]}.jsonl"
        path.write_bytes(data)
        sys.stdout.write(f"{path.name}: session {name}\n")


if __name__ == "__main__":
    main()

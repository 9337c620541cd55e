"""Playing without sight: what is said of each screen, and a session that knows nothing but what was said."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from device.app.home import HomeMenu
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.spoken import map_words
from device.games.words import WORDS
from device.output.speech import once_more, reading
from device.ui.model import Begin, Push
from device.ui.scene import (
    BarBody,
    BarsBody,
    BlackBody,
    BorderBody,
    CardMap,
    GridBody,
    HandBody,
    LevelBody,
    LineBody,
    MapBody,
    Mark,
    MenuBody,
    NumbersBody,
    PacerBody,
    Scene,
    TextBody,
    ZonesBody,
)
from tests.device.device_kit import S, Still, begin, started
from tests.device.said import aloud, full, place

NOTHING = Mark()
ENDS_OPEN = CardMap((Mark(possible=True), *(NOTHING,) * 6, Mark(possible=True)))
ROUND = TextBody(WORDS.line("help.round"), (WORDS.line("help.round.1"),))
TABLE = CardMap(
    (
        Mark(face_up=True, token=True, marker_on_token=True, kind="Feeling"),
        Mark(token=True),
        Mark(token=True, marker_on_token=True, framed=True),
        Mark(face_up=True, token=True, marker_on_card=True, barred=True),
        NOTHING,
        NOTHING,
        Mark(token=True, marker_on_card=True),
        NOTHING,
    ),
    center=1,
)
MAP = Scene("ntd.watch", MapBody("NOTICE", 12, TABLE, WORDS.line("watch")))
ITEMS = tuple(WORDS.line(f"home.{name}") for name in ("nevermind", "mind", "breathe"))
MENU = Scene("home", MenuBody(WORDS.line("home.title"), ITEMS, 0, ("", "on", "")))
LABELS = tuple(WORDS.line(f"mood.{pad}").full for pad in range(1, 10))


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (MAP, aloud("Notice", place(2), full("watch"))),
        (
            Scene("ntd.letgo", MapBody("You", 3, ENDS_OPEN, WORDS.line("watch"))),
            aloud("You", full("watch"), full("say.possible", places=f"{place(0)}, {place(7)}")),
        ),
        (MENU, aloud(full("home.title"), full("home.nevermind"), full("say.entry", number=1, count=3))),
        (
            Scene("x", GridBody(WORDS.line("mood.ask"), ("", "think", "", "past"))),
            aloud(full("mood.ask"), "2 think, 4 past"),
        ),
        (Scene("x", GridBody(WORDS.line("mood.ask"), LABELS, 4)), aloud(f"5 {full('mood.5')}")),
        (
            Scene("x", HandBody(WORDS.line("deep.hand"), ((0, 4), None))),
            aloud(
                full("deep.hand"),
                full("say.foci", number=1, mind=place(0), noting=place(4)),
                full("say.breathe", number=2),
            ),
        ),
        (Scene("tm.deal", LevelBody(3, 2, 1, hand=(4, 9))), full("say.level", level=3, lives=2, stars=1)),
        (
            Scene("tm.focus", ZonesBody(WORDS.line("tm.focus"), (True, False), ("W", "E"))),
            aloud(full("tm.focus"), full("say.hands", count=1, all=2)),
        ),
        (
            Scene("tm.star", NumbersBody(WORDS.line("tm.star.out"), (3, 17))),
            aloud(full("tm.star.out"), "3, 17"),
        ),
        (
            Scene("tm.hand", NumbersBody(WORDS.line("tm.hand.title", seat=1), (3, 17)), private=True),
            aloud(full("tm.hand.title", seat=1)),
        ),
        (Scene("x", BarBody(WORDS.line("power.hold"), 3, 11)), full("power.hold")),
        (
            Scene("x", BarsBody(WORDS.line("settings.pads"), (1,) * 12, (12,) * 12)),
            aloud(full("settings.pads")),
        ),
        (Scene("x", BorderBody(WORDS.line("display.check"))), full("display.check")),
        (
            Scene("x", TextBody(WORDS.line("help.round"), (WORDS.line("help.round.1"),))),
            aloud(full("help.round"), full("help.round.1")),
        ),
        (
            Scene("x", LineBody(WORDS.line("early", minutes=6))),
            full("early", minutes=6).replace("min ", "minutes "),
        ),
        (Scene("x", BlackBody()), ""),
        (Scene("x", PacerBody(3)), ""),
        (Scene("x", BlackBody(), spoken="Three breaths."), "Three breaths."),
    ],
    ids=lambda value: value.id if isinstance(value, Scene) else "",
)
def test_every_kind_of_screen_is_spoken(scene: Scene, said: str) -> None:
    assert reading(scene, None, map_words) == said


def test_the_map_in_words_says_all_that_the_glyphs_show() -> None:
    kinds = ("thought", "token", "acknowledged", "distraction", "released")
    thought, token, acknowledged, distraction, released = (full(f"say.card.{kind}") for kind in kinds)
    named = full("say.kind", card=thought, kind="Feeling")
    barred = full("say.barred", card=distraction)
    told = ((0, named), (1, token), (2, acknowledged), (3, barred), (6, released))
    assert map_words(MAP) == aloud(
        *(full("say.place", place=place(at), card=card) for at, card in told),
        full("say.hidden", count=3),
        full("say.center.1"),
        full("say.timer", count=12),
    )
    assert map_words(MENU) == ""


def test_only_what_is_new_is_said() -> None:
    assert reading(MENU, MENU, map_words) == ""
    moved = Scene("home", MenuBody(WORDS.line("home.title"), ITEMS, 1, ("", "on", "")))
    assert reading(moved, MENU, map_words) == aloud(
        f"{full('home.mind')} on", full("say.entry", number=2, count=3)
    )
    noticed = replace(MAP, notice=WORDS.line("no.quiet"))
    assert reading(noticed, MAP, map_words) == full("no.quiet")
    assert reading(MAP, noticed, map_words) == ""
    told = Scene("x", LineBody(WORDS.line("pause")), notice=WORDS.line("sleeve"))
    assert reading(told, None, map_words) == aloud(full("sleeve"), full("pause"))
    bar = Scene("x", BarBody(WORDS.line("power.hold"), 3, 11))
    assert reading(replace(bar, body=BarBody(WORDS.line("power.hold"), 4, 11)), bar, map_words) == ""
    turned = replace(MAP, side=1)
    assert reading(turned, MAP, map_words) == map_words(MAP)
    assert reading(MAP, MENU, map_words) == reading(MAP, None, map_words)
    hands = Scene("tm.focus", ZonesBody(WORDS.line("tm.focus"), (True, False), ("W", "E")))
    more = replace(hands, body=ZonesBody(WORDS.line("tm.focus"), (True, True), ("W", "E")))
    assert reading(more, hands, map_words) == aloud(full("say.hands", count=2, all=2))


def test_k3_says_it_again_with_the_map_if_all_is_spoken() -> None:
    assert once_more(MAP, "") == reading(MAP, None, map_words)
    assert once_more(MAP, map_words(MAP)) == f"{reading(MAP, None, map_words)} {map_words(MAP)}"


def test_k3_speaks_the_map_and_a_second_one_opens_help() -> None:
    rig = started(sound__silent=False, sound__spoken=True)
    begin(rig)
    before = len(rig.world.voice.calls)
    rig.tap("K3")
    (call,) = rig.world.voice.calls[before:]
    assert full("say.hidden", count=7) in str(call.value) or full("say.hidden.all") in str(call.value)
    rig.tap("K3")
    assert rig.scene.id.startswith("help.")


def test_m6_1_nothing_is_said_on_a_still_screen() -> None:
    rig = started(sound__silent=False, sound__spoken=True)
    begin(rig)
    before = len(rig.world.voice.calls)
    rig.perform(Push(Still()))
    rig.tap("5")
    rig.tap("K3")
    rig.wait(60 * S)
    assert len(rig.world.voice.calls) == before


def test_without_the_setting_a_screen_is_spoken_only_when_asked() -> None:
    rig = started(sound__silent=False)
    rig.perform(Push(HomeMenu()))
    assert rig.world.voice.calls == []
    rig.tap("K1")
    rig.perform(Push(Still()))
    assert rig.world.voice.calls == []


# A session by ear


class Ear:
    """Plays Nevermind knowing only what was said; asks for the map with K3 when it is its move."""

    def __init__(self, seed: str) -> None:
        self.rig = started(sound__silent=False, sound__spoken=True)
        self._heard = 0
        self.said: list[str] = []
        self.rig.perform(Begin("nevermind", {"stage": 1}, NevermindOptions(seed, guided=True)))
        self._listen()

    def _listen(self) -> str:
        calls = self.rig.world.voice.calls
        new = [str(call.value) for call in calls[self._heard :] if call.name == "say"]
        self._heard = len(calls)
        self.said += new
        return new[-1] if new else ""

    def tap(self, key: str) -> str:
        self.rig.tap(key)
        return self._listen()

    def hear_on(self) -> str:
        self.rig.wait(8 * S)
        return self._listen()

    def move(self) -> str:
        """Act on a card that the spoken map says can take it: let go, focus, acknowledge, notice."""
        table = self.tap("K3")
        cards = dict(re.findall(r"(\d), [a-z ]+: ([^.]*)\.", table))
        free = list(cards.items())
        # A barred card comes last: it may act if nothing else can (N4.5).
        wishes = [full(f"say.card.{card}") for card in ("acknowledged", "thought", "distraction")]
        if full("say.center.1") in table:
            wishes = [full("say.card.token")]
        open_cards = [card for card in free if "barred" not in card[1]]
        for among in (open_cards, free):
            for wish in wishes:
                for pad, state in among:
                    if wish in state:
                        return self.tap(pad)
        pytest.fail(f"nothing to do is heard in {table!r}")


@pytest.mark.long
@pytest.mark.parametrize("seed", ["7", "11"])
def test_a_whole_session_is_played_by_ear_alone(seed: str) -> None:
    ear = Ear(seed)
    last = ear.said[-1]
    for _ in range(400):
        if full("watch") in last:
            last = ear.move()
        elif full("home.title") in last:
            break
        elif last.startswith(aloud(full("strip.mind"))) or not last:
            last = ear.hear_on()
            last = last or ear.tap("0")
        elif last.startswith(full("mood.ask")):
            last = ear.tap("5")
        else:
            last = ear.hear_on() or ear.tap("0")
    assert full("home.title") in last
    (entry,) = ear.rig.app.sessions.store.journal()
    assert entry.outcome in ("zen", "timer_empty")
    assert any("Saved here." in words for words in ear.said)

"""Every screen of Nevermind in every interesting state, on all three panels, as text pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from device.app.home import ResumeOffer
from device.draw.blocks import halfblocks
from device.draw.render import render, sides
from device.games.nevermind.acts import Act, cut
from device.games.nevermind.away import AWAY, Away, Saved
from device.games.nevermind.breath import DeepCount, DeepHand
from device.games.nevermind.choices import CardChoice, TokenAsked, YesNo
from device.games.nevermind.ends import Closing, Sum
from device.games.nevermind.fix import ACCEPT, CENTER, TIMER, FixTable
from device.games.nevermind.lessons import Lesson
from device.games.nevermind.opening import ARRIVE, Arrive, Lay, Mood, Settle
from device.games.nevermind.round import Done, LetGo, Prompt, Showing, Watch
from device.games.nevermind.setup import StageMenu
from device.games.nevermind.view import act_scene, card_map
from device.games.words import WORDS
from device.screens.pause import Pause
from device.settings.load import with_texts
from device.settings.model import Profile
from device.ui.model import Go, Model, Tell
from device.ui.picker import Picker
from device.ui.play import Play
from engine.nevermind.model import BREATHE, MindCard, Outcome, Place, Result, State, Token
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.games.nevermind.tables import LAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.ui.model import Screen
    from device.ui.scene import Scene

TABLE = {
    "NW": "released:feeling",
    "N": "subliminal:thinking",
    "NE": "acknowledged:remembering",
    "E": "distraction:anticipating",
    "SE": "thought:feeling",
    "W": "distraction:feeling",
}


def bench_with(*, center: int = 0, timer: int = 12, barred: tuple[Place, ...] = (), **more: Any) -> Bench:
    """A device with a table that has one of each; `more` are fields of the state."""
    bench = Bench({"careful": "true"} if more.pop("careful", False) else None)
    bench.aimed("E", "W", stage=more.pop("stage", 6), guidance="quiet")
    bench.lay(center=center, timer=timer, **TABLE)
    state = replace(bench.state, barred=barred, **more)
    play = replace(bench.play, state=state)
    bench.app.stage.model = replace(bench.app.model, play=play)
    return bench


def scene_of(screen: Screen, bench: Bench) -> Scene:
    return screen.scene(replace(bench.app.model, screen=screen))


def told(profile: Profile, line_id: str, word: str = "mind", **act: Any) -> list[Scene]:
    """A move at the table with one of each, in letters of this size."""
    bench = bench_with(center=act.pop("table_center", 0))
    scene_id = {"breath": "ntd.deep.step", "mind": "ntd.mind", "undo": "ntd.undo"}.get(word, "ntd.done")
    settings = with_texts(bench.loaded, {"profile": profile.value}).settings
    model = replace(bench.app.model, settings=settings)
    every = cut(Act(line_id, f"strip.{word}", **act), profile)
    return [act_scene(model, scene_id, one) for one in every]


def asking() -> Bench:
    """A device that asks for the token of a new card."""
    bench = Bench()
    bench.begin(1, tokens="table", guidance="quiet")
    bench.tap("0")
    assert bench.id == "ntd.token"
    return bench


def picked(base: Any, bench: Bench, cursor: int = 0) -> Scene:
    return scene_of(Picker(base, cursor), bench)


def noticed(line_id: str) -> Scene:
    return replace(scene_of(Watch(), bench_with()), notice=WORDS.line(line_id))


def ended(outcome: Outcome, score: int | None, rank: str | None, **more: Any) -> Bench:
    bench = bench_with(phase=Phase.OVER, result=Result(outcome, score, rank), **more)
    bench.app.stage.model = replace(bench.app.model, play=replace(bench.app.model.play, over=True))  # type: ignore[type-var]
    return bench


HAND = (MindCard(0, 0), MindCard(5, 180), BREATHE, MindCard(9, 0), MindCard(3, 180), MindCard(15, 0))

SCENES: dict[str, Callable[[], Scene]] = {
    "resume": lambda: scene_of(ResumeOffer(game="nevermind"), Bench()),
    "ntd.stage": lambda: scene_of(StageMenu(), Bench()),
    "ntd.stage-6": lambda: scene_of(StageMenu(6), Bench({"unlock_all": "true"})),
    **{
        f"ntd.lay-{index}": lambda index=index: scene_of(Lay(index), bench_with())  # type: ignore[misc]
        for index in range(len(LAY))
    },
    **{
        f"ntd.arrive-{index}": lambda index=index: scene_of(Arrive(index), bench_with())  # type: ignore[misc]
        for index in range(len(ARRIVE))
    },
    "ntd.mood": lambda: scene_of(Mood("before"), bench_with()),
    "ntd.mood-picked": lambda: picked(Mood("before"), bench_with(), 5),
    "ntd.mood-skip": lambda: picked(Mood("before"), bench_with(), 9),
    "ntd.settle-line": lambda: scene_of(Settle(), bench_with()),
    "ntd.settle-black": lambda: scene_of(Settle(0), bench_with()),
    "ntd.token": lambda: scene_of(TokenAsked(), asking()),
    "ntd.token-picked": lambda: picked(TokenAsked(), asking(), 2),
    "ntd.token-skip": lambda: picked(TokenAsked(), asking(), 4),
    "ntd.watch": lambda: scene_of(Watch(), bench_with()),
    "ntd.watch-barred": lambda: scene_of(Watch(), bench_with(barred=(Place.NW, Place.E, Place.SE, Place.W))),
    "ntd.watch-focused": lambda: scene_of(Watch(), bench_with(center=1)),
    "ntd.watch-picked": lambda: picked(Watch(), bench_with(phase=Phase.WATCHER), 1),
    "ntd.watch-careful": lambda: scene_of(Watch(Place.E), bench_with(careful=True)),
    "ntd.letgo": lambda: scene_of(LetGo(), bench_with(center=1, phase=Phase.WATCHER)),
    "ntd.done-plain": lambda: scene_of(Done(), bench_with()),
    "ntd.prompt": lambda: scene_of(Prompt(WORDS.line("dist.1"), Watch()), bench_with()),
    "ntd.prompt-long": lambda: scene_of(
        Prompt(WORDS.line("narrate.ack", token=WORDS.line("token.feeling")), Watch()), bench_with()
    ),
    "ntd.prompt-last": lambda: scene_of(Prompt(WORDS.line("last"), Watch()), bench_with(timer=1)),
    "ntd.surface": lambda: scene_of(CardChoice(Phase.SURFACE), bench_with(phase=Phase.SURFACE)),
    "ntd.second": lambda: scene_of(
        CardChoice(Phase.SECOND), bench_with(phase=Phase.SECOND, discards=(MindCard(0, 0),))
    ),
    "ntd.second-picked": lambda: picked(
        CardChoice(Phase.SECOND), bench_with(phase=Phase.SECOND, discards=(MindCard(0, 0),)), 1
    ),
    "ntd.reset": lambda: scene_of(YesNo(Phase.ADD_CENTER), bench_with()),
    "ntd.reset-picked": lambda: picked(YesNo(Phase.ADD_CENTER), bench_with()),
    "ntd.surface-picked": lambda: picked(CardChoice(Phase.SURFACE), bench_with(phase=Phase.SURFACE)),
    "ntd.deep.offer-picked": lambda: picked(YesNo(Phase.BREATHE), bench_with(), 1),
    "ntd.deep.offer": lambda: scene_of(YesNo(Phase.BREATHE), bench_with()),
    "ntd.deep.offer-warned": lambda: scene_of(YesNo(Phase.BREATHE), bench_with(timer=1)),
    "ntd.deep.from": lambda: scene_of(CardChoice(Phase.BREATH_FROM), bench_with(phase=Phase.BREATH_FROM)),
    "ntd.token-again": lambda: scene_of(TokenAsked(again=True), asking()),
    "ntd.deep.count": lambda: scene_of(DeepCount(), bench_with()),
    "ntd.deep.count-picked": lambda: picked(DeepCount(), bench_with(), 2),
    "ntd.deep.hand-6": lambda: scene_of(DeepHand(), bench_with(hand=HAND)),
    "ntd.deep.hand-2": lambda: scene_of(DeepHand(), bench_with(hand=HAND[:2])),
    "ntd.deep.hand-picked": lambda: picked(DeepHand(), bench_with(hand=HAND), 3),
    "ntd.deep.calm": lambda: scene_of(
        CardChoice(Phase.BREATH_CALM), bench_with(phase=Phase.BREATH_CALM, discards=(MindCard(0, 0),))
    ),
    **{
        f"no-{name}": lambda name=name: noticed(f"no.{name}")  # type: ignore[misc]
        for name in ("barred", "letgo", "quiet", "feeling", "now")
    },
    "redo": lambda: noticed("redo"),
    "warn-let-go": lambda: noticed("warn.letgo"),
    "pad-held": lambda: replace(noticed("redo"), notice=WORDS.line("pad.hold", pad=5)),
    "ntd.fix": lambda: scene_of(_fix(ACCEPT), bench_with()),
    "ntd.fix-card": lambda: scene_of(_fix(3), bench_with()),
    "ntd.fix-center": lambda: scene_of(_fix(CENTER), bench_with()),
    "ntd.fix-timer": lambda: scene_of(_fix(TIMER), bench_with()),
    "ntd.fix-token": lambda: scene_of(replace(_fix(5), asking=Place.S), bench_with()),
    **{
        f"ntd.close-{index}": lambda index=index: scene_of(Closing(index), _zen())  # type: ignore[misc]
        for index in range(5)
    },
    "ntd.close-mind": lambda: scene_of(Closing(), ended(Outcome.MIND_WINS, None, None)),
    "ntd.sum": lambda: scene_of(Sum(), ended(Outcome.TIMER_EMPTY, 5, "Monk")),
    "ntd.sum-score": lambda: scene_of(Sum(more=True), ended(Outcome.TIMER_EMPTY, -1, "Asleep")),
    "ntd.sum-zen": lambda: scene_of(Sum(), _zen()),
    "ntd.sum-zen-score": lambda: scene_of(Sum(more=True), _zen()),
    "ntd.sum-early": lambda: scene_of(Sum(), ended(Outcome.CONCEDED, None, None)),
    "ntd.sum-no-score": lambda: scene_of(Sum(more=True), ended(Outcome.CONCEDED, None, None)),
    "ntd.prompt-early": lambda: scene_of(
        Prompt(WORDS.line("early", minutes=6), Sum(), passes=True), ended(Outcome.CONCEDED, None, None)
    ),
    "ntd.saved": lambda: scene_of(Saved(), bench_with()),
    **{
        f"ntd.away-{index}": lambda index=index: scene_of(Away(index), bench_with())  # type: ignore[misc]
        for index in range(len(AWAY) + 1)
    },
    "ntd.away-picked": lambda: picked(Away(len(AWAY)), bench_with()),
    "pause": lambda: scene_of(Pause(), bench_with()),
    "help.walk": lambda: scene_of(Lesson("walk"), bench_with()),
}

SHOWN: dict[str, dict[str, Any]] = {
    "mind-new": {"line_id": "do.new", "at": Place.SE, "token": Token.FEELING},
    "mind-new-ahead": {"line_id": "do.new", "at": Place.E, "token": Token.ANTICIPATING},
    "mind-new-stolen": {"line_id": "do.new.center", "at": Place.SE, "center": True, "token": Token.THINKING},
    "mind-new-turned": {
        "line_id": "do.new.turn",
        "at": Place.E,
        "path": (Place.E, Place.SE),
        "token": Token.ANTICIPATING,
    },
    "mind-new-turned-stolen": {
        "line_id": "do.new.turn.center",
        "at": Place.NE,
        "path": (Place.NE, Place.N),
        "clockwise": False,
        "center": True,
        "token": Token.REMEMBERING,
    },
    "mind-lay": {"line_id": "do.lay", "at": Place.SE, "token": Token.FEELING},
    "mind-lay-turned-stolen": {
        "line_id": "do.lay.turn.center",
        "at": Place.E,
        "path": (Place.E, Place.SE),
        "center": True,
        "token": Token.ANTICIPATING,
    },
    "mind-back": {"line_id": "do.back", "at": Place.SE},
    "mind-back-stolen": {"line_id": "do.back.center", "at": Place.SE, "center": True},
    "mind-returned": {"line_id": "do.ack2t", "at": Place.SE},
    "mind-distraction": {"line_id": "do.dist", "at": Place.E},
    "mind-distraction-last": {"line_id": "do.dist.still", "at": Place.E},
    "mind-again": {"line_id": "do.again", "at": Place.E},
    "mind-safe": {"line_id": "do.safe", "at": Place.NW},
    "mind-wake": {"line_id": "do.wake", "at": Place.SE},
    "mind-chain": {"line_id": "do.chain", "at": Place.SE, "path": (Place.E, Place.SE)},
    "mind-chain-long": {
        "line_id": "do.chain",
        "at": Place.NE,
        "path": (Place.W, Place.NW, Place.N, Place.NE),
    },
    "mind-chain-back": {
        "line_id": "do.chain",
        "at": Place.N,
        "path": (Place.E, Place.NE, Place.N),
        "clockwise": False,
    },
    "mind-aside": {"line_id": "do.breathe.aside"},
    "mind-center": {"line_id": "do.center", "center": True},
    "mind-center-below": {"line_id": "do.center.below", "center": True, "table_center": 1},
    "done-notice": {"line_id": "do.notice", "word": "notice", "at": Place.SE},
    "done-acknowledge": {"line_id": "do.ack", "word": "acknowledge", "at": Place.NE},
    "done-focus": {"line_id": "do.focus", "word": "focus", "at": Place.N, "center": True, "table_center": 1},
    "done-let-go": {"line_id": "do.letgo", "word": "let_go", "at": Place.NW, "center": True},
    "done-first-breath": {"line_id": "r1", "word": "you"},
    "done-rest": {"line_id": "rest", "word": "you"},
    "deep.step-gone": {"line_id": "do.gone", "word": "breath"},
    "deep.step-lend": {
        "line_id": "do.lend",
        "word": "breath",
        "at": Place.N,
        "center": True,
        "table_center": 1,
    },
    "deep.step-none": {"line_id": "deep.none", "word": "breath", "at": Place.S},
    "deep.step-open": {"line_id": "deep.open", "word": "breath", "at": Place.NW},
    "deep.step-match": {"line_id": "deep.match", "word": "breath", "at": Place.SE},
    "deep.step-match-up": {"line_id": "deep.match2", "word": "breath", "at": Place.SE},
    "deep.step-return": {"line_id": "do.return", "word": "breath", "at": Place.NW, "center": True},
    "undo-new": {"line_id": "undo.new", "word": "undo", "at": Place.SE},
    "undo-stolen": {"line_id": "undo.new.center", "word": "undo", "at": Place.SE},
    "undo-notice": {"line_id": "undo.notice", "word": "undo", "at": Place.SE},
    "undo-acknowledge": {"line_id": "undo.ack", "word": "undo", "at": Place.NE},
    "undo-wake": {"line_id": "undo.wake", "word": "undo", "at": Place.SE},
    "undo-draw": {"line_id": "undo.draw", "word": "undo", "at": Place.SE},
}
"""Acts, each as the screen that tells it; where letters are large some are two."""


def _fix(cursor: int) -> FixTable:
    state = bench_with().app.model.play
    assert state is not None
    assert isinstance(state.state, State)
    return replace(FixTable.of(state.state), cursor=cursor)


def _zen() -> Bench:
    return ended(Outcome.ZEN, 9, "Zen Master", stage=3)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("name", SCENES)
def test_screen_is_as_it_was_agreed(name: str, profile: Profile, golden: Callable[[str, str], None]) -> None:
    scene = SCENES[name]()
    turned = sides(scene, profile)
    first = 0 if scene.side == 0 or turned == 1 else scene.side
    frames = [
        halfblocks(render(replace(scene, side=side), profile))
        for side in dict.fromkeys((first, *range(turned)))
    ]
    golden(f"screens/{name}-{profile}.txt", "-\n".join(frames))


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("name", SHOWN)
def test_an_act_is_told_as_it_was_agreed(
    name: str, profile: Profile, golden: Callable[[str, str], None]
) -> None:
    frames = [
        halfblocks(render(replace(scene, side=side), profile))
        for scene in told(profile, **SHOWN[name])
        for side in range(sides(scene, profile))
    ]
    golden(f"screens/ntd.{name}-{profile}.txt", "-\n".join(frames))


@pytest.mark.long
def test_every_kind_of_screen_is_here() -> None:
    known = {scene().id for scene in SCENES.values()}
    known |= {scene.id for act in SHOWN.values() for scene in told(Profile.L, **act)}
    ritual = {
        "ntd.lay",
        "ntd.arrive",
        "ntd.settle",
        "ntd.mood",
        "ntd.close",
        "ntd.sum",
        "ntd.saved",
        "ntd.away",
    }
    rounds = {"ntd.mind", "ntd.token", "ntd.watch", "ntd.letgo", "ntd.done", "ntd.prompt", "ntd.second"}
    deep = {f"ntd.deep.{part}" for part in ("offer", "from", "count", "hand", "step", "calm")}
    assert (
        ritual
        | rounds
        | deep
        | {
            "ntd.stage",
            "ntd.surface",
            "ntd.reset",
            "ntd.fix",
            "ntd.undo",
            "resume",
        }
        <= known
    )


def test_the_same_state_is_the_same_picture() -> None:
    for name in ("ntd.watch", "ntd.second-picked", "ntd.deep.hand-6"):
        once, twice = SCENES[name](), SCENES[name]()
        assert once == twice
        assert render(once, Profile.L) == render(twice, Profile.L)


def test_models_hold_what_a_screen_shows() -> None:
    bench = bench_with()
    assert isinstance(bench.app.model, Model)
    assert isinstance(bench.app.model.play, Play)
    bench.perform(Go(Showing((Act("do.safe", at=Place.NW),), Watch())), Tell(WORDS.line("redo")))
    assert (bench.id, bench.notice) == ("ntd.mind", WORDS.line("redo").full)


def test_n4_5_a_barred_card_that_may_act_all_the_same_is_not_crossed() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    bench.wait_s(30)
    assert (bench.id, bench.state.barred) == ("ntd.watch", (Place.N,))
    assert not [mark for mark in bench.scene.body.map.ring if mark.barred]  # type: ignore[union-attr]
    bench.lay(N="thought:feeling", S="thought:feeling")
    state = replace(bench.state, phase=Phase.WATCHER, barred=(Place.N,))
    crossed = [mark.barred for mark in card_map(state).ring]
    assert crossed == [place is Place.N for place in Place]

"""Every screen of Nevermind in every interesting state, on all three panels, as text pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from device.app.home import ResumeOffer
from device.draw.blocks import halfblocks
from device.draw.render import render, sides
from device.games.nevermind.acts import Act
from device.games.nevermind.away import AWAY, Away, Saved
from device.games.nevermind.breath import DeepCount, DeepHand
from device.games.nevermind.choices import CardChoice, TokenAsked, YesNo
from device.games.nevermind.ends import Closing, Sum
from device.games.nevermind.fix import ACCEPT, CENTER, TIMER, FixTable
from device.games.nevermind.lessons import Lesson
from device.games.nevermind.opening import ARRIVE, LAY, Arrive, Lay, Mood, Settle
from device.games.nevermind.round import Done, LetGo, Prompt, Showing, Watch
from device.games.nevermind.setup import StageMenu
from device.games.nevermind.view import act_scene
from device.games.words import WORDS
from device.screens.pause import Pause
from device.settings.model import Profile
from device.ui.model import Go, Model, Tell
from device.ui.picker import Picker
from device.ui.play import Play
from engine.nevermind.model import BREATHE, MindCard, Outcome, Place, Result, State, Token
from engine.nevermind.phases import Phase
from tests.device.bench import Bench

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


def shown(line_id: str, word: str = "mind", **act: Any) -> Scene:
    """A move at the table with one of each."""
    bench = bench_with(center=act.pop("table_center", 0))
    play = bench.app.model.play
    assert play is not None
    scene_id = {"breath": "ntd.deep.step", "mind": "ntd.mind"}.get(word, "ntd.done")
    return act_scene(play, scene_id, Act(line_id, f"strip.{word}", **act), 0)


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
    "ntd.token": lambda: scene_of(TokenAsked(), bench_with()),
    "ntd.token-picked": lambda: picked(TokenAsked(), bench_with(stage=1), 2),
    "ntd.token-skip": lambda: picked(TokenAsked(), bench_with(stage=1), 4),
    "ntd.mind-new": lambda: shown("do.new", at=Place.SE, token=Token.FEELING),
    "ntd.mind-new-plan": lambda: shown("do.new", at=Place.E, token=Token.ANTICIPATING),
    "ntd.mind-back": lambda: shown("do.back", at=Place.SE),
    "ntd.mind-stolen": lambda: shown("do.stolen", at=Place.SE, center=True),
    "ntd.mind-returned": lambda: shown("do.ack2t", at=Place.SE),
    "ntd.mind-distraction": lambda: shown("do.dist", at=Place.E),
    "ntd.mind-again": lambda: shown("do.again", at=Place.E),
    "ntd.mind-safe": lambda: shown("do.safe", at=Place.NW),
    "ntd.mind-wake": lambda: shown("do.wake", at=Place.SE),
    "ntd.mind-chain": lambda: shown("do.chain", at=Place.SE, path=(Place.E, Place.SE)),
    "ntd.mind-chain-long": lambda: shown(
        "do.chain", at=Place.NE, path=(Place.W, Place.NW, Place.N, Place.NE)
    ),
    "ntd.mind-chain-back": lambda: shown(
        "do.chain", at=Place.N, path=(Place.E, Place.NE, Place.N), clockwise=False
    ),
    "ntd.mind-turn": lambda: shown("do.turn", at=Place.E, path=(Place.E, Place.SE)),
    "ntd.mind-turn-back": lambda: shown("do.turn", at=Place.NE, path=(Place.NE, Place.N), clockwise=False),
    "ntd.mind-aside": lambda: shown("do.breathe.aside"),
    "ntd.mind-center": lambda: shown("do.center", center=True),
    "ntd.mind-center-below": lambda: shown("do.center.below", center=True, table_center=1),
    "ntd.watch": lambda: scene_of(Watch(), bench_with()),
    "ntd.watch-barred": lambda: scene_of(Watch(), bench_with(barred=(Place.NW, Place.E, Place.SE, Place.W))),
    "ntd.watch-focused": lambda: scene_of(Watch(), bench_with(center=1)),
    "ntd.watch-picked": lambda: picked(Watch(), bench_with(phase=Phase.WATCHER), 1),
    "ntd.watch-careful": lambda: scene_of(Watch(Place.E), bench_with(careful=True)),
    "ntd.letgo": lambda: scene_of(LetGo(), bench_with(center=1, phase=Phase.WATCHER)),
    "ntd.done-notice": lambda: shown("do.notice", "notice", at=Place.SE),
    "ntd.done-acknowledge": lambda: shown("do.ack", "acknowledge", at=Place.NE),
    "ntd.done-focus": lambda: shown("do.focus", "focus", at=Place.N, center=True, table_center=1),
    "ntd.done-let-go": lambda: shown("do.letgo", "let_go", at=Place.NW, center=True),
    "ntd.done-first-breath": lambda: shown("r1", "you"),
    "ntd.done-rest": lambda: shown("rest", "you"),
    "ntd.done-plain": lambda: scene_of(Done(), bench_with()),
    "ntd.prompt": lambda: scene_of(Prompt(WORDS.line("dist.1"), Watch()), bench_with()),
    "ntd.prompt-long": lambda: scene_of(
        Prompt(WORDS.line("narrate.ack", feeling="feeling"), Watch()), bench_with()
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
    "ntd.deep.offer": lambda: scene_of(YesNo(Phase.BREATHE), bench_with()),
    "ntd.deep.offer-warned": lambda: scene_of(YesNo(Phase.BREATHE), bench_with(timer=1)),
    "ntd.deep.from": lambda: scene_of(CardChoice(Phase.BREATH_FROM), bench_with(phase=Phase.BREATH_FROM)),
    "ntd.deep.count": lambda: scene_of(DeepCount(), bench_with()),
    "ntd.deep.count-picked": lambda: picked(DeepCount(), bench_with(), 2),
    "ntd.deep.hand-6": lambda: scene_of(DeepHand(), bench_with(hand=HAND)),
    "ntd.deep.hand-2": lambda: scene_of(DeepHand(), bench_with(hand=HAND[:2])),
    "ntd.deep.hand-picked": lambda: picked(DeepHand(), bench_with(hand=HAND), 3),
    "ntd.deep.calm": lambda: scene_of(
        CardChoice(Phase.BREATH_CALM), bench_with(phase=Phase.BREATH_CALM, discards=(MindCard(0, 0),))
    ),
    "ntd.deep.step-gone": lambda: shown("do.gone", "breath"),
    "ntd.deep.step-from": lambda: shown("deep.from", "breath", at=Place.N, center=True, table_center=1),
    "ntd.deep.step-none": lambda: shown("deep.none", "breath", at=Place.S),
    "ntd.deep.step-open": lambda: shown("deep.open", "breath", at=Place.NW),
    "ntd.deep.step-match": lambda: shown("deep.match", "breath", at=Place.SE),
    "ntd.deep.step-match-up": lambda: shown("deep.match2", "breath", at=Place.SE),
    "ntd.deep.step-back": lambda: shown("deep.back", "breath", at=Place.NW, center=True),
    "ntd.deep.step-end": lambda: shown("deep.end", "breath"),
    **{
        f"no-{name}": lambda name=name: noticed(f"no.{name}")  # type: ignore[misc]
        for name in ("barred", "letgo", "quiet", "feeling", "now")
    },
    "undo-notice": lambda: noticed("undo.notice"),
    "undo-acknowledge": lambda: noticed("undo.ack"),
    "undo-map": lambda: noticed("undo.map"),
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


@pytest.mark.long
def test_every_kind_of_screen_is_here() -> None:
    known = {scene().id for scene in SCENES.values()}
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
    assert ritual | rounds | deep | {"ntd.stage", "ntd.surface", "ntd.reset", "ntd.fix", "resume"} <= known


def test_the_same_state_is_the_same_picture() -> None:
    for name in ("ntd.watch", "ntd.mind-chain", "ntd.deep.hand-6"):
        once, twice = SCENES[name](), SCENES[name]()
        assert once == twice
        assert render(once, Profile.L) == render(twice, Profile.L)


def test_models_hold_what_a_screen_shows() -> None:
    bench = bench_with()
    assert isinstance(bench.app.model, Model)
    assert isinstance(bench.app.model.play, Play)
    bench.perform(Go(Showing((Act("do.safe", at=Place.NW),), Watch())), Tell(WORDS.line("redo")))
    assert (bench.id, bench.notice) == ("ntd.mind", WORDS.line("redo").full)

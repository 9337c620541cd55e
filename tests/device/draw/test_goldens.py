"""Pictures as text, so that a change shows as a picture in a diff."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.draw.blocks import halfblocks
from device.draw.render import render
from device.games.words import WORDS
from device.settings.model import Profile
from device.text.line import Line
from device.ui.scene import (
    BarBody,
    BarsBody,
    BlackBody,
    BorderBody,
    CardMap,
    CountBody,
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

if TYPE_CHECKING:
    from collections.abc import Callable

RELEASED = Mark(token=True, marker_on_card=True)
SUBLIMINAL = Mark()
NOTED = Mark(token=True)
ACKNOWLEDGED = Mark(token=True, marker_on_token=True)
THOUGHT = Mark(face_up=True, token=True, marker_on_token=True)
DISTRACTION = Mark(face_up=True, token=True, marker_on_card=True)
TABLE = (SUBLIMINAL, NOTED, ACKNOWLEDGED, DISTRACTION, SUBLIMINAL, SUBLIMINAL, RELEASED, THOUGHT)
MOODS = tuple(WORDS.line(f"mood.{pad}").full for pad in range(1, 10))
TOKENS = ("", "Think", "", "Remember", "", "Anticipate", "", "Feel", "")


def table(center: int = 0, center_framed: bool = False, **changed: Mark) -> CardMap:
    """Return the table with some marks changed; `at3` is the mark of ring place 3."""
    marks = tuple(changed.get(f"at{place}", mark) for place, mark in enumerate(TABLE))
    return CardMap(marks, center, center_framed)


def menu(cursor: int, values: tuple[str, ...] = ()) -> MenuBody:
    ids = ("stage", "tokens", "guidance", "anchor", "begin")
    return MenuBody(WORDS.line("stage.3"), tuple(WORDS.line(f"stage.{i}") for i in ids), cursor, values)


SCENES: tuple[Scene, ...] = (
    Scene(
        "ntd.mind",
        MapBody("Mind", 13, table(at3=replace(DISTRACTION, framed=True)), WORDS.line("do.dist", pad=6)),
    ),
    Scene(
        "ntd.watch",
        MapBody(
            "You",
            12,
            table(1, at3=replace(DISTRACTION, barred=True), at7=replace(THOUGHT, barred=True)),
            WORDS.line("watch"),
        ),
    ),
    Scene(
        "ntd.done",
        MapBody(
            "ACKNOWLEDGE", 19, table(at2=replace(ACKNOWLEDGED, framed=True)), WORDS.line("do.ack", pad=3)
        ),
    ),
    Scene(
        "ntd.letgo",
        MapBody("LET GO", 1, table(1, at1=replace(NOTED, possible=True)), WORDS.line("letgo.which")),
        side=1,
    ),
    Scene(
        "ntd.chain",
        MapBody(
            "Mind",
            5,
            table(2, at3=replace(DISTRACTION, pointer="cw"), at7=replace(THOUGHT, pointer="ccw")),
            WORDS.line("do.chain", pad=3),
        ),
        side=1,
    ),
    Scene(
        "ntd.focus", MapBody("FOCUS", 0, table(1, center_framed=True), WORDS.line("do.focus", pad=3)), side=1
    ),
    Scene("ntd.notice", MapBody("You", 9, table(), WORDS.line("watch")), notice=WORDS.line("no.feeling")),
    Scene("ntd.prompt", LineBody(WORDS.line("dist.1"), timer=12)),
    Scene("ntd.lay", LineBody(WORDS.line("set.grid"), picture="grid")),
    Scene("ntd.mood", GridBody(WORDS.line("mood.ask"), MOODS, cursor=5)),
    Scene("ntd.token", GridBody(WORDS.line("mood.ask"), TOKENS)),
    Scene(
        "ntd.deep.hand", HandBody(WORDS.line("deep.hand"), ((0, 1), (4, 7), (6, 3), None, (7, 5), (2, 4)), 2)
    ),
    Scene("ntd.settle", BlackBody()),
    Scene("pacer", PacerBody(9)),
    Scene(
        "home",
        MenuBody(WORDS.line("home.title"), tuple(WORDS.line(f"home.{i}") for i in ("nevermind", "mind")), 0),
    ),
    Scene("ntd.stage", menu(2, ("3", "device", "light", "breath", ""))),
    Scene("menu", menu(4)),
    Scene("help.round", TextBody(*WORDS.page("round"), 1, 4)),
    Scene("help.round.1", TextBody(*WORDS.page("round")), side=1),
    Scene("tm.level.0", LevelBody(10, 3, 1, title="L 10")),
    Scene("tm.level.1", LevelBody(3, 5, 3, place=1, title="L 3")),
    Scene("tm.level.2", LevelBody(12, 5, 3, place=2, title="L 12")),
    Scene("tm.level.3", LevelBody(7, 5, 0, place=3, pending="K4: misplay?", title="L 7")),
    Scene("tm.dealt", LevelBody(12, 5, 3, hand=(3, 17, 22, 31, 45, 57, 66, 72, 88, 95, 99, 100), pile=2)),
    Scene("tm.dealt.1", LevelBody(3, 2, 1, place=1, hand=(17, 22, 100), pile=88)),
    Scene(
        "tm.focus.4", ZonesBody(WORDS.line("tm.focus"), (True, False, True, True), ("NW", "NE", "SW", "SE"))
    ),
    Scene("tm.ready.3", ZonesBody(WORDS.line("tm.ready"), (True, False, True), ("NW", "NE", "S"))),
    Scene("tm.life.2", ZonesBody(WORDS.line("tm.life"), (True, False), ("W", "E"))),
    Scene("tm.check", CountBody(WORDS.line("tm.count"), tuple("0123456789"))),
    Scene("tm.check.7", CountBody(WORDS.line("tm.count"), tuple("0123456789"), 7)),
    Scene("tm.dealt.one", LevelBody(1, 2, 1, hand=(59,), pile=0)),
    Scene("tm.star", NumbersBody(WORDS.line("tm.star.out"), (3, 17, 22, 100))),
    Scene("power.hold", BarBody(WORDS.line("power.hold"), 2, 3)),
    Scene("settings.display", BorderBody(WORDS.line("display.check"))),
    Scene(
        "settings.pads",
        BarsBody(Line("Pads", "pads"), (0, 3, 5, 14, 40, 12, 2, 1, 0, 30, 11, 13), (12,) * 12, 4),
    ),
)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_screen_is_as_it_was_agreed(
    scene: Scene, profile: Profile, golden: Callable[[str, str], None]
) -> None:
    golden(f"draw/{scene.id}-{profile}.txt", halfblocks(render(scene, profile)))

"""Every line: its tone, its length, its place on every panel."""

from __future__ import annotations

import re

import pytest

from device.draw.kit import LayoutError
from device.draw.render import render, sides
from device.games.nevermind.acts import Act, cut
from device.games.nevermind.help_words import GLYPHS, RANKS, STAGES
from device.games.nevermind.words import IN_LINES, STRIP
from device.games.words import WORDS
from device.settings.model import Anchor, Profile
from device.text.catalog import fault_line, place_name, read_time_ms, speech
from device.text.line import Line
from device.text.words import Words
from device.ui.scene import (
    Body,
    CardMap,
    HandBody,
    LineBody,
    MapBody,
    Mark,
    MenuBody,
    Scene,
    TextBody,
    ZonesBody,
)
from engine.nevermind.model import Place, Token
from hal.ports import FaultCode, Part
from tests.device.text import design_lines

FILLED: dict[str, tuple[str | int | Line, ...]] = {
    "token": tuple(WORDS.line(f"token.{name}") for name in (*(one.value for one in Token), "any")),
    "packs": ("Work, Home, Body",),
    "numbers": ("12 34 56",),
    "rank": tuple(full for line_id, full, _ in IN_LINES if line_id.startswith("rank.")),
    "date": ("2026-11-29", "unknown"),
    "cards": ("Twelve",),
    "score": (-8, 9),
    "level": (3, 12),
    "minutes": (6, 120),
    "pad": (8,),
    "toward": (8,),
    "seat": (4,),
    "next": tuple(
        WORDS.line(f"tm.next.{name}", level=12) if name != "won" else WORDS.line("tm.next.won")
        for name in ("level", "hands", "ask", "won")
    ),
    "zone": tuple(WORDS.line(f"zone.{place}") for place in ("W", "E", "NW", "NE", "S", "SW", "SE")),
    "move": ("Flip it face up.",),
}
"""The widest values that a slot takes; all others are numbers of up to two digits."""
EMPTY = CardMap((Mark(),) * 8)
ZONES = (("W", "E"), ("NW", "NE", "S"), ("NW", "NE", "SW", "SE"))
FORBIDDEN = re.compile(
    r"!|\b(should|must|fail\w*|wrong|lost|good job|well done|try harder|score high\w*|streak\w*|goal\w*"
    r"|inhale|exhale|breathe (in|out|deep\w*|slow\w*)|slow your|deeper|heal\w*|stress\w*|anxi\w*|therap\w*"
    r"|cure\w*|health\w*|bad|late)\b",
    re.IGNORECASE,
)


def sentence_ids() -> list[str]:
    return [line_id for line_id, _, _ in WORDS.sentences]


def name_ids() -> list[str]:
    return [line_id for line_id, _, _ in WORDS.names]


def spoken_ids() -> list[str]:
    return [line_id for line_id, _, _ in WORDS.spoken]


def filled(line_id: str) -> list[Line]:
    """Return the line with every value that its slots may have at the widest."""
    names = sorted(WORDS.slots_of(line_id))
    count = max((len(FILLED.get(name, ("",))) for name in names), default=1)
    lines = []
    for index in range(count):
        slots = {name: FILLED.get(name, (19,))[index % len(FILLED.get(name, (19,)))] for name in names}
        lines.append(WORDS.line(line_id, **slots))
    return lines


def tone_faults(full: str, short: str) -> list[str]:
    """Return what the tone of a line lacks."""
    faults = []
    for text in (full, short):
        if FORBIDDEN.search(text):
            faults.append(f"{text!r}: a word or sign that is not said here")
        if len(text.split()) > 8:
            faults.append(f"{text!r}: more than 8 words")
        if not text.isascii() or not text or text != text.strip():
            faults.append(f"{text!r}: plain ASCII without spaces around it")
    return faults


def sentence_faults(full: str, short: str) -> list[str]:
    """Return what a sentence lacks beyond that."""
    faults = tone_faults(full, short)
    if full[-1] not in ".?":
        faults.append(f"{full!r}: ends with a full stop or a question mark")
    if full[0].islower():
        faults.append(f"{full!r}: begins with a capital")
    if len(short) > len(full):
        faults.append(f"{short!r}: longer than {full!r}")
    return faults


@pytest.mark.parametrize("line_id", sentence_ids())
def test_tone_of_every_sentence(line_id: str) -> None:
    for found in filled(line_id):
        assert sentence_faults(found.full, found.short) == []


@pytest.mark.parametrize("line_id", name_ids())
def test_tone_of_every_name(line_id: str) -> None:
    for found in filled(line_id):
        assert tone_faults(found.full, found.short) == []


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("You should rest.", "rest"),
        ("Great!", "great"),
        ("Breathe in now.", "in"),
        ("You lost.", "lost"),
        ("It lowers stress.", "calm"),
        ("no capital.", "x"),
        ("No stop", "x"),
        ("One two three four five six seven eight nine.", "x"),
        ("Caf\u00e9.", "x"),
        ("Short.", "longer than it"),
    ],
)
def test_tone_check_can_fail(full: str, short: str) -> None:
    assert sentence_faults(full, short)


def test_no_id_comes_twice() -> None:
    ids = sentence_ids() + name_ids() + spoken_ids()
    assert len(ids) == len(set(ids)) == len(WORDS.lines)
    one = Words(sentences=(("a", "A.", "a"),))
    with pytest.raises(ValueError, match="'a' comes twice"):
        one.and_(Words(names=(("a", "B", "b"),)))


def test_short_lines_for_hands_never_say_two_things_in_the_same_words() -> None:
    """On S the short line is all there is: what hands do, and why a touch did nothing, is told apart."""
    said: dict[str, str] = {}
    hands = [row for row in WORDS.sentences if row[0].startswith(("set.", "no.", "setup.", "warn.", "fix."))]
    for line_id, full, short in hands:
        assert said.setdefault(short, full) == full, line_id


def bodies(line_id: str, found: Line) -> list[Body]:
    """Return every kind of body that a line of this family stands in."""
    if line_id.startswith(("do.", "undo.")):
        # A move stands beside the map, with its card, and nowhere else.
        return [MapBody("ACKNOWLEDGE", 9, EMPTY, found)]
    if line_id in name_ids():
        cards = ((0, 1),) * 6
        kinds: list[Body] = [MenuBody(found, (found,) * 7, 3), TextBody(found, (found,)), LineBody(found)]
        return [*kinds, MapBody("LET GO", 9, EMPTY, found), HandBody(found, cards)]
    kinds = [
        LineBody(found, timer=9),
        LineBody(found, picture="grid"),
        TextBody(WORDS.line("help.title"), (found,)),
    ]
    kinds += [MapBody("ACKNOWLEDGE", 9, EMPTY, found), HandBody(found, ((0, 1),) * 6)]
    if line_id.startswith(("tm.", "fault.", "storage.", "saved.", "undo", "redo", "pause")):
        kinds += [ZonesBody(found, (True,) * len(places), places) for places in ZONES]
    return kinds


def is_two_acts(line_id: str, profile: Profile) -> bool:
    """Tell whether this move is told in two in letters of this size."""
    return len(cut(Act(line_id, at=Place.N), profile)) > 1


@pytest.mark.long
@pytest.mark.parametrize("profile", Profile)
def test_every_line_fits_wherever_it_stands(profile: Profile) -> None:
    crowded = []
    # These stand in the strip, see below, and in slots, see FILLED.
    strip = {line_id for line_id, _, _ in (*STRIP, *IN_LINES)}
    # These stand on pages alone, where they are long over two sides, or beside a picture.
    strip |= {line_id for line_id, _, _ in (*STAGES, *RANKS, *GLYPHS)}
    for line_id in [one for one in sentence_ids() + name_ids() if one not in strip]:
        if is_two_acts(line_id, profile):
            continue
        for found in filled(line_id):
            for body in bodies(line_id, found):
                scene = Scene("x", body)
                try:
                    for side in range(sides(scene, profile)):
                        render(Scene("x", body, side=side), profile)
                except LayoutError as error:
                    crowded.append(f"{line_id} in {type(body).__name__}: {error}")
    assert crowded == []


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("word", [full for _, full, _ in STRIP])
def test_every_action_word_fits_beside_the_map(word: str, profile: Profile) -> None:
    scene = Scene("x", MapBody(word, 19, EMPTY, WORDS.line("watch")))
    frames = {render(Scene("x", scene.body, side=side), profile) for side in range(sides(scene, profile))}
    assert len(frames) == sides(scene, profile)


def test_fit_check_can_fail() -> None:
    with pytest.raises(LayoutError):
        render(Scene("x", LineBody(Line("Incomprehensibilities.", "incomprehensibilities"))), Profile.S)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("name", WORDS.pages)
def test_every_help_page_is_drawn(name: str, profile: Profile) -> None:
    title, lines = WORDS.page(name)
    assert lines
    scene = Scene(f"help.{name}", TextBody(title, lines, pictures=WORDS.pictures(name)))
    frames = {
        render(Scene(scene.id, scene.body, side=side), profile) for side in range(sides(scene, profile))
    }
    assert len(frames) == sides(scene, profile)


def test_help_has_the_pages_of_the_design() -> None:
    stages = tuple(f"stage{n}" for n in range(2, 7))
    start = ("now", "glyphs", "cards", "aim", "setup", "round", "mindful", "active", "time")
    more = ("forgotten", "edge", "tokens", *stages, "super", "deep")
    mind = ("mind", "paper", "pads", "dealt", "hands", "focus", "misplay", "star", "reward", "blind", "count")
    assert [*start, *more, *mind, "end", "ranks"] == list(WORDS.pages)


def test_every_fault_of_every_part_has_a_line_of_its_own() -> None:
    told = {fault_line(part, code) for part in Part for code in (*FaultCode, None)}
    assert len(told) == len(Part) * (len(FaultCode) + 1)


def test_breath_lines_have_siblings_without_breath() -> None:
    game = ("deep.", "do.breathe", "no.feeling", "help.", "warn.breath")
    spoken = [
        line_id
        for line_id in sentence_ids()
        if re.search(r"breath|Breathe", WORDS.lines[line_id].full) and not line_id.startswith(game)
    ]
    assert spoken
    for line_id in [*spoken, "deep.end"]:
        for anchor in list(Anchor)[1:]:
            other = WORDS.anchored(line_id, anchor)
            assert other != line_id
            assert "breath" not in WORDS.lines[other].full.lower()
        assert WORDS.anchored(line_id, "breath") == line_id


def test_a_distraction_is_normal() -> None:
    assert WORDS.line("dist.1") == Line("You drifted. That is normal.", "you drifted")


def test_slots_are_filled_in_both_lengths() -> None:
    assert WORDS.line("new.2", token=Line("Feeling", "Feel")) == Line(
        "Here is Feeling. Just look.", "just look"
    )
    with pytest.raises(ValueError, match=r"'new\.2' needs its slot 'token'"):
        WORDS.line("new.2")
    with pytest.raises(ValueError, match="no line 'nobody'"):
        WORDS.line("nobody")


def test_a_line_keeps_its_id_and_is_the_same_line_without() -> None:
    said = WORDS.line("new.2", token=WORDS.line("token.anticipating"))
    assert said.id == "new.2"
    assert said == Line(said.full, said.short)
    assert WORDS.and_().line("dist.1").id == WORDS.lines["dist.1"].id == "dist.1"


def test_places_are_named_with_their_pads() -> None:
    pads = [place_name(place).full.split(",")[0] for place in range(8)]
    assert pads == ["1", "2", "3", "6", "9", "8", "7", "4"]


@pytest.mark.parametrize(("words", "ms"), [(1, 3000), (4, 3000), (5, 3450), (8, 4800)])
def test_read_time_is_at_least_3_s(words: int, ms: int) -> None:
    assert read_time_ms(Line(" ".join(["word"] * words), "word")) == ms


def test_speech_says_the_full_line() -> None:
    assert speech(WORDS.line("early", minutes=6)) == "Stopping is fine. 6 minutes kept."
    assert speech(WORDS.line("dist.1")) == "You drifted. That is normal."


@pytest.mark.parametrize(("line_id", "full", "short"), design_lines.LINES, ids=lambda value: value)
def test_lines_of_the_design_are_said_word_for_word(line_id: str, full: str, short: str) -> None:
    """The lines agreed with the design, with their slots filled."""
    slots = {
        "token": WORDS.line("token.feeling"),
        "released": 6,
        "drifted": 2,
        "minutes": 6,
        "pad": 5,
        "level": 3,
        "toward": 3,
    }
    assert WORDS.line(line_id, **slots) == Line(full, short)  # type: ignore[arg-type]  # slots of both kinds


def test_words_put_together_share_their_lines_and_an_id_comes_once() -> None:
    one = Words(sentences=(("one", "One.", "1."),))
    two = Words(sentences=(("two", "Two {of}.", "2."),))
    both = one.and_(two)
    assert both.line("one") is both.lines["one"] is one.lines["one"]
    assert both.line("two", of="us") == Line("Two us.", "2.")
    with pytest.raises(ValueError, match="two"):
        both.line("two")
    with pytest.raises(ValueError, match="comes twice"):
        both.and_(two)


def test_n7_2_stages_and_ranks_are_named_as_printed_in_both_lengths() -> None:
    """Law 7: never another word, also where there is little room."""
    stages = [
        "Beginner's Mind",
        "Vigilance",
        "Monkey Mind",
        "Life Is Now",
        "Deep Breath",
        "Can't Shake the Feeling",
    ]
    assert [WORDS.line(f"stage.{n}") for n in range(1, 7)] == [Line(name, name) for name in stages]
    assert [WORDS.line(f"help.stage{n}") for n in range(2, 7)] == [Line(name, name) for name in stages[1:]]
    ranks = ("zen.master", "priest", "monk", "initiate", "asleep", "adrift", "afraid")
    for rank in ranks:
        name, way = WORDS.line(f"rank.{rank}").full, WORDS.line(f"rank.{rank}.way").full
        chart = WORDS.line(f"help.ranks.{rank}")
        assert chart.full == chart.short
        assert chart.full.endswith(f"{name}: {way}.")


def test_law_7_tokens_have_the_names_of_the_rulebook_or_their_stems() -> None:
    named = {token.value: WORDS.line(f"token.{token.value}") for token in Token}
    assert {value: one.full.casefold() for value, one in named.items()} == {value: value for value in named}
    assert all(one.full.startswith(one.short.removesuffix("e")) for one in named.values())
    other = re.compile(r"\b(memory|memories|plan|plans)\b", re.IGNORECASE)
    every = [text for one in WORDS.lines.values() for text in (one.full, one.short)]
    assert [text for text in every if other.search(text)] == []

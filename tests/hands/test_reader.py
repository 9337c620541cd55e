"""Each thing that the panel says is done once, and only what the player asked for may be said again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from tests.hands.reader import Reader
from tests.hands.told import Act, RefusedError, Told


@dataclass
class Noted:
    done: list[str] = field(default_factory=list)

    def do(self, act: Act) -> None:
        self.done.append(act.line)


def told(
    line: str | None,
    touch: str | None = None,
    *,
    pad: str = "7",
    screen: str = "ntd.mind",
    notice: str | None = None,
    spoken: str | None = None,
) -> Told:
    return Told(0, touch, screen, "both", line, (), (pad,), (), None, (), notice, spoken)


def read(*lines: Told | int) -> list[str]:
    """Read lines; a number stands for so many touches that counted."""
    noted = Noted()
    reader = Reader(noted, lambda line: line.startswith("do."), "ntd.")
    reader.touched(1)
    for line in lines:
        if isinstance(line, int):
            reader.touched(line)
        else:
            reader.see(line)
    return noted.done


A, B, C = told("do.a"), told("do.b"), told("do.c")
PAUSED = told(None, "K2", screen="pause")


def test_one_after_the_other() -> None:
    assert read(A, B, told("watch"), 1, C) == ["do.a", "do.b", "do.c"]


def test_the_same_picture_is_one_act() -> None:
    assert read(A, A) == ["do.a"]
    assert read(A, told("do.a", pad="8")) == ["do.a", "do.a"]


def test_sides_of_a_page_differ_in_their_words_alone() -> None:
    noted = Noted()
    reader = Reader(noted, lambda line: line.startswith("do."), "ntd.", by_words=True)
    first, second = replace(A, words=("Seat 1 held 5.",)), replace(A, words=("Seat 2 held 7.",))
    for one in (first, first, second, replace(first, touch="power"), second):
        reader.see(one)
    assert noted.done == ["do.a", "do.a"]


def test_what_comes_again_by_itself_is_done_again() -> None:
    assert read(A, told("watch"), A) == ["do.a", "do.a"]


@pytest.mark.parametrize(
    "again",
    [
        (told("do.a", "K3"),),
        (told("do.a", "power"),),
        (told("do.a", "*"),),
        (PAUSED, told("do.a", "K1")),
        (told(None, notice="silent.on"), A),
    ],
)
def test_what_was_asked_for_is_no_second_act(again: tuple[Told, ...]) -> None:
    assert read(A, B, *again, B, C) == ["do.a", "do.b", "do.c"]


def test_a_look_at_the_map_repeats_nothing() -> None:
    turned = replace(told(None, "K3"), side="map")
    assert read(A, B, turned, A, C) == ["do.a", "do.b", "do.a", "do.c"]
    assert read(A, B, turned, told("do.b", "K3"), C) == ["do.a", "do.b", "do.c"]


def test_what_a_question_told_may_be_left_out_of_a_repetition() -> None:
    card = told("do.card")
    assert read(card, A, 1, B, told("do.a", "*"), B) == ["do.card", "do.a", "do.b"]
    assert read(A, 1, card, B, told("do.a", "*"), B) == ["do.a", "do.card", "do.b"]


def test_a_repetition_may_begin_where_it_stood() -> None:
    assert read(A, B, PAUSED, B, C) == ["do.a", "do.b", "do.c"]


def test_a_repetition_that_leaves_something_out_is_refused() -> None:
    with pytest.raises(RefusedError, match="out of its order"):
        read(A, B, C, told("do.a", "power"), C)


def test_a_resume_repeats_the_last_touch_alone() -> None:
    assert read(A, 1, B, told("do.a", "power"), told("do.b")) == ["do.a", "do.b", "do.a", "do.b"]


def test_a_look_back_goes_over_the_round() -> None:
    assert read(A, 1, B, told("do.a", "*"), B) == ["do.a", "do.b"]


def test_a_look_back_may_be_left_for_a_pause() -> None:
    assert read(A, 1, B, told("do.a", "*"), PAUSED, A, B) == ["do.a", "do.b"]


def test_after_an_undo_the_touch_before_is_the_last() -> None:
    assert read(A, 1, B, -1, C, told("do.c", "power")) == ["do.a", "do.b", "do.c"]
    assert read(A, 1, B, -1, C, told(None), told("do.a", "*")) == ["do.a", "do.b", "do.c"]
    assert read(A, 1, B, -1, C, told(None), told("do.b", "*"))[-1] == "do.b"


def test_an_utterance_is_no_act() -> None:
    assert read(A, told("do.b", spoken="Flip it face up.")) == ["do.a"]

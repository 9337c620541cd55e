"""What of a scene is in view: its words as they were drawn, and the cards that map and words point to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.text.catalog import place_name
from device.text.line import Line
from device.ui import scene as say
from device.ui.words import lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.draw.render import Drawn
    from device.ui.scene import Body, CardMap, Scene

PADS = ("1", "2", "3", "6", "9", "8", "7", "4")
"""The pad of each ring place, from NW clockwise."""
CENTER = "5"
_DIGIT = re.compile(r"(?<![\w.+-])[1-9](?!\w|\.\d)")
"""A digit that stands alone."""
_SENTENCE = re.compile(r"(?<=[.?]) ")


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands on the panel; as it begins, a dark one."""

    screen: str = ""
    side: str = "words"
    """`both`, `map` or `words`."""
    line: str | None = None
    """Id of the main line, if it is in view."""
    words: tuple[str, ...] = ()
    framed: tuple[str, ...] = ()
    """Pads of the cards that are framed on the map."""
    named: tuple[str, ...] = ()
    """Pads that the words name, answers apart, in the order in which they do."""
    question: str | None = None
    """The words in view that ask."""
    answers: tuple[str, ...] = ()
    notice: str | None = None
    """Id of what stands over the screen's own line."""
    drawn: Drawn | None = None
    """The picture; None where the panel is dark."""
    body: Body | None = None

    def like(self, other: Seen) -> bool:
        """Tell whether a player sees the same: another name, or the same some pixels aside, is no change."""
        if self.drawn is None or other.drawn is None:
            return self.drawn is other.drawn
        return self.drawn.frame == other.drawn.frame or (
            (self.body, self.words, self.notice) == (other.body, other.words, other.notice)
        )

    def fields(self) -> dict[str, object]:
        """Return what a line of the transcript says of it, all but times, touch and utterance."""
        return {
            "screen": self.screen,
            "side": self.side,
            "line": self.line,
            "words": self.words,
            "framed": self.framed,
            "named": self.named,
            "question": self.question,
            "answers": self.answers,
            "notice": self.notice,
        }


def seen(scene: Scene, drawn: Drawn) -> Seen:
    """Return what is in view of a scene that was drawn so."""
    own = [one for one in lines(replace(scene, notice=None)) if _in_view(one, drawn.words)]
    main = _main(scene.body, own)
    answers = _answers(scene.body, drawn.words)
    covering = () if scene.notice is None else (scene.notice.full, scene.notice.short)
    return Seen(
        scene.id,
        _side(scene.body, drawn),
        None if main is None else main.id or None,
        drawn.words,
        () if drawn.cards is None else framed(drawn.cards),
        _named(scene.body, [words for words in drawn.words if words not in answers]),
        next((words for words in drawn.words if "?" in words and words not in covering), None),
        answers,
        None if scene.notice is None else scene.notice.id or scene.notice.full,
        drawn,
        scene.body,
    )


def framed_in(scene: Scene) -> tuple[str, ...]:
    """Return the pads of the cards that are framed on the map of a scene; () where it has none."""
    return framed(scene.body.map) if isinstance(scene.body, say.MapBody) else ()


def framed(cards: CardMap) -> tuple[str, ...]:
    """Return the pads of the framed cards in ring order, the Center last."""
    ring = tuple(pad for pad, mark in zip(PADS, cards.ring, strict=True) if mark.framed)
    return (*ring, CENTER) if cards.center_framed else ring


def _main(body: Body, in_view: list[Line]) -> Line | None:
    """Return what a screen says, if it is in view: its line, of a page the first sentence, else its title."""
    found = getattr(body, "line", None) or getattr(body, "title", None)
    if isinstance(body, say.TextBody):
        sentences = (one for one in (body.title, *body.lines) if one.full.endswith((".", "?")))
        found = next((one for one in sentences if one in in_view), body.title)
    return found if isinstance(found, Line) and found in in_view else None


def _in_view(one: Line, words: tuple[str, ...]) -> bool:
    """Tell whether a line stands there in one of its lengths, as a whole or each sentence on its own."""
    texts = [_plain(text) for text in (one.full, one.short) if text]
    return any(text in words or all(part in words for part in _SENTENCE.split(text)) for text in texts)


def _plain(text: str) -> str:
    """Return a text as it is written in rows."""
    return " ".join(text.split())


def _answers(body: Body, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the answers or entries in view, as they stand there."""
    labels: tuple[str, ...] = getattr(body, "labels", ())
    if labels:
        return tuple(label for label in labels if label and label in words)
    items: tuple[Line, ...] = getattr(body, "items", ()) or getattr(body, "answers", ())
    found = (next((text for text in (one.full, one.short) if _plain(text) in words), "") for one in items)
    return tuple(text for text in found if text)


def _named(body: Body, words: Iterable[str]) -> tuple[str, ...]:
    """Return the pads that words name by their digit or their place, on a map or a line alone."""
    if not isinstance(body, say.MapBody | say.LineBody | say.HandBody):
        return ()
    told = " | ".join(words)
    found = [(hit.start(), hit[0]) for hit in _DIGIT.finditer(told)]
    for index, pad in enumerate(PADS):
        place = place_name(index)
        found += [(told.find(text), pad) for text in (place.full, place.short) if text in told]
    return tuple(dict.fromkeys(pad for _, pad in sorted(found)))


def _side(body: Body, drawn: Drawn) -> str:
    pictured = drawn.cards is not None or (isinstance(body, say.HandBody) and bool(body.cards))
    if not pictured:
        return "words"
    return "both" if drawn.words else "map"

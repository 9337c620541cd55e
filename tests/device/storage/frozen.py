"""A reader that knows exactly what the version that wrote tests/fixtures/before takes: keys, order, types.

It is a copy as data, not the product's code. What is written now has to be read by it, so that somebody
who goes back to that version finds everything.
"""

from __future__ import annotations

import json
from typing import TypeAlias

Shape: TypeAlias = "type | tuple[object, ...] | list[object] | dict[str, object] | Whole"
"""A type; a tuple of the values allowed; a list of one shape; or keys in order, `key?` if it may miss."""


class Whole:
    """A whole number between two bounds, both allowed."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high


COUNT = Whole(0, 1 << 31)
PLACE = ("NW", "N", "NE", "E", "SE", "S", "SW", "W")
TOKEN = ("thinking", "remembering", "anticipating", "feeling")
MANNER: dict[str, object] = {
    "guided": bool,
    "tokens": ("device", "table"),
    "labels": bool,
    "guidance": ("quiet", "light", "full", "narrate"),
    "anchor": ("breath", "hands", "feet", "sounds"),
    "partners": Whole(0, 3),
    "partner": ("zen", "good", "human"),
}
OPTIONS: dict[str, dict[str, object]] = {
    "nevermind": {
        "stage": Whole(1, 6),
        "super": bool,
        "rotation": (0, 90, 180),
        "breath_ends_round": bool,
        "breath_calms_feeling": bool,
        "mind_cards?": [[Whole(0, 7)]],
    },
    "the-mind": {
        "players": Whole(2, 4),
        "cards": ("table", "dealt"),
        "blind": bool,
        "blind_cap": bool,
        "empty_hands_vote": bool,
    },
}
CARD: dict[str, object] = {"card": Whole(0, 15), "turn": (0, 90, 180, 270)}
FIELDS: dict[str, dict[str, object]] = {
    "shuffle": {"cards": [CARD]},
    "token": {"type": TOKEN},
    "add_center": {"yes": bool},
    "breathe": {"yes": bool},
    "breath_hand": {"count": COUNT},
    "breath_play": {"index": COUNT},
    "fix": {"grid": dict, "center": COUNT, "timer": COUNT},
    **{verb: {"at": PLACE} for verb in ("surface", "second", "breath_from", "breath_calm")},
    **{verb: {"at": PLACE} for verb in ("notice", "acknowledge", "let_go")},
    **{verb: {} for verb in ("draw", "rest", "concede", "misplay", "stop", "blind")},
    "focus": {"at?": PLACE},
    "deal": {"hands": [[Whole(1, 100)]]},
    "play": {"seat": COUNT, "card": Whole(1, 100)},
    "level_done": {"mistakes?": COUNT},
    **{verb: {"seat": COUNT} for verb in ("propose_star", "agree", "decline")},
}
WITH: dict[str, object] = {"by": ("player", "device", "partner"), "at_ms": COUNT, "guess?": (True,)}
ENTRY: dict[str, object] = {
    "session": COUNT,
    "game": ("nevermind", "the-mind", "breathe"),
    "seconds": COUNT,
    "date": str,
    "outcome": str,
    "stage?": Whole(1, 6),
    "super?": bool,
    "rounds?": COUNT,
    "released?": COUNT,
    "distractions?": COUNT,
    "score?": Whole(-100, 100),
    "rank?": str,
    "mood_before?": Whole(1, 9),
    "mood_after?": Whole(1, 9),
    "players?": COUNT,
    "cards?": ("table", "dealt"),
    "level?": COUNT,
    "misplays?": [COUNT],
    "blind_levels?": COUNT,
}
REOPENED: dict[str, object] = {"session": COUNT, "open": (True,)}
PROGRESS: dict[str, object] = {
    "version": (1,),
    "unlocked": Whole(1, 6),
    "first_start_done": bool,
    "help_seen": [str],
}
RESUME: dict[str, object] = {
    "version": (1,),
    "session": Whole(1, 1 << 31),
    "ritual": str,
    "index": COUNT,
    "active_ms": COUNT,
    "notes": dict,
}


def faults_of(files: dict[str, bytes]) -> list[str]:
    """Return what that version would not take of a state folder, a line each."""
    faults: list[str] = []
    for path, data in files.items():
        name = path.removesuffix(".1")
        if not data.endswith(b"\n") or data != b"\n".join(map(_compact, data.splitlines())) + b"\n":
            faults.append(f"{path}: not compact JSON with a newline after each line")
        for number, line in enumerate(data.splitlines(), 1):
            shape = _shape(name, number, json.loads(line))
            faults += [f"{path}:{number}{fault}" for fault in _unlike(json.loads(line), shape)]
    return faults


def _compact(line: bytes) -> bytes:
    ascii_only = line.startswith((b'{"format"', b'{"do"', b'{"undo"', b'{"redo"'))
    return json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=ascii_only).encode()


def _shape(name: str, number: int, raw: dict[str, object]) -> object:
    match name:
        case "journal.jsonl":
            return REOPENED if "open" in raw else ENTRY
        case "progress.json":
            return PROGRESS
        case "resume.json":
            return RESUME if raw else {}
        case "choices.json":
            return {
                f"{section}": dict for section in raw if section in ("screen", "sound", "guidance", "pads")
            }
    if number == 1:
        options = OPTIONS.get(str(raw.get("game")), {})
        head: dict[str, object] = {"format": ("palmstone-record",), "version": (1,), "game": tuple(OPTIONS)}
        return {**head, "options": options, "seed": str, "manner": MANNER}
    if "do" in raw:
        return {"do": tuple(FIELDS), **FIELDS.get(str(raw["do"]), {}), **WITH}
    verb = "undo" if "undo" in raw else "redo"
    return {verb: Whole(1, 1 << 31), "by": ("player",), "at_ms": COUNT}


def _unlike(raw: object, shape: object, at: str = "") -> list[str]:
    """Compare a value with its shape; true is not 1, 1.0 is not 1."""
    if isinstance(shape, dict):
        if not isinstance(raw, dict):
            return [f"{at}: no object"]
        known = {key.removesuffix("?"): (key, inner) for key, inner in shape.items()}
        order = [key for key in known if key in raw]
        faults = [f"{at}: {key} is missing" for key in shape if key not in raw and not key.endswith("?")]
        if list(raw) != order:
            faults.append(f"{at}: keys are {list(raw)}")
        return faults + [fault for key in order for fault in _unlike(raw[key], known[key][1], f"{at}: {key}")]
    if isinstance(shape, list):
        if not isinstance(raw, list):
            return [f"{at}: no list"]
        return [
            fault
            for item in raw
            if not (shape == [CARD] and item == "breathe")
            for fault in _unlike(item, shape[0], at)
        ]
    if isinstance(shape, Whole):
        fits = type(raw) is int and shape.low <= raw <= shape.high
    elif isinstance(shape, tuple):
        fits = any(type(raw) is type(one) and raw == one for one in shape)
    else:
        fits = type(raw) is shape
    return [] if fits else [f"{at}: {raw!r} does not fit"]

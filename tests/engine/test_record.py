"""Records: reading with all tolerances and refusals, writing, replay and verification."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from engine.json_object import MAX_DEPTH
from engine.nevermind.codec import GAME
from engine.nevermind.commands import Rest
from engine.nevermind.model import Options
from engine.record import (
    Kind,
    RecordError,
    do_line,
    header_line,
    json_line,
    parse,
    read,
    redo_line,
    replay,
    resume,
    undo_line,
    verify,
)

PATIENT = settings(deadline=None)
HEADER = b'{"format":"palmstone-record","version":1,"game":"nevermind","options":{"stage":2}}\n'
SHUFFLE = json_line({"do": "shuffle", "cards": [{"card": index, "turn": 0} for index in range(16)]})
REST = b'{"do":"rest"}\n'
DRAW = b'{"do":"draw"}\n'
EXAMPLE = Path(__file__).parents[1] / "conformance" / "nevermind-stage2-3.jsonl"


def answers(data: bytes) -> list[dict[str, Any]]:
    return [answer.to_json() for answer in replay(parse(data, GAMES))]


def test_header_is_read() -> None:
    record = parse(HEADER.replace(b"}}", b'},"seed":7}') + SHUFFLE, GAMES)
    assert record.game is GAME
    assert record.options == Options(stage=2)
    assert record.seed == 7
    assert [(line.number, line.kind) for line in record.lines] == [(2, Kind.DO)]
    assert (record.torn, record.closed) == (None, True)


def test_header_without_options_has_the_defaults() -> None:
    record = parse(b'{"format":"palmstone-record","version":1,"game":"nevermind","by":"x"}', GAMES)
    assert record.options == Options()
    assert record.seed is None


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 1, "no header"),
        (b"\n  \r\n", 1, "no header"),
        (b'{"format":"palm', 1, "no header"),
        (b'{"format":"palm\n', 1, "no JSON"),
        (b"[]\n", 1, "no JSON object"),
        (b"{}\n", 1, "no palmstone record"),
        (b'{"format":"other"}\n', 1, "no palmstone record"),
        (HEADER.replace(b":1,", b":3,"), 1, "version 3.*reads version 1 and 2"),
        (HEADER.replace(b":1,", b":true,"), 1, "version True.*reads version 1 and 2"),
        (HEADER.replace(b":1,", b":1.0,"), 1, "version 1.0.*reads version 1 and 2"),
        (HEADER.replace(b'"version":1,', b""), 1, "version None.*reads version 1 and 2"),
        (HEADER.replace(b"nevermind", b"chess"), 1, "chess.*nevermind and the-mind"),
        (HEADER.replace(b'"nevermind"', b"[1]"), 1, "is no game"),
        (HEADER.replace(b'{"stage":2}', b"3"), 1, "options are 3"),
        (HEADER.replace(b"2}", b"9}"), 1, "stage is 9"),
        (HEADER.replace(b"2}", b'2,"super":true}'), 1, "super"),
        (HEADER.replace(b"}}", b'},"seed":true}'), 1, "seed"),
        (HEADER.replace(b"}}", b'},"seed":1.5}'), 1, "seed"),
        (HEADER + b"5\n", 2, "no JSON object"),
        (HEADER + b"5", 2, "no JSON object"),
        (HEADER + b'{"do":}\n' + REST, 2, "no JSON"),
        (HEADER + b'{"do":"rest","x":NaN}\n', 2, "NaN"),
        (HEADER + b"\xff\xfe\n", 2, "no JSON"),
        (HEADER + b"\n" + SHUFFLE + b'{"then":{}}\n', 4, "neither do, try, undo nor redo"),
        (HEADER + b'{"do":"rest","undo":1}\n', 2, "both do and undo"),
        (HEADER + b"[" * 100_000 + b"\n", 2, "no JSON"),
        (HEADER + b'{"do":' + b"[" * 200 + b"]" * 200 + b"}\n", 2, f"more than {MAX_DEPTH} deep"),
        (HEADER + b'{"do":' + b"9" * 5000 + b"}\n", 2, "no JSON"),
        (HEADER + b'{"do":"rest","by":"\\ud83d"}\n', 2, "half of a surrogate pair"),
        (HEADER + b'{"do":"rest","\\uDE00":1}\n', 2, "half of a surrogate pair"),
    ],
)
def test_what_is_no_record_says_where_and_what_to_do(data: bytes, line: int, said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        parse(data, GAMES)
    text = str(caught.value)
    assert caught.value.line == line
    assert text.startswith(f"line {line}: ")
    assert "; " in text
    assert "\n" not in text
    assert text.isascii()


def test_what_a_writer_adds_to_the_header_is_kept_and_written_behind_the_formats_own_keys() -> None:
    own = {"manner": {"guided": True}, "by": "x"}
    line = header_line(GAME, Options(), 7, own)
    assert line == header_line(GAME, Options(), 7)[:-2] + b',"manner":{"guided":true},"by":"x"}\n'
    assert parse(line, GAMES).extra == own
    assert parse(HEADER, GAMES).extra == {}


def test_the_lines_of_a_record_are_read_whatever_game_they_are_of() -> None:
    data = HEADER.replace(b"nevermind", b"chess") + b'\n{"e4":1}\n'
    raw = read(data + b'{"e')
    assert (raw.game, raw.data, raw.torn, raw.lines) == ("chess", data, 4, ((3, {"e4": 1}),))
    assert read(b'{"game":3}').game is None


def test_whole_pairs_of_surrogates_are_characters() -> None:
    record = parse(HEADER + b'{"do":"rest","by":"\\ud83d\\ude00"}\n', GAMES)
    assert record.lines[0].data["by"] == "\U0001f600"


def test_bom_crlf_and_blank_lines_are_accepted_and_blank_lines_numbered() -> None:
    data = b"\xef\xbb\xbf" + (HEADER + b"\n" + SHUFFLE + b"  \n" + REST).replace(b"\n", b"\r\n")
    assert [answer["line"] for answer in answers(data)] == [3, 5]
    late = b"\n" + HEADER + SHUFFLE
    assert [answer["line"] for answer in answers(late)] == [3]


def test_a_torn_last_line_is_cut_to_the_last_newline() -> None:
    whole = HEADER + SHUFFLE
    for torn in (b'{"do":"re', b"{", '{"do":"\u00e9'.encode()[:-1], b"\x00\x00"):
        record = parse(whole + torn, GAMES)
        assert (record.torn, record.size, len(record.lines)) == (3, len(whole), 1)
        assert record.closed


def test_a_torn_line_anywhere_else_is_an_error() -> None:
    with pytest.raises(RecordError, match="line 3"):
        parse(HEADER + SHUFFLE + b'{"do":"re\n' + DRAW, GAMES)


def test_a_last_line_of_whole_json_counts_without_its_newline() -> None:
    data = HEADER + SHUFFLE + REST.rstrip()
    record = parse(data, GAMES)
    assert (record.torn, record.size, record.closed, len(record.lines)) == (None, len(data), False, 2)
    with pytest.raises(RecordError, match="line 3"):
        parse(data.replace(b'"do":"rest"', b'"done":"rest"'), GAMES)


@PATIENT
@given(st.integers(0, len(HEADER + SHUFFLE + REST + DRAW)))
def test_f21_cut_after_any_byte_the_lines_before_are_there(size: int) -> None:
    data = (HEADER + SHUFFLE + REST + DRAW)[:size]
    whole = data.count(b"\n")
    if size < len(HEADER) - 1:
        with pytest.raises(RecordError, match="no header"):
            parse(data, GAMES)
    else:
        record = parse(data, GAMES)
        assert max(whole - 1, 0) <= len(record.lines) <= whole
        assert all(answer.refusal is None for answer in replay(record))


@PATIENT
@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_no_bytes_make_it_crash(tail: bytes) -> None:
    for data in (tail, HEADER + tail, HEADER + SHUFFLE + tail + b"\n" + REST):
        try:
            said = [json_line(answer.to_json()) for answer in replay(parse(data, GAMES))]
        except RecordError as error:
            said = [str(error).encode()]
        assert all(text.startswith((b"line ", b'{"line":')) for text in said)


def test_replay_answers_state_and_legal_or_what_was_refused_and_goes_on() -> None:
    found = answers(HEADER + SHUFFLE + DRAW + b'{"do":"sing"}\n' + REST)
    assert [answer["line"] for answer in found] == [2, 3, 4, 5]
    assert list(found[0]) == ["line", "state", "legal"]
    assert found[0]["state"]["phase"] == "watcher"
    assert found[0]["legal"] == [{"do": "rest"}, {"do": "concede"}]
    assert list(found[1]) == ["line", "refused", "message"]
    assert found[1]["refused"] == "phase"
    assert found[2]["refused"] == "phase"
    assert found[3]["state"]["phase"] == "mind"


def test_a_try_is_judged_and_changes_nothing_even_if_it_is_accepted() -> None:
    data = HEADER + SHUFFLE + b'{"try":"draw"}\n{"try":"rest"}\n{"undo":2}\n'
    found = answers(data)
    assert found[1]["refused"] == "phase"
    assert found[2]["state"] == found[0]["state"]
    assert found[3]["refused"] == "target"
    assert verify(parse(HEADER + SHUFFLE + b'{"try":"draw"}\n', GAMES)) is None
    assert "accepted, though" in (verify(parse(data, GAMES)) or "")


def test_undo_and_redo_lines_answer_state_and_legal() -> None:
    data = HEADER + SHUFFLE + REST + DRAW + undo_line(2) + redo_line(1) + redo_line(5) + DRAW + redo_line(1)
    found = answers(data)
    assert found[3]["state"] == found[0]["state"]
    assert found[3]["legal"] == found[0]["legal"]
    assert found[4]["state"] == found[1]["state"]
    assert found[5]["refused"] == "target"
    assert found[6]["state"] == found[2]["state"]
    assert found[7]["refused"] == "target"
    timeline = resume(parse(data, GAMES))
    assert [entry.command.verb for entry in timeline.in_force] == ["shuffle", "rest", "draw"]


@pytest.mark.parametrize("count", [b"0", b"true", b'"1"', b"-1", b"null", b"1.0", b"{}"])
def test_counts_that_are_none_are_refused_as_target(count: bytes) -> None:
    for verb in (b"undo", b"redo"):
        line = b'{"%s":%s}\n' % (verb, count)
        assert answers(HEADER + SHUFFLE + line)[1]["refused"] == "target"


def test_more_keys_are_kept_and_ignored() -> None:
    more = {"by": "device", "at_ms": 12, "guess": True, "mood": {"a": [1]}}
    data = HEADER + SHUFFLE + json_line({"do": "rest", **more})
    (_, rest) = resume(parse(data, GAMES)).in_force
    assert (rest.command, rest.extra) == (Rest(), more)
    assert do_line(GAME, rest.command, rest.extra) == json_line({"do": "rest", **more})


def test_lines_are_written_compact_in_order_and_ascii() -> None:
    assert header_line(GAME, Options(stage=2), 7) == (
        b'{"format":"palmstone-record","version":1,"game":"nevermind","options":{"stage":2,"super":false,'
        b'"rotation":180,"breath_ends_round":true,"breath_calms_feeling":true},"seed":7}\n'
    )
    assert b"seed" not in header_line(GAME, Options())
    assert (
        json_line({"do": "notice", "at": "N", "by": "player"}) == b'{"do":"notice","at":"N","by":"player"}\n'
    )
    assert undo_line(2, by="player") == b'{"undo":2,"by":"player"}\n'
    assert redo_line(1) == b'{"redo":1}\n'
    assert json_line({"a": "\u00e9"}) == b'{"a":"\\u00e9"}\n'


def changed(number: int, change: Any) -> bytes:
    """Return the example with one line changed by a function on its JSON."""
    lines = EXAMPLE.read_bytes().splitlines(keepends=True)
    data = json.loads(lines[number - 1])
    change(data)
    lines[number - 1] = json_line(data)
    return b"".join(lines)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line["then"].update(timer=3), "then.timer: the record has 3, the rules give 19"),
        (
            lambda line: line["then"].update(center=False),
            "then.center: the record has false, the rules give 0",
        ),
        (lambda line: line["then"]["grid"].update(N="loud"), 'then.grid.N: the record has "loud"'),
        (lambda line: line["then"].pop("hand"), "then.hand: missing in the record"),
        (lambda line: line["then"].update(mood=1), "then.mood: .* know no such field"),
        (lambda line: line.update(then=[]), "then: the record has"),
        (lambda line: line.update(legal=5), "legal: the record has 5, which is no list"),
        (lambda line: line["legal"].append({"do": "rest"}), 'legal: the record has {"do":"rest"}'),
        (lambda line: line["legal"].pop(), "legal: the rules have"),
        (lambda line: line.update(do="sing"), "refused: phase"),
    ],
)
def test_verify_shows_the_first_difference_field_by_field(change: Any, said: str) -> None:
    difference = verify(parse(changed(3, change), GAMES))
    assert difference is not None
    head, *fields = difference.split("\n")
    assert head.startswith("line 3 (do ")
    assert fields
    assert any(re.search(said, field) for field in fields)


def test_verify_compares_legal_in_any_order() -> None:
    assert verify(parse(changed(3, lambda line: line["legal"].reverse()), GAMES)) is None


def test_verify_compares_also_what_was_refused() -> None:
    assert verify(parse(HEADER + SHUFFLE + b'{"try":"draw","then":{"phase":"over"}}\n', GAMES)) is not None


def test_verify_without_expectations_is_content_unless_a_do_is_refused() -> None:
    assert verify(parse(HEADER + SHUFFLE + REST + undo_line(1), GAMES)) is None
    assert "refused: phase" in (verify(parse(HEADER + SHUFFLE + DRAW, GAMES)) or "")

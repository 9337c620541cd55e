"""Writes anew what was read from a state folder, line by line, as the device writes it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.registry import GAMES
from device.session.session import MANNER, options_from_json, options_to_json
from device.storage.store import Store
from engine import record
from engine.timeline import Timeline
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.device.storage.played import disk_of, files_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def rewritten(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a folder as they are written now from what is read of them; of the journal the
    entries that count.
    """
    records = {path: _record(data) for path, data in files.items() if path.startswith("sessions/")}
    known = Store(disk_of(files), SimClock(), GAMES.kept)
    disk = SimDisk()
    store = Store(disk, SimClock(), GAMES.kept)
    for entry in known.journal():
        store.write_entry(entry)
    if "progress.json" in files:
        store.save_progress(known.progress())
    if "choices.json" in files:
        store.save_choices(known.choices())
    if "resume.json" in files:
        store.save_resume_point(known.resume_point())
    store.flush()
    return files_of(disk) | records


def _record(data: bytes) -> bytes:
    kept = record.parse(data, GAMES.rules)
    kind = GAMES[kept.game.name].options
    raw = kept.extra[MANNER]
    assert isinstance(raw, dict)
    held = options_from_json(kind, str(kept.seed), raw)
    assert held.faults == ()
    header = record.header_line(kept.game, kept.options, kept.seed, {MANNER: options_to_json(held.value)})
    return header + b"".join(_lines(kept))


def _lines(kept: record.Record) -> Iterator[bytes]:
    timeline = Timeline(kept.game, kept.options)
    for line in kept.lines:
        before = timeline.state
        assert record.advance(timeline, line) is None
        if line.kind is record.Kind.DO:
            command = record.command_of(kept.game, before, line.data)
            own = kept.game.command_to_json(command)
            yield record.do_line(kept.game, command, _without(line.data, *own))
        elif line.kind is record.Kind.UNDO:
            yield record.undo_line(int(str(line.data["undo"])), **_without(line.data, "undo"))
        else:
            yield record.redo_line(int(str(line.data["redo"])), **_without(line.data, "redo"))


def _without(data: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in data.items() if key not in keys}

"""What the device makes of a state folder, as plain JSON values: to compare what versions read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from device.games.nevermind.guide import GuideMemory
from device.games.registry import GAMES
from device.games.settings import SCHEMA, defaults
from device.session.session import AnySession, Session, options_to_json
from device.settings.loaded import Source, with_stored
from device.sim.rig import Rig
from device.storage.store import Store
from device.ui.words import shown_words
from engine import record
from hal.simulated.clock import SimClock
from tests.device.storage.played import disk_of, files_of

if TYPE_CHECKING:
    from device.settings.loaded import Loaded


def told(files: dict[str, bytes]) -> dict[str, Any]:
    """Read everything that the store knows of, every record, and take up what is open."""
    disk = disk_of(files)
    store = Store(disk, SimClock(), GAMES.kept)
    stand = store.resume_point()
    answer = {
        "journal": [entry.to_json() for entry in store.journal()],
        "progress": store.progress().to_json(),
        "choices": settings_told(with_stored(defaults(), store.choices()), Source.CHOICES),
        "resume": None if stand is None else stand.to_json(),
        "records": {str(number): _record(store, number) for number in store.sessions()},
        "open": {opened.game: opened.number for opened in store.open_sessions()},
    }
    plain: dict[str, Any] = json.loads(
        json.dumps({**answer, "names": list(files_of(disk)), "start": started(files)})
    )
    return plain


def _record(store: Store, number: int) -> dict[str, object] | None:
    raw = store.load(number)
    if raw is None:
        return None
    try:
        parsed = record.interpret(raw, GAMES.rules)
    except record.RecordError as error:
        return {"refused at line": error.line}
    session = Session.resume(number, parsed, GAMES[parsed.game.name], lambda _: None)
    return {
        "game": parsed.game.name,
        "options": parsed.game.options_to_json(parsed.options),
        "seed": parsed.seed,
        "manner": {"seed": session.options.seed, **options_to_json(session.options)},
        "lines": len(parsed.lines),
        "in_force": len(session.entries),
        "touches": len(session.moments),
        "last_at_ms": session.last_at_ms,
        "can_redo": session.can_redo,
        "ended": session.ended,
        "guesses": guessed(session),
        "state": session.state_json(),
    }


def guessed(session: AnySession) -> list[str]:
    """Return the places whose token was guessed."""
    memory = session.moments[-1].memory
    return sorted(place.name for place in memory.guesses) if isinstance(memory, GuideMemory) else []


def started(files: dict[str, bytes]) -> list[object]:
    """Switch the device on over these files, take up what is offered; return each screen and its words."""
    rig = Rig(defaults(), disk=disk_of(files))
    rig.power_on()
    seen: list[object] = [[rig.scene.id, shown_words(rig.scene)]]
    if rig.scene.id == "resume":
        rig.tap("K4")
        play = rig.app.model.play
        assert play is not None
        seen += [[rig.scene.id, shown_words(rig.scene)], [play.game, play.number, play.active_ms]]
        seen.append(dict(play.notes))
    rig.stop()
    return seen


def settings_told(loaded: Loaded, source: Source | None = None) -> dict[str, str]:
    """Return of each setting, or of those from one source, its value as TOML, and where it came from."""
    return {
        path: f"{SCHEMA.by_path[path].kind.text(value)} ({loaded.sources[path]})"
        for path, value in loaded.values.items()
        if source is None or loaded.sources[path] is source
    }

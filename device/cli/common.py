"""What several commands share: settings, the state folder, and how a problem is told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from device.cli.output import complain
from device.games.settings import SCHEMA
from device.settings.loaded import defaults, find_file
from device.storage.folders import home_folder, state_folder
from device.text import language
from hal.disk.door import MOST_LINES, MOST_WHOLE, NoFileError, read_file

LANGUAGES = Path(language.__file__).parent / "languages"
"""A file `<name>.mo` for each language but English."""

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import ExitStack

    from device.settings.loaded import Loaded
    from device.storage.kept import Kept
    from device.storage.store import Store


class CannotBeginError(Exception):
    """What every command needs is missing. Its text is one line with the remedy; the exit code is 2."""


def folder() -> Path:
    """Return where the state lies; raises CannotBeginError."""
    own = home_folder(os.environ)
    if own is None and not os.environ.get("STATE_DIRECTORY"):
        raise CannotBeginError("palmstone: this user has no folder; set HOME, or STATE_DIRECTORY")
    return state_folder(os.environ, own or Path())


def lock_state(stack: ExitStack, command: str) -> None:
    """Hold the state folder as long as the stack stands; raises AlreadyRunningError.

    One that cannot be had is told; the game is played all the same, unsaved (F46).
    """
    from device.system.instance import Instance  # noqa: PLC0415 - few commands lock

    state = folder()
    try:
        stack.enter_context(Instance(state, make_folder=True))
    except OSError as error:
        why = f"{state} cannot be used: {error.strerror or error}"
        remedy = "move it away" if isinstance(error, NoFileError) else "make it writable"
        complain(f"palmstone {command}: {why}; {remedy}. Until then nothing is saved")


def machine_settings(options: Namespace) -> Loaded:
    """Return the settings of this machine, or of the file that was given; see `Loaded.problems`."""
    file = find_file(options.settings, home_folder(os.environ))
    if file is None:
        return defaults(SCHEMA)
    from device.settings.load import load  # noqa: PLC0415 - not before the first frame if there is no file

    return load(SCHEMA, file)


def sound_settings(options: Namespace) -> Loaded | None:
    """Return the settings for a command that cannot go on with wrong ones; tells what is amiss (exit 2).

    Only a file that was named is held to this: the device itself goes on with defaults.
    """
    loaded = machine_settings(options)
    for problem in loaded.problems:
        complain(str(problem))
    return loaded if loaded.sound or options.settings is None else None


def speak(loaded: Loaded, languages: Path = LANGUAGES) -> None:
    """Let all words be said in the language of the settings; a file that cannot be read is told."""
    name = loaded.settings.screen.language
    if name == language.ENGLISH:
        return
    file = languages / f"{name}.mo"
    try:
        language.install(language.read(file))
    except OSError as error:
        complain(f"screen.language: {file}: {error.strerror}; all is said in English")


class LookedAt(NamedTuple):
    """A copy of the store."""

    store: Store
    unread: frozenset[str]
    """Files that are there and cannot be read, which was told."""


def looked_at(kept: Kept | None = None) -> LookedAt:
    """Return a copy of the store for commands that only look: nothing is made, mended or locked.

    `kept` is what the games keep.
    """
    from device.storage.store import CHOICES, JOURNAL, Store  # noqa: PLC0415 - some commands need no store
    from hal.disk.memory import MemoryDisk  # noqa: PLC0415
    from hal.raspberry.clock import RealClock  # noqa: PLC0415

    files, unread = {}, []
    for name, most in ((JOURNAL, MOST_LINES), (CHOICES, MOST_WHOLE), (f"{CHOICES}.1", MOST_WHOLE)):
        path = folder() / name
        try:
            files[name] = read_file(path, most, links=False)
        except FileNotFoundError:
            continue
        except OSError as error:
            remedy = "move it away" if isinstance(error, NoFileError) else "check its permissions"
            complain(f"{path}: cannot be read: {error.strerror}; {remedy}")
            unread.append(name)
    return LookedAt(Store(MemoryDisk(files), RealClock(), kept), frozenset(unread))

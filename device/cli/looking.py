"""The commands that only look: settings, journal, gallery, study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.cli.common import folder, looked_at, machine_settings, sound_settings, speak
from device.cli.output import Answer, complain, progress, say, watched_progress

if TYPE_CHECKING:
    from argparse import Namespace


MOST_WORDS = 4
"""Lines about a file at fault; a file of nothing else has as many as it has lines."""


def settings(options: Namespace) -> int:
    """Print what is in force; exit 2 if a file cannot be used as it is."""
    from device.settings.loaded import with_stored  # noqa: PLC0415
    from device.settings.report import problem_lines, settings_lines  # noqa: PLC0415

    loaded = machine_settings(options)
    for text in problem_lines(loaded):
        complain(text)
    store, _ = looked_at()
    effective = with_stored(loaded, store.choices())
    _words(store.take_words())
    for text in settings_lines(effective):
        say(text)
    return 0 if loaded.sound else 2


def journal(options: Namespace) -> int:
    """Print past sessions; exit 1 if something is kept and none of it can be read."""
    from device.cli.journal import table, table_csv  # noqa: PLC0415
    from device.storage.store import JOURNAL  # noqa: PLC0415

    speak(machine_settings(options))
    kept = options.games().kept
    store, unread = looked_at(kept)
    entries, words = store.journal(), store.take_words()
    _words(words)
    if JOURNAL in unread or (words and not entries):
        # Unreadable is not empty (F34).
        return 1
    if options.csv:
        Answer().write(table_csv(entries, kept.facts))
    else:
        for text in table(entries):
            say(text)
    return 0


def _words(words: tuple[str, ...]) -> None:
    # The copy was mended, not the file: the device mends that at its next start.
    for text in words[:MOST_WORDS]:
        complain(f"{folder()}/{text}")
    if len(words) > MOST_WORDS:
        complain(f"{folder()}: {len(words) - MOST_WORDS} more lines like these")


def gallery(options: Namespace) -> int:
    """Write every screen as a picture, and a page that shows them."""
    from device.tools.gallery.build import build  # noqa: PLC0415

    loaded = sound_settings(options)
    if loaded is None:
        return 2
    speak(loaded)
    try:
        count = build(options.folder, progress)
    except OSError as error:
        where = error.filename or options.folder
        complain(f"{where}: cannot be written: {error.strerror}; name another folder")
        return 2
    progress("")
    say(f"{count} pictures: open {options.folder / 'index.html'}")
    return 0


def study(options: Namespace) -> int:
    """Study a game: `options.study` is what it offers for that."""
    code: int = options.study.run(options, Answer(), watched_progress())
    return code

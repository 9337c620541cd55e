"""The commands that only look: settings, journal, gallery, study."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from device.cli.common import complain, folder, looked_at, machine_settings, sound_settings, speak

if TYPE_CHECKING:
    from argparse import Namespace


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
        print(text)
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
        sys.stdout.write(table_csv(entries, kept.facts))
    else:
        for text in table(entries):
            print(text)
    return 0


def _words(words: tuple[str, ...]) -> None:
    # The copy was mended, not the file: the device mends that at its next start.
    for text in words:
        complain(f"{folder()}/{text}")


def gallery(options: Namespace) -> int:
    """Write every screen as a picture, and a page that shows them."""
    from device.tools.gallery.build import build  # noqa: PLC0415

    loaded = sound_settings(options)
    if loaded is None:
        return 2
    speak(loaded)
    try:
        count = build(options.folder, _told)
    except OSError as error:
        where = error.filename or options.folder
        complain(f"{where}: cannot be written: {error.strerror}; name another folder")
        return 2
    _told("")
    print(f"{count} pictures: open {options.folder / 'index.html'}")
    return 0


def _told(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def study(options: Namespace) -> int:
    """Study a game: `options.study` is what it offers for that."""
    code: int = options.study.run(options, sys.stdout, sys.stderr if sys.stderr.isatty() else None)
    return code

"""Where things lie. Loaded before everything else, so it loads nothing itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CHOICES = "choices.json"
"""What was set on the device, in the state folder."""
SESSIONS = "sessions"
"""The folder of the records, in the state folder."""


def record_path(session: int) -> str:
    """Return where the record of a session lies, relative to the state folder."""
    return f"{SESSIONS}/{session}.jsonl"


def home_folder(environ: Mapping[str, str]) -> Path | None:
    """Return the user's folder: of HOME, else of the system's list of users; None if neither has one."""
    given = environ.get("HOME", "")
    if given:
        return Path(given)
    from pwd import getpwuid  # noqa: PLC0415 - hardly ever needed

    try:
        return Path(getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return None


def state_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Return where the state lies: systemd's StateDirectory, else the user's (docs/records.md, Files)."""
    given = environ.get("STATE_DIRECTORY", "")
    return Path(given.split(":")[0]) if given else home / ".local" / "state" / "palmstone"

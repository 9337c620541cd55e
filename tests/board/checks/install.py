"""1: docs/build.md, followed as it stands, from a fresh card to the first session."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

from tests.board.checks.base import LETTERS, OFFERED, Check, Ground, in_a_session, past_first_start, require
from tests.board.page import BUILD, Section, sections
from tests.board.roots import USER
from tests.board.stick import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.board.board import Board

MINUTES = 60.0
LONG_S = 15 * MINUTES
UNIT = "palmstone.service"
AS_USER = f"runuser -u {USER} -- env HOME=/home/{USER} LC_ALL=C.UTF-8 USER={USER} sh -ec"

KEPT = "sha256sum /etc/palmstone/settings.toml /var/lib/palmstone/sessions/*"
"""What is the player's."""
LEFT = (
    "find / -xdev -iname '*palmstone*' -not -path '/home/*' -not -path '/media/*' -not -path '/var/log/*'; "
    "getent passwd palmstone || true; systemctl list-units --all 'palmstone*' --no-legend"
)
OURS = "/etc/modules-load.d/palmboard.conf"
"""The board's own, found by its name."""


def page() -> dict[str, Section]:
    """Return the sections of docs/build.md."""
    return sections((PROJECT / BUILD).read_text(encoding="utf-8"))


def type_in(board: Board, commands: str, *, folder: str = f"/home/{USER}", timeout_s: float = LONG_S) -> str:
    """Type commands of the page as its reader, who says yes when asked. Raises BoardError if one fails."""
    quoted = "'" + f"cd {folder}\n{commands}".replace("'", "'\\''") + "'"
    return board.must(f"yes 2>/dev/null | {AS_USER} {quoted}", timeout_s)


def bring(board: Board, name: str = "palmstone") -> None:
    """Bring the project, as rsync would; and the wheels, as the network would."""
    board.must("mkdir -p /media/stick; mountpoint -q /media/stick || mount -o ro /dev/vdb /media/stick")
    board.must("ln -sfn /media/stick/wheels /srv/wheels")
    target = f"/home/{USER}/palmstone"
    board.must(f"rm -rf {target} && cp -r /media/stick/{name} {target} && chown -R {USER}: {target}", 120.0)


def follow(ground: Ground) -> str:
    """Follow the page on a fresh card; keep the card."""
    text = page()
    prepared = _prepared(ground, text["Packages"], text["config.txt"])
    with ground.board("install", image=prepared) as board:
        for block in text["Wires"].blocks:
            bus = ""
            for line in block.splitlines():
                # Nobody types so fast that a device has not got its group yet.
                bus = type_in(board, line)
                board.must("udevadm settle")
        require("3c" in bus and "5a" in bus, f"i2cdetect does not show 3c and 5a:\n{bus}")
        said = _install(ground, board, text["Palmstone"])
        board.run("(sleep 1; poweroff) >/dev/null 2>&1 &")
        require(board.machine.off_within(120.0), "the machine does not switch off with the service in it")
        ground.installed = ground.folder / "installed.img"
        shutil.move(board.machine.disk, ground.installed)
    return said


def _prepared(ground: Ground, packages: Section, config: Section) -> Path:
    """Return a card on which the sections about packages and config.txt were followed; kept, since they take
    minutes and change seldom.
    """
    text = repr((packages, config)).encode()
    kept = ground.root.image.with_name(f"prepared-{hashlib.sha256(text).hexdigest()[:12]}.img")
    if kept.exists():
        return kept
    for old in kept.parent.glob("prepared-*.img"):
        old.unlink()
    with ground.board("prepare", image=ground.root.image) as board:
        type_in(board, packages.blocks[0])
        if ground.root.python != "3.11":
            require("python3-lgpio" in packages.blocks[1], "the second block of Packages is about lgpio")
        speech = [command for command in packages.inline if "espeak-ng" in command]
        require(bool(speech), "the page says how to get speech")
        type_in(board, speech[0])
        ground.say("  packages are in")
        for block in config.blocks:
            type_in(board, block)
        require("sudo poweroff" in config.inline, "the page says how to switch off")
        board.run("(sleep 1; sudo poweroff) >/dev/null 2>&1 &")
        require(board.machine.off_within(120.0), "sudo poweroff does not end the machine")
        shutil.move(board.machine.disk, kept)
    return kept


def _install(ground: Ground, board: Board, section: Section) -> str:
    brought, install, status, check, settings = section.blocks
    require("rsync" in brought, "the first block of the section brings the folder")
    bring(board)
    before = board.must("ls -A / /opt /etc | md5sum")
    dry, real = install.strip().rsplit("\n", 1)
    require(real == "sudo make install", "the block of the page ends with the installation")
    type_in(board, dry)
    require(board.must("ls -A / /opt /etc | md5sum") == before, "the dry run changed something")
    ground.say("  make install")
    type_in(board, f"cd palmstone\n{real}")
    board.see(LETTERS)
    told = type_in(board, status)
    require("all well" in told, f"the status line does not say: all well\n{told}")
    looked = type_in(board, check)
    require("ok" in looked, f"check does not say ok:\n{looked}")
    board.see(LETTERS)
    without_editor = "\n".join(line for line in settings.splitlines() if "nano" not in line)
    require("nano" in settings, "the editor is the one line of the page that is not typed")
    type_in(board, without_editor)
    board.see(LETTERS)
    return "docs/build.md, sections 3 to 6"


def twice(ground: Ground) -> str:
    """Install once more: nothing is made anew, and the device runs."""
    with ground.board("twice") as board:
        bring(board)
        again = type_in(board, "cd palmstone\nsudo make install")
        require("is there already" in again, "the second make install does not find the first")
        board.see(LETTERS)
    return "is there already"


def first_session(ground: Ground) -> str:
    """Go on to the first session, as section 7 says."""
    with ground.board("first") as board:
        past_first_start(board)
        step = in_a_session(board)
        board.picture(ground.folder / "first-session.png")
        lines = int(board.must("wc -l </var/lib/palmstone/sessions/1.jsonl"))
        require(lines > 1, f"its record has {lines} lines")
    return f"from the letters to {step!r}, with a record of {lines} lines"


def comes_and_goes(ground: Ground) -> str:
    """Update, go back, remove: nothing of the player's is lost, and in the end nothing is left."""
    later = page()["Later"].inline
    for wanted in (
        "sudo make install",
        "sudo make rollback",
        "sudo make uninstall",
        "sudo make uninstall PURGE=1",
    ):
        require(wanted in later, f"the page has no {wanted!r}")
    with ground.board("later") as board:
        bring(board)
        board.must("echo '# mine' >>/etc/palmstone/settings.toml")
        past_first_start(board)
        in_a_session(board)
        before = board.must(KEPT)
        _updated_and_back(board, before)
        for command in later:
            if command.startswith(("journalctl", "sudo -u palmstone", "sudo tar")):
                type_in(board, command)
        type_in(board, "cd palmstone\nsudo make uninstall")
        require(board.must(KEPT) == before, "uninstall took settings or sessions")
        type_in(board, "cd palmstone\nsudo make uninstall PURGE=1")
        left = [line for line in board.must(LEFT).splitlines() if line.strip() and line != OURS]
        require(not left, "uninstall PURGE=1 leaves:\n" + "\n".join(left))
    return "update, rollback, uninstall, PURGE"


def _updated_and_back(board: Board, before: str) -> None:
    """Install what differs by a line, and take it back; the session goes on each time."""
    board.must(f"echo '# newer' >>/home/{USER}/palmstone/device/__init__.py")
    current = "readlink /opt/palmstone/current"
    old = board.must(current)
    type_in(board, "cd palmstone\nsudo make install")
    require(board.must(current) != old, "another source is no other version")
    require(board.must(KEPT) == before, "the update changed settings or sessions")
    board.see(OFFERED)
    type_in(board, "cd palmstone\nsudo make rollback")
    require(board.must(current) == old, "rollback leads elsewhere")
    require(board.must(KEPT) == before, "rollback changed settings or sessions")
    board.see(OFFERED)


CHECKS = (
    Check(1, "the build page, followed", follow),
    Check(1, "make install, once more", twice),
    Check(1, "the first session", first_session),
    Check(1, "update, rollback, uninstall", comes_and_goes),
)

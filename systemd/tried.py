"""Try the environment whose Python runs this: `python -I tried.py FOLDER LOCK ...`; needs nothing installed.

FOLDER is where our own packages have to lie. Exit 0 if everything of the locks is there, ours is the one of
FOLDER, and what was compiled can be loaded here; else 1, with the reason in one line.
"""

import importlib.util
import platform
import re
import sys
import sysconfig
from pathlib import Path

COMPILED = ("msgspec", "PIL._imaging")
"""Loaded to see that they were made for this Python and this machine."""
PIN = re.compile(r"^([\w.-]+)==([\w.!+-]+)(?: ; ([^\\]+?))?(?: \\)?$", re.MULTILINE)


def name_of(text: str) -> str:
    """Return the name of a package as its folder has it, whatever its spelling."""
    return re.sub(r"[-_.]+", "_", text).lower()


def wanted(lock: str) -> set[tuple[str, str]]:
    """Return (name, version) of all that a lock has for this Python and this machine."""
    python = ".".join(map(str, sys.version_info[:2]))
    here = f'python_version == "{python}" and platform_machine == "{platform.machine()}"'
    return {(name_of(name), version) for name, version, when in PIN.findall(lock) if not when or here in when}


def present(site: Path) -> set[tuple[str, str]]:
    """Return (name, version) of all that is installed in a folder of packages."""
    names = [path.name.removesuffix(".dist-info").rpartition("-") for path in site.glob("*.dist-info")]
    return {(name_of(name), version) for name, _, version in names}


def reason(folder: Path, locks: list[Path]) -> str:
    """Say what is amiss; nothing if all is well."""
    if sys.prefix == sys.base_prefix:
        return "it is no environment of its own"
    found = present(Path(sysconfig.get_path("purelib")))
    pinned: set[tuple[str, str]] = set()
    for lock in filter(Path.is_file, locks):
        pinned |= wanted(lock.read_text(encoding="utf-8"))
    if missing := pinned - found:
        return "not as locked: " + ", ".join(f"{name} {version}" for name, version in sorted(missing))
    # Only an empty stand-in of lgpio can be there where no lock has it, in the way of the system's (F25).
    if pinned and any(name == "lgpio" for name, _ in found - pinned):
        return "an lgpio lies in it that is not of the lock"
    ours = importlib.util.find_spec("device")
    if (
        ours is None
        or ours.origin is None
        or not Path(ours.origin).resolve().is_relative_to(folder.resolve())
    ):
        return "the project's own packages are not there, or those of another folder"
    for module in COMPILED:
        try:
            importlib.import_module(module)
        except Exception as error:
            return f"{module} cannot be loaded: {error}"
    return ""


def main() -> int:
    """Say the reason, if there is one."""
    said = reason(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
    if said:
        sys.stdout.write(f"{' '.join(said.split())}\n")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())

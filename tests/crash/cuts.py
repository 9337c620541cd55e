"""Every storage that a power cut in the middle of a touch can leave."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hal.simulated.disk import Keep, SimDisk, SimFileOps, _File

if TYPE_CHECKING:
    from collections.abc import Iterator

Call = tuple[str, tuple[Any, ...]]
_CHANGES = frozenset(
    ("create", "write", "sync", "truncate", "rename", "link", "remove", "make_folder", "sync_folder")
)


class Recorder:
    """Implements hal.disk.synced.FileOps: passes everything on, and remembers the changes."""

    def __init__(self, ops: SimFileOps) -> None:
        self.ops = ops
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.ops, name)
        if name not in _CHANGES:
            return method

        def noted(*args: Any) -> Any:
            result = method(*args)
            self.calls.append((name, args))
            return result

        return noted


@contextmanager
def recording(disk: SimDisk) -> Iterator[list[Call]]:
    """Collect what is changed on a disk."""
    recorder = Recorder(disk.ops)
    disk._ops = recorder
    try:
        yield recorder.calls
    finally:
        disk._ops = disk.ops


def micro_steps(calls: list[Call]) -> Iterator[Call]:
    """Take writes apart into their bytes: each is a place where the power can go."""
    for name, args in calls:
        if name == "write":
            path, data = args
            yield from (("write", (path, data[k : k + 1])) for k in range(len(data)))
        else:
            yield name, args


def cuts(before: SimFileOps, calls: list[Call]) -> Iterator[tuple[int, Keep, SimFileOps]]:
    """Yield all that can be left, each different storage once: (steps done, what was kept, storage).

    `before` is the storage before the calls; the last ones yielded are after all of them.
    """
    live = copied(before)
    seen: set[frozenset[tuple[str, bytes]]] = set()
    steps = list(micro_steps(calls))
    for done in range(len(steps) + 1):
        for keep in Keep:
            left = live.after_cut(keep)
            content = frozenset((path, file.data) for path, file in left._names.items())
            if content not in seen:
                seen.add(content)
                yield done, keep, left
        if done < len(steps):
            name, args = steps[done]
            getattr(live, name)(*args)


def copied(ops: SimFileOps) -> SimFileOps:
    """Return a card of its own with the same on it: `copy.deepcopy`, in a tenth of the time."""
    twins: dict[int, _File] = {}

    def twin(file: _File) -> _File:
        return twins.setdefault(id(file), _File(file.data, file.safe))

    return replace(
        ops,
        _names={path: twin(file) for path, file in ops._names.items()},
        _safe_names={path: twin(file) for path, file in ops._safe_names.items()},
        _changes=[(path, None if file is None else twin(file)) for path, file in ops._changes],
        _folders=set(ops._folders),
    )


def contents(disk: SimDisk) -> dict[str, bytes]:
    """Return every file with its data."""
    return {path: file.data for path, file in disk.ops._names.items()}

"""Options of the test run, and goldens: what was shown when somebody last looked and agreed."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.quick import changed_files, chosen, is_long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).parent / "golden"
GARBAGE = 20_000
"""So many objects more than before make the garbage collector look (Python's own: 700)."""

# A slow machine is no failure, and the same commit gives the same answer everywhere.
settings.register_profile("palmstone", deadline=None, derandomize=True)
# `pytest --hypothesis-profile=search` looks further than the last run did.
settings.register_profile("search", deadline=None, max_examples=1_000)
settings.load_profile("palmstone")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the goldens anew instead of comparing")
    parser.addoption("--quick", action="store_true", help="leave out what takes long and was not changed")
    parser.addoption("--hardware", action="store_true", help="also run what needs the device itself")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Take a worker more than there are processors: some tests wait for what runs in real time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep what is collected out of the sight of the garbage collector.

    Thousands of tests and all modules stay to the end; to look through them again and again finds nothing.
    It also comes less often: what a test leaves behind is mostly freed without it.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(GARBAGE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        items[:], left = chosen(items, changed_files(config.rootpath), config.rootpath)
        config.hook.pytest_deselected(items=left)
    # What takes long is begun first, so that no worker is left with it at the end.
    items.sort(key=lambda item: not is_long(item))
    if config.getoption("--hardware"):
        return
    for item in items:
        if item.get_closest_marker("hardware") is not None:
            item.add_marker(pytest.mark.skip(reason="needs the device itself; run with --hardware"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden of that name, e.g. `draw/ntd.mind-L.txt`; `--golden` writes it."""
    rewrite = bool(request.config.getoption("--golden"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if rewrite:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no golden {name}: look at the picture, then write it with --golden"
        assert text == path.read_text(encoding="utf-8"), f"{name} has changed"

    return compare

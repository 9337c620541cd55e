"""The map of the project holds: no import goes in circles, and what finds circles can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import layout

if TYPE_CHECKING:
    from pathlib import Path

FILES = layout.modules(layout.ROOT)


@pytest.fixture(scope="module")
def graph() -> layout.Graph:
    """What each of our modules imports."""
    return layout.imports(FILES)


def made(folder: Path, sources: dict[str, str]) -> dict[str, frozenset[str]]:
    """Write a package `device` with these files and return its map."""
    for name, text in {"__init__.py": "", **sources}.items():
        file = folder / "device" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return layout.imports(layout.modules(folder, ("device",)))


def test_no_module_imports_itself_by_way_of_others(graph: layout.Graph) -> None:
    assert {name.partition(".")[0] for name in graph} == {"engine", "hal", "device"}
    assert layout.circles(graph) == []


@pytest.mark.parametrize("nested", [False, True])
def test_no_room_of_the_device_leads_back_to_itself(graph: layout.Graph, nested: bool) -> None:
    assert layout.circles(layout.rooms(graph, FILES, nested=nested)) == []


def test_nothing_lies_loose_in_the_device() -> None:
    assert layout.loose(FILES) == ["__init__.py", "__main__.py"]


TYPE_ONLY = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from device.a import A\n"
CIRCLES = {
    "at the head": "import device.a\n",
    "of a name": "from device.a import A\n",
    "of a module": "from device import a\n",
    "in a function": "def late():\n    from device.a import A\n    return A\n",
    "for types only": TYPE_ONLY,
    "where another fails": "try:\n    import json\nexcept ImportError:\n    from device.a import A\n",
    "in one case": "match 1:\n    case 1:\n        with open('f'):\n            from device.a import A\n",
}


@pytest.mark.parametrize("how", CIRCLES)
def test_a_circle_is_found_however_it_is_imported(how: str, tmp_path: Path) -> None:
    graph = made(tmp_path, {"a.py": "from device.b import B\nA = B\n", "b.py": CIRCLES[how]})
    assert layout.circles(graph) == [("device.a", "device.b")]


def test_a_long_circle_is_found_between_what_only_leads_to_it(tmp_path: Path) -> None:
    graph = made(
        tmp_path,
        {
            "a.py": "from device import b, z\n",
            "b.py": "from device import c, z\n",
            "c.py": "from device import d, z\n",
            "d.py": "from device import b\n",
            "z.py": "",
        },
    )
    assert layout.circles(graph) == [("device.b", "device.c", "device.d")]
    assert layout.circles({name: graph[name] - {"device.b"} for name in graph}) == []


def test_rooms_are_folders_and_loose_files(tmp_path: Path) -> None:
    sources = {
        "loose.py": "from device.one.a import A\n",
        "one/__init__.py": "",
        "one/a.py": "from device.two.b import B\n",
        "one/c.py": "from device.one.a import A\n",
        "two/__init__.py": "from device.one.c import C\n",
        "two/b.py": "",
    }
    graph = made(tmp_path, sources)
    files = layout.modules(tmp_path, ("device",))
    assert layout.rooms(graph, files) == {
        "device.loose": {"device.one"},
        "device.one": {"device.two"},
        "device.two": {"device.one"},
    }
    assert layout.circles(layout.rooms(graph, files)) == [("device.one", "device.two")]
    assert layout.circles(graph) == []
    assert layout.loose(files) == ["__init__.py", "loose.py"]


def test_a_folder_in_a_folder_is_a_room_if_asked_and_what_is_outside_one_room_a_package(
    tmp_path: Path,
) -> None:
    sources = {
        "one/a.py": "import hal.ports\n",
        "one/in/b.py": "from device.one import a\nimport hal.touch.pad\n",
    }
    made(tmp_path, sources)
    for name in ("ports.py", "touch/pad.py"):
        (tmp_path / "hal" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "hal" / name).write_text("", encoding="utf-8")
    files = layout.modules(tmp_path, ("device", "hal"))
    graph = layout.imports(files)
    nested = {"device.one": {"hal"}, "device.one.in": {"device.one", "hal"}}
    assert layout.rooms(graph, files) == nested
    assert layout.rooms(graph, files, nested=False) == {"device.one": {"hal"}}


def test_a_relative_import_is_no_way_around(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a\.py:1: a relative import"):
        made(tmp_path, {"a.py": "from . import b\n", "b.py": ""})

"""F53: the locks fit constraints.txt and pyproject.toml, and what the packages say of themselves."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]
RUNTIME, DEVELOPMENT = ROOT / "systemd/runtime.lock", ROOT / ".ci/development.lock"
ENTRY = re.compile(
    r"^([\w.-]+)==(\S+)(?: ; ([^\\\n]+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE
)
COMPILED = {"cbor2", "lgpio", "msgspec", "pillow", "pyyaml", "sysv-ipc"}
"""Of the runtime: a wheel for each Python and machine."""


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its module up.
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[path.stem]
    return module


MAKER: Any = _load(ROOT / ".ci/lock.py")
TARGETS: tuple[tuple[str, str], ...] = MAKER.TARGETS


def entries(path: Path) -> dict[str, tuple[str, str, int]]:
    """Return by name: version, marker and how many sums; nothing else may stand in a lock."""
    text = path.read_text(encoding="utf-8")
    found = ENTRY.findall(text)
    rest = [line for line in ENTRY.sub("", text).splitlines() if line and not line.startswith("#")]
    assert rest == []
    return {
        canonicalize_name(name): (version, when, sums.count("--hash=")) for name, version, when, sums in found
    }


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_f53_the_locks_have_the_releases_of_constraints_and_no_other() -> None:
    pins = {
        name: line.partition("==")[2]
        for name, line in MAKER.pinned((ROOT / "constraints.txt").read_text(encoding="utf-8")).items()
    }
    runtime, development = entries(RUNTIME), entries(DEVELOPMENT)
    assert not set(runtime) & set(development)
    assert {name: version for name, (version, _, _) in (runtime | development).items()} == pins


@pytest.mark.parametrize("target", TARGETS)
def test_f53_all_that_the_packages_ask_for_is_locked(target: tuple[str, str]) -> None:
    """Asks the packages that are installed here what they need on each Python and machine."""
    locked = entries(RUNTIME)
    releases = {}
    for name, (version, when, _) in (locked | entries(DEVELOPMENT)).items():
        python, machine = target
        if when and f'python_version == "{python}" and platform_machine == "{machine}"' not in when:
            continue
        try:
            asked = tuple(map(Requirement, metadata.requires(name) or []))
        except metadata.PackageNotFoundError:
            assert name == "lgpio"
            asked = ()
        releases[name] = SimpleNamespace(pin=f"{name}=={version}", requires=asked)
    start = MAKER.roots(target, project())
    needed = MAKER.closure(start["systemd/runtime.lock"], releases, target)
    assert needed == set(locked) & set(releases)
    more = MAKER.closure(start[".ci/development.lock"], releases, target)
    assert needed | more == set(releases)


def test_f53_every_package_has_a_sum_for_every_wheel() -> None:
    for name, (_, when, sums) in entries(RUNTIME).items():
        targets = when.count("python_version") or len(TARGETS)
        assert sums == (targets if name in COMPILED else 1), name


def test_f53_only_lgpio_is_for_some_machines_alone() -> None:
    """For a Raspberry Pi, where the index has a wheel; else it is the system's."""
    alone = {name: when for name, (_, when, _) in entries(RUNTIME).items() if when}
    assert alone == {
        "lgpio": 'python_version == "3.11" and platform_machine == "aarch64"'
        ' or python_version == "3.12" and platform_machine == "aarch64"'
    }
    assert not any(when for _, when, _ in entries(DEVELOPMENT).values())


@pytest.mark.parametrize("path", [RUNTIME, DEVELOPMENT], ids=lambda path: path.name)
def test_f53_a_lock_says_what_it_is_for_and_names_no_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert f"# For Python {' '.join(MAKER.PYTHONS)} on {' '.join(MAKER.MACHINES)}.\n" in text
    assert "://" not in text
    assert {("3.11", "aarch64"), ("3.13", "aarch64"), ("3.11", "x86_64"), ("3.13", "x86_64")} <= set(TARGETS)


# What writes them


def _releases(**requires: list[str]) -> dict[str, Any]:
    return {
        name: SimpleNamespace(pin=f"{name}==1.0", sha256="0", requires=tuple(map(Requirement, texts)))
        for name, texts in requires.items()
    }


def test_what_is_needed_is_followed_by_marker_and_extra() -> None:
    releases = _releases(
        a=["b[more]", "c; platform_machine == 'aarch64'"],
        b=["d; extra == 'more'", "e; extra == 'less'"],
        c=[],
        d=[],
    )
    start = [Requirement("a>=0.9")]
    assert MAKER.closure(start, releases, ("3.11", "x86_64")) == {"a", "b", "d"}
    assert MAKER.closure(start, releases, ("3.11", "aarch64")) == {"a", "b", "c", "d"}


@pytest.mark.parametrize(
    ("wanted", "said"), [("b", "pin it in constraints.txt"), ("a>=2", "a==1.0, but a>=2")]
)
def test_a_need_that_is_not_pinned_or_not_met_ends_it_with_a_word(wanted: str, said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        MAKER.closure([Requirement(wanted)], _releases(a=[]), ("3.11", "x86_64"))


def test_equal_sums_are_written_once_and_a_part_of_the_targets_by_marker() -> None:
    one, two = SimpleNamespace(pin="a==1", sha256="1" * 64), SimpleNamespace(pin="a==1", sha256="2" * 64)
    everywhere = dict.fromkeys(TARGETS, one)
    assert MAKER.lines_of({"a": everywhere}) == f"a==1 \\\n    --hash=sha256:{one.sha256}\n"
    some = {("3.11", "aarch64"): two, ("3.11", "x86_64"): one}
    assert MAKER.lines_of({"a": some}) == (
        'a==1 ; python_version == "3.11" and platform_machine == "aarch64"'
        ' or python_version == "3.11" and platform_machine == "x86_64"'
        f" \\\n    --hash=sha256:{one.sha256} \\\n    --hash=sha256:{two.sha256}\n"
    )

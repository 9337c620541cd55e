"""The frame of the project: what a stranger reads and types holds, and the checks can fail."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import main
from device.cli.parser import parse
from tests import layout

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown_sessions() -> list[tuple[str, str]]:
    """Return (command, expected output) of the README's console blocks."""
    found = []
    for block in CONSOLE.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.long
@pytest.mark.parametrize(("command", "output"), shown_sessions(), ids=lambda text: text.split("\n")[0][:40])
def test_what_the_readme_shows_is_what_happens(
    command: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert command.startswith("palmstone ")
    assert main(command.split()[1:]) == 0
    found = capsys.readouterr().out
    checker = doctest.OutputChecker()
    assert checker.check_output(output, found, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), found


def test_the_readme_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    offered = set(re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE))
    told = set(re.findall(r"^\| `palmstone (\w+)", README, re.MULTILINE))
    assert offered <= told


def test_the_two_commands_come_first_and_exist() -> None:
    code = [text for text in README.splitlines() if text.startswith("    ")]
    assert [text.split()[:2] for text in code[:2]] == [["make", "play"], ["make", "test"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
    assert {"setup", "play", "test", "check", "matrix", "golden", "gallery", "clean"} <= targets


def test_what_make_starts_keeps_the_byte_code() -> None:
    # Else each process that a test starts compiles all of it again.
    probe = "probe:; @printenv PYTHONDONTWRITEBYTECODE || echo kept"
    command = ["make", "--no-print-directory", f"--eval={probe}", "probe"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "kept\n"
    assert "__pycache__/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def linked(text: str) -> list[str]:
    """Return what a page links to beside itself, as it is written."""
    return [target for target in re.findall(r"\]\(([^)#\s]+)", text) if "//" not in target]


def named(text: str) -> list[str]:
    """Return the files and folders of ours that a page names."""
    return re.findall(r"`((?:engine|hal|device|tests|docs|systemd)/[\w/.-]+)`", text)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    targets = linked((ROOT / page).read_text(encoding="utf-8"))
    assert [target for target in targets if not (ROOT / page).parent.joinpath(target).exists()] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_files_that_a_page_names_exist(page: str) -> None:
    names = named((ROOT / page).read_text(encoding="utf-8"))
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_links_and_files_on_a_page_are_found() -> None:
    page = "[One](one.md), [top](#top), [web](https://a.org/b), ![Two](img/two.png#part), `docs/three.md`"
    assert linked(page) == ["one.md", "img/two.png"]
    assert named(page) == ["docs/three.md"]


def test_constraints_pin_everything_and_name_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [text for text in lines if not text.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.!+-]+", text) for text in pins), pins
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = {text.split("==")[0].lower().replace("_", "-") for text in pins}
    wanted = re.findall(r'^    "([\w.-]+)[><=]', project, re.MULTILINE)
    assert {name.lower() for name in wanted} <= named


def test_the_scripts_find_this_python_and_name_the_package_for_a_missing_venv(tmp_path: Path) -> None:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    found = _sh(f'. .ci/pythons.sh; version_of "{sys.executable}"')
    assert found.stdout.strip() == version
    odd = tmp_path / "python3"
    odd.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    odd.chmod(0o755)
    dead = _sh(f'sh .ci/venv.sh "{tmp_path}/venv" "{odd}"')
    assert (dead.returncode, dead.stdout) == (1, "")
    assert f"{odd} does not run. The system has one: sudo apt install python3 python3-venv" in dead.stderr
    # It knows what it is, and has no ensurepip.
    odd.write_text(f'#!/bin/sh\ncase $3 in *base*) echo "{version} x86_64 {odd}" ;; *) exit 1 ;; esac\n')
    bare = _sh(f'sh .ci/venv.sh "{tmp_path}/venv" "{odd}"')
    assert bare.returncode == 1
    assert "sudo apt install python3-venv" in bare.stderr
    assert not (tmp_path / "venv").exists()


def test_a_machine_without_a_new_python_is_told_what_to_install(tmp_path: Path) -> None:
    for name in ("sh", "sort", "awk", "head", "cut", "dirname", "grep"):
        (tmp_path / name).symlink_to(_which(name))
    bare = subprocess.run(
        [str(tmp_path / "sh"), ".ci/venv.sh", str(tmp_path / "venv")],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        check=False,
    )
    assert bare.returncode == 1
    assert "Python 3.11 or newer" in bare.stderr
    assert "sudo apt install" in bare.stderr


IMPORTS = {
    ("engine", "import hal.frame"): "device stands on engine and hal",
    ("hal", "import device.ui.scene"): "device stands on engine and hal",
    (
        "engine",
        "import transitions",
    ): "transitions is imported by engine.machine and its drawing alone",
    ("engine", "import random"): "the rules touch no picture",
    ("device/system", "import smbus2"): "drivers are imported by hal alone",
    ("device", ""): "the rooms of device",
    ("device/storage", "from device.settings.model import Settings"): "the rooms of device",
    ("device/input", "import device.app.loop"): "the rooms of device",
    ("device/output", "import device.app.loop"): "the rooms of device",
    ("device/screens", "import device.app.loop"): "the rooms of device",
    ("device/games", "import device.app.loop"): "the rooms of device",
    ("device/system", "from device.sim.rig import Rig"): "the rooms of device",
    ("device/app", ""): "a touch goes one way through app",
    ("device/games/nevermind", "import device.games.the_mind.table"): "one game knows nothing of the other",
    ("device/games/the_mind", "import device.games.registry"): "one game knows nothing of the other",
    ("device/system", "import hal.simulated.world"): "what runs on a board",
    ("hal/raspberry", "from hal.simulated import clock"): "what runs on a board",
}
"""What must not be imported where, and the law that says so."""


@pytest.mark.long
@pytest.mark.parametrize(("folder", "wrong"), IMPORTS)
def test_the_laws_of_imports_can_fail(folder: str, wrong: str, bare: Path) -> None:
    assert any(law.startswith(IMPORTS[folder, wrong]) for law in _broken_by(bare / folder, wrong))


@pytest.mark.long
@pytest.mark.parametrize(
    ("below", "above"),
    [("stage", "effects"), ("effects", "loop"), ("router", "effects"), ("notices", "stage")],
)
def test_no_part_of_app_can_know_what_is_above_it(below: str, above: str, bare: Path) -> None:
    (law,) = _broken_by(bare / "device" / "app", f"import device.app.{above}", name=f"{below}.py")
    assert law.startswith("a touch goes one way through app")


def test_a_type_only_import_counts_as_any_other(bare: Path) -> None:
    wrong = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from device.ui.model import Model"
    (law,) = _broken_by(bare / "device" / "storage", wrong)
    assert law.startswith("the rooms of device")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all our modules, empty but for the imports that a law makes an exception for."""
    folder = tmp_path_factory.mktemp("bare")
    for file in layout.modules(ROOT).values():
        copy = folder / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("", encoding="utf-8")
    (folder / "engine" / "machine.py").write_text("import transitions\n", encoding="utf-8")
    (folder / "device" / "tools" / "diagrams.py").write_text("import transitions\n", encoding="utf-8")
    for name, part in (("registry.py", "game"), ("settings.py", "settings")):
        text = "".join(f"import device.games.{game}.{part}\n" for game in ("nevermind", "the_mind"))
        (folder / "device" / "games" / name).write_text(text, encoding="utf-8")
    words = folder / "device" / "games" / "words.py"
    words.write_text("import device.games.registry\n", encoding="utf-8")
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(config, encoding="utf-8")
    kept = _lint(folder)
    assert kept.returncode == 0, kept.stdout
    return folder


def _broken_by(folder: Path, wrong: str, name: str = "wrong.py") -> list[str]:
    """Return the laws that a file with these imports breaks; it may stand in the place of an empty one."""
    file = folder / name
    known = file.exists()
    file.write_text(f"{wrong}\n", encoding="utf-8")
    broken = _lint(next(root for root in folder.parents if (root / "pyproject.toml").exists()))
    if known:
        file.write_text("", encoding="utf-8")
    else:
        file.unlink()
    assert broken.returncode == 1
    return [text for text in broken.stdout.splitlines() if " BROKEN" in text]


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    script = (
        "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as run; run()"
    )
    return subprocess.run(
        [sys.executable, "-c", script, "--no-cache"], capture_output=True, text=True, cwd=folder, check=False
    )


def _sh(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)


def _which(name: str) -> Path:
    return next(path for path in (Path("/bin") / name, Path("/usr/bin") / name) if path.exists())

"""Few bytes that stand for very much are refused in words, before any time passes (F54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.run import play_file
from device.sim.scenario.steps import ScenarioError, read

if TYPE_CHECKING:
    from pathlib import Path


def laughs(wide: int, deep: int) -> str:
    """Write aliases of aliases: `wide` to the power of `deep` values in some hundred bytes."""
    names = [f"&a{at} [{', '.join([f'*a{at - 1}'] * wide) if at else 'lol'}]" for at in range(deep)]
    return f"- start: {{settings: {{{', '.join(f'k{at}: {name}' for at, name in enumerate(names))}}}}}\n"


HOME = "- start: home\n"
DIGITS = ("1" * 10, "9" * 5_000)
TOO_MUCH = {
    "a great many steps": (HOME + "- tap: 5\n" * 20_000, "more than 20000 values"),
    "a large file": (HOME + "# " + "x" * 300_000, "larger than"),
    "waits and holds": (HOME + "- wait: 20h\n- hold: {key: K1, for: 5h}\n", "all waits and holds"),
    "an escape that is no character": (HOME + '- text: "\\UFFFFFFFF"\n', "mend the YAML"),
}
for wide, deep in ((2, 15), (3, 12), (4, 9), (9, 6), (9, 15), (2, 15)):
    TOO_MUCH[f"{wide} by {deep} aliases"] = (laughs(wide, deep), "aliases make more than")
for text in ("999999999999h", "25h", "1501min", "9" * 400 + "us"):
    TOO_MUCH[f"a wait of {text[:12]}"] = (f"{HOME}- wait: {text}\n", "longer than")
for count in (4, 40, 400):
    TOO_MUCH[f"{count} waits"] = (HOME + "- wait: 7h\n" * count, "all waits and holds")
for text in DIGITS:
    TOO_MUCH[f"a seat of {len(text)} digits"] = (f"{HOME}- palms: [{text}]\n", "too large")
    TOO_MUCH[f"an errno of {len(text)} digits"] = (f"{HOME}- fault: {{i2c: {text}, at: oled}}\n", "too large")
for depth in (17, 33, 900, 100_000):
    TOO_MUCH[f"{depth} deep"] = (f"{HOME}- tap: {'[' * depth}{']' * depth}\n", "nested too deeply")
for name in ("\\0", "\\e[2J", "\\u202E", "x" * 61):
    TOO_MUCH[f"a picture called {name}"] = (f'{HOME}- shot: "{name}"\n', "no plain file name")


@pytest.mark.parametrize("name", TOO_MUCH)
def test_f54_too_much_is_told_with_file_and_line(name: str, tmp_path: Path) -> None:
    text, words = TOO_MUCH[name]
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        play_file(path, defaults(), GAMES, tmp_path)
    file, line, problem = str(caught.value).split(":", 2)
    assert file == str(path)
    assert 1 <= int(line) <= text.count("\n") + 1
    assert words in problem
    assert len(problem) < 300


def test_f54_aliases_that_stand_for_little_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("- state: {a: &x [1, 2], b: *x}\n- wait: 24h\n", encoding="utf-8")
    first, second = read(path)
    assert first.value == {"a": ["1", "2"], "b": ["1", "2"]}
    assert second.duration_us(second.value) == 24 * 3_600_000_000

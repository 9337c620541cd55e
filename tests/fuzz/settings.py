"""Settings files: read to the end, what is wrong is named, a faulty line costs itself alone (F37, F39)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.settings import SCHEMA
from device.settings.load import load
from device.settings.loaded import Source
from device.settings.report import problem_lines, settings_lines
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = tuple[str, bytes]
"""`any`, or `line` for a file of which the last line alone is at fault; and the file."""
SHIPPED = Path(__file__).parents[2] / "device" / "settings" / "default.toml"
SOUND = (
    b'[screen]\ncontroller = "sh1106"\nnight = true\n[wiring]\nled_pin = 24\n'
    b"[wiring.buttons]\nK1 = 6\nK2 = 5\n"
)
_WRONG = (
    b"hal", b"K1 = ", b"K1 = 6 6", b'K3 = "', b"K1 = 7", b"[wiring", b"[[[", b"[screen]", b"[wiring.buttons]",
    b"= 5", b"K3 = [1,", b"K3 = '''", b'"K3', b"K3 = {", b"K3 == 5", b"K3 = 0x", b"K3 = " + b"9" * 5000,
    b"K3 = " + b"[" * 5000, b"a." * 5000 + b"b = 1", b"K3 = 2020-13-45", b"\x00",
    b"\xc3\xa9 = 1", b"K3 = yes",
)  # fmt: skip


def cases(seed: int) -> Iterator[Case]:
    """Mutate what is shipped for ever; spoil last lines."""
    random = Random(f"settings/{seed}")
    shipped = SHIPPED.read_bytes()
    while True:
        if random.random() < 0.4:
            wrong = random.choice(_WRONG)
            if random.random() < 0.5:
                wrong = mutated(wrong, (b"K3 = 16\n",), random).replace(b"\n", b" ")[:20_000]
            yield "line", SOUND + wrong + b"\n"
        else:
            yield "any", mutated(random.choice((shipped, SOUND)), (shipped, SOUND), random)


def run(case: Case) -> str | None:
    """Load it and print what is in force."""
    kind, data = case
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.toml"
        file.write_bytes(data)
        loaded = load(SCHEMA, file)
    settings_lines(loaded)
    long = [text for text in problem_lines(loaded) if len(text) > 800 or "\n" in text]
    if long:
        return f"no line: {long[0][:100]!r}"
    if kind == "line" and _is_text(data):
        sources = {path: loaded.sources[path] for path in ("screen.controller", "screen.night")}
        fell = [path for path, source in sources.items() if source is not Source.FILE]
        return f"{fell} went with the last line" if fell else None
    return None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True

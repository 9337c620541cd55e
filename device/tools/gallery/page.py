"""The page of the gallery: plain HTML of our own; the words of a picture are its text for those who hear."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.settings.model import Profile

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-top: 1px solid; padding-top: 1rem; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; }
img { width: 256px; height: 128px; image-rendering: pixelated; border-radius: 4px; display: block; }
figcaption { font-size: .8rem; opacity: .8; max-width: 256px; }
nav a { margin-right: .8rem; white-space: nowrap; }
"""
_HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Palmstone: every screen</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Every screen</h1>
<p>Read from the memory of the emulated panel. L, M and S are the three panel sizes; where map and words
are two sides, K3 turns.</p>
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture that was written."""

    name: str
    """Of its entry."""
    scene_id: str
    profile: Profile
    side: int
    """Counted from 0; sides are turned with K3."""
    words: str
    file: str


def page(pictures: Sequence[Picture]) -> str:
    """Return the page for pictures in the order in which they are to stand."""
    rows = [(name, list(group)) for name, group in groupby(pictures, key=lambda picture: picture.name)]
    links = "\n".join(f'<a href="#{_anchor(name)}">{escape(name)}</a>' for name, _ in rows)
    body = "\n".join(_row(name, group) for name, group in rows)
    return f"{_HEAD}<nav>\n{links}\n</nav>\n{body}\n</body>\n</html>\n"


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _row(name: str, group: Sequence[Picture]) -> str:
    figures = "\n".join(_figure(picture) for picture in group)
    return f'<h2 id="{_anchor(name)}">{escape(name)}</h2>\n<div class="row">\n{figures}\n</div>'


def _figure(picture: Picture) -> str:
    side = f", side {picture.side + 1}" if picture.side else ""
    words = escape(f"{picture.scene_id}: {picture.words}", quote=True)
    return (
        f'<figure><img src="{picture.file}" alt="{words}" width="512" height="256" loading="lazy">'
        f"<figcaption>{picture.profile}{side} · {words}</figcaption></figure>"
    )

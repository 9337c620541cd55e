"""Whether a paper table and the public state of a game are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.hands.nevermind import MARKERS, RING, STACK, Card

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tests.hands.nevermind import Table

PLACES = ("NW", "N", "NE", "E", "SE", "S", "SW", "W")
"""As records name the places of the ring, in the order of `RING`."""
LYING = {
    "released": Card(marked=True),
    "subliminal": Card(),
    "acknowledged": Card(noted=True),
    "thought": Card(up=True, noted=True),
    "distraction": Card(up=True, marked=True),
}
"""How a thought lies on the table, by its name in records, token apart (N0)."""
WAYS = {"anticipating": 1, "remembering": -1}
"""How many places further clockwise a token of a chain points (N5.3)."""


def differences(
    table: Table, state: Mapping[str, Any], stage: int, guessed: Collection[str] = ()
) -> list[str]:
    """Return what lies otherwise than the game says; of `guessed` pads the device does not know the token."""
    found: list[str] = []
    out = table.center
    asked = state["phase"] == "token"
    for pad, place in zip(RING, PLACES, strict=True):
        card = table.cards[pad]
        out += card.marked + card.noted
        intensity, _, token = str(state["grid"][place]).partition(":")
        lies = LYING[intensity]
        if asked and intensity == "thought" and not token:
            # Its marker comes with the token that is asked for, from the pool or the Center (N3.4).
            lies = Card(up=True)
        if (card.up, card.marked, card.noted) != (lies.up, lies.marked, lies.noted):
            found.append(f"{pad} is {intensity}, and there lies {card}")
        if (card.token or "") != token and not (pad in guessed and card.token and token):
            found.append(f"{pad} has the token {token or 'none'}, and there lies {card.token}")
        if card.toward is not None and card.toward != toward(pad, card.token):
            found.append(f"the {card.token} token of {pad} is turned to {card.toward}")
        if stage >= 4 and card.token in WAYS and card.toward is None and pad not in guessed:
            found.append(f"the {card.token} token of {pad} is not turned")
    numbers = {
        "markers on the Center": (table.center - (asked and table.center > state["center"]), state["center"]),
        "markers in the pool": (table.pool, MARKERS - out),
        "Center Cards on the stack": (table.stack, STACK - state["centers_added"]),
        "Center Cards away from it": (table.beside + table.box + _in_decks(table), state["centers_added"]),
        **_of_decks(table, state),
    }
    return found + [
        f"{there} {name}, and not {due}" for name, (there, due) in numbers.items() if there != due
    ]


def _in_decks(table: Table) -> int:
    return 0 if table.decks is None else sum(table.decks.centers())


def _of_decks(table: Table, state: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Count the player's own decks."""
    decks = table.decks
    if decks is None:
        return {}
    hidden, seen = decks.centers()
    return {
        "Timer Cards": (decks.timer, state["timer"]),
        "Mind Cards in the deck": (len(decks.deck), state["deck"]),
        "Mind Cards in hand": (len(decks.hand), len(state["hand"])),
        "Center Cards in deck and hand": (hidden, state["centers"][0]),
        "Center Cards among the discards": (seen, state["centers"][1]),
    }


def toward(pad: str, token: str | None) -> str | None:
    """Return the pad that a token of this type points to, None for one that sends nobody on."""
    return RING[(RING.index(pad) + WAYS[token]) % len(RING)] if token in WAYS else None


def lying(state: Mapping[str, Any], stage: int) -> tuple[dict[str, Card], int]:
    """Return cards and markers on the Center as the game says that they lie: a table that was matched."""
    cards: dict[str, Card] = {}
    for pad, place in zip(RING, PLACES, strict=True):
        intensity, _, token = str(state["grid"][place]).partition(":")
        lies = LYING[intensity]
        turned = toward(pad, token) if stage >= 4 else None
        cards[pad] = Card(lies.up, lies.marked, token or None, lies.noted, turned)
    return cards, int(state["center"])

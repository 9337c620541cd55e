"""What is only heard, never shown: how a table stands, what a list holds. Each is (id, full, short)."""

from device.text.words import Family

_TOLD: tuple[tuple[str, str], ...] = (
    ("say.level", "Level {level}. Lives {lives}. Stars {stars}."),
    ("say.place", "{place}: {card}"),
    ("say.card.distraction", "distraction, marker on card"),
    ("say.card.thought", "thought, marker on token"),
    ("say.card.released", "released, marker on card"),
    ("say.card.acknowledged", "acknowledged, marker on token"),
    ("say.card.token", "hidden, with token"),
    ("say.card.hidden", "hidden"),
    ("say.kind", "{kind}, {card}"),
    ("say.barred", "{card}, barred"),
    ("say.hidden", "Hidden: {count}"),
    ("say.hidden.all", "All cards are hidden"),
    ("say.center.0", "Center free"),
    ("say.center.1", "Center focused"),
    ("say.center.2", "Center holds two"),
    ("say.center", "center"),
    ("say.timer", "Timer {count}"),
    ("say.both", "{one} and {other}"),
    ("say.possible", "Possible: {places}"),
    ("say.value", "{name}: {value}"),
    ("say.focus", "> {entry}"),
    ("say.entry", "{number} of {count}"),
    ("say.hands", "{count} of {all} hands"),
    ("say.breathe", "Card {number}: breathe"),
    ("say.foci", "Card {number}: mind {mind}, noting {noting}"),
    ("say.number.level", "level {number}"),
    ("say.number.lives", "lives {number}"),
    ("say.number.stars", "stars {number}"),
    ("say.number.pile", "pile {number}"),
)
LINES: Family = tuple((line_id, told, told) for line_id, told in _TOLD)

SPELT: Family = (
    ("spell.minutes", "min ", "minutes "),
    ("spell.i2c", "I2C", "I two C"),
    ("spell.k1", "K1", "K one"),
    ("spell.k2", "K2", "K two"),
    ("spell.k3", "K3", "K three"),
    ("spell.k4", "K4", "K four"),
)
"""What is written in short, and how a voice says it."""

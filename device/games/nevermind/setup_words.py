"""For hands before the first card: laying out. Each is (id, full, short)."""

from device.text.words import Family

SETUP: Family = (
    ("set.packs", "Choose three packs that fit today.", "choose 3 packs"),
    ("set.named", "Today: {packs}.", "your packs"),
    ("set.aside.packs", "Put the three pack cards aside.", "3 pack cards aside"),
    ("set.aside.center", "Put the three center cards aside too.", "3 center aside"),
    ("set.split", "Shuffle each pack on its own.", "shuffle each pack"),
    ("set.draw", "Take eight thoughts, any mix.", "take 8 thoughts"),
    ("set.mix", "Shuffle these eight face down.", "shuffle the 8"),
    ("set.grid", "Eight cards around, face down.", "8 around, face down"),
    ("set.center.mix", "Shuffle the center cards face down.", "shuffle center"),
    ("set.center", "Stack them in the middle, face down.", "stack in the middle"),
    ("set.rest", "All other cards into the box.", "rest to the box"),
    ("set.decks", "Leave both decks in the box.", "decks stay in box"),
    ("set.timer", "Pack cards into the sixteen left. Shuffle.", "packs in shuffle"),
    ("set.timer.there", "That is the timer deck, face down.", "timer deck there"),
    ("set.mind", "Shuffle the mind deck, face down.", "shuffle deck"),
    ("set.mind.turn", "Shuffle the mind deck, turn the cards.", "shuffle turn deck"),
    ("set.tokens.device", "Tokens face up in reach.", "tokens face up"),
    ("set.tokens.table", "Tokens face down in reach. Mix them.", "tokens face down"),
    ("set.tokens.double", "Two-faced tokens in reach.", "tokens in reach"),
    ("set.told.device", "Each is named. Look for that one.", "look for that one"),
    ("set.told.table", "Draw blind. Then touch its type.", "draw blind"),
    ("set.told.double", "Turn it to the card's picture.", "turn to picture"),
    ("set.marks", "Eight markers near you: the pool.", "8 markers: the pool"),
    ("set.aim", "Aim: release all eight before time is out.", "aim: release all 8"),
)
"""`set.tokens.*` and `set.told.*`: one for each source of tokens (N1.6)."""
CARDS: Family = (
    ("cards.mind", "Card {number}: its mind focus?", "{number}: mind?"),
    ("cards.noting", "Card {number}: its noting focus?", "{number}: noting?"),
    ("cards.odd", "A card shows two different places.", "two places"),
    ("cards.twice", "As card {number}. Again to keep it.", "as {number}. again?"),
    ("cards.done", "Your sixteen cards are in force.", "16 in force"),
    ("cards.all", "All sixteen are entered.", "all 16 entered"),
    ("packs.keys", "# ends it, * takes back.", "# ends it"),
    ("packs.letter", "Letter {letter}: # takes it.", "{letter} # takes it"),
    ("packs.space", "A space: # takes it.", "space # takes it"),
    ("packs.done", "Done: # keeps it.", "# keeps it"),
    ("packs.twice", "That name is there already.", "there already"),
)
OWN_NAMES: Family = (
    ("settings.cards", "Mind Cards", "cards"),
    ("settings.packs", "Packs", "packs"),
    ("cards.title", "Mind Cards", "cards"),
    ("cards.enter", "Enter", "enter"),
    ("cards.count", "{count} of {all}", "{count} of {all}"),
    ("cards.out", "Take the last out", "last out"),
    ("cards.set", "Draw from", "set"),
    ("cards.own", "own", "own"),
    ("cards.built.in", "built-in", "built-in"),
    ("packs.title", "Packs", "packs"),
    ("packs.add", "Another name", "another"),
)
"""One's own cards and packs: what is asked, and the names on the lists."""

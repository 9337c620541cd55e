"""What `palmstone journal` prints, beside what each game has to say of itself. Each is (id, full, short)."""

from device.text.words import Family

_TOLD: tuple[tuple[str, str], ...] = (
    ("print.date", "date"),
    ("print.undated", "unknown"),
    ("print.game", "game"),
    ("print.minutes", "min"),
    ("print.short", "<1"),
    ("print.facts", "what happened"),
    ("print.mood", "mood"),
    ("print.none", "No sessions yet."),
    ("print.breathe", "Just breathe"),
    ("print.early", "left early"),
    ("print.valence.0", "unpleasant"),
    ("print.valence.1", "neutral"),
    ("print.valence.2", "pleasant"),
    ("print.energy.0", "high"),
    ("print.energy.1", "middle"),
    ("print.energy.2", "low"),
    ("print.moods", "{before} > {after}"),
)
LINES: Family = tuple((line_id, told, told) for line_id, told in _TOLD)

"""The rules of both games: pure, deterministic, without clock, chance, files or hardware."""

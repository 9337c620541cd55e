"""The Mind (rules M1 to M6)."""

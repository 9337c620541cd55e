"""Files that are synced before a write counts as done."""

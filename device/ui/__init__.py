"""What the app knows, what a screen answers, and what stands on the panel, as plain data."""

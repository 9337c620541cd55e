"""Leading The Mind: its screens, what leads them, and the virtual partners at the table."""

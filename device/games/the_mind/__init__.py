"""Leading The Mind: its screens, its director, and the virtual partners at the table."""

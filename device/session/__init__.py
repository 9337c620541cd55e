"""The session that is open, what a game offers to lead it, and the chance in it."""

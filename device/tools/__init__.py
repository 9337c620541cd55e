"""What looks at the program itself; loaded by the command that needs it."""

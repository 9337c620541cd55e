"""What stands on the panel, and what a touch means there: one module a family of screens."""

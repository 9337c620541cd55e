"""Nevermind The Distraction (rules N0 to N7)."""

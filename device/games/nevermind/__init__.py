"""Nevermind The Distraction on the device: its director and its screens."""

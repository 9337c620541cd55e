"""Scenes to frames."""

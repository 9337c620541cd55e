"""Nevermind The Distraction on the device: its screens and what leads them."""

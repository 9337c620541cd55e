"""Scenes to frames: pure, with Pillow's own font."""

from device.draw.blocks import braille, halfblocks
from device.draw.kit import LayoutError
from device.draw.render import render, sides

__all__ = ["LayoutError", "braille", "halfblocks", "render", "sides"]

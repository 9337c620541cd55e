"""Scenes to frames: pure, with Pillow's own font. `render` is the way in.

Names are imported from the modules, so that the first frame loads only what draws a line.
"""

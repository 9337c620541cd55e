"""From the levels of pads and buttons to gestures and hands."""

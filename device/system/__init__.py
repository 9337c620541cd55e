"""The process on the board: the device in real time, on hardware that was built."""

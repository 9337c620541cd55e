"""The process without a board: simulated hardware, played by a program or in a terminal."""

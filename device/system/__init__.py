"""The device in real time: a thread for the app, one for the bus, and one for the simulated hardware."""

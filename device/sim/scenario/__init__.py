"""Scenario files: the whole device, headless, on simulated hardware and a fake clock."""

"""The loop that the device lives by: a gesture becomes intents, and these are carried out."""

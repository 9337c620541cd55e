"""What leaves the device: picture, LED, sound, speech."""

"""The appliance: touches to commands, states to frames, effects to light, sound and speech."""

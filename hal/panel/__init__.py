"""The owner's part that writes to the panel."""

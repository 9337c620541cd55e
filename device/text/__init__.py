"""The words of the device."""

"""Every word that the device shows or says, and when guidance says it."""

from device.text.catalog import (
    HELP_PAGES,
    fault_line,
    has,
    help_page,
    line,
    place_name,
    read_time_ms,
    speech,
)

__all__ = [
    "HELP_PAGES",
    "fault_line",
    "has",
    "help_page",
    "line",
    "place_name",
    "read_time_ms",
    "speech",
]

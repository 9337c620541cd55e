"""`palmstone bench`: the figures that the device has to reach, side by side in one run.

Laws of this package:
- the clock is the fake one where buses are modelled, and a fresh process where this machine is measured;
- what a figure is and whether its bar is reached stands in `figures`, and nowhere else.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

BAR_WIDTH = 24


def bench(options: Namespace) -> int:
    """Measure everything and write the table, or one flat object; a missed bar stands in the table.

    `options.json` asks for the object, `options.quick` for short runs (which measure less surely).
    """
    from device.tools.bench.figures import table  # noqa: PLC0415 - only for this command
    from device.tools.bench.run import measure  # noqa: PLC0415

    values = measure(quick=bool(getattr(options, "quick", False)), told=_told())
    if options.json:
        import json  # noqa: PLC0415 - no part of the start that is measured from this package

        sys.stdout.write(f"{json.dumps(values)}\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in table(values)))
    return 0


def _told() -> Callable[[str, int, int], None]:
    """Return what shows the progress: a bar on a terminal, else nothing."""
    if not sys.stderr.isatty():
        return lambda what, done, whole: None

    def show(what: str, done: int, whole: int) -> None:
        filled = BAR_WIDTH * done // whole
        text = "" if done == whole else f"[{'#' * filled:<{BAR_WIDTH}}] {what}"
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    return show

"""`palmstone check`: everything that has to be right, a line each."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.common import folder, machine_settings
from device.cli.output import Answer, say
from device.system import check as look
from device.system.instance import AlreadyRunningError, Instance

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator

    from device.system.check import Finding
    from hal.assemble import Built
    from hal.config import HardwareConfig
    from hal.ports import Fact

TOUCH_US = 120_000


def check(options: Namespace) -> int:
    """Print all findings; exit 1 if something is amiss."""
    amiss = 0
    for finding in _findings(options):
        say(str(finding))
        Answer().flush()
        amiss += not finding.good
    if not amiss:
        say("All well.")
        return 0
    say(f"{amiss} to mend, marked FAIL." + _hint(options))
    return 1


def _hint(options: Namespace) -> str:
    if options.hardware == "raspberry" and not Path("/proc/device-tree/model").exists():
        return " This machine is no Raspberry Pi: try palmstone play, or check --hardware simulated."
    return ""


def _findings(options: Namespace) -> Iterator[Finding]:
    loaded = machine_settings(options)
    yield from look.settings(loaded)
    yield from look.libraries()
    yield look.storage(folder())
    yield from _hardware(loaded.settings.hardware, options.hardware)


def _hardware(config: HardwareConfig, backend: str) -> Iterable[Finding]:
    if backend == "simulated":
        return look.hardware(config, *_simulated(config))
    node = Path(f"/dev/i2c-{config.i2c_bus}")
    with ExitStack() as stack:
        try:
            if node.exists():
                stack.enter_context(Instance(node))
        except AlreadyRunningError as error:
            return [look.Finding("backend", str(error), good=False)]
        except OSError:
            # Whoever may not open the node reads so at the panel's line, with the remedy.
            pass
        from hal.raspberry.assemble import build_raspberry  # noqa: PLC0415

        if sys.stdout.isatty():
            say("Looking at the hardware for three seconds: touch some pads meanwhile.")
            Answer().flush()
        return [*look.board(config), *look.hardware(config, lambda: build_raspberry(config), look.watch_live)]


def _simulated(config: HardwareConfig) -> tuple[Callable[[], Built], Callable[[Built, int], list[Fact]]]:
    """Return how to build simulated hardware, and how it is watched: on a fake clock, with two touches."""
    from hal.simulated.assemble import build_simulated  # noqa: PLC0415
    from hal.simulated.clock import SimClock  # noqa: PLC0415
    from hal.simulated.world import SimWorld  # noqa: PLC0415

    clock = SimClock()
    world = SimWorld(config, clock)

    def watch(built: Built, for_us: int) -> list[Fact]:
        until_us = clock.now_us() + for_us
        for part_us in (for_us // 3, for_us // 2):
            world.at(clock.now_us() + part_us, lambda: world.touch(0))
            world.at(clock.now_us() + part_us + TOUCH_US, lambda: world.lift(0))
        while clock.now_us() < until_us:
            due_us = built.worker.step(clock.now_us())
            clock.advance_to(min(max(due_us, clock.now_us()), clock.next_event_us(), until_us))
        return look.drain(built)

    return lambda: build_simulated(config, world), watch

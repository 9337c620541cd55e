"""Building the hardware on a simulated world: the drivers of the board, on emulated chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.packages import named_packages
from hal.threads import WakingInbox

if TYPE_CHECKING:
    from hal.assemble import Built
    from hal.config import HardwareConfig
    from hal.simulated.world import SimWorld


def build_simulated(config: HardwareConfig, world: SimWorld) -> Built:
    """Build on a simulated world: the real drivers on its bus and pins; light and sound are its recorders.

    Raises MissingLibraryError naming the package to install.
    """
    with named_packages():
        from hal.assemble import Backend, build  # noqa: PLC0415 - a missing library is named

        backend = Backend(world.clock, world.bus, world.pins.factory, WakingInbox())
        built = build(config, backend, world.lights, world.chime, world.voice, [])
    built.emulation = world
    return built

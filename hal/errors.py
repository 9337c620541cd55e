"""What can go wrong below the ports, split by whose fault it is.

Laws of this file:
- every error is a HalError and also the builtin that a caller would guess;
- its text names the address, the pin or the package, and what to do about it;
- a driver raises OSError as the kernel gives it; what it means for a part is decided here, once.
"""

from __future__ import annotations

import errno

from hal.ports import FaultCode

NOBODY = frozenset({errno.ENXIO, errno.EREMOTEIO})
"""Errnos of an address that nobody acknowledges: 6 and 121, by the driver of the bus."""


class HalError(Exception):
    """Base of all errors of this package."""


class BusMissingError(HalError, OSError):
    """The bus itself is not there or may not be opened (F16). `errno` is the system's."""


class WrongChipError(HalError, RuntimeError):
    """Something answers at the address of a chip and is not that chip (F09)."""

    def __init__(self, message: str, fault: FaultCode = FaultCode.WRONG_CHIP) -> None:
        super().__init__(message)
        self.fault = fault


class MissingLibraryError(HalError, ImportError):
    """A library is not installed, or only an empty stand-in of it is (F25)."""


class GpioError(HalError, OSError):
    """The GPIO header cannot be used."""


def bus_missing(error: OSError, number: int) -> BusMissingError:
    """Say in words why `/dev/i2c-<number>` cannot be opened, and the remedy."""
    node = f"/dev/i2c-{number}"
    if error.errno in (errno.EACCES, errno.EPERM):
        text = (
            f"{node} may not be opened by this user: add it to the group i2c "
            "(sudo usermod -aG i2c $USER), then log out and in again"
        )
    elif error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        text = (
            f"{node} is not there: switch I2C on (dtparam=i2c_arm=on in /boot/firmware/config.txt, or "
            "sudo raspi-config nonint do_i2c 0) and restart; if it is on already, sudo modprobe i2c-dev"
        )
    else:
        text = f"{node} cannot be opened: {error.strerror or error}"
    return BusMissingError(error.errno or errno.EIO, text)


def fault_of(error: Exception, seen: bool) -> FaultCode:
    """Tell which fault an error is; `seen` says that the part answered before."""
    if isinstance(error, WrongChipError):
        return error.fault
    if isinstance(error, BusMissingError):
        return FaultCode.NO_BUS
    if isinstance(error, OSError) and error.errno in NOBODY and not seen:
        return FaultCode.ABSENT
    return FaultCode.BUS_ERROR


def words_of(error: Exception, address: int) -> str:
    """One plain line for `check` and the log, with the address and the remedy."""
    at = f"0x{address:02X}"
    if isinstance(error, (BusMissingError, WrongChipError)):
        return str(error.strerror if isinstance(error, BusMissingError) else error)
    number = error.errno if isinstance(error, OSError) else None
    if number in NOBODY:
        return (
            f"nobody answers at {at} (errno {number}): check its 3V3 and GND, its address, "
            "and that SDA and SCL are not swapped"
        )
    if number == errno.ETIMEDOUT:
        return f"the bus hung while talking to {at} (errno {number}): check SDA and SCL for a short"
    return f"the bus failed while talking to {at} (errno {number}): check wires and pull-ups"

"""The hardware: ports, the drivers for the real chips, and a simulation below the drivers."""

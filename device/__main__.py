"""`python -m device` is `palmstone`."""

import sys

from device.cli import main

if __name__ == "__main__":
    sys.exit(main())

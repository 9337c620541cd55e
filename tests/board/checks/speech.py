"""2: speech from inside the sandbox, into a sink that plays nothing."""

from __future__ import annotations

import time

from tests.board.checks.base import LETTERS, Check, Ground, require
from tests.board.checks.install import UNIT

SETTINGS = "/etc/palmstone/settings.toml"
SAID = "/run/palmstone/said"
LISTENED = f"""cat >/usr/local/bin/espeak-ng <<'END'
#!/bin/sh
/usr/bin/espeak-ng "$@"
echo "$? $*" >>{SAID}
END
chmod 755 /usr/local/bin/espeak-ng
echo 'pcm.!default {{ type null }}' >/etc/asound.conf
sed -i 's/^silent = true/silent = false/; s/^spoken = false/spoken = true/' {SETTINGS}
grep -qx 'spoken = true' {SETTINGS}"""
SPOKEN_S = 90.0


def spoken(ground: Ground) -> str:
    """espeak-ng is called with the words of the screen, and ends well."""
    with ground.board("speech") as board:
        board.see(LETTERS)
        board.must(f"systemctl stop {UNIT}")
        board.must(LISTENED)
        board.must(f"systemctl start {UNIT}")
        board.see(LETTERS)
        end_s = time.monotonic() + SPOKEN_S
        while LETTERS not in (said := board.run(f"cat {SAID}").text):
            require(time.monotonic() < end_s, f"nothing was said of the first screen: {said!r}")
            time.sleep(1)
        code, _, words = said.splitlines()[0].partition(" ")
        require(code == "0", f"espeak-ng ended with {said!r}")
    return words


CHECKS = (Check(2, "speech from inside the sandbox", spoken),)

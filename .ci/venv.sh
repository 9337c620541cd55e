#!/bin/sh
# Make a virtual environment with everything in it: venv.sh FOLDER [PYTHON]
# Without PYTHON it is the machine's own python3, or if that is too old the newest there is.
set -eu
here=$(dirname "$0")
. "$here/pythons.sh"
venv=$1
python=${2:-}
if [ -z "$python" ]; then
    python=$(command -v python3 || true)
    version_of "$python" >/dev/null || python=$(pythons | head -n 1 | cut -d' ' -f2)
fi

if [ -z "$python" ]; then
    found=$(python3 --version 2>/dev/null || echo "no python3")
    echo "Palmstone needs Python 3.11 or newer; this machine has $found." >&2
    echo "On Debian 12, Raspberry Pi OS Bookworm or newer: sudo apt install python3 python3-venv python3-dev gcc" >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$python cannot make virtual environments. Install what is missing, then try again:" >&2
    echo "    sudo apt install python3-venv python3-dev gcc" >&2
    exit 1
fi

echo "Making $venv with $("$python" --version), once ..."
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
log="$venv/setup.log"
if ! "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --constraint constraints.txt \
    --editable '.[dev]' >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    if grep -q -i -e 'gcc' -e 'Python\.h' -e 'compiler' "$log"; then
        echo "A package had to be compiled: sudo apt install python3-dev gcc, then try again." >&2
    else
        echo "The packages could not be installed; the whole log is $log. Is there a network?" >&2
    fi
    exit 1
fi
# pip compiles what it installs, but not a package that it only links to.
"$venv/bin/python" -m compileall -q engine hal device || true

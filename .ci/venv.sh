#!/bin/sh
# Have a virtual environment with everything in it: venv.sh FOLDER [PYTHON]; called from the project's folder.
# One that is there is tried first, and made anew if it does not hold: after an upgrade of the system, in a folder
# that was moved or copied, half-made. Without PYTHON it is the machine's own python3, or if the locks do not have
# that the newest one they have; on a Raspberry Pi the system's, which alone has the system's lgpio.
#
# UNLOCKED=1   on a Python or machine that the locks do not have: as constraints.txt pins, without sums
set -eu
here=$(dirname -- "$0")
. "$here/pythons.sh"
. "$here/../systemd/environment.sh"
tried=$here/../systemd/tried.py
venv=$1
python=${2:-}
UNLOCKED=${UNLOCKED:-}

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# Take a Python if it runs and the locks have it: identity, version and machine are told of it then.
takes() {
    identity=$(identity_of "$1") || return 1
    version=${identity%% *}
    machine=${identity#* }
    machine=${machine%% *}
    in_lock systemd/runtime.lock "$version" "$machine"
}

find_python() {
    if [ -n "$python" ]; then
        takes "$python" || [ -n "$identity" ] ||
            fail "$python does not run. The system has one: sudo apt install python3 python3-venv"
    elif { on_a_raspberry_pi && takes /usr/bin/python3; } || takes "$(command -v python3 || true)"; then
        :
    else
        list=$(pythons)
        python=$(echo "$list" | while read -r number path; do if takes "$path"; then echo "$path" && break; fi; done)
        [ -n "$python" ] || ! version_of python3 >/dev/null || python=python3
        python=${python:-$(echo "$list" | head -n 1 | cut -d' ' -f2-)}
        [ -n "$python" ] || fail \
            "Palmstone needs Python 3.11 or newer; this machine has $(python3 --version 2>/dev/null || echo "no python3")." \
            "On Debian 12, Raspberry Pi OS Bookworm or newer: sudo apt install python3 python3-venv"
        takes "$python" || true
    fi
    # That which makes environments, should it be one of an environment: this may be the one that goes.
    python=${identity#* * }
}

# Locks as arguments, and what they and the project come to as the text of the mark.
choose_packages() {
    locks=1
    in_lock systemd/runtime.lock "$version" "$machine" || locks=
    if [ -z "$locks" ] && [ -z "$UNLOCKED" ]; then
        fail "The packages are locked $(sed -n 's/^# \(For Python .*\)\.$/\1/p' systemd/runtime.lock | sed 's/^F/f/')," \
            "and this is Python $version on $machine. To go on as constraints.txt pins them, without sums: make setup UNLOCKED=1"
    fi
    shared=
    if on_a_raspberry_pi && lgpio_is_of_the_system "$python"; then shared=--system-site-packages; fi
    made="$identity $shared
$(pwd -P)
$(cat systemd/runtime.lock .ci/development.lock constraints.txt pyproject.toml | cksum)${locks:- unlocked}"
}

# Nothing is removed that is no environment.
clear_folder() {
    if [ -d "$venv" ] && [ ! -e "$venv/pyvenv.cfg" ] && [ ! -e "$venv/.stamp" ] && [ ! -e "$venv/bin" ] &&
        [ -n "$(ls -A "$venv")" ]; then
        fail "$venv holds something else than an environment: move it away, then try again"
    fi
    rm -rf "$venv"
}

pip_install() {
    "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input --quiet "$@" >>"$log" 2>&1 || not_installed
}

not_installed() {
    tail -n 15 "$log" >&2
    if grep -q -i -e 'gcc' -e 'Python\.h' -e 'compiler' "$log"; then
        fail "A package had to be compiled: sudo apt install python3-dev gcc, then try again."
    fi
    fail "The packages could not be installed; the whole log is $log. Is there a network?"
}

install_packages() {
    log=$venv/setup.log
    if [ -n "$locks" ]; then
        # With the system's packages in sight pip would take them for installed, and compare no sum.
        pip_install ${shared:+--ignore-installed} --require-hashes --only-binary :all: \
            --requirement systemd/runtime.lock --requirement .ci/development.lock
    else
        # All that is pinned, but for what is the system's or only of a Raspberry Pi.
        grep -v -e '^#' -e '^lgpio==' constraints.txt >"$venv/pins.txt"
        pip_install ${shared:+--ignore-installed} --requirement "$venv/pins.txt"
    fi
    # Ours, built by what was just installed and nothing else.
    pip_install --no-deps --no-build-isolation --no-index --editable .
    # The command finds its Python beside itself, whatever the folder is called.
    printf '%s\n' '#!/bin/sh' 'exec "$(dirname -- "$(readlink -f -- "$0")")/python" -P -m device "$@"' \
        >"$venv/bin/palmstone.new"
    chmod +x "$venv/bin/palmstone.new"
    mv -f "$venv/bin/palmstone.new" "$venv/bin/palmstone"
    # pip compiles what it installs, but not a package that it only links to.
    "$venv/bin/python" -I -m compileall -q engine hal device || true
}

find_python
choose_packages
if [ -n "$locks" ]; then set -- . systemd/runtime.lock .ci/development.lock; else set -- .; fi
reason=$(why_not "$venv" "$venv/.stamp" "$made" "$@")
[ -n "$reason" ] || exit 0
case $(pwd -P) in
*:* | *'
'*) fail "No environment can be made below $(pwd -P): a colon or a line's end is in its path. Rename that folder." ;;
esac
if ! "$python" -I -c 'import ensurepip, venv' 2>/dev/null; then
    fail "$python cannot make virtual environments. Install what is missing, then try again:" \
        "    sudo apt install python3-venv"
fi
if [ -e "$venv" ] || [ -L "$venv" ]; then
    echo "Making $venv anew with Python $version, since $reason ..."
else
    echo "Making $venv with Python $version, once ..."
fi
clear_folder
"$python" -I -m venv $shared "$venv"
install_packages
printf '%s\n' "$made" >"$venv/.stamp"
reason=$(why_not "$venv" "$venv/.stamp" "$made" "$@")
[ -z "$reason" ] || fail "$venv was made and does not hold: $reason; the log is $venv/setup.log"
if [ -n "$shared" ] && ! lgpio_of "$venv/bin/python" >/dev/null; then
    echo "note: lgpio for the header of this Raspberry Pi comes from the system: sudo apt install python3-lgpio"
fi

#!/bin/sh
# Palmstone as an appliance on Raspberry Pi OS: install.sh install | uninstall | rollback
#
# Variables, all optional:
#   DRY_RUN=1      print every step and do none
#   DESTDIR=/some  put everything below a root folder of its own; nothing of this machine is touched
#   PURGE=1        uninstall: settings, sessions and the user go too
#   PYTHON=...     the interpreter of the environment (default /usr/bin/python3)
#   SOURCE=...     what pip installs (default: this folder); a wheel made elsewhere will do
#   PIP_ARGS=...   further words for pip (default: the tested releases of constraints.txt)
#
# Each version has a folder of its own: /opt/palmstone/<version>. `current` points to the one that runs,
# `previous` to the one before it. Settings (/etc/palmstone) and state (/var/lib/palmstone) are never replaced.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/systemd/files.sh"

DRY_RUN=${DRY_RUN:-}
DESTDIR=${DESTDIR:-}
PURGE=${PURGE:-}
PYTHON=${PYTHON:-/usr/bin/python3}
SOURCE=${SOURCE:-}
PIP_ARGS=${PIP_ARGS:---constraint $here/constraints.txt}
root=${DESTDIR%/}
opt=$root/opt/palmstone

fail() {
    echo "palmstone: $1" >&2
    exit 1
}

# Print a step, and do it unless this is a dry run.
step() {
    printf '  %s\n' "$*"
    [ -n "$DRY_RUN" ] || "$@"
}

# A step that may fail without harm, such as stopping what does not run.
try() {
    printf '  %s\n' "$*"
    [ -n "$DRY_RUN" ] || "$@" || true
}

# A step on the running system; none with a root folder of its own.
live() {
    [ -n "$root" ] || step "$@"
}

check_rights() {
    case $root in
    "" | /*) ;;
    *) fail "DESTDIR has to be a whole path, beginning with /" ;;
    esac
    [ -n "$DRY_RUN" ] || [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "run it with sudo: sudo make $1"
}

check_python() {
    command -v "$PYTHON" >/dev/null 2>&1 || fail "$PYTHON is not there: sudo apt install python3"
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$($PYTHON --version) is too old: Raspberry Pi OS Bookworm or newer has 3.11"
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || fail "sudo apt install python3-venv, then try again"
}

# From Python 3.13 on the index has no usable lgpio, only an empty stand-in: then it is the system's (hardware notes).
system_lgpio() {
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 13))'
}

check_lgpio() {
    system_lgpio || return 0
    "$PYTHON" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)' && return 0
    text="Python 3.13 takes lgpio from the system: sudo apt install python3-lgpio"
    if [ -n "$DRY_RUN" ] || [ -n "$root" ]; then echo "note: $text"; else fail "$text, then try again"; fi
}

# The version of the project with a sum of what is installed, so that two states of one version stand side by side.
version_of_source() {
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/pyproject.toml" | head -n 1)
    sum=$(cd "$here" && find engine hal device systemd docs pyproject.toml constraints.txt -type f \
        ! -name '*.pyc' ! -path '*/.*' | LC_ALL=C sort | xargs cat | sha256sum | cut -c 1-8)
    echo "$number-$sum"
}

# An environment is whole once its mark is there; one that is not, or whose Python went with an upgrade, is made anew.
make_environment() {
    folder=$opt/$1
    if [ -e "$folder/.whole" ] && "$folder/bin/python" -c '' 2>/dev/null; then
        echo "  $folder is there already"
        return 0
    fi
    step rm -rf "$folder"
    step mkdir -p "$folder"
    if system_lgpio; then
        extra=""
        step "$PYTHON" -m venv --system-site-packages "$folder"
    else
        extra="[raspberry]"
        step "$PYTHON" -m venv "$folder"
    fi
    install_packages "$folder" "$extra" || {
        rm -rf "$folder"
        fail "the packages could not be installed; is there a network? What ran before still runs."
    }
    if [ -n "$root" ]; then
        # Scripts name their interpreter: let it be the place where the root folder will stand.
        step sh -c 'grep -lIr "$2" "$1/bin" "$1/pyvenv.cfg" | xargs -r sed -i "s#$2/opt/#/opt/#g"' sh "$folder" "$root"
    fi
    step mkdir -p "$folder/share/palmstone" "$folder/share/doc/palmstone"
    for file in $SYSTEM_FILES; do
        step install -m 644 "$here/systemd/${file%%:*}" "$folder/share/palmstone/${file%%:*}"
    done
    step install -m 644 "$here/device/settings/default.toml" "$folder/share/palmstone/settings.toml"
    for page in "$here"/docs/*.md; do
        step install -m 644 "$page" "$folder/share/doc/palmstone/$(basename "$page")"
    done
    step touch "$folder/.whole"
}

# pip builds in the folder it is given: in a copy, so that nothing of root is left in the checkout.
install_packages() {
    source=$SOURCE
    if [ -z "$source" ]; then
        source=$1/source
        step mkdir -p "$source" || return 1
        for part in engine hal device pyproject.toml README.md LICENSE; do
            step cp -R "$here/$part" "$source/$part" || return 1
        done
    fi
    # shellcheck disable=SC2086 # PIP_ARGS is a list of words
    step "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-input $PIP_ARGS "$source$2" || return 1
    step rm -rf "$1/source"
}

# Let a link point elsewhere in one instant.
point() {
    step ln -sfn "$2" "$opt/$1.new"
    step mv -Tf "$opt/$1.new" "$opt/$1"
}

place_system_files() {
    for file in $SYSTEM_FILES; do
        step install -D -m 644 "$opt/$1/share/palmstone/${file%%:*}" "$root${file#*:}"
    done
    if [ -e "$root/etc/palmstone/settings.toml" ]; then
        echo "  /etc/palmstone/settings.toml stays as it is"
    else
        step install -D -m 644 "$opt/$1/share/palmstone/settings.toml" "$root/etc/palmstone/settings.toml"
    fi
    step mkdir -p "$root$WANTS" "$root/usr/local/bin"
    step ln -sfn "../palmstone.service" "$root$WANTS/palmstone.service"
    step ln -sfn /opt/palmstone/current/bin/palmstone "$root$COMMAND"
}

# Devices come with the next start at the latest, so nothing here may keep the rest from being done.
wake_devices() {
    [ -z "$root" ] || return 0
    try modprobe i2c-dev
    try udevadm control --reload
    try udevadm trigger --subsystem-match=i2c-dev --subsystem-match=gpio
}

wake_system() {
    live systemd-sysusers palmstone.conf
    live systemd-tmpfiles --create palmstone.conf
    wake_devices
    live systemctl daemon-reload
    live systemctl restart palmstone.service ||
        fail "the service does not start; journalctl -u palmstone -n 20 tells why, make rollback goes back"
}

# Names of the versions that are neither running nor kept for a way back.
old_versions() {
    for folder in "$opt"/*/; do
        name=$(basename "$folder")
        [ -L "$opt/$name" ] || [ "$name" = "$1" ] || [ "$name" = "$2" ] || [ "$name" = "*" ] || echo "$name"
    done
}

target_of() {
    readlink "$opt/$1" 2>/dev/null || true
}

install_all() {
    check_rights install
    check_python
    check_lgpio
    version=$(version_of_source)
    before=$(target_of current)
    echo "Installing Palmstone $version${root:+ below $root}${DRY_RUN:+ (dry run: nothing is done)}"
    make_environment "$version"
    if [ -n "$before" ] && [ "$before" != "$version" ]; then point previous "$before"; fi
    point current "$version"
    for name in $(old_versions "$version" "$(target_of previous)"); do step rm -rf "$opt/$name"; done
    place_system_files "$version"
    wake_system
    echo "Palmstone $version is installed. Wiring and config.txt: docs/build.md; systemctl status palmstone tells how it is."
}

rollback() {
    check_rights rollback
    now=$(target_of current)
    before=$(target_of previous)
    if [ -z "$before" ] || [ ! -e "$opt/$before/.whole" ]; then fail "there is no previous version to go back to"; fi
    echo "Going back from Palmstone $now to $before${DRY_RUN:+ (dry run: nothing is done)}"
    point current "$before"
    point previous "$now"
    place_system_files "$before"
    wake_system
    echo "Palmstone $before is back; make rollback once more returns to $now."
}

uninstall() {
    check_rights uninstall
    echo "Removing Palmstone${root:+ below $root}${DRY_RUN:+ (dry run: nothing is done)}"
    if [ -z "$root" ]; then try systemctl disable --now palmstone.service; fi
    step rm -f "$root$WANTS/palmstone.service" "$root$COMMAND"
    for file in $SYSTEM_FILES; do
        step rm -f "$root${file#*:}"
    done
    step rm -rf "$opt"
    if [ -e "$root$DROPIN" ] || [ -n "$DRY_RUN" ]; then try rmdir "$root$DROPIN"; fi
    live systemctl daemon-reload
    if [ -n "$PURGE" ]; then
        step rm -rf "$root/etc/palmstone" "$root/var/lib/palmstone"
        if [ -z "$root" ]; then try userdel palmstone; fi
        echo "Palmstone is gone, with its settings and sessions."
    else
        echo "Palmstone is gone. Settings (/etc/palmstone), sessions (/var/lib/palmstone) and the user stay; PURGE=1 removes them."
    fi
}

case ${1:-} in
install) install_all ;;
uninstall) uninstall ;;
rollback) rollback ;;
*) fail "say install, uninstall or rollback" ;;
esac

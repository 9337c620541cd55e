#!/bin/sh
# Palmstone as an appliance on Raspberry Pi OS: install.sh install | uninstall | rollback
#
# Variables, all optional:
#   DRY_RUN=1      print every step and do none
#   DESTDIR=/some  put everything below a root folder of its own; nothing of this machine is touched
#   PURGE=1        uninstall: settings, sessions and the user go too
#   PYTHON=...     the interpreter of the environment (default /usr/bin/python3)
#
# Each version has a folder of its own: /opt/palmstone/<version>. `current` points to the one that runs,
# `previous` to the one before it. Settings (/etc/palmstone) and state (/var/lib/palmstone) are never replaced.
#
# Packages come as wheels whose sums stand in runtime.lock; our own are copied. So nothing is built, and root runs
# no code but that of the system's Python and its pip.
set -eu
# Whoever calls this: the service has to read what is made here.
umask 022
unset CDPATH

here=$(cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/systemd/files.sh"
. "$here/systemd/environment.sh"
tried=$here/systemd/tried.py
lock=$here/systemd/runtime.lock

DRY_RUN=${DRY_RUN:-}
DESTDIR=${DESTDIR:-}
PURGE=${PURGE:-}
PYTHON=${PYTHON:-/usr/bin/python3}
root=${DESTDIR%/}
opt=$root/opt/palmstone
new=$opt/.new

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
    "$PYTHON" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$("$PYTHON" --version) is too old: Raspberry Pi OS Bookworm or newer has 3.11"
    "$PYTHON" -I -c 'import ensurepip, venv' 2>/dev/null || fail "sudo apt install python3-venv, then try again"
    made=$(identity_of "$PYTHON") || fail "$PYTHON does not run: sudo apt install python3"
    version=${made%% *}
    machine=${made#* }
    machine=${machine%% *}
    in_lock "$lock" "$version" "$machine" ||
        fail "this is Python $version on $machine; there are packages for the 64-bit Raspberry Pi OS, Bookworm or Trixie"
}

check_lgpio() {
    if ! lgpio_is_of_the_system "$PYTHON" || lgpio_of "$PYTHON" >/dev/null; then return 0; fi
    text="Python $version takes lgpio from the system: sudo apt install python3-lgpio"
    if [ -n "$DRY_RUN" ] || [ -n "$root" ]; then echo "note: $text"; else fail "$text, then try again"; fi
}

# The version of the project with a sum of what is installed, so that two states of one version stand side by side.
version_of_source() {
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/pyproject.toml" | head -n 1)
    sum=$(cd -- "$here" && find engine hal device systemd docs pyproject.toml -type f \
        ! -name '*.pyc' ! -path '*/.*' -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256sum | cut -c 1-8)
    echo "$number-$sum"
}

# An environment that is there is tried; one that does not hold is made anew, beside it, and put in its place.
make_environment() {
    place=$opt/$1
    reason=$(why_not "$place" "$place/.whole" "$made" "$place" "$place/share/palmstone/runtime.lock")
    if [ -z "$reason" ]; then
        echo "  $place is there already"
        # Also what another hand made.
        step chmod -R u=rwX,go=rX "$place"
        return 0
    fi
    [ ! -e "$place" ] || echo "  $place is made anew, since $reason"
    step rm -rf "$new"
    step install -d -m 755 "$opt"
    fill_environment "$1" || {
        rm -rf "$new"
        fail "the packages could not be installed; is there a network? What ran before still runs."
    }
    step rm -rf "$place"
    step mv -T "$new" "$place"
}

# What the system has is left alone: with its packages in sight, pip would take them for installed, and compare no sum.
fill_environment() {
    release=$1
    set -- --require-hashes --only-binary :all: --requirement "$lock"
    if lgpio_is_of_the_system "$PYTHON"; then
        step "$PYTHON" -I -m venv --system-site-packages "$new" || return 1
        set -- --ignore-installed "$@"
    else
        step "$PYTHON" -I -m venv "$new" || return 1
    fi
    step "$new/bin/python" -I -m pip install --quiet --disable-pip-version-check --no-input "$@" || return 1
    keep_what_runs || return 1
    place_project "$release" || return 1
    place_share || return 1
    step chmod -R u=rwX,go=rX "$new" || return 1
    [ -n "$DRY_RUN" ] || try_environment
}

# The device needs no pip, and the scripts of the packages name the folder that this one was made in.
keep_what_runs() {
    site=$new/lib/python$version/site-packages
    step find "$site" -mindepth 1 -maxdepth 1 \( -name pip -o -name 'pip-*' \) -exec rm -rf {} + || return 1
    step find "$new/bin" -mindepth 1 ! -name 'python*' -delete || return 1
    step sed -i '/^command = /d' "$new/pyvenv.cfg"
}

# Ours are copied, without what an interpreter or an editor left there.
place_project() {
    for part in engine hal device; do
        step cp -R "$here/$part" "$site/$part" || return 1
        step find "$site/$part" \( -name __pycache__ -o -name '.*' \) -prune -exec rm -rf {} + || return 1
        step find "$site/$part" ! -type f ! -type d -delete || return 1
        step "$new/bin/python" -I -m compileall -q "$site/$part" || return 1
    done
    step write_command "$new/bin/palmstone" "/opt/palmstone/$1/bin/python"
}

# -I: neither the folder one stands in, nor a variable, nor a folder of the user's own is imported from.
write_command() {
    printf '%s\n' "#!$2 -IB" "import sys" "from device.cli import main" "sys.exit(main())" >"$1" && chmod 755 "$1"
}

place_share() {
    step mkdir -p "$new/share/palmstone" "$new/share/doc/palmstone" || return 1
    for file in $SYSTEM_FILES; do
        step install -m 644 "$here/systemd/${file%%:*}" "$new/share/palmstone/${file%%:*}" || return 1
    done
    step install -m 644 "$lock" "$new/share/palmstone/runtime.lock" || return 1
    step install -m 644 "$here/device/settings/default.toml" "$new/share/palmstone/settings.toml" || return 1
    for page in "$here"/docs/*.md; do
        step install -m 644 "$page" "$new/share/doc/palmstone/$(basename -- "$page")" || return 1
    done
}

# The mark is written last; then it is tried, and said where lgpio is from.
try_environment() {
    printf '%s\n' "$made" >"$new/.whole"
    reason=$(why_not "$new" "$new/.whole" "$made" "$new" "$lock")
    if [ -n "$reason" ]; then
        echo "palmstone: the new environment does not hold: $reason" >&2
        return 1
    fi
    if found=$(lgpio_of "$new/bin/python"); then
        case $found in
        "$new"/*) echo "  lgpio: the wheel of runtime.lock, its sum compared" ;;
        *) echo "  lgpio: python3-lgpio of the system, $found" ;;
        esac
    else
        echo "  lgpio: none; the header of a Raspberry Pi cannot be used"
    fi
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
    # Also what an earlier installation left closed to the service.
    step chmod a+rX "$root/etc/palmstone" "$root/etc/palmstone/settings.toml"
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

# Remove the versions that are neither running nor kept for a way back.
remove_old_versions() {
    for folder in "$opt"/*/; do
        name=$(basename -- "$folder")
        [ -L "$opt/$name" ] || [ "$name" = "$1" ] || [ "$name" = "$2" ] || [ "$name" = "*" ] || step rm -rf "$opt/$name"
    done
}

target_of() {
    readlink "$opt/$1" 2>/dev/null || true
}

install_all() {
    check_rights install
    check_python
    check_lgpio
    release=$(version_of_source)
    before=$(target_of current)
    echo "Installing Palmstone $release${root:+ below $root}${DRY_RUN:+ (dry run: nothing is done)}"
    make_environment "$release"
    if [ -n "$before" ] && [ "$before" != "$release" ]; then point previous "$before"; fi
    point current "$release"
    remove_old_versions "$release" "$(target_of previous)"
    place_system_files "$release"
    wake_system
    echo "Palmstone $release is installed. Wiring and config.txt: docs/build.md; systemctl status palmstone tells how it is."
}

rollback() {
    check_rights rollback
    now=$(target_of current)
    before=$(target_of previous)
    if [ -z "$before" ] || [ ! -e "$opt/$before/.whole" ]; then fail "there is no previous version to go back to"; fi
    reason=$(why_not "$opt/$before" "$opt/$before/.whole" "" "$opt/$before" "$opt/$before/share/palmstone/runtime.lock")
    [ -z "$reason" ] || fail "the previous version $before does not run any more ($reason); sudo make install makes this one anew"
    echo "Going back from Palmstone $now to $before${DRY_RUN:+ (dry run: nothing is done)}"
    point current "$before"
    point previous "$now"
    place_system_files "$before"
    wake_system
    echo "Palmstone $before is back; make rollback once more returns to $now."
}

# The group goes with the user, unless this system keeps it.
remove_user() {
    try userdel palmstone
    if [ -n "$DRY_RUN" ] || getent group palmstone >/dev/null; then try groupdel palmstone; fi
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
    if [ -z "$root" ]; then
        try systemctl reset-failed palmstone.service
        try udevadm control --reload
    fi
    if [ -n "$PURGE" ]; then
        step rm -rf "$root/etc/palmstone" "$root/var/lib/palmstone"
        if [ -z "$root" ]; then remove_user; fi
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

# Functions of install.sh and of .ci/venv.sh: which environment is whole, and what it has to be made of.
# An environment is tried, not believed: its mark only says that it was finished, and by which Python.
BOARD=${PALMSTONE_BOARD:-/proc/device-tree/model}

# Print what an interpreter is: "3.13 aarch64 /usr/bin/python3.13". One of an environment names that which made it.
identity_of() {
    "$1" -I -c 'import platform, sys
base = getattr(sys, "_base_executable", "") or sys.executable
print("%d.%d" % sys.version_info[:2], platform.machine(), base)' 2>/dev/null
}

# Tell whether a lock has wheels for a Python and a machine: in_lock LOCK 3.13 aarch64
in_lock() {
    line=$(sed -n 's/^# For Python \(.*\)\.$/\1/p' "$1")
    case " ${line% on *} " in *" $2 "*) ;; *) return 1 ;; esac
    case " ${line#* on } " in *" $3 "*) ;; *) return 1 ;; esac
}

# From Python 3.13 on the index has no usable lgpio, only an empty stand-in: then it is the system's (F25).
lgpio_is_of_the_system() {
    "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 13))'
}

# Print where an interpreter finds the compiled half of lgpio, which a stand-in has not; fail if nowhere.
lgpio_of() {
    "$1" -I -c 'import importlib.util, sys
found = importlib.util.find_spec("_lgpio")
sys.exit(1) if found is None else print(found.origin)' 2>/dev/null
}

on_a_raspberry_pi() {
    grep -q "Raspberry Pi" "$BOARD" 2>/dev/null
}

# Print why an environment cannot be used; nothing if it can: why_not FOLDER MARK MADE PROJECT LOCK...
# MARK is the file that was written last, MADE what has to stand in it.
why_not() {
    folder=$1 mark=$2 made=$3
    shift 3
    if [ ! -d "$folder" ]; then
        echo "it is not there"
    elif [ ! -x "$folder/bin/python" ]; then
        echo "its Python is gone"
    elif [ ! -f "$mark" ]; then
        echo "it was not finished"
    elif [ -n "$made" ] && [ "$(cat "$mark")" != "$made" ]; then
        echo "it was made by another Python, of other packages or in another place"
    else
        # Whatever ends the trial, a word comes of it; the shell's own, of a crash, is not for the reader.
        said=$(exec 2>/dev/null && "$folder/bin/python" -I "$tried" "$@" && exit 0 || exit 1) ||
            echo "${said:-its Python does not run}"
    fi
}

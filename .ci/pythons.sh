# Functions of the other scripts: which Pythons there are. Needs nothing but sh.
OLDEST="3, 11"

# Print the version of an interpreter, such as 3.13, if it runs and is new enough.
version_of() {
    "$1" -c "import sys; sys.exit(sys.version_info < ($OLDEST))" 2>/dev/null &&
        "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

# Print each usable interpreter once a version, newest first: "3.13 /usr/bin/python3.13".
pythons() {
    for command in python3 python3.14 python3.13 python3.12 python3.11 "$HOME"/.pyenv/versions/3.*/bin/python3; do
        path=$(command -v "$command" 2>/dev/null) || continue
        version=$(version_of "$path") && echo "$version $path"
    done | sort -t. -k1,1nr -k2,2nr -s | awk '!seen[$1]++'
}

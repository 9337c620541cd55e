#!/bin/sh
# Run the tests on every Python 3.11 or newer of this machine, each in an environment of its own.
# `matrix.sh 3.13` runs them on that one alone, if it is there.
set -eu
here=$(dirname "$0")
. "$here/pythons.sh"
only=${1:-}
failed=""
ran=""
list=$(pythons)
for version in $(echo "$list" | cut -d' ' -f1); do
    [ -z "$only" ] || [ "$only" = "$version" ] || continue
    python=$(echo "$list" | awk -v v="$version" '$1 == v { print $2 }')
    venv=".venv-$version"
    sh "$here/venv.sh" "$venv" "$python" || { failed="$failed $version"; continue; }
    echo "== Python $version =="
    ran="$ran $version"
    "$venv/bin/python" -m pytest -p no:cacheprovider -n auto || failed="$failed $version"
done
[ -z "$failed" ] || { echo "failed on:$failed" >&2; exit 1; }
[ -n "$ran" ] || { echo "Python ${only:-3.11 or newer} is not installed here; nothing was run."; exit 0; }
echo "passed on:$ran"

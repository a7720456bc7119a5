#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/fetch against a collection of our own, in a folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TROPIC_COLLECTION=file://$work/collection TROPIC_MATRICES=$work/matrices

command -v curl >/dev/null || { echo "skipped: no curl"; exit 77; }

# expect CODE ARGUMENT...
expect() {
    local want=$1 got=0
    shift
    "$root/scripts/fetch" "$@" 2>"$work/message" || got=$?
    [ "$got" = "$want" ] || { echo "fetch $*: exit code $got, not $want"; cat "$work/message"; exit 1; }
}
# archive GROUP NAME FILE: puts the file into the collection.
archive() {
    mkdir -p "$work/collection/$1" "$work/$2"
    cp "$3" "$work/$2/$2.mtx"
    tar -czf "$work/collection/$1/$2.tar.gz" -C "$work" "$2"
}

printf '%%%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n' >"$work/one.mtx"
archive Tests one "$work/one.mtx"
expect 0 Tests/one
cmp "$work/one.mtx" "$TROPIC_MATRICES/one.mtx"
expect 0 Tests/one # it is there already
expect 1 Tests/none
expect 2
expect 2 one
expect 2 ../one
expect 2 Tests/../one

# A matrix of the manifest, first wrong, then right.
archive Newman karate "$work/one.mtx"
expect 3 Newman/karate
archive Newman karate "$root/matrices/karate.mtx"
expect 0 Newman/karate

# An archive cut short.
head -c 40 "$work/collection/Tests/one.tar.gz" >"$work/collection/Tests/cut.tar.gz"
expect 1 Tests/cut
TROPIC_COLLECTION=http://127.0.0.1:1 expect 1 Tests/two
grep -q 'no network' "$work/message"
[ -z "$(find "$TROPIC_MATRICES" -name '.fetch*')" ]
echo "fetch: all as it should be"

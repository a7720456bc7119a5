#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/lagraph-bench with a program of our own in place of the one it compiles: its arguments.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GRAPHBLAS_ROOT

mkdir -p "$work"/{graphblas/lib,tropic/lib,build}
cat >"$work/build/lagraph-bench" <<'END'
#!/bin/sh
printf '%s|' "$TROPIC_DEVICE" "$LD_LIBRARY_PATH" "$@"
echo
END
chmod +x "$work/build/lagraph-bench"
bench() { LD_LIBRARY_PATH='' "$root/scripts/lagraph-bench" --compiled --root "$work/graphblas" --tropic "$work/tropic" "$@"; }
libraries="$work/graphblas/lib:$work/tropic/lib"

# shows LINE OPTION...: a line of bench's output.
shows() {
    local line=$1
    shift
    bench "$@" >"$work/output"
    grep -qxF "$line" "$work/output" || { echo "lagraph-bench $*: no line $line in:"; cat "$work/output"; exit 1; }
}
shows "auto|$libraries|5|star:9|" "$work/build" star:9
shows "cuda|$libraries|2|star:9|path:5|" --devices 'cpu cuda' --runs 2 "$work/build" star:9 path:5
shows "auto|$libraries|--algorithms|bc bfs|5|star:9|" --algorithms 'bc bfs' "$work/build" star:9
if bench "$work/build" 2>"$work/output"; then echo "no failure without a graph"; exit 1; fi
grep -q '^lagraph-bench: usage' "$work/output"
if bench --unknown "$work/build" star:9 2>"$work/output"; then echo "no failure for an option"; exit 1; fi
grep -q -e '--algorithms "bfs sssp"' "$work/output"
grep -q -e '--compiled' "$work/output"
echo "lagraph-bench: all as it should be"

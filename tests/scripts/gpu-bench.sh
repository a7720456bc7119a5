#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# gpu-bench.sh BUILD_TREE: scripts/gpu-bench runs each graph by itself (here on the CPU), gathers the rows of all, goes on
# where one fails, and passes on unknown words.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ -x "$1/bench/tropic-bench" ] || { echo "skipped: no benchmark in $1"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
run() { TROPIC_BUILD=$1 "$root/scripts/gpu-bench" "${@:2}" --device cpu --sources 1; }

run "$1" --graphs path:9,star:9 --algorithms=bfs,sssp --json rows >table
[ "$(grep -c '"checked": 1' rows)" = 4 ]
[ "$(grep -vc '^#' table)" = 4 ]
run "$1" --graphs star:9 >table
[ "$(grep -v '^#' table | tr -s ' ' | cut -d ' ' -f 2 | tr '\n' ' ')" = 'bfs bfs-parents sssp ' ]

if run "$1" --graphs star:0,path:9,stars:9 --algorithms bfs --json rows >table 2>message; then
    echo 'no failure'
    exit 1
fi
grep -q 'N is 0' message
[ "$(grep -c path:9 rows)" = 1 ]
[ "$(wc -l <rows)" = 1 ]
# Where no graph has a row, the old ones stay.
if run "$1" --graphs star:0 --algorithms bfs --json rows >table 2>message; then
    echo 'no failure'
    exit 1
fi
[ "$(grep -c path:9 rows)" = 1 ]
if TROPIC_BUILD=$1 "$root/scripts/gpu-bench" --graphs 2>message; then echo 'no failure'; exit 1; fi
grep -q 'needs a value' message
if run "$work" 2>message; then echo 'no failure'; exit 1; fi
grep -q "^no $work/bench/tropic-bench: .*TROPIC_BUILD" message
run "$1" --help >help
grep -q '^usage: tropic bench' help

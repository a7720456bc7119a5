#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# crowded.sh BUILD_TREE: where other programs want the cores, threads do not wait for each other at every level, which
# takes many times as long: two runs that take turns, and one beside two busy processes for each core.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$1/cli/tropic
[ -x "$tool" ] || { echo "skipped: no tool in $1"; exit 77; }
unset OMP_WAIT_POLICY
work=$(mktemp -d)
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
now() { echo $(($(date +%s%N) / 1000000)); }

run() { timeout "$1" "$tool" bc "$root/matrices/power.graph" --sources 300 --threads "$(nproc)" --quiet; }
alone=$(now)
run 20 >/dev/null
alone=$(($(now) - alone))
limit=$((2 + 20 * alone / 1000))
run "$limit" >/dev/null &
first=$!
run "$limit" >/dev/null || { echo "beside another: more than $limit s, alone: $alone ms"; exit 1; }
wait $first || { echo "beside another: more than $limit s, alone: $alone ms"; exit 1; }

# One source, whose hundreds of levels several threads share.
"$tool" gen lattice 700 0.62 --output "$work/lattice.mtx" --quiet
one_source() { timeout 60 "$tool" bc "$work/lattice.mtx" --sources 1 --seed 3 --threads "$1" --quiet >/dev/null; }
for _ in $(seq $((2 * $(nproc)))); do
    while :; do :; done &
    busy+=($!)
done
one=$(now)
one_source 1
one=$(($(now) - one))
all=$(now)
one_source "$(nproc)" || [ $? = 124 ]
all=$(($(now) - all))
[ "$all" -le $((1000 + 2 * one)) ] || { echo "$(nproc) threads: $all ms, one: $one ms"; exit 1; }

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# crowded.sh BUILD_TREE: runs that want the same cores take turns, and do not wait for each other at
# every barrier, which takes a hundred times as long.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$1/cli/tropic
[ -x "$tool" ] || { echo "skipped: no tool in $1"; exit 77; }
run() { timeout "$1" "$tool" bc "$root/matrices/power.graph" --sources 300 --threads "$(nproc)" --quiet; }
alone=$(date +%s%N)
run 20 >/dev/null
alone=$((($(date +%s%N) - alone) / 1000000))
limit=$((2 + 20 * alone / 1000))
run "$limit" >/dev/null &
first=$!
run "$limit" >/dev/null || { echo "beside another: more than $limit s, alone: $alone ms"; exit 1; }
wait $first || { echo "beside another: more than $limit s, alone: $alone ms"; exit 1; }

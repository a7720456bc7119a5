#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# readme.sh BUILD_TREE: the C programs in README.md compile without a warning and run, and the tool
# answers as README.md shows.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tree=$1
library=$(find "$tree" -maxdepth 1 -name libtropic.so)
[ -n "$library" ] || { echo "skipped: no shared library in $tree"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v folder="$work" '/^```c$/ { file = folder "/" ++n ".c"; next } /^```/ { file = "" }
    file { print > file }' "$root/README.md"
[ -f "$work/1.c" ] || { echo "README.md has no C program"; exit 1; }
cd "$root"
for program in "$work"/*.c; do
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude "$program" -L"$tree" -ltropic \
        -Wl,-rpath,"$tree" -o "$program.out"
    "$program.out"
done

# The last digits depend on the strategy and the device.
tolerance=1e-12
command='scripts/tropic bc matrices/karate.mtx'
awk -v prompt="    \$ $command" 'index($0, prompt) == 1 { shown = 1; next }
    shown && !sub(/^    /, "") { exit }
    shown' README.md >"$work/shown"
[ "$(wc -l <"$work/shown")" -gt 1 ] || { echo "README.md shows nothing of $command"; exit 1; }
if [ ! -x "$tree/cli/tropic" ]; then
    echo "no tool in $tree: what README.md shows of it is not compared"
    exit
fi
"$tree/cli/tropic" bc matrices/karate.mtx --quiet >"$work/all"
head -n "$(wc -l <"$work/shown")" "$work/all" >"$work/got"
awk -v tolerance=$tolerance -f tests/cli/near.awk "$work/shown" "$work/got" >"$work/differs"
if [ -s "$work/differs" ]; then
    echo "README.md shows another result of $command:"
    cat "$work/differs"
    exit 1
fi

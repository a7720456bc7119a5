#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# readme.sh BUILD_TREE: the C programs in README.md compile without a warning and run.
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

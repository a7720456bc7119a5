#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# format.sh: sources are laid out as clang-format 14 lays them out, no line is longer than the limit that it keeps, and
# no file is longer than one reads at a sitting.
set -euo pipefail
cd "$(dirname "$0")/../.."
columns=$(sed -n 's/^ColumnLimit: //p' .clang-format)
lines=450
wrong=0

mapfile -t sources < <(find include runtime semiring formats spmv algorithms cli reference bench examples tests \
    -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)
if grep -nE "^.{$((columns + 1)),}" "${sources[@]}"; then
    echo "^ these lines have more than $columns characters"
    wrong=1
fi
for source in "${sources[@]}"; do
    if [ "$(wc -l <"$source")" -gt $lines ]; then
        echo "$source has more than $lines lines"
        wrong=1
    fi
done
[ $wrong = 0 ] || exit 1

version=$(clang-format --version 2>/dev/null || true)
[[ $version == *' version 14.'* ]] || { echo "skipped: clang-format 14 is not installed"; exit 77; }
clang-format --dry-run -Werror "${sources[@]}"

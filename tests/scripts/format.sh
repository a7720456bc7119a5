#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# format.sh: sources are laid out as clang-format 14 lays them out, no line is longer than the limit that it keeps, no
# file is longer than one reads at a sitting, no function longer than a screen, unless it is a table, and no
# folder has more sources than one looks through.
set -euo pipefail
cd "$(dirname "$0")/../.."
columns=$(sed -n 's/^ColumnLimit: //p' .clang-format)
lines=450
function_lines=60
folder_sources=45
wrong=0

# Functions that may be longer, "FILE NAME", with a reason. One that has become short enough has to go from the list.
exceptions=(
    # Device code, whose phases share registers and shared memory; to be split.
    "algorithms/search/grid_pull.cuh pull_words"
    "algorithms/search/cluster_kernel.cuh search_cluster"
    "algorithms/layout/nbody_tree.cu tree_kernel"
)

# "FILE NAME LINES" of each function that is too long: from its first line to its closing brace, both at the margin, as
# clang-format puts them. A function most of whose lines are rows of an initialiser is a table.
long_functions() {
    awk -v most=$function_lines '
        # The word before the last list of parameters; OP(name) is name.
        function name_of(text,   k, depth, letter) {
            sub(/[^)]*$/, "", text)
            for (k = length(text); k > 0; k--) {
                letter = substr(text, k, 1)
                depth += (letter == ")") - (letter == "(")
                if (depth == 0) break
            }
            text = substr(text, 1, k - 1)
            sub(/[ )]*$/, "", text)
            match(text, /[A-Za-z_0-9]+$/)
            return substr(text, RSTART, RLENGTH)
        }
        FNR == 1 { head = ""; inside = 0 }
        !inside && /^\{$/ && head != "" { inside = 1; rows = 0; next }
        inside && /^\}/ {
            inside = 0
            count = FNR - first + 1
            if (count > most && 2 * rows <= count) print FILENAME, name_of(head), count
            head = ""
            next
        }
        inside { rows += /^ *(\.[a-z_]|\[[A-Za-z_0-9]+\] = |\{.*\},?$|cmocka_unit_test)/; next }
        /^[A-Za-z_]/ { first = FNR; head = $0; next }
        /^ / && head != "" { head = head " " $0; next }
        { head = "" }
    ' "$@"
}

# is_in LINE LINES...
is_in() {
    printf '%s\n' "${@:2}" | grep -qxF -- "$1"
}

mapfile -t sources < <(find include runtime semiring formats spmv algorithms graphblas cli reference bench examples tests \
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

# Not the tests, which CMake finds by the beginnings of their names.
while read -r count folder; do
    if [ "$count" -gt $folder_sources ] && [[ $folder != tests ]]; then
        echo "$folder has $count sources, more than $folder_sources: make rooms"
        wrong=1
    fi
done < <(printf '%s\n' "${sources[@]%/*}" | sort | uniq -c)

mapfile -t long < <(long_functions "${sources[@]}")
for function in "${long[@]}"; do
    is_in "${function% *}" "${exceptions[@]}" && continue
    read -r file name count <<<"$function"
    echo "$file: $name() has $count lines, more than $function_lines: split it by subject"
    wrong=1
done
for exception in "${exceptions[@]}"; do
    is_in "$exception" "${long[@]% *}" && continue
    echo "$exception: is no longer too long, or not there: take it from the exceptions of tests/scripts/format.sh"
    wrong=1
done
[ $wrong = 0 ] || exit 1

version=$(clang-format --version 2>/dev/null || true)
[[ $version == *' version 14.'* ]] || { echo "skipped: clang-format 14 is not installed"; exit 77; }
clang-format --dry-run -Werror "${sources[@]}"

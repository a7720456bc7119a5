#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# symbols.sh BUILD: the rules of layers.sh for includes, for symbols. An object of the library calls its own layer and
# those under it; no two files of the library need one another, directly or through others, nor do two of the GraphBLAS
# library, nor two of the tool.
set -euo pipefail
build=$1/CMakeFiles
cd "$(dirname "$0")/../.."
if ! command -v nm >/dev/null || ! command -v tsort >/dev/null || [ ! -d "$build/tropic_objects.dir" ]; then
    echo "skipped: no nm or tsort, or no objects of the library in $1"
    exit 77
fi
edges=$(mktemp)
trap 'rm -f "$edges"' EXIT
wrong=0

# calls TARGET PATTERN: the calls between files, "FILE FILE SYMBOL", by symbols that match. (C++ has ours within
# its own names.) Of objects whose source is there: a build may keep those of older ones.
calls() {
    local folder=$build/$1.dir objects=() object source
    while IFS= read -r object; do
        source=${object#"$folder/"}
        if [ -f "${source%.o}" ]; then objects+=("$object"); fi
    done < <(find "$folder" -name '*.o')
    nm -A "${objects[@]}" | awk -v prefix="$folder/" -v pattern="$2" '
        {
            sub(prefix, "")
            file = substr($0, 1, index($0, ":") - 1)
            sub(/\.o$/, "", file)
            name = $NF
            type = $(NF - 1)
            if (name !~ pattern) next
            if (type == "U") { from[++count] = file; of[count] = name }
            else if (type ~ /^[TDRBC]$/) home[name] = file
        }
        END {
            for (k = 1; k <= count; k++)
                if (of[k] in home && home[of[k]] != from[k]) print from[k], home[of[k]], of[k]
        }' | sort -u >"$edges"
    if [ ! -s "$edges" ]; then
        echo "no calls found in $folder: nm has an output that this test cannot read"
        exit 1
    fi
}
# No order of the files puts each before all that it calls: tsort names those that need one another.
no_circle() {
    local circle
    if circle=$(awk '{ print $1, $2 }' "$edges" | tsort 2>&1 >/dev/null) && [ -z "$circle" ]; then return; fi
    printf '%s\n^ files that need one another\n' "$circle"
    wrong=1
}

calls tropic_objects '^(_Z[A-Z]*[0-9]*)?(tp|tropic)_'
upward=$(awk 'BEGIN { split("runtime semiring formats spmv algorithms", layer); for (k in layer) height[layer[k]] = k }
    {
        split($1, a, "/"); split($2, b, "/")
        if (height[b[1]] > height[a[1]]) print $1 " calls " $3 " of " $2
    }' "$edges")
if [ -n "$upward" ]; then
    printf '%s\n^ a layer calls those under it alone\n' "$upward"
    wrong=1
fi
no_circle

# (Of a target that is configured and not built there is a folder without objects.)
for target in tropic_graphblas_objects tropic_tool; do
    if [ -n "$(find "$build/$target.dir" -name '*.o' -print -quit 2>/dev/null)" ]; then
        calls $target .
        no_circle
    fi
done
exit $wrong

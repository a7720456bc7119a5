#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# symbols.sh BUILD: what layers.sh says of includes, said of symbols. An object of the library calls its own layer and
# those under it, and no two files of the library need one another.
set -euo pipefail
build=$1/CMakeFiles/tropic_objects.dir
cd "$(dirname "$0")/../.."
if ! command -v nm tsort >/dev/null || [ ! -d "$build" ]; then
    echo "skipped: no nm or tsort, or no objects of the library in $1"
    exit 77
fi
edges=$(mktemp)
trap 'rm -f "$edges"' EXIT

# Objects of sources that are there: a build may keep those of older ones.
objects=()
while IFS= read -r object; do
    source=${object#"$build/"}
    if [ -f "${source%.o}" ]; then objects+=("$object"); fi
done < <(find "$build" -name '*.o')

# From each file to each that defines what it calls: "FILE FILE SYMBOL", without the files that the build generates, which
# instantiate ops alone. C++ names have ours within.
nm -A "${objects[@]}" | awk -v prefix="$build/" '
    {
        sub(prefix, "")
        colon = index($0, ":")
        file = substr($0, 1, colon - 1)
        sub(/\.o$/, "", file)
        name = $NF
        type = $(NF - 1)
        if (name !~ /^(_Z[A-Z]*[0-9]*)?(tp|tropic)_/) next
        if (type == "U") { from[++calls] = file; of[calls] = name }
        else if (type ~ /^[TDRBG]$/) home[name] = file
    }
    END {
        for (k = 1; k <= calls; k++)
            if (of[k] in home && home[of[k]] != from[k]) print from[k], home[of[k]], of[k]
    }' | sort -u >"$edges"
if [ ! -s "$edges" ]; then
    echo "no calls found: nm has an output that this test cannot read"
    exit 1
fi

wrong=0
# The layers, lowest first.
upward=$(awk 'BEGIN { split("runtime semiring formats spmv algorithms", layer); for (k in layer) height[layer[k]] = k }
    {
        split($1, a, "/"); split($2, b, "/")
        if (height[b[1]] > height[a[1]]) print $1 " calls " $3 " of " $2
    }' "$edges")
if [ -n "$upward" ]; then
    printf '%s\n^ a layer calls those under it alone\n' "$upward"
    wrong=1
fi
if ! circle=$(awk '{ print $1, $2 }' "$edges" | tsort 2>&1 >/dev/null); then
    printf '%s\n^ files that need one another\n' "$circle"
    wrong=1
fi
exit $wrong

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# words.sh: names are the field's. These words once stood for terms that spmv/README.md has now; no identifier
# of the library or the tool has one of them as a part.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Word, and the term.
terms='
courtship proposals
crew      cluster, team
entrywise apply
forecast  plan
gift      contribution
giver     neighbour
goal      next frontier
keeper    cache
keeping   compaction
painting  colouring
script    source text
seam      split point
sift      split the far pile
stray     jitter
taking    extraction, output
turned    transposed, swapped
wave      source batch
'
words=$(awk 'NF { printf "%s%s", separator, $1; separator = "|" }' <<<"$terms")
# Comments and strings are free.
found=$(find runtime semiring formats spmv algorithms graphblas cli \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
    xargs -0 awk -v words="$words" '
        FNR == 1 { comment = 0 }
        {
            line = $0
            gsub(/"([^"\\]|\\.)*"/, "", line)
            if (comment) {
                if (!sub(/^.*\*\//, "", line)) next
                comment = 0
            }
            gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
            if (sub(/\/\*.*$/, "", line)) comment = 1
            sub(/\/\/.*$/, "", line)
            if (tolower(line) ~ "(^|[^a-z])(" words ")s?([^a-z]|$)") print FILENAME ":" FNR ": " $0
        }')
if [ -n "$found" ]; then
    printf '%s\n^ names that have a better one:%s' "$found" "$terms"
    exit 1
fi

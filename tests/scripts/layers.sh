#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# layers.sh: a folder includes its own headers, the public ones and those of the layers under it, as
# CONTRIBUTING.md says.
set -euo pipefail
cd "$(dirname "$0")/../.."
wrong=0
# may FOLDER LAYER...: FOLDER may include of LAYER..., or that one header, and itself.
may() {
    local folder=$1 allowed
    allowed=$(echo "$@" | tr ' ' '|')
    if grep -rnE '^ *# *include "[a-z_]+/' "$folder" | grep -vE "# *include \"($allowed)[/\"]"; then
        echo "^ $folder may not include these: only of ${allowed//|/, }"
        wrong=1
    fi
}
may runtime
may semiring runtime
may formats runtime semiring
may spmv runtime semiring formats
may algorithms runtime semiring formats spmv
may graphblas runtime/work.h
may reference algorithms/names.h
may cli reference runtime/device_word.h runtime/draft.h runtime/environment.h runtime/links.h runtime/shown.h runtime/work.h \
    formats/files/decimal.h formats/files/put.h algorithms/names.h algorithms/work.h
# The folders of the tool, in the order of cli/README.md; the line above lists their includes of other folders.
under='reference runtime formats algorithms cli/cli.h'
for part in terminal output options files verify picture run commands; do
    # shellcheck disable=SC2086
    may cli/$part $under
    under+=" cli/$part"
done
may bench reference algorithms/names.h formats/files/decimal.h cli/options/option_table.h cli/options/parse.h \
    cli/terminal/text.h
may examples
# In a room with both, the CPU's part and the GPU's know nothing of each other.
for room in $(find spmv algorithms -type d -name cuda); do
    room=${room%/cuda}
    if grep -rn "^ *# *include \"$room/cuda/" "$room/cpu" || grep -rn "^ *# *include \"$room/cpu/" "$room/cuda"; then
        echo "^ $room/cpu and $room/cuda may not include one another"
        wrong=1
    fi
done
# runtime/README.md tells how many functions a backend has.
while read -r table file; do
    rows=$(awk -v begin="#define $table(" 'index($0, begin) == 1 { on = 1 } on { rows += gsub(/ X\(/, "") } on && !/\\$/ { exit }
        END { print rows }' "$file")
    if ! tr '\n' ' ' <runtime/README.md | grep -qE "\`$table\` \(?$rows\b"; then
        echo "runtime/README.md: $table of $file has $rows functions"
        wrong=1
    fi
done <<'END'
TP_BACKEND_CALLS runtime/backend.h
TP_DEVICE_CALLS runtime/backend.h
TP_MATRIX_CALLS spmv/matrix_calls.h
TP_BRANDES_CALLS algorithms/betweenness/brandes_calls.h
TP_NBODY_CALLS algorithms/layout/nbody.h
TP_NEGATIVE_CALLS algorithms/sssp/negative_arcs.h
TP_SEARCH_CALLS algorithms/search/search.h
TP_BFS_CALLS algorithms/bfs/commit_level.h
TP_TRIANGLES_CALLS algorithms/triangles/triangles.h
TP_CLUSTERING_CALLS algorithms/triangles/clustering.h
END
exit $wrong

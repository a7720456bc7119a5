#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# circles.sh TREE: no two files of the tool need each other, directly or through others, by the symbols of their objects.
set -euo pipefail
cd "$(dirname "$0")/../.."
objects=$1/CMakeFiles/tropic_tool.dir
command -v nm >/dev/null || { echo 'skipped: nm is not installed'; exit 77; }
[ -d "$objects/cli" ] || { echo "skipped: the tool is not built in $1"; exit 77; }

# Of sources that are there: a tree may hold objects of others from before.
present=()
while IFS= read -r source; do
    [ -e "$objects/$source.o" ] && present+=("$source.o")
done < <(find cli -name '*.c')
[ ${#present[@]} -gt 1 ] || { echo "found ${#present[@]} objects in $objects"; exit 1; }

# Pairs "USER OWNER", which can be sorted where there is no circle.
circles=$(cd "$objects" && nm -A "${present[@]}" | awk '
    { sub(/:/, " ") }
    NF == 3 && $2 == "U" { users[$3] = users[$3] " " $1 }
    NF == 4 && $3 ~ /[TDBRC]/ { owner[$4] = $1 }
    END {
        for (symbol in owner) {
            count = split(users[symbol], user, " ")
            for (k = 1; k <= count; k++) print user[k], owner[symbol]
        }
    }' | tsort 2>&1 >/dev/null) || true
[ -z "$circles" ] || { echo "$circles"; echo '^ these files need each other'; exit 1; }

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# snippets.sh: the lines of C in semiring/MATRICES.md stand in the examples, except for comments, indentation and
# tests of the status; and the examples that it names are there.
set -euo pipefail
cd "$(dirname "$0")/../.."
page=semiring/MATRICES.md
plain() { sed -E 's:/\*.*\*/::; s/^ *(if \(!(e|status)\) )?//; s/ *$//'; }
examples=$(cat examples/*.c | plain)
wrong=0
lines=0
while IFS= read -r line; do
    lines=$((lines + 1))
    grep -qF -- "$line" <<<"$examples" || { echo "$page: no example has: $line"; wrong=1; }
done < <(awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' $page | plain)
[ "$lines" -gt 0 ] || { echo "$page has no C"; exit 1; }
for name in $(grep -oE '`[a-z_]+\.c`' $page | tr -d '`'); do
    [ -e "examples/$name" ] || { echo "$page: there is no examples/$name"; wrong=1; }
done
exit $wrong

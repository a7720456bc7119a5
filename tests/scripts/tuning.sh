#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# tuning.sh: a module's thresholds stand in its tuning.h. Each line there has four columns: unit; device; date of the
# measurement; the functions that decide by it. And no two sources of the host's code give one name different numbers.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules='runtime formats spmv algorithms'
wrong=0
sources=$(find runtime semiring formats spmv algorithms \( -name '*.c' -o -name '*.h' \) ! -path '*/cuda/*' ! -path '*/nvrtc/*')
others=$(grep -v '/tuning\.h$' <<<"$sources")
word='[A-Za-z_][A-Za-z0-9_]*'
device='(CPU|GPU|both)(, [A-Za-z0-9 ]+)?'
for module in $modules; do
    table=$module/tuning.h
    lines=$(grep -E '^#define [A-Z0-9_]+ ' "$table")
    [ "$(wc -l <<<"$lines")" -ge 10 ] || { echo "$table: hardly a threshold"; wrong=1; }
    if grep -vE "^#define TP_[A-Z0-9_]+ .* /\* [^;]+; $device; (20[0-9]{2}-[0-9]{2}-[0-9]{2}|not measured); $word(, $word)* \*/$" <<<"$lines"; then
        echo "^ $table: a line ends with /* unit; CPU, GPU or both, and the machine; date or not measured; functions */"
        wrong=1
    fi
    # The functions are there, and the number is used beside them.
    while read -r name; do
        # shellcheck disable=SC2086
        grep -qw -- "$name" $others || { echo "$table: no source has $name"; wrong=1; }
    done < <(sed -E 's/^#define ([A-Z0-9_]+) .*; ([^;]*) \*\/$/\1, \2/' <<<"$lines" | tr -d ' ' | tr ',' '\n' | sort -u)
done
# Numbers alone, with their casts: expressions of other names are not compared. Texts of ops (OP_...) are included with
# one value after another; so is what one source defines by #if.
# shellcheck disable=SC2086
if ! awk '
    /^ *# *define [A-Z][A-Z0-9_]* +[^ ]/ {
        value = $0
        sub(/^ *# *define [A-Z0-9_]+ +/, "", value)
        sub(/ *\/\*.*$/, "", value)
        name = $0
        sub(/^ *# *define /, "", name)
        sub(/ .*$/, "", name)
        number = value
        gsub(/\((u?int[0-9]+_t|size_t|float|double|tropic_index|tropic_offset)\)/, "", number)
        if (name ~ /^OP_/ || number !~ /^[-+*\/()<> 0-9a-fxA-FuUlLpP.]+$/ || number !~ /[0-9]/) next
        if (name in first && first[name] != value && where[name] != FILENAME) {
            print name ": " first[name] " in " where[name] ", " value " in " FILENAME
            status = 1
        }
        if (!(name in first)) { first[name] = value; where[name] = FILENAME }
    }
    END { exit status }' $sources; then
    echo "^ one name for different numbers"
    wrong=1
fi
exit $wrong

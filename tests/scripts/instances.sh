#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Every build has kernels for the semirings that algorithms use: they stand in TP_MXV_HOT, as do those with the operands
# of the multiply exchanged. (tests/test_composed_builtin.c has those of LAGraph.)
set -euo pipefail
cd "$(dirname "$0")/../.."

# Lines "PLUS_TIMES FP64" of the table.
hot=$(awk '
    BEGIN {
        types["BOOL"] = "BOOL"; types["INDEX"] = "INT32 INT64"; types["LONG"] = "INT32 INT64 UINT32 UINT64"
        types["COMMON"] = types["INDEX"] " FP32 FP64"; types["WIDE"] = types["LONG"] " FP32 FP64"
    }
    match($0, /X\([A-Z_]+, [a-z_]+, [a-z]+, [a-z]+, [A-Z]+\)/) {
        split(substr($0, RSTART + 2, RLENGTH - 3), row, ", ")
        if (!(row[5] in types)) { print "no types " row[5] | "cat >&2"; exit 1 }
        count = split(types[row[5]], each, " ")
        for (k = 1; k <= count; k++) print row[1], each[k]
    }' spmv/ops/mxv_hot.h)
[ "$(wc -l <<<"$hot")" -ge 30 ] || { echo "spmv/ops/mxv_hot.h has no table that can be read"; exit 1; }

failed=0
# is_hot WHO NAME TYPE
is_hot() {
    grep -qx "$2 $3" <<<"$hot" || { echo "$1 uses $2 over $3, which is not in TP_MXV_HOT"; failed=1; }
}
exchanged() {
    case $1 in
    *_FIRST) echo "${1%_FIRST}_SECOND" ;;
    *_SECOND) echo "${1%_SECOND}_FIRST" ;;
    *) echo "$1" ;;
    esac
}
while read -r name type; do
    is_hot "a product from the left" "$(exchanged "$name")" "$type"
done <<<"$hot"

# A call whose arguments are no names cannot be checked.
calls=$(grep -rho 'tropic_semiring_builtin([^)]*)' algorithms cli runtime formats || true)
[ -n "$calls" ] || { echo "no algorithm uses a semiring of the table"; exit 1; }
while read -r call; do
    if [[ $call =~ \(TROPIC_([A-Z_]+),\ TROPIC_([A-Z0-9]+)\) ]]; then
        is_hot "an algorithm" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    else
        echo "which semiring is $call? Name it, and its type"
        failed=1
    fi
done <<<"$calls"
exit $failed

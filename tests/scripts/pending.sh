#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pending.sh: each public call that is given a matrix or a vector is among those of which tests/test_pending.c and
# tests/test_vector_pending.c show that they see entries that were set or removed; or tests/test_NAME.c shows so of
# tropic_NAME, or another test of all that it calls, by a case updates_are_seen.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Functions that only make or end one, and those that set and remove.
others=' free from_coo from_csr from_csc take_csr take_csc load generate create create_block view set remove '
missing=0
# calls OBJECT TESTS: those that are given one, and are not in these tests.
calls() {
    local found call
    found=$(cat include/tropic.h include/tropic_*.h | awk -v object="tropic_$1 \\*" '
        /^TROPIC_API/ { text = ""; open = 1 }
        open { text = text " " $0 }
        open && /;/ { open = 0; if (text ~ object) print text }' | sed -E 's/^[^(]* \*?(tropic_[a-z_]+)\(.*/\1/')
    for call in $found; do
        case $others in *" ${call#tropic_"$1"_} "*) continue ;; esac
        # By calls that are among them, or for kernels of the caller's own.
        case $call in *_suitesparse | tropic_coordinates_load | tropic_cuda_vector_values) continue ;; esac
        if ! grep -qw "$call" "$2" && ! grep -qsw updates_are_seen "tests/test_${call#tropic_}.c" &&
            ! grep -lw updates_are_seen tests/test_*.c | xargs grep -qw "$call"; then
            echo "$2 lacks $call"
            missing=1
        fi
    done
}
calls matrix tests/matrix_calls.c
calls vector tests/vector_calls.c
exit $missing

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pending.sh: each public call that is given a matrix is among those of which tests/test_pending.c shows that they see
# entries that were set or removed.
set -euo pipefail
cd "$(dirname "$0")/../.."
# What only makes a matrix, or ends it; and what sets and removes.
others=' free from_coo from_csr from_csc load generate create set remove '
missing=0
calls=$(cat include/tropic.h include/tropic_*.h | awk '
    /^TROPIC_API/ { text = ""; open = 1 }
    open { text = text " " $0 }
    open && /;/ { open = 0; if (text ~ /tropic_matrix \*/) print text }' | sed -E 's/^[^(]* \*?(tropic_[a-z_]+)\(.*/\1/')
for call in $calls; do
    case $others in *" ${call#tropic_matrix_} "*) continue ;; esac
    case $call in *_suitesparse) continue ;; esac # by tropic_matrix_csr
    if ! grep -qw "$call" tests/matrix_calls.c; then
        echo "tests/matrix_calls.c lacks $call"
        missing=1
    fi
done
exit $missing

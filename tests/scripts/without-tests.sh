#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# without-tests.sh: with TROPIC_BUILD_TESTS=OFF, as README says for machines without CMocka, no program asks for a library
# that is made for the tests.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$root" -B "$work" -G "Unix Makefiles" -DTROPIC_CUDA=OFF -DTROPIC_BUILD_TESTS=OFF >"$work/log" ||
    { cat "$work/log"; exit 1; }
links=$(find "$work" -name link.txt)
grep -q . <<<"$links" || { echo "there are no programs to link"; exit 1; }
if grep -l 'tropic_internal\|tropic_test' $links; then
    echo "these ask for libraries of the tests"
    exit 1
fi

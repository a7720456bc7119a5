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

# A machine without GraphBLAS, GMP, libpng and CMocka: says so, and has a reference and tests all the same.
rm -rf "$work" && mkdir "$work"
bare=(-DTROPIC_CUDA=OFF -DCMAKE_DISABLE_FIND_PACKAGE_GraphBLAS=ON -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON
    -DGMP_LIBRARY=OFF -DCMOCKA_LIBRARY=OFF)
cmake -S "$root" -B "$work/bare" -G "Unix Makefiles" "${bare[@]}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for absent in libgraphblas-dev libpng-dev libcmocka-dev; do
    grep -q "Debian: $absent" "$work/log" || { echo "does not say that $absent is missing"; cat "$work/log"; exit 1; }
done
make -C "$work/bare" --no-print-directory tropic_reference >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
tests=$(ctest --test-dir "$work/bare" -N)
grep -q ' cli$' <<<"$tests" || { echo "the tool's cases are left out without CMocka"; exit 1; }
if grep -q ' test_mxv$' <<<"$tests"; then
    echo "programs of CMocka are there without it"
    exit 1
fi
# Tests that are asked for must not be left out.
if cmake -S "$root" -B "$work/asked" "${bare[@]}" -DTROPIC_BUILD_TESTS=ON >"$work/log" 2>&1; then
    echo "TROPIC_BUILD_TESTS=ON passes without CMocka"
    exit 1
fi
grep -q 'The tests need CMocka' "$work/log" || { cat "$work/log"; exit 1; }

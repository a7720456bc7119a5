#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# graphblas_overloads.sh BUILD: a program in C++ calls every polymorphic name, with the extensions and without.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
if ! command -v c++ >/dev/null || [ ! -e "$build/libtropic_graphblas.so" ]; then
    echo "skipped: no C++ compiler, or no libtropic_graphblas.so in $build"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for options in "-std=c++11" "-std=c++17" "-std=c++17 -DTROPIC_GRAPHBLAS_STRICT"; do
    # shellcheck disable=SC2086
    c++ $options -Wall -Wextra -Wpedantic -Werror -Igraphblas/include -o "$folder/program" tests/graphblas/overloads.cpp \
        -L"$build" -ltropic_graphblas -Wl,-rpath,"$build"
    "$folder/program"
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# components.sh: find_package names the component that is missing, and only if it is required.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v cmake >/dev/null || { echo "skipped: no cmake"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed 's/@PACKAGE_INIT@//; s/"@BUILD_SHARED_LIBS@"/ON/' "$root/cmake/tropic-config.cmake.in" >"$work/tropic-config.cmake"
touch "$work/tropic-targets.cmake"
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(finder NONE)
find_package(tropic ${WANTED} PATHS ${CMAKE_SOURCE_DIR} NO_DEFAULT_PATH)
message(STATUS "found: ${tropic_FOUND}")
END
find() { cmake -S "$work" -B "$work/build" -DWANTED="$1" 2>&1 | tr -s ' \n' ' '; }
says() { case $(find "$1") in *"$2"*) ;; *) echo "$1: no \"$2\" in: $(find "$1")"; exit 1 ;; esac; }
says "" "found: 1"
says "OPTIONAL_COMPONENTS;suitesparse" "found: 1"
says "COMPONENTS;gpu" "no component gpu here"
says "COMPONENTS;gpu" "found: 0"
says "REQUIRED;COMPONENTS;suitesparse;gpu" "no component suitesparse, gpu here"
says "REQUIRED;COMPONENTS;suitesparse" "is considered to be NOT FOUND"

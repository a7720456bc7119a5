#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# startup.sh BUILD: the tool does not load GraphBLAS, which takes longer than all else that it does with a small graph,
# unless it is to verify; without that module it does everything else.
set -euo pipefail
build=$(cd "$1" && pwd)
matrix=$(cd "$(dirname "$0")/../.." && pwd)/matrices/karate.mtx
modules=("$build"/libtropic-verify-*.so)
if [ ! -e "${modules[0]}" ] || [ ! -e "$build/cli/tropic" ]; then
    echo "skipped: a build without the module for --verify"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong() { echo "$*"; cat "$work/message"; exit 1; }
cd "$work"

LD_DEBUG=libs LD_DEBUG_OUTPUT=loaded "$build/cli/tropic" bfs "$matrix" --source 1 >levels 2>message
grep -q 'libtropic\.so' loaded.* || { echo "skipped: the loader does not say what it loads"; exit 77; }
if grep 'calling init:.*graphblas' loaded.*; then wrong "a search loads GraphBLAS"; fi
"$build/cli/tropic" bfs "$matrix" --source 1 --verify >verified 2>message || wrong "cannot verify"
grep -q '^verified against ' message || wrong "does not say what it verified against"
cmp levels verified

# The tool and the library alone, as they may be copied.
mkdir cli
cp "$build/cli/tropic" cli
cp "$build"/libtropic.so.?.? .
cli/tropic bfs "$matrix" --source 1 >levels 2>message || wrong "needs the module for a search"
cmp levels verified
cli/tropic doctor >doctor 2>message || wrong "doctor needs the module"
grep -q '^graphblas.no$' doctor || wrong "doctor does not see that the module is missing"
code=0
cli/tropic bfs "$matrix" --source 1 --verify >levels 2>message || code=$?
[ "$code" -eq 4 ] || wrong "--verify without the module: exit code $code"
grep -q '^tropic: --verify cannot load .*libtropic-verify' message || wrong "does not name the module"

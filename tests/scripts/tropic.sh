#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/tropic with a project of our own in place of the sources, which builds in a moment: two runs
# at once, a build tree named from elsewhere, and a checkout in which nothing can be written.
set -euo pipefail
sources=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset TROPIC_BUILD

wrong() { echo "$*"; cat "$work"/message*; exit 1; }

mkdir -p "$work/checkout"/{cmake,include,runtime,semiring,formats,spmv,algorithms,reference,bench,cli}
cp -r "$sources/scripts" "$work/checkout"
cd "$work/checkout"
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(little LANGUAGES C)
add_executable(tropic_tool cli/main.c)
set_target_properties(tropic_tool PROPERTIES OUTPUT_NAME tropic RUNTIME_OUTPUT_DIRECTORY cli)
END
echo 'int main(void) { return 0; }' >cli/main.c

# No build folder can be made where a file has its name.
touch build
if scripts/tropic 2>"$work/message"; then wrong "built in a file"; fi
grep -q 'set TROPIC_BUILD to a folder that can be written to' "$work/message" ||
    wrong "does not say what to do"
rm build

# What is missing would be installed.
missing=$(. scripts/common.sh && missing)
[ -z "$missing" ] || { echo "skipped: not installed: $missing"; exit 77; }

both() {
    local first
    scripts/tropic 2>"$work/message1" &
    first=$!
    scripts/tropic 2>"$work/message2" || wrong "the second of two runs failed"
    wait $first || wrong "the first of two runs failed"
}
both
sleep 0.01
touch cli/main.c
both
[ -z "$(find build -name '.tool-stamp.*')" ] || wrong "stamps are left: $(ls -A build)"

cd "$work"
TROPIC_BUILD=tree checkout/scripts/tropic 2>"$work/message"
[ -x tree/cli/tropic ] || wrong "TROPIC_BUILD is not where it was meant"
TROPIC_BUILD=tree checkout/scripts/tropic 2>"$work/message"
[ ! -s "$work/message" ] || wrong "built again without a cause"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/tropic with a project of our own in place of the sources, which builds in a moment: two runs
# at once, a build tree named from elsewhere, a checkout in which nothing can be written, and machines where packages
# are missing and nobody may install them.
set -euo pipefail
sources=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset TROPIC_BUILD CMAKE_C_COMPILER_LAUNCHER # which may not be on the PATH below

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

# Missing packages would be installed.
missing=$(. scripts/common.sh && missing_of need use)
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

# A machine of which PATH has these programs alone, and no headers of the packages named in TROPIC_TEST_ABSENT.
machine() {
    local name
    rm -rf "$work/bin" && mkdir "$work/bin"
    for name in bash sh env cat mkdir mv rm find awk grep sed printf nproc dirname touch tail flock paste id uname true \
        cmake cc ld as ar ranlib gcc make "$@"; do
        if command -v "$name" >/dev/null; then ln -sf "$(command -v "$name")" "$work/bin/$name"; fi
    done
    rm "$work/bin/cc" && cat >"$work/bin/cc" <<END
#!/bin/sh
# A preprocessor that does not find absent headers; else the compiler.
case " \$* " in *" -E "*) if grep -q "\$TROPIC_TEST_ABSENT" >/dev/null; then exit 1; else exit 0; fi ;; esac
exec $(command -v cc) "\$@"
END
    chmod +x "$work/bin/cc"
}
# No root, no ninja, no GraphBLAS.h: says so, and builds with make.
cd "$work/checkout"
machine
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id.1000"
rm "$work/bin/id" && mv "$work/bin/id.1000" "$work/bin/id" && chmod +x "$work/bin/id"
rm -rf build
PATH=$work/bin TROPIC_TEST_ABSENT=GraphBLAS.h scripts/tropic 2>"$work/message" || wrong "gave up without need"
grep -q 'missing here.*: ninja-build libgraphblas-dev$' "$work/message" || wrong "does not say what is missing"
grep -q 'going on without' "$work/message" || wrong "does not say that it goes on"
[ -f build/Makefile ] && [ -x build/cli/tropic ] || wrong "did not build with make"
# Without zlib nothing can be built.
touch cli/main.c
if PATH=$work/bin TROPIC_TEST_ABSENT='zlib.h' scripts/tropic 2>"$work/message"; then wrong "built without zlib"; fi
grep -q 'nothing can be built without zlib1g-dev' "$work/message" || wrong "does not name zlib"

# Compilers at a time: by cores, and by memory.
jobs_of() {
    (
        . scripts/common.sh
        given_cores=$1 given_memory=$2
        nproc() { echo "$given_cores"; }
        free_memory() { echo "$given_memory"; }
        default_jobs
    )
}
[ "$(jobs_of 16 64000000)" = 16 ] || wrong "16 cores with 64 GB: $(jobs_of 16 64000000) compilers"
[ "$(jobs_of 16 6000000)" = 4 ] || wrong "16 cores with 6 GB: $(jobs_of 16 6000000) compilers"
[ "$(jobs_of 2 100000)" = 1 ] || wrong "2 cores with 100 MB: $(jobs_of 2 100000) compilers"
[ "$(jobs_of 4 0)" = 4 ] || wrong "4 cores and unknown memory: $(jobs_of 4 0) compilers"

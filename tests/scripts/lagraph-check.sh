#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/lagraph-check against a project of our own, laid out as LAGraph is, and a GraphBLAS of one function.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GRAPHBLAS_ROOT
command -v ninja >/dev/null || { echo "skipped: no ninja"; exit 77; }

# expect CODE ARGUMENT...
expect() {
    local want=$1 got=0
    shift
    "$root/scripts/lagraph-check" "$@" >"$work/output" 2>&1 || got=$?
    [ "$got" = "$want" ] || { echo "lagraph-check $*: exit code $got, not $want"; cat "$work/output"; exit 1; }
}
# shows REGULAR_EXPRESSION...: a line of the output each.
shows() {
    local line
    for line; do
        grep -qE "^$line\$" "$work/output" || { echo "no line $line in:"; cat "$work/output"; exit 1; }
    done
}

mkdir -p "$work"/graphblas/{include,lib} "$work"/lagraph/{src,experimental}/{test,algorithm}
cat >"$work/graphblas/include/GraphBLAS.h" <<'END'
int GrB_init(int mode);
enum { GrB_NOT_IMPLEMENTED = -8 };
#ifdef TROPIC_GRAPHBLAS_SUITESPARSE_NAMES
#define GxB_SUITESPARSE_GRAPHBLAS 1
#endif
END
echo 'int GrB_init(int mode) { return mode; }' |
    cc -shared -fPIC -x c - -o "$work/graphblas/lib/libgraphblas.so"
cd "$work/lagraph"
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
set ( LAGraph_VERSION_MAJOR 1 CACHE STRING "" FORCE )
set ( LAGraph_VERSION_MINOR 2 CACHE STRING "" FORCE )
project(LAGraph LANGUAGES C)
include_directories(include $ENV{GRAPHBLAS_ROOT}/include)
link_libraries($ENV{GRAPHBLAS_ROOT}/lib/libgraphblas.so)
foreach(part src experimental)
    add_subdirectory(${part})
endforeach()
END
# part FOLDER LIBRARY TEST_LIBRARY: algorithm/*.c, and a program for each test/test_*.c.
part() {
    printf '%s\n' 'file(GLOB sources algorithm/*.c)' "add_library($2_static STATIC \${sources})" 'add_subdirectory(test)' \
        >"$1/CMakeLists.txt"
    cat >"$1/test/CMakeLists.txt" <<END
add_library($3_static STATIC shared.c)
file(GLOB sources test_*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    add_executable(\${name} \${source})
    target_link_libraries(\${name} LAGraphX_static LAGraph_static)
endforeach()
END
    echo "int $3(void) { return 0; }" >"$1/test/shared.c"
}
part src LAGraph lagraphtest
part experimental LAGraphX lagraphxtest
# program STATEMENT: a program as those of LAGraph, whose case "two" is the statement; "one" needs the CPU.
program() {
    cat <<END
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int core(void);
int more(void);
int main(int argc, char **argv)
{
    if (!strcmp(argv[argc - 1], "--list")) return printf("Unit tests:\n  one\n  two\n"), 0;
    if (!strcmp(argv[argc - 1], "two")) { $1; }
    return strcmp(getenv("TROPIC_DEVICE"), "cpu");
}
END
}
echo '#include <GraphBLAS.h>
int core(void) { return GrB_init(0); }' >src/algorithm/core.c
echo 'int pure(void) { return 0; }' >experimental/algorithm/pure.c
echo 'int more(void) { return GxB_other(0); }' >experimental/algorithm/more.c
cat >experimental/algorithm/flow.c <<'END'
#include <GraphBLAS.h>
int flow(void)
{
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    return GrB_init(0);
#else
    return GrB_NOT_IMPLEMENTED;
#endif
}
END
program 'return core()' >src/test/test_first.c
program 'return more()' >experimental/test/test_second.c
git -C "$work" init -q lagraph
find . -type f -exec sha256sum {} + | sort >"$work/before"

expect 77
expect 77 "$work/none"
expect 2 --unknown
expect 0 --help
expect 1 --root
shows '.*--root needs a value'
expect 1 . "$work/build" # no GraphBLAS
expect 1 --root "$work/graphblas" "$work/graphblas" "$work/build" # no LAGraph
expect 1 --root "$work/graphblas" . "$work/lagraph/build"
export GRAPHBLAS_ROOT=$work/graphblas

# Sources that do not compile, and programs that need them, are left out.
expect 0 --devices cpu . "$work/build"
shows ' +experimental/algorithm/more.c +GxB_other' '4 algorithms: 2 compute, 1 answer GrB_NOT_IMPLEMENTED, 1 are left out' \
    '    experimental/algorithm/flow.c' ' +experimental/test/test_second.c +more' \
    'test_first +2 +2 +0 +[0-9.]+  cpu' 'cpu src: 1 programs, 2 cases: 2 passed, 0 failed.*'
expect 1 --devices 'cpu cuda' --run "$work/build"
shows 'test_first +2 +1 +1 +[0-9.]+  cuda' '    one: exit code [1-9][0-9]*'
shows '4 algorithms: 2 compute, .*'
find . -type f -exec sha256sum {} + | sort | cmp "$work/before" -
expect 0 --devices cpu --suitesparse-names . "$work/build"
shows '4 algorithms: 3 compute, 0 answer GrB_NOT_IMPLEMENTED, 1 are left out'

# A failed case, a crash, a program that hangs.
program 'printf("  test_first.c:7: Check x... failed\n"); return 1' >src/test/test_first.c
program 'abort()' >src/test/test_third.c
program 'sleep(60)' >src/test/test_fourth.c
expect 1 --devices cpu --timeout 2 . "$work/build"
shows '    two: test_first.c:7: Check x... failed' '    two: exit code 134' \
    "    two: still running when the program's 2 s were over" 'cpu src: 3 programs, 6 cases: 3 passed, 3 failed.*'
expect 1 --devices cpu --programs test_third --run "$work/build"
shows 'cpu src: 1 programs, 2 cases: 1 passed, 1 failed.*'


# A case that is known to fail, by each check that does; one more, or one less, is no such case.
version='printf("  test_Init.c:1: Check ver [0] == GxB_IMPLEMENTATION_MAJOR... failed\n  test_Init.c:2: Check ver [1] == "
    "GxB_IMPLEMENTATION_MINOR... failed\n")'
date='printf("  test_Init.c:9: Check strcmp (date, \"Dec 1, 2026\") == 0... failed\n")'
rm src/test/test_fourth.c src/test/test_third.c src/test/test_first.c
program "$version; $date; return 1" | sed 's/two/Init/g' >src/test/test_Init.c
expect 0 --devices cpu . "$work/build"
shows '    Init: .*; known to fail: the library has its own version' 'cpu src: .*1 failed, of which 1 are known to fail'
for other in "$version; return 1" "$version; $date; return 2" \
    "$version; $date; printf(\"  test_Init.c:9: Check x... failed\\n\"); return 1"; do
    program "$other" | sed 's/two/Init/g' >src/test/test_Init.c
    expect 1 --devices cpu . "$work/build"
    shows 'cpu src: .*1 failed, of which 0 are known to fail'
done
rm src/test/test_Init.c

# A name of the C API that is not there is an error, also outside of src/.
program 'return core()' >src/test/test_first.c
program 'return GrB_finalize()' >experimental/test/test_second.c
expect 1 --devices cpu . "$work/build"
shows ' +experimental/test/test_second.c +GrB_finalize' 'cpu src: 1 programs, 2 cases: 2 passed, 0 failed.*'
echo "lagraph-check: all as it should be"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/clients-check with clients of our own, against two GraphBLAS of two functions.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GRAPHBLAS_ROOT CC CXX CFLAGS CXXFLAGS
export TROPIC_BUILD=$work/none

# expect CODE ARGUMENT...
expect() {
    local want=$1 got=0
    shift
    "$root/scripts/clients-check" --suitesparse "$work/theirs" --root "$work/ours" --work "$work/work" "$@" \
        >"$work/output" 2>&1 || got=$?
    [ "$got" = "$want" ] || { echo "clients-check $*: exit code $got, not $want"; cat "$work/output"; exit 1; }
}
# shows REGULAR_EXPRESSION...: a line of the output each.
shows() {
    local line
    for line; do
        grep -qE "^$line\$" "$work/output" || { echo "no line $line in:"; cat "$work/output"; exit 1; }
    done
}
# library NAME FUNCTIONS
library() {
    mkdir -p "$work/$1/include" "$work/$1/lib"
    sed 's/ {.*/;/' <<<"$2" | sed '1i #ifdef __cplusplus\nextern "C" {\n#endif' >"$work/$1/include/GraphBLAS.h"
    printf '#ifdef __cplusplus\n}\n#endif\n' >>"$work/$1/include/GraphBLAS.h"
    cc -shared -fPIC -x c - -o "$work/$1/lib/libgraphblas.so" <<<"$2"
}
library theirs 'double GrB_third(void) { return 1.0 / 3; }
int GxB_more(void) { return 1; }'
library ours 'double GrB_third(void) { return 0.333333333333; }
int GrB_own(void) { return 1; }'

mkdir "$work/clients" && cd "$work/clients"
# client NAME STATEMENT...
client() {
    printf '#include <%s>\n' stdio.h stdlib.h GraphBLAS.h >"$1"
    printf 'int main(int n, char **a) { (void)n; (void)a; %s }\n' "$2" >>"$1"
}
client good.c 'printf("%.15g\n", GrB_third()); return 3;'
client plus.cpp 'printf("%.15g\n", GrB_third()); return 0;'
expect 0 .
shows 'client +SuiteSparse +Tropic +runs +same +reason' 'good +yes +yes +yes +yes +' 'plus +yes +yes +yes +yes +' \
    '2 clients; SuiteSparse builds 2; of the 2 that do the same each time, Tropic does so with 2'

# A name that Tropic lacks, and one that SuiteSparse lacks, which does not count.
client bad.c 'return GxB_more() - GxB_MORE;'
sed -i '3a #define GxB_MORE 1' "$work/theirs/include/GraphBLAS.h"
client own.c 'return GrB_own();'
expect 1 .
shows 'bad +yes +no +- +- +missing GxB_more, GxB_MORE' 'own +no +yes +- +- +SuiteSparse: missing GrB_own' \
    '4 clients; SuiteSparse builds 3; of the 3 that do the same each time, Tropic does so with 2'
expect 0 --programs 'good own' .
shows '2 clients; .*'

# Recipes: sources, flags, a command, a filter; what one prints, and how it ends.
rm ./*.c*
mkdir parts values ends each-time hangs
client parts/main.c 'extern int part(void); printf("%s %d in %d s\n", a[1], part(), rand()); return 0;'
echo 'int part(void) { return NUMBER; }' >parts/part.c
cat >parts/recipe <<'END'
sources=(*.c)
flags=(-DNUMBER=7)
run='$program $(cat $here/word) 2>&1; echo there >file; cat *'
filter="sed 's/in .* s//'"
END
echo word >parts/word
client values/main.c 'printf("the same\n%.3f\n", GrB_third() < 1.0 / 3 ? 2.5 : 2.4); return 0;'
client ends/main.c 'exit(GrB_third() < 1.0 / 3);'
client each-time/main.c 'printf("%p\n", (void *)stdout); return 0;'
client hangs/main.c 'if (GrB_third() < 1.0 / 3) for (;;) ; return 0;'
for name in values ends each-time hangs; do echo 'sources=(main.c)' >$name/recipe; done
expect 1 --timeout 1 .
shows 'parts +yes +yes +yes +yes +' 'values +yes +yes +yes +no +line 2: 2.5.*, with SuiteSparse 2.4.*' \
    'ends +yes +yes +no +yes +exit code 1' 'hangs +yes +yes +no +yes +still running after 1 s' \
    'each-time +yes +yes +yes +no +line 1: .*; not the same twice with SuiteSparse' \
    '5 clients; SuiteSparse builds 5; of the 4 that do the same each time, Tropic does so with 1'
grep -q '^word 7' "$work/work/run/parts/tropic/output"
echo 'tolerance=0.1' >>values/recipe
expect 0 --programs 'parts values' .

expect 77 "$work/nothing"
expect 77 --suitesparse "$work/nothing" .
expect 1 --root "$work/nothing" .
expect 1 --programs nobody .
expect 1 "$work/theirs"
expect 2 --unknown
expect 0 --help
expect 1 --root
shows '.*--root needs a value'
echo "clients-check: all as it should be"

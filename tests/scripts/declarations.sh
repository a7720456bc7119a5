#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# declarations.sh: once the preprocessor has run, the headers that other languages need hold declarations alone, which
# parsers of these (Python's cffi) can read. tropic_define.h makes functions by its nature, in C. And the functions that
# are declared there and can fail say who they are (TP_ENTER, runtime/runtime.h), so that errors have their names.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '#include <tropic.h>\n#include <tropic_host.h>\n' |
    cc -E -P -D'__attribute__(x)=' -D__extension__= -D__restrict= -Iinclude - >"$work/text"
grep -q 'tropic_bc(' "$work/text" || { echo "the headers declare no tropic_bc"; exit 1; }
if grep -nE 'inline|\) *\{' "$work/text"; then
    echo "these are functions, not declarations"
    exit 1
fi
nameless=$(find runtime semiring formats spmv algorithms -name '*.c' -o -name '*.cu' | xargs awk '
    /^tropic_status tropic_/ { name = $2; sub(/\(.*/, "", name) }
    /^    TP_(ENTER|CALL)\(/ { name = "" }
    /^}/ { if (name) print FILENAME ": " name; name = "" }')
if [ -n "$nameless" ]; then
    printf '%s\n^ without TP_ENTER or TP_CALL\n' "$nameless"
    exit 1
fi
python3 -c 'import cffi' 2>/dev/null || { echo "no cffi for Python: only looked for functions"; exit 0; }
python3 - "$work/text" <<'END'
import sys, cffi
cffi.FFI().cdef(open(sys.argv[1]).read())
END

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# graphblas_names.sh BUILD: GraphBLAS.h declares, and the library exports, the names in tests/graphblas/names, which were
# written for this test, with the types and numbers there.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
if [ ! -e "$build/libtropic_graphblas.so" ]; then
    echo "skipped: no libtropic_graphblas.so in $build"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# entries FILE: an entry a line.
entries() {
    awk '/^#/ { next } /^ / { sub(/^ +/, " "); line = line $0; next } { if (line != "") print line; line = $0 }
        END { print line }' "tests/graphblas/names/$1.txt"
}

# A check of each, in C, and a list of all.
{
    echo '#include <GraphBLAS.h>'
    entries functions | awk '
        BEGIN {
            count = split("BOOL INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64 FP32 FP64", types)
            split("bool int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t float double", c_types)
        }
        function full(text,   word, out) { # with GrB_ in front of the types that have it
            out = ""
            while (match(text, /[A-Za-z_0-9]+/)) {
                word = substr(text, RSTART, RLENGTH)
                out = out substr(text, 1, RSTART - 1) (word ~ /^[A-Z]/ && word !~ /^(GxB_|FILE$)/ ? "GrB_" word : word)
                text = substr(text, RSTART + RLENGTH)
            }
            return out text
        }
        function check(name, text) {
            printf "_Static_assert(_Generic(&%s, %s: 1, default: 0), \"%s\");\n", name, text, name
            list = list "    (void (*)(void))" name ",\n"
        }
        function with(text, word, other) { # other in place of a word
            text = " " text " "
            while (match(text, "[^A-Za-z_0-9]" word "[^A-Za-z_0-9]"))
                text = substr(text, 1, RSTART) other substr(text, RSTART + RLENGTH - 1)
            return substr(text, 2, length(text) - 2)
        }
        function each_type(name, text,   k) {
            if (name !~ /_T$/) { check(name, full(text)); return }
            sub(/T$/, "", name)
            for (k = 1; k <= count; k++) check(name types[k], full(with(text, "t", c_types[k])))
        }
        {
            kinds = match($0, / \{[^}]*\}/) ? substr($0, RSTART + 2, RLENGTH - 3) : ""
            sub(/ \{[^}]*\}/, "")
            name = substr($0, 1, index($0, ":") - 1)
            text = substr($0, index($0, ":") + 2)
            result = "Info"
            if (match(text, / = /)) { result = substr(text, 1, RSTART - 1); text = substr(text, RSTART + 3) }
            text = result " (*)(" text ")"
            if (kinds == "") { each_type(name, text); next }
            n = split(kinds, kind, " ")
            for (k = 1; k <= n; k++) {
                own = name
                sub(/_K_/, "_" kind[k] "_", own)
                each_type(own, with(text, "K", (kind[k] ~ /^(SelectOp|IndexBinaryOp|Context)$/ ? "GxB_" : "") kind[k]))
            }
        }
        END { print "void (*const functions[])(void) = {\n" list "};" }'
    entries objects | awk '
        BEGIN {
            sets["all"] = "BOOL INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64 FP32 FP64"
            sets["numbers"] = substr(sets["all"], 6)
            sets["integers"] = "INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64"
            sets["signed"] = "INT8 INT16 INT32 INT64"
            sets["unsigned"] = "UINT8 UINT16 UINT32 UINT64"
            sets["reals"] = "FP32 FP64"
            sets["indices"] = "INT32 INT64"
        }
        function check(type, name) {
            printf "_Static_assert(_Generic(&%s, %s *: 1, default: 0), \"%s\");\n", name, type, name
            list = list "    &" name ",\n"
        }
        {
            set = match($0, / \{[^}]*\}/) ? substr($0, RSTART + 2, RLENGTH - 3) : ""
            sub(/ \{[^}]*\}/, "")
            type = substr($0, 1, index($0, ":") - 1)
            if (type ~ /^[A-Z]/ && type !~ /^GxB_/) type = "GrB_" type
            n = split(substr($0, index($0, ":") + 2), names, " ")
            m = split(set in sets ? sets[set] : set, types, " ")
            for (k = 1; k <= n; k++) {
                if (m == 0) check(type, names[k])
                for (j = 1; j <= m; j++) {
                    name = names[k] "_"
                    sub(/_T_/, "_" types[j] "_", name)
                    check(type, substr(name, 1, length(name) - 1))
                }
            }
        }
        END { print "const void *const objects[] = {\n" list "};" }'
    entries numbers | tr ' ' '\n' | sed -nE 's/^([A-Za-z_0-9]+)=(-?[0-9]+)$/_Static_assert(\1 == \2, "\1");/p'
    echo 'int main(void)'
    echo '{'
    echo '    return functions[0] == 0 || objects[0] == 0;'
    echo '}'
} >"$folder/names.c"
asserts=$(grep -c '^_Static_assert' "$folder/names.c")
[ "$asserts" -gt 3000 ] || { echo "only $asserts names"; exit 1; }
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Igraphblas/include -o "$folder/names" "$folder/names.c" -L"$build" \
    -ltropic_graphblas -Wl,-rpath,"$(realpath "$build")"
"$folder/names"
echo "graphblas_names: $asserts names are as they should be"

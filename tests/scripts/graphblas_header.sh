#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# graphblas_header.sh: GraphBLAS.h compiles without a warning as C11 and C++17, its tables have as many objects as the
# specification, and each polymorphic call goes to the function it should or is an error.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
compile=(cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Igraphblas/include)

cat >"$folder/tables.c" <<'END'
#include <GraphBLAS.h>
#define ONE(...) +1
_Static_assert(0 GRB_TYPES(ONE) == 11, "types");
_Static_assert(0 GRB_UNARY_OPS(ONE) == 53, "unary operators");
_Static_assert(0 GRB_BINARY_OPS(ONE) == 201, "binary operators");
_Static_assert(0 GRB_INDEX_UNARY_OPS(ONE) == 80, "index unary operators");
_Static_assert(0 GRB_MONOIDS(ONE) == 44, "monoids");
_Static_assert(0 GRB_SEMIRINGS(ONE) == 124, "semirings");
_Static_assert(0 GRB_DESCRIPTORS(ONE) == 31, "descriptors");
END
"${compile[@]}" -fsyntax-only "$folder/tables.c"
echo '#include <GraphBLAS.h>' >"$folder/include.cpp"
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Igraphblas/include -fsyntax-only "$folder/include.cpp"

# program CALL...: a function that makes these calls.
program() {
    cat <<'END'
#include <GraphBLAS.h>
struct point {
    int x;
};
void calls(GrB_Vector w, GrB_Matrix A, GrB_Scalar s, GrB_Type type, GrB_Descriptor desc, struct point *p,
           const double *reals, GrB_Index *I, GrB_Index n);
void calls(GrB_Vector w, GrB_Matrix A, GrB_Scalar s, GrB_Type type, GrB_Descriptor desc, struct point *p,
           const double *reals, GrB_Index *I, GrB_Index n)
{
    double x = 0;
    (void)w, (void)A, (void)s, (void)type, (void)desc, (void)p, (void)reals, (void)I, (void)n, (void)x;
END
    printf '    (void)%s;\n' "$@"
    echo '}'
}

# Each goes to another function: CALL, a tab, FUNCTION.
right='GrB_free(&A)	Matrix_free
GrB_free((GxB_Container *)p)	Container_free
GrB_wait(w, GrB_COMPLETE)	Vector_wait
GrB_error((const char **)p, type)	Type_error
GrB_get(A, s, GrB_NAME)	Matrix_get_Scalar
GrB_get(GrB_GLOBAL, (char *)p, GrB_NAME)	Global_get_String
GrB_get(w, &p->x, GrB_EL_TYPE_CODE)	Vector_get_INT32
GrB_get(type, I, GrB_SIZE)	Type_get_SIZE
GrB_get(s, (void *)p, GrB_NAME)	Scalar_get_VOID
GrB_set(A, s, GrB_NAME)	Matrix_set_Scalar
GrB_set(A, "A", GrB_NAME)	Matrix_set_String
GrB_set(A, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT)	Matrix_set_INT32
GrB_set(desc, p, GrB_NAME, sizeof *p)	Descriptor_set_VOID
GrB_Monoid_new((GrB_Monoid *)p, GrB_PLUS_FP64, 0.0)	Monoid_new_FP64
GrB_Scalar_setElement(s, 1)	Scalar_setElement_INT32
GrB_Scalar_extractElement(&x, s)	Scalar_extractElement_FP64
GrB_Vector_build(w, I, reals, 3, NULL)	Vector_build_FP64
GrB_Vector_setElement(w, s, 0)	Vector_setElement_Scalar
GrB_Vector_setElement(w, (signed char)1, 0)	Vector_setElement_INT8
GrB_Vector_setElement(w, (bool)1, 0)	Vector_setElement_BOOL
GrB_Vector_setElement(w, 1ull, 0)	Vector_setElement_UINT64
GrB_Vector_setElement(w, 1.f, 0)	Vector_setElement_FP32
GrB_Vector_setElement(w, (void *)p, 0)	Vector_setElement_UDT
GrB_Vector_extractElement(s, w, 0)	Vector_extractElement_Scalar
GrB_Vector_extractTuples(NULL, NULL, &n, w)	Vector_extractTuples_UDT
GrB_Matrix_build(A, I, I, I, 3, NULL)	Matrix_build_UINT64
GrB_Matrix_setElement(A, x, 0, 0)	Matrix_setElement_FP64
GrB_Matrix_extractElement(&x, A, 0, 0)	Matrix_extractElement_FP64
GrB_Matrix_extractTuples(I, NULL, &p->x, &n, A)	Matrix_extractTuples_INT32
GrB_Matrix_import(&A, GrB_FP64, n, n, I, I, reals, n, n, n, GrB_CSR_FORMAT)	Matrix_import_FP64
GrB_Matrix_export(I, I, &x, &n, &n, &n, GrB_CSR_FORMAT, A)	Matrix_export_FP64
GrB_eWiseMult(A, A, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, desc)	Matrix_eWiseMult_Semiring
GrB_eWiseAdd(w, 0, 0, GrB_PLUS_MONOID_FP64, w, w, 0)	Vector_eWiseAdd_Monoid
GrB_kronecker(A, 0, 0, GrB_PLUS_FP64, A, A, 0)	Matrix_kronecker_BinaryOp
GrB_extract(w, NULL, NULL, w, I, n, NULL)	Vector_extract
GrB_extract(w, NULL, NULL, A, GrB_ALL, n, 0, NULL)	Col_extract
GrB_extract(A, NULL, NULL, A, GrB_ALL, n, I, n, NULL)	Matrix_extract
GrB_assign(w, NULL, NULL, w, I, n, NULL)	Vector_assign
GrB_assign(w, NULL, NULL, true, GrB_ALL, n, GrB_DESC_S)	Vector_assign_INT32
GrB_assign(A, NULL, NULL, w, I, n, 0, NULL)	Col_assign
GrB_assign(A, NULL, NULL, w, 0, GrB_ALL, n, NULL)	Row_assign
GrB_assign(A, NULL, NULL, A, GrB_ALL, n, I, n, NULL)	Matrix_assign
GrB_assign(A, NULL, NULL, s, GrB_ALL, n, I, n, NULL)	Matrix_assign_Scalar
GrB_apply(w, NULL, NULL, GrB_ABS_FP64, w, NULL)	Vector_apply
GrB_apply(A, NULL, NULL, GrB_PLUS_FP64, s, A, NULL)	Matrix_apply_BinaryOp1st_Scalar
GrB_apply(w, NULL, NULL, GrB_PLUS_FP64, w, x, NULL)	Vector_apply_BinaryOp2nd_FP64
GrB_apply(A, NULL, NULL, GrB_ROWINDEX_INT64, A, -1L, NULL)	Matrix_apply_IndexOp_INT64
GrB_select(A, NULL, NULL, GrB_TRIL, A, -1, NULL)	Matrix_select_INT32
GrB_reduce(&x, NULL, GrB_PLUS_MONOID_FP64, A, NULL)	Matrix_reduce_FP64
GrB_reduce(s, NULL, GrB_PLUS_FP64, w, NULL)	Vector_reduce_BinaryOp_Scalar
GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, NULL)	Matrix_reduce_Monoid'
mapfile -t calls < <(cut -f1 <<<"$right")
program "${calls[@]}" >"$folder/right.c"
"${compile[@]}" -c -o "$folder/right.o" "$folder/right.c"
# Functions are those among the undefined names that have a small letter behind the kind.
if ! diff <(cut -f2 <<<"$right" | sort) <(nm -u "$folder/right.o" | sed -n 's/^ *U _*G[rx]B_\(.*[a-z].*\)/\1/p' | sort); then
    echo "^ < functions that the calls should go to, > those that they do"
    exit 1
fi

wrong='GrB_free(A)
GrB_wait(&A, GrB_COMPLETE)
GrB_get(A, &x, GrB_NAME)
GrB_set(A, x, GrB_NAME)
GrB_set(A, n, GrB_NAME)
GrB_set(A, 1)
GrB_Vector_setElement(w, p, 0)
GrB_Vector_setElement(w, *p, 0)
GrB_Vector_build(w, I, p, 3, NULL)
GrB_Vector_extractElement(x, w, 0)
GrB_Scalar_setElement(s, s)
GrB_Matrix_extractTuples(I, I, reals, &n, A)
GrB_eWiseAdd(w, 0, 0, GrB_PLUS_FP64, w, A, 0)
GrB_eWiseMult(w, 0, 0, GrB_ABS_FP64, w, w, 0)
GrB_kronecker(w, 0, 0, GrB_PLUS_FP64, A, A, 0)
GrB_extract(w, 0, 0, A, I, 3, 0)
GrB_extract(A, 0, 0, w, I, 3, I, 3, 0)
GrB_assign(w, 0, 0, A, I, 3, 0)
GrB_assign(A, 0, 0, w, I, 3, I, 3, 0)
GrB_assign(A, 0, 0, w, n, 3, n, 0)
GrB_apply(w, 0, 0, GrB_ABS_FP64, A, 0)
GrB_apply(w, 0, 0, GrB_PLUS_FP64, w, 0)
GrB_apply(w, 0, 0, GrB_PLUS_FP64, w, w, 0)
GrB_apply(w, 0, 0, GrB_TRIL, 1, w, 0)
GrB_apply(w, 0, 0, GrB_PLUS_FP64, w, 1, 2, 0)
GrB_select(w, 0, 0, GrB_PLUS_FP64, w, 0, 0)
GrB_reduce(&x, 0, GrB_PLUS_FP64, A, 0)
GrB_reduce(x, 0, GrB_PLUS_MONOID_FP64, A, 0)
GrB_reduce(w, 0, 0, GrB_PLUS_MONOID_FP64, w, 0)'
while IFS= read -r call; do
    program "$call" >"$folder/wrong.c"
    if "${compile[@]}" -w -fsyntax-only "$folder/wrong.c" 2>/dev/null; then
        echo "$call compiles, and should not"
        exit 1
    fi
done <<<"$wrong"

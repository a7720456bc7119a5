#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# graphblas_header.sh: GraphBLAS.h compiles without a warning as C11 and C++17, its tables have as many objects as the
# specification, and as SuiteSparse 7.4 without complex types; and each polymorphic call goes to the function it should
# or is an error.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
warnings=(-Wall -Wextra -Wpedantic -Werror -Igraphblas/include)
compile=(cc -std=c11 "${warnings[@]}")
compile_cpp=(c++ -std=c++17 "${warnings[@]}")

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
_Static_assert(0 GRB_ONE_OPS(ONE) GRB_EXTENSION_UNARY_OPS(ONE) GRB_REAL_TESTS(ONE) GRB_PLACE_OPS(ONE) == 99, "unary");
_Static_assert(0 GRB_ANY_OPS(ONE) GRB_EXTENSION_BINARY_OPS(ONE) GRB_SHIFT_OPS(ONE) GRB_PLACES_OF_TWO(ONE) == 192,
               "binary operators of extensions");
_Static_assert(0 GRB_EXTENSION_MONOIDS(ONE) == 27, "monoids of extensions");
_Static_assert(0 GRB_EXTENSION_SEMIRINGS(ONE) == 1375, "semirings of extensions");
_Static_assert(0 GRB_OPERATOR_ALIASES(ONE) == 34 && 0 GRB_MONOID_ALIASES(ONE) == 45, "other names");
_Static_assert(0 GRB_SEMIRING_ALIASES(ONE) == 124, "other names of semirings");
_Static_assert(GxB_EXHAUSTED == 2, "SuiteSparse 7.4's number");
END
"${compile[@]}" -fsyntax-only "$folder/tables.c"
printf '%s\n' 'extern "C" {' '#include <GraphBLAS.h>' '}' >"$folder/include.cpp"
"${compile_cpp[@]}" -fsyntax-only "$folder/include.cpp"
"${compile_cpp[@]}" -std=c++11 -DTROPIC_GRAPHBLAS_STRICT -fsyntax-only "$folder/include.cpp"
# In C++, fields and options go to functions as they are.
cat >"$folder/options.cpp" <<'END'
#include <GraphBLAS.h>
GrB_Info calls(GrB_Matrix A, GrB_Descriptor d, GxB_Option_Field field, GxB_Context context)
{
    int number = 0;
    const GrB_Info all[] = {GxB_Global_Option_set(GxB_NTHREADS, 4),
                            GxB_Global_Option_get(field, &number),
                            GrB_Global_set_INT32(GrB_GLOBAL, 4, GxB_NTHREADS),
                            GxB_Matrix_Option_set(A, GxB_FORMAT, GxB_BY_COL),
                            GrB_Matrix_set_INT32(A, GxB_BITMAP, GxB_SPARSITY_CONTROL),
                            GxB_Desc_set(d, GxB_AxB_METHOD, GxB_AxB_DOT),
                            GxB_Desc_set(d, GxB_NTHREADS, 2),
                            GrB_Descriptor_set(d, GxB_AxB_METHOD, GxB_AxB_DOT),
                            GxB_Context_set(context, GxB_NTHREADS, 2)};
    return all[0];
}
END
"${compile_cpp[@]}" -fsyntax-only "$folder/options.cpp"

# program CALL...: a function that makes these calls.
program() {
    cat <<'END'
#include <GraphBLAS.h>
struct point {
    int x;
};
void calls(GrB_Vector w, GrB_Matrix A, GrB_Scalar s, GrB_Type type, GrB_Descriptor desc, GxB_Context context,
           GxB_IndexBinaryOp index_op, struct point *p, const double *reals, GrB_Index *I, GrB_Index n);
void calls(GrB_Vector w, GrB_Matrix A, GrB_Scalar s, GrB_Type type, GrB_Descriptor desc, GxB_Context context,
           GxB_IndexBinaryOp index_op, struct point *p, const double *reals, GrB_Index *I, GrB_Index n)
{
    GxB_Option_Field field = GxB_CHUNK;
    double x = 0;
    (void)w, (void)A, (void)s, (void)type, (void)desc, (void)context, (void)p, (void)reals, (void)I, (void)n, (void)x;
    (void)field, (void)index_op;
END
    printf '    (void)%s;\n' "$@"
    echo '}'
}

# Each goes to another function: CALL, a tab, FUNCTION.
right='GrB_free(&A)	Matrix_free
GrB_free((GxB_Container *)p)	GxB_Container_free
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
GrB_free(&context)	GxB_Context_free
GrB_wait(context, GrB_COMPLETE)	GxB_Context_wait
GrB_error((const char **)p, context)	GxB_Context_error
GrB_get(context, &p->x, GxB_NTHREADS)	GxB_Context_get_INT
GrB_set(context, 3, GxB_NTHREADS)	GxB_Context_set_INT
GrB_get((void *)p, &p->x, GrB_EL_TYPE_CODE, 8)	GxB_Serialized_get_INT32
GrB_get((const void *)p, (char *)p, GrB_EL_TYPE_STRING, 8)	GxB_Serialized_get_String
GrB_get(p, s, GxB_FORMAT, 8)	GxB_Serialized_get_Scalar
GrB_set(context, s, GxB_CHUNK)	GxB_Context_set_Scalar
GrB_set(GrB_GLOBAL, GxB_JIT_ON, GxB_JIT_C_CONTROL)	Global_set_INT32
GxB_set(GxB_NTHREADS, 4)	GxB_Global_Option_set
GxB_get(field, &x)	GxB_Global_Option_get
GxB_set(A, GxB_SPARSITY_CONTROL, GxB_BITMAP)	GxB_Matrix_Option_set
GxB_get(A, GxB_SPARSITY_STATUS, &p->x)	GxB_Matrix_Option_get
GxB_set(w, GxB_SPARSITY_CONTROL, GxB_BITMAP)	GxB_Vector_Option_set
GxB_get(w, GxB_SPARSITY_STATUS, &p->x)	GxB_Vector_Option_get
GxB_set(desc, GxB_AxB_METHOD, GxB_AxB_DOT)	GxB_Desc_set
GxB_get(desc, GrB_MASK, &p->x)	GxB_Desc_get
GxB_set(context, GxB_NTHREADS, 4)	GxB_Context_set
GxB_get(context, GxB_NTHREADS, &p->x)	GxB_Context_get
GxB_print(context, GxB_SHORT)	GxB_Context_fprint
GrB_Monoid_new((GrB_Monoid *)p, GrB_PLUS_FP64, 0.0)	Monoid_new_FP64
GxB_Monoid_terminal_new((GrB_Monoid *)p, GrB_PLUS_FP64, 0.0, 1.0)	GxB_Monoid_terminal_new_FP64
GxB_Monoid_terminal_new((GrB_Monoid *)p, GrB_PLUS_FP64, (void *)p, NULL)	GxB_Monoid_terminal_new_UDT
GxB_Scalar_setElement(s, 1u)	Scalar_setElement_UINT32
GxB_Scalar_extractElement(&p->x, s)	Scalar_extractElement_INT32
GrB_Scalar_setElement(s, 1)	Scalar_setElement_INT32
GrB_Scalar_extractElement(&x, s)	Scalar_extractElement_FP64
GrB_Vector_build(w, I, reals, 3, NULL)	Vector_build_FP64
GrB_Vector_setElement(w, s, 0)	Vector_setElement_Scalar
GrB_Vector_setElement(w, (signed char)1, 0)	Vector_setElement_INT8
GrB_Vector_setElement(w, (bool)1, 0)	Vector_setElement_BOOL
GrB_Vector_setElement(w, 1ull, 0)	Vector_setElement_UINT64
GrB_Vector_setElement(w, 1.f, 0)	Vector_setElement_FP32
GrB_Vector_setElement(w, p, 0)	Vector_setElement_UDT
GrB_Vector_build(w, I, (const struct point *)p, 3, NULL)	Vector_build_UDT
GrB_Vector_extractElement(p, w, 0)	Vector_extractElement_UDT
GrB_Matrix_extractTuples(I, I, p, &n, A)	Matrix_extractTuples_UDT
GrB_Monoid_new((GrB_Monoid *)p, GrB_PLUS_FP64, (const void *)p)	Monoid_new_UDT
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
GrB_extract(w, NULL, NULL, w, w, NULL)	GxB_Vector_extract_Vector
GrB_extract(A, NULL, NULL, A, w, w, NULL)	GxB_Matrix_extract_Vector
GrB_extract(w, NULL, NULL, A, w, 0, NULL)	GxB_Col_extract_Vector
GrB_assign(w, NULL, NULL, w, w, desc)	GxB_Vector_assign_Vector
GrB_assign(w, NULL, NULL, s, w, NULL)	GxB_Vector_assign_Scalar_Vector
GrB_assign(A, NULL, NULL, A, w, w, NULL)	GxB_Matrix_assign_Vector
GrB_assign(A, NULL, NULL, s, w, w, NULL)	GxB_Matrix_assign_Scalar_Vector
GrB_assign(A, NULL, NULL, w, w, 0, NULL)	GxB_Col_assign_Vector
GrB_assign(A, NULL, NULL, w, 0, w, NULL)	GxB_Row_assign_Vector
GxB_subassign(w, NULL, NULL, w, w, desc)	GxB_Vector_subassign_Vector
GxB_subassign(A, NULL, NULL, s, w, w, NULL)	GxB_Matrix_subassign_Scalar_Vector
GxB_subassign(A, NULL, NULL, w, 0, w, NULL)	GxB_Row_subassign_Vector
GrB_Vector_build(w, w, w, GrB_PLUS_FP64, desc)	GxB_Vector_build_Vector
GrB_Vector_build(w, w, s, desc)	GxB_Vector_build_Scalar_Vector
GrB_Vector_build(w, I, s, 3)	GxB_Vector_build_Scalar
GrB_Vector_extractTuples(w, w, w, desc)	GxB_Vector_extractTuples_Vector
GrB_Matrix_build(A, w, w, w, GxB_IGNORE_DUP, desc)	GxB_Matrix_build_Vector
GrB_Matrix_build(A, w, w, s, desc)	GxB_Matrix_build_Scalar_Vector
GrB_Matrix_build(A, I, I, s, 3)	GxB_Matrix_build_Scalar
GrB_Matrix_extractTuples(w, w, w, A, desc)	GxB_Matrix_extractTuples_Vector
GrB_assign(w, NULL, NULL, w, I, n, NULL)	Vector_assign
GrB_assign(w, NULL, NULL, 1, GrB_ALL, n, GrB_DESC_S)	Vector_assign_INT32
GrB_assign(A, NULL, NULL, w, I, n, 0, NULL)	Col_assign
GrB_assign(A, NULL, NULL, w, 0, GrB_ALL, n, NULL)	Row_assign
GrB_assign(A, NULL, NULL, A, GrB_ALL, n, I, n, NULL)	Matrix_assign
GrB_assign(A, NULL, NULL, s, GrB_ALL, n, I, n, NULL)	Matrix_assign_Scalar
GrB_assign(A, NULL, NULL, p, GrB_ALL, n, I, n, NULL)	Matrix_assign_UDT
GrB_apply(w, NULL, NULL, GrB_ABS_FP64, w, NULL)	Vector_apply
GrB_apply(A, NULL, NULL, GrB_PLUS_FP64, s, A, NULL)	Matrix_apply_BinaryOp1st_Scalar
GrB_apply(w, NULL, NULL, GrB_PLUS_FP64, w, x, NULL)	Vector_apply_BinaryOp2nd_FP64
GrB_apply(A, NULL, NULL, GrB_ROWINDEX_INT64, A, -1L, NULL)	Matrix_apply_IndexOp_INT64
GrB_select(A, NULL, NULL, GrB_TRIL, A, -1, NULL)	Matrix_select_INT32
GrB_reduce(&x, NULL, GrB_PLUS_MONOID_FP64, A, NULL)	Matrix_reduce_FP64
GrB_reduce(p, NULL, GrB_PLUS_MONOID_FP64, w, NULL)	Vector_reduce_UDT
GrB_reduce(s, NULL, GrB_PLUS_FP64, w, NULL)	Vector_reduce_BinaryOp_Scalar
GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, NULL)	Matrix_reduce_Monoid
GrB_free((GxB_SelectOp *)p)	GxB_SelectOp_free
GrB_wait(GxB_TRIL, GrB_COMPLETE)	GxB_SelectOp_wait
GrB_free(&index_op)	GxB_IndexBinaryOp_free
GrB_wait(index_op, GrB_COMPLETE)	GxB_IndexBinaryOp_wait
GrB_error((const char **)p, index_op)	GxB_IndexBinaryOp_error
GrB_get(index_op, &p->x, GxB_THETA_TYPE_CODE)	GxB_IndexBinaryOp_get_INT32
GrB_get(index_op, (char *)p, GxB_THETA_TYPE_STRING)	GxB_IndexBinaryOp_get_String
GrB_set(index_op, "f", GxB_JIT_C_NAME)	GxB_IndexBinaryOp_set_String
GxB_print(index_op, GxB_SHORT)	GxB_IndexBinaryOp_fprint
GrB_error((const char **)p, GxB_TRIL)	GxB_SelectOp_error
GxB_print(GxB_TRIL, GxB_SILENT)	GxB_SelectOp_fprint
GxB_subassign(w, NULL, NULL, w, I, n, NULL)	GxB_Vector_subassign
GxB_subassign(w, NULL, NULL, 1.5, I, GxB_RANGE, NULL)	GxB_Vector_subassign_FP64
GxB_subassign(A, NULL, NULL, w, I, n, 0, NULL)	GxB_Col_subassign
GxB_subassign(A, NULL, NULL, w, 0, GrB_ALL, n, NULL)	GxB_Row_subassign
GxB_subassign(A, NULL, NULL, A, GrB_ALL, n, I, n, NULL)	GxB_Matrix_subassign
GxB_subassign(A, NULL, NULL, s, GrB_ALL, n, I, n, NULL)	GxB_Matrix_subassign_Scalar
GxB_eWiseUnion(w, NULL, NULL, GrB_PLUS_FP64, w, s, w, s, NULL)	GxB_Vector_eWiseUnion
GxB_eWiseUnion(A, NULL, NULL, GrB_PLUS_FP64, A, s, A, s, NULL)	GxB_Matrix_eWiseUnion
GxB_select(w, NULL, NULL, GxB_TRIL, w, NULL, NULL)	GxB_Vector_select
GxB_select(A, NULL, NULL, GxB_TRIL, A, s, NULL)	GxB_Matrix_select
GxB_sort(NULL, w, GrB_LT_FP64, w, NULL)	GxB_Vector_sort
GxB_sort(A, NULL, GrB_LT_FP64, A, NULL)	GxB_Matrix_sort
GxB_resize(w, n)	Vector_resize
GxB_resize(A, n, 3)	Matrix_resize'
mapfile -t calls < <(cut -f1 <<<"$right")
program "${calls[@]}" >"$folder/right.c"
cp "$folder/right.c" "$folder/right.cpp"
"${compile[@]}" -c -o "$folder/right.o" "$folder/right.c"
"${compile_cpp[@]}" -c -o "$folder/right_cpp.o" "$folder/right.cpp"
# Functions are those among the undefined names that have a small letter behind the kind.
functions() {
    nm -u "$1" | sed -nE 's/^ *U _*(GrB_|(GxB_))(.*[a-z].*)/\2\3/p' | sort
}
for object in right.o right_cpp.o; do
    if ! diff <(cut -f2 <<<"$right" | sort) <(functions "$folder/$object"); then
        echo "^ < functions that the calls should go to, > those that they do ($object)"
        exit 1
    fi
done

wrong='GrB_free(A)
GrB_wait(&A, GrB_COMPLETE)
GrB_get(A, &x, GrB_NAME)
GrB_set(A, x, GrB_NAME)
GrB_set(A, n, GrB_NAME)
GrB_set(A, 1)
GrB_Vector_setElement(w, *p, 0)
GrB_Vector_setElement(w, A, 0)
GrB_Vector_build(w, I, *p, 3, NULL)
GrB_Vector_build(w, I, 7, 3, NULL)
GrB_Vector_build(w, I, w, 3, NULL)
GrB_Vector_extractElement(x, w, 0)
GrB_Vector_extractElement(0, w, 0)
GrB_Vector_extractElement(w, w, 0)
GrB_Vector_extractElement((const void *)p, w, 0)
GrB_Monoid_new((GrB_Monoid *)p, GrB_PLUS_FP64, *p)
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
GrB_reduce(w, 0, 0, GrB_PLUS_MONOID_FP64, w, 0)
GrB_extract(w, 0, 0, A, w, 0)
GrB_extract(A, 0, 0, w, w, w, 0)
GrB_assign(w, 0, 0, 1, w, 0)
GrB_assign(A, 0, 0, 1, w, w, 0)
GrB_Vector_build(w, w, w, 3)
GrB_Matrix_build(A, I, I, w, NULL, 0)
GrB_Matrix_extractTuples(I, I, w, A, 0)
GxB_subassign(w, 0, 0, A, I, 3, 0)
GxB_subassign(A, 0, 0, w, n, 3, n, 0)
GxB_eWiseUnion(w, 0, 0, GrB_PLUS_FP64, A, s, w, s, 0)
GxB_select(w, 0, 0, GxB_TRIL, A, s, 0)
GxB_resize(s, n)
GxB_resize(A, n)'
while IFS= read -r call; do
    program "$call" >"$folder/wrong.c"
    if "${compile[@]}" -w -fsyntax-only "$folder/wrong.c" 2>/dev/null; then
        echo "$call compiles, and should not"
        exit 1
    fi
done <<<"$wrong"

# In C++ all at once: there is an error about each line. (A pointer to any type is the address of a value.)
mapfile -t calls < <(grep -v ', p,' <<<"$wrong")
program "${calls[@]}" >"$folder/wrong.cpp"
errors=$("${compile_cpp[@]}" -w -fmax-errors=0 -fsyntax-only "$folder/wrong.cpp" 2>&1 || true)
while IFS=: read -r line call; do
    if ! grep -q "wrong.cpp:$line:" <<<"$errors"; then
        echo "$call compiles in C++, and should not"
        exit 1
    fi
done < <(grep -n '^    (void)G' "$folder/wrong.cpp")

/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/graphblas/failing/calls.h"
#include "tests/graphblas/failing/objects.h"

#define MAX_FAILURES 1000

/* ------------------------------------------------------------------------------------------------
 * Memory that ends
 */

static struct {
    const failing_memory *memory;
    long calls, fail_at; /* the call of that number fails; -1: none */
    long live;
} ledger;

static GrB_Info init_with(const failing_memory *memory, GrB_Mode mode, long fail_at)
{
    assert_int_equal(ledger.live, 0);
    ledger.memory = memory;
    ledger.calls = 0;
    ledger.fail_at = fail_at;
    return memory->init(mode);
}

void *failing_allocate(size_t bytes)
{
    const long call = __atomic_fetch_add(&ledger.calls, 1, __ATOMIC_RELAXED);
    if (call == ledger.fail_at) return NULL;
    void *pointer = ledger.memory->allocate(bytes);
    if (pointer) __atomic_fetch_add(&ledger.live, 1, __ATOMIC_RELAXED);
    return pointer;
}

void failing_release(void *pointer)
{
    assert_non_null(pointer);
    __atomic_fetch_sub(&ledger.live, 1, __ATOMIC_RELAXED);
    ledger.memory->release(pointer);
}

void failing_release_bytes(void **bytes)
{
    if (*bytes) (ledger.memory->release == free ? failing_release : free)(*bytes);
    *bytes = NULL;
}

/* ------------------------------------------------------------------------------------------------
 * Calls
 */

/* Back and forth, so that each makes a new pool. */
static GrB_Info set_threads(void)
{
    const GrB_Info info = GxB_Global_Option_set(GxB_NTHREADS, 3);
    return info == GrB_SUCCESS ? GxB_Global_Option_set(GxB_NTHREADS, 2) : info;
}

static GrB_Info unpack(format f)
{
    o.out.form = f;
    return format_unpack(o.C, &o.out);
}

static GrB_Info unpack_column(void)
{
    o.out_of_vector.form = FORMAT_CSC;
    return format_unpack_vector(o.w, &o.out_of_vector);
}

/* In a semiring of its own: Tropic makes it at its first use. */
static GrB_Info multiply_indexed(void)
{
    GrB_Semiring semiring = NULL;
    GrB_BinaryOp op = NULL;
    GrB_Info info = GxB_BinaryOp_new_IndexOp(&op, o.index_op, o.one);
    if (info == GrB_SUCCESS) info = GrB_Semiring_new(&semiring, GrB_PLUS_MONOID_FP64, op);
    if (info == GrB_SUCCESS) info = GrB_mxm(o.C, NULL, NULL, semiring, o.A, o.B, GrB_DESC_T0);
    ok(GrB_Semiring_free(&semiring));
    ok(GrB_BinaryOp_free(&op));
    return info;
}

/* A vector is made of the matrix for the call, and one column of what it becomes. */
static GrB_Info apply_to_column(void)
{
    GrB_Matrix column = NULL;
    GrB_Info info = GrB_Matrix_new(&column, GrB_FP64, N, 1);
    if (info == GrB_SUCCESS) info = GrB_Matrix_setElement_FP64(column, 2, 1, 0);
    if (info == GrB_SUCCESS) info = GrB_Vector_apply((GrB_Vector)column, NULL, NULL, GrB_MINV_FP64, o.u, NULL);
    if (info == GrB_SUCCESS) info = GrB_Vector_apply(o.w, NULL, NULL, GrB_MINV_FP64, (GrB_Vector)column, NULL);
    ok(GrB_Matrix_free(&column));
    return info;
}

/* Calls with values that take memory of their own. */
static GrB_Info use_large(void)
{
    static char value[1000];
    GrB_Type type = NULL;
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Scalar s = NULL;
    GrB_Vector u = NULL;
    GrB_Info info = GrB_Type_new(&type, sizeof value);
    if (info == GrB_SUCCESS) info = GrB_BinaryOp_new(&op, failing_plus, type, type, type);
    if (info == GrB_SUCCESS) info = GrB_Monoid_new_UDT(&monoid, op, value);
    if (info == GrB_SUCCESS) info = GrB_Scalar_new(&s, type);
    if (info == GrB_SUCCESS) info = GrB_Scalar_setElement_UDT(s, value);
    if (info == GrB_SUCCESS) info = GrB_Vector_new(&u, type, N);
    if (info == GrB_SUCCESS) info = GrB_Vector_setElement_UDT(u, value, 1);
    if (info == GrB_SUCCESS) info = GrB_Vector_assign_Scalar(u, NULL, op, s, GrB_ALL, N, NULL);
    if (info == GrB_SUCCESS) info = GrB_Vector_apply_BinaryOp1st_UDT(u, NULL, NULL, op, value, u, NULL);
    if (info == GrB_SUCCESS) info = GxB_Vector_eWiseUnion(u, NULL, NULL, op, u, s, u, s, NULL);
    if (info == GrB_SUCCESS) info = GrB_Vector_reduce_Monoid_Scalar(s, op, monoid, u, NULL);
    if (info == GrB_SUCCESS) info = GrB_Vector_extractElement_UDT(value, u, 1);
    ok(GrB_Vector_free(&u));
    ok(GrB_Scalar_free(&s));
    ok(GrB_Monoid_free(&monoid));
    ok(GrB_BinaryOp_free(&op));
    ok(GrB_Type_free(&type));
    return info;
}

/* X(name, call) */
#define CALLS(X)                                                                                                       \
    X(matrix_new, GrB_Matrix_new(&o.made, GrB_FP64, N, N))                                                             \
    X(matrix_dup, GrB_Matrix_dup(&o.made, o.A))                                                                        \
    X(matrix_diag, GrB_Matrix_diag(&o.made, o.u, 1))                                                                   \
    X(vector_new, GrB_Vector_new(&o.made_vector, GrB_INT8, N))                                                         \
    X(vector_dup, GrB_Vector_dup(&o.made_vector, o.u))                                                                 \
    X(vector_resize, GrB_Vector_resize(o.w, N + 3))                                                                    \
    X(matrix_resize, GrB_Matrix_resize(o.C, N + 1, N + 2))                                                             \
    X(type_new, GrB_Type_new(&o.made_type, 12))                                                                        \
    X(operator_new, GrB_BinaryOp_new(&o.made_op, failing_plus, GrB_FP64, GrB_FP64, GrB_FP64))                          \
    X(monoid_new, GrB_Monoid_new_FP64(&o.made_monoid, o.plus, 0))                                                      \
    X(monoid_first, GrB_Monoid_new_FP64(&o.made_monoid, GrB_FIRST_FP64, 0))                                            \
    X(monoid_expression, GrB_Monoid_new_FP64(&o.made_monoid, GxB_LOR_FP64, 0))                                         \
    X(set, GrB_Matrix_setElement_FP64(o.C, 9, 1, 2))                                                                   \
    X(set_in_vector, GrB_Vector_setElement_FP64(o.w, 9, 5))                                                            \
    X(mxm, GrB_mxm(o.C, o.B, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.A, GrB_DESC_C))                                \
    X(mxm_user, GrB_mxm(o.C, NULL, o.plus, o.semiring, o.A, o.B, GrB_DESC_T0))                                         \
    X(mxv, GrB_mxv(o.w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_INT32, o.A, o.v, NULL))                                      \
    X(vxm, GrB_vxm(o.w, o.v, GrB_PLUS_FP64, o.semiring, o.u, o.A, GrB_DESC_R))                                         \
    X(mxm_places, GrB_mxm(o.C, o.B, GrB_PLUS_FP64, GxB_PLUS_FIRSTI_INT64, o.A, o.B, NULL))                             \
    X(mxv_places, GrB_mxv(o.w, NULL, NULL, GxB_MAX_SECONDJ1_INT32, o.A, o.u, NULL))                                    \
    X(add, GrB_Matrix_eWiseAdd_BinaryOp(o.C, NULL, NULL, GrB_PLUS_INT32, o.A, o.B, NULL))                              \
    X(add_mixed, GrB_Matrix_eWiseAdd_BinaryOp(o.C, NULL, NULL, GrB_EQ_INT32, o.A, o.B, NULL))                          \
    X(multiply, GrB_Vector_eWiseMult_BinaryOp(o.w, o.v, NULL, o.plus, o.u, o.v, NULL))                                 \
    X(add_vectors_mixed, GrB_Vector_eWiseAdd_BinaryOp(o.w, o.v, NULL, GrB_LT_INT32, o.u, o.v, NULL))                   \
    X(extract, GrB_Matrix_extract(o.C, NULL, NULL, o.A, o.ids, N, GrB_ALL, N, NULL))                                   \
    X(extract_column, GrB_Col_extract(o.w, NULL, NULL, o.A, GrB_ALL, N, 2, NULL))                                      \
    X(extract_vector, GrB_Vector_extract(o.w, NULL, NULL, o.u, o.ids, N, NULL))                                        \
    X(assign, GrB_Matrix_assign(o.C, NULL, GrB_PLUS_INT32, o.A, o.ids, N, GrB_ALL, N, NULL))                           \
    X(assign_row, GrB_Row_assign(o.C, NULL, NULL, o.u, 1, GrB_ALL, N, NULL))                                           \
    X(assign_vector, GrB_Vector_assign(o.w, o.v, NULL, o.u, o.ids, N, GrB_DESC_R))                                     \
    X(assign_value, GrB_Matrix_assign_FP32(o.C, o.B, GrB_PLUS_INT32, 1.5F, o.ids, 2, GrB_ALL, N, NULL))                \
    X(assign_empty, GrB_Vector_assign_Scalar(o.w, NULL, NULL, o.s, o.ids, 2, NULL))                                    \
    X(assign_twice, GrB_Vector_assign(o.w, o.u, GrB_MINUS_FP64, o.v, (GrB_Index[N]){1, 2, 1, 3, 3, 1}, N, NULL))       \
    X(assign_often, GrB_Vector_assign(o.w, NULL, GrB_PLUS_FP64, o.many, o.twos, MANY, NULL))                           \
    X(assign_last, GrB_Matrix_assign(o.C, o.B, NULL, o.A, (GrB_Index[N]){0, 0, 1, 2, 1, 3}, N, GrB_ALL, N, NULL))      \
    X(assign_rows_twice,                                                                                               \
      GrB_Matrix_assign(o.C, NULL, GrB_MINUS_FP64, o.A, (GrB_Index[N]){0, 0, 1, 2, 1, 3}, N, GrB_ALL, N, NULL))        \
    X(assign_rows_often, GrB_Matrix_assign(o.C, NULL, GrB_PLUS_FP64, o.A, o.twos, N, o.twos, N, GrB_DESC_T0))          \
    X(subassign, GxB_Vector_subassign(o.w, o.v, NULL, o.u, o.ids, N, GrB_DESC_R))                                      \
    X(subassign_value, GxB_Matrix_subassign_FP32(o.C, o.B, GrB_PLUS_INT32, 1.5F, GrB_ALL, N, o.ids, N, NULL))          \
    X(subassign_range, GxB_Row_subassign(o.C, o.v, NULL, o.u, 1, (GrB_Index[]){N - 1, 0, 1}, GxB_BACKWARDS, NULL))     \
    X(unite, GxB_Vector_eWiseUnion(o.w, o.v, NULL, GrB_MINUS_FP64, o.u, o.one, o.v, o.one, NULL))                      \
    X(unite_matrices, GxB_Matrix_eWiseUnion(o.C, NULL, NULL, GrB_MINUS_FP64, o.A, o.one, o.B, o.one, GrB_DESC_T0))     \
    X(index_binary_operator,                                                                                           \
      GxB_IndexBinaryOp_new(&o.made_index_op, failing_indexed, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, "f", "a text")) \
    X(operator_of_index_op, GxB_BinaryOp_new_IndexOp(&o.made_op, o.index_op, o.one))                                   \
    X(multiply_indexed, multiply_indexed())                                                                            \
    X(multiply_elements_indexed, GrB_Matrix_eWiseMult_BinaryOp(o.C, NULL, NULL, o.indexed, o.A, o.B, GrB_DESC_T1))     \
    X(select_operator, GxB_SelectOp_new(&o.made_select, failing_odd_row, NULL, NULL))                                  \
    X(select_by_operator, GxB_Matrix_select(o.C, NULL, NULL, o.select, o.A, NULL, NULL))                               \
    X(apply, GrB_Matrix_apply(o.C, NULL, NULL, GrB_MINV_FP64, o.A, GrB_DESC_T0))                                       \
    X(apply_first, GrB_Vector_apply_BinaryOp1st_INT8(o.w, NULL, NULL, o.plus, 3, o.v, NULL))                           \
    X(select, GrB_Matrix_select_INT64(o.C, NULL, NULL, GrB_TRIL, o.A, 0, NULL))                                        \
    X(select_by_numbers, GrB_Matrix_select_INT64(o.C, NULL, NULL, GrB_ROWINDEX_INT64, o.A, -1, NULL))                  \
    X(reduce_rows, GrB_Matrix_reduce_Monoid(o.w, NULL, NULL, o.monoid, o.A, NULL))                                     \
    X(reduce, GrB_Matrix_reduce_FP64(o.values, NULL, GrB_PLUS_MONOID_FP64, o.A, NULL))                                 \
    X(transpose, GrB_transpose(o.C, o.B, GrB_MIN_FP64, o.A, NULL))                                                     \
    X(tuples, GrB_Matrix_extractTuples_INT32(o.ids, NULL, (int32_t[N]){0}, &(GrB_Index){N}, o.A))                      \
    X(import,                                                                                                          \
      GrB_Matrix_import_FP64(&o.made, GrB_FP64, N, N, o.offsets, o.ids, o.values, N + 1, N, N, GrB_CSC_FORMAT))        \
    X(export, GrB_Matrix_export_FP64(o.offsets, o.ids, o.values, &(GrB_Index){N + 1}, &(GrB_Index){N},                 \
                                     &(GrB_Index){N}, GrB_CSC_FORMAT, o.A))                                            \
    X(serialize, GrB_Matrix_serialize(o.bytes, &(GrB_Index){sizeof o.bytes}, o.A))                                     \
    X(deserialize, GrB_Matrix_deserialize(&o.made, NULL, o.bytes, o.size))                                             \
    X(sort, GxB_Matrix_sort(o.C, NULL, GrB_LT_FP64, o.A, NULL))                                                        \
    X(build_scalar, GxB_Matrix_build_Scalar(o.none, o.ids, o.ids, o.scalar, 3))                                        \
    X(build_vector_scalar, GxB_Vector_build_Scalar(o.none_of_vector, o.ids, o.scalar, 3))                              \
    X(extract_list, GxB_Matrix_extract_Vector(o.C, NULL, NULL, o.A, o.v, NULL, NULL))                                  \
    X(assign_list, GxB_Vector_assign_Scalar_Vector(o.w, NULL, NULL, o.one, o.u, NULL))                                 \
    X(build_list, GxB_Matrix_build_Vector(o.none, o.u, o.u, o.u, GxB_IGNORE_DUP, NULL))                                \
    X(build_vector_list, GxB_Vector_build_Vector(o.none_of_vector, o.u, o.u, GrB_PLUS_FP64, NULL))                     \
    X(lists_of_entries, GxB_Matrix_extractTuples_Vector(o.none_of_vector, NULL, o.w, o.A, NULL))                       \
    X(vectors_as_matrices, GrB_Matrix_eWiseAdd_BinaryOp((GrB_Matrix)o.w, (GrB_Matrix)o.v, NULL, GrB_PLUS_FP64,         \
                                                        (GrB_Matrix)o.u, (GrB_Matrix)o.v, NULL))                       \
    X(column_as_vector, apply_to_column())                                                                             \
    X(concat, GxB_Matrix_concat(o.C, &o.B, 1, 1, NULL))                                                                \
    X(split, GxB_Matrix_split(&o.made, 1, 1, &(GrB_Index){N}, &(GrB_Index){N}, o.A, NULL))                             \
    X(diag_of_vector, GxB_Matrix_diag(o.C, o.u, 0, NULL))                                                              \
    X(diag_of_matrix, GxB_Vector_diag(o.w, o.A, 0, NULL))                                                              \
    X(reshape, GxB_Matrix_reshape(o.C, true, 4, 9, NULL))                                                              \
    X(reshape_dup, GxB_Matrix_reshapeDup(&o.made, o.A, false, 4, 9, NULL))                                             \
    X(serialize_new, GxB_Matrix_serialize(&o.blob, &o.blob_size, o.A, NULL))                                           \
    X(serialize_vector, GxB_Vector_serialize(&o.blob, &o.blob_size, o.u, NULL))                                        \
    X(deserialize_vector, GxB_Vector_deserialize(&o.made_vector, NULL, o.vector_bytes, o.vector_size, NULL))           \
    X(monoid_terminal, GxB_Monoid_terminal_new_FP64(&o.made_monoid, o.plus, 0, INFINITY))                              \
    X(monoid_identity, GxB_Monoid_identity(o.values, GrB_TIMES_MONOID_FP64))                                           \
    X(attach_rows, GxB_rowIterator_attach(o.walk, o.A, NULL))                                                          \
    X(attach_columns, GxB_colIterator_attach(o.walk, o.A, NULL))                                                       \
    X(attach_vector, GxB_Vector_Iterator_attach(o.walk, o.u, NULL))                                                    \
    X(wait, GrB_Matrix_wait(o.C, GrB_MATERIALIZE))                                                                     \
    X(iterator, GxB_Iterator_new(&o.iterator))                                                                         \
    X(context, GxB_Context_new(&o.context))                                                                            \
    X(text, GxB_Global_Option_set_CHAR(GxB_JIT_ERROR_LOG, "a path"))                                                   \
    X(form, GxB_Matrix_Option_set(o.C, GxB_SPARSITY_CONTROL, GxB_HYPERSPARSE))                                         \
    X(vector_form, GxB_Vector_Option_set(o.w, GxB_SPARSITY_CONTROL, GxB_BITMAP))                                       \
    X(threads, set_threads())                                                                                          \
    X(import_csr, format_import(&o.made, GrB_FP64, N, N, &o.csr, NULL))                                                \
    X(pack_hyper, format_pack(o.C, &o.hyper, NULL))                                                                    \
    X(pack_bitmap, format_pack(o.C, &o.bitmap, NULL))                                                                  \
    X(import_full, format_import(&o.made, GrB_FP64, N, N, &o.full, NULL))                                              \
    X(import_column, format_import_vector(&o.made_vector, GrB_FP64, N, &o.column, NULL))                               \
    X(pack_column, format_pack_vector(o.w, &o.column, NULL))                                                           \
    X(unpack_csr, unpack(FORMAT_CSR))                                                                                  \
    X(unpack_hyper, unpack(FORMAT_HyperCSC))                                                                           \
    X(unpack_bitmap, unpack(FORMAT_BitmapC))                                                                           \
    X(unpack_column, unpack_column())                                                                                  \
    X(load_vector, GxB_Vector_load(o.w, &o.column.x, GrB_FP64, 2, o.column.x_size, GrB_DEFAULT, NULL))                 \
    X(container, GxB_Container_new(&o.container))                                                                      \
    X(unload, GxB_unload_Matrix_into_Container(o.C, o.empty, NULL))                                                    \
    X(load, GxB_load_Matrix_from_Container(o.C, o.filled, NULL))                                                       \
    X(large, use_large())

/* Of large objects. */
#define LARGE_CALLS(X)                                                                                                 \
    X(large_new, GrB_Matrix_new(&o.made, GrB_FP64, LARGE, 3))                                                          \
    X(large_vector_new, GrB_Vector_new(&o.made_vector, GrB_FP64, LARGE))                                               \
    X(large_dup, GrB_Matrix_dup(&o.made, o.large))                                                                     \
    X(large_resize, GrB_Matrix_resize(o.large_out, FAR(3), 1000))                                                      \
    X(large_vector_resize, GrB_Vector_resize(o.large_vector_out, FAR(1)))                                              \
    X(large_set, GrB_Matrix_setElement_FP64(o.large_out, 5, FAR(1), 77))                                               \
    X(large_build, build_large())                                                                                      \
    X(large_tuples, (o.size = 4 * N, GrB_Matrix_extractTuples_FP64(o.ids, NULL, o.values, &o.size, o.large)))          \
    X(large_mxm, GrB_mxm(o.large_out, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o.large, o.far, NULL))                 \
    X(large_places, GrB_mxm(o.large_out, NULL, NULL, GxB_MIN_FIRSTI_INT64, o.large, o.far, NULL))                      \
    X(large_indexed, GrB_mxm(o.large_out, NULL, NULL, o.of_indexed, o.large, o.far, NULL))                             \
    X(large_mxv, GrB_mxv(o.large_vector_out, NULL, NULL, GxB_MIN_SECONDI_INT64, o.far, o.large_vector, NULL))          \
    X(large_add, GrB_Matrix_eWiseAdd_BinaryOp(o.large_out, NULL, NULL, GxB_FIRSTJ_INT64, o.large, o.far, NULL))        \
    X(large_union, GxB_Matrix_eWiseUnion(o.large_out, NULL, NULL, o.indexed, o.large, o.one, o.far, o.one, NULL))      \
    X(large_apply,                                                                                                     \
      GrB_Matrix_apply_IndexOp_INT64(o.large_out, NULL, GrB_PLUS_FP64, GrB_COLINDEX_INT64, o.far, 1, GrB_DESC_T0))     \
    X(large_select, GrB_Matrix_select_INT64(o.large_out, NULL, NULL, GrB_TRIU, o.far, 1, NULL))                        \
    X(large_select_op, GxB_Matrix_select(o.large_out, NULL, NULL, o.select, o.far, NULL, NULL))                        \
    X(large_extract, GrB_Col_extract(o.large_vector_out, NULL, NULL, o.large, GrB_ALL, LARGE, FAR(1), NULL))           \
    X(large_assign,                                                                                                    \
      GrB_Vector_assign(o.large_vector_out, NULL, NULL, o.u, (GrB_Index[]){1, 2, 3, FAR(1), 5, 6}, N, NULL))           \
    X(large_assign_value, GrB_Matrix_assign_FP64(o.large_out, NULL, NULL, 1, (GrB_Index[]){1, FAR(3)}, 2,              \
                                                 (GrB_Index[]){9, FAR(2)}, 2, NULL))                                   \
    X(large_kronecker, kronecker_large())                                                                              \
    X(large_split, GxB_Matrix_split(&o.made, 1, 1, (GrB_Index[]){LARGE}, (GrB_Index[]){LARGE}, o.large, NULL))         \
    X(large_concat, GxB_Matrix_concat(o.large_out, (GrB_Matrix[]){o.large}, 1, 1, NULL))                               \
    X(large_reshape, GxB_Matrix_reshapeDup(&o.made, o.large, true, LARGE, LARGE, NULL))                                \
    X(large_diagonal, GrB_Matrix_diag(&o.made, o.large_vector, 0))                                                     \
    X(large_range, GrB_Vector_assign(o.large_vector_out, NULL, NULL, o.large_vector, (GrB_Index[]){LARGE - 1, 0, 1},   \
                                     GxB_BACKWARDS, NULL))                                                             \
    X(large_part, GrB_Matrix_extract(o.large_out, NULL, NULL, o.large, (GrB_Index[]){LARGE - 1, 0, 1}, GxB_BACKWARDS,  \
                                     GrB_ALL, LARGE, NULL))                                                            \
    X(large_serialize, GxB_Matrix_serialize(&o.blob, &o.blob_size, o.large, NULL))                                     \
    X(large_sort, GxB_Matrix_sort(o.large_out, NULL, GrB_LT_FP64, o.large, NULL))                                      \
    X(large_walk, GxB_colIterator_attach(o.walk, o.large, NULL))

static GrB_Info kronecker_large(void)
{
    GrB_Matrix one = NULL;
    GrB_Info info = GrB_Matrix_new(&one, GrB_FP64, 1, 1);
    if (info == GrB_SUCCESS) info = GrB_Matrix_setElement_FP64(one, 2, 0, 0);
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_kronecker_BinaryOp(o.large_out, NULL, NULL, GxB_FIRSTI_INT64, o.large, one, NULL);
    GrB_Matrix_free(&one);
    return info;
}

static GrB_Info build_large(void)
{
    const GrB_Index ids[] = {FAR(1), FAR(5), 3};
    const double values[] = {1, 2, 3};
    return GrB_Vector_build_FP64(o.large_none, ids, values, 3, NULL);
}

#define DEFINE(name, call)                                                                                             \
    static GrB_Info call_##name(void)                                                                                  \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
CALLS(DEFINE)
LARGE_CALLS(DEFINE)
#undef DEFINE

/* Operators that Tropic makes at their first use; whole numbers all stay as they are. */
static GrB_Info call_first_use(void)
{
    const GrB_UnaryOp all[] = {GxB_FLOOR_FP64, GxB_CEIL_FP64, GxB_ROUND_FP64, GxB_TRUNC_FP64,
                               GxB_FLOOR_FP32, GxB_CEIL_FP32, GxB_ROUND_FP32, GxB_TRUNC_FP32};
    static int used;
    return GrB_Vector_apply(o.w, NULL, NULL, all[used++ % 8], o.u, NULL);
}

/* Calls that go row by row, if rows are long. */
static GrB_Info call_by_rows(void)
{
    GrB_Info info = GrB_mxm(o.C, NULL, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, NULL);
    if (info == GrB_SUCCESS) info = GrB_Matrix_eWiseAdd_BinaryOp(o.C, NULL, NULL, GrB_PLUS_FP64, o.C, o.A, NULL);
    if (info == GrB_SUCCESS) info = GrB_Matrix_assign(o.C, o.B, GrB_PLUS_FP64, o.A, GrB_ALL, N, GrB_ALL, N, GrB_DESC_S);
    if (info == GrB_SUCCESS) info = GrB_Matrix_assign_FP64(o.C, o.A, NULL, 2, GrB_ALL, N, GrB_ALL, N, GrB_DESC_S);
    if (info == GrB_SUCCESS) info = GrB_Matrix_reduce_Monoid(o.w, NULL, NULL, GrB_PLUS_MONOID_FP64, o.C, GrB_DESC_T0);
    return info == GrB_SUCCESS ? GrB_transpose(o.C, NULL, NULL, o.C, NULL) : info;
}

/* With allocation k failed; false: there was no such allocation. */
static bool try_once(const char *name, GrB_Info (*call)(void), long k, failing_picture *wanted)
{
    failing_make_objects();
    const failing_picture before = failing_look();
    ledger.calls = 0;
    ledger.fail_at = k;
    GrB_Info info = call();
    const bool failed = k >= 0 && ledger.calls > k;
    ledger.fail_at = -1;

    if (info == GrB_OUT_OF_MEMORY && failed) {
        const failing_picture after = failing_look();
        if (call != call_by_rows && memcmp(&before, &after, sizeof before) != 0)
            fail_msg("%s: allocation %ld: outputs changed", name, k);
        if (o.made || o.made_vector || o.made_op || o.made_monoid || o.made_type || o.iterator || o.made_select ||
            o.blob || o.context || o.container)
            fail_msg("%s: allocation %ld: an output of a call that failed", name, k);
        failing_free_made();
        info = call();
    }
    /* (A form of a matrix may have gone instead, and the call succeeds.) */
    if (info != GrB_SUCCESS) fail_msg("%s: allocation %ld: %d", name, k, info);
    if (k < 0) *wanted = failing_look();
    const failing_picture after = failing_look();
    if (call != call_by_rows && memcmp(wanted, &after, sizeof after) != 0)
        fail_msg("%s: allocation %ld: another result", name, k);
    failing_free_objects();
    return failed;
}

static long run(const char *name, GrB_Info (*call)(void))
{
    static failing_picture wanted;
    long k = 0;
    try_once(name, call, -1, &wanted);
    while (try_once(name, call, k, &wanted)) assert_in_range(++k, 0, MAX_FAILURES);
    return k;
}

long failing_calls_run(const failing_memory *memory)
{
    long failures = 0;
    ok(init_with(memory, GrB_NONBLOCKING, -1));
#define RUN(name, call) failures += run(#name, call_##name);
    CALLS(RUN)
    LARGE_CALLS(RUN)
#undef RUN
    failures += run("first use", call_first_use);
    failures += run("calls by rows", call_by_rows);
    ok(GrB_finalize());
    assert_int_equal(ledger.live, 0);
    return failures;
}

long failing_init_run(const failing_memory *memory)
{
    GrB_Info info = GrB_OUT_OF_MEMORY;
    long k = -1;
    while (info != GrB_SUCCESS) {
        info = init_with(memory, GrB_BLOCKING, ++k);
        assert_int_equal(info, ledger.calls > k ? GrB_OUT_OF_MEMORY : GrB_SUCCESS);
        assert_int_equal(GrB_finalize(), info == GrB_SUCCESS ? GrB_SUCCESS : GrB_PANIC);
        assert_int_equal(ledger.live, 0);
    }
    return k;
}

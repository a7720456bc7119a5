/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/graphblas/failing_calls.h"
#include "tests/graphblas/cases/formats.h"

#define N 6
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

/* ------------------------------------------------------------------------------------------------
 * Objects
 */

static struct {
    GrB_Matrix A, B, C, made;
    GrB_Vector u, v, w, made_vector;
    GrB_Scalar s;
    GrB_BinaryOp plus;
    GrB_Monoid monoid;
    GrB_Semiring semiring;
    GrB_BinaryOp made_op;
    GrB_Monoid made_monoid;
    GrB_Type made_type;
    GxB_Iterator iterator;
    GxB_Container container, filled, empty; /* of a matrix, and of nothing */
    format_arrays csr, hyper, bitmap, full, column, out, out_of_vector;
    GrB_Index ids[4 * N], offsets[N + 1], size;
    double values[4 * N];
    char bytes[4096];
} o;

static void plus(void *z, const void *x, const void *y)
{
    *(double *)z = *(const double *)x + *(const double *)y;
}

/* Arrays of the library's. */
static void make_arrays(format_arrays *a, format f, GrB_Matrix like)
{
    GrB_Matrix copy;
    ok(GrB_Matrix_dup(&copy, like));
    if (f == FORMAT_FullC) ok(GrB_Matrix_assign_FP64(copy, NULL, NULL, 1, GrB_ALL, N, GrB_ALL, N, NULL));
    a->form = f;
    ok(format_export(&copy, &o.made_type, &o.size, &o.size, a));
    o.made_type = NULL;
}

/* The library has them again. */
static void free_arrays(format_arrays *a)
{
    GrB_Matrix A = NULL;
    if (!a->x) return;
    ok(format_import(&A, GrB_FP64, N, N, a, NULL));
    ok(GrB_Matrix_free(&A));
}

static void free_column(format_arrays *a)
{
    GrB_Vector v = NULL;
    if (!a->i) return;
    ok(GxB_Vector_import_CSC(&v, GrB_FP64, N, &a->i, &a->x, a->i_size, a->x_size, false, 0, false, NULL));
    ok(GrB_Vector_free(&v));
}

static void make_packed(void)
{
    GrB_Matrix copy;
    GrB_Vector column;
    make_arrays(&o.csr, FORMAT_CSR, o.A);
    make_arrays(&o.hyper, FORMAT_HyperCSC, o.A);
    make_arrays(&o.bitmap, FORMAT_BitmapR, o.A);
    make_arrays(&o.full, FORMAT_FullC, o.A);
    o.column.form = FORMAT_CSC;
    ok(GrB_Vector_dup(&column, o.u));
    ok(format_unpack_vector(column, &o.column));
    ok(GrB_Vector_free(&column));
    ok(GxB_Container_new(&o.filled));
    ok(GxB_Container_new(&o.empty));
    ok(GrB_Matrix_dup(&copy, o.A));
    ok(GxB_unload_Matrix_into_Container(copy, o.filled, NULL));
    ok(GrB_Matrix_free(&copy));
}

static void free_packed(void)
{
    free_arrays(&o.csr);
    free_arrays(&o.hyper);
    free_arrays(&o.bitmap);
    free_arrays(&o.full);
    free_column(&o.column);
    ok(GxB_Container_free(&o.filled));
    ok(GxB_Container_free(&o.empty));
}

static void make_objects(void)
{
    memset(&o, 0, sizeof o);
    ok(GrB_Matrix_new(&o.A, GrB_FP64, N, N));
    ok(GrB_Matrix_new(&o.B, GrB_INT32, N, N));
    ok(GrB_Matrix_new(&o.C, GrB_FP64, N, N));
    ok(GrB_Vector_new(&o.u, GrB_FP64, N));
    ok(GrB_Vector_new(&o.v, GrB_INT32, N));
    ok(GrB_Vector_new(&o.w, GrB_FP64, N));
    ok(GrB_Scalar_new(&o.s, GrB_FP64));
    for (GrB_Index i = 0; i < N; i++) {
        ok(GrB_Matrix_setElement_FP64(o.A, (double)i + 0.5, i, (i + 1) % N));
        ok(GrB_Matrix_setElement_INT32(o.B, (int32_t)i, i, (i * i) % N));
        ok(GrB_Matrix_setElement_FP64(o.C, 2, i, i));
        if (i % 2) ok(GrB_Vector_setElement_FP64(o.u, (double)i, i));
        ok(GrB_Vector_setElement_INT32(o.v, (int32_t)i, i));
        if (i < 3) ok(GrB_Vector_setElement_FP64(o.w, 7, i));
        o.ids[i] = i;
        o.offsets[i] = i;
        o.values[i] = (double)i;
    }
    o.offsets[N] = N;
    ok(GrB_Matrix_wait(o.A, GrB_MATERIALIZE));
    ok(GrB_BinaryOp_new(&o.plus, plus, GrB_FP64, GrB_FP64, GrB_FP64));
    ok(GrB_Monoid_new_FP64(&o.monoid, o.plus, 0));
    ok(GrB_Semiring_new(&o.semiring, o.monoid, GrB_TIMES_FP64));
    make_packed();
    o.size = sizeof o.bytes;
    ok(GrB_Matrix_serialize(o.bytes, &o.size, o.A));
}

static void free_made(void)
{
    ok(GrB_Matrix_free(&o.made));
    ok(GrB_Vector_free(&o.made_vector));
    ok(GrB_Monoid_free(&o.made_monoid));
    ok(GrB_BinaryOp_free(&o.made_op));
    ok(GrB_Type_free(&o.made_type));
    ok(GxB_Iterator_free(&o.iterator));
    ok(GxB_Container_free(&o.container));
    free_arrays(&o.out);
    free_column(&o.out_of_vector);
}

static void free_objects(void)
{
    free_made();
    free_packed();
    ok(GrB_Matrix_free(&o.A));
    ok(GrB_Matrix_free(&o.B));
    ok(GrB_Matrix_free(&o.C));
    ok(GrB_Vector_free(&o.u));
    ok(GrB_Vector_free(&o.v));
    ok(GrB_Vector_free(&o.w));
    ok(GrB_Scalar_free(&o.s));
    ok(GrB_Semiring_free(&o.semiring));
    ok(GrB_Monoid_free(&o.monoid));
    ok(GrB_BinaryOp_free(&o.plus));
}

/* The contents of the outputs: matrices, vectors and arrays. */
typedef struct picture {
    double C[N][N], w[N];
    bool has_C[N][N], has_w[N];
    GrB_Index made, made_in_vector; /* how many entries */
    bool packed[8];                 /* which arrays are there */
    GrB_Index ids[4 * N];
    double values[4 * N];
    char bytes[4096];
} picture;

static picture look(void)
{
    picture p;
    memset(&p, 0, sizeof p);
    for (GrB_Index i = 0; i < N; i++) {
        GrB_Index n;
        ok(GrB_Vector_size(&n, o.w));
        p.has_w[i] = i < n && GrB_Vector_extractElement_FP64(&p.w[i], o.w, i) == GrB_SUCCESS;
        for (GrB_Index j = 0; j < N; j++)
            p.has_C[i][j] = GrB_Matrix_extractElement_FP64(&p.C[i][j], o.C, i, j) == GrB_SUCCESS;
    }
    if (o.made) ok(GrB_Matrix_nvals(&p.made, o.made));
    if (o.made_vector) ok(GrB_Vector_nvals(&p.made_in_vector, o.made_vector));
    const void *const packed[] = {o.csr.x,    o.hyper.x, o.bitmap.x, o.full.x,
                                  o.column.x, o.out.p,   o.out.x,    o.out_of_vector.x};
    for (size_t k = 0; k < sizeof packed / sizeof *packed; k++) p.packed[k] = packed[k];
    memcpy(p.ids, o.ids, sizeof p.ids);
    memcpy(p.values, o.values, sizeof p.values);
    memcpy(p.bytes, o.bytes, sizeof p.bytes);
    return p;
}

/* ------------------------------------------------------------------------------------------------
 * Calls
 */

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
    X(operator_new, GrB_BinaryOp_new(&o.made_op, plus, GrB_FP64, GrB_FP64, GrB_FP64))                                  \
    X(monoid_new, GrB_Monoid_new_FP64(&o.made_monoid, o.plus, 0))                                                      \
    X(monoid_first, GrB_Monoid_new_FP64(&o.made_monoid, GrB_FIRST_FP64, 0))                                            \
    X(set, GrB_Matrix_setElement_FP64(o.C, 9, 1, 2))                                                                   \
    X(set_in_vector, GrB_Vector_setElement_FP64(o.w, 9, 5))                                                            \
    X(mxm, GrB_mxm(o.C, o.B, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.A, GrB_DESC_C))                                \
    X(mxm_user, GrB_mxm(o.C, NULL, o.plus, o.semiring, o.A, o.B, GrB_DESC_T0))                                         \
    X(mxv, GrB_mxv(o.w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_INT32, o.A, o.v, NULL))                                      \
    X(vxm, GrB_vxm(o.w, o.v, GrB_PLUS_FP64, o.semiring, o.u, o.A, GrB_DESC_R))                                         \
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
    X(iterator, GxB_Iterator_new(&o.iterator))                                                                         \
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
    X(load, GxB_load_Matrix_from_Container(o.C, o.filled, NULL))

#define DEFINE(name, call)                                                                                             \
    static GrB_Info call_##name(void)                                                                                  \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
CALLS(DEFINE)
#undef DEFINE

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
static bool try_once(const char *name, GrB_Info (*call)(void), long k, picture *wanted)
{
    make_objects();
    const picture before = look();
    ledger.calls = 0;
    ledger.fail_at = k;
    GrB_Info info = call();
    const bool failed = k >= 0 && ledger.calls > k;
    ledger.fail_at = -1;

    if (info == GrB_OUT_OF_MEMORY && failed) {
        const picture after = look();
        if (call != call_by_rows && memcmp(&before, &after, sizeof before) != 0)
            fail_msg("%s: allocation %ld: outputs changed", name, k);
        if (o.made || o.made_vector || o.made_op || o.made_monoid || o.made_type || o.iterator || o.container)
            fail_msg("%s: allocation %ld: an output of a call that failed", name, k);
        free_made();
        info = call();
    }
    /* (A form of a matrix may have gone instead, and the call succeeds.) */
    if (info != GrB_SUCCESS) fail_msg("%s: allocation %ld: %d", name, k, info);
    if (k < 0) *wanted = look();
    const picture after = look();
    if (call != call_by_rows && memcmp(wanted, &after, sizeof after) != 0)
        fail_msg("%s: allocation %ld: another result", name, k);
    free_objects();
    return failed;
}

static long run(const char *name, GrB_Info (*call)(void))
{
    static picture wanted;
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
#undef RUN
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

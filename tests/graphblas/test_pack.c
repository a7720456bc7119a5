/* SPDX-License-Identifier: Apache-2.0
 *
 * Import, pack, export and unpack, in each format and of each type, with the caller's own memory, of which nothing
 * leaks.
 */
#include "tests/graphblas/cases/formats.h"
#include "tests/graphblas/common.h"

/* ------------------------------------------------------------------------------------------------
 * Memory and matrices
 */

static long live;

static void *count_allocate(size_t bytes)
{
    __atomic_fetch_add(&live, 1, __ATOMIC_RELAXED);
    return malloc(bytes);
}

static void count_release(void *pointer)
{
    assert_non_null(pointer);
    __atomic_fetch_sub(&live, 1, __ATOMIC_RELAXED);
    free(pointer);
}

static GrB_Type triple; /* of three bytes */
static GrB_Descriptor secure;

static int open_library(GrB_Info info)
{
    ok(info);
    ok(GrB_Type_new(&triple, 3));
    ok(GrB_Descriptor_new(&secure));
    return GrB_Descriptor_set(secure, GxB_IMPORT, GxB_SECURE_IMPORT) == GrB_SUCCESS ? 0 : -1;
}

static int setup_counting(void **state)
{
    choose_device();
    format_allocate = count_allocate;
    format_release = count_release;
    return open_library(GxB_init(GrB_NONBLOCKING, count_allocate, NULL, NULL, count_release));
}

static int setup_plain(void **state)
{
    choose_device();
    format_allocate = malloc;
    format_release = free;
    return open_library(GrB_init(GrB_NONBLOCKING));
}

static int close_library(void **state)
{
    ok(GrB_Type_free(&triple));
    ok(GrB_Descriptor_free(&secure));
    ok(GrB_finalize());
    assert_int_equal(live, 0);
    return 0;
}

static size_t size_of(GrB_Type type)
{
    size_t size;
    ok(GrB_Type_get_SIZE(type, &size, GrB_SIZE));
    return size;
}

/* About `part` of 4 places have an entry. */
static dense draw(uint64_t *random, GrB_Type type, GrB_Index rows, GrB_Index cols, int part)
{
    dense d = dense_new(rows, cols, size_of(type));
    for (GrB_Index k = 0; k < rows * cols; k++) {
        d.has[k] = test_below(random, 4) < part;
        for (size_t b = 0; d.has[k] && b < d.size; b++)
            d.values[k * d.size + b] = (char)(type == GrB_BOOL ? test_below(random, 2) : test_below(random, 120));
    }
    return d;
}

static GrB_Info get(GrB_Matrix A, GrB_Type type, GrB_Index i, GrB_Index j, void *value)
{
#define GET(T, C_TYPE)                                                                                                 \
    if (type == GrB_##T) return GrB_Matrix_extractElement_##T(value, A, i, j);
    TEST_EACH_TYPE(GET)
#undef GET
    return GrB_Matrix_extractElement_UDT(value, A, i, j);
}

static GrB_Info get_from_vector(GrB_Vector v, GrB_Type type, GrB_Index i, void *value)
{
#define GET(T, C_TYPE)                                                                                                 \
    if (type == GrB_##T) return GrB_Vector_extractElement_##T(value, v, i);
    TEST_EACH_TYPE(GET)
#undef GET
    return GrB_Vector_extractElement_UDT(value, v, i);
}

static void same(GrB_Matrix A, GrB_Type type, const dense *d)
{
    GrB_Index rows, cols, count;
    ok(GrB_Matrix_nrows(&rows, A));
    ok(GrB_Matrix_ncols(&cols, A));
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(rows, d->rows);
    assert_int_equal(cols, d->cols);
    assert_int_equal(count, dense_count(d));
    for (GrB_Index i = 0; i < rows; i++)
        for (GrB_Index j = 0; j < cols; j++) {
            char value[8];
            const bool has = d->has[i * cols + j];
            assert_int_equal(get(A, type, i, j, value), has ? GrB_SUCCESS : GrB_NO_VALUE);
            if (has) assert_memory_equal(value, dense_at(d, i, j), d->size);
        }
}

static void same_vector(GrB_Vector v, GrB_Type type, const dense *d)
{
    GrB_Index n, count;
    ok(GrB_Vector_size(&n, v));
    ok(GrB_Vector_nvals(&count, v));
    assert_int_equal(n, d->rows);
    assert_int_equal(count, dense_count(d));
    for (GrB_Index i = 0; i < n; i++) {
        char value[8];
        assert_int_equal(get_from_vector(v, type, i, value), d->has[i] ? GrB_SUCCESS : GrB_NO_VALUE);
        if (d->has[i]) assert_memory_equal(value, dense_at(d, i, 0), d->size);
    }
}

static void gone(const format_arrays *a)
{
    assert_true(!a->p && !a->h && !a->i && !a->b && !a->x);
}

/* The arrays are those entries, without spare room; they are freed. */
static void are(format_arrays *a, const dense *d, bool vector)
{
    dense read = dense_new(d->rows, d->cols, d->size);
    assert_false(a->iso || a->jumbled);
    assert_true(format_read(a, &read, vector));
    assert_true(format_is_tight(a, d, vector));
    assert_memory_equal(read.has, d->has, d->rows * d->cols + 1);
    assert_memory_equal(read.values, d->values, (d->rows * d->cols + 1) * d->size);
    dense_free(&read);
}

/* ------------------------------------------------------------------------------------------------
 * There and back
 */

/* Has it turned, so that it lies by rows and by columns. */
static void use(GrB_Matrix A, GrB_Type type, const dense *d)
{
    GrB_Matrix B;
    ok(GrB_Matrix_new(&B, type, d->cols, d->rows));
    ok(GrB_transpose(B, NULL, NULL, A, NULL));
    ok(GrB_Matrix_free(&B));
}

/* Arrays of one format go in, those of another come out, and go in again. */
static void there_and_back(GrB_Type type, const dense *d, format in, format out, bool iso, bool jumbled)
{
    format_arrays a = format_of(d, in, iso, jumbled, false);
    const bool full = dense_count(d) == d->rows * d->cols;
    GrB_Index rows = 0, cols = 0, count;
    GrB_Matrix A = NULL;
    GrB_Type exported = NULL;
    ok(format_import(&A, type, d->rows, d->cols, &a, jumbled ? NULL : secure));
    gone(&a);
    same(A, type, d);
    use(A, type, d);
    if (format_is_full(out) && !full) {
        a.form = out;
        fails(INVALID_VALUE, format_unpack(A, &a));
        fails(INVALID_VALUE, format_export(&A, &exported, &rows, &cols, &a));
        gone(&a);
        same(A, type, d);
        out = FORMAT_BitmapC;
    }
    a = (format_arrays){.form = out, .iso = true, .jumbled = out <= FORMAT_HyperCSC};
    ok(format_unpack(A, &a));
    are(&a, d, false);
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(count, 0);
    ok(format_pack(A, &a, secure));
    gone(&a);
    same(A, type, d);
    ok(format_export(&A, &exported, &rows, &cols, &a));
    assert_null(A);
    assert_ptr_equal(exported, type);
    assert_int_equal(rows, d->rows);
    assert_int_equal(cols, d->cols);
    are(&a, d, false);
    format_free(&a);
}

static void each_format(void **state)
{
    const GrB_Type types[] = {GrB_BOOL, GrB_INT8, GrB_UINT16, GrB_FP32, GrB_INT64, triple};
    uint64_t random = 52;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        for (format in = 0; in < FORMATS; in++)
            for (format out = 0; out < FORMATS; out++) {
                dense d =
                    draw(&random, types[k], 1 + (GrB_Index)test_below(&random, 6),
                         1 + (GrB_Index)test_below(&random, 6), format_is_full(in) ? 4 : 1 + test_below(&random, 4));
                there_and_back(types[k], &d, in, out, false, test_below(&random, 2));
                dense_free(&d);
            }
}

static void iso(void **state)
{
    uint64_t random = 53;
    for (format in = 0; in < FORMATS; in++)
        for (format out = 0; out < FORMATS; out++) {
            dense d = draw(&random, GrB_FP64, 4, 5, format_is_full(in) ? 4 : 2);
            const double value = 2.5;
            for (GrB_Index k = 0; k < 20; k++)
                if (d.has[k]) memcpy(d.values + k * sizeof value, &value, sizeof value);
            there_and_back(GrB_FP64, &d, in, out, true, false);
            dense_free(&d);
        }
}

/* None, no entries, and a single row or column. */
static void shapes(void **state)
{
    static const GrB_Index sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 7}, {7, 1}, {4, 4}};
    uint64_t random = 54;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (format in = 0; in < FORMATS; in++)
            for (format out = 0; out < FORMATS; out++)
                for (int part = format_is_full(in) ? 4 : 0; part <= 4; part += 4) {
                    dense d = draw(&random, GrB_INT32, sizes[k][0], sizes[k][1], part);
                    there_and_back(GrB_INT32, &d, in, out, false, false);
                    dense_free(&d);
                }
}

/* Arrays without members may be NULL. */
static void no_arrays(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    GrB_Index *i = NULL, *h = NULL, *p = format_allocate(4 * sizeof *p), count;
    void *x = NULL;
    int8_t *b = NULL;
    memset(p, 0, 4 * sizeof *p);
    ok(GxB_Matrix_import_CSR(&A, GrB_FP64, 3, 5, &p, &i, &x, 4 * sizeof *p, 0, 0, true, false, secure));
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(count, 0);
    p = format_allocate(sizeof *p);
    *p = 0;
    ok(GxB_Matrix_pack_HyperCSC(A, &p, &h, &i, &x, sizeof *p, 0, 0, 0, false, 0, false, secure));
    assert_null(p);
    ok(GrB_Matrix_resize(A, 0, 5));
    ok(GxB_Matrix_pack_BitmapR(A, &b, &x, 0, 0, false, 0, secure));
    ok(GxB_Matrix_pack_FullC(A, &x, 0, true, secure));
    ok(GrB_Matrix_free(&A));
    ok(GxB_Vector_import_CSC(&v, GrB_FP64, 5, &i, &x, 0, 0, false, 0, false, secure));
    ok(GrB_Vector_free(&v));
    ok(GxB_Vector_import_Full(&v, GrB_FP64, 0, &x, 0, false, secure));
    ok(GrB_Vector_free(&v));
}

static void vectors_there_and_back(GrB_Type type, const dense *d, format in, format out, bool iso, bool jumbled)
{
    format_arrays a = format_of(d, in, iso, jumbled, true);
    const bool full = dense_count(d) == d->rows;
    GrB_Index n = 0, count;
    GrB_Vector v = NULL;
    GrB_Type exported = NULL;
    ok(format_import_vector(&v, type, d->rows, &a, jumbled ? NULL : secure));
    gone(&a);
    same_vector(v, type, d);
    if (format_is_full(out) && !full) {
        a.form = out;
        fails(INVALID_VALUE, format_unpack_vector(v, &a));
        fails(INVALID_VALUE, format_export_vector(&v, &exported, &n, &a));
        gone(&a);
        out = FORMAT_CSC;
    }
    a = (format_arrays){.form = out, .iso = true, .jumbled = out <= FORMAT_HyperCSC};
    ok(format_unpack_vector(v, &a));
    are(&a, d, true);
    ok(GrB_Vector_nvals(&count, v));
    assert_int_equal(count, 0);
    ok(format_pack_vector(v, &a, secure));
    gone(&a);
    same_vector(v, type, d);
    ok(format_export_vector(&v, &exported, &n, &a));
    assert_null(v);
    assert_ptr_equal(exported, type);
    assert_int_equal(n, d->rows);
    are(&a, d, true);
    format_free(&a);
}

static void vectors(void **state)
{
    const GrB_Type types[] = {GrB_BOOL, GrB_INT8, GrB_UINT16, GrB_FP32, GrB_INT64, triple};
    uint64_t random = 55;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        for (format in = 0; in < FORMATS; in++)
            for (format out = 0; out < FORMATS; out++)
                for (int part = format_is_full(in) ? 4 : 0; part <= 4; part += 2) {
                    if (!format_of_vectors(in) || !format_of_vectors(out)) continue;
                    dense d = draw(&random, types[k], (GrB_Index)test_below(&random, 9), 1, part);
                    vectors_there_and_back(types[k], &d, in, out, false, test_below(&random, 2));
                    dense_free(&d);
                }
}

/* Of offsets and values, the arrays themselves. */
static void without_a_copy(void **state)
{
    enum { N = 300 };
    const format formats[] = {FORMAT_CSR, FORMAT_CSC, FORMAT_FullR, FORMAT_FullC};
    uint64_t random = 56;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        dense d = draw(&random, GrB_FP64, N, N, format_is_full(formats[k]) ? 4 : 1);
        format_arrays a = format_of(&d, formats[k], false, false, false);
        const void *const p = a.p, *const x = a.x;
        GrB_Matrix A = NULL;
        ok(format_import(&A, GrB_FP64, N, N, &a, secure));
        ok(format_unpack(A, &a));
        assert_ptr_equal(a.p, p);
        assert_ptr_equal(a.x, x);
        ok(format_pack(A, &a, NULL));
        ok(GrB_Matrix_free(&A));
        dense_free(&d);
    }
}

/* Most rows and columns have no entry: their arrays would take 32 GB. */
static void hypersparse(void **state)
{
    const GrB_Index n = INT32_MAX, wanted_rows[] = {5, 70000, n - 1}, wanted_cols[] = {0, 5, n - 1};
    GrB_Matrix A = NULL;
    for (int columns = 0; columns < 2; columns++) {
        GrB_Index *h = NULL, *p = NULL, *i = NULL, p_size, h_size, i_size, x_size, nvec;
        void *x = NULL;
        bool iso = true, jumbled = true;
        ok(GrB_Matrix_new(&A, GrB_INT16, n, n));
        ok(GrB_Matrix_setElement_INT16(A, 1, 5, 5));
        ok(GrB_Matrix_setElement_INT16(A, 2, 70000, 0));
        ok(GrB_Matrix_setElement_INT16(A, 3, 70000, n - 1));
        ok(GrB_Matrix_setElement_INT16(A, 4, n - 1, 0));
        ok((columns ? GxB_Matrix_unpack_HyperCSC : GxB_Matrix_unpack_HyperCSR)(
            A, &p, &h, &i, &x, &p_size, &h_size, &i_size, &x_size, &iso, &nvec, &jumbled, NULL));
        assert_int_equal(nvec, 3);
        assert_memory_equal(h, columns ? wanted_cols : wanted_rows, sizeof wanted_rows);
        assert_int_equal(p[3], 4);
        assert_int_equal(i_size, 4 * sizeof *i);
        ok((columns ? GxB_Matrix_pack_HyperCSC : GxB_Matrix_pack_HyperCSR)(A, &p, &h, &i, &x, p_size, h_size, i_size,
                                                                           x_size, iso, nvec, jumbled, secure));
        int16_t value;
        ok(GrB_Matrix_extractElement_INT16(&value, A, 70000, n - 1));
        assert_int_equal(value, 3);
        ok(GrB_Matrix_extractElement_INT16(&value, A, n - 1, 0));
        assert_int_equal(value, 4);
        ok(GrB_Matrix_free(&A));
    }
}

/* ------------------------------------------------------------------------------------------------
 * What is wrong
 */

/* A change of good arrays of a matrix of 3 x 4, and what it is with GxB_SECURE_IMPORT and without. */
typedef struct fault {
    format form;
    void (*make)(format_arrays *a);
    GrB_Info with, without;
} fault;

static void out_of_range(format_arrays *a)
{
    a->i[1] = 4;
}
static void negative(format_arrays *a)
{
    a->i[1] = (GrB_Index)-1;
}
static void unordered(format_arrays *a)
{
    a->i[0] = 1;
    a->i[1] = 0;
}
static void twice(format_arrays *a)
{
    a->i[1] = a->i[0];
}
static void twice_jumbled(format_arrays *a)
{
    a->i[1] = a->i[0];
    a->jumbled = true;
}
static void falls(format_arrays *a)
{
    a->p[1] = a->p[2] + 1;
}
static void begins_late(format_arrays *a)
{
    a->p[0] = 1;
}
static void huge(format_arrays *a)
{
    a->p[1] = UINT64_MAX;
}
static void short_p(format_arrays *a)
{
    a->p_size--;
}
static void short_i(format_arrays *a)
{
    a->i_size--;
}
static void short_x(format_arrays *a)
{
    a->x_size--;
}
static void short_h(format_arrays *a)
{
    a->h_size--;
}
static void short_b(format_arrays *a)
{
    a->b_size--;
}
static void long_end(format_arrays *a)
{
    a->p[3] = (GrB_Index)1 << 62;
}
static void h_falls(format_arrays *a)
{
    a->h[0] = 1;
    a->h[1] = 0;
}
static void h_out_of_range(format_arrays *a)
{
    a->h[1] = 3;
}
static void many_lines(format_arrays *a)
{
    a->nvec = 4;
}
static void wrong_count(format_arrays *a)
{
    a->nvals--;
}
static void too_many(format_arrays *a)
{
    a->nvals = 13;
}
static void two(format_arrays *a)
{
    a->b[0] = 2;
}

static const fault faults[] = {
    {FORMAT_CSR, out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, negative, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, unordered, GrB_INDEX_OUT_OF_BOUNDS, GrB_SUCCESS},
    {FORMAT_CSR, twice, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_CSR, twice_jumbled, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_CSR, falls, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSC, falls, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, begins_late, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, huge, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_CSR, long_end, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSR, short_p, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSC, short_i, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_CSR, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSR, out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_HyperCSR, unordered, GrB_INDEX_OUT_OF_BOUNDS, GrB_SUCCESS},
    {FORMAT_HyperCSR, twice, GrB_INDEX_OUT_OF_BOUNDS, GrB_INDEX_OUT_OF_BOUNDS},
    {FORMAT_HyperCSR, h_falls, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_HyperCSR, h_out_of_range, GrB_INVALID_OBJECT, GrB_INVALID_OBJECT},
    {FORMAT_HyperCSR, many_lines, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSR, short_h, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_HyperCSC, short_p, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapR, wrong_count, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_BitmapR, two, GrB_INVALID_OBJECT, GrB_SUCCESS},
    {FORMAT_BitmapC, too_many, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapC, short_b, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_BitmapC, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
    {FORMAT_FullR, short_x, GrB_INVALID_VALUE, GrB_INVALID_VALUE},
};

/* Arrays of a matrix of 3 x 4 whose first row, or column, has the most entries. */
static format_arrays good_arrays(format f)
{
    dense d = dense_new(3, 4, sizeof(double));
    for (GrB_Index k = 0; k < 12; k++) {
        d.has[k] = format_is_full(f) || k % 4 == 0 || k < 4;
        if (f == FORMAT_HyperCSR) d.has[k] = k < 8;
        d.values[k * sizeof(double)] = (char)k;
    }
    format_arrays a = format_of(&d, f, false, false, false);
    dense_free(&d);
    return a;
}

static void each_fault(void **state)
{
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        for (int is_secure = 0; is_secure < 2; is_secure++) {
            const fault *f = &faults[k];
            const GrB_Info wanted = is_secure ? f->with : f->without;
            const char *text = NULL;
            GrB_Index count;
            GrB_Matrix A = NULL, B;
            ok(GrB_Matrix_new(&B, GrB_FP64, 3, 4));
            ok(GrB_Matrix_setElement_FP64(B, 7, 2, 3));
            format_arrays a = good_arrays(f->form);
            f->make(&a);
            const format_arrays before = a;
            GrB_Info info = format_import(&A, GrB_FP64, 3, 4, &a, is_secure ? secure : NULL);
            if (info != wanted) fail_msg("fault %zu, secure %d: %d in place of %d", k, is_secure, info, wanted);
            if (wanted == GrB_SUCCESS) {
                use(A, GrB_FP64, &(dense){.rows = 3, .cols = 4});
                ok(GrB_Matrix_free(&A));
                ok(GrB_Matrix_free(&B));
                continue;
            }
            assert_null(A);
            assert_memory_equal(&before, &a, sizeof a);
            assert_int_equal(format_pack(B, &a, is_secure ? secure : NULL), wanted);
            assert_memory_equal(&before, &a, sizeof a);
            ok(GrB_Matrix_error(&text, B));
            assert_true(strlen(text) > 0);
            ok(GrB_Matrix_nvals(&count, B));
            assert_int_equal(count, 1);
            format_free(&a);
            ok(GrB_Matrix_free(&B));
        }
}

static void wrong_vectors(void **state)
{
    GrB_Index *i = format_allocate(3 * sizeof *i);
    double *x = format_allocate(3 * sizeof *x);
    int8_t *b = format_allocate(3);
    GrB_Vector v = NULL;
    memcpy(i, (GrB_Index[]){2, 0, 1}, 3 * sizeof *i);
    memcpy(x, (double[]){1, 2, 3}, 3 * sizeof *x);
    memcpy(b, (int8_t[]){1, 0, 1}, 3);
    void **at = (void **)&x;
    fails(INDEX_OUT_OF_BOUNDS, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 24, false, 3, false, secure));
    fails(INVALID_OBJECT, GxB_Vector_import_CSC(&v, GrB_FP64, 2, &i, at, 24, 24, false, 2, false, secure));
    fails(INDEX_OUT_OF_BOUNDS, GxB_Vector_import_CSC(&v, GrB_FP64, 2, &i, at, 24, 24, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 16, 24, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 23, false, 3, true, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_CSC(&v, GrB_FP64, (GrB_Index)1 << 61, &i, at, 24, 24, false, 3, true, NULL));
    fails(INVALID_OBJECT, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 3, 24, false, 3, secure));
    fails(INVALID_VALUE, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 2, 24, false, 2, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Bitmap(&v, GrB_FP64, 3, &b, at, 3, 24, false, 4, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Full(&v, GrB_FP64, 4, at, 24, false, NULL));
    fails(INVALID_VALUE, GxB_Vector_import_Full(&v, GrB_FP64, 4, at, 7, true, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(NULL, GrB_FP64, 3, at, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, NULL, 3, at, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, GrB_FP64, 3, NULL, 24, false, NULL));
    fails(NULL_POINTER, GxB_Vector_import_Full(&v, GrB_FP64, 3, &(void *){NULL}, 24, false, NULL));
    assert_true(i && x && b && !v);
    ok(GxB_Vector_import_CSC(&v, GrB_FP64, 3, &i, at, 24, 24, false, 3, false, NULL)); /* it is put in order */
    ok(GxB_Vector_unpack_CSC(v, &i, at, &(GrB_Index){0}, &(GrB_Index){0}, NULL, &(GrB_Index){0}, NULL, NULL));
    assert_int_equal(i[2], 2);
    assert_true(x[2] == 1 && x[0] == 2);
    format_release(i);
    format_release(x);
    format_release(b);
    ok(GrB_Vector_free(&v));
}

static void wrong_pointers(void **state)
{
    GrB_Index *p = NULL, *i = NULL, size = 0, *h = NULL;
    GrB_Matrix A, none = NULL, Y = (GrB_Matrix)&size;
    GrB_Type type;
    GrB_Vector v, no_vector = NULL;
    void *x = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    ok(GrB_Vector_new(&v, GrB_FP64, 2));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSR(A, NULL, &i, &x, &size, &size, &size, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSC(A, &p, &i, &x, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_unpack_CSC(NULL, &p, &i, &x, &size, &size, &size, NULL, NULL, NULL));
    fails(NULL_POINTER,
          GxB_Matrix_unpack_HyperCSR(A, &p, &h, &i, &x, &size, &size, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(NULL, &type, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(&none, &type, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_export_FullR(&A, NULL, &size, &size, &x, &size, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(A, &p, NULL, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(A, &p, &i, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Matrix_pack_CSR(NULL, &p, &i, &x, 24, 0, 0, false, false, NULL));
    fails(NULL_POINTER, GxB_Vector_unpack_CSC(v, &i, &x, &size, &size, NULL, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Vector_export_Full(&no_vector, &type, &size, &x, &size, NULL, NULL));
    fails(INVALID_VALUE,
          GxB_Matrix_import_CSR(&none, GrB_FP64, (GrB_Index)1 << 61, 1, &p, &i, &x, 0, 0, 0, false, false, NULL));
    ok(GxB_unpack_HyperHash(A, &Y, NULL));
    assert_null(Y);
    ok(GxB_pack_HyperHash(A, &Y, NULL));
    fails(NULL_POINTER, GxB_unpack_HyperHash(A, NULL, NULL));
    fails(INVALID_VALUE, GrB_Descriptor_set(secure, GxB_IMPORT, GrB_TRAN));
    assert_true(!p && !i && !h && !x && !none);
    ok(GrB_Matrix_free(&A));
    ok(GrB_Vector_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format),    cmocka_unit_test(iso),        cmocka_unit_test(shapes),
        cmocka_unit_test(no_arrays),      cmocka_unit_test(vectors),    cmocka_unit_test(without_a_copy),
        cmocka_unit_test(hypersparse),    cmocka_unit_test(each_fault), cmocka_unit_test(wrong_vectors),
        cmocka_unit_test(wrong_pointers),
    };
    test_need_device();
    const int failed = cmocka_run_group_tests(tests, setup_counting, close_library);
    return failed ? failed : cmocka_run_group_tests(tests, setup_plain, close_library);
}

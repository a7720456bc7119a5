/* SPDX-License-Identifier: Apache-2.0
 *
 * Import, pack, export and unpack, in each format and of each type, with the caller's own memory, of which nothing
 * leaks.
 */
#include "tests/graphblas/cases/formats.h"
#include "tests/graphblas/counting.h"

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

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
    format_allocate = count_allocate;
    format_release = count_release;
    return open_library(open_counting(state) == 0 ? GrB_SUCCESS : GrB_PANIC);
}

static int setup_plain(void **state)
{
    choose_device();
    format_allocate = malloc;
    format_release = free;
    return open_library(GrB_init(GrB_NONBLOCKING));
}

static void free_objects(void **state)
{
    ok(GrB_Type_free(&triple));
    ok(GrB_Descriptor_free(&secure));
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
    assert_false(a->jumbled);
    assert_true(format_read(a, &read, vector));
    assert_true(format_is_tight(a, d, vector));
    assert_memory_equal(read.has, d->has, d->rows * d->cols + 1);
    assert_memory_equal(read.values, d->values, (d->rows * d->cols + 1) * d->size);
    dense_free(&read);
}

/* ------------------------------------------------------------------------------------------------
 * There and back
 */

/* Transposes it, so that it lies by rows and by columns. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format), cmocka_unit_test(iso),          cmocka_unit_test(shapes),
        cmocka_unit_test(no_arrays),   cmocka_unit_test(vectors),      cmocka_unit_test(without_a_copy),
        cmocka_unit_test(hypersparse), cmocka_unit_test(free_objects), cmocka_unit_test(nothing_is_left),
    };
    test_need_device();
    const int failed = cmocka_run_group_tests(tests, setup_counting, NULL);
    return failed ? failed : cmocka_run_group_tests(tests, setup_plain, NULL);
}

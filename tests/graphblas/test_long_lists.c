/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of so many ids and values that several threads convert them: all entries in and out, of other types, by lists,
 * and with an id that is wrong.
 */
#include "tests/graphblas/common.h"

/* A sparse vector lacks one place in three. */
enum { N = 1500001, STEP = 3, LISTED = (N + STEP - 1) / STEP };

static GrB_Index *list_of(GrB_Index count)
{
    GrB_Index *list = malloc(count * sizeof *list);
    assert_non_null(list);
    return list;
}

/* Places 0, step, 2 step, ... of N with the value of twice the place. */
static GrB_Vector vector_of(GrB_Index step, GrB_Index count)
{
    OWNED_MEMORY GrB_Index *ids = list_of(count);
    OWNED_MEMORY int64_t *values = malloc(count * sizeof *values);
    GrB_Vector v;
    assert_non_null(values);
    for (GrB_Index k = 0; k < count; k++) values[k] = 2 * (int64_t)(ids[k] = k * step);
    ok(GrB_Vector_new(&v, GrB_INT64, N));
    ok(GrB_Vector_build_INT64(v, ids, values, count, NULL));
    return v;
}

/* As values of the vector's type, as others, and without ids. */
static void has_them(GrB_Vector v, GrB_Index step, GrB_Index count)
{
    OWNED_MEMORY GrB_Index *ids = list_of(N);
    GrB_Index n = N, wrong = 0;
    OWNED_MEMORY int64_t *same = malloc(N * sizeof *same);
    OWNED_MEMORY double *cast = malloc(N * sizeof *cast);
    assert_true(same && cast);
    ok(GrB_Vector_extractTuples_INT64(ids, same, &n, v));
    assert_int_equal(n, count);
    for (GrB_Index k = 0; k < count; k++) wrong += ids[k] != k * step || same[k] != 2 * (int64_t)(k * step);
    assert_int_equal(wrong, 0);
    memset(same, 0, N * sizeof *same);
    ok(GrB_Vector_extractTuples_INT64(NULL, same, &n, v));
    ok(GrB_Vector_extractTuples_FP64(NULL, cast, &n, v));
    for (GrB_Index k = 0; k < count; k++) wrong += same[k] != (int64_t)cast[k] || cast[k] != 2. * (double)(k * step);
    assert_int_equal(wrong, 0);
}

static void vectors_in_and_out(void **state)
{
    GrB_Vector full = vector_of(1, N), sparse = vector_of(STEP, LISTED);
    has_them(full, 1, N);
    has_them(sparse, STEP, LISTED);
    ok(GrB_free(&full));
    ok(GrB_free(&sparse));
}

/* w(k) = u(list[k]), of a list that repeats places and does not ascend. */
static void extract_by_list(void **state)
{
    GrB_Vector u = vector_of(1, N), w;
    GrB_Index *list = list_of(N), n = N, wrong = 0;
    int64_t *values = malloc(N * sizeof *values);
    assert_non_null(values);
    for (GrB_Index k = 0; k < N; k++) list[k] = k * 7919 % (N / 2);
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Vector_extract(w, NULL, NULL, u, list, N, NULL));
    ok(GrB_Vector_extractTuples_INT64(NULL, values, &n, w));
    assert_int_equal(n, N);
    for (GrB_Index k = 0; k < N; k++) wrong += values[k] != 2 * (int64_t)list[k];
    assert_int_equal(wrong, 0);
    free(list);
    free(values);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

/* Of several wrong ids the first is told, whichever thread sees one first. */
static void the_first_wrong_id(void **state)
{
    const GrB_Index places[] = {0, 1, N / 3, N - 1};
    GrB_Vector v, u = vector_of(1, N);
    GrB_Index *list = list_of(N);
    bool *values = calloc(N, sizeof *values);
    assert_non_null(values);
    ok(GrB_Vector_new(&v, GrB_BOOL, N));
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        char due[64];
        const char *text;
        for (GrB_Index k = 0; k < N; k++) list[k] = k;
        list[places[p]] = (GrB_Index)1 << 32; /* 0, to whom takes 32 bits of it */
        list[N - 1] = p == 3 ? list[N - 1] : N;
        snprintf(due, sizeof due, "[%llu] is %llu,", (unsigned long long)places[p], (unsigned long long)1 << 32);
        fails(INDEX_OUT_OF_BOUNDS, GrB_Vector_build_BOOL(v, list, values, N, NULL));
        ok(GrB_error(&text, v));
        if (!strstr(text, due)) fail_msg("%s, and not %s", text, due);
        fails(INDEX_OUT_OF_BOUNDS, GrB_Vector_extract(v, NULL, NULL, u, list, N, NULL));
    }
    free(list);
    free(values);
    ok(GrB_free(&v));
    ok(GrB_free(&u));
}

/* A matrix of a diagonal and the entry beside it: from rows, to columns and to places, and back. */
static void matrices_there_and_back(void **state)
{
    const GrB_Index count = 2 * (GrB_Index)N - 1;
    GrB_Index *offsets = list_of(N + 1), *ids = list_of(count), *rows = list_of(count), *columns = list_of(count);
    GrB_Index n_offsets = count, n_ids = count, n_values = count, wrong = 0;
    int32_t *values = malloc(count * sizeof *values), *got = malloc(count * sizeof *got);
    GrB_Matrix A, B;
    assert_true(values && got);
    for (GrB_Index k = 0; k < count; k++) values[k] = (int32_t)(ids[k] = (k + 1) / 2);
    for (GrB_Index i = 0; i <= N; i++) offsets[i] = i < N ? 2 * i : count;
    ok(GrB_Matrix_import_INT32(&A, GrB_INT32, N, N, offsets, ids, values, N + 1, count, count, GrB_CSR_FORMAT));
    ok(GrB_Matrix_export_INT32(rows, columns, got, &n_offsets, &n_ids, &n_values, GrB_COO_FORMAT, A));
    assert_int_equal(n_values, count);
    ok(GrB_Matrix_new(&B, GrB_INT32, N, N));
    ok(GrB_Matrix_build_INT32(B, rows, columns, got, count, NULL));
    for (GrB_Index k = 0; k < count; k++) wrong += rows[k] != k / 2 || columns[k] != (k + 1) / 2 || got[k] != values[k];
    assert_int_equal(wrong, 0);
    memset(got, 0, count * sizeof *got);
    ok(GrB_Matrix_export_INT32(rows, columns, got, &n_offsets, &n_ids, &n_values, GrB_CSR_FORMAT, B));
    assert_int_equal(n_offsets, N + 1);
    for (GrB_Index i = 0; i <= N; i++) wrong += rows[i] != offsets[i];
    for (GrB_Index k = 0; k < count; k++) wrong += columns[k] != ids[k] || got[k] != values[k];
    assert_int_equal(wrong, 0);
    free(offsets);
    free(ids);
    free(rows);
    free(columns);
    free(values);
    free(got);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_in_and_out),
        cmocka_unit_test(extract_by_list),
        cmocka_unit_test(the_first_wrong_id),
        cmocka_unit_test(matrices_there_and_back),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

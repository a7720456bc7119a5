/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fixtures.h"

void *test_room(int64_t count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);
    assert_non_null(memory);
    return memory;
}

/* -- values ------------------------------------------------------------------------------------ */

bool test_is_floating(tropic_type type)
{
    return type == TROPIC_FP32 || type == TROPIC_FP64;
}

bool test_is_unsigned(tropic_type type)
{
    return type >= TROPIC_UINT8 && type <= TROPIC_UINT64;
}

double test_value_max(tropic_type type)
{
    const int bits = (int)(8 * tropic_type_size(type)) - !test_is_unsigned(type);
    return type == TROPIC_BOOL || test_is_floating(type) ? HUGE_VAL : ldexp(1, bits) - 1;
}

double test_value_as(tropic_type type, double value)
{
    if (type == TROPIC_BOOL) return value != 0;
    return test_is_unsigned(type) ? fabs(value) : value;
}

void test_value_store(tropic_type type, void *values, int64_t k, long double value)
{
    const long double x = test_is_unsigned(type) ? fabsl(value) : value;
#define STORE(NAME, C)                                                                                                 \
    case TROPIC_##NAME: ((C *)values)[k] = (C)x; break;
    switch (type) {
        TEST_EACH_TYPE(STORE)
    }
}

long double test_value_load(tropic_type type, const void *values, int64_t k)
{
#define LOAD(NAME, C)                                                                                                  \
    case TROPIC_##NAME: return (long double)((const C *)values)[k];
    switch (type) {
        TEST_EACH_TYPE(LOAD)
    }
    return (long double)NAN;
}

long double test_distance_load(tropic_type type, const void *values, int64_t k)
{
    const bool unreached = (type == TROPIC_INT64 && ((const int64_t *)values)[k] == INT64_MAX) ||
                           (type == TROPIC_INT32 && ((const int32_t *)values)[k] < 0);
    return unreached ? (long double)INFINITY : test_value_load(type, values, k);
}

/* -- matrices and vectors ---------------------------------------------------------------------- */

tropic_matrix *test_matrix_of(tropic_context *context, const test_graph *g, tropic_type type,
                              const tropic_build_options *options)
{
    OWNED_MEMORY void *values = g->weight ? test_room(g->count, tropic_type_size(type)) : NULL;
    tropic_matrix *A = NULL;
    for (int64_t k = 0; values && k < g->count; k++) test_value_store(type, values, k, (long double)g->weight[k]);
    assert_ok(context, tropic_matrix_from_coo(&A, context, g->rows, g->cols, g->count, g->row, g->col,
                                              values ? type : TROPIC_BOOL, values, options));
    return A;
}

tropic_matrix *test_path_matrix(tropic_context *context, tropic_index n)
{
    OWNED(test_graph) path = test_path(n);
    tropic_matrix *A = test_matrix_of(context, &path, TROPIC_BOOL, NULL);
    return A;
}

tropic_vector *test_vector_of(tropic_context *context, tropic_type type, tropic_index n, const void *values)
{
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, type, n));
    if (values) assert_ok(context, tropic_vector_put_dense(v, values, NULL));
    return v;
}

void *test_values_of(tropic_context *context, const tropic_vector *v)
{
    void *values = test_room(tropic_vector_size(v), tropic_type_size(tropic_vector_type(v)));
    assert_ok(context, tropic_vector_get_dense(v, values, NULL));
    return values;
}

double *test_numbers_of(tropic_context *context, const tropic_vector *v)
{
    const tropic_index n = tropic_vector_size(v);
    OWNED_MEMORY void *values = test_values_of(context, v);
    double *numbers = test_room(n, sizeof *numbers);
    for (tropic_index k = 0; k < n; k++) numbers[k] = (double)test_distance_load(tropic_vector_type(v), values, k);
    return numbers;
}

void test_matrices_same(tropic_context *a_context, const tropic_matrix *A, tropic_context *b_context,
                        const tropic_matrix *B)
{
    const size_t rows = (size_t)tropic_matrix_rows(A), count = (size_t)tropic_matrix_count(A);
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_int_equal(tropic_matrix_cols(A), tropic_matrix_cols(B));
    assert_int_equal(tropic_matrix_count(A), tropic_matrix_count(B));
    assert_int_equal(tropic_matrix_type(A), tropic_matrix_type(B));
    assert_int_equal(tropic_matrix_is_pattern(A), tropic_matrix_is_pattern(B));
    assert_ok(a_context, tropic_matrix_csr(A, a_context, &offsets[0], &ids[0], &values[0]));
    assert_ok(b_context, tropic_matrix_csr(B, b_context, &offsets[1], &ids[1], &values[1]));
    assert_memory_equal(offsets[0], offsets[1], (rows + 1) * sizeof **offsets);
    if (count == 0) return;
    assert_memory_equal(ids[0], ids[1], count * sizeof **ids);
    if (values[0]) assert_memory_equal(values[0], values[1], count * tropic_type_size(tropic_matrix_type(A)));
}

tropic_index test_spread(tropic_index n, tropic_index max, tropic_index *vertices)
{
    const tropic_index count = n < max ? n : max;
    for (tropic_index k = 0; k < count; k++) vertices[k] = (tropic_index)((int64_t)k * n / count);
    return count;
}

/* -- calls that are cancelled ------------------------------------------------------------------ */

static bool some_times(double done, void *user)
{
    int *left = user;
    return *left < 0 || (*left)-- > 0;
}

tropic_context *test_stoppable(int *left)
{
    const tropic_context_options wanted = {.size = sizeof wanted,
                                           .device = test_device(),
                                           .reproducible = true,
                                           .progress = some_times,
                                           .progress_user = left};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    return context;
}

/* -- betweenness ------------------------------------------------------------------------------- */

tropic_bc_options test_bc_reporting(const tropic_bc_options *options, tropic_bc_report *report)
{
    tropic_bc_options both = *options;
    both.report = report;
    return both;
}

double *test_centralities(tropic_context *context, const tropic_matrix *A, tropic_type type,
                          const tropic_bc_options *options, tropic_status wanted, tropic_run_report *report)
{
    OWNED(tropic_vector) *centrality = test_vector_of(context, type, tropic_matrix_rows(A), NULL);
    double *values;
    if (tropic_bc(centrality, A, options, report) != wanted)
        fail_msg("%s, not %s", tropic_context_error(context), tropic_status_name(wanted));
    values = test_numbers_of(context, centrality);
    return values;
}

int test_resume_bc(const tropic_matrix *A, const tropic_bc_options *options, tropic_context *context, int *left)
{
    for (int breaks = 0;; breaks++) {
        OWNED(tropic_vector) *centrality = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
        tropic_status status;
        *left = 7 * breaks;
        status = tropic_bc(centrality, A, options, NULL);
        *left = -1;
        if (status == TROPIC_OK) return breaks;
        assert_int_equal(status, TROPIC_CANCELLED);
    }
}

void test_centralities_near(const char *name, const double *got, const double *expected, tropic_index n,
                            double relative, double slack)
{
    for (tropic_index v = 0; v < n; v++)
        if (!(got[v] >= 0 && fabs(got[v] - expected[v]) <= relative * expected[v] + slack))
            fail_msg("%s: vertex %d: expected centrality %.17g, got %.17g", name, v, expected[v], got[v]);
}

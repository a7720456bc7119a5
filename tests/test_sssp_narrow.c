/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances around 2^32: on the CPU a search has them in 32 bits where they may fit, and their results are the same.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

/* A path of arcs of the greatest length for which 32 bits are tried, as many as fit, then short ones across the end of
 * the type, and one vertex that nothing reaches. From each inner vertex a long arc leads further, but never nearer. */
enum { LONG = UINT32_MAX / 4096, STEPS = 4096, SHORT = 6, ENDS = STEPS + SHORT + 1, N = ENDS + 1 };

static const int64_t last[SHORT] = {4093, 1, 1, 1, 1, LONG};
static int64_t expected[N];

static int set_up(void **unused)
{
    context = test_context();
    for (int v = 1; v < ENDS; v++) expected[v] = expected[v - 1] + (v <= STEPS ? LONG : last[v - 1 - STEPS]);
    expected[ENDS] = INT64_MAX;
    /* The last but one that fits, the two that do not or look infinite, and one beyond. */
    assert_true(expected[STEPS + 2] == UINT32_MAX - 1 && expected[STEPS + 3] == UINT32_MAX);
    return 0;
}

/* The path's first `length` vertices, their arcs and detours; the others are isolated. */
static tropic_matrix *path(tropic_type type, tropic_index length)
{
    static tropic_index row[2 * N], col[2 * N];
    static union {
        int32_t int32[2 * N];
        uint32_t uint32[2 * N];
        int64_t int64[2 * N];
    } weight;
    tropic_matrix *A = NULL;
    tropic_offset count = 0;
    for (tropic_index v = 0; v + 1 < length; v++)
        for (tropic_index ahead = 1; ahead <= 2 && v + ahead < length; ahead++) {
            const int64_t near = expected[v + ahead] - expected[v], w = ahead == 1 ? near : LONG;
            if (ahead == 2 && near > LONG) continue; /* it would be a short cut */
            row[count] = v;
            col[count] = v + ahead;
            if (tropic_type_size(type) == sizeof(int64_t))
                weight.int64[count] = w;
            else
                weight.int32[count] = (int32_t)w;
            count++;
        }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, count, row, col, type, &weight, NULL));
    return A;
}

static void check(const int64_t *found, tropic_index source, tropic_index length)
{
    for (tropic_index v = 0; v < N; v++)
        assert_true(found[v] == (v < source || v >= length ? INT64_MAX : expected[v] - expected[source]));
}

static void test_lengths(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_UINT32, TROPIC_INT64, TROPIC_UINT64};
    int64_t found[N];
    int32_t parents[N];
    OWNED(tropic_vector) *distance = NULL, *parent = NULL;
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, N));
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (tropic_index length = STEPS - 1; length <= ENDS; length += t == 0 ? 1 : 3) {
            OWNED(tropic_matrix) *A = path(types[t], length);
            assert_ok(context, tropic_sssp(distance, parent, A, 0, NULL, NULL));
            assert_ok(context, tropic_vector_get_dense(distance, found, NULL));
            check(found, 0, length);
            assert_ok(context, tropic_vector_get_dense(parent, parents, NULL));
            for (tropic_index v = 1; v < N; v++) {
                const int32_t p = parents[v];
                assert_true(v >= length ? p == -1 : p == v - 1 || (p == v - 2 && expected[v] - expected[p] == LONG));
            }
        }
}

/* Ends at a target on either side of the end of 32 bits, or that nothing reaches: then all is found. */
static void test_targets(void **unused)
{
    static const tropic_index targets[] = {1, STEPS, STEPS + 2, STEPS + 3, STEPS + 4, ENDS - 1, ENDS};
    int64_t found[N];
    OWNED(tropic_vector) *distance = NULL;
    OWNED(tropic_matrix) *A = path(TROPIC_INT32, ENDS);
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, N));
    for (size_t k = 0; k < sizeof targets / sizeof *targets; k++) {
        const tropic_run_options options = {.size = sizeof options, .targets = &targets[k], .target_count = 1};
        assert_ok(context, tropic_sssp(distance, NULL, A, 0, &options, NULL));
        assert_ok(context, tropic_vector_get_dense(distance, found, NULL));
        for (tropic_index v = 0; v < N; v++)
            assert_true(found[v] == expected[v] || (v > targets[k] && found[v] == INT64_MAX));
    }
}

/* One source's distances fit, the next one's do not, those of the last would. */
static void test_batch(void **unused)
{
    const tropic_index sources[] = {STEPS, 0, 7};
    enum { COUNT = 3 };
    OWNED_MEMORY int64_t *all = malloc(sizeof *all * N * COUNT);
    int64_t found[N];
    OWNED(tropic_vector) *block = NULL;
    OWNED(tropic_matrix) *A = path(TROPIC_INT32, ENDS);
    assert_non_null(all);
    assert_ok(context, tropic_vector_create_block(&block, context, TROPIC_INT64, N, COUNT));
    assert_ok(context, tropic_sssp_batch(block, A, sources, COUNT, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(block, all, NULL));
    for (int c = 0; c < COUNT; c++) {
        for (tropic_index v = 0; v < N; v++) found[v] = all[v * COUNT + c];
        check(found, sources[c], ENDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lengths), cmocka_unit_test(test_targets),
                                       cmocka_unit_test(test_batch)};
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, context_close);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A strength of 0 links nothing: with arcs of strength 0 a layout is, bit for bit, the one without them.
 */
#include "tests/layouts.h"

enum { CASES = 40, N_MAX = 90 };

/* Random arcs of strengths 1 .. 4, so few that there are several components; one of each place. */
static test_graph draw(uint64_t *seed, int32_t n, bool undirected)
{
    test_graph g = undirected ? test_random_undirected(*seed, n, n / 2 + 1) : test_random_graph(*seed, n, n, n);
    test_weigh(&g, *seed, 1, 4, 1);
    for (int64_t k = 0; k < g.count && undirected; k++) g.weight[k] = 1 + (g.row[k] + g.col[k]) % 4;
    test_deduplicate(&g);
    return g;
}

static bool has(const test_graph *g, int32_t i, int32_t j)
{
    for (int64_t k = 0; k < g->count; k++)
        if (g->row[k] == i && g->col[k] == j) return true;
    return false;
}

static void add(test_graph *g, int32_t i, int32_t j)
{
    if (has(g, i, j)) return;
    g->row[g->count] = i;
    g->col[g->count] = j;
    g->weight[g->count++] = 0;
}

/* The same and arcs of strength 0, one way or both. */
static test_graph link_by_nothing(const test_graph *g, uint64_t *seed, bool both)
{
    const int64_t more = 2 * (int64_t)g->rows;
    test_graph linked = {.rows = g->rows, .cols = g->cols, .count = g->count};
    linked.row = test_room(g->count + 2 * more, sizeof *linked.row);
    linked.col = test_room(g->count + 2 * more, sizeof *linked.col);
    linked.weight = test_room(g->count + 2 * more, sizeof *linked.weight);
    memcpy(linked.row, g->row, (size_t)g->count * sizeof *g->row);
    memcpy(linked.col, g->col, (size_t)g->count * sizeof *g->col);
    memcpy(linked.weight, g->weight, (size_t)g->count * sizeof *g->weight);
    for (int64_t k = 0; k < more; k++) {
        const int32_t i = (int32_t)test_below(seed, (uint64_t)g->rows),
                      j = (int32_t)test_below(seed, (uint64_t)g->rows);
        if (has(g, j, i) && both) continue; /* (one-way arcs stay so) */
        add(&linked, i, j);
        if (both) add(&linked, j, i);
    }
    return linked;
}

static picture picture_of(tropic_context *context, const test_graph *g, tropic_type type, int dimensions, uint64_t seed)
{
    const tropic_layout_options options = {
        .size = sizeof options, .weighted = true, .seed = seed, .method = TROPIC_LAYOUT_EXACT, .iterations = 40};
    run_fixture f = {.context = context, .n = g->rows, .A = test_matrix_of(context, g, type, NULL)};
    const picture p = laid_out(&f, dimensions, &options);
    tropic_matrix_free(&f.A);
    return p;
}

static void zeros(void **unused)
{
    static const tropic_type types[] = {TROPIC_FP64, TROPIC_INT32, TROPIC_FP32, TROPIC_INT64};
    const tropic_context_options wanted = {.size = sizeof wanted, .device = test_device(), .reproducible = true};
    OWNED(tropic_context) *context = NULL;
    assert_int_equal(tropic_context_create(&context, &wanted), TROPIC_OK);
    for (uint64_t k = 0; k < (uint64_t)test_sized(CASES, 4); k++) {
        uint64_t seed = k;
        const int32_t n = 2 + (int32_t)test_below(&seed, N_MAX - 1);
        const int dimensions = 2 + (int)(k % 2);
        OWNED(test_graph) apart = draw(&seed, n, k % 3 == 0);
        OWNED(test_graph) linked = link_by_nothing(&apart, &seed, k % 4 < 2);
        picture a = picture_of(context, &apart, types[k % 4], dimensions, k);
        picture b = picture_of(context, &linked, types[k % 4], dimensions, k);
        assert_true(linked.count > apart.count);
        assert_int_equal(a.report.components, b.report.components);
        assert_memory_equal(a.at, b.at, 3 * (size_t)n * sizeof *a.at);
        free(a.at);
        free(b.at);
    }
}

/* No strength but 0: as without an arc. */
static void nothing_else(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(test_graph) path = test_path(6), none = test_empty(6, 6);
    test_weigh(&path, 1, 0, 0, 1);
    picture a = picture_of(context, &none, TROPIC_FP64, 2, 1), b = picture_of(context, &path, TROPIC_FP64, 2, 1);
    assert_int_equal(b.report.components, 6);
    assert_memory_equal(a.at, b.at, 18 * sizeof *a.at);
    free(a.at);
    free(b.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zeros), cmocka_unit_test(nothing_else)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by tests of algebra's laws.
 */
#include "tests/semiring_laws.h"
#include "tests/fixtures.h"
#include "tests/jit.h"

static const exact_semiring exact_semirings[] = {
    {TROPIC_PLUS_TIMES, TROPIC_PLUS_TIMES, TROPIC_INT32, TROPIC_PLUS, TROPIC_TIMES},
    {TROPIC_PLUS_TIMES, TROPIC_PLUS_TIMES, TROPIC_UINT64, TROPIC_PLUS, TROPIC_TIMES},
    {TROPIC_PLUS_TIMES, TROPIC_PLUS_TIMES, TROPIC_FP64, TROPIC_PLUS, TROPIC_TIMES},
    {TROPIC_MIN_PLUS, TROPIC_MIN_PLUS, TROPIC_INT64, TROPIC_MIN, TROPIC_PLUS},
    {TROPIC_MIN_PLUS, TROPIC_MIN_PLUS, TROPIC_FP32, TROPIC_MIN, TROPIC_PLUS},
    {TROPIC_MAX_PLUS, TROPIC_MAX_PLUS, TROPIC_INT32, TROPIC_MAX, TROPIC_PLUS},
    {TROPIC_OR_AND, TROPIC_OR_AND, TROPIC_BOOL, TROPIC_LOR, TROPIC_LAND},
    {TROPIC_MAX_MIN, TROPIC_MAX_MIN, TROPIC_UINT32, TROPIC_MAX, TROPIC_MIN},
    {TROPIC_MIN_MAX, TROPIC_MIN_MAX, TROPIC_FP64, TROPIC_MIN, TROPIC_MAX},
    {TROPIC_MAX_TIMES, TROPIC_MAX_TIMES, TROPIC_UINT32, TROPIC_MAX, TROPIC_TIMES},
    {TROPIC_PLUS_SECOND, TROPIC_PLUS_FIRST, TROPIC_INT32, TROPIC_PLUS, TROPIC_TIMES},
    {TROPIC_MIN_SECOND, TROPIC_MIN_FIRST, TROPIC_INT64, TROPIC_MIN, TROPIC_PLUS},
};
enum { EXACT_SEMIRINGS = sizeof exact_semirings / sizeof *exact_semirings };

tropic_index law_rows(const law_fixture *f)
{
    return f->graph->rows;
}

tropic_index law_cols(const law_fixture *f)
{
    return f->graph->cols;
}

tropic_matrix *law_matrix(law_fixture *f, const int32_t *row_to, const int32_t *col_to, int factor)
{
    OWNED(test_graph) g = test_copy(f->graph);
    tropic_matrix *A;
    for (int64_t k = 0; k < g.count; k++) {
        if (row_to) g.row[k] = row_to[g.row[k]];
        if (col_to) g.col[k] = col_to[g.col[k]];
        g.weight[k] *= factor;
    }
    A = test_matrix_of(f->context, &g, f->over->type, NULL);
    return A;
}

/* -- vectors ----------------------------------------------------------------------------------- */

tropic_vector *law_draw(law_fixture *f, tropic_type type, tropic_index n, tropic_index columns)
{
    const tropic_index places = n * columns;
    OWNED_MEMORY void *values = calloc((size_t)places + 1, tropic_type_size(type));
    OWNED_MEMORY bool *has = calloc((size_t)places + 1, sizeof *has);
    const bool full = test_below(&f->random, 4) == 0;
    tropic_vector *v = NULL;
    for (tropic_index i = 0; i < places; i++) {
        const int whole = test_below(&f->random, 2 * LAW_LARGEST + 1) - LAW_LARGEST;
        has[i] = full || test_below(&f->random, 2);
        test_value_store(type, values, i, whole);
    }
    assert_ok(f->context, tropic_vector_create_block(&v, f->context, type, n, columns));
    assert_ok(f->context, tropic_vector_put_dense(v, values, has));
    if (!full && test_below(&f->random, 2)) assert_ok(f->context, tropic_vector_set_form(v, TROPIC_SPARSE));
    return v;
}

tropic_vector *law_blank(const law_fixture *f, tropic_index n)
{
    tropic_vector *v = NULL;
    assert_ok(f->context, tropic_vector_create(&v, f->context, f->over->type, n));
    return v;
}

law_contents law_read(const law_fixture *f, const tropic_vector *v)
{
    law_contents c = {.n = tropic_vector_size(v), .type = tropic_vector_type(v)};
    c.values = calloc((size_t)c.n + 1, tropic_type_size(c.type));
    c.has = calloc((size_t)c.n + 1, sizeof *c.has);
    assert_ok(f->context, tropic_vector_get_dense(v, c.values, c.has));
    return c;
}

void law_contents_free(law_contents *c)
{
    free(c->values);
    free(c->has);
}

void law_fail(const law_fixture *f, const char *law, tropic_index place)
{
    fail_msg("%s: %s over %s by %s, %d x %d with %lld entries: place %d", law, tropic_semiring_name(law_semiring(f)),
             tropic_type_name(f->over->type), tropic_strategy_name(f->strategy), law_rows(f), law_cols(f),
             (long long)f->graph->count, place);
}

bool law_same(const law_contents *a, tropic_index i, const law_contents *b, tropic_index j)
{
    return test_value_load(a->type, a->values, i) == test_value_load(b->type, b->values, j);
}

void law_expect_renamed(const law_fixture *f, tropic_vector *a, tropic_vector *b, const int32_t *by, const char *law)
{
    OWNED(law_contents) left = law_read(f, a), right = law_read(f, b);
    assert_int_equal(left.n, right.n);
    for (tropic_index i = 0; i < left.n; i++) {
        const tropic_index j = by ? by[i] : i;
        if (left.has[i] != right.has[j] || (left.has[i] && !law_same(&left, i, &right, j))) law_fail(f, law, i);
    }
    tropic_vector_free(&a);
    tropic_vector_free(&b);
}

void law_expect_equal(const law_fixture *f, tropic_vector *a, tropic_vector *b, const char *law)
{
    law_expect_renamed(f, a, b, NULL, law);
}

/* -- products over a semiring ------------------------------------------------------------------ */

const tropic_operator *law_adds(const law_fixture *f)
{
    return tropic_operator_builtin(f->over->add, f->over->type);
}

const tropic_operator *law_scales(const law_fixture *f)
{
    return tropic_operator_builtin(f->over->scale, f->over->type);
}

const tropic_semiring *law_semiring(const law_fixture *f)
{
    return tropic_semiring_builtin(f->over->semiring, f->over->type);
}

void law_multiply(const law_fixture *f, tropic_vector *w, const tropic_vector *mask, const tropic_matrix *A,
                  const tropic_vector *u, bool turned, bool vxm, tropic_descriptor d)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(vxm ? f->over->turned : f->over->semiring, f->over->type);
    d.strategy = f->strategy;
    d.transpose = turned != vxm;
    assert_ok(f->context,
              vxm ? tropic_vxm(w, mask, NULL, semiring, u, A, &d) : tropic_mxv(w, mask, NULL, semiring, A, u, &d));
}

/* -- graphs ------------------------------------------------------------------------------------ */

static void on_graph(law_check *holds, test_graph g, uint64_t seed)
{
    law_fixture f = {.context = test_context(), .graph = &g, .random = seed};
    test_deduplicate(&g);
    test_weigh(&g, seed, -LAW_LARGEST, LAW_LARGEST, 1);
    for (int r = 0; r < EXACT_SEMIRINGS; r++) {
        if (!test_is_mine((uint64_t)r)) continue;
        f.over = &exact_semirings[r];
        f.first = r == 0;
        f.A = law_matrix(&f, NULL, NULL, 1);
        for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
            f.strategy = (tropic_strategy)strategy;
            if (test_tries(strategy, (int64_t)seed + r)) holds(&f);
        }
        tropic_matrix_free(&f.A);
    }
    test_graph_free(&g);
    tropic_context_free(&f.context);
}

/* A list of more entries than one warp, or one thread, takes at once. */
enum { HUB = 2500 };

static test_graph wide(tropic_index n)
{
    test_graph g = test_random_graph(7, 3, n, 2 * n);
    for (tropic_index k = 0; k < n; k++) {
        g.row[k] = 1;
        g.col[k] = k;
    }
    return g;
}

void law_on_graphs(law_check *holds)
{
    on_graph(holds, test_empty(0, 0), 1);
    on_graph(holds, test_empty(0, 9), 2);
    on_graph(holds, test_empty(9, 0), 3);
    on_graph(holds, test_empty(1, 1), 4);
    on_graph(holds, test_random_graph(5, 1, 1, 1), 5);    /* a loop */
    on_graph(holds, test_random_graph(6, 60, 60, 90), 6); /* lists of none, and loops */
    on_graph(holds, test_random_graph(7, 17, 43, 200), 7);
    on_graph(holds, test_random_graph(8, 43, 17, 40), 8);
    on_graph(holds, test_complete(33), 9);
    on_graph(holds, test_kronecker(10, 8, 8), 10);
    on_graph(holds, test_star(test_sized(HUB, 70)), 11);
    on_graph(holds, wide(test_sized(HUB, 70)), 12);
}

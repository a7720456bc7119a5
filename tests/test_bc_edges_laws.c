/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of arcs: its laws, corner cases, and refused arguments.
 */
#include "tests/bc_edges.h"

/* -- laws -------------------------------------------------------------------------------------- */

/* Out of a vertex go the paths through it, and those from it; into it the first, and those to it. */
static void sums(void **unused)
{
    for (int turn = 0; turn < 4; turn++) {
        tropic_index sources[EDGES_SOURCES];
        test_graph g = turn & 1 ? test_random_graph(21, 80, 80, 300) : test_random_undirected(22, 90, 160);
        tropic_bc_options options = {.size = sizeof options, .sources = sources, .weighted = turn >= 2};
        if (options.weighted) test_weigh(&g, 23, 1, 5, 1);
        OWNED(run_fixture) f = run_open("sums", &g, options.weighted ? TROPIC_INT32 : TROPIC_BOOL);
        options.source_count = edges_list(f.n, sources);
        OWNED_MEMORY double *C = edges_carried(&f, &options), *out = run_centralities(&f, &options, NULL);
        OWNED_MEMORY double *into = calloc((size_t)f.n, sizeof *into);
        OWNED_MEMORY int64_t *level = calloc((size_t)f.n, sizeof *level);
        assert_true(into && level);
        memcpy(into, out, (size_t)f.n * sizeof *into);
        for (tropic_index k = 0; k < options.source_count; k++) {
            assert_true(oracle_bfs(&f.oracle, sources[k], level));
            for (tropic_index v = 0; v < f.n; v++) {
                if (level[v] <= 0) continue;
                out[sources[k]]++;
                into[v]++;
            }
        }
        for (tropic_index i = 0; i < f.n; i++)
            for (int64_t k = f.oracle.offset[i]; k < f.oracle.offset[i + 1]; k++) {
                out[i] -= C[k];
                into[f.oracle.target[k]] -= C[k];
            }
        for (tropic_index v = 0; v < f.n; v++)
            if (!(fabs(out[v]) <= 1e-10 && fabs(into[v]) <= 1e-10))
                fail_msg("turn %d: vertex %d: off by %g out of it, by %g into it", turn, v, out[v], into[v]);
    }
}

/* Whatever is beside a source; also from run to run. */
static void same_bits(void **unused)
{
    static const tropic_index batches[] = {0, 0, 1, 3, 17, 64};
    const int tried = test_sized(sizeof batches / sizeof *batches, 3);
    for (int kind = 0; kind < 3; kind++)
        for (int m = 0; m < 4; m++) { /* the last: weighted */
            test_graph g = kind == 0   ? test_kronecker(31, test_sized(7, 5), 8)
                           : kind == 1 ? test_grid(6, 13)
                                       : test_star(700);
            OWNED_MEMORY double *first = NULL;
            OWNED(run_fixture) f = run_open("the same bits", &g, TROPIC_BOOL);
            for (int b = 0; b < tried; b++) {
                const tropic_bc_options options = {.size = sizeof options,
                                                   .method = edges_methods[m % 3],
                                                   .batch = batches[b],
                                                   .samples = test_sized(70, 6),
                                                   .weighted = m == 3};
                double *C = edges_carried(&f, &options);
                if (first) assert_memory_equal(C, first, edges_arcs(&f) * sizeof *C);
                free(first);
                first = C;
            }
        }
}

static void lists_add_up(void **unused)
{
    for (int m = 0; m < 4; m++) {
        test_graph g = test_random_graph(41, 70, 70, 260);
        tropic_index list[70];
        tropic_bc_options options = {.size = sizeof options,
                                     .method = edges_methods[m % 3],
                                     .sources = list,
                                     .source_count = 70,
                                     .weighted = m == 3};
        OWNED(run_fixture) f = run_open("two lists", &g, TROPIC_BOOL);
        assert_ok(f.context, tropic_sample(list, f.context, f.n, 70, 1));
        OWNED_MEMORY double *all = edges_carried(&f, &options);
        options.source_count = 29;
        OWNED_MEMORY double *some = edges_carried(&f, &options);
        options.sources = list + 29;
        options.source_count = 70 - 29;
        OWNED_MEMORY double *rest = edges_carried(&f, &options);
        for (size_t k = 0; k < edges_arcs(&f); k++) some[k] += rest[k];
        assert_edges_near(&f, "two lists", some, all, 1e-12);
        /* An empty list carries nothing. */
        options.source_count = 0;
        free(rest);
        rest = edges_carried(&f, &options);
        for (size_t k = 0; k < edges_arcs(&f); k++) assert_true(rest[k] == 0);
    }
}

static int64_t find_arc(const oracle_graph *G, int64_t i, int64_t j)
{
    for (int64_t k = G->offset[i]; k < G->offset[i + 1]; k++)
        if (G->target[k] == j) return k;
    fail_msg("no arc %d -> %d", (int)i, (int)j);
    return -1;
}

static void other_names(void **unused)
{
    for (int m = 0; m < 4; m++) {
        const tropic_bc_options options = {.size = sizeof options, .method = edges_methods[m % 3], .weighted = m == 3};
        test_graph g = test_random_graph(51, 60, 60, 240), moved;
        OWNED_MEMORY int32_t *by = test_permutation_of(52, 60);
        test_weigh(&g, 53, 1, 3, 1);
        moved = test_copy(&g);
        test_permute(&moved, by);
        OWNED(run_fixture) f = run_open("as it is", &g, TROPIC_INT64);
        OWNED(run_fixture) p = run_open("permuted", &moved, TROPIC_INT64);
        OWNED_MEMORY double *C = edges_carried(&f, &options), *other = edges_carried(&p, &options);
        OWNED_MEMORY double *back = calloc(edges_arcs(&f) + 1, sizeof *back);
        assert_non_null(back);
        for (tropic_index i = 0; i < f.n; i++)
            for (int64_t k = f.oracle.offset[i]; k < f.oracle.offset[i + 1]; k++)
                back[k] = other[find_arc(&p.oracle, by[i], by[f.oracle.target[k]])];
        assert_edges_near(&f, "permuted", back, C, 1e-11);
    }
}

/* -- corners ----------------------------------------------------------------------------------- */

/* From one end width^depth paths: an arc from one of `width` vertices to one of as many takes an equal part. */
static void many_paths(void **unused)
{
    enum { WIDTH = 9 };
    const int32_t depth = test_sized(330, 12);
    const tropic_index source = 0;
    test_graph g = test_layers(WIDTH, depth);
    OWNED(run_fixture) f = run_open("layers", &g, TROPIC_BOOL);
    OWNED_MEMORY double *expected = calloc(edges_arcs(&f) + 1, sizeof *expected);
    assert_non_null(expected);
    for (tropic_index i = 0; i < f.n; i++)
        for (int64_t k = f.oracle.offset[i]; k < f.oracle.offset[i + 1]; k++) {
            const int32_t layer = ((int32_t)f.oracle.target[k] - 1) / WIDTH; /* that it leads to */
            const double behind = (double)(depth - layer) * WIDTH + 1;
            expected[k] = i == 0 ? behind / WIDTH : layer == depth ? 1. / WIDTH : behind / (WIDTH * WIDTH);
        }
    for (int m = 0; m < 4; m++) {
        const tropic_bc_options options = {.size = sizeof options,
                                           .method = edges_methods[m % 3],
                                           .sources = &source,
                                           .source_count = 1,
                                           .weighted = m == 3};
        OWNED_MEMORY double *C = edges_carried(&f, &options);
        assert_edges_near(&f, "many paths", C, expected, 1e-11);
    }
}

/* No vertices, one, and loops alone. */
static void small(void **unused)
{
    for (tropic_index n = 0; n <= 4; n++)
        for (int loops = 0; loops < 2; loops++)
            for (int m = 0; m < 4; m++) {
                const tropic_bc_options options = {.size = sizeof options,
                                                   .method = edges_methods[m % 3],
                                                   .normalize = TROPIC_NORMALIZE_FULL,
                                                   .weighted = m == 3};
                test_graph g = test_empty(n, n);
                g.row = realloc(g.row, 4 * sizeof *g.row);
                g.col = realloc(g.col, 4 * sizeof *g.col);
                assert_true(g.row && g.col);
                g.count = loops ? n : 0;
                for (int32_t k = 0; k < g.count; k++) g.row[k] = g.col[k] = k;
                OWNED(run_fixture) f = run_open("small", &g, TROPIC_BOOL);
                OWNED_MEMORY double *C = edges_carried(&f, m ? &options : NULL);
                for (size_t k = 0; k < edges_arcs(&f); k++) assert_true(C[k] == 0);
            }
}

static void assert_refused(const run_fixture *f, const tropic_bc_options *options, tropic_status wanted,
                           const char *named)
{
    tropic_matrix *C = NULL;
    assert_status(f->context, wanted, tropic_bc_edges(&C, f->context, f->A, options, NULL));
    assert_null(C);
    if (!strstr(tropic_context_error(f->context), named))
        fail_msg("'%s' does not name '%s'", tropic_context_error(f->context), named);
}

static void refusals(void **unused)
{
    static const tropic_index twice[] = {1, 4, 1}, outside[] = {1, 5};
    const struct {
        tropic_bc_options options;
        const char *named;
    } refused[] = {{{.endpoints = true}, "endpoints"},
                   {{.error = .1}, "error"},
                   {{.confidence = .9}, "confidence"},
                   {{.checkpoint = "checkpoint.none"}, "checkpoint"},
                   {{.partial = true}, "partial"},
                   {{.reductions = TROPIC_BC_FOLD}, "reductions"},
                   {{.method = TROPIC_BC_PRODUCTS}, "products"},
                   {{.method = TROPIC_BC_METHODS}, "method"},
                   {{.strategy = TROPIC_STRATEGY_CSC_VECTOR}, "strategy"},
                   {{.normalize = (tropic_normalize)3}, "normalisation"},
                   {{.batch = -1}, "batch"},
                   {{.method = TROPIC_BC_BATCHED, .batch = TROPIC_BFS_BATCH + 1}, "batch"},
                   {{.samples = 6}, "samples"},
                   {{.samples = 2, .sources = twice, .source_count = 1}, "exclude each other"},
                   {{.method = TROPIC_BC_BATCHED, .weighted = true}, "weighted"},
                   {{.sources = twice, .source_count = 3}, "twice"}};
    test_graph g = test_cycle(5);
    tropic_bc_options options = {.size = sizeof options, .sources = outside, .source_count = 2};
    tropic_matrix *C = NULL;
    test_weigh(&g, 1, 1, 3, 1);
    g.weight[3] = 0;
    OWNED(run_fixture) f = run_open("refused", &g, TROPIC_INT32);
    OWNED(tropic_matrix) *rectangle = NULL;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        options = refused[k].options;
        options.size = sizeof options;
        assert_refused(&f, &options, TROPIC_INVALID_ARGUMENT, refused[k].named);
    }
    options = (tropic_bc_options){.size = sizeof options, .sources = outside, .source_count = 2};
    assert_refused(&f, &options, TROPIC_INDEX_OUT_OF_RANGE, "5");
    options = (tropic_bc_options){.size = sizeof options, .weighted = true};
    assert_refused(&f, &options, TROPIC_INVALID_ARGUMENT, "not positive");
    options = (tropic_bc_options){.size = 0};
    assert_refused(&f, &options, TROPIC_INVALID_ARGUMENT, "");
    assert_ok(f.context, tropic_matrix_from_coo(&rectangle, f.context, 2, 3, 0, NULL, NULL, TROPIC_BOOL, NULL, NULL));
    assert_status(f.context, TROPIC_DIMENSION_MISMATCH, tropic_bc_edges(&C, f.context, rectangle, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_bc_edges(&C, f.context, NULL, NULL, NULL));
    assert_null(C);
    assert_int_equal(tropic_bc_edges(NULL, f.context, f.A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_bc_edges(&C, NULL, f.A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_null(C);
}

int main(void)
{
    test_need_device();
    reference_set_threads(1); /* graphs are small */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),        cmocka_unit_test(same_bits),  cmocka_unit_test(lists_add_up),
        cmocka_unit_test(other_names), cmocka_unit_test(many_paths), cmocka_unit_test(small),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

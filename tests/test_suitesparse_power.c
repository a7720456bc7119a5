/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees, Katz's and eigenvector centrality, and HITS against loops of SuiteSparse:GraphBLAS in the manner of
 * LAGraph's PageRank: a product a step, until the fixed point, which no number of iterations of the library's tells.
 */
#include "tests/fixtures.h"
#include "tests/graphs.h"
#include "tests/grb_context.h"

#include <math.h>

/* Steps until values stand still, and how far from there the library's may end. */
#define STEPS_MAX 20000
#define STILL 1e-15
#define TOLERANCE 1e-13
#define NEAR 1e-8

/* ---- vectors of GraphBLAS, FP64 and full ---- */

/* For a result: it has no entries, because 7.4 writes past the end of a result that is full of one value. */
static GrB_Vector empty(GrB_Index n)
{
    GrB_Vector v = NULL;
    assert_grb(GrB_Vector_new(&v, GrB_FP64, n));
    return v;
}

static GrB_Vector full(GrB_Index n, double value)
{
    GrB_Vector v = empty(n);
    assert_grb(GrB_Vector_assign_FP64(v, NULL, NULL, value, GrB_ALL, n, NULL));
    return v;
}

static double reduce(GrB_Vector v, GrB_Monoid monoid)
{
    double found = 0;
    assert_grb(GrB_Vector_reduce_FP64(&found, NULL, monoid, v, NULL));
    return found;
}

static void times(GrB_Vector v, double by)
{
    assert_grb(GrB_Vector_apply_BinaryOp2nd_FP64(v, NULL, NULL, GrB_TIMES_FP64, v, by, NULL));
}

/* The greatest change from u to v. */
static double change(GrB_Vector u, GrB_Vector v, GrB_Index n)
{
    GrB_Vector d = empty(n);
    double most;
    assert_grb(GrB_Vector_eWiseAdd_BinaryOp(d, NULL, NULL, GrB_MINUS_FP64, u, v, NULL));
    assert_grb(GrB_Vector_apply(d, NULL, NULL, GrB_ABS_FP64, d, NULL));
    most = reduce(d, GrB_MAX_MONOID_FP64);
    GrB_Vector_free(&d);
    return most;
}

/* sum of u v */
static double dot(GrB_Vector u, GrB_Vector v, GrB_Index n)
{
    GrB_Vector w = empty(n);
    double sum;
    assert_grb(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, GrB_TIMES_FP64, u, v, NULL));
    sum = reduce(w, GrB_PLUS_MONOID_FP64);
    GrB_Vector_free(&w);
    return sum;
}

/* to += M from; weights count, or each is 1. */
static void add_product(GrB_Vector to, GrB_Matrix M, GrB_Vector from, bool weighted)
{
    const GrB_Semiring semiring = weighted ? GrB_PLUS_TIMES_SEMIRING_FP64 : GxB_PLUS_SECOND_FP64;
    assert_grb(GrB_mxv(to, NULL, GrB_PLUS_FP64, semiring, M, from, NULL));
}

/* The vector's values are those of GraphBLAS. */
static void assert_near(const tropic_vector *got, GrB_Vector expected, const char *name)
{
    OWNED_MEMORY double *values = test_numbers_of(context, got);
    const double most = fabs(reduce(expected, GrB_MAX_MONOID_FP64));
    for (tropic_index v = 0; v < tropic_vector_size(got); v++) {
        double value = 0;
        assert_grb(GrB_Vector_extractElement_FP64(&value, expected, (GrB_Index)v));
        if (!(fabs(values[v] - value) <= NEAR * fmax(most, 1e-300)))
            fail_msg("%s of vertex %d: expected %.12g, got %.12g", name, (int)v, value, values[v]);
    }
}

/* ---- the loops ---- */

static GrB_Vector katz(const grb_graph *G, double alpha, double beta, bool weighted)
{
    GrB_Vector x = full(G->n, 0), next = full(G->n, 0), scaled = empty(G->n);
    double moved = 1;
    for (int k = 0; moved > STILL && k < STEPS_MAX; k++) {
        GrB_Vector before = x;
        /* next = beta + A' (alpha x) */
        assert_grb(GrB_Vector_apply_BinaryOp2nd_FP64(scaled, NULL, NULL, GrB_TIMES_FP64, x, alpha, NULL));
        assert_grb(GrB_Vector_assign_FP64(next, NULL, NULL, beta, GrB_ALL, G->n, NULL));
        add_product(next, G->AT, scaled, weighted);
        moved = change(x, next, G->n) / reduce(next, GrB_MAX_MONOID_FP64);
        x = next;
        next = before;
    }
    times(x, 1 / sqrt(dot(x, x, G->n)));
    GrB_Vector_free(&next);
    GrB_Vector_free(&scaled);
    return x;
}

static GrB_Vector eigenvector(const grb_graph *G, bool weighted)
{
    GrB_Vector x = full(G->n, 1), next = full(G->n, 0);
    double moved = 1;
    for (int k = 0; moved > STILL && k < STEPS_MAX; k++) {
        GrB_Vector before = x;
        /* next = x + A' x */
        assert_grb(GrB_Vector_assign(next, NULL, NULL, x, GrB_ALL, G->n, NULL));
        add_product(next, G->AT, x, weighted);
        times(next, 1 / reduce(next, GrB_MAX_MONOID_FP64));
        moved = change(x, next, G->n);
        x = next;
        next = before;
    }
    times(x, 1 / sqrt(dot(x, x, G->n)));
    GrB_Vector_free(&next);
    return x;
}

static void hits(GrB_Vector *hub, GrB_Vector *authority, const grb_graph *G, bool weighted)
{
    GrB_Vector h = full(G->n, 0), a = full(G->n, 1), next = full(G->n, 0);
    double moved = 1;
    for (int k = 0; moved > STILL && k < STEPS_MAX; k++) {
        GrB_Vector before = a;
        /* h = A a,  next = A' h */
        assert_grb(GrB_Vector_assign_FP64(h, NULL, NULL, 0, GrB_ALL, G->n, NULL));
        add_product(h, G->A, a, weighted);
        assert_grb(GrB_Vector_assign_FP64(next, NULL, NULL, 0, GrB_ALL, G->n, NULL));
        add_product(next, G->AT, h, weighted);
        times(next, 1 / reduce(next, GrB_MAX_MONOID_FP64));
        moved = change(a, next, G->n);
        a = next;
        next = before;
    }
    times(h, 1 / reduce(h, GrB_PLUS_MONOID_FP64));
    times(a, 1 / reduce(a, GrB_PLUS_MONOID_FP64));
    GrB_Vector_free(&next);
    *hub = h;
    *authority = a;
}

/* Degrees along the arcs of M. */
static GrB_Vector degrees(GrB_Matrix M, GrB_Index n, bool weighted)
{
    GrB_Vector degree = full(n, 0), ones = full(n, 1);
    add_product(degree, M, ones, weighted);
    GrB_Vector_free(&ones);
    return degree;
}

/* The correlation over all arcs of x at the tail and y at the head. */
static double correlation(const grb_graph *G, GrB_Vector x, GrB_Vector y)
{
    GrB_Vector out = degrees(G->A, G->n, false), in = degrees(G->AT, G->n, false), z = full(G->n, 0), w = empty(G->n);
    const double count = (double)G->entries, tail = dot(out, x, G->n) / count, head = dot(in, y, G->n) / count;
    double both, tails, heads;
    add_product(z, G->A, y, false); /* z(v) = the sum of y at the heads of v's arcs */
    both = dot(x, z, G->n) / count - tail * head;
    assert_grb(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, GrB_TIMES_FP64, x, x, NULL));
    tails = dot(out, w, G->n) / count - tail * tail;
    assert_grb(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, GrB_TIMES_FP64, y, y, NULL));
    heads = dot(in, w, G->n) / count - head * head;
    GrB_Vector_free(&out);
    GrB_Vector_free(&in);
    GrB_Vector_free(&z);
    GrB_Vector_free(&w);
    return both / sqrt(tails * heads);
}

/* ---- the library's ---- */

static void check_katz(const tropic_matrix *A, const grb_graph *G, bool weighted)
{
    const double alpha = weighted ? 0.002 : 0.01, beta = 0.5;
    tropic_spectral_report told = {.size = sizeof told};
    const tropic_katz_options options = {.size = sizeof options,
                                         .alpha = alpha,
                                         .beta = beta,
                                         .tolerance = TOLERANCE,
                                         .weighted = weighted,
                                         .report = &told};
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    OWNED(GrB_Vector) expected = katz(G, alpha, beta, weighted);
    assert_ok(context, tropic_katz(x, A, &options, NULL));
    assert_true(told.converged);
    assert_near(x, expected, "katz");
}

static void check_eigenvector(const tropic_matrix *A, const grb_graph *G, bool weighted)
{
    tropic_spectral_report told = {.size = sizeof told};
    const tropic_eigenvector_options options = {
        .size = sizeof options, .tolerance = TOLERANCE, .iterations = STEPS_MAX, .weighted = weighted, .report = &told};
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    OWNED(GrB_Vector) expected = eigenvector(G, weighted);
    assert_ok(context, tropic_eigenvector(x, A, &options, NULL));
    assert_true(told.converged);
    assert_near(x, expected, "eigenvector");
}

static void check_hits(const tropic_matrix *A, const grb_graph *G, bool weighted)
{
    tropic_spectral_report told = {.size = sizeof told};
    const tropic_hits_options options = {
        .size = sizeof options, .tolerance = TOLERANCE, .iterations = STEPS_MAX, .weighted = weighted, .report = &told};
    OWNED(tropic_vector) *hub = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    OWNED(tropic_vector) *authority = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    OWNED(GrB_Vector) hubs = NULL;
    OWNED(GrB_Vector) authorities = NULL;
    hits(&hubs, &authorities, G, weighted);
    assert_ok(context, tropic_hits(hub, authority, A, &options, NULL));
    assert_true(told.converged);
    assert_near(hub, hubs, "hub");
    assert_near(authority, authorities, "authority");
}

static void check_degree(const tropic_matrix *A, const grb_graph *G, bool weighted)
{
    OWNED(GrB_Vector) out = degrees(G->A, G->n, weighted);
    OWNED(GrB_Vector) in = degrees(G->AT, G->n, weighted);
    const double expected = correlation(G, out, in);
    for (int kind = TROPIC_DEGREE_IN; kind <= TROPIC_DEGREE_OUT; kind++) {
        tropic_degree_report told = {.size = sizeof told};
        const tropic_degree_options options = {.size = sizeof options,
                                               .kind = (tropic_degree_kind)kind,
                                               .weighted = weighted,
                                               .directed = true,
                                               .assortativity = true,
                                               .report = &told};
        OWNED(tropic_vector) *degree = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
        assert_ok(context, tropic_degree(degree, A, &options, NULL));
        assert_near(degree, kind == TROPIC_DEGREE_IN ? in : out, "degree");
        assert_true(fabs(told.assortativity - expected) <= NEAR);
    }
}

/* Of directed and undirected graphs, with loops, with weights and without. */
static void equal_graphblas(void **unused)
{
    test_graph graphs[] = {test_random_graph(1, 60, 60, 500), test_random_undirected(2, 200, 900),
                           test_kronecker(3, test_sized(9, 7), 8), test_complete(12)};
    for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++) {
        test_deduplicate(&graphs[k]);
        test_weigh(&graphs[k], k, 4, 20, 4);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &graphs[k], TROPIC_FP64, NULL);
        grb_graph G = {.A = NULL};
        assert_grb(grb_graph_new(&G, A, context, TROPIC_FP64));
        for (int weighted = 0; weighted < 2; weighted++) {
            check_katz(A, &G, weighted);
            check_eigenvector(A, &G, weighted);
            check_hits(A, &G, weighted);
            if (k < 3) check_degree(A, &G, weighted); /* the last has one degree: no correlation */
        }
        grb_graph_free(&G);
        test_graph_free(&graphs[k]);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal_graphblas)};
    return cmocka_run_group_tests(tests, context_open_grb, context_close_grb);
}

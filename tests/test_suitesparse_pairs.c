/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets, forests, distances and similarities, from their definitions, as calls of SuiteSparse:GraphBLAS on random
 * graphs. All results are exact.
 */
#include "tests/grb_graphs.h"

/* ---- sets and forests ---- */

/* No vertex of the set has a neighbour there, and all others have. */
static void independent_sets(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(tropic_vector) *set = result(&b, TROPIC_INT32);
        assert_ok(context, tropic_independent_set(set, b.A, NULL, NULL));
        OWNED_MEMORY double *values = test_numbers_of(context, set);
        OWNED(GrB_Vector) chosen = members(values, b.n, 0);
        OWNED(GrB_Vector) near = vector_new(b.n);
        OWNED(GrB_Vector) w = vector_new(b.n);
        assert_grb(GrB_mxv(near, NULL, NULL, GxB_ANY_PAIR_INT64, b.G.A, chosen, NULL));
        assert_grb(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, GrB_TIMES_INT64, near, chosen, NULL));
        assert_int_equal(count(w), 0);
        assert_int_equal(count(near) + count(chosen), b.n);
    }
}

/* M has A's entries alone, one a row at most, and M M is the identity on matched vertices; no arc joins two others. */
static void matchings(void **unused)
{
    for (int k = 0; k < 2 * RANDOM; k++) {
        OWNED(both) b = undirected(k % RANDOM);
        OWNED(tropic_vector) *mate = result(&b, TROPIC_INT32);
        const tropic_matching_options options = {.size = sizeof options, .weighted = k >= RANDOM};
        assert_ok(context, tropic_matching(mate, b.A, &options, NULL));
        OWNED_MEMORY double *values = test_numbers_of(context, mate);
        OWNED(GrB_Vector) alone = numbers(b.n);
        OWNED(GrB_Vector) near = vector_new(b.n);
        OWNED(GrB_Matrix) M = matrix_new(b.n);
        OWNED(GrB_Matrix) P = matrix_new(b.n);
        for (GrB_Index v = 0; v < b.n; v++) {
            if (!isfinite(values[v])) continue;
            assert_grb(GrB_Matrix_setElement_INT64(M, 1, v, (GrB_Index)values[v]));
            assert_grb(GrB_Vector_removeElement(alone, v));
        }
        assert_int_equal(count_matrix(M) + count(alone), b.n);
        assert_grb(GrB_Matrix_eWiseMult_BinaryOp(P, NULL, NULL, GrB_TIMES_INT64, M, b.G.A, NULL));
        assert_int_equal(count_matrix(P), count_matrix(M));
        assert_grb(GrB_mxm(P, NULL, NULL, GxB_PLUS_PAIR_INT64, M, M, NULL));
        assert_grb(GrB_Matrix_select_INT64(P, NULL, NULL, GrB_DIAG, P, 0, NULL));
        assert_int_equal(count_matrix(P), count_matrix(M));
        assert_grb(GrB_mxv(near, alone, NULL, GxB_ANY_PAIR_INT64, b.G.A, alone, GrB_DESC_RS));
        assert_int_equal(count(near), 0);
    }
}

/* The least of d's entries, which goes; false: there is none. */
static bool take_least(GrB_Vector d, GrB_Index n, GrB_Index *where, int64_t *least)
{
    GrB_Index entries = n;
    OWNED_MEMORY GrB_Index *ids = test_room((int64_t)n, sizeof *ids);
    OWNED_MEMORY int64_t *values = test_room((int64_t)n, sizeof *values);
    assert_grb(GrB_Vector_extractTuples_INT64(ids, values, &entries, d));
    for (GrB_Index e = 0; e < entries; e++)
        if (e == 0 || values[e] < *least) *where = ids[e], *least = values[e];
    if (entries > 0) assert_grb(GrB_Vector_removeElement(d, *where));
    return entries > 0;
}

/* After Prim: d<not in the tree> min= A(:,v), and the nearest vertex joins. */
static void forests(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(GrB_Vector) d = vector_new(b.n);
        OWNED(GrB_Vector) in = vector_new(b.n);
        int64_t weight = 0, trees = 0, one = 0;
        tropic_mst_report told = {.size = sizeof told};
        const tropic_mst_options options = {.size = sizeof options, .report = &told};
        for (GrB_Index start = 0; start < b.n; start++) {
            GrB_Index v = start;
            if (at(in, start) == 1) continue;
            trees++;
            do {
                OWNED(GrB_Vector) list = vector_new(b.n);
                assert_grb(GrB_Vector_setElement_INT64(in, 1, v));
                weight += one;
                assert_grb(GrB_Col_extract(list, in, NULL, b.G.A, GrB_ALL, b.n, v, GrB_DESC_SC));
                join(&d, GrB_MIN_INT64, list);
            } while (take_least(d, b.n, &v, &one));
            one = 0;
        }
        assert_ok(context, tropic_mst(NULL, context, b.A, &options, NULL));
        assert_true(told.weight == (double)weight);
        assert_int_equal(told.trees, trees);
    }
}

/* ---- distances and similarities ---- */

/* D min= D (min.plus) D, from A and a diagonal of 0, to the fixed point. */
static GrB_Matrix all_distances(const both *b)
{
    GrB_Matrix D = copy_of(b->G.A);
    int64_t before = -1, now = 0;
    for (GrB_Index v = 0; v < b->n; v++) assert_grb(GrB_Matrix_setElement_INT64(D, 0, v, v));
    for (GrB_Index entries = 0; entries != count_matrix(D) || before != now;) {
        entries = count_matrix(D);
        before = now;
        OWNED(GrB_Matrix) E = matrix_new(b->n);
        assert_grb(GrB_mxm(E, NULL, NULL, GrB_MIN_PLUS_SEMIRING_INT64, D, D, NULL));
        assert_grb(GrB_Matrix_eWiseAdd_BinaryOp(D, NULL, NULL, GrB_MIN_INT64, D, E, NULL));
        assert_grb(GrB_Matrix_reduce_INT64(&now, NULL, GrB_PLUS_MONOID_INT64, D, NULL));
    }
    return D;
}

static void distances(void **unused)
{
    for (int k = 0; k < 2 * RANDOM; k++) {
        OWNED(both) b = k < RANDOM ? undirected(k) : directed(k - RANDOM);
        OWNED(GrB_Matrix) D = all_distances(&b);
        OWNED_MEMORY double *found = test_room((int64_t)(b.n * b.n), sizeof *found);
        for (int method = TROPIC_DISTANCES_TILES; method <= TROPIC_DISTANCES_SEARCHES; method++) {
            const tropic_distances_options options = {
                .size = sizeof options, .method = (tropic_distances_method)method, .weighted = true};
            assert_ok(context, tropic_distances(found, NULL, context, b.A, &options, NULL));
            for (GrB_Index e = 0; e < b.n * b.n; e++) {
                int64_t length;
                const GrB_Info info = GrB_Matrix_extractElement_INT64(&length, D, e / b.n, e % b.n);
                assert_true(found[e] == (info == GrB_SUCCESS ? (double)length : (double)INFINITY));
            }
        }
    }
}

typedef struct pairs {
    const both *b;
    GrB_Matrix common;
    int64_t count;
} pairs;

static bool take_pairs(const tropic_index *from, const tropic_index *to, const double *score, int64_t count, void *user)
{
    pairs *p = user;
    for (int64_t k = 0; k < count; k++) {
        int64_t c = 0;
        const int64_t d = at(p->b->G.degree, (GrB_Index)from[k]) + at(p->b->G.degree, (GrB_Index)to[k]);
        assert_grb(GrB_Matrix_extractElement_INT64(&c, p->common, (GrB_Index)from[k], (GrB_Index)to[k]));
        assert_true(score[k] == (double)c / (double)(d - c));
    }
    p->count += count;
    return true;
}

/* C = A (plus.pair) A', above the diagonal. */
static void similarities(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(GrB_Matrix) C = matrix_new(b.n);
        pairs p = {.b = &b};
        assert_grb(GrB_mxm(C, NULL, NULL, GxB_PLUS_PAIR_INT64, b.G.A, b.G.A, GrB_DESC_T1));
        assert_grb(GrB_Matrix_select_INT64(C, NULL, NULL, GrB_TRIU, C, 1, NULL));
        p.common = C;
        assert_ok(context, tropic_similarity(take_pairs, &p, context, b.A, NULL, NULL));
        assert_int_equal(p.count, count_matrix(C));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_sets), cmocka_unit_test(matchings),    cmocka_unit_test(forests),
        cmocka_unit_test(distances),        cmocka_unit_test(similarities),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_grb, context_close_grb);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Components, triangles, trusses, cores, labels and levels, from their definitions, as calls of SuiteSparse:GraphBLAS
 * on random graphs. All results are exact.
 */
#include "tests/grb_graphs.h"

/* ---- components ---- */

/* f min= A (min.second) f, A' (min.second) f, to the fixed point. */
static void weak_components(void **unused)
{
    for (int k = 0; k < 2 * RANDOM; k++) {
        OWNED(both) b = k < RANDOM ? undirected(k) : directed(k - RANDOM);
        OWNED(tropic_vector) *component = result(&b, TROPIC_INT32);
        OWNED(GrB_Vector) f = numbers(b.n);
        for (int64_t before = -1, now = sum(f); now != before; now = sum(f)) {
            before = now;
            assert_grb(GrB_mxv(f, NULL, GrB_MIN_INT64, GxB_MIN_SECOND_INT64, b.G.A, f, NULL));
            assert_grb(GrB_mxv(f, NULL, GrB_MIN_INT64, GxB_MIN_SECOND_INT64, b.G.AT, f, NULL));
        }
        assert_ok(context, tropic_components(component, NULL, b.A, NULL, NULL));
        assert_same(component, f, "component");
    }
}

/* r or= A' (any.pair) r: what is reached along M's arcs. */
static GrB_Vector reach(GrB_Matrix M, GrB_Index from, GrB_Index n)
{
    GrB_Vector r = vector_new(n);
    assert_grb(GrB_Vector_setElement_INT64(r, 1, from));
    for (GrB_Index before = 0; count(r) > before;) {
        before = count(r);
        OWNED(GrB_Vector) next = vector_new(n);
        assert_grb(GrB_vxm(next, NULL, NULL, GxB_ANY_PAIR_INT64, r, M, NULL));
        join(&r, GrB_MAX_INT64, next);
    }
    return r;
}

/* The component of the least vertex that has none is what it reaches and is reached by. */
static void strong_components(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = directed(k);
        OWNED(tropic_vector) *component = result(&b, TROPIC_INT32);
        OWNED(GrB_Vector) found = vector_new(b.n);
        const tropic_components_options options = {.size = sizeof options, .strong = true};
        for (GrB_Index v = 0; v < b.n; v++) {
            int64_t has;
            if (GrB_Vector_extractElement_INT64(&has, found, v) == GrB_SUCCESS) continue;
            OWNED(GrB_Vector) ahead = reach(b.G.A, v, b.n);
            OWNED(GrB_Vector) behind = reach(b.G.AT, v, b.n);
            assert_grb(GrB_Vector_eWiseMult_BinaryOp(ahead, NULL, NULL, GrB_TIMES_INT64, ahead, behind, NULL));
            assert_grb(GrB_Vector_assign_INT64(found, ahead, NULL, (int64_t)v, GrB_ALL, b.n, GrB_DESC_S));
        }
        assert_ok(context, tropic_components(component, NULL, b.A, &options, NULL));
        assert_same(component, found, "strong component");
    }
}

/* ---- triangles, trusses, cores ---- */

/* t = sum of rows of C<A> = A (plus.pair) A, two a triangle */
static GrB_Vector twice_triangles(const both *b)
{
    GrB_Vector t = vector_new(b->n);
    OWNED(GrB_Matrix) C = matrix_new(b->n);
    assert_grb(GrB_mxm(C, b->G.A, NULL, GxB_PLUS_PAIR_INT64, b->G.A, b->G.A, GrB_DESC_S));
    assert_grb(GrB_Matrix_reduce_Monoid(t, NULL, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
    return t;
}

static void triangles_and_clustering(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(tropic_vector) *triangles = result(&b, TROPIC_INT64), *coefficient = result(&b, TROPIC_FP64);
        OWNED(GrB_Matrix) L = matrix_new(b.n);
        OWNED(GrB_Matrix) C = matrix_new(b.n);
        OWNED(GrB_Vector) t = twice_triangles(&b);
        int64_t total, expected = 0;
        assert_grb(GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, b.G.A, -1, NULL));
        assert_grb(GrB_mxm(C, L, NULL, GxB_PLUS_PAIR_INT64, L, L, GrB_DESC_ST1));
        assert_grb(GrB_Matrix_reduce_INT64(&expected, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
        assert_ok(context, tropic_triangles(triangles, &total, context, b.A, NULL, NULL));
        assert_int_equal(total, expected);
        assert_ok(context, tropic_clustering(coefficient, context, b.A, NULL, NULL));
        OWNED_MEMORY double *found = test_numbers_of(context, coefficient);
        for (GrB_Index v = 0; v < b.n; v++) {
            const int64_t d = at(b.G.degree, v), pairs = d * (d - 1);
            assert_true(found[v] == (pairs > 0 ? (double)at(t, v) / (double)pairs : 0));
        }
        assert_grb(GrB_Vector_apply_BinaryOp2nd_INT64(t, NULL, NULL, GrB_DIV_INT64, t, 2, NULL));
        assert_same(triangles, t, "triangles");
    }
}

/* C<C> = C (plus.pair) C, of which k - 2 or more stay, until all do. */
static void trusses(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(tropic_matrix) *T = NULL;
        OWNED(GrB_Matrix) C = copy_of(b.G.A);
        grb_graph number = {.A = NULL};
        assert_ok(context, tropic_truss(&T, context, b.A, NULL, NULL));
        assert_grb(grb_graph_new(&number, T, context, TROPIC_INT64));
        for (int64_t least = 2; count_matrix(C) > 0; least++) {
            OWNED(GrB_Matrix) U = matrix_new(b.n);
            GrB_Index edges = 0;
            for (; least > 2 && count_matrix(C) != edges;) {
                edges = count_matrix(C);
                assert_grb(GrB_mxm(C, C, NULL, GxB_PLUS_PAIR_INT64, C, C, GrB_DESC_RS));
                assert_grb(GrB_Matrix_select_INT64(C, NULL, NULL, GrB_VALUEGE_INT64, C, least - 2, NULL));
            }
            /* The same edges: as many, and all in both. */
            assert_grb(GrB_Matrix_select_INT64(U, NULL, NULL, GrB_VALUEGE_INT64, number.A, least, NULL));
            edges = count_matrix(U);
            assert_int_equal(count_matrix(C), edges);
            assert_grb(GrB_Matrix_eWiseMult_BinaryOp(U, NULL, NULL, GrB_TIMES_INT64, U, C, NULL));
            assert_int_equal(count_matrix(U), edges);
        }
        grb_graph_free(&number);
    }
}

/* d<left> = A (plus.pair) left, of which those of k or more stay, until all do. */
static void cores(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        OWNED(both) b = undirected(k);
        OWNED(tropic_vector) *core = result(&b, TROPIC_INT32);
        OWNED(GrB_Vector) left = numbers(b.n);
        OWNED(GrB_Vector) d = vector_new(b.n);
        OWNED(GrB_Vector) number = vector_new(b.n);
        for (int64_t least = 1; count(left) > 0; least++) {
            for (GrB_Index before = 0; count(left) != before;) {
                before = count(left);
                assert_grb(GrB_mxv(d, left, NULL, GxB_PLUS_PAIR_INT64, b.G.A, left, GrB_DESC_RS));
                assert_grb(GrB_Vector_select_INT64(left, NULL, NULL, GrB_VALUEGE_INT64, d, least, NULL));
            }
            assert_grb(GrB_Vector_assign_INT64(number, left, NULL, least, GrB_ALL, b.n, GrB_DESC_S));
        }
        assert_ok(context, tropic_core(core, NULL, b.A, NULL, NULL));
        assert_same(core, number, "core number");
    }
}

/* ---- labels and levels ---- */

/* F(v, l) = arcs between v and vertices of label l; the most, of several the least label. */
static void take_labels(const both *b, GrB_Vector label)
{
    OWNED(GrB_Matrix) L = matrix_new(b->n);
    OWNED(GrB_Matrix) F = matrix_new(b->n);
    for (GrB_Index v = 0; v < b->n; v++) assert_grb(GrB_Matrix_setElement_INT64(L, 1, v, (GrB_Index)at(label, v)));
    assert_grb(GrB_mxm(F, NULL, NULL, GxB_PLUS_PAIR_INT64, b->G.A, L, NULL));
    assert_grb(GrB_mxm(F, NULL, GrB_PLUS_INT64, GxB_PLUS_PAIR_INT64, b->G.AT, L, NULL));
    GrB_Index entries = count_matrix(F);
    OWNED_MEMORY GrB_Index *row = test_room((int64_t)entries, sizeof *row);
    OWNED_MEMORY GrB_Index *col = test_room((int64_t)entries, sizeof *col);
    OWNED_MEMORY int64_t *votes = test_room((int64_t)entries, sizeof *votes);
    OWNED_MEMORY int64_t *most = test_room((int64_t)b->n, sizeof *most);
    assert_grb(GrB_Matrix_extractTuples_INT64(row, col, votes, &entries, F));
    for (GrB_Index e = 0; e < entries; e++) {
        const GrB_Index v = row[e];
        if (votes[e] < most[v] || (votes[e] == most[v] && (int64_t)col[e] > at(label, v))) continue;
        most[v] = votes[e];
        assert_grb(GrB_Vector_setElement_INT64(label, (int64_t)col[e], v));
    }
}

static void labels(void **unused)
{
    enum { ROUNDS = 4 };
    for (int k = 0; k < 2 * RANDOM; k++) {
        OWNED(both) b = k < RANDOM ? undirected(k) : directed(k - RANDOM);
        OWNED(tropic_vector) *found = result(&b, TROPIC_INT32);
        OWNED(GrB_Vector) label = numbers(b.n);
        for (int round = 1; round <= ROUNDS; round++) {
            const tropic_communities_options options = {
                .size = sizeof options, .method = TROPIC_COMMUNITIES_LABELS, .rounds = round};
            take_labels(&b, label);
            assert_ok(context, tropic_communities(found, NULL, b.A, &options, NULL));
            assert_same(found, label, "label");
        }
    }
}

/* level max= A' (max.plus) level, each arc 1, to the fixed point. */
static void levels_of_order(void **unused)
{
    for (int k = 0; k < RANDOM; k++) {
        test_graph g = test_random_graph((uint64_t)k + 8, 80, 80, 60 + 100 * k);
        test_make_acyclic(&g);
        OWNED(both) b = both_of(g);
        OWNED(tropic_vector) *order = result(&b, TROPIC_INT32), *level = result(&b, TROPIC_INT32);
        OWNED(GrB_Vector) longest = numbers(b.n);
        OWNED(GrB_Matrix) ones = copy_of(b.G.A);
        assert_grb(GrB_Vector_assign_INT64(longest, NULL, NULL, 0, GrB_ALL, b.n, NULL));
        assert_grb(GrB_Matrix_apply(ones, NULL, NULL, GxB_ONE_INT64, b.G.A, NULL));
        for (int64_t before = -1; sum(longest) != before;) {
            before = sum(longest);
            OWNED(GrB_Vector) next = vector_new(b.n);
            assert_grb(GrB_vxm(next, NULL, NULL, GrB_MAX_PLUS_SEMIRING_INT64, longest, ones, NULL));
            join(&longest, GrB_MAX_INT64, next);
        }
        assert_ok(context, tropic_topological(order, level, b.A, NULL));
        assert_same(level, longest, "level");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weak_components),
        cmocka_unit_test(strong_components),
        cmocka_unit_test(triangles_and_clustering),
        cmocka_unit_test(trusses),
        cmocka_unit_test(cores),
        cmocka_unit_test(labels),
        cmocka_unit_test(levels_of_order),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_grb, context_close_grb);
}

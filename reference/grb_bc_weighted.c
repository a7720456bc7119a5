/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality by the arcs' lengths through GraphBLAS, one source at a time. With the distances d of
 * grb_sssp.c:
 *
 *     T         the pattern of diag(d) (min.plus) A == A (min.second) diag(d): the arcs of shortest paths. Of reals
 *               that where d(i) < d(j) and the first exceeds the second by at most A(i,j) / 2 and the bound grb_tie
 *               allows
 *     waits     = T' (plus.pair) 1: how many of them lead to a vertex
 *     forward   sigma += T' (plus.first) sigma<S[r]>;  waits -= T' (plus.pair) S[r];  S[r+1] = where waits became 0
 *     backward  delta<S[r]> = sigma (T (plus.second) g);  g<S[r]> = (1 + delta) / sigma
 *     arcs      C += diag(sigma) T diag(g)
 *
 * Without lengths all are 1, and ranks are levels.
 */
#include <float.h>
#include <stdlib.h>

#include "reference/grb.h"

/* The rounding error of a path's length, in epsilons. */
#define ROUNDED 32

/* The vectors of a source. */
typedef struct state {
    grb_tie tie;
    GrB_Matrix tight;
    GrB_Matrix carried; /* C; NULL: not asked for */
    GrB_Vector sigma, above, g, w, waits, released;
    GrB_Vector *rank; /* S[0 .. ranks - 1]: sigma there, which is final */
    size_t ranks, capacity;
} state;

static void free_ranks(state *s)
{
    for (size_t r = 0; r < s->ranks; r++) GrB_Vector_free(&s->rank[r]);
    s->ranks = 0;
}

/* Matrices of lengths with A's pattern, or less of it. */
typedef struct comparison {
    GrB_Type length;
    GrB_Matrix through, head, tail; /* d(i) + A(i,j), d(j), d(i) */
    GrB_Matrix bound, half, most;   /* bounds on the first minus the second: the least of three */
    GrB_Matrix ahead;               /* BOOL: d(i) < d(j) */
} comparison;

static GrB_Info make_comparison(comparison *c, const grb_graph *G, tropic_type type)
{
    GrB_Matrix *const lengths[] = {&c->through, &c->head, &c->tail, &c->bound, &c->half, &c->most};
    GrB_Info info = GrB_SUCCESS;
    *c = (comparison){.length = type == TROPIC_FP32 ? GrB_FP32 : type == TROPIC_FP64 ? GrB_FP64 : GrB_INT64};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        GRB_DO(GrB_Matrix_new(lengths[k], c->length, G->n, G->n));
    GRB_DO(GrB_Matrix_new(&c->ahead, GrB_BOOL, G->n, G->n));
    return info;
}

static void free_comparison(comparison *c)
{
    GrB_Matrix_free(&c->through);
    GrB_Matrix_free(&c->head);
    GrB_Matrix_free(&c->tail);
    GrB_Matrix_free(&c->bound);
    GrB_Matrix_free(&c->half);
    GrB_Matrix_free(&c->most);
    GrB_Matrix_free(&c->ahead);
}

/* tight = through - head <= min(tie.relative head, A / 2, max(tie.most, 32 epsilon head)) and tail < head */
static GrB_Info compare_reals(GrB_Matrix tight, comparison *c, const grb_graph *G, bool single, grb_tie tie,
                              GrB_Matrix diagonal)
{
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_mxm(c->tail, NULL, NULL, single ? GrB_MIN_FIRST_SEMIRING_FP32 : GrB_MIN_FIRST_SEMIRING_FP64, diagonal,
                   G->A, NULL));
    if (single) {
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP32(c->bound, NULL, NULL, GrB_TIMES_FP32, c->head, (float)tie.relative,
                                                 NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP32(c->most, NULL, NULL, GrB_TIMES_FP32, c->head, ROUNDED * FLT_EPSILON,
                                                 NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP32(c->most, NULL, NULL, GrB_MAX_FP32, c->most, (float)tie.most, NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP32(c->half, NULL, NULL, GrB_DIV_FP32, G->A, 2, NULL));
    } else {
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP64(c->bound, NULL, NULL, GrB_TIMES_FP64, c->head, tie.relative, NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP64(c->most, NULL, NULL, GrB_TIMES_FP64, c->head, ROUNDED * DBL_EPSILON,
                                                 NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP64(c->most, NULL, NULL, GrB_MAX_FP64, c->most, tie.most, NULL));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP64(c->half, NULL, NULL, GrB_DIV_FP64, G->A, 2, NULL));
    }
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(c->bound, NULL, NULL, single ? GrB_MIN_FP32 : GrB_MIN_FP64, c->bound, c->half,
                                         NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(c->bound, NULL, NULL, single ? GrB_MIN_FP32 : GrB_MIN_FP64, c->bound, c->most,
                                         NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(c->ahead, NULL, NULL, single ? GrB_LT_FP32 : GrB_LT_FP64, c->tail, c->head,
                                         NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(c->through, NULL, NULL, single ? GrB_MINUS_FP32 : GrB_MINUS_FP64, c->through,
                                         c->head, NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(tight, NULL, NULL, single ? GrB_LE_FP32 : GrB_LE_FP64, c->through, c->bound,
                                         NULL));
    GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(tight, NULL, NULL, GrB_LAND, tight, c->ahead, NULL));
    return info;
}

static GrB_Info find_tight(state *s, const grb_graph *G, tropic_type type, GrB_Vector distance)
{
    const bool single = type == TROPIC_FP32, whole = !single && type != TROPIC_FP64;
    const GrB_Semiring second = single  ? GrB_MIN_SECOND_SEMIRING_FP32
                                : whole ? GrB_MIN_SECOND_SEMIRING_INT64
                                        : GrB_MIN_SECOND_SEMIRING_FP64;
    const GrB_Semiring plus = single  ? GrB_MIN_PLUS_SEMIRING_FP32
                              : whole ? GrB_MIN_PLUS_SEMIRING_INT64
                                      : GrB_MIN_PLUS_SEMIRING_FP64;
    GrB_Matrix diagonal = NULL;
    comparison c;
    GrB_Info info = make_comparison(&c, G, type);
    GRB_DO(GrB_Matrix_diag(&diagonal, distance, 0));
    GRB_DO(GrB_mxm(c.through, NULL, NULL, plus, diagonal, G->A, NULL));
    GRB_DO(GrB_mxm(c.head, NULL, NULL, second, G->A, diagonal, NULL));
    GRB_DO(GrB_Matrix_clear(s->tight));
    if (whole)
        GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(s->tight, NULL, NULL, GrB_EQ_INT64, c.through, c.head, NULL));
    else
        GRB_DO(compare_reals(s->tight, &c, G, single, s->tie, diagonal));
    GRB_DO(GrB_Matrix_select_BOOL(s->tight, NULL, NULL, GrB_VALUEEQ_BOOL, s->tight, true, NULL));
    GrB_Matrix_free(&diagonal);
    free_comparison(&c);
    return info;
}

/* The next rank, empty: S[ranks]. */
static GrB_Info add_rank(state *s, GrB_Index n)
{
    GrB_Info info = grb_reserve(&s->rank, sizeof *s->rank, s->ranks, &s->capacity);
    if (info != GrB_SUCCESS) return info;
    s->rank[s->ranks] = NULL;
    return GrB_Vector_new(&s->rank[s->ranks++], GrB_FP64, n);
}

static GrB_Info forward(state *s, const grb_graph *G, GrB_Index source)
{
    GrB_Index count = 1;
    GrB_Info info = GrB_SUCCESS;
    /* waits = T' 1 */
    GRB_DO(GrB_Vector_assign_FP64(s->w, NULL, NULL, 1, GrB_ALL, G->n, NULL));
    GRB_DO(GrB_vxm(s->waits, NULL, NULL, GxB_PLUS_PAIR_INT64, s->w, s->tight, NULL));
    GRB_DO(GrB_Vector_clear(s->sigma));
    GRB_DO(GrB_Vector_setElement_FP64(s->sigma, 1, source));
    GRB_DO(add_rank(s, G->n));
    GRB_DO(GrB_Vector_setElement_FP64(s->rank[0], 1, source));
    while (info == GrB_SUCCESS && count > 0) {
        GrB_Vector here = s->rank[s->ranks - 1];
        /* sigma += T' here */
        GRB_DO(GrB_vxm(s->w, NULL, NULL, GxB_PLUS_FIRST_FP64, here, s->tight, NULL));
        GRB_DO(GrB_Vector_eWiseAdd_BinaryOp(s->sigma, NULL, NULL, GrB_PLUS_FP64, s->sigma, s->w, NULL));
        /* released = waits less those of this rank;  waits<released> = released */
        GRB_DO(GrB_vxm(s->released, NULL, NULL, GxB_PLUS_PAIR_INT64, here, s->tight, NULL));
        GRB_DO(GrB_Vector_eWiseMult_BinaryOp(s->released, NULL, NULL, GrB_MINUS_INT64, s->waits, s->released, NULL));
        GRB_DO(GrB_Vector_assign(s->waits, s->released, NULL, s->released, GrB_ALL, G->n, GrB_DESC_S));
        /* S[r+1] = sigma where released is 0 */
        GRB_DO(GrB_Vector_select_INT64(s->released, NULL, NULL, GrB_VALUEEQ_INT64, s->released, 0, NULL));
        GRB_DO(GrB_Vector_nvals(&count, s->released));
        if (info != GrB_SUCCESS || count == 0) break;
        GRB_DO(add_rank(s, G->n));
        if (info == GrB_SUCCESS)
            GRB_DO(GrB_Vector_eWiseMult_BinaryOp(s->rank[s->ranks - 1], NULL, NULL, GrB_SECOND_FP64, s->released,
                                                 s->sigma, NULL));
    }
    return info;
}

static GrB_Info backward(state *s, GrB_Vector centrality, const grb_graph *G)
{
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Vector_clear(s->g));
    for (size_t r = s->ranks; info == GrB_SUCCESS && r-- > 1;) {
        GrB_Vector here = s->rank[r];
        /* w<S[r]> = T g;  delta = w sigma, in w;  centrality += delta */
        GRB_DO(GrB_mxv(s->w, here, NULL, GxB_PLUS_SECOND_FP64, s->tight, s->g, GrB_DESC_RS));
        GRB_DO(GrB_Vector_eWiseMult_BinaryOp(s->w, NULL, NULL, GrB_TIMES_FP64, s->w, here, NULL));
        GRB_DO(GrB_Vector_assign(centrality, s->w, GrB_PLUS_FP64, s->w, GrB_ALL, G->n, GrB_DESC_S));
        /* above = 1, and delta where there is one;  g<S[r]> = above / sigma */
        GRB_DO(GrB_Vector_apply_BinaryOp2nd_FP64(s->above, NULL, NULL, GrB_ONEB_FP64, here, 1, GrB_DESC_R));
        GRB_DO(GrB_Vector_eWiseAdd_BinaryOp(s->above, NULL, NULL, GrB_PLUS_FP64, s->above, s->w, NULL));
        GRB_DO(GrB_Vector_eWiseMult_BinaryOp(s->above, NULL, NULL, GrB_DIV_FP64, s->above, here, NULL));
        GRB_DO(GrB_Vector_assign(s->g, here, NULL, s->above, GrB_ALL, G->n, GrB_DESC_S));
    }
    return info;
}

/* C += diag(sigma) T diag(g), whose entries are those of T. */
static GrB_Info add_carried(state *s, const grb_graph *G)
{
    GrB_Matrix from = NULL, to = NULL, part = NULL;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Matrix_diag(&from, s->sigma, 0));
    GRB_DO(GrB_Matrix_diag(&to, s->g, 0));
    GRB_DO(GrB_Matrix_new(&part, GrB_FP64, G->n, G->n));
    GRB_DO(GrB_mxm(part, NULL, NULL, GxB_PLUS_FIRST_FP64, from, s->tight, NULL));
    GRB_DO(GrB_mxm(part, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, part, to, NULL));
    GRB_DO(GrB_Matrix_eWiseAdd_BinaryOp(s->carried, NULL, NULL, GrB_PLUS_FP64, s->carried, part, NULL));
    GrB_Matrix_free(&from);
    GrB_Matrix_free(&to);
    GrB_Matrix_free(&part);
    return info;
}

/* GRB_ABSORBED unless all that have a distance were taken. */
static GrB_Info check_ranks(const state *s, GrB_Vector distance)
{
    GrB_Index reached = 0, taken = 0, count;
    GrB_Info info = GrB_Vector_nvals(&reached, distance);
    for (size_t r = 0; r < s->ranks && info == GrB_SUCCESS; r++) {
        info = GrB_Vector_nvals(&count, s->rank[r]);
        taken += count;
    }
    return info == GrB_SUCCESS && taken < reached ? GRB_ABSORBED : info;
}

static GrB_Info one_source(state *s, GrB_Vector centrality, const grb_graph *G, tropic_type type, GrB_Index source)
{
    GrB_Vector distance = NULL;
    bool negative;
    GrB_Info info = grb_sssp(&distance, &negative, G, type, source);
    GRB_DO(find_tight(s, G, type, distance));
    GRB_DO(forward(s, G, source));
    GRB_DO(check_ranks(s, distance));
    GRB_DO(backward(s, centrality, G));
    if (s->carried) GRB_DO(add_carried(s, G));
    GrB_Vector_free(&distance);
    free_ranks(s);
    return info;
}

/* carried: C, or NULL */
static GrB_Info all_sources(GrB_Vector *centrality, GrB_Matrix carried, const grb_graph *G, tropic_type type,
                            grb_tie tie, const GrB_Index *sources, GrB_Index count)
{
    state s = {.tie = tie, .carried = carried};
    GrB_Vector sum = NULL, *doubles[] = {&sum, &s.sigma, &s.above, &s.g, &s.w};
    GrB_Info info = grb_start();
    for (size_t k = 0; k < sizeof doubles / sizeof *doubles; k++) GRB_DO(GrB_Vector_new(doubles[k], GrB_FP64, G->n));
    GRB_DO(GrB_Vector_new(&s.waits, GrB_INT64, G->n));
    GRB_DO(GrB_Vector_new(&s.released, GrB_INT64, G->n));
    GRB_DO(GrB_Matrix_new(&s.tight, GrB_BOOL, G->n, G->n));
    GRB_DO(GrB_Vector_assign_FP64(sum, NULL, NULL, 0, GrB_ALL, G->n, NULL));
    for (GrB_Index k = 0; info == GrB_SUCCESS && k < count; k++) info = one_source(&s, sum, G, type, sources[k]);
    if (info == GrB_SUCCESS) {
        *centrality = sum;
        sum = NULL;
    }
    free(s.rank);
    for (size_t k = 0; k < sizeof doubles / sizeof *doubles; k++) GrB_Vector_free(doubles[k]);
    GrB_Vector_free(&s.waits);
    GrB_Vector_free(&s.released);
    GrB_Matrix_free(&s.tight);
    return info;
}

GrB_Info grb_bc_weighted(GrB_Vector *centrality, const grb_graph *G, tropic_type type, grb_tie tie,
                         const GrB_Index *sources, GrB_Index count)
{
    return all_sources(centrality, NULL, G, type, tie, sources, count);
}

GrB_Info grb_bc_edges(GrB_Matrix *C, const grb_graph *G, tropic_type type, grb_tie tie, const GrB_Index *sources,
                      GrB_Index count)
{
    GrB_Matrix carried = NULL;
    GrB_Vector centrality = NULL;
    GrB_Info info = grb_start();
    /* 0 at each arc, so that those on no path have an entry, too. */
    GRB_DO(GrB_Matrix_new(&carried, GrB_FP64, G->n, G->n));
    GRB_DO(GrB_Matrix_apply_BinaryOp2nd_FP64(carried, NULL, NULL, GrB_SECOND_FP64, G->A, 0, NULL));
    GRB_DO(all_sources(&centrality, carried, G, type, tie, sources, count));
    if (info == GrB_SUCCESS) {
        *C = carried;
        carried = NULL;
    }
    GrB_Matrix_free(&carried);
    GrB_Vector_free(&centrality);
    return info;
}

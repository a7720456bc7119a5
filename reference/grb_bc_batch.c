/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality through GraphBLAS, several sources at a time: row k of each matrix is
 * the vector that grb_bc.c keeps for source k.
 *
 *     forward   F<!sigma>  = F (plus.first) A;       sigma += F
 *     backward  W<S[d-1]>  = ((1 + delta) / sigma <S[d]>) (plus.first) A'
 *               delta<S[d-1]> = W sigma
 */
#include <stdlib.h>

#include "reference/grb.h"

typedef struct state {
    GrB_Index rows, n;
    GrB_Matrix sigma, frontier, above, w;
    GrB_Matrix *level;
    size_t levels, capacity;
    bool pulled;
} state;

static void free_state(state *s)
{
    for (size_t d = 0; d < s->levels; d++) GrB_Matrix_free(&s->level[d]);
    free(s->level);
    GrB_Matrix_free(&s->sigma);
    GrB_Matrix_free(&s->frontier);
    GrB_Matrix_free(&s->above);
    GrB_Matrix_free(&s->w);
}

/* C<M> = U P, where `pull` holds P' by rows. */
static GrB_Info product(state *s, GrB_Matrix C, GrB_Matrix M, bool complement, GrB_Matrix U, GrB_Matrix push,
                        GrB_Matrix pull)
{
    GrB_Index entries = 0;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Matrix_nvals(&entries, U));
    s->pulled = grb_pulls(entries, s->rows * s->n, s->pulled);
    GRB_DO(grb_matrix_form(U, s->pulled ? GRB_FLAGS : GRB_EITHER));
    if (s->pulled)
        GRB_DO(GrB_mxm(C, M, NULL, GxB_PLUS_FIRST_FP64, U, pull, complement ? GrB_DESC_RSCT1 : GrB_DESC_RST1));
    else
        GRB_DO(GrB_mxm(C, M, NULL, GxB_PLUS_FIRST_FP64, U, push, complement ? GrB_DESC_RSC : GrB_DESC_RS));
    return info;
}

static GrB_Info forward(state *s, const grb_graph *G, const GrB_Index *sources)
{
    GrB_Index reached = s->rows;
    GrB_Info info = GrB_SUCCESS;
    for (GrB_Index k = 0; k < s->rows; k++) GRB_DO(GrB_Matrix_setElement_FP64(s->frontier, 1, k, sources[k]));
    while (info == GrB_SUCCESS && reached > 0) {
        /* sigma<F> = F; S[d] = where F has entries */
        GRB_DO(
            GrB_Matrix_assign(s->sigma, s->frontier, NULL, s->frontier, GrB_ALL, s->rows, GrB_ALL, s->n, GrB_DESC_S));
        GRB_DO(grb_reserve(&s->level, sizeof *s->level, s->levels, &s->capacity));
        if (info != GrB_SUCCESS) break;
        GrB_Matrix *where = &s->level[s->levels++];
        *where = NULL;
        GRB_DO(GrB_Matrix_new(where, GrB_BOOL, s->rows, s->n));
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_BOOL(*where, NULL, NULL, GrB_ONEB_BOOL, s->frontier, true, NULL));
        /* F<!sigma> = F A */
        GRB_DO(product(s, s->frontier, s->sigma, true, s->frontier, G->A, G->AT));
        GRB_DO(GrB_Matrix_nvals(&reached, s->frontier));
    }
    return info;
}

static GrB_Info backward(state *s, GrB_Matrix delta, const grb_graph *G)
{
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Matrix_assign_FP64(s->above, NULL, NULL, 1, GrB_ALL, s->rows, GrB_ALL, s->n, NULL));
    s->pulled = false;
    for (size_t d = s->levels; info == GrB_SUCCESS && d-- > 2;) {
        /* W<S[d]> = (1 + delta) / sigma; W<S[d-1]> = W A' */
        GRB_DO(GrB_eWiseMult(s->w, s->level[d], NULL, GrB_DIV_FP64, s->above, s->sigma, GrB_DESC_RS));
        GRB_DO(product(s, s->w, s->level[d - 1], false, s->w, G->AT, G->A));
        /* delta<S[d-1]> = W sigma; above = 1 + delta */
        GRB_DO(GrB_eWiseMult(s->w, NULL, NULL, GrB_TIMES_FP64, s->w, s->sigma, NULL));
        GRB_DO(GrB_Matrix_assign(delta, s->w, NULL, s->w, GrB_ALL, s->rows, GrB_ALL, s->n, GrB_DESC_S));
        GRB_DO(GrB_Matrix_assign(s->above, s->w, GrB_PLUS_FP64, s->w, GrB_ALL, s->rows, GrB_ALL, s->n, GrB_DESC_S));
    }
    return info;
}

/* sum += the contributions of these sources. */
static GrB_Info add_batch(GrB_Vector sum, const grb_graph *G, const GrB_Index *sources, GrB_Index rows)
{
    state s = {.rows = rows, .n = G->n};
    GrB_Matrix delta = NULL;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Matrix_new(&s.sigma, GrB_FP64, rows, s.n));
    GRB_DO(GrB_Matrix_new(&s.frontier, GrB_FP64, rows, s.n));
    GRB_DO(GrB_Matrix_new(&s.above, GrB_FP64, rows, s.n));
    GRB_DO(GrB_Matrix_new(&s.w, GrB_FP64, rows, s.n));
    GRB_DO(GrB_Matrix_new(&delta, GrB_FP64, rows, s.n));
    GRB_DO(grb_matrix_form(s.sigma, GRB_FLAGS));
    GRB_DO(grb_matrix_form(delta, GRB_FLAGS));
    GRB_DO(forward(&s, G, sources));
    GRB_DO(backward(&s, delta, G));
    /* sum(v) += sum over the rows of delta(k,v) */
    GRB_DO(GrB_Matrix_reduce_Monoid(sum, NULL, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, delta, GrB_DESC_T0));
    GrB_Matrix_free(&delta);
    free_state(&s);
    return info;
}

GrB_Info grb_bc_batch(GrB_Vector *centrality, const grb_graph *G, const GrB_Index *sources, GrB_Index count,
                      GrB_Index batch)
{
    GrB_Vector sum = NULL;
    GrB_Info info = grb_start();
    GRB_DO(GrB_Vector_new(&sum, GrB_FP64, G->n));
    GRB_DO(GrB_Vector_assign_FP64(sum, NULL, NULL, 0, GrB_ALL, G->n, NULL));
    for (GrB_Index k = 0; info == GrB_SUCCESS && k < count; k += batch)
        GRB_DO(add_batch(sum, G, sources + k, count - k < batch ? count - k : batch));
    if (info == GrB_SUCCESS) {
        *centrality = sum;
        sum = NULL;
    }
    GrB_Vector_free(&sum);
    return info;
}

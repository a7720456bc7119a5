/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality through GraphBLAS, after Brandes, one source at a time with vectors.
 *
 *     forward   frontier<!sigma>  = A' (plus.first or plus.second) frontier;  sigma += frontier
 *     backward  w<S[d-1]>         = A  (...)  (1 + delta) / sigma <S[d]>
 *               delta<S[d-1]>     = w sigma
 *
 * S[d] is the frontier at depth d. Only 1 + delta is kept, in `above`, and centrality takes delta
 * as it arises, so that nothing is lost in a difference.
 */
#include <stdlib.h>

#include "reference/grb.h"

/* The vectors of a source; levels are kept for use by the next source. */
typedef struct state {
    GrB_Vector sigma, frontier, above, w;
    GrB_Vector *level; /* S[0 .. levels - 1] */
    size_t levels, capacity;
    bool pulled;
} state;

static void free_levels(state *s)
{
    for (size_t d = 0; d < s->levels; d++) GrB_Vector_free(&s->level[d]);
    s->levels = 0;
}

/* w<mask> = A' u going forward, A u going back; w and u may be one. The form is changed for pulling
 * alone: pushing, GraphBLAS does better by its own choice. */
static GrB_Info product(state *s, GrB_Vector w, GrB_Vector mask, GrB_Descriptor descriptor, GrB_Vector u,
                        const grb_graph *G, bool forward)
{
    GrB_Matrix push = forward ? G->A : G->AT, pull = forward ? G->AT : G->A;
    GrB_Index entries = 0;
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Vector_nvals(&entries, u));
    s->pulled = grb_pulls(entries, G->n, s->pulled);
    GRB_DO(grb_vector_form(u, s->pulled ? GRB_FLAGS : GRB_EITHER));
    if (s->pulled)
        GRB_DO(GrB_mxv(w, mask, NULL, GxB_PLUS_SECOND_FP64, pull, u, descriptor));
    else
        GRB_DO(GrB_vxm(w, mask, NULL, GxB_PLUS_FIRST_FP64, u, push, descriptor));
    return info;
}

static GrB_Info forward(state *s, const grb_graph *G, GrB_Index source)
{
    GrB_Index reached = 1;
    GrB_Info info = GrB_SUCCESS;
    s->pulled = false;
    GRB_DO(GrB_Vector_clear(s->sigma));
    GRB_DO(GrB_Vector_clear(s->frontier));
    GRB_DO(GrB_Vector_setElement_FP64(s->frontier, 1, source));
    while (info == GrB_SUCCESS && reached > 0) {
        /* sigma<frontier> = frontier; S[d] = where the frontier has entries */
        GRB_DO(GrB_Vector_assign(s->sigma, s->frontier, NULL, s->frontier, GrB_ALL, G->n, GrB_DESC_S));
        GRB_DO(grb_reserve(&s->level, sizeof *s->level, s->levels, &s->capacity));
        if (info != GrB_SUCCESS) break;
        GrB_Vector *where = &s->level[s->levels++];
        *where = NULL;
        GRB_DO(GrB_Vector_new(where, GrB_BOOL, G->n));
        GRB_DO(GrB_Vector_apply_BinaryOp2nd_BOOL(*where, NULL, NULL, GrB_ONEB_BOOL, s->frontier, true, NULL));
        /* frontier<!sigma> = A' frontier */
        GRB_DO(product(s, s->frontier, s->sigma, GrB_DESC_RSC, s->frontier, G, true));
        GRB_DO(GrB_Vector_nvals(&reached, s->frontier));
    }
    return info;
}

static GrB_Info backward(state *s, GrB_Vector centrality, const grb_graph *G)
{
    GrB_Info info = GrB_SUCCESS;
    /* above = 1 + delta = 1 */
    GRB_DO(GrB_Vector_assign_FP64(s->above, NULL, NULL, 1, GrB_ALL, G->n, NULL));
    s->pulled = false;
    for (size_t d = s->levels; info == GrB_SUCCESS && d-- > 2;) {
        /* w<S[d]> = (1 + delta) / sigma */
        GRB_DO(GrB_eWiseMult(s->w, s->level[d], NULL, GrB_DIV_FP64, s->above, s->sigma, GrB_DESC_RS));
        /* w<S[d-1]> = A w */
        GRB_DO(product(s, s->w, s->level[d - 1], GrB_DESC_RS, s->w, G, false));
        /* delta = w sigma, in w; centrality += delta; above<S[d-1]> = 1 + delta */
        GRB_DO(GrB_eWiseMult(s->w, NULL, NULL, GrB_TIMES_FP64, s->w, s->sigma, NULL));
        GRB_DO(GrB_Vector_assign(centrality, s->w, GrB_PLUS_FP64, s->w, GrB_ALL, G->n, GrB_DESC_S));
        GRB_DO(GrB_Vector_assign(s->above, s->w, GrB_PLUS_FP64, s->w, GrB_ALL, G->n, GrB_DESC_S));
    }
    return info;
}

GrB_Info grb_bc(GrB_Vector *centrality, const grb_graph *G, const GrB_Index *sources, GrB_Index count)
{
    state s = {0};
    GrB_Vector sum = NULL;
    GrB_Info info = grb_start();
    GRB_DO(GrB_Vector_new(&sum, GrB_FP64, G->n));
    GRB_DO(GrB_Vector_assign_FP64(sum, NULL, NULL, 0, GrB_ALL, G->n, NULL));
    GRB_DO(GrB_Vector_new(&s.sigma, GrB_FP64, G->n));
    GRB_DO(GrB_Vector_new(&s.frontier, GrB_FP64, G->n));
    GRB_DO(GrB_Vector_new(&s.above, GrB_FP64, G->n));
    GRB_DO(GrB_Vector_new(&s.w, GrB_FP64, G->n));
    GRB_DO(grb_vector_form(s.sigma, GRB_FLAGS));
    for (GrB_Index k = 0; info == GrB_SUCCESS && k < count; k++) {
        GRB_DO(forward(&s, G, sources[k]));
        GRB_DO(backward(&s, sum, G));
        free_levels(&s);
    }
    if (info == GrB_SUCCESS) {
        *centrality = sum;
        sum = NULL;
    }
    free(s.level);
    GrB_Vector_free(&sum);
    GrB_Vector_free(&s.sigma);
    GrB_Vector_free(&s.frontier);
    GrB_Vector_free(&s.above);
    GrB_Vector_free(&s.w);
    return info;
}

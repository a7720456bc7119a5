/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search through GraphBLAS.
 *
 *     push   frontier<!level> = frontier' (any.pair) A       small frontiers: a list
 *     pull   frontier<!level> = A' (any.pair) frontier       large ones: flags
 *
 * With parents, any.secondi in place of any.pair: values in the frontier are then parents.
 * Direction as Beamer, Asanovic and Patterson (SC12) choose it.
 */
#include "reference/grb.h"

/* Pull once the frontier's arcs exceed this part of those not yet walked; measured on Kronecker
 * graphs, where anything from 4 to 30 does as well. */
#define PULL_SHARE 8
/* Push again once the frontier has shrunk below this part of the vertices. */
#define PUSH_SHARE 512

typedef struct direction {
    bool pull;
    GrB_Index frontier, previous; /* vertices in this and the last frontier */
    int64_t unwalked;             /* arcs that have not left a frontier yet */
} direction;

/* Arcs that leave the frontier: sum over its vertices of degree. */
static GrB_Info frontier_arcs(int64_t *arcs, GrB_Vector scratch, GrB_Vector frontier, const grb_graph *G)
{
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Vector_assign(scratch, frontier, NULL, G->degree, GrB_ALL, G->n, GrB_DESC_RS));
    GRB_DO(GrB_Vector_reduce_INT64(arcs, NULL, GrB_PLUS_MONOID_INT64, scratch, NULL));
    return info;
}

static GrB_Info choose(direction *d, GrB_Vector scratch, GrB_Vector frontier, const grb_graph *G)
{
    GrB_Info info = GrB_SUCCESS;
    bool growing = d->frontier > d->previous;
    if (d->pull) {
        d->pull = growing || d->frontier > G->n / PUSH_SHARE;
    } else if (growing && d->unwalked > (int64_t)G->n) {
        int64_t arcs = 0;
        GRB_DO(frontier_arcs(&arcs, scratch, frontier, G));
        d->unwalked -= arcs;
        d->pull = arcs > d->unwalked / PULL_SHARE;
    }
    return info;
}

GrB_Info grb_bfs(GrB_Vector *level, GrB_Vector *parent, const grb_graph *G, GrB_Index source)
{
    GrB_Semiring semiring = parent ? GxB_ANY_SECONDI_INT32 : GxB_ANY_PAIR_BOOL;
    GrB_Vector visited = NULL, tree = NULL, frontier = NULL, scratch = NULL;
    direction d = {.frontier = 1, .unwalked = (int64_t)G->entries};
    GrB_Info info = grb_start();
    GRB_DO(GrB_Vector_new(&visited, GrB_INT32, G->n));
    GRB_DO(grb_vector_form(visited, GRB_FLAGS));
    GRB_DO(GrB_Vector_new(&frontier, parent ? GrB_INT32 : GrB_BOOL, G->n));
    GRB_DO(GrB_Vector_new(&scratch, GrB_INT64, G->n));
    if (parent) GRB_DO(GrB_Vector_new(&tree, GrB_INT32, G->n));
    if (parent) GRB_DO(grb_vector_form(tree, GRB_FLAGS));

    /* frontier(source) = source */
    if (parent)
        GRB_DO(GrB_Vector_setElement_INT32(frontier, (int32_t)source, source));
    else
        GRB_DO(GrB_Vector_setElement_BOOL(frontier, true, source));

    for (int32_t depth = 0; info == GrB_SUCCESS && d.frontier > 0; depth++) {
        /* level<frontier> = depth; parent<frontier> = frontier */
        GRB_DO(GrB_Vector_assign_INT32(visited, frontier, NULL, depth, GrB_ALL, G->n, GrB_DESC_S));
        if (parent) GRB_DO(GrB_Vector_assign(tree, frontier, NULL, frontier, GrB_ALL, G->n, GrB_DESC_S));

        GRB_DO(choose(&d, scratch, frontier, G));
        GRB_DO(grb_vector_form(frontier, d.pull ? GRB_FLAGS : GRB_LIST));
        if (d.pull) /* frontier<!level> = A' (add.mul) frontier */
            GRB_DO(GrB_mxv(frontier, visited, NULL, semiring, G->AT, frontier, GrB_DESC_RSC));
        else /* frontier<!level> = frontier' (add.mul) A */
            GRB_DO(GrB_vxm(frontier, visited, NULL, semiring, frontier, G->A, GrB_DESC_RSC));
        d.previous = d.frontier;
        GRB_DO(GrB_Vector_nvals(&d.frontier, frontier));
    }

    if (info == GrB_SUCCESS) {
        *level = visited;
        if (parent) *parent = tree;
        visited = tree = NULL;
    }
    GrB_Vector_free(&visited);
    GrB_Vector_free(&tree);
    GrB_Vector_free(&frontier);
    GrB_Vector_free(&scratch);
    return info;
}

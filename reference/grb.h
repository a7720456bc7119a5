/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithms through SuiteSparse:GraphBLAS, written to be fast: the library is compared
 * with them, in results and in time. C API 2.0, and GxB calls where GraphBLAS is SuiteSparse's.
 */
#ifndef TROPIC_REFERENCE_GRB_H
#define TROPIC_REFERENCE_GRB_H

#include <tropic_suitesparse.h>

/* Calls one after another until one fails: `info` keeps the first failure, and the rest are
 * skipped. */
#define GRB_DO(call)                                                                                                   \
    do {                                                                                                               \
        if (info == GrB_SUCCESS) info = (call);                                                                        \
    } while (0)

/* Starts GraphBLAS where nobody has yet. Every function of this folder calls it. */
GrB_Info grb_start(void);

/* A graph both ways, so that a product may push along A or pull along A'. */
typedef struct grb_graph {
    GrB_Index n, entries;
    GrB_Matrix A;
    GrB_Matrix AT;     /* A' */
    GrB_Vector degree; /* INT64: entries of each row, where there are any */
} grb_graph;

/* From a square matrix with a row or more. Values become those of `type`; BOOL: all true, whatever
 * A's values. Returns GrB_INVALID_VALUE, with tropic_suitesparse_error(), where A cannot be read. */
GrB_Info grb_graph_new(grb_graph *G, const tropic_matrix *A, tropic_context *context, tropic_type type);
void grb_graph_free(grb_graph *G);
/* Are all values of G, FP32 or FP64 as *type says, decimals of as many digits as the type keeps (FLT_DIG, DBL_DIG)? If
 * so, multiplies them by the power of ten that makes them whole, and sets *type to INT64. */
GrB_Info grb_graph_decimals(grb_graph *G, tropic_type *type);

/* Breadth-first search, pushing from small frontiers and pulling to large ones.
 *   level   out  INT32, an entry where reached
 *   parent  out  INT32, any one neighbour that is a level nearer; may be NULL */
GrB_Info grb_bfs(GrB_Vector *level, GrB_Vector *parent, const grb_graph *G, GrB_Index source);

/* Shortest paths by Bellman and Ford, relaxing only arcs from vertices that changed.
 *   distance        out  of `type` (INT64, FP32 or FP64, as G's values), an entry where reached
 *   negative_cycle  out  one is reachable; distance then means nothing */
GrB_Info grb_sssp(GrB_Vector *distance, bool *negative_cycle, const grb_graph *G, tropic_type type, GrB_Index source);

/* Betweenness centrality by Brandes, FP64, unscaled, full: one source after another with vectors,
 * or `batch` at a time with matrices. */
GrB_Info grb_bc(GrB_Vector *centrality, const grb_graph *G, const GrB_Index *sources, GrB_Index count);
GrB_Info grb_bc_batch(GrB_Vector *centrality, const grb_graph *G, const GrB_Index *sources, GrB_Index count,
                      GrB_Index batch);
/* Lengths of paths tie that differ by at most min(relative d, max(most, 32 epsilon d)), d the least. */
typedef struct grb_tie {
    double relative, most;
} grb_tie;
/* The same by lengths, which are positive; `type` as in grb_sssp. GRB_ABSORBED where rounding absorbs a length on the
 * only way to a vertex. */
#define GRB_ABSORBED GrB_NOT_IMPLEMENTED
GrB_Info grb_bc_weighted(GrB_Vector *centrality, const grb_graph *G, tropic_type type, grb_tie tie,
                         const GrB_Index *sources, GrB_Index count);
/* The betweenness of arcs; C has G's pattern. G without lengths: all true; with INT64, which counts each as 1. */
GrB_Info grb_bc_edges(GrB_Matrix *C, const grb_graph *G, tropic_type type, grb_tie tie, const GrB_Index *sources,
                      GrB_Index count);

/* w<mask> (accum)= A (add.mul) u, or u' (add.mul) A with vxm, over one of the library's built-in
 * semirings. Integer min_plus and max_plus wrap here.
 *   accum  a tropic_builtin_operator, of w's type, or GRB_NO_ACCUM */
#define GRB_NO_ACCUM (-1)
GrB_Info grb_mxv(GrB_Vector w, GrB_Vector mask, int accum, tropic_builtin builtin, tropic_type type, GrB_Matrix A,
                 GrB_Vector u, const tropic_descriptor *descriptor, bool vxm);

/* The semiring of that product; NULL where the library's table has no such type. */
GrB_Semiring grb_semiring(tropic_builtin builtin, tropic_type type);
/* A tropic_builtin_operator, as an operator, a function of one operand or a monoid on values of a type; NULL where
 * GraphBLAS has none (such as the index of a place). */
GrB_BinaryOp grb_operator(int op, tropic_type type);
GrB_UnaryOp grb_unary(int op, tropic_type type);
GrB_Monoid grb_monoid(int op, tropic_type type);

/* -- shared by the algorithms ------------------------------------------------------------------ */

/* How a vector or matrix is to be stored from now on; does nothing elsewhere than SuiteSparse. */
typedef enum grb_form {
    GRB_LIST,   /* ids of the entries */
    GRB_FLAGS,  /* a place for each, and flags where not all have entries */
    GRB_BITMAP, /* the same, with flags even where all have entries */
    GRB_EITHER  /* as GraphBLAS thinks best, entry by entry */
} grb_form;
GrB_Info grb_vector_form(GrB_Vector v, grb_form form);
/* Pull where the multiplied vector holds more than one in 30 of its places, and a little sooner where the
 * last product pulled, as a change of form costs something too. */
static inline bool grb_pulls(GrB_Index entries, GrB_Index places, bool pulled)
{
    return entries > places / (pulled ? 60 : 30);
}
/* Room for one more of `size` bytes in an array that holds `count` of `*capacity`. */
GrB_Info grb_reserve(void *array, size_t size, size_t count, size_t *capacity);
GrB_Info grb_matrix_form(GrB_Matrix M, grb_form form);

#endif

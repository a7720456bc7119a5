/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the CUDA backend.
 */
#ifndef TP_CUDA_BACKEND_H
#define TP_CUDA_BACKEND_H

#include "runtime/cuda.h"
#include "spmv/jit/variants.h"

/* One op's kernels, launched by address; NULL where the op has none. All take (OP_STATE, tp_arcs, list,
 * list's length, tp_hub_queue), but cooc_walk and cooc_join (OP_STATE, tp_arcs, tp_nnz_tiles), levels (OP_STATE,
 * tp_levels), those of a search (OP_STATE, tp_search_launch), and csc_columns (OP_STATE, tp_arcs, columns, lanes).
 * Those called plain are for products where tp_step.plain. */
typedef struct tp_cuda_kernels {
    const void *csc_scalar = NULL, *csc_scalar_plain = NULL;
    const void *csc_vector = NULL, *csc_vector_hubs = NULL; /* a warp per list; or some lanes: */
    const void *csc_lanes = NULL, *csc_lanes_plain = NULL, *csc_quads[TP_QUAD_FORMS] = {};
    const void *csc_pieces = NULL, *csc_pieces_plain = NULL;
    const void *cooc_scalar = NULL; /* pushes; or pulls: */
    const void *cooc_walk = NULL, *cooc_walk_plain = NULL, *cooc_join = NULL;
    size_t value_size = 0; /* where it pulls, and of a search by keys */
    const void *csr_push = NULL, *csr_push_hubs = NULL;
    const void *prepare = NULL;
    const void *finish = NULL;
    const void *levels = NULL;
    const void *search_narrow = NULL, *search_wide = NULL;
    const void *csc_columns = NULL; /* never compiled ahead */
} tp_cuda_kernels;

static inline int64_t tp_quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}
/* So many blocks, or the most that CUDA launches. */
static inline dim3 tp_cuda_grid(int64_t blocks)
{
    return dim3((unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX));
}
/* Can ids and values be read four at a time, by loads of 16 bytes? */
static inline bool tp_cuda_quads(const tp_arcs *arcs)
{
    return (((uintptr_t)arcs->ids | (uintptr_t)arcs->values) & 15) == 0;
}

/* spmv/ops/kernel_table.cu: NULL where there is no such op (a semiring that lacks the type). */
const tp_cuda_kernels *tp_cuda_kernels_of(tp_op op);

/* spmv/cuda_backend.cu */
tropic_status tp_cuda_step(tropic_context *context, const tp_step *step);
/* Room for so many items in each half of scratch.items. */
tropic_status tp_cuda_need_items(tropic_context *context, int64_t room);
/* spmv/strategies/csc_columns.cu: a step of several columns. */
tropic_status tp_cuda_step_columns(tropic_context *context, const tp_step *step);
/* algorithms/search/search.cu: a traversal by an op that emits each vertex once, or has buckets. */
tropic_status tp_cuda_search(tropic_context *context, tp_traversal *traversal);
/* algorithms/search/traverse.cu */
tropic_status tp_cuda_traverse(tropic_context *context, tp_traversal *traversal);
/* algorithms/betweenness/brandes.cu */
tropic_status tp_cuda_brandes(tropic_context *context, const struct tp_brandes *brandes);
tropic_status tp_cuda_brandes_add(tropic_context *context, const struct tp_brandes *brandes);
tropic_status tp_cuda_brandes_room(tropic_context *context, tropic_index n, tropic_index *sources);
/* Blocks of a cluster, of which all sources' can be resident; 1: no clusters. `kernel` is for these, of so many threads
 * a block. */
tropic_status tp_cuda_brandes_cluster(tropic_context *context, const void *kernel, int threads, tropic_index sources,
                                      int *blocks);
/* Launches a kernel with so many blocks, and threads in each, for each source; then adds up their deltas. */
tropic_status tp_cuda_brandes_each(tropic_context *context, const struct tp_brandes *brandes, const void *kernel,
                                   int blocks, int threads, void **arguments);
/* algorithms/betweenness/brandes_weighted.cu */
tropic_status tp_cuda_brandes_weighted(tropic_context *context, const struct tp_brandes_weighted *tight);
/* algorithms/betweenness/brandes_single.cu */
tropic_status tp_cuda_brandes_single_source(tropic_context *context, const struct tp_brandes_level *level);
tropic_status tp_cuda_brandes_sets(tropic_context *context, const int32_t *level, tropic_index n, int32_t levels,
                                   uint64_t *sets);
/* algorithms/betweenness/brandes_edges.cu */
tropic_status tp_cuda_brandes_arcs(tropic_context *context, const struct tp_brandes *brandes,
                                   const struct tp_brandes_weighted *tight);
tropic_status tp_cuda_brandes_batch_arcs(tropic_context *context, const struct tp_brandes_batch_arcs *arcs);
/* algorithms/betweenness/brandes_columns.cu */
tropic_status tp_cuda_brandes_level(tropic_context *context, const struct tp_brandes_level *level);
tropic_status tp_cuda_brandes_sum(tropic_context *context, const struct tp_brandes_sum *sum);
/* algorithms/layout/nbody_exact.cu, algorithms/layout/nbody_tree.cu, algorithms/layout/nbody_move.cu */
tropic_status tp_cuda_nbody_room(tropic_context *context, int dimensions, tropic_index n, bool tree, size_t *bytes);
tropic_status tp_cuda_nbody_exact(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cuda_nbody_order(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cuda_nbody_tree(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cuda_nbody_move(tropic_context *context, const struct tp_nbody_move *m);
/* algorithms/bfs/commit_level.cu */
tropic_status tp_cuda_commit_level(tropic_context *context, const tp_level_commit *commit);
/* spmv/jit/user_product.cu: the kernels of a form (spmv/jit/variants.h), for the step's semiring; compiled when first
 * asked for. */
tropic_status tp_cuda_specialise(tropic_context *context, const tp_step *step, int form,
                                 const tp_cuda_kernels **kernels);
/* spmv/loop/loop.cu */
tropic_status tp_cuda_run(tropic_context *context, const struct tp_program *program, int64_t limit, int64_t *done,
                          bool *going);

/* spmv/strategies/launch.cu */
struct tp_hub_queue;
/* The list of what the mask lets through of n places, and how many it has, in device memory. */
tropic_status tp_cuda_list(tropic_context *context, const tp_mask *mask, tropic_index n, const tropic_index **targets,
                           const unsigned **counted);
/* Some lanes per list: how many, taking quads of entries or not, of all lists or those that a mask has picked; and
 * which lists are hubs. Are there any? */
bool tp_cuda_divide(const tp_arcs *arcs, size_t value_size, bool quads, bool picked, struct tp_hub_queue *hubs);
/* Then room for these, if there are `any`. */
tropic_status tp_cuda_reserve_hubs(tropic_context *context, size_t value_size, const tp_arcs *arcs, bool any,
                                   struct tp_hub_queue *hubs);
/* cooc_scalar where it pulls. */
tropic_status tp_cuda_walk(tropic_context *context, const tp_cuda_kernels *kernels, void *state, const tp_arcs *arcs,
                           bool plain);

/* spmv/vectors/vector_passes.cu */
tropic_status tp_cuda_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n);
tropic_status tp_cuda_restrict(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n);
tropic_status tp_cuda_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                              const tropic_index *ids, const void *values, int64_t count);
tropic_status tp_cuda_gather(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                             const void *dense, int64_t count);
tropic_status tp_cuda_scale(tropic_context *context, void *to, tropic_type type, const double *from, double factor,
                            int64_t n);
/* spmv/vectors/vector_counts.cu: those whose result comes to the host */
tropic_status tp_cuda_any(tropic_context *context, const tp_mask *mask, int64_t n, bool *found);
tropic_status tp_cuda_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count);
tropic_status tp_cuda_compact(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n,
                              int64_t *count);
tropic_status tp_cuda_any_above(tropic_context *context, const double *x, double bound, int64_t n, bool *found);

/* spmv/vectors/elementwise.cu */
tropic_status tp_cuda_elementwise(tropic_context *context, const tp_elementwise *e);
/* spmv/vectors/reduce_vector.cu */
tropic_status tp_cuda_reduce(tropic_context *context, void *value, const tp_reduction *r);
/* spmv/vectors/reduce_lists.cu */
tropic_status tp_cuda_reduce_lists(tropic_context *context, const tp_list_reduction *r);
/* spmv/vectors/elementwise_user.cu: the same where an operator is a user's */
tropic_status tp_cuda_elementwise_user(tropic_context *context, const tp_elementwise *e);
/* The kernel that sums under a user's monoid. */
tropic_status tp_cuda_user_total(tropic_context *context, const tropic_operator *monoid, const void **kernel);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the CPU backend.
 */
#ifndef TP_CPU_BACKEND_H
#define TP_CPU_BACKEND_H

#include "runtime/backend.h"
#include "spmv/ops/kernel.h"

/* Takes a step that touches so many entries, on as many threads as it is worth. */
void tp_cpu_run(tropic_context *context, const tp_step *step, tp_sink *sink, int64_t work);
/* spmv/jit/user_product.c: the kernels, and in the state the functions, of the step's semiring, which is a user's. */
tropic_status tp_cpu_specialise(tropic_context *context, tp_step *step);
/* algorithms/search/traverse.c */
tropic_status tp_cpu_traverse(tropic_context *context, tp_traversal *traversal);
tropic_strategy tp_cpu_choose(const tp_traversal *traversal, const tp_sink *frontier);
tropic_offset tp_cpu_list_arcs(const tp_arcs *out, const tropic_index *list, tropic_index count);
/* Is there nothing to wait for? Of the targets, the first `*final` are known to be final. */
bool tp_cpu_enough(const tp_traversal *traversal, tropic_index *final);
/* algorithms/search/delta_stepping.c, algorithms/search/search.c */
tropic_status tp_cpu_traverse_buckets(tropic_context *context, tp_traversal *traversal);
tropic_status tp_cpu_search(tropic_context *context, tp_traversal *traversal);
/* algorithms/betweenness/brandes.c */
tropic_status tp_cpu_brandes(tropic_context *context, const struct tp_brandes *brandes);
tropic_status tp_cpu_brandes_add(tropic_context *context, const struct tp_brandes *brandes);
tropic_status tp_cpu_brandes_room(tropic_context *context, tropic_index n, tropic_index *sources);
/* sweeps(of, k) of each source k, a thread to each, then their sum in their order; */
void tp_cpu_brandes_each(tropic_context *context, const struct tp_brandes *brandes,
                         void (*sweeps)(const void *of, tropic_index k), const void *of);
/* and what these add source k's delta to. */
double *tp_cpu_brandes_delta(const struct tp_brandes *brandes, tropic_index k);
/* algorithms/betweenness/brandes_weighted.c */
tropic_status tp_cpu_brandes_weighted(tropic_context *context, const struct tp_brandes_weighted *tight);
/* algorithms/betweenness/brandes_edges.c */
tropic_status tp_cpu_brandes_arcs(tropic_context *context, const struct tp_brandes *brandes,
                                  const struct tp_brandes_weighted *tight);
tropic_status tp_cpu_brandes_batch_arcs(tropic_context *context, const struct tp_brandes_batch_arcs *arcs);
/* algorithms/betweenness/brandes_single.c */
tropic_status tp_cpu_brandes_single_source(tropic_context *context, const struct tp_brandes_level *level);
tropic_status tp_cpu_brandes_sets(tropic_context *context, const int32_t *level, tropic_index n, int32_t levels,
                                  uint64_t *sets);
/* algorithms/betweenness/brandes_columns.c */
tropic_status tp_cpu_brandes_level(tropic_context *context, const struct tp_brandes_level *level);
tropic_status tp_cpu_brandes_sum(tropic_context *context, const struct tp_brandes_sum *sum);
/* algorithms/layout/nbody_exact.c, algorithms/layout/nbody_tree.c, algorithms/layout/nbody_move.c */
tropic_status tp_cpu_nbody_room(tropic_context *context, int dimensions, tropic_index n, bool tree, size_t *bytes);
tropic_status tp_cpu_nbody_exact(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cpu_nbody_order(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cpu_nbody_tree(tropic_context *context, const struct tp_nbody *b);
tropic_status tp_cpu_nbody_move(tropic_context *context, const struct tp_nbody_move *m);
/* algorithms/bfs/commit_level.c */
tropic_status tp_cpu_commit_level(tropic_context *context, const tp_level_commit *commit);

/* spmv/vectors/vector_passes.c */
tropic_status tp_cpu_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n);
tropic_status tp_cpu_restrict(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n);
tropic_status tp_cpu_any(tropic_context *context, const tp_mask *mask, int64_t n, bool *found);
tropic_status tp_cpu_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count);
tropic_status tp_cpu_compact(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n, int64_t *count);
tropic_status tp_cpu_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                             const tropic_index *ids, const void *values, int64_t count);
tropic_status tp_cpu_gather(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                            const void *dense, int64_t count);
tropic_status tp_cpu_scale(tropic_context *context, void *to, tropic_type type, const double *from, double factor,
                           int64_t n);
tropic_status tp_cpu_any_above(tropic_context *context, const double *x, double bound, int64_t n, bool *found);
/* spmv/vectors/elementwise.c */
tropic_status tp_cpu_elementwise(tropic_context *context, const tp_elementwise *e);
/* spmv/vectors/reduce_vector.c */
tropic_status tp_cpu_reduce(tropic_context *context, void *value, const tp_reduction *r);
/* spmv/vectors/reduce_lists.c */
tropic_status tp_cpu_reduce_lists(tropic_context *context, const tp_list_reduction *r);
/* spmv/vectors/elementwise_user.c: the same where an operator is a user's */
tropic_status tp_cpu_elementwise_user(tropic_context *context, const tp_elementwise *e);
tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r);

#endif

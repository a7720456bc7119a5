/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the ways of a traversal on the CPU share.
 */
#include "algorithms/search/search_cpu.h"
#include "spmv/direction.h"

tropic_strategy tp_cpu_choose(const tp_traversal *t, const tp_sink *frontier)
{
    const tropic_offset unreached = t->scatter.count - t->reached_arcs;
    if (t->strategy != TROPIC_STRATEGY_AUTO) return t->strategy;
    return tp_should_pull(frontier->arcs, t->gather.lists, unreached, TP_ALPHA_FIRST) ? t->pull
                                                                                      : TROPIC_STRATEGY_CSR_PUSH;
}

bool tp_cpu_enough(const tp_traversal *t, tropic_index *final)
{
    const tp_kernels *kernels = t->op->cpu;
    if (t->depth_limit > 0 && t->levels == t->depth_limit) return true;
    while (*final < t->target_count && kernels->settled(t->state, t->targets[*final])) ++*final;
    return t->target_count > 0 && *final == t->target_count;
}

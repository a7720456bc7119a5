/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a traversal on the CPU.
 */
#ifndef TP_SEARCH_CPU_H
#define TP_SEARCH_CPU_H

#include "algorithms/search/search.h"
#include "spmv/cpu_backend.h"

tropic_strategy tp_cpu_choose(const tp_traversal *traversal, const tp_sink *frontier);
/* Is there nothing to wait for? Of the targets, the first `*final` are known to be final. */
bool tp_cpu_enough(const tp_traversal *traversal, tropic_index *final);
/* By buckets of keys; by an op that visits each vertex once. */
tropic_status tp_cpu_traverse_buckets(tropic_context *context, tp_traversal *traversal);
tropic_status tp_cpu_search(tropic_context *context, tp_traversal *traversal);

#endif

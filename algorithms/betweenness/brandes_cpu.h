/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of Brandes' sweeps on the CPU.
 */
#ifndef TP_BRANDES_CPU_H
#define TP_BRANDES_CPU_H

#include "algorithms/betweenness/brandes_calls.h"
#include "runtime/threads.h"

/* The sweeps of source k, in the places and the queue (n + 1 places) of source `memory`. */
typedef void tp_brandes_sweeps(const void *of, tropic_index k, int64_t memory);
/* Those of each source, a thread to each, then their sum in their order; */
void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *brandes, tp_brandes_sweeps *sweeps, const void *of);
/* and what these add source k's delta to. */
double *tp_cpu_brandes_delta(const tp_brandes *brandes, tropic_index k);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of Brandes' sweeps on the CPU.
 */
#ifndef TP_BRANDES_CPU_H
#define TP_BRANDES_CPU_H

#include "algorithms/betweenness/brandes_calls.h"
#include "runtime/threads.h"

/* sweeps(of, k) of each source k, a thread to each, then their sum in their order; */
void tp_cpu_brandes_each(tropic_context *context, const tp_brandes *brandes,
                         void (*sweeps)(const void *of, tropic_index k), const void *of);
/* and what these add source k's delta to. */
double *tp_cpu_brandes_delta(const tp_brandes *brandes, tropic_index k);

#endif

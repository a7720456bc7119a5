/* SPDX-License-Identifier: Apache-2.0
 *
 * What sources add to arcs, on the CPU: a pass over the arcs when their sweeps are over.
 */
#include "spmv/brandes_tight.h"
#include "spmv/cpu.h"

tropic_status tp_cpu_brandes_arcs(tropic_context *context, const tp_brandes *b,
                                  const tp_brandes_tight *tight)
{
    const tropic_offset count = b->out.count;
    const int threads = tp_threads(context, count);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static)
    for (tropic_offset k = 0; k < count; k++) b->total.arcs[k] = tp_brandes_arc(b, tight, k);
    return TROPIC_OK;
}

tropic_status tp_cpu_brandes_batch_arcs(tropic_context *context, const tp_brandes_batch_arcs *a)
{
    const tropic_offset count = a->out.count;
    const int threads = tp_threads(context, count);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static)
    for (tropic_offset k = 0; k < count; k++) a->total.arcs[k] = tp_brandes_batch_arc(a, k);
    return TROPIC_OK;
}

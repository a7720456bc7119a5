/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities on the CPU.
 */
#include "algorithms/eccentricity/bounds_one.h"
#include "runtime/threads.h"
#include "spmv/cpu_backend.h"

static void search_some(const void *of, int64_t begin, int64_t end)
{
    for (int64_t v = begin; v < end; v++) tp_bounds_of_search(of, v);
}

tropic_status tp_cpu_bounds_search(tropic_context *context, const tp_bounds_search *s)
{
    tp_for(tp_team_for(context, s->to.n), s->to.n, TP_CHUNK_ANY, search_some, s);
    return TROPIC_OK;
}

static void batch_some(const void *of, int64_t begin, int64_t end)
{
    for (int64_t v = begin; v < end; v++) tp_bounds_of_batch(of, v);
}

tropic_status tp_cpu_bounds_batch(tropic_context *context, const tp_bounds_batch *b)
{
    tp_for(tp_team_for(context, (int64_t)b->to.n * b->levels), b->to.n, TP_CHUNK_ANY, batch_some, b);
    return TROPIC_OK;
}

const tp_bounds_calls tp_cpu_bounds_calls = {TP_BOUNDS_CALLS(TP_CALL_ROW, tp_cpu_bounds_)};

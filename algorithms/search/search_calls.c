/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU's table of searches.
 */
#include "algorithms/search/search_cpu.h"
#include "algorithms/tuning.h"

#include <string.h>

tropic_status tp_cpu_traverse(tropic_context *context, tp_traversal *t)
{
    tropic_status status;
    t->starts = NULL;
    t->levels = 0;
    memset(t->steps, 0, sizeof t->steps);
    status = t->op->cpu->key ? tp_cpu_traverse_buckets(context, t) : tp_cpu_search(context, t);
    if (status != TROPIC_OK) {
        tp_release(&context->work, t->starts);
        t->starts = NULL;
    }
    return status;
}

const tp_search_calls tp_cpu_search_calls = {
    TP_SEARCH_CALLS(TP_CALL_ROW, tp_cpu_).bucket_factor = TP_CPU_BUCKET_FACTOR,
    .sparse_degree = TP_SPARSE_DEGREE,
};

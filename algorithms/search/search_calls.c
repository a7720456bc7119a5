/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU's table of searches.
 */
#include "algorithms/search/search_cpu.h"

#include <string.h>

tropic_status tp_cpu_traverse(tropic_context *context, tp_traversal *t)
{
    tropic_status status;
    t->starts = NULL;
    t->levels = 0;
    memset(t->steps, 0, sizeof t->steps);
    status = t->op->cpu->key ? tp_cpu_traverse_buckets(context, t) : tp_cpu_search(context, t);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, t->starts);
        t->starts = NULL;
    }
    return status;
}

/* Two cores, Kronecker 20: arcs are relaxed 1.15 times at 1/2, 1.3 at 1, 1.9 at 2, 2.3 at 4, and time follows. On a
 * lattice and on roads they are relaxed 1.0 times at 1/2, 1.15 at 8, 1.35 at 32; but at 1/2 a bucket has too little for
 * two threads, and from 4 to 32 they need 0.6 times the time of one. */
#define BUCKET_FACTOR 0.5

const tp_search_calls tp_cpu_search_calls = {
    TP_SEARCH_CALLS(TP_CALL_ROW, tp_cpu_).bucket_factor = BUCKET_FACTOR,
    .sparse_degree = TP_SPARSE_DEGREE,
};

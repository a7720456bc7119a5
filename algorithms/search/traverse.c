/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the CPU: steps until the frontier is empty, each on as many threads as it is worth.
 */
#include "algorithms/search/search_cpu.h"

#include <string.h>

/* One step: from `frontier` to `next`, whose `next` pointer is set. */
static void traverse_step(tropic_context *context, tp_traversal *t, const tropic_index *list, const tp_sink *frontier,
                          bool every, tp_sink *next)
{
    const tropic_strategy strategy =
        every && t->strategy == TROPIC_STRATEGY_AUTO ? t->start : tp_cpu_choose(t, frontier);
    const tp_step step = {
        .op = t->op,
        .strategy = strategy,
        .state = t->state,
        .gather = t->gather,
        .scatter = t->scatter,
        .sources = every ? NULL : list,
        .source_count = frontier->count,
    };
    const int64_t work = strategy == TROPIC_STRATEGY_CSR_PUSH && !every ? frontier->count + frontier->arcs
                                                                        : (int64_t)t->gather.lists + t->gather.count;
    tp_cpu_run(context, &step, next, work);
    t->steps[strategy]++;
}

/* Steps of an op that may emit a vertex more than once. */
static tropic_status run_steps(tropic_context *context, tp_traversal *t)
{
    const tropic_index n = t->scatter.lists;
    int32_t *depth = t->state;
    tp_sink frontier = {0};
    tropic_index begin = 0; /* of the frontier in order[] */
    bool every = t->first == TP_EVERY;
    int64_t capacity = 0;
    tropic_status status = TROPIC_OK;

    frontier.count = every ? 0 : t->first;
    frontier.arcs = tp_cpu_list_arcs(&t->scatter, t->order, frontier.count);
    t->reached = frontier.count;
    t->reached_arcs = frontier.arcs;
    if (t->keep_levels) status = tp_starts_reserve(context, t, &capacity, 0, 1);
    if (t->starts) t->starts[0] = 0;

    while (status == TROPIC_OK && (frontier.count > 0 || every)) {
        tp_sink next = {.offsets = t->scatter.offsets};
        const tropic_index end = t->keep_levels ? begin + frontier.count : (begin == 0 ? n : 0);
        next.next = t->order + end;
        t->levels++;
        *depth = ++t->depth;
        traverse_step(context, t, t->order + begin, &frontier, every, &next);
        if (t->keep_levels) status = tp_starts_reserve(context, t, &capacity, t->levels, t->levels + 1);
        if (status == TROPIC_OK && t->keep_levels) t->starts[t->levels] = end;
        if (status == TROPIC_OK) status = tp_progress(context, n > 0 ? (double)t->reached / n : 1);
        begin = end;
        frontier = next;
        every = false;
    }
    return status;
}

tropic_status tp_cpu_traverse(tropic_context *context, tp_traversal *t)
{
    const tp_kernels *kernels = t->op->cpu;
    tropic_status status;
    t->starts = NULL;
    t->levels = 0;
    memset(t->steps, 0, sizeof t->steps);
    if (kernels->key)
        status = tp_cpu_traverse_buckets(context, t);
    else
        status = kernels->settled ? tp_cpu_search(context, t) : run_steps(context, t);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, t->starts);
        t->starts = NULL;
    }
    return status;
}

/* Two cores, Kronecker 20: arcs are relaxed 1.15 times at 1/2, 1.3 at 1, 1.9 at 2, 2.3 at 4, and time follows. On a
 * lattice and on the roads of New York all from 1/2 to 8 are alike. */
#define BUCKET_FACTOR 0.5

const tp_search_calls tp_cpu_search_calls = {
    TP_SEARCH_CALLS(TP_CALL_ROW, tp_cpu_).bucket_factor = BUCKET_FACTOR,
};

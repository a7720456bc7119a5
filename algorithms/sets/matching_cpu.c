/* SPDX-License-Identifier: Apache-2.0
 *
 * What a matching weighs, on the CPU; and its calls.
 */
#include "algorithms/sets/matching.h"

typedef struct weighing {
    const tp_set_graph *g;
    const int32_t *mate;
    tp_matching_part *parts;
} weighing;

static void weigh_parts(const void *of, int64_t begin, int64_t end)
{
    const weighing *w = of;
    for (int64_t p = begin; p < end; p++) {
        const int64_t first = p * TP_MATCHING_PART;
        const int64_t last = first + TP_MATCHING_PART < w->g->n ? first + TP_MATCHING_PART : w->g->n;
        tp_matching_part sum = {0};
        uint64_t word;
        for (int64_t v = first; v < last; v++)
            if (tp_matching_edge(w->g, w->mate, (tropic_index)v, &word)) tp_matching_add(&sum, w->g, word);
        w->parts[p] = sum;
    }
}

tropic_status tp_cpu_matching_weigh(tp_run *run, const tp_set_graph *graph, const int32_t *mate,
                                    tp_matching_part *parts)
{
    const int64_t count = ((int64_t)graph->n + TP_MATCHING_PART - 1) / TP_MATCHING_PART;
    const weighing w = {graph, mate, parts};
    tp_for(tp_team_for(run->context, 8 * (int64_t)graph->n), count, 1, weigh_parts, &w);
    return TROPIC_OK;
}

const tp_matching_calls tp_cpu_matching_calls = {TP_MATCHING_CALLS(TP_CALL_ROW, tp_cpu_matching_)};

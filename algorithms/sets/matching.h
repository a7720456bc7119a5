/* SPDX-License-Identifier: Apache-2.0
 *
 * Matchings: what the two devices do for them, and weights as words.
 */
#ifndef TP_SETS_MATCHING_H
#define TP_SETS_MATCHING_H

#include "algorithms/sets/sets.h"

TP_BEGIN_C

/* Vertices whose edges are added up one after another, before these sums are: so a sum of real weights is the same on
 * all devices and for any number of threads. */
#define TP_MATCHING_PART 1024

/* What the edges weigh from a vertex of a part to a greater one. Integers in 128 bits, which hold 2^31 weights. */
typedef struct tp_matching_part {
    uint64_t low, high;
    double real;
    tropic_index edges;
} tp_matching_part;

/* Graphs of n > 0 vertices.
 *   find   mate[v] = the other end of v's edge in the greedy matching, or -1, in memory of the backend; *looks: about
 *          how often all vertices looked for an edge. Weights are numbers. Status: OUT_OF_MEMORY, CANCELLED
 *   weigh  the parts, in host memory */
#define TP_MATCHING_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, find, (tp_run * run, const tp_set_graph *graph, int32_t *mate, int64_t *looks))           \
    X(tropic_status, prefix, weigh,                                                                                    \
      (tp_run * run, const tp_set_graph *graph, const int32_t *mate, tp_matching_part *parts))

typedef struct tp_matching_calls {
    TP_MATCHING_CALLS(TP_CALL_POINTER, )
} tp_matching_calls;

TP_MATCHING_CALLS(TP_CALL_PROTOTYPE, tp_cpu_matching_)
TP_MATCHING_CALLS(TP_CALL_PROTOTYPE, tp_cuda_matching_)
extern const tp_matching_calls tp_cpu_matching_calls, tp_cuda_matching_calls;

/* ---- weights as words ---- */

/* *word = that of the weight of arc k, of up to 64 bits and in the order of weights: integers are themselves, and reals
 * the bits of their values, without the sign of -0. False: it is negative. */
TP_FN bool tp_matching_word(const tp_set_graph *g, tropic_offset k, uint64_t *word)
{
    const void *values = g->values;
    uint32_t bits;
    *word = 0;
    switch (g->type) {
    case TROPIC_BOOL: *word = ((const uint8_t *)values)[k] != 0; return true;
    case TROPIC_UINT32: *word = ((const uint32_t *)values)[k]; return true;
    case TROPIC_UINT64: *word = ((const uint64_t *)values)[k]; return true;
    case TROPIC_INT32: *word = (uint64_t)((const int32_t *)values)[k]; return ((const int32_t *)values)[k] >= 0;
    case TROPIC_INT64: *word = (uint64_t)((const int64_t *)values)[k]; return ((const int64_t *)values)[k] >= 0;
    case TROPIC_FP32:
        memcpy(&bits, (const float *)values + k, sizeof bits);
        *word = bits & (UINT32_MAX >> 1);
        return ((const float *)values)[k] >= 0;
    default:
        memcpy(word, (const double *)values + k, sizeof *word);
        *word &= UINT64_MAX >> 1;
        return ((const double *)values)[k] >= 0;
    }
}

/* The arc from v to u; -1: there is none. */
TP_FN tropic_offset tp_matching_arc(const tp_set_graph *graph, tropic_index v, tropic_index u)
{
    const tropic_offset end = graph->offsets[v + 1], at = tp_find_id(graph->ids, graph->offsets[v], end, u);
    return at < end && graph->ids[at] == u ? at : -1;
}

/* Has v an edge to a greater vertex? *word: its weight's; without values, 1. */
TP_FN bool tp_matching_edge(const tp_set_graph *g, const int32_t *mate, tropic_index v, uint64_t *word)
{
    *word = 1;
    if (mate[v] <= v) return false;
    if (g->values) tp_matching_word(g, tp_matching_arc(g, v, mate[v]), word);
    return true;
}

TP_FN void tp_matching_add(tp_matching_part *part, const tp_set_graph *g, uint64_t word)
{
    const uint32_t single = (uint32_t)word;
    float narrow = 0;
    double wide = 0;
    part->edges++;
    if (g->values && g->type == TROPIC_FP32) {
        memcpy(&narrow, &single, sizeof narrow);
        part->real += narrow;
    } else if (g->values && g->type == TROPIC_FP64) {
        memcpy(&wide, &word, sizeof wide);
        part->real += wide;
    } else {
        part->low += word;
        part->high += part->low < word;
    }
}

TP_END_C
#endif

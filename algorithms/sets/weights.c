/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights of a matching as keys of 32 bits, in the same order: the leading bits of their words. The bits left out are
 * mostly zeros, as those of small whole numbers in FP64.
 */
#include "algorithms/sets/weights.h"
#include "formats/matrix/facts/facts.h"

typedef struct conversion {
    const tp_set_graph *g;
    uint64_t *most, *all; /* of the words: the greatest, and the bits that are set in any */
    int shift;            /* bits left out */
    uint32_t *keys;
} conversion;

int tp_matching_compare(const tp_set_graph *graph, tropic_offset a, tropic_offset b)
{
    uint64_t x, y;
    const bool first = tp_matching_word(graph, a, &x), second = tp_matching_word(graph, b, &y);
    return first && second ? (x > y) - (x < y) : first - second;
}

static void survey(const void *of, int64_t begin, int64_t end)
{
    const conversion *c = of;
    uint64_t most = 0, all = 0, word;
    for (int64_t k = begin; k < end; k++) {
        if (!tp_matching_word(c->g, k, &word)) continue;
        most = word > most ? word : most;
        all |= word;
    }
    __atomic_fetch_or(c->all, all, __ATOMIC_RELAXED);
    for (uint64_t known = __atomic_load_n(c->most, __ATOMIC_RELAXED); known < most;)
        if (__atomic_compare_exchange_n(c->most, &known, most, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
}

static void convert(const void *of, int64_t begin, int64_t end)
{
    const conversion *c = of;
    uint64_t word;
    for (int64_t k = begin; k < end; k++)
        c->keys[k] = tp_matching_word(c->g, k, &word) ? (uint32_t)(word >> c->shift) + 1 : 0;
}

tropic_status tp_matching_weights(tp_run *run, const tp_set_graph *graph, tp_weights *weights)
{
    const tp_team team = tp_team_for(run->context, graph->count);
    uint64_t most = 0, all = 0;
    conversion c = {.g = graph, .most = &most, .all = &all};
    const tropic_matrix_facts *facts;
    *weights = (tp_weights){.exact = true};
    if (!graph->values || graph->count == 0) return TROPIC_OK;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    if (facts->min_value > 0 && tropic_type_size(graph->type) == sizeof *weights->keys) {
        weights->keys = graph->values;
        return TROPIC_OK;
    }
    TP_TRY(tp_set_array(run, &c.keys, graph->count, sizeof *c.keys, "weights of a matching"));
    weights->keys = c.keys;
    tp_for(team, graph->count, TP_CHUNK_ANY, survey, &c);
    while (most >> c.shift >= UINT32_MAX) c.shift++;
    weights->exact = (all & (((uint64_t)1 << c.shift) - 1)) == 0;
    tp_for(team, graph->count, TP_CHUNK_ANY, convert, &c);
    return TROPIC_OK;
}

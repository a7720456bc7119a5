/* SPDX-License-Identifier: Apache-2.0
 *
 * Arcs of negative length on the CPU, on one thread: those from vertices that were reached, one after another.
 */
#include "algorithms/sssp/negative_arcs.h"
#include "algorithms/sssp/bellman_ford.h"

#include "formats/matrix/facts/facts.h"

/* Counts the negative arcs of A and adds up the others; then lists them. */
#define ARCS(T, type)                                                                                                  \
    static void count_##type(tp_negative_arcs *g, tropic_offset count)                                                 \
    {                                                                                                                  \
        double sum = 0;                                                                                                \
        for (tropic_offset k = 0; k < count; k++) {                                                                    \
            const T w = tp_weight_##type(g->search->weights, g->search->values, k);                                    \
            g->count += w < 0;                                                                                         \
            sum += w > 0 && (double)w < HUGE_VAL ? (double)w : 0;                                                      \
        }                                                                                                              \
        g->mean = count > g->count ? sum / (double)(count - g->count) : 0;                                             \
    }                                                                                                                  \
    static void list_##type(tp_negative_arcs *g, tropic_offset count)                                                  \
    {                                                                                                                  \
        tropic_index i = 0;                                                                                            \
        tropic_offset listed = 0;                                                                                      \
        for (tropic_offset k = 0; k < count; k++) {                                                                    \
            if (!(tp_weight_##type(g->search->weights, g->search->values, k) < 0)) continue;                           \
            while (g->search->offsets[i + 1] <= k) i++;                                                                \
            g->tail[listed] = i;                                                                                       \
            g->arc[listed++] = k;                                                                                      \
        }                                                                                                              \
    }
ARCS(int64_t, int64)
ARCS(float, fp32)
ARCS(double, fp64)

tropic_status tp_cpu_list_negative(tp_negative_arcs *g)
{
    tp_run *run = g->run;
    const tropic_offset count = run->A->count;
    g->count = 0;
    g->type == TROPIC_FP32   ? count_fp32(g, count)
    : g->type == TROPIC_FP64 ? count_fp64(g, count)
                             : count_int64(g, count);
    g->tail = tp_arena_array(&run->arena, g->count, sizeof *g->tail);
    g->arc = tp_arena_array(&run->arena, g->count, sizeof *g->arc);
    TP_TRY(tp_arena_check(&run->arena, "arcs of negative length"));
    g->type == TROPIC_FP32 ? list_fp32(g, count) : g->type == TROPIC_FP64 ? list_fp64(g, count) : list_int64(g, count);
    return TROPIC_OK;
}

tropic_status tp_cpu_relax_negative(tp_negative_arcs *g)
{
    tp_bellman_ford *s = g->search;
    /* The source lies on a negative cycle that ends in another arc. */
    if (tp_value_as_double(g->distance, g->type, g->source) < 0) return tp_bellman_ford_cycle(s, g->source);
    for (tropic_offset c = 0; c < g->count; c++)
        if (tp_sssp_is_reached(g->type, g->distance, g->tail[c]))
            TP_TRY(tp_bellman_ford_relax(s, g->tail[c], g->arc[c], g->arc[c] + 1));
    g->heads = s->mark; /* while distances are searched it is not needed */
    g->head_count = tp_bellman_ford_take(s, g->heads);
    return TROPIC_OK;
}

tropic_status tp_cpu_turn_negative(tp_negative_arcs *g, const tp_sssp_arrays *a, tropic_offset searches)
{
    (void)a;
    tp_bellman_ford_queue(g->search, g->heads, (tropic_index)g->head_count);
    TP_TRY(tp_bellman_ford_run(g->search, searches > g->count ? INT64_MAX : g->run->A->count));
    g->head_count = tp_bellman_ford_take(g->search, g->heads);
    return TROPIC_OK;
}

/* Tail c of a tight arc becomes the parent of its head, unless this has a nearer one, or one of a smaller id. */
#define HANG(T, name)                                                                                                  \
    static void hang_##name(const tp_negative_arcs *g, tropic_index *parent)                                           \
    {                                                                                                                  \
        const tp_bellman_ford *s = g->search;                                                                          \
        const T *d = g->distance;                                                                                      \
        for (tropic_offset c = 0; c < g->count; c++) {                                                                 \
            const tropic_index i = g->tail[c], j = s->ids[g->arc[c]], p = parent[j];                                   \
            if (j == g->source) continue;                                                                              \
            if (!tp_sssp_is_reached(g->type, d, i) || (p >= 0 && (d[p] < d[j] || p < i))) continue;                    \
            if (d[i] + tp_weight_##name(s->weights, s->values, g->arc[c]) == d[j]) parent[j] = i;                      \
        }                                                                                                              \
    }
HANG(int64_t, int64)
HANG(float, fp32)
HANG(double, fp64)

tropic_status tp_cpu_hang_negative(tp_negative_arcs *g, tropic_index *parent, tropic_index *scratch, bool *tree)
{
    (void)scratch;
    g->type == TROPIC_FP32   ? hang_fp32(g, parent)
    : g->type == TROPIC_FP64 ? hang_fp64(g, parent)
                             : hang_int64(g, parent);
    *tree = true;
    for (tropic_index v = 0; v < g->run->n && *tree; v++)
        *tree = parent[v] >= 0 || !tp_sssp_is_reached(g->type, g->distance, v);
    if (*tree) *tree = tp_bellman_ford_is_tree(g->search, parent);
    return TROPIC_OK;
}

tropic_status tp_cpu_count_reached(tp_negative_arcs *g, tropic_index *vertices, tropic_offset *arcs)
{
    const tropic_offset *offsets = g->search->offsets;
    *vertices = 0;
    *arcs = 0;
    for (tropic_index v = 0; v < g->run->n; v++) {
        if (!tp_sssp_is_reached(g->type, g->distance, v)) continue;
        ++*vertices;
        *arcs += offsets[v + 1] - offsets[v];
    }
    return TROPIC_OK;
}

const tp_negative_calls tp_cpu_negative_calls = {TP_NEGATIVE_CALLS(TP_CALL_ROW, tp_cpu_)};

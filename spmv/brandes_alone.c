/* SPDX-License-Identifier: Apache-2.0
 *
 * A level of Brandes' sweeps of one source on the CPU: a thread to some words of the level's set.
 */
#include "spmv/brandes.h"

#include "spmv/cpu.h"

/* Words that a thread takes at a time. */
#define CHUNK 16

static bool has(const uint64_t *set, tropic_index v)
{
    return set[v / TP_BRANDES_BITS] >> v % TP_BRANDES_BITS & 1;
}

static double sum_list(const tp_brandes_level *l, tropic_index v)
{
    const tropic_offset end = l->arcs.offsets[v + 1];
    double sum = 0;
    for (tropic_offset k = l->arcs.offsets[v]; k < end; k++) {
        const tropic_index w = l->arcs.ids[k];
        if (has(l->beside, w)) sum += ((const double *)l->counts)[w];
    }
    return sum;
}

void tp_cpu_brandes_alone(tropic_context *context, const tp_brandes_level *l)
{
    const int64_t words = TP_BRANDES_WORDS(l->arcs.lists);
    const int threads = tp_threads(context, l->arcs.lists + l->arcs.count);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(dynamic, CHUNK)
    for (int64_t k = 0; k < words; k++)
        for (uint64_t left = l->here[k]; left; left &= left - 1) {
            const tropic_index v = (tropic_index)(k * TP_BRANDES_BITS) + __builtin_ctzll(left);
            tp_brandes_keep_alone(l, v, l->beside ? sum_list(l, v) : l->none);
        }
}

tropic_status tp_cpu_brandes_sets(tropic_context *context, const int32_t *level, tropic_index n,
                                  int32_t levels, uint64_t *sets)
{
    const int64_t words = TP_BRANDES_WORDS(n);
    const int threads = tp_threads(context, n);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static)
    for (int64_t k = 0; k < words; k++) {
        const int64_t first = k * TP_BRANDES_BITS;
        for (int32_t d = 0; d < levels; d++) sets[d * words + k] = 0;
        for (int64_t v = first; v < n && v < first + TP_BRANDES_BITS; v++)
            if (level[v] >= 0) sets[level[v] * words + k] |= (uint64_t)1 << (v - first);
    }
    return TROPIC_OK;
}

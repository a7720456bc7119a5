/* SPDX-License-Identifier: Apache-2.0
 *
 * A level of Brandes' sweeps of one source on the CPU: a thread to a list. The counts beside lie in an array that is
 * zero elsewhere, so that a neighbour takes one read from anywhere, and no branch. (With a look at the set first, and a
 * branch, Kronecker graph 20 took 2.1 times as long on 2 threads, uniform random graph 20 1.6 times; with a mask 1.5
 * and 1.25.)
 */
#include "spmv/brandes.h"

#include "spmv/cpu.h"

/* Words of a set that a thread takes at a time. */
#define CHUNK 4
/* Sums that a list has, so that one need not wait for another. (With 2 or 8 as fast.) */
#define PARTS 4

/* spread<set> = from, or 0. */
static void spread(const tp_brandes_level *l, const uint64_t *set, const double *from, int threads)
{
    const int64_t words = TP_BRANDES_WORDS(l->arcs.lists);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static)
    for (int64_t k = 0; k < words; k++)
        for (uint64_t left = set[k]; left; left &= left - 1) {
            const int64_t v = k * TP_BRANDES_BITS + __builtin_ctzll(left);
            l->spread[v] = from ? from[v] : 0;
        }
}

static double sum_list(const tp_brandes_level *l, tropic_index v)
{
    const tropic_offset end = l->arcs.offsets[v + 1];
    const tropic_index *ids = l->arcs.ids;
    tropic_offset k = l->arcs.offsets[v];
    double sum[PARTS] = {0};
    for (; k + PARTS <= end; k += PARTS)
        for (int p = 0; p < PARTS; p++) sum[p] += l->spread[ids[k + p]];
    for (; k < end; k++) sum[0] += l->spread[ids[k]];
    for (int p = 1; p < PARTS; p++) sum[0] += sum[p];
    return sum[0];
}

tropic_status tp_cpu_brandes_alone(tropic_context *context, const tp_brandes_level *l)
{
    const int64_t words = TP_BRANDES_WORDS(l->arcs.lists);
    const int64_t work = l->arcs.lists + l->arcs.count;
    const int threads = tp_threads(context, work);
    const double started = tp_now();
    if (l->beside) spread(l, l->beside, l->counts, threads);
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(dynamic, CHUNK)
    for (int64_t k = 0; k < words; k++)
        for (uint64_t left = l->here[k]; left; left &= left - 1) {
            const tropic_index v = (tropic_index)(k * TP_BRANDES_BITS + __builtin_ctzll(left));
            tp_brandes_keep_alone(l, v, l->beside ? sum_list(l, v) : l->none);
        }
    if (l->beside) spread(l, l->beside, NULL, threads);
    if (threads > 1) tp_cpu_ended(context, started, work);
    return TROPIC_OK;
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
            if (level[v] >= 0 && level[v] < levels)
                sets[level[v] * words + k] |= (uint64_t)1 << (v - first);
    }
    return TROPIC_OK;
}

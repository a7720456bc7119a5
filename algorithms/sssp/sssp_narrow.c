/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances of 32 bits, of whole numbers, while a search in host memory runs: arcs end anywhere, and of half as many
 * bytes more lie in the caches. They are in the first half of the room of those of 64 bits, and become these when the
 * search is over.
 */
#include "algorithms/sssp/sssp.h"

#include "algorithms/tuning.h"
#include "runtime/threads.h"

#include <string.h>

typedef struct widening {
    const uint32_t *narrow;
    int64_t *wide;
    int64_t *low; /* minus one more than the greatest that is finite */
} widening;

/* to = from; returns one more than the greatest that is finite, or 0. */
static uint32_t widen(int64_t *restrict to, const uint32_t *restrict from, int64_t count)
{
    uint32_t above = 0;
    for (int64_t v = 0; v < count; v++) {
        const uint32_t next = from[v] + 1; /* infinite: 0 */
        above = next > above ? next : above;
        to[v] = next == 0 ? INT64_MAX : (int64_t)from[v];
    }
    return above;
}

static void widen_some(const void *of, int64_t begin, int64_t end)
{
    const widening *w = of;
    tp_atomic_min(w->low, -(int64_t)widen(w->wide + begin, w->narrow + begin, end - begin));
}

int64_t tp_sssp_widen(tropic_context *context, void *distance, tropic_index n)
{
    const tp_team team = tp_team_for(context, n);
    uint32_t first[TP_SSSP_WIDENED_FIRST], above;
    int64_t low = 0;
    tropic_index count = n;
    /* The upper half of the narrow distances: as wide ones they begin where all narrow ones end. */
    while (count > TP_SSSP_WIDENED_FIRST) {
        const tropic_index half = count - count / 2;
        const widening w = {(const uint32_t *)distance + half, (int64_t *)distance + half, &low};
        tp_for(team, count - half, TP_CHUNK_ANY, widen_some, &w);
        count = half;
    }
    memcpy(first, distance, (size_t)count * sizeof *first);
    above = widen(distance, first, count);
    return (-low > (int64_t)above ? -low : (int64_t)above) - 1;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Repulsion between all pairs on the CPU: TP_NBODY_LANES bodies at a time repel one.
 */
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"
#include "algorithms/layout/nbody_lanes.h"
#include "runtime/instruction_set.h"

#define LANES TP_NBODY_LANES
/* Bodies that a thread takes at a time. */
#define BODIES_CHUNK 64
/* Bodies of a component, about, where several are at work. */
#define RANGE_WORK 256

/* Coordinates one after the other, so that neighbours are loaded together. */
typedef struct columns {
    const tp_nbody *b;
    const float *at[TP_NBODY_DIMENSIONS], *mass;
} columns;

/* Adds the forces of bodies j .. j + LANES - 1, of which those from `first` on and before `end` count, on one at p. */
TP_FN void add(tp_lanes *sum, const columns *all, const float *p, int64_t j, tropic_index first, tropic_index end,
               int dimensions)
{
    tp_lanes apart[TP_NBODY_DIMENSIONS], mass = {0};
    if (j >= first && end - j >= LANES) {
        for (int c = 0; c < dimensions; c++) apart[c] = p[c] - *(const tp_loose_lanes *)(all->at[c] + j);
        mass = *(const tp_loose_lanes *)(all->mass + j);
    } else {
        for (int l = 0; l < LANES; l++) {
            const bool counts = j + l >= first && j + l < end;
            for (int c = 0; c < dimensions; c++) apart[c][l] = counts ? p[c] - all->at[c][j + l] : 0;
            mass[l] = counts ? all->mass[j + l] : 0;
        }
    }
    tp_lanes_repel(sum, apart, &mass, dimensions);
}

TP_FN void repel(const tp_nbody *b, const columns *all, tropic_index v, int dimensions)
{
    const tropic_index first = b->range ? b->range[2 * (int64_t)v] : 0;
    const tropic_index end = b->range ? b->range[2 * (int64_t)v + 1] : b->n;
    const float *p = b->position + (int64_t)v * dimensions;
    float *force = b->force + (int64_t)v * dimensions;
    tp_lanes sum[TP_NBODY_DIMENSIONS] = {{0}};
    for (int64_t j = first - first % LANES; j < end; j += LANES) add(sum, all, p, j, first, end, dimensions);
    for (int c = 0; c < dimensions; c++) {
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int l = 0; l < half; l++) sum[c][l] += sum[c][l + half];
        force[c] = sum[c][0];
    }
}

TP_FN void repel_plane(const void *of, int64_t begin, int64_t end)
{
    const columns *all = of;
    for (int64_t v = begin; v < end; v++) repel(all->b, all, (tropic_index)v, 2);
}

TP_FN void repel_space(const void *of, int64_t begin, int64_t end)
{
    const columns *all = of;
    for (int64_t v = begin; v < end; v++) repel(all->b, all, (tropic_index)v, 3);
}
TP_VERSIONS_V4(repel_plane, (const void *of, int64_t begin, int64_t end), (of, begin, end));
TP_VERSIONS_V4(repel_space, (const void *of, int64_t begin, int64_t end), (of, begin, end));

tropic_status tp_cpu_nbody_exact(tropic_context *context, const tp_nbody *b)
{
    const tropic_index n = b->n;
    const int64_t work = b->range ? (int64_t)n * RANGE_WORK : (int64_t)n * n;
    columns all = {.b = b, .mass = b->mass};
    for (int c = 0; c < b->dimensions; c++) {
        float *at = (float *)b->room + (int64_t)c * n;
        for (tropic_index v = 0; v < n; v++) at[v] = b->position[(int64_t)v * b->dimensions + c];
        all.at[c] = at;
    }
    tp_for(tp_team_for(context, work), n, BODIES_CHUNK,
           b->dimensions == 2 ? TP_VERSION(context, repel_plane) : TP_VERSION(context, repel_space), &all);
    return TROPIC_OK;
}

const tp_nbody_calls tp_cpu_nbody_calls = {
    TP_NBODY_CALLS(TP_CALL_ROW, tp_cpu_nbody_).pairs_max = TP_NBODY_CPU_PAIRS_MAX,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works for an algorithm: a guess by sizes alone (runtime/work.h). For the tool, too.
 */
#ifndef TP_ALGORITHM_WORK_H
#define TP_ALGORITHM_WORK_H

#include "algorithms/tuning.h"
#include "runtime/tuning.h"
#include "runtime/work.h"

#include <stdbool.h>

typedef enum tp_work_kind {
    TP_WORK_BFS,
    TP_WORK_SSSP,
    TP_WORK_BC,
    TP_WORK_BC_LENGTHS,
    TP_WORK_LAYOUT,
    TP_WORK_TRIANGLES,
    TP_WORK_PRODUCT, /* of A and a vector that has all places, with the passes over vectors beside it */
    TP_WORK_COMPONENTS,
    TP_WORK_CORE,
    TP_WORK_MST,
    TP_WORK_SIMILARITY, /* a row for each vertex; a pair takes as long as TP_WORK_PAIR_ROWS of one */
    TP_WORK_CYCLES,
    TP_WORK_COMMUNITIES, /* by labels; other methods: TP_WORK_LEVELS times as long */
    TP_WORK_INDEPENDENT_SET,
    TP_WORK_COLORING,
    TP_WORK_MATCHING,
    TP_WORK_HOST, /* of the CPU, whatever the device: no time is saved by a GPU */
    TP_WORK_KINDS
} tp_work_kind;

#define TP_WORK_PAIR_ROWS (1.0 / 16)

/* Seconds of a search (of bc: from each source), or of a layout. */
static inline double tp_work_of_search(tp_work_kind kind, double vertices, double entries, int threads)
{
    /* Nanoseconds of one thread for each vertex, of small and of large graphs, and for each entry; and how many threads
     * are of use, if levels are narrow and if they are wide. (Searches from several sources need no wide levels.)
     * Measured on EPYCs with 2 and 16 cores: kron 8 to 20, lattices of side 300, 1000 and 1200. */
    static const struct {
        double vertex, far_vertex, entry;
        int narrow, wide;
    } costs[TP_WORK_KINDS] = {
        [TP_WORK_BFS] = {14, 16, 0, 1, 8},
        [TP_WORK_SSSP] = {20, 20, 10, 2, 8},
        [TP_WORK_BC] = {30, 120, 1, 1 << 10, 1 << 10},
        [TP_WORK_BC_LENGTHS] = {80, 500, 12, 3, 3},
        [TP_WORK_LAYOUT] = {2e5, 2e5, 0, 4, 4}, /* by the steps of all its graphs, coarse to fine */
        [TP_WORK_TRIANGLES] = {10, 10, 30, 16, 16},
        [TP_WORK_PRODUCT] = {5, 5, 9, 16, 16},
        [TP_WORK_COMPONENTS] = {12, 30, 0, 16, 16},
        [TP_WORK_CORE] = {20, 40, 4, 1, 4},
        [TP_WORK_MST] = {60, 120, 4, 2, 2},
        [TP_WORK_SIMILARITY] = {20, 20, 160, 16, 16}, /* of about 16 neighbours each, 10 a step */
        [TP_WORK_CYCLES] = {20, 30, 6, 1, 1},
        [TP_WORK_COMMUNITIES] = {150, 220, 10, 16, 16},
        [TP_WORK_INDEPENDENT_SET] = {12, 30, 1, 16, 16},
        [TP_WORK_COLORING] = {40, 100, 6, 16, 16},
        [TP_WORK_MATCHING] = {60, 150, 12, 16, 16},
        [TP_WORK_HOST] = {0, 0, 0, 1, 1},
    };
    const bool wide = entries >= TP_WORK_WIDE_DEGREE * vertices;
    const double vertex = vertices < TP_WORK_LARGE ? costs[kind].vertex : costs[kind].far_vertex;
    const int most = wide ? costs[kind].wide : costs[kind].narrow, used = threads < most ? threads : most;
    return 1e-9 * (vertices * vertex + entries * costs[kind].entry) / used;
}

/* How many products a power iteration makes, about, of this maximum. */
static inline double tp_work_of_iterations(double most)
{
    return most < TP_WORK_ITERATIONS ? most : TP_WORK_ITERATIONS;
}

/* The time before the first. */
static inline double tp_work_of_new(double entries, int threads)
{
    return tp_work_shared(entries * TP_WORK_NEW_SECONDS, threads);
}

/* Sources of an estimate whose error is bounded (0: it is not), but for a factor of the confidence. */
static inline double tp_work_sources(double sources, double error)
{
    const double enough = error > 0 ? 1 / (error * error) : sources;
    return enough < sources ? enough : sources;
}

/* Searches for eccentricities, so many side by side: where arcs go both ways, bounds mostly spare all but some; else
 * they spare few. */
static inline double tp_work_of_eccentricities(double vertices, bool directed, int together)
{
    if (!directed) return vertices < TP_BOUNDS_GUESS ? vertices : TP_BOUNDS_GUESS;
    return together == 1 ? vertices : (vertices + together - 1) / together * TP_BATCH_SEARCHES;
}

#endif

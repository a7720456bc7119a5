/* SPDX-License-Identifier: Apache-2.0
 *
 * Negative cycles that the matrix does not have: loops without which it was made.
 */
#include "algorithms/sssp/sssp.h"

#include "formats/matrix/facts/facts.h"

/* The first vertex that is reached and had a loop of negative length; -1: none. */
static tropic_index first_reached(const tp_dropped_loops *loops, tropic_type type, const void *distance)
{
    for (tropic_index k = 0; k < loops->negatives; k++)
        if (tp_sssp_is_reached(type, distance, loops->negative[k])) return loops->negative[k];
    return -1;
}

tropic_status tp_sssp_check_loops(tp_run *run, const tp_sssp_arrays *a)
{
    const tp_dropped_loops *loops = &run->A->loops;
    const int arrays = run->arena.count;
    const size_t size = tropic_type_size(a->type);
    void *distance;
    tropic_index found;

    if (loops->negatives == 0) return TROPIC_OK;
    distance = tp_arena_array(&run->arena, run->n, size);
    TP_TRY(tp_arena_check(&run->arena, "a look for negative cycles"));
    TP_TRY(run->backend->download(run->context, distance, a->distance, (size_t)run->n * size));
    found = first_reached(loops, a->type, distance);
    tp_arena_release_since(&run->arena, arrays);
    if (found < 0) return TROPIC_OK;
    return tp_fail(run->context, TROPIC_NEGATIVE_CYCLE,
                   "a negative cycle, a loop of vertex %lld, is reachable from the source",
                   (long long)tropic_matrix_label(run->A, found));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of eccentricities, and of the components that they are in.
 */
#include "algorithms/eccentricity/eccentricity.h"

void tp_eccentricity_meet(tp_eccentricities *e, tropic_index v, tp_farthest value, int64_t reached)
{
    if (reached > 0) {
        e->searches++;
        e->reaches |= reached == e->run->n;
        e->falls_short |= reached < e->run->n;
    }
    e->value[v] = value;
    e->known[v] = true;
    if (e->end < 0 || tp_farthest_less(e, e->value[e->end], value) ||
        (!tp_farthest_less(e, value, e->value[e->end]) && v < e->end))
        e->end = v;
}

tropic_status tp_eccentricity_components(tp_eccentricities *e, tropic_index *size)
{
    tp_run *run = e->run;
    const tropic_index n = run->n;
    const int arrays = run->arena.count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_index *queue = tp_arena_array(&run->arena, n, sizeof *queue), end = 0;
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    for (tropic_index v = 0; v < n; v++) size[v] = 0;
    for (tropic_index first = 0; first < n; first++) {
        const tropic_index begin = end;
        if (size[first] > 0) continue;
        size[first] = 1;
        queue[end++] = first;
        for (tropic_index at = begin; at < end; at++)
            for (tropic_offset k = offsets[queue[at]]; k < offsets[queue[at] + 1]; k++) {
                if (size[ids[k]] > 0) continue;
                size[ids[k]] = 1;
                queue[end++] = ids[k];
            }
        for (tropic_index at = begin; at < end; at++) size[queue[at]] = end - begin;
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

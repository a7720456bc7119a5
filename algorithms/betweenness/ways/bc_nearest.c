/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph for sources that search nearest vertices first, with the working memory of their threads.
 */
#include "algorithms/betweenness/ways/bc_nearest.h"

#include "algorithms/betweenness/brandes_calls.h"
#include "formats/matrix/facts/facts.h"

#include <float.h>

/* Doubles have all whole numbers up to here. */
#define WHOLE_MAX 0x1p53

/* Two doubles whose ratio is 1 + x are at most 2^53 x places apart; twice that, since a bound is rounded. */
#define DOUBLE_PLACES 0x1p54

/* Without an entry 0. */
static double longest_arc(const tropic_matrix_facts *facts)
{
    return facts->max_value > 0 ? facts->max_value : 0;
}

bool tp_bc_suits_nearest(const tp_run *run, const tp_sssp_arrays *a)
{
    const tropic_matrix_facts *facts;
    if (run->n + run->out.count >= TP_BACKEND_PART(run->context, brandes)->queue_max || a->long_paths) return false;
    if (tp_matrix_facts(run->context, run->A, &facts) != TROPIC_OK) return false;
    return tp_type_floating(a->type) || longest_arc(facts) * run->n < WHOLE_MAX;
}

/* Of whole numbers no bucket need be narrower than 1. */
static double buckets_per_unit(bool whole, double longest)
{
    const double per_unit = TP_NEAREST_REACH / longest;
    if (!(per_unit <= DBL_MAX)) return whole ? 1 : 0;
    return whole && per_unit > 1 ? 1 : per_unit;
}

static tropic_status make_rooms(tp_run *run, tropic_index sources, tp_nearest *g)
{
    const tropic_index threads = run->context->threads < sources ? (tropic_index)run->context->threads : sources;
    const int64_t n = run->n, waiting = run->out.count + TP_NEAREST_MORE;
    tp_nearest_waiting *of_all;
    tp_nearest_place *places;
    int32_t *rank;
    g->rooms = tp_arena_array(&run->arena, threads, sizeof *g->rooms);
    TP_TRY(tp_arena_check(&run->arena, "the searches"));
    TP_TRY(tp_run_array(run, &of_all, 2 * waiting * threads, sizeof *of_all, "the searches"));
    TP_TRY(tp_run_array(run, &places, n * threads, sizeof *places, "the searches"));
    TP_TRY(tp_run_array(run, &rank, n * threads, sizeof *rank, "the searches"));
    for (int64_t k = 0; k < 2 * waiting * threads; k++) of_all[k].next = (int32_t)(k % (2 * waiting)) + 1;
    for (tropic_index k = 0; k < threads; k++)
        g->rooms[k] = (tp_nearest_room){.places = places + k * n,
                                        .rank = rank + k * n,
                                        .waiting = of_all + 2 * k * waiting,
                                        .heap = of_all + (2 * k + 1) * waiting};
    return TROPIC_OK;
}

tropic_status tp_bc_make_nearest(tp_run *run, const tp_sssp_arrays *a, tropic_index sources, double tie, tp_nearest *g)
{
    const tropic_matrix_facts *facts;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    *g = (tp_nearest){.per_width = buckets_per_unit(!tp_type_floating(a->type), longest_arc(facts)),
                      .floats = a->type == TROPIC_FP32,
                      .near = (uint64_t)ceil(DOUBLE_PLACES * tie)};
    TP_TRY(tp_run_array(run, &g->arcs, run->out.count, sizeof *g->arcs, "the lengths"));
    for (tropic_offset k = 0; k < run->out.count; k++)
        g->arcs[k] = (tp_nearest_arc){tp_value_as_double(values, run->A->type, k), ids[k]};
    return make_rooms(run, sources, g);
}

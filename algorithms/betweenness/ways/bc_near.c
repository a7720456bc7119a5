/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, sources in groups: they are put in an order in which those near each other are side by side.
 * The order depends on the graph and the sources alone, and with it the bits of a sum.
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/tuning.h"

#include <stdlib.h>

bool tp_bc_suits_groups(const tp_run *run, const tp_bc *bc)
{
    const tp_brandes_calls *calls = TP_BACKEND_PART(run->context, brandes);
    if (!calls->near || !bc->any_order || bc->weighted || bc->count < TP_BC_GROUP_SOURCES_MIN) return false;
    if ((double)run->in.longest >= TP_BC_GROUP_HUB_PART * run->n) return run->n <= calls->group_hubs_max;
    return run->n <= calls->group_max && run->n <= (int64_t)TP_BC_GROUP_VERTICES * bc->count &&
           run->n + run->out.count < calls->queue_max;
}

/* A source and its number in the list. */
typedef struct place {
    tropic_index rank, number;
} place;

static int compare(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* places = the sources by their ranks, but the last, whose levels the report has, remains the last. */
static tropic_status sort(tp_run *run, const tp_bc *bc, place *places)
{
    const int arrays = run->arena.count;
    tropic_index *order, *rank, *ranks = tp_arena_array(&run->arena, run->n, sizeof *ranks);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    TP_TRY(tp_run_array(run, &order, run->n, sizeof *order, "the sources"));
    TP_TRY(tp_run_array(run, &rank, run->n, sizeof *rank, "the sources"));
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->near(run->context, &run->out, order, rank));
    TP_TRY(run->backend->download(run->context, ranks, rank, (size_t)run->n * sizeof *ranks));
    for (tropic_index k = 0; k < bc->count; k++) places[k] = (place){.rank = ranks[bc->sources[k]], .number = k};
    qsort(places, (size_t)bc->count - 1, sizeof *places, compare);
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* *factor = the factors of the sources in their new order. */
static tropic_status sort_factors(tp_run *run, const tp_bc *bc, const place *places, double **factor)
{
    const size_t bytes = (size_t)bc->count * sizeof **factor;
    double *given = tp_arena_array(&run->arena, bc->count, sizeof *given);
    double *sorted = tp_arena_array(&run->arena, bc->count, sizeof *sorted);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    TP_TRY(tp_run_array(run, factor, bc->count, sizeof **factor, "the sources"));
    TP_TRY(run->backend->download(run->context, given, bc->total.factor, bytes));
    for (tropic_index k = 0; k < bc->count; k++) sorted[k] = given[places[k].number];
    return run->backend->upload(run->context, *factor, sorted, bytes);
}

tropic_status tp_bc_near(tp_run *run, const tp_bc *bc)
{
    tp_bc sorted = *bc;
    double *factor;
    tropic_index *sources = tp_arena_array(&run->arena, bc->count, sizeof *sources);
    place *places = tp_arena_array(&run->arena, bc->count, sizeof *places);
    if (bc->reached) sorted.reached = tp_arena_zeros(&run->arena, bc->count, sizeof *sorted.reached);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    TP_TRY(sort(run, bc, places));
    for (tropic_index k = 0; k < bc->count; k++) sources[k] = bc->sources[places[k].number];
    if (bc->total.factor) {
        TP_TRY(sort_factors(run, bc, places, &factor));
        sorted.total.factor = factor;
    }
    sorted.sources = sources;
    sorted.any_order = false;
    sorted.near = true;
    TP_TRY(tp_bc_queue_batches(run, &sorted));
    for (tropic_index k = 0; bc->reached && k < bc->count; k++) bc->reached[places[k].number] = sorted.reached[k];
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What independent sets, colourings and matchings share: the graph at the beginning, the vector in the end.
 */
#include "algorithms/sets/sets.h"
#include "algorithms/opposites.h"
#include "formats/matrix/facts/facts.h"
#include "formats/matrix/list_at.h"

#include <string.h>

tropic_status tp_set_begin(tp_run *run, const tropic_matrix *A, bool values, tp_set_graph *graph)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, values));
    TP_TRY(tp_check_opposites(run, values, TP_EDGES_OF_ARCS));
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    graph->n = run->n;
    graph->count = run->A->count;
    graph->type = run->A->type;
    graph->loops = facts->loops > 0;
    graph->longest = facts->max_out;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &graph->offsets, &graph->ids, &graph->values));
    if (!values) graph->values = NULL;
    return TROPIC_OK;
}

/* (A report counts those of the backend.) */
tropic_status tp_set_array(tp_run *run, void *pointer, int64_t count, size_t size, const char *what)
{
    void *array;
    TP_TRY(tp_need_memory(run->context, &run->context->memory, (size_t)count * size, "%s", what));
    if (run->backend->location == TROPIC_HOST) return tp_run_array(run, pointer, count, size, what);
    array = tp_arena_array(&run->arena, count, size);
    memcpy(pointer, &array, sizeof array);
    return tp_arena_check(&run->arena, what);
}

tropic_status tp_set_end(tp_run *run, tropic_vector *v, const int32_t *values)
{
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    return tropic_vector_put_dense(v, values, NULL);
}

tropic_index tp_set_degree(const tp_set_graph *g, tropic_index v)
{
    const tropic_offset begin = g->offsets[v];
    const tropic_index length = (tropic_index)(g->offsets[v + 1] - begin);
    return length - (g->loops && tp_position(g->ids + begin, length, v) >= 0);
}

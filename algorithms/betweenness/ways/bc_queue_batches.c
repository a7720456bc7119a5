/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, several sources side by side, each with a queue of its own
 * (algorithms/betweenness/brandes.h).
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/tuning.h"
#include "runtime/threads.h"

static tropic_index whole_groups(int64_t size, tropic_index group)
{
    return (tropic_index)((size + group - 1) / group * group);
}

tropic_status tp_bc_source_batches(tp_run *run, const tp_bc *bc, size_t each, const char *what,
                                   tropic_status (*take)(tp_run *run, const tp_bc *bc, tropic_index size))
{
    const int arrays = run->arena.count;
    tropic_index size = bc->count, group = bc->near ? TP_BRANDES_GROUP : 1;
    /* As many groups for one thread as for another. */
    const tropic_index even = bc->near ? group * run->context->threads : 1;
    tropic_status status;
    int64_t batches;
    if (bc->count == 0 || run->n == 0) return TROPIC_OK;
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->room(run->context, run->n, bc->total.arcs != NULL, &size));
    size = size < even ? even : size - size % even;
    if (size > bc->count) size = whole_groups(bc->count, group);
    if (bc->batch > 0 && bc->batch < size) size = bc->batch;
    TP_TRY(tp_run_fit(run, &size, each, what));
    if (size < group) group = 1;
    size -= size % group;
    batches = (bc->count + (int64_t)size - 1) / size;
    status = take(run, bc, whole_groups((bc->count + batches - 1) / batches, group));
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

tropic_status tp_bc_source_batch_arrays(tp_run *run, const tp_bc *bc, tp_brandes *b, tropic_index **sources,
                                        tropic_index size)
{
    const int64_t n = run->n, line = b->entries ? TP_LINE : 0;
    const bool adds = size == 1 && tp_bc_plain(bc);
    TP_TRY(tp_run_array(run, sources, size, sizeof **sources, "the sources"));
    TP_TRY(
        tp_run_array(run, &b->places, size * n + line / (int64_t)sizeof *b->places, sizeof *b->places, "path counts"));
    TP_TRY(tp_run_array(run, &b->order, size * (n + 1), sizeof *b->order, "the frontiers"));
    TP_TRY(tp_run_array(run, &b->starts, size * (n + 1) + 1, sizeof *b->starts, "the levels"));
    TP_TRY(tp_run_array(run, &b->found, size, sizeof *b->found, "counts"));
    if (!adds)
        TP_TRY(tp_run_array(run, &b->delta, size * n + line / (int64_t)sizeof *b->delta, sizeof *b->delta,
                            "dependencies"));
    b->sources = *sources;
    return TROPIC_OK;
}

/* Adds the numbers that the sources of a batch have found to the report. */
static void report_found(tp_run *run, const tp_bc *batch, const tp_brandes_found *found)
{
    run->report.levels = found[batch->count - 1].levels;
    run->report.reached = run->report.settled = found[batch->count - 1].reached;
    for (tropic_index k = 0; k < batch->count; k++) {
        if (batch->reached) batch->reached[k] = found[k].reached;
        run->report.reached_arcs += found[k].arcs;
        run->report.phase[0].steps[TROPIC_STRATEGY_CSR_PUSH] += found[k].levels;
    }
}

static tropic_status take_batches(tp_run *run, const tp_bc *bc, tropic_index size)
{
    const tp_backend *backend = run->backend;
    int64_t entries = 0, reached = 0;
    bool added = false;
    tropic_index *sources;
    tp_brandes_found *found = tp_arena_array(&run->arena, size, sizeof *found);
    tp_brandes b = {.in = run->in,
                    .out = run->out,
                    .classes = bc->classes,
                    .arcs_added = &added,
                    .entries = bc->near && size % TP_BRANDES_GROUP == 0 ? &entries : NULL};
    TP_TRY(tp_arena_check(&run->arena, "counts"));
    TP_TRY(tp_bc_source_batch_arrays(run, bc, &b, &sources, size));
    run->report.phase[0].name = "sweeps";
    for (tropic_index first = 0; first < bc->count; first += b.count) {
        const tropic_index left = bc->count - first;
        const tp_bc batch = tp_bc_some(bc, first, left < size ? left : size);
        b.count = batch.count;
        b.total = batch.total;
        tp_run_part(run, batch.from, batch.part);
        TP_TRY(tp_progress(run->context, 0));
        TP_TRY(backend->upload(run->context, sources, batch.sources, (size_t)b.count * sizeof *sources));
        /* sigma<level == d> = A' (plus.first) sigma<level == d - 1>                                  forward
         * delta<level == d> = sigma * (A (plus.second) g<level == d + 1>);  g = (1 + delta) / sigma  backward
         * centrality += delta */
        TP_TRY(TP_BACKEND_PART(run->context, brandes)->sweeps(run->context, &b));
        /* arcs(i,j) += sigma(i) g(j),  level(j) == level(i) + 1 */
        if (b.total.arcs) TP_TRY(TP_BACKEND_PART(run->context, brandes)->arcs(run->context, &b, NULL));
        TP_TRY(backend->download(run->context, found, b.found, (size_t)b.count * sizeof *found));
        report_found(run, &batch, found);
        for (tropic_index k = 0; k < b.count; k++) reached += found[k].reached;
        if ((double)(first + b.count) >= TP_BC_GROUP_JUDGED_PART * (double)bc->count &&
            (double)entries > TP_BC_GROUP_ENTRIES_MAX * (double)reached)
            b.entries = NULL;
    }
    return TROPIC_OK;
}

tropic_status tp_bc_queue_batches(tp_run *run, const tp_bc *bc)
{
    return tp_bc_source_batches(run, bc, TP_BRANDES_EACH, "betweenness with queues", take_batches);
}

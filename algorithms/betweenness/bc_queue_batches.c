/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, several sources side by side, each with a queue of its own
 * (algorithms/betweenness/brandes.h).
 */
#include "algorithms/betweenness/bc.h"

tropic_status tp_bc_wave(tp_run *run, const tp_bc *bc, size_t each, const char *what, tropic_index *most)
{
    int64_t waves;
    *most = bc->count;
    TP_TRY(run->backend->brandes_room(run->context, run->n, most));
    if (bc->batch > 0 && bc->batch < *most) *most = bc->batch;
    TP_TRY(tp_run_fit(run, most, each, what));
    waves = (bc->count + (int64_t)*most - 1) / *most;
    *most = (tropic_index)((bc->count + waves - 1) / waves);
    return TROPIC_OK;
}

tropic_status tp_bc_wave_arrays(tp_run *run, const tp_bc *bc, tp_brandes *b, tropic_index **sources, tropic_index most)
{
    const int64_t n = run->n;
    const bool adds = most == 1 && tp_bc_plain(bc);
    TP_TRY(tp_run_array(run, sources, most, sizeof **sources, "the sources"));
    TP_TRY(tp_run_array(run, &b->places, most * n, sizeof *b->places, "path counts"));
    TP_TRY(tp_run_array(run, &b->order, most * n, sizeof *b->order, "the frontiers"));
    TP_TRY(tp_run_array(run, &b->starts, most * (n + 1) + 1, sizeof *b->starts, "the levels"));
    TP_TRY(tp_run_array(run, &b->found, most, sizeof *b->found, "counts"));
    if (!adds) TP_TRY(tp_run_array(run, &b->delta, most * n, sizeof *b->delta, "dependencies"));
    b->sources = *sources;
    return TROPIC_OK;
}

/* What the sources of a wave have found, in the report. */
static void add_up(tp_run *run, const tp_bc *wave, const tp_brandes_found *found)
{
    run->report.levels = found[wave->count - 1].levels;
    run->report.reached = run->report.settled = found[wave->count - 1].reached;
    for (tropic_index k = 0; k < wave->count; k++) {
        if (wave->reached) wave->reached[k] = found[k].reached;
        run->report.reached_arcs += found[k].arcs;
        run->report.phase[0].steps[TROPIC_STRATEGY_CSR_PUSH] += found[k].levels;
    }
}

/* found: on the host, room for `most`. */
static tropic_status waves(tp_run *run, const tp_bc *bc, tropic_index most, tp_brandes_found *found)
{
    const tp_backend *backend = run->backend;
    tropic_index *sources;
    tp_brandes b = {.in = run->in, .out = run->out, .classes = bc->classes};
    TP_TRY(tp_bc_wave_arrays(run, bc, &b, &sources, most));
    run->report.phase[0].name = "sweeps";
    for (tropic_index first = 0; first < bc->count; first += b.count) {
        const tropic_index left = bc->count - first;
        const tp_bc wave = tp_bc_some(bc, first, left < most ? left : most);
        b.count = wave.count;
        b.total = wave.total;
        tp_run_part(run, wave.from, wave.part);
        TP_TRY(tp_progress(run->context, 0));
        TP_TRY(backend->upload(run->context, sources, wave.sources, (size_t)b.count * sizeof *sources));
        TP_TRY(backend->brandes(run->context, &b));
        if (b.total.arcs) TP_TRY(backend->brandes_arcs(run->context, &b, NULL));
        TP_TRY(backend->download(run->context, found, b.found, (size_t)b.count * sizeof *found));
        add_up(run, &wave, found);
    }
    return TROPIC_OK;
}

tropic_status tp_bc_queues(tp_run *run, const tp_bc *bc)
{
    const tp_memory *memory = &run->context->memory;
    tp_brandes_found *found;
    tropic_status status;
    tropic_index most;
    const int arrays = run->arena.count;
    if (bc->count == 0 || run->n == 0) return TROPIC_OK;
    TP_TRY(tp_bc_wave(run, bc, TP_BRANDES_EACH, "betweenness with queues", &most));
    found = tp_allocate(memory, most, sizeof *found);
    status = found ? waves(run, bc, most, found) : tp_out_of_memory(run->context, "counts");
    tp_release(memory, found);
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, one source after another: a search first, whose levels are kept as bitmaps, then a product
 * for each level (algorithms/betweenness/brandes.h).
 */
#include "algorithms/betweenness/bc_levels.h"

/* Makes what a source needs besides its levels. */
static tropic_status make_arrays(tp_run *run, tp_brandes_level *l)
{
    TP_TRY(tp_run_array(run, &l->counts, run->n, sizeof(double), "path counts"));
    if (TP_BACKEND_PART(run->context, brandes)->spreads) {
        const double none = 0;
        TP_TRY(tp_run_array(run, &l->spread, run->n, sizeof(double), "path counts"));
        TP_TRY(run->backend->fill(run->context, l->spread, TROPIC_FP64, &none, run->n));
    }
    return tp_run_array(run, &l->overflowed, 1, sizeof *l->overflowed, "counts");
}

/* After so many levels a search that has not ended is judged: it is deep if it would reach fewer than n vertices within
 * TP_BRANDES_LEVELS levels, growing as in a space of three dimensions. (So a 150th of the levels of a lattice of 1200 x
 * 1200 is searched for nothing, not a 20th.) */
#define FIRST_LEVELS 8
#define TIMES (TP_BRANDES_LEVELS / FIRST_LEVELS)
#define GROWTH (TIMES * TIMES * TIMES)

/* level(v) = arcs from the source to v. *deep: there are, or surely will be, more than `levels_max` levels. */
static tropic_status search(tp_run *run, tropic_index source, int32_t *level, tropic_index levels_max,
                            tp_traversal *found, bool *deep)
{
    const tropic_run_report before = run->report;
    tropic_index limit = levels_max < FIRST_LEVELS ? levels_max : FIRST_LEVELS;
    tropic_status status;
    for (;;) {
        run->limits.depth = limit;
        status = tp_bfs_levels(run, source, level, NULL, NULL, found);
        run->limits.depth = 0;
        TP_TRY(status);
        *deep = found->levels > limit;
        if (!*deep || limit == levels_max) return TROPIC_OK;
        if (GROWTH * (int64_t)run->report.reached < run->n) return TROPIC_OK;
        run->report = before;
        limit = levels_max;
    }
}

/* Takes one source. *left: it is not taken, for it has more than `levels_max` levels or more paths than doubles
 * count. */
static tropic_status one_source(tp_run *run, const tp_bc *bc, int32_t *level, tp_brandes_level *l,
                                tropic_index levels_max, bool *left)
{
    const int64_t words = TP_BRANDES_WORDS(run->n);
    tp_front fronts[TP_BRANDES_LEVELS];
    tp_bc_levels s = {.fronts = fronts};
    uint64_t *bitmaps, overflowed;
    tp_traversal found;
    int arrays;
    TP_TRY(search(run, bc->sources[0], level, levels_max, &found, left));
    if (*left) return TROPIC_OK;
    s.depth = (int32_t)found.levels - 1;
    /* Not before they are known to be needed: for a deep source they would take a sixtieth of the time. */
    if (!l->counts) TP_TRY(make_arrays(run, l));
    arrays = run->arena.count;
    TP_TRY(tp_run_array(run, &bitmaps, found.levels * words, sizeof *bitmaps, "the levels"));
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->sets(run->context, level, run->n, s.depth + 1, bitmaps));
    for (int32_t d = 0; d <= s.depth; d++) fronts[d].words = bitmaps + d * words;
    l->delta = bc->total.centrality;
    TP_TRY(tp_bc_forward(run, &s, l));
    TP_TRY(run->backend->download(run->context, &overflowed, l->overflowed, sizeof overflowed));
    *left = overflowed != 0;
    if (!overflowed) TP_TRY(tp_bc_backward(run, &s, l));
    if (bc->reached) bc->reached[0] = run->report.reached;
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_bc_single_source(tp_run *run, const tp_bc *bc, tropic_index levels_max)
{
    const int arrays = run->arena.count;
    tp_brandes_level l = {.width = 1, .alone = true, .ends = bc->total.ends};
    int32_t *level = NULL;
    if (levels_max > TP_BRANDES_LEVELS) levels_max = TP_BRANDES_LEVELS;
    for (tropic_index k = 0; k < bc->count; k++) {
        const tp_bc one = tp_bc_some(bc, k, 1);
        const tropic_run_report before = run->report;
        bool left;
        if (!level) TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
        tp_run_part(run, one.from, one.part);
        TP_TRY(one_source(run, &one, level, &l, levels_max, &left));
        if (!left) continue;
        /* The arrays of both ways never lie in memory at once. */
        tp_arena_release_since(&run->arena, arrays);
        level = NULL;
        l.counts = NULL;
        run->report = before;
        TP_TRY(tp_bc_queue_batches(run, &one));
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

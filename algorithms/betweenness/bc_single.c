/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, source after source, each by itself: a search first, whose levels are kept as sets of bits,
 * then a product for each level (algorithms/betweenness/brandes.h).
 */
#include "algorithms/betweenness/bc_levels.h"

/* What a source alone needs, beside its levels. */
static tropic_status alone_arrays(tp_run *run, tp_brandes_level *l)
{
    TP_TRY(tp_run_array(run, &l->counts, run->n, sizeof(double), "path counts"));
    if (run->backend->spreads) {
        const double none = 0;
        TP_TRY(tp_run_array(run, &l->spread, run->n, sizeof(double), "path counts"));
        TP_TRY(run->backend->fill(run->context, l->spread, TROPIC_FP64, &none, run->n));
    }
    return tp_run_array(run, &l->overflowed, 1, sizeof *l->overflowed, "counts");
}

/* Levels of a search by which it is known whether it may end within TP_BRANDES_LEVELS: where it has not ended by then,
 * and if the rest, too, is as in a space of three dimensions, reaches fewer than n vertices in these, it is deep. (So
 * of a lattice of 1200 x 1200 a 150th of the levels is searched for nothing, not a 20th.) */
#define FIRST_LEVELS 8
#define TIMES (TP_BRANDES_LEVELS / FIRST_LEVELS)
#define GROWTH (TIMES * TIMES * TIMES)

/* level = of each vertex, in at most `most` levels; or they are more, or surely will be: *deep. */
static tropic_status search(tp_run *run, tropic_index source, int32_t *level, tropic_index most, tp_traversal *found,
                            bool *deep)
{
    const tropic_run_report before = run->report;
    tropic_index limit = most < FIRST_LEVELS ? most : FIRST_LEVELS;
    tropic_status status;
    for (;;) {
        run->limits.depth = limit;
        status = tp_bfs_levels(run, source, level, NULL, NULL, found);
        run->limits.depth = 0;
        TP_TRY(status);
        *deep = found->levels > limit;
        if (!*deep || limit == most) return TROPIC_OK;
        if (GROWTH * (int64_t)run->report.reached < run->n) return TROPIC_OK;
        run->report = before;
        limit = most;
    }
}

/* One source, if it has at most `most` levels, and no more paths than doubles count: else it is *left. */
static tropic_status alone(tp_run *run, const tp_bc *bc, int32_t *level, tp_brandes_level *l, tropic_index most,
                           bool *left)
{
    const int64_t words = TP_BRANDES_WORDS(run->n);
    tp_front fronts[TP_BRANDES_LEVELS];
    tp_bc_levels s = {.fronts = fronts};
    uint64_t *sets, beyond;
    tp_traversal found;
    int arrays;
    TP_TRY(search(run, bc->sources[0], level, most, &found, left));
    if (*left) return TROPIC_OK;
    s.depth = (int32_t)found.levels - 1;
    /* (Not before it is known that they are needed: of a deep source it would be a sixtieth of the time.) */
    if (!l->counts) TP_TRY(alone_arrays(run, l));
    arrays = run->arena.count;
    TP_TRY(tp_run_array(run, &sets, found.levels * words, sizeof *sets, "the levels"));
    TP_TRY(run->backend->brandes_sets(run->context, level, run->n, s.depth + 1, sets));
    for (int32_t d = 0; d <= s.depth; d++) fronts[d].words = sets + d * words;
    l->delta = bc->total.centrality;
    TP_TRY(tp_bc_forth(run, &s, l));
    TP_TRY(run->backend->download(run->context, &beyond, l->overflowed, sizeof beyond));
    *left = beyond != 0;
    if (!beyond) TP_TRY(tp_bc_back(run, &s, l));
    if (bc->reached) bc->reached[0] = run->report.reached;
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_bc_single_source(tp_run *run, const tp_bc *bc, tropic_index most)
{
    const int arrays = run->arena.count;
    tp_brandes_level l = {.width = 1, .alone = true, .ends = bc->total.ends};
    int32_t *level = NULL;
    if (most > TP_BRANDES_LEVELS) most = TP_BRANDES_LEVELS;
    for (tropic_index k = 0; k < bc->count; k++) {
        const tp_bc one = tp_bc_some(bc, k, 1);
        const tropic_run_report before = run->report;
        bool left;
        if (!level) TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
        tp_run_part(run, one.from, one.part);
        TP_TRY(alone(run, &one, level, &l, most, &left));
        if (!left) continue;
        /* Not both ways' arrays at once. */
        tp_arena_release_since(&run->arena, arrays);
        level = NULL;
        l.counts = NULL;
        run->report = before;
        TP_TRY(tp_bc_queues(run, &one));
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

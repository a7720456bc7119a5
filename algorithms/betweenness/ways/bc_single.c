/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, one source after another: a search first, whose levels are kept as bitmaps, then a product
 * for each level and sweep (algorithms/betweenness/brandes_single.h).
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/tuning.h"

/* Makes the arrays that a source needs besides its levels. */
static tropic_status make_arrays(tp_run *run, tp_brandes_single *s)
{
    TP_TRY(tp_run_array(run, &s->counts, run->n, sizeof *s->counts, "path counts"));
    if (run->backend->location == TROPIC_HOST) {
        const double none = 0;
        TP_TRY(tp_run_array(run, &s->spread, run->n, sizeof *s->spread, "path counts"));
        TP_TRY(run->backend->fill(run->context, s->spread, TROPIC_FP64, &none, run->n));
    }
    return tp_run_array(run, &s->overflowed, 1, sizeof *s->overflowed, "counts");
}

#define TIMES (TP_BRANDES_LEVELS / TP_BC_FIRST_LEVELS)
#define GROWTH (TIMES * TIMES * TIMES)

/* level(v) = arcs from the source to v. *deep: there are, or surely will be, more than `levels_max` levels. */
static tropic_status search(tp_run *run, tropic_index source, int32_t *level, tropic_index levels_max,
                            tp_traversal *found, bool *deep)
{
    const tropic_run_report before = run->report;
    tropic_index limit = levels_max < TP_BC_FIRST_LEVELS ? levels_max : TP_BC_FIRST_LEVELS;
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

static tropic_status step(tp_run *run, const tp_brandes_single *s, int phase, const char *name)
{
    run->report.phase[phase].name = name;
    run->report.phase[phase].steps[run->pull]++;
    return TP_BACKEND_PART(run->context, brandes)->single_source(run->context, s);
}

/* counts<level d> = A' (plus.first) counts<level d - 1>;  counts(source) = 1.  Where ends do not count, the last level
 * is taken backward, too: it adds nothing. */
static tropic_status forward(tp_run *run, tp_brandes_single *s, const uint64_t *bitmaps, int32_t depth)
{
    const int64_t none = 0, words = TP_BRANDES_WORDS(run->n);
    TP_TRY(run->backend->fill(run->context, s->overflowed, TROPIC_INT64, &none, 1));
    s->arcs = run->in;
    for (int32_t d = 0; d <= depth; d++) {
        const bool leaves = d > 0 && d == depth && !(s->ends > 0);
        s->phase = leaves ? TP_BRANDES_FORWARD_AND_LEAVES : TP_BRANDES_FORWARD;
        s->level = bitmaps + d * words;
        s->adjacent = d > 0 ? s->level - words : NULL;
        s->seed = d == 0;
        TP_TRY(step(run, s, 1, "count"));
    }
    return TROPIC_OK;
}

/* delta<level d> = counts * (A (plus.second) counts<level d + 1>);  counts<level d> = (1 + delta) / counts */
static tropic_status backward(tp_run *run, tp_brandes_single *s, const uint64_t *bitmaps, int32_t depth)
{
    const int64_t words = TP_BRANDES_WORDS(run->n);
    s->phase = TP_BRANDES_BACKWARD;
    s->arcs = run->out;
    s->seed = 0;
    for (int32_t d = s->ends > 0 ? depth : depth - 1; d > 0; d--) {
        s->level = bitmaps + d * words;
        s->adjacent = d < depth ? s->level + words : NULL;
        TP_TRY(step(run, s, 2, "gather"));
    }
    return TROPIC_OK;
}

/* Takes one source. *left: it is not taken, for it has more than `levels_max` levels or more paths than doubles
 * count. */
static tropic_status one_source(tp_run *run, const tp_bc *bc, int32_t *level, tp_brandes_single *s,
                                tropic_index levels_max, bool *left)
{
    const int64_t words = TP_BRANDES_WORDS(run->n);
    uint64_t *bitmaps, overflowed;
    tp_traversal found;
    int32_t depth;
    int arrays;
    TP_TRY(search(run, bc->sources[0], level, levels_max, &found, left));
    if (*left) return TROPIC_OK;
    depth = (int32_t)found.levels - 1;
    /* Not before they are known to be needed: for a deep source they would take a sixtieth of the time. */
    if (!s->counts) TP_TRY(make_arrays(run, s));
    arrays = run->arena.count;
    TP_TRY(tp_run_array(run, &bitmaps, found.levels * words, sizeof *bitmaps, "the levels"));
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->sets(run->context, level, run->n, depth + 1, bitmaps));
    s->sum = bc->total.centrality;
    TP_TRY(forward(run, s, bitmaps, depth));
    TP_TRY(run->backend->download(run->context, &overflowed, s->overflowed, sizeof overflowed));
    *left = overflowed != 0;
    if (!overflowed) TP_TRY(backward(run, s, bitmaps, depth));
    if (bc->reached) bc->reached[0] = run->report.reached;
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_bc_single_source(tp_run *run, const tp_bc *bc, tropic_index levels_max)
{
    const int arrays = run->arena.count;
    tp_brandes_single s = {.ends = bc->total.ends};
    int32_t *level = NULL;
    if (levels_max > TP_BRANDES_LEVELS) levels_max = TP_BRANDES_LEVELS;
    for (tropic_index k = 0; k < bc->count; k++) {
        const tp_bc one = tp_bc_some(bc, k, 1);
        const tropic_run_report before = run->report;
        bool left;
        if (!level) TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
        tp_run_part(run, one.from, one.part);
        TP_TRY(one_source(run, &one, level, &s, levels_max, &left));
        if (!left) continue;
        /* The arrays of both ways never lie in memory at once. */
        tp_arena_release_since(&run->arena, arrays);
        level = NULL;
        s.counts = NULL;
        run->report = before;
        TP_TRY(tp_bc_queue_batches(run, &one));
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

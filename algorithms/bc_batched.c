/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, up to 64 sources side by side (spmv/brandes.h): searches first, whose levels are kept as words
 * of bits, then a product for each level, for all of the sources.
 */
#include "algorithms/batch.h"
#include "algorithms/bc.h"

/* Bytes for each vertex: seen, the two lists, what is used, and levels with their bases, as many as most shallow graphs
 * have; for each entry, a GPU's sums of hubs' pieces, at most; and each column. */
#define USUAL_LEVELS 16
#define BATCH_EACH                                                                                 \
    (sizeof(uint64_t) + 2 * sizeof(tropic_index) + 1 + USUAL_LEVELS * (sizeof(uint64_t) + 1))
#define HUB_EACH 1.5
#define COLUMN_EACH (2 * sizeof(double))
/* Floats round each count, at most so many times one after another: then relative errors stay below 1e-6. */
#define SINGLE_LEVELS 8

static tropic_status step(tp_run *run, const tp_brandes_level *l, int phase, const char *name)
{
    run->report.phase[phase].name = name;
    run->report.phase[phase].steps[run->pull]++;
    return run->backend->brandes_level(run->context, l);
}

/* The sweep forward over levels 0 .. depth; *beyond: columns that have too many paths, as bits. */
static tropic_status go_forward(tp_run *run, uint64_t *const *fronts, int32_t depth,
                                tp_brandes_level *l, uint64_t *beyond)
{
    const int64_t none = 0;
    const bool unused = false;
    if (l->used) TP_TRY(run->backend->fill(run->context, l->used, TROPIC_BOOL, &unused, run->n));
    TP_TRY(run->backend->fill(run->context, l->beyond, TROPIC_INT64, &none, 1));
    l->delta = NULL;
    l->none = 1; /* sigma(source) = 1 */
    l->arcs = run->in;
    for (int32_t d = 0; d <= depth; d++) {
        l->here = fronts[d];
        l->beside = d > 0 ? fronts[d - 1] : NULL;
        TP_TRY(step(run, l, 1, "count"));
    }
    return run->backend->download(run->context, beyond, l->beyond, sizeof *beyond);
}

/* And back. */
static tropic_status go_back(tp_run *run, uint64_t *const *fronts, int32_t depth,
                             tp_brandes_level *l, void *delta)
{
    l->delta = delta;
    l->none = 0;
    l->arcs = run->out;
    for (int32_t d = depth; d > 0; d--) {
        l->here = fronts[d];
        l->beside = d < depth ? fronts[d + 1] : NULL;
        TP_TRY(step(run, l, 2, "gather"));
    }
    return TROPIC_OK;
}

/* The lowest run of bits that are set. */
static uint64_t first_run(uint64_t bits)
{
    const uint64_t lowest = bits & -bits;
    return bits & ~(bits + lowest);
}

/* What these columns add to arcs. */
static tropic_status add_to_arcs(tp_run *run, const tp_batch *b, const tp_brandes_level *l,
                                 int32_t depth, const tp_brandes_sum *sum)
{
    tp_brandes_batch_arcs arcs = {.out = run->out,
                                  .depth = depth,
                                  .width = l->width,
                                  .columns = sum->columns,
                                  .counts = l->counts,
                                  .delta = l->delta,
                                  .total = sum->total};
    for (int32_t d = 0; d <= depth; d++) arcs.front[d] = b->fronts[d];
    return run->backend->brandes_batch_arcs(run->context, &arcs);
}

/* Adds the columns in their order; those that are beyond a batch are counted again, by queues. */
static tropic_status add_columns(tp_run *run, const tp_bc *bc, const tp_batch *b,
                                 const tp_brandes_level *l, int32_t depth, uint64_t beyond)
{
    uint64_t left = b->width < TROPIC_BFS_BATCH ? ((uint64_t)1 << b->width) - 1 : UINT64_MAX;
    tp_brandes_sum sum = {.n = run->n,
                          .width = l->width,
                          .reached = b->seen,
                          .source = b->fronts[0],
                          .delta = l->delta,
                          .single = l->single,
                          .total = tp_bc_some(bc, b->first, b->width).total};
    while (left) {
        const uint64_t again = first_run(left & beyond), lowest = again & -again;
        const tropic_run_report report = run->report;
        sum.columns = again ? left & (lowest - 1) : left;
        left &= ~sum.columns & ~again;
        if (sum.columns) TP_TRY(run->backend->brandes_sum(run->context, &sum));
        if (sum.columns && sum.total.arcs) TP_TRY(add_to_arcs(run, b, l, depth, &sum));
        if (again) {
            const tp_bc these =
                tp_bc_some(bc, b->first + __builtin_ctzll(again), __builtin_popcountll(again));
            TP_TRY(tp_bc_queues(run, &these));
            run->report = report;
        }
    }
    return TROPIC_OK;
}

/* The blocks, of doubles or floats. (Counts as floats where floats hold them exactly, in a block beside that of g: a
 * uniform random graph of 2^21 vertices took 1.04 of the time.) */
static tropic_status make_blocks(tp_run *run, tp_brandes_level *l, void **delta)
{
    const int64_t places = (int64_t)run->n * l->width;
    const size_t size = l->single ? sizeof(float) : sizeof(double);
    TP_TRY(tp_run_array(run, &l->counts, places, size, "path counts"));
    return tp_run_array(run, delta, places, size, "dependencies");
}

/* From now on in doubles. */
static tropic_status widen(tp_run *run, tp_brandes_level *l, void **delta)
{
    tp_run_release(run, l->counts);
    tp_run_release(run, *delta);
    l->single = false;
    return make_blocks(run, l, delta);
}

/* One batch, whose levels are there; what its searches have not ended at is beyond it. */
static tropic_status count_batch(tp_run *run, const tp_bc *bc, const tp_batch *b,
                                 tp_brandes_level *l, void **delta)
{
    uint64_t beyond = 0;
    int32_t depth = b->depth;
    bool last = false; /* has the last level any vertex? */
    for (tropic_index c = 0; c < b->width; c++) last = last || b->found.vertices[c] > 0;
    if (!last) depth--;
    if (l->single && depth >= SINGLE_LEVELS) TP_TRY(widen(run, l, delta));
    TP_TRY(go_forward(run, b->fronts, depth, l, &beyond));
    if (l->single && beyond) {
        TP_TRY(widen(run, l, delta));
        TP_TRY(go_forward(run, b->fronts, depth, l, &beyond));
    }
    TP_TRY(go_back(run, b->fronts, depth, l, *delta));
    for (tropic_index k = b->first; bc->reached && k < b->first + b->width; k++)
        bc->reached[k] = b->reached[k];
    return add_columns(run, bc, b, l, depth, beyond | b->live);
}

static tropic_status batches(tp_run *run, const tp_bc *bc, tp_batch *b, tropic_index width)
{
    tp_brandes_level l = {
        .width = width, .single = bc->single, .classes = bc->classes, .ends = bc->total.ends};
    void *delta;
    TP_TRY(tp_batch_begin(run, b));
    TP_TRY(tp_run_array(run, &l.used, run->n, sizeof *l.used, "counts"));
    TP_TRY(tp_run_array(run, &l.beyond, 1, sizeof *l.beyond, "counts"));
    TP_TRY(make_blocks(run, &l, &delta));
    for (int64_t first = 0; first < bc->count; first += width) {
        b->first = (tropic_index)first;
        b->width = bc->count - b->first < width ? bc->count - b->first : width;
        const tp_bc some = tp_bc_some(bc, b->first, b->width);
        tp_run_part(run, some.from, some.part / 3);
        run->limits.depth = TP_BRANDES_LEVELS - 1;
        TP_TRY(tp_batch_search(run, b));
        run->limits.depth = 0;
        TP_TRY(count_batch(run, bc, b, &l, &delta));
    }
    run->report.phase[0].name = "search"; /* also where no step was needed */
    run->report.reached = run->report.settled = b->reached[bc->count - 1];
    return TROPIC_OK;
}

tropic_status tp_bc_batched(tp_run *run, const tp_bc *bc)
{
    const tropic_index most =
        bc->batch > 0 && bc->batch < TROPIC_BFS_BATCH ? bc->batch : TROPIC_BFS_BATCH;
    tropic_index width = bc->count < most ? bc->count : most, one = 1;
    tp_batch b = {.sources = bc->sources, .count = bc->count, .kept = true, .beside = 1};
    tropic_status status;
    size_t each;
    if (bc->count == 0) return TROPIC_OK;
    each = BATCH_EACH + (size_t)(HUB_EACH * (double)run->out.count / run->n);
    do status = tp_run_fit(run, &one, each + (size_t)width * COLUMN_EACH, "a batch");
    while (status != TROPIC_OK && (width /= 2) > 0);
    if (status == TROPIC_OK) status = batches(run, bc, &b, width);
    tp_batch_end(run, &b);
    return status;
}

/* What a source alone needs, beside its levels. */
static tropic_status alone_arrays(tp_run *run, tp_brandes_level *l)
{
    TP_TRY(tp_run_array(run, &l->counts, run->n, sizeof(double), "path counts"));
    return tp_run_array(run, &l->beyond, 1, sizeof *l->beyond, "counts");
}

/* One source, if it has at most `most` levels, and no more paths than doubles count: else it is *left. */
static tropic_status alone(tp_run *run, const tp_bc *bc, int32_t *level, tp_brandes_level *l,
                           tropic_index most, bool *left)
{
    const int64_t words = TP_BRANDES_WORDS(run->n);
    uint64_t *sets, *fronts[TP_BRANDES_LEVELS], beyond;
    int32_t depth;
    tp_traversal search;
    tropic_status status;
    int arrays;
    run->limits.depth = most;
    status = tp_bfs_levels(run, bc->sources[0], level, NULL, NULL, &search);
    run->limits.depth = 0;
    TP_TRY(status);
    *left = search.levels > most;
    if (*left) return TROPIC_OK;
    depth = (int32_t)search.levels - 1;
    /* (Not before it is known that they are needed: of a deep source it would be a sixtieth of the time.) */
    if (!l->counts) TP_TRY(alone_arrays(run, l));
    arrays = run->arrays;
    TP_TRY(tp_run_array(run, &sets, search.levels * words, sizeof *sets, "the levels"));
    TP_TRY(run->backend->brandes_sets(run->context, level, run->n, depth + 1, sets));
    for (int32_t d = 0; d <= depth; d++) fronts[d] = sets + d * words;
    TP_TRY(go_forward(run, fronts, depth, l, &beyond));
    *left = beyond != 0;
    if (!beyond) TP_TRY(go_back(run, fronts, depth, l, bc->total.centrality));
    if (bc->reached) bc->reached[0] = run->report.reached;
    tp_run_release_since(run, arrays);
    return TROPIC_OK;
}

tropic_status tp_bc_alone(tp_run *run, const tp_bc *bc, tropic_index most)
{
    const int arrays = run->arrays;
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
        tp_run_release_since(run, arrays);
        level = NULL;
        l.counts = NULL;
        run->report = before;
        TP_TRY(tp_bc_queues(run, &one));
    }
    tp_run_release_since(run, arrays);
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, up to 64 sources side by side (spmv/brandes.h): searches first, whose levels are kept as words
 * of bits, then a product for each level, for all of the sources.
 */
#include "algorithms/batch.h"
#include "algorithms/bc.h"

/* Bytes for each vertex: seen, marks, the two lists, what is used, and levels with their bases, as many as most shallow graphs
 * have; for each entry, a GPU's sums of hubs' pieces, at most; and each column. */
#define USUAL_LEVELS 16
#define BATCH_EACH                                                                                 \
    (2 * sizeof(uint64_t) + 2 * sizeof(tropic_index) + 1 + USUAL_LEVELS * (sizeof(uint64_t) + 1))
#define HUB_EACH 1.5
#define COLUMN_EACH (2 * sizeof(double))
/* Floats round each count, at most so many times one after another: then relative errors stay below 1e-6. */
#define SINGLE_LEVELS 8
/* A level is pushed, or what it comes from marked, where that many times its arcs, and a look at each vertex, are fewer
 * than those of the other level: an atomic in place of so many words that are looked at. */
#define PUSH_COST 8

/* The levels of searches that were made. */
typedef struct levels {
    const tp_front *fronts; /* 0 .. depth */
    int32_t depth;
    bool tallied;      /* fronts know their arcs: of a batch */
    double copies;     /* tp_bc's, or 1 */
    uint64_t *further; /* of a batch: n words */
    int32_t marked;    /* the level that these are of; -1: none */
    bool over;         /* the last level was taken both ways */
} levels;

/* Does level a have so few arcs that it is better to go from these to level b? */
static bool is_thin(const tp_run *run, const levels *s, int32_t a, int32_t b)
{
    return s->tallied && PUSH_COST * s->fronts[a].arcs + run->n < s->fronts[b].arcs;
}

/* Are counts up to level d integers of the type, whatever the graph? */
static bool is_exact(const tp_run *run, const levels *s, const tp_brandes_level *l, int32_t d)
{
    const double copies = s->copies > 1 ? s->copies : 1;
    double most = copies;
    for (; d > 1; d--) most *= copies * (double)run->in.longest;
    return most <= tp_brandes_most_exact(l);
}

static bool is_pushed(const tp_run *run, const levels *s, const tp_brandes_level *l, int32_t d)
{
    return d > 0 && is_thin(run, s, d - 1, d) && is_exact(run, s, l, d);
}

static tropic_status step(tp_run *run, const tp_brandes_level *l, int phase, const char *name)
{
    const tropic_strategy strategy =
        l->way == TP_BRANDES_PUSH ? TROPIC_STRATEGY_CSR_PUSH : run->pull;
    run->report.phase[phase].name = name;
    run->report.phase[phase].steps[strategy]++;
    return run->backend->brandes_level(run->context, l);
}

/* further = in which columns level d has neighbours on the next one */
static tropic_status mark(tp_run *run, const levels *s, const tp_brandes_level *level, int32_t d)
{
    const int64_t none = 0;
    tp_brandes_level l = *level;
    TP_TRY(run->backend->fill(run->context, s->further, TROPIC_INT64, &none, run->n));
    l.way = TP_BRANDES_MARK;
    l.arcs = run->in;
    l.further = s->further;
    l.here = s->fronts[d].words;
    l.beside = s->fronts[d + 1].words;
    return run->backend->brandes_level(run->context, &l);
}

/* Chooses the level that is marked: that with the most arcs. */
static void choose(const tp_run *run, levels *s, const tp_brandes_level *l)
{
    s->marked = -1;
    for (int32_t d = 1; d < s->depth; d++)
        if (is_thin(run, s, d + 1, d) && !is_pushed(run, s, l, d) &&
            (s->marked < 0 || s->fronts[d].arcs > s->fronts[s->marked].arcs))
            s->marked = d;
}

/* counts of level d: from what they are of the one before */
static tropic_status count_level(tp_run *run, const levels *s, tp_brandes_level *l, int32_t d)
{
    const bool pushed = is_pushed(run, s, l, d);
    l->here = s->fronts[d].words;
    l->beside = d > 0 && !pushed ? s->fronts[d - 1].words : NULL;
    l->none = d == 0; /* sigma(source) = 1 */
    l->way = d == s->marked || (d == s->depth && s->over) ? TP_BRANDES_BOTH : TP_BRANDES_FORTH;
    l->further = d == s->marked ? s->further : NULL;
    l->arcs = run->in;
    TP_TRY(step(run, l, 1, "count"));
    if (!pushed) return TROPIC_OK;
    l->way = TP_BRANDES_PUSH;
    l->arcs = run->out;
    l->beside = s->fronts[d - 1].words;
    return step(run, l, 1, "count");
}

/* The sweep forward; *beyond: columns that have too many paths, as bits. */
static tropic_status go_forward(tp_run *run, levels *s, tp_brandes_level *l, uint64_t *beyond)
{
    const int64_t none = 0;
    const bool unused = false;
    if (l->used) TP_TRY(run->backend->fill(run->context, l->used, TROPIC_BOOL, &unused, run->n));
    TP_TRY(run->backend->fill(run->context, l->beyond, TROPIC_INT64, &none, 1));
    s->over = s->depth > 0 && !is_pushed(run, s, l, s->depth) && !(l->alone && l->ends > 0);
    choose(run, s, l);
    if (s->marked > 0) TP_TRY(mark(run, s, l, s->marked));
    for (int32_t d = 0; d <= s->depth; d++) TP_TRY(count_level(run, s, l, d));
    return run->backend->download(run->context, beyond, l->beyond, sizeof *beyond);
}

/* And back. */
static tropic_status go_back(tp_run *run, const levels *s, tp_brandes_level *l)
{
    l->way = TP_BRANDES_BACK;
    l->none = 0;
    l->arcs = run->out;
    for (int32_t d = s->over ? s->depth - 1 : s->depth; d > 0; d--) {
        l->here = s->fronts[d].words;
        l->beside = d < s->depth ? s->fronts[d + 1].words : NULL;
        l->further = d == s->marked ? s->further : NULL;
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
    for (int32_t d = 0; d <= depth; d++) arcs.front[d] = b->fronts[d].words;
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
                          .source = b->fronts[0].words,
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
static tropic_status make_blocks(tp_run *run, tp_brandes_level *l)
{
    const int64_t places = (int64_t)run->n * l->width;
    const size_t size = l->single ? sizeof(float) : sizeof(double);
    TP_TRY(tp_run_array(run, &l->counts, places, size, "path counts"));
    return tp_run_array(run, &l->delta, places, size, "dependencies");
}

/* From now on in doubles. */
static tropic_status widen(tp_run *run, tp_brandes_level *l)
{
    tp_run_release(run, l->counts);
    tp_run_release(run, l->delta);
    l->single = false;
    return make_blocks(run, l);
}

/* One batch, whose levels are there; what its searches have not ended at is beyond it. */
static tropic_status count_batch(tp_run *run, const tp_bc *bc, const tp_batch *b,
                                 tp_brandes_level *l, uint64_t *further)
{
    levels s = {.fronts = b->fronts,
                .depth = b->depth,
                .tallied = true,
                .copies = bc->copies,
                .further = further};
    uint64_t beyond = 0;
    bool last = false; /* has the last level any vertex? */
    for (tropic_index c = 0; c < b->width; c++) last = last || b->found.vertices[c] > 0;
    if (!last) s.depth--;
    if (l->single && s.depth >= SINGLE_LEVELS) TP_TRY(widen(run, l));
    TP_TRY(go_forward(run, &s, l, &beyond));
    if (l->single && beyond) {
        TP_TRY(widen(run, l));
        TP_TRY(go_forward(run, &s, l, &beyond));
    }
    TP_TRY(go_back(run, &s, l));
    for (tropic_index k = b->first; bc->reached && k < b->first + b->width; k++)
        bc->reached[k] = b->reached[k];
    return add_columns(run, bc, b, l, s.depth, beyond | b->live);
}

static tropic_status batches(tp_run *run, const tp_bc *bc, tp_batch *b, tropic_index width)
{
    tp_brandes_level l = {
        .width = width, .single = bc->single, .classes = bc->classes, .ends = bc->total.ends};
    uint64_t *further;
    TP_TRY(tp_batch_begin(run, b));
    TP_TRY(tp_run_array(run, &further, run->n, sizeof *further, "counts"));
    TP_TRY(tp_run_array(run, &l.used, run->n, sizeof *l.used, "counts"));
    TP_TRY(tp_run_array(run, &l.beyond, 1, sizeof *l.beyond, "counts"));
    TP_TRY(make_blocks(run, &l));
    for (int64_t first = 0; first < bc->count; first += width) {
        b->first = (tropic_index)first;
        b->width = bc->count - b->first < width ? bc->count - b->first : width;
        const tp_bc some = tp_bc_some(bc, b->first, b->width);
        tp_run_part(run, some.from, some.part / 3);
        run->limits.depth = TP_BRANDES_LEVELS - 1;
        TP_TRY(tp_batch_search(run, b));
        run->limits.depth = 0;
        TP_TRY(count_batch(run, bc, b, &l, further));
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
    tp_front fronts[TP_BRANDES_LEVELS];
    levels s = {.fronts = fronts};
    uint64_t *sets, beyond;
    tp_traversal search;
    tropic_status status;
    int arrays;
    run->limits.depth = most;
    status = tp_bfs_levels(run, bc->sources[0], level, NULL, NULL, &search);
    run->limits.depth = 0;
    TP_TRY(status);
    *left = search.levels > most;
    if (*left) return TROPIC_OK;
    s.depth = (int32_t)search.levels - 1;
    /* (Not before it is known that they are needed: of a deep source it would be a sixtieth of the time.) */
    if (!l->counts) TP_TRY(alone_arrays(run, l));
    arrays = run->arrays;
    TP_TRY(tp_run_array(run, &sets, search.levels * words, sizeof *sets, "the levels"));
    TP_TRY(run->backend->brandes_sets(run->context, level, run->n, s.depth + 1, sets));
    for (int32_t d = 0; d <= s.depth; d++) fronts[d].words = sets + d * words;
    l->delta = bc->total.centrality;
    TP_TRY(go_forward(run, &s, l, &beyond));
    *left = beyond != 0;
    if (!beyond) TP_TRY(go_back(run, &s, l));
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

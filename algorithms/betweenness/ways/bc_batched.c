/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, up to 64 sources side by side (algorithms/betweenness/brandes_columns.h): searches first,
 * whose levels are kept as words of bits, then a product for each level, for all of the sources.
 *
 * Two batches may be in flight: one is searched from on a stream of its own while the other is counted, because the
 * search of any graph, and a batch of a small one, waits more than it works. If memory ends, the sources that are left
 * are taken with one batch in flight, then with narrower batches.
 */
#include "algorithms/betweenness/ways/bc_levels.h"

/* As many levels as most shallow graphs have. */
#define USUAL_LEVELS 16
/* Bytes a vertex: for has_successor and used, */
#define COUNT_EACH (sizeof(uint64_t) + 1)
/* for each batch in flight (seen, the two lists, and levels with their bases), */
#define BATCH_EACH (sizeof(uint64_t) + 2 * sizeof(tropic_index) + USUAL_LEVELS * (sizeof(uint64_t) + 1))
/* and for each column. */
#define COLUMN_EACH (2 * sizeof(double))
/* Floats are used up to so many levels: a count is rounded once a level, and relative errors stay below 1e-6. */
#define FLOAT_LEVELS 8

/* The maximum of batches in flight: one is searched from, one is counted. */
#define IN_FLIGHT 2

typedef struct batches {
    tp_run *run;
    const tp_bc *bc;
    tropic_index width;                  /* sources of a batch; the last may have fewer */
    int in_flight;                       /* 1 or IN_FLIGHT */
    tropic_index added;                  /* sources that the total has */
    tp_batch batch[IN_FLIGHT];           /* they take turns */
    tropic_run_report before[IN_FLIGHT]; /* the report before the searches of each */
    tp_bc_levels levels;                 /* of the batch that is counted */
    tp_brandes_level l;                  /* its arrays, and its current level */
} batches;

/* The lowest consecutive bits that are set. */
static uint64_t first_run(uint64_t bits)
{
    const uint64_t lowest = bits & -bits;
    return bits & ~(bits + lowest);
}

/* arcs(i,j) += the sum of sigma(i) g(j) over sum->columns,  level(j) == level(i) + 1 */
static tropic_status add_to_arcs(tp_run *run, const tp_batch *b, const tp_brandes_level *l, int32_t depth,
                                 const tp_brandes_sum *sum)
{
    tp_brandes_batch_arcs arcs = {.out = run->out,
                                  .depth = depth,
                                  .width = l->width,
                                  .columns = sum->columns,
                                  .counts = l->counts,
                                  .delta = l->delta,
                                  .total = sum->total};
    for (int32_t d = 0; d <= depth; d++) arcs.front[d] = b->fronts[d].words;
    return TP_BACKEND_PART(run->context, brandes)->batch_arcs(run->context, &arcs);
}

/* Takes the columns `again` of a batch with queues. The report keeps the numbers of the batch's searches, except for
 * the last source. */
static tropic_status count_again(batches *s, const tp_batch *b, uint64_t again)
{
    const int first = __builtin_ctzll(again), count = __builtin_popcountll(again);
    const tp_bc these = tp_bc_some(s->bc, b->first + first, count);
    tropic_run_report *report = &s->run->report;
    const tropic_run_report before = *report;
    tropic_run_report found;
    TP_TRY(tp_bc_queue_batches(s->run, &these));
    found = *report;
    *report = before;
    b->reached[b->first + first + count - 1] = found.reached;
    if (b->first + first + count == s->bc->count) report->levels = found.levels;
    return TROPIC_OK;
}

/* centrality += delta of each column, in their order. The columns `overflowed` are taken again, with queues. */
static tropic_status add_columns(batches *s, const tp_batch *b, uint64_t overflowed)
{
    tp_run *run = s->run;
    uint64_t left = b->width < TROPIC_BFS_BATCH ? ((uint64_t)1 << b->width) - 1 : UINT64_MAX;
    tp_brandes_sum sum = {.n = run->n,
                          .width = s->width,
                          .reached = b->seen,
                          .source = b->fronts[0].words,
                          .delta = s->l.delta,
                          .floats = s->l.floats,
                          .total = tp_bc_some(s->bc, b->first, b->width).total};
    while (left) {
        const uint64_t again = first_run(left & overflowed), lowest = again & -again;
        sum.columns = again ? left & (lowest - 1) : left;
        left &= ~sum.columns & ~again;
        if (sum.columns) TP_TRY(TP_BACKEND_PART(run->context, brandes)->sum(run->context, &sum));
        if (sum.columns && sum.total.arcs) TP_TRY(add_to_arcs(run, b, &s->l, s->levels.depth, &sum));
        s->added += __builtin_popcountll(sum.columns);
        if (again) TP_TRY(count_again(s, b, again));
        s->added += __builtin_popcountll(again);
    }
    return TROPIC_OK;
}

/* Makes the blocks of counts and delta, as doubles or floats. (With counts in floats while these hold them exactly, and
 * g in a block of its own, a uniform random graph of 2^21 vertices took 1.04 times as long.) */
static tropic_status make_blocks(batches *s)
{
    const int64_t places = (int64_t)s->run->n * s->width;
    const size_t size = s->l.floats ? sizeof(float) : sizeof(double);
    TP_TRY(tp_run_array(s->run, &s->l.counts, places, size, "path counts"));
    return tp_run_array(s->run, &s->l.delta, places, size, "dependencies");
}

/* Changes from floats to doubles. */
static tropic_status widen(batches *s)
{
    tp_run_release(s->run, s->l.counts);
    tp_run_release(s->run, s->l.delta);
    s->l.floats = false;
    return make_blocks(s);
}

/* Searches from the sources of the k-th batch, if there is one, and makes arrays for its levels. */
static tropic_status search(batches *s, int64_t k)
{
    tp_run *run = s->run;
    tp_batch *b = &s->batch[k % s->in_flight];
    const int64_t first = k * s->width;
    tropic_status status;
    if (first >= s->bc->count) return TROPIC_OK;
    s->before[k % s->in_flight] = run->report;
    b->first = (tropic_index)first;
    b->width = s->bc->count - b->first < s->width ? s->bc->count - b->first : s->width;
    const tp_bc some = tp_bc_some(s->bc, b->first, b->width);
    tp_run_part(run, some.from, some.part / 3);
    run->limits.depth = TP_BRANDES_LEVELS - 1;
    status = tp_batch_search(run, b);
    run->limits.depth = 0;
    return status;
}

/* Starts both sweeps of a batch that was searched from. */
static tropic_status sweep(batches *s, const tp_batch *b)
{
    tp_bc_levels *levels = &s->levels;
    bool last = false; /* has the last level a vertex? */
    for (tropic_index c = 0; c < b->width; c++) last = last || b->found.vertices[c] > 0;
    levels->fronts = b->fronts;
    levels->depth = last ? b->depth : b->depth - 1;
    if (s->l.floats && levels->depth >= FLOAT_LEVELS) TP_TRY(widen(s));
    TP_TRY(tp_bc_forward(s->run, levels, &s->l));
    return tp_bc_backward(s->run, levels, &s->l);
}

/* Ends them. Columns with too many paths or too many levels are taken again. */
static tropic_status finish(batches *s, const tp_batch *b)
{
    tp_run *run = s->run;
    uint64_t overflowed;
    TP_TRY(run->backend->download(run->context, &overflowed, s->l.overflowed, sizeof overflowed));
    if (s->l.floats && overflowed) {
        TP_TRY(widen(s));
        TP_TRY(sweep(s, b));
        TP_TRY(run->backend->download(run->context, &overflowed, s->l.overflowed, sizeof overflowed));
    }
    for (tropic_index k = b->first; s->bc->reached && k < b->first + b->width; k++) s->bc->reached[k] = b->reached[k];
    return add_columns(s, b, overflowed | b->live);
}

/* Later calls go to a stream; if `after`, it waits for the other one. */
static tropic_status go_to(const batches *s, int stream, bool after)
{
    if (s->in_flight < IN_FLIGHT) return TROPIC_OK;
    return s->run->backend->use_stream(s->run->context, stream, after);
}

static bool is_memory(tropic_status status)
{
    return status == TROPIC_OUT_OF_MEMORY || status == TROPIC_OUT_OF_DEVICE_MEMORY;
}

/* One batch in flight in place of two, or half as many sources side by side. False: neither is left to do. */
static bool shrink(batches *s)
{
    if (s->in_flight == 1 && s->width == 1) return false;
    if (s->in_flight > 1)
        s->in_flight = 1;
    else
        s->width /= 2;
    return true;
}

/* Counts the k-th batch. If two are in flight, its search was made before, and that of the next one is made now. */
static tropic_status advance(batches *s, int64_t k)
{
    const tp_batch *b = &s->batch[k % s->in_flight];
    if (s->in_flight < IN_FLIGHT) {
        TP_TRY(search(s, k));
        TP_TRY(sweep(s, b));
        return finish(s, b);
    }
    TP_TRY(go_to(s, 1, true)); /* batch k + 1 has the arrays of batch k - 1 */
    TP_TRY(go_to(s, 0, false));
    TP_TRY(sweep(s, b));
    TP_TRY(go_to(s, 1, false));
    TP_TRY(search(s, k + 1));
    TP_TRY(go_to(s, 0, true));
    return finish(s, b);
}

static tropic_status make_arrays(batches *s)
{
    tp_run *run = s->run;
    for (int k = 0; k < s->in_flight; k++) TP_TRY(tp_batch_begin(run, &s->batch[k]));
    TP_TRY(tp_run_array(run, &s->levels.has_successor, run->n, sizeof *s->levels.has_successor, "counts"));
    TP_TRY(tp_run_array(run, &s->l.used, run->n, sizeof *s->l.used, "counts"));
    TP_TRY(tp_run_array(run, &s->l.overflowed, 1, sizeof *s->l.overflowed, "counts"));
    return make_blocks(s);
}

static tropic_status run_batches(batches *s)
{
    tp_run *run = s->run;
    const int64_t count = (s->bc->count + (int64_t)s->width - 1) / s->width;
    const tp_batch *last = &s->batch[(count - 1) % s->in_flight];
    tropic_status status = make_arrays(s);
    if (status == TROPIC_OK && s->in_flight > 1) status = search(s, 0);
    for (int64_t k = 0; status == TROPIC_OK && k < count; k++) status = advance(s, k);
    if (status != TROPIC_OK) {
        go_to(s, 0, true);
        return status;
    }
    run->report.phase[0].name = "search"; /* also where no step was needed */
    run->report.reached = run->report.settled = last->reached[s->bc->count - 1];
    return TROPIC_OK;
}

/* Shrinks width and in_flight until memory suffices. */
static tropic_status fit(batches *s)
{
    tp_run *run = s->run;
    const double hubs = run->in.longest > TP_BRANDES_HUB ? TP_BACKEND_PART(run->context, brandes)->hub_each : 0;
    const double each = COUNT_EACH + hubs * (double)run->out.count / run->n;
    tropic_index one = 1;
    for (;;) {
        const size_t bytes = (size_t)each + (size_t)s->in_flight * BATCH_EACH + (size_t)s->width * COLUMN_EACH;
        const tropic_status status = tp_run_fit(run, &one, bytes, "a batch");
        if (status == TROPIC_OK || !shrink(s)) return status;
    }
}

/* Takes the batches of s->bc until memory ends. */
static tropic_status some_batches(batches *s)
{
    tp_run *run = s->run;
    const int arrays = run->arena.count;
    tropic_status status;
    for (int k = 0; k < IN_FLIGHT; k++) {
        s->batch[k] = (tp_batch){.sources = s->bc->sources, .count = s->bc->count, .kept = true, .extra = 1};
        s->before[k] = run->report;
    }
    s->l = (tp_brandes_level){
        .width = s->width, .floats = s->bc->floats, .classes = s->bc->classes, .ends = s->bc->total.ends};
    s->levels = (tp_bc_levels){.copies_max = s->bc->copies_max};
    s->added = 0;
    status = run_batches(s);
    for (int k = 0; k < IN_FLIGHT; k++) tp_batch_end(run, &s->batch[k]);
    if (!is_memory(status)) return status;
    /* The report counts only the sources that were added. */
    run->report = s->before[s->added / s->width % s->in_flight];
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

tropic_status tp_bc_batched(tp_run *run, const tp_bc *bc)
{
    const tropic_index width_max = bc->batch > 0 && bc->batch < TROPIC_BFS_BATCH ? bc->batch : TROPIC_BFS_BATCH;
    tp_bc left = *bc;
    batches s = {.run = run, .bc = &left};
    tropic_status status;
    if (bc->count == 0) return TROPIC_OK;
    s.width = bc->count < width_max ? bc->count : width_max;
    s.in_flight = run->backend->use_stream && bc->count > s.width ? IN_FLIGHT : 1;
    TP_TRY(fit(&s));
    while (is_memory(status = some_batches(&s))) {
        left = tp_bc_some(&left, s.added, left.count - s.added);
        if (!shrink(&s)) return tp_bc_queue_batches(run, &left);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A maximal independent set: the vertices that a greedy choice takes, if it looks at them in the order of classes of
 * degrees and hashes.
 *
 *     set(v) = 1 unless set(u) = 1 for a neighbour u before v
 *
 * Each vertex has a word: OUT, IN, or while it is undecided its place in the order, so that a look at a neighbour is a
 * comparison. A vertex that has no undecided neighbour before it, and none that is IN, is IN, and its neighbours are
 * OUT. What a thread reads may be old, but a word changes once, and then for good: an old one makes a vertex wait.
 */
#include "algorithms/sets/sets.h"

#include <tropic_independent_set.h>

#include <string.h>

#define DOING "an independent set"
#define OUT ((uint16_t)0)
#define IN UINT16_MAX
/* Bits of the hash in a word, beside the class. */
#define HASH_BITS 7
/* Undecided vertices that a thread keeps before it appends them to the list of all. */
#define KEPT 512

typedef struct choice {
    const tp_set_graph *g;
    uint16_t *state;             /* of each vertex */
    tropic_index *list, *others; /* vertices to look at, NULL: all; and those that stay undecided */
    int64_t left;                /* of others */
    tp_chunks_left chunks;
} choice;

static uint16_t load(const uint16_t *state, tropic_index v)
{
    return __atomic_load_n(&state[v], __ATOMIC_RELAXED);
}

static void store(uint16_t *state, tropic_index v, uint16_t value)
{
    __atomic_store_n(&state[v], value, __ATOMIC_RELAXED);
}

static void place(const void *of, int64_t begin, int64_t end)
{
    const choice *c = of;
    for (int64_t v = begin; v < end; v++) {
        const uint32_t kind = tp_set_class(tp_set_degree(c->g, (tropic_index)v));
        const uint64_t hash = tp_set_hash_in_block(c->g, (tropic_index)v) >> (64 - HASH_BITS);
        c->state[v] = (uint16_t)(1 + ((TP_SET_CLASSES - 1 - kind) << HASH_BITS | hash));
    }
}

static bool is_first(const tp_set_graph *g, tropic_index u, tropic_index v)
{
    const uint64_t a = tp_set_hash_in_block(g, u), b = tp_set_hash_in_block(g, v);
    return a != b ? a > b : u < v;
}

/* Decides about v. False: a neighbour before it is undecided. */
static bool decide(const choice *c, tropic_index v)
{
    const tp_set_graph *g = c->g;
    const tropic_offset begin = g->offsets[v], end = g->offsets[v + 1];
    const uint16_t own = load(c->state, v);
    if (own == OUT) return true;
    for (tropic_offset k = begin; k < end; k++) {
        const tropic_index u = g->ids[k];
        const uint16_t other = load(c->state, u);
        if (other < own || u == v) continue;
        if (other == IN) {
            store(c->state, v, OUT);
            return true;
        }
        if (other > own || is_first(g, u, v)) return false;
    }
    store(c->state, v, IN);
    for (tropic_offset k = begin; k < end; k++)
        if (g->ids[k] != v && load(c->state, g->ids[k]) != OUT) store(c->state, g->ids[k], OUT);
    return true;
}

static void append(choice *c, const tropic_index *kept, int64_t count)
{
    const int64_t at = __atomic_fetch_add(&c->left, count, __ATOMIC_RELAXED);
    if (count > 0) memcpy(c->others + at, kept, (size_t)count * sizeof *kept);
}

static void decide_region(tp_worker *worker, void *of)
{
    choice *c = of;
    tropic_index kept[KEPT];
    int64_t begin, end, count = 0;
    while (tp_take(worker, &c->chunks, &begin, &end))
        for (int64_t i = begin; i < end; i++) {
            const tropic_index v = c->list ? c->list[i] : (tropic_index)i;
            if (decide(c, v)) continue;
            kept[count++] = v;
            if (count < KEPT) continue;
            append(c, kept, count);
            count = 0;
        }
    append(c, kept, count);
}

static tropic_status choose(tp_run *run, choice *c)
{
    tropic_index *lists[2];
    int64_t looked = c->g->n;
    for (int k = 0; k < 2; k++) TP_TRY(tp_set_array(run, &lists[k], c->g->n, sizeof *lists[k], DOING));
    TP_TRY(tp_set_array(run, &c->state, c->g->n, sizeof *c->state, DOING));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(run->context, 0));
    tp_for(tp_team_for(run->context, c->g->n), c->g->n, TP_CHUNK_ANY, place, c);
    for (int pass = 0; looked > 0; pass++) {
        const int64_t arcs = pass == 0 ? c->g->count : 0;
        c->list = pass == 0 ? NULL : lists[pass & 1];
        c->others = lists[~pass & 1];
        c->left = 0;
        tp_parallel(tp_chunks_begin(&c->chunks, tp_team_for(run->context, looked + arcs), looked, TP_CHUNK_ANY),
                    decide_region, c);
        looked = c->left;
        run->report.levels++;
        TP_TRY(tp_progress(run->context, 1 - (double)looked / c->g->n));
    }
    return TROPIC_OK;
}

static tropic_status independent_set(tp_run *run, tropic_vector *set, const tropic_matrix *A,
                                     const tropic_independent_set_options *given)
{
    tropic_context *context = run->context;
    tropic_independent_set_options options;
    tropic_independent_set_report report = {.size = sizeof report};
    tp_set_graph graph = {.n = 0};
    choice c = {.g = &graph};
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of independent sets"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of independent sets"));
    TP_TRY(tp_set_begin(run, A, false, &graph));
    TP_TRY(tp_vector_check_typed(context, set, "set", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_run_need_memory(run, sizeof *values + 2 * sizeof *c.list + sizeof *c.state));
    TP_TRY(tp_set_array(run, &values, run->n, sizeof *values, DOING));
    TP_TRY(choose(run, &c));
    for (tropic_index v = 0; v < run->n; v++) {
        values[v] = c.state[v] == IN;
        report.members += values[v];
    }
    TP_TRY(tp_set_end(run, set, values));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_independent_set(tropic_vector *set, const tropic_matrix *A,
                                     const tropic_independent_set_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(set ? set->context : NULL);
    if (!set) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "set is NULL");
    run = tp_run_in(set->context, report);
    return tp_run_end(&run, independent_set(&run, set, A, options));
}

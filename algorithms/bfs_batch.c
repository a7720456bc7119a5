/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first searches from several sources, side by side: a bit of a word for each.
 */
#include "algorithms/run.h"

#include "spmv/direction.h"
#include "spmv/operand.h"

#include <string.h>

typedef struct batch {
    const tropic_index *sources; /* of all batches, as the next four */
    tropic_index count;
    int64_t *reached, *sums;
    int32_t *level;            /* NULL: not asked for */
    tropic_index first, width; /* the sources at hand */
    /* Memory of the backend. seen, front and next have a word for each vertex. */
    uint64_t *seen, *front, *next, *words;
    tropic_index *list, *next_list; /* of front and next; n places each */
    tropic_index *targets;
    tp_batch_tally *tally;
    uint64_t *target_words; /* host memory */
    bool listed;            /* `list` has the front: it was pushed */
    tp_batch_tally found;   /* the front's */
    uint64_t live;          /* searches that go on from it */
    int32_t depth;          /* its level */
} batch;

static uint64_t bit(tropic_index c)
{
    return (uint64_t)1 << c;
}

/* to<list> = words; words NULL: zero. */
static tropic_status put_words(tp_run *run, uint64_t *to, const uint64_t *words,
                               const tropic_index *list, int64_t count)
{
    const tp_elementwise copy = {.kind = TP_COPY,
                                 .type = TROPIC_UINT64,
                                 .result = TROPIC_UINT64,
                                 .n = count,
                                 .places = list,
                                 .mask = {.structure = true},
                                 .x = {.values = words, .listed = true},
                                 .w = to};
    return tp_elementwise_run(run->context, &copy);
}

static tropic_status clear(tp_run *run, void *words, int64_t count)
{
    const int64_t zero = 0;
    return run->backend->fill(run->context, words, TROPIC_INT64, &zero, count);
}

/* Searches that have all targets are over. */
static tropic_status end_at_targets(tp_run *run, batch *b)
{
    const tropic_index count = run->limits.target_count;
    uint64_t all = b->live;
    if (count == 0 || !b->live) return TROPIC_OK;
    TP_TRY(run->backend->gather(run->context, b->words, TROPIC_UINT64, b->targets, b->seen, count));
    TP_TRY(run->backend->download(run->context, b->target_words, b->words,
                                  (size_t)count * sizeof *b->words));
    for (tropic_index k = 0; k < count; k++) all &= b->target_words[k];
    b->live &= ~all;
    return TROPIC_OK;
}

/* The next frontier (`listed`: by a push) becomes the front, at `depth`. */
static tropic_status settle(tp_run *run, batch *b, int32_t depth, bool listed)
{
    const tp_settling settling = {.next = b->next,
                                  .seen = b->seen,
                                  .list = listed ? b->next_list : NULL,
                                  .n = run->n,
                                  .offsets = run->out.offsets,
                                  .level = b->level ? b->level + b->first : NULL,
                                  .columns = b->count,
                                  .depth = depth,
                                  .tally = b->tally};
    uint64_t *const front = b->front;
    tropic_index *const list = b->list;
    TP_TRY(run->backend->settle(run->context, &settling));
    TP_TRY(run->backend->download(run->context, &b->found, b->tally, sizeof b->found));
    b->front = b->next;
    b->next = front;
    b->list = b->next_list;
    b->next_list = list;
    b->listed = listed;
    b->depth = depth;
    b->live = 0;
    for (tropic_index c = 0; c < b->width; c++) {
        const tropic_index source = b->first + c;
        const int64_t vertices = b->found.vertices[c];
        b->reached[source] += vertices;
        b->sums[source] += vertices * depth;
        if (vertices > 0 && source == b->count - 1) run->report.levels = depth + 1;
        if (vertices > 0 && b->reached[source] < run->n) b->live |= bit(c);
    }
    run->report.reached_arcs += b->found.search_arcs;
    return end_at_targets(run, b);
}

/* seen = 0;  next(sources) = their bits;  level(sources) = 0 */
static tropic_status start(tp_run *run, batch *b)
{
    tropic_index ids[TROPIC_BFS_BATCH];
    uint64_t words[TROPIC_BFS_BATCH];
    int64_t count = 0;
    for (tropic_index c = 0; c < b->width; c++) {
        const tropic_index source = b->sources[b->first + c];
        int64_t k = 0;
        while (k < count && ids[k] != source) k++;
        if (k == count) {
            ids[count] = source;
            words[count++] = 0;
        }
        words[k] |= bit(c);
    }
    TP_TRY(clear(run, b->seen, run->n));
    TP_TRY(clear(run, b->front, run->n));
    TP_TRY(clear(run, b->next, run->n));
    TP_TRY(clear(run, b->tally, sizeof *b->tally / sizeof(int64_t)));
    TP_TRY(run->backend->upload(run->context, &b->tally->listed, &count, sizeof count));
    TP_TRY(run->backend->upload(run->context, b->next_list, ids, (size_t)count * sizeof *ids));
    TP_TRY(run->backend->upload(run->context, b->words, words, (size_t)count * sizeof *words));
    TP_TRY(put_words(run, b->next, b->words, b->next_list, count));
    return settle(run, b, 0, true);
}

/* From the front to the next one. */
static tropic_status advance(tp_run *run, batch *b)
{
    const bool pull = tp_pull_pays(b->found.arcs, run->n, run->in.count, TP_PUSH_COST);
    const tropic_strategy strategy = run->strategy != TROPIC_STRATEGY_AUTO ? run->strategy
                                     : pull                                ? run->pull
                                            : TROPIC_STRATEGY_CSR_PUSH;
    tp_bfs_batch_state state = {.seen = b->seen,
                                .front = b->front,
                                .next = b->next,
                                .over = ~b->live,
                                .list = b->next_list,
                                .listed = &b->tally->listed};
    const tp_step step = {.op = TP_OP_BFS_BATCH,
                          .strategy = strategy,
                          .state = &state,
                          .gather = run->in,
                          .scatter = run->out,
                          .sources = b->listed ? b->list : NULL,
                          .source_count = b->listed ? (tropic_index)b->found.listed : 0};
    TP_TRY(clear(run, b->tally, sizeof *b->tally / sizeof(int64_t)));
    /* next<!seen> = A' (bor.first) front */
    TP_TRY(tp_run_step(run, 0, "search", &step));
    /* front = 0, to be the next one's place */
    if (b->listed)
        TP_TRY(put_words(run, b->front, NULL, b->list, b->found.listed));
    else
        TP_TRY(clear(run, b->front, run->n));
    /* seen |= next;  level<next> = depth;  front = next */
    return settle(run, b, b->depth + 1, tp_strategy_merges(step.op, strategy));
}

static tropic_status search(tp_run *run, batch *b)
{
    const int64_t pairs = (int64_t)run->n * b->width, limit = run->limits.depth;
    TP_TRY(start(run, b));
    while (b->live && (limit == 0 || b->depth < limit)) {
        int64_t reached = 0;
        for (tropic_index c = 0; c < b->width; c++) reached += b->reached[b->first + c];
        TP_TRY(tp_progress(run->context, (double)reached / (double)pairs));
        TP_TRY(advance(run, b));
    }
    return TROPIC_OK;
}

static tropic_status search_all(tp_run *run, batch *b)
{
    const tropic_index count = b->count;
    const int32_t none = -1;
    run->report.phase[0].name = "search"; /* also where no step is needed */
    if (b->level)
        TP_TRY(run->backend->fill(run->context, b->level, TROPIC_INT32, &none,
                                  (int64_t)run->n * count));
    for (int64_t first = 0; first < count; first += TROPIC_BFS_BATCH) {
        b->first = (tropic_index)first;
        b->width = count - b->first < TROPIC_BFS_BATCH ? count - b->first : TROPIC_BFS_BATCH;
        tp_run_part(run, (double)b->first / count, (double)b->width / count);
        TP_TRY(search(run, b));
    }
    run->report.reached = run->report.settled = b->reached[count - 1];
    return TROPIC_OK;
}

static tropic_status allocate(tp_run *run, batch *b, bool levels)
{
    const tropic_index targets = run->limits.target_count;
    const int64_t n = run->n, words = targets > TROPIC_BFS_BATCH ? targets : TROPIC_BFS_BATCH;
    uint64_t *fronts;
    tropic_index *lists;
    TP_TRY(tp_run_array(run, &b->seen, n, sizeof *b->seen, "what is reached"));
    TP_TRY(tp_run_array(run, &fronts, 2 * n, sizeof *fronts, "the frontiers"));
    TP_TRY(tp_run_array(run, &lists, 2 * n, sizeof *lists, "the frontiers"));
    TP_TRY(tp_run_array(run, &b->words, words, sizeof *b->words, "the sources"));
    TP_TRY(tp_run_array(run, &b->tally, 1, sizeof *b->tally, "counts of a level"));
    if (levels) TP_TRY(tp_run_array(run, &b->level, n * b->count, sizeof *b->level, "levels"));
    b->front = fronts;
    b->next = fronts + n;
    b->list = lists;
    b->next_list = lists + n;
    if (targets == 0) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &b->targets, targets, sizeof *b->targets, "the targets"));
    return run->backend->upload(run->context, b->targets, run->limits.targets,
                                (size_t)targets * sizeof *b->targets);
}

static tropic_status check(tp_run *run, const batch *b, const tropic_vector *level,
                           const tropic_vector *reached)
{
    tropic_context *context = run->context;
    if (!b->sources) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "sources is NULL");
    if (b->count < 1) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d sources", b->count);
    for (tropic_index c = 0; c < b->count; c++) TP_TRY(tp_run_check_source(run, b->sources[c]));
    if (level) {
        TP_TRY(tp_vector_check(context, level, "level", (int64_t)run->n * b->count));
        TP_TRY(tp_vector_check_type(context, level, "level", TROPIC_INT32));
        if (level->columns != b->count)
            return tp_fail(context, TROPIC_DIMENSION_MISMATCH,
                           "level has %d columns, for %d sources", level->columns, b->count);
    }
    if (!reached) return TROPIC_OK;
    TP_TRY(tp_vector_check(context, reached, "reached", run->n));
    TP_TRY(tp_vector_check_type(context, reached, "reached", TROPIC_UINT64));
    if (b->count > TROPIC_BFS_BATCH)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "reached has a bit for each of up to %d sources, not for %d",
                       TROPIC_BFS_BATCH, b->count);
    return TROPIC_OK;
}

/* What is allocated on the host is the caller's to release, also after a failure. */
static tropic_status run_batch(tp_run *run, batch *b, tropic_vector *level, tropic_vector *reached,
                               const tropic_matrix *A, const tropic_run_options *given)
{
    tropic_context *context = run->context;
    const tp_memory *memory = &context->memory;
    tropic_run_options options;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(tp_run_limit(run, &options));
    if (options.potential)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "a potential is for shortest paths: arcs have no lengths here");
    TP_TRY(check(run, b, level, reached));
    b->reached = tp_allocate_zero(memory, 2 * (int64_t)b->count, sizeof *b->reached);
    b->target_words =
        tp_allocate(memory, run->limits.target_count + (int64_t)1, sizeof *b->target_words);
    if (!b->reached || !b->target_words) return tp_out_of_memory(context, "the sums");
    b->sums = b->reached + b->count;
    TP_TRY(allocate(run, b, level != NULL));

    TP_TRY(tp_run_start(run));
    TP_TRY(search_all(run, b));
    TP_TRY(tp_run_stop(run));
    if (level) return tp_run_results(run, level, b->level, reached, b->seen);
    return reached ? tp_run_results(run, reached, b->seen, NULL, NULL) : TROPIC_OK;
}

tropic_status tropic_bfs_batch(tropic_vector *level, tropic_vector *reached, int64_t *counts,
                               int64_t *sums, tropic_context *context, const tropic_matrix *A,
                               const tropic_index *sources, tropic_index count,
                               const tropic_run_options *options, tropic_run_report *report)
{
    batch b = {.sources = sources, .count = count};
    tropic_status status;
    tp_run run;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    run = tp_run_in(context, report);
    status = tp_run_end(&run, run_batch(&run, &b, level, reached, A, options));
    if (status == TROPIC_OK) {
        const size_t bytes = (size_t)count * sizeof *counts;
        if (counts) memcpy(counts, b.reached, bytes);
        if (sums) memcpy(sums, b.sums, bytes);
    }
    tp_release(&context->memory, b.reached);
    tp_release(&context->memory, b.target_words);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first searches from several sources, side by side.
 */
#include "algorithms/bfs/batch_search.h"

#include "algorithms/bfs/bfs.h"
#include "spmv/direction.h"
#include "spmv/operands/operand.h"

#include <string.h>

/* Fronts that take turns if not all are kept. */
#define FRONTS 2

static uint64_t bit(tropic_index c)
{
    return (uint64_t)1 << c;
}

/* to<list> = words; words NULL: zero. */
static tropic_status put_words(tp_run *run, uint64_t *to, const uint64_t *words, const tropic_index *list,
                               int64_t count)
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

/* Searches that have reached all targets end. */
static tropic_status end_at_targets(tp_run *run, tp_batch *b)
{
    const tropic_index count = run->limits.target_count;
    uint64_t all = b->live;
    if (count == 0 || !b->live) return TROPIC_OK;
    TP_TRY(run->backend->gather(run->context, b->words, TROPIC_UINT64, b->targets, b->seen, count));
    TP_TRY(run->backend->download(run->context, b->target_words, b->words, (size_t)count * sizeof *b->words));
    for (tropic_index k = 0; k < count; k++) all &= b->target_words[k];
    b->live &= ~all;
    return TROPIC_OK;
}

/* The words of a front, with the extra bytes. */
static int64_t front_words(const tp_run *run, const tp_batch *b)
{
    const int64_t size = sizeof(uint64_t);
    return ((int64_t)run->n * (size + (int64_t)b->extra) + size - 1) / size;
}

/* The front at a depth. */
static tp_front *front_at(const tp_batch *b, int64_t depth)
{
    return &b->fronts[b->kept ? depth : depth % FRONTS];
}

/* Makes fronts[0 .. k]. */
static tropic_status need_front(tp_run *run, tp_batch *b, int64_t k)
{
    const tp_memory *memory = &run->context->work;
    while (b->front_count <= k) {
        void *made = NULL;
        if (b->front_count == b->front_capacity) {
            const int64_t capacity = 2 * b->front_capacity + FRONTS;
            tp_front *fronts = tp_allocate(memory, capacity, sizeof *fronts);
            if (!fronts) return tp_out_of_memory(run->context, "the frontiers");
            if (b->front_count > 0) memcpy(fronts, b->fronts, (size_t)b->front_count * sizeof *fronts);
            tp_release(memory, b->fronts);
            b->fronts = fronts;
            b->front_capacity = capacity;
        }
        TP_TRY(run->backend->allocate(run->context, &made, (size_t)front_words(run, b) * sizeof *b->seen,
                                      "the frontiers"));
        b->fronts[b->front_count++] = (tp_front){.words = made};
    }
    return TROPIC_OK;
}

static tropic_status tally_level(tp_run *run, const tp_batch *b, const tp_level_commit *commit)
{
    const tp_tally_level level = {.to = *b->tally,
                                  .words = commit->next,
                                  .list = commit->list,
                                  .listed = &commit->level_counts->listed,
                                  .n = commit->n,
                                  .depth = commit->depth};
    return TP_BACKEND_PART(run->context, tally)->level(run->context, &level);
}

/* The next frontier becomes the front, at `depth`. listed: it was pushed. */
static tropic_status commit_level(tp_run *run, tp_batch *b, int32_t depth, bool listed)
{
    const tp_level_commit commit = {.next = front_at(b, depth)->words,
                                    .seen = b->seen,
                                    .list = listed ? b->next_list : NULL,
                                    .n = run->n,
                                    .offsets = run->out.offsets,
                                    .level = b->level ? b->level + b->first : NULL,
                                    .columns = b->count,
                                    .depth = depth,
                                    .level_counts = b->level_counts};
    tropic_index *const list = b->list;
    TP_TRY(TP_BACKEND_PART(run->context, bfs)->commit_level(run->context, &commit));
    if (b->tally && depth > 0) TP_TRY(tally_level(run, b, &commit));
    TP_TRY(run->backend->download(run->context, &b->found, b->level_counts, sizeof b->found));
    b->list = b->next_list;
    b->next_list = list;
    b->listed = listed;
    b->depth = depth;
    front_at(b, depth)->arcs = b->found.arcs;
    b->live = 0;
    for (tropic_index c = 0; c < b->width; c++) {
        const tropic_index source = b->first + c;
        const int64_t vertices = b->found.vertices[c];
        b->reached[source] += vertices;
        b->sums[source] += vertices * depth;
        if (b->all_found && depth == 0) b->all_found[c].reached = b->all_found[c].levels = 1;
        if (b->all_found && depth > 0 && vertices > 0) tp_search_found_add(&b->all_found[c], depth, vertices);
        if (vertices > 0 && source == b->count - 1) run->report.levels = depth + 1;
        if (vertices > 0 && b->reached[source] < run->n) b->live |= bit(c);
    }
    run->report.reached_arcs += b->found.search_arcs;
    return end_at_targets(run, b);
}

/* seen = 0;  next(sources) = their bits;  level(sources) = 0 */
static tropic_status start(tp_run *run, tp_batch *b)
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
    for (int64_t k = 0; k < (b->kept ? 1 : FRONTS); k++) TP_TRY(clear(run, b->fronts[k].words, front_words(run, b)));
    TP_TRY(clear(run, b->level_counts, sizeof *b->level_counts / sizeof(int64_t)));
    TP_TRY(run->backend->upload(run->context, &b->level_counts->listed, &count, sizeof count));
    TP_TRY(run->backend->upload(run->context, b->next_list, ids, (size_t)count * sizeof *ids));
    TP_TRY(run->backend->upload(run->context, b->words, words, (size_t)count * sizeof *words));
    TP_TRY(put_words(run, b->fronts[0].words, b->words, b->next_list, count));
    return commit_level(run, b, 0, true);
}

/* From the front to the next one. */
static tropic_status advance(tp_run *run, tp_batch *b)
{
    const bool pull = tp_should_pull(b->found.arcs, run->n, run->in.count, TP_ALPHA_MERGE);
    const tropic_strategy strategy = run->strategy != TROPIC_STRATEGY_AUTO ? run->strategy
                                     : pull                                ? run->pull
                                                                           : TROPIC_STRATEGY_CSR_PUSH;
    uint64_t *const front = front_at(b, b->depth)->words;
    if (b->kept) TP_TRY(need_front(run, b, b->depth + 1));
    tp_bfs_batch_state state = {.seen = b->seen,
                                .front = front,
                                .next = front_at(b, b->depth + 1)->words,
                                .over = ~b->live,
                                .list = b->next_list,
                                .listed = &b->level_counts->listed};
    const tp_step step = {.op = &tp_op_bfs_batch,
                          .strategy = strategy,
                          .state = &state,
                          .gather = run->in,
                          .scatter = run->out,
                          .sources = b->listed ? b->list : NULL,
                          .source_count = b->listed ? (tropic_index)b->found.listed : 0,
                          .emitted = b->next_list,
                          .emitted_count = &b->level_counts->listed};
    if (b->kept) TP_TRY(clear(run, state.next, front_words(run, b)));
    TP_TRY(clear(run, b->level_counts, sizeof *b->level_counts / sizeof(int64_t)));
    /* next<!seen> = A' (bor.first) front */
    TP_TRY(tp_run_step(run, 0, "search", &step));
    /* front = 0, because it becomes the next frontier */
    if (!b->kept && b->listed)
        TP_TRY(put_words(run, front, NULL, b->list, b->found.listed));
    else if (!b->kept)
        TP_TRY(clear(run, front, run->n));
    /* seen |= next;  level<next> = depth;  front = next */
    return commit_level(run, b, b->depth + 1, tp_strategy_merges(strategy, false));
}

tropic_status tp_batch_search(tp_run *run, tp_batch *b)
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

/* Of a vertex: what is reached, two fronts, and two lists. Of a source: counts and sums. */
size_t tp_batch_bytes(const tp_run *run, tropic_index count)
{
    return (size_t)run->n * ((1 + FRONTS) * sizeof(uint64_t) + 2 * sizeof(tropic_index)) +
           (size_t)count * 2 * sizeof(int64_t);
}

tropic_status tp_batch_begin(tp_run *run, tp_batch *b)
{
    const tropic_index targets = run->limits.target_count;
    const int64_t n = run->n, words = targets > TROPIC_BFS_BATCH ? targets : TROPIC_BFS_BATCH;
    tropic_index *lists;
    TP_TRY(tp_run_need_bytes(run, tp_batch_bytes(run, b->count)));
    b->arena.context = run->context;
    b->reached = tp_arena_zeros(&b->arena, b->count, sizeof *b->reached);
    b->sums = tp_arena_zeros(&b->arena, b->count, sizeof *b->sums);
    b->target_words = tp_arena_array(&b->arena, targets, sizeof *b->target_words);
    TP_TRY(tp_arena_check(&b->arena, "the sums"));
    TP_TRY(tp_run_array(run, &b->seen, n, sizeof *b->seen, "what is reached"));
    TP_TRY(tp_run_array(run, &lists, 2 * n, sizeof *lists, "the frontiers"));
    TP_TRY(tp_run_array(run, &b->words, words, sizeof *b->words, "the sources"));
    TP_TRY(tp_run_array(run, &b->level_counts, 1, sizeof *b->level_counts, "counts of a level"));
    b->list = lists;
    b->next_list = lists + n;
    TP_TRY(need_front(run, b, FRONTS - 1));
    if (targets == 0) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &b->targets, targets, sizeof *b->targets, "the targets"));
    return run->backend->upload(run->context, b->targets, run->limits.targets, (size_t)targets * sizeof *b->targets);
}

void tp_batch_end(tp_run *run, tp_batch *b)
{
    for (int64_t k = 0; k < b->front_count; k++) run->backend->release(run->context, b->fronts[k].words);
    tp_release(&run->context->work, b->fronts);
    tp_arena_release(&b->arena);
}

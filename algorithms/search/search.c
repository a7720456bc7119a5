/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the CPU by an op that emits each vertex once. Pulls look at the frontier as bits and write
 * the next one so; pushes go from list to list. A frontier changes its form where the direction turns.
 */
#include "algorithms/search/search_cpu.h"
#include "algorithms/tuning.h"
#include "spmv/tuning.h"

#include <string.h>

typedef struct cpu_search {
    tp_traversal *t;
    tp_bits *bits;
    uint32_t *words; /* seen, front, next */
    int64_t each;    /* words of one */
    tropic_index *lists;
    int64_t capacity; /* places of a list */
    int64_t room;     /* of a thread's own */
    tp_share *shares; /* of each thread */
    int threads, queue_lists;
    tp_sink frontier;
    tp_queue queues[2]; /* of frontiers by turns; without t->order each has its half of `lists` */
    tp_queue *list;     /* the frontier; NULL: not listed */
    bool marked;        /* bits->front has it */
} cpu_search;

/* The frontier's vertices, ascending, as one list. */
static void list_bits(cpu_search *search, tp_queue *queue)
{
    const uint32_t *front = search->bits->front;
    tropic_index *list = queue->ids;
    for (int64_t w = 0; w < search->each; w++)
        for (uint32_t left = front[w]; left; left &= left - 1)
            *list++ = (tropic_index)(w * TP_WORD) + __builtin_ctz(left);
    *queue = tp_queue_of(queue->ids, search->frontier.count);
    search->list = queue;
}

static void mark_list(cpu_search *search)
{
    uint32_t *front = search->bits->next;
    const tropic_index count = search->frontier.count;
    search->bits->next = (uint32_t *)search->bits->front;
    search->bits->front = front;
    memset(front, 0, (size_t)search->each * sizeof *front);
    for (int64_t at = 0; at < count;) {
        const tp_piece piece = tp_queue_piece(search->list, at, count);
        for (int64_t c = 0; c < piece.count; c++) tp_bit_take(front, piece.ids[c], true);
        at += piece.count;
    }
    search->marked = true;
}

/* The lists that threads have filled. */
static void join_lists(const cpu_search *search, tp_queue *queue)
{
    queue->lists = search->queue_lists;
    for (int k = 0; k < queue->lists; k++) {
        const tp_share *share = &search->shares[k];
        queue->begin[k + 1] = queue->begin[k] + (share->step == search->t->levels ? share->count : 0);
    }
}

/* One step, from the frontier to the next, which is listed in the other queue, where it pushes and fits: in lists of
 * each thread's own, where any of them has room for all. */
static void search_step(tropic_context *context, cpu_search *search, tp_queue *into)
{
    tp_traversal *t = search->t;
    tp_bits *bits = search->bits;
    const tropic_index left = t->scatter.lists - t->reached;
    const tropic_strategy strategy = tp_cpu_choose(t, &search->frontier);
    const bool push = strategy == TROPIC_STRATEGY_CSR_PUSH;
    const bool fits = t->order || left <= search->capacity || search->frontier.arcs <= search->capacity;
    const bool own = push && fits && !t->order && search->queue_lists >= TP_OWN_THREADS &&
                     search->frontier.count <= search->capacity && search->frontier.arcs <= search->room;
    tp_sink next = {
        .offsets = t->scatter.offsets, .shares = search->shares, .step = t->levels, .threads = search->threads};
    tp_step step = {.op = t->op,
                    .strategy = strategy,
                    .state = t->state,
                    .gather = t->gather,
                    .scatter = t->scatter,
                    .source_count = search->frontier.count};

    if (push && !search->list && search->frontier.count <= search->capacity)
        list_bits(search, into == search->queues ? into + 1 : search->queues);
    if (push && search->list) {
        step.sources = search->list->ids;
        next.from = search->list;
    }
    if (!step.sources && !search->marked) mark_list(search);
    if (!push || !fits)
        next.marks = bits->next;
    else if (!own)
        next.next = into->ids;
    else
        next.into = into;
    if (own) next.threads = search->queue_lists;
    if (next.marks && tp_strategy_merges(strategy, false))
        memset(bits->next, 0, (size_t)search->each * sizeof *bits->next);
    into->room = search->room;
    tp_cpu_run(context, &step, &next,
               step.sources ? search->frontier.count + search->frontier.arcs
                            : (int64_t)t->gather.lists + t->gather.count);
    t->steps[strategy]++;

    search->frontier = next;
    search->list = next.marks ? NULL : into;
    search->marked = next.marks != NULL;
    if (next.into)
        join_lists(search, into);
    else if (next.next)
        *into = tp_queue_of(into->ids, next.count);
    if (!search->marked) return;
    bits->next = (uint32_t *)bits->front;
    bits->front = next.marks;
    if (t->order) list_bits(search, into);
}

static tropic_status run_levels(tropic_context *context, cpu_search *search)
{
    tp_traversal *t = search->t;
    const tropic_index n = t->scatter.lists;
    int32_t *depth = t->state;
    tropic_index begin = 1; /* of the next frontier in order[] */
    tropic_index final = 0; /* targets */
    int64_t capacity = 0;
    if (t->order) {
        TP_TRY(tp_starts_reserve(context, t, &capacity, 0, 2));
        t->starts[0] = 0;
        t->starts[1] = begin;
    }
    while (search->frontier.count > 0 && !tp_cpu_enough(t, &final)) {
        tp_queue *into = search->list == search->queues ? search->queues + 1 : search->queues;
        t->levels++;
        *depth = (int32_t)t->levels;
        if (t->order) into->ids = t->order + begin;
        search_step(context, search, into);
        t->reached += search->frontier.count;
        t->reached_arcs += search->frontier.arcs;
        if (t->order) {
            begin += search->frontier.count;
            TP_TRY(tp_starts_reserve(context, t, &capacity, t->levels + 1, t->levels + 2));
            t->starts[t->levels + 1] = begin;
        }
        TP_TRY(tp_progress(context, (double)t->reached / n));
    }
    if (search->frontier.count > 0) t->levels++; /* one that is not taken any more */
    return TROPIC_OK;
}

tropic_status tp_cpu_search(tropic_context *context, tp_traversal *t)
{
    const tropic_index n = t->scatter.lists;
    cpu_search search = {.t = t,
                         .bits = &((tp_once_state *)t->state)->bits,
                         .each = TP_WORDS(n),
                         .capacity = n / TP_FRONTIER_LISTED + TP_FRONTIER_LISTED_MIN,
                         .threads = context->threads,
                         .queue_lists = context->threads < TP_PARTS ? context->threads : TP_PARTS};
    int64_t places; /* of all lists of a frontier */
    void *words = NULL, *lists = NULL, *shares = NULL;
    const size_t bytes = (size_t)search.each * sizeof(uint32_t);
    const size_t share_bytes = (size_t)search.threads * sizeof *search.shares;
    tropic_status status = context->backend->allocate(context, &words, 3 * bytes, "the frontiers");
    search.room = search.capacity / search.queue_lists;
    if (search.room < TP_FRONTIER_OWN_ROOM)
        search.room = search.capacity < TP_FRONTIER_OWN_ROOM ? search.capacity : TP_FRONTIER_OWN_ROOM;
    places = search.room * search.queue_lists > search.capacity ? search.room * search.queue_lists : search.capacity;
    if (status == TROPIC_OK) status = context->backend->allocate(context, &shares, share_bytes, "the frontiers");
    if (status == TROPIC_OK && !t->order)
        status =
            context->backend->allocate(context, &lists, 2 * (size_t)places * sizeof(tropic_index), "the frontiers");
    if (status == TROPIC_OK) {
        search.bits->seen = words;
        search.bits->front = search.bits->seen + search.each;
        search.bits->next = search.bits->seen + 2 * search.each;
        search.lists = lists;
        search.shares = shares;
        memset(words, 0, bytes);
        memset(shares, 0, share_bytes);
        search.list = search.queues;
        search.queues[0] = tp_queue_of(t->order ? t->order : search.lists, 1);
        search.queues[1] = tp_queue_of(t->order ? NULL : search.lists + places, 0);
        search.list->ids[0] = t->source;
        search.frontier.count = t->reached = 1;
        search.frontier.arcs = t->reached_arcs = t->scatter.offsets[t->source + 1] - t->scatter.offsets[t->source];
        tp_bit_take(search.bits->seen, t->source, true);
        status = run_levels(context, &search);
    }
    context->backend->release(context, shares);
    context->backend->release(context, words);
    context->backend->release(context, lists);
    return status;
}

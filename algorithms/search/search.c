/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the CPU by an op that emits each vertex once. Pulls look at the frontier as bits and write
 * the next one so; pushes go from list to list. A frontier changes its form where the direction turns.
 */
#include "algorithms/search/search_cpu.h"

#include <string.h>

/* A frontier that the caller does not keep is listed where it has at most one in so many vertices: the lists of
 * two then take half a byte a vertex, and a push from bits, which looks at every vertex, is rare and has work. */
#define LISTED 16
/* And so many more, for small graphs. */
#define LISTED_MIN 32

typedef struct cpu_search {
    tp_traversal *t;
    tp_bits *bits;
    uint32_t *words; /* seen, front, next */
    int64_t each;    /* words of one */
    tropic_index *lists;
    int64_t capacity; /* places of a list */
    tp_sink frontier;
    tropic_index *list; /* the frontier; NULL: not listed */
    bool marked;        /* bits->front has it */
} cpu_search;

/* The frontier's vertices, ascending. */
static void list_bits(const cpu_search *search, tropic_index *list)
{
    const uint32_t *front = search->bits->front;
    for (int64_t w = 0; w < search->each; w++)
        for (uint32_t left = front[w]; left; left &= left - 1)
            *list++ = (tropic_index)(w * TP_WORD) + __builtin_ctz(left);
}

static void mark_list(cpu_search *search)
{
    uint32_t *front = search->bits->next;
    search->bits->next = (uint32_t *)search->bits->front;
    search->bits->front = front;
    memset(front, 0, (size_t)search->each * sizeof *front);
    for (tropic_index c = 0; c < search->frontier.count; c++) tp_bit_take(front, search->list[c], true);
    search->marked = true;
}

/* One step, from the frontier to the next, which is listed at `capacity`, where it pushes and fits. */
static void search_step(tropic_context *context, cpu_search *search, tropic_index *capacity)
{
    tp_traversal *t = search->t;
    tp_bits *bits = search->bits;
    const tropic_index left = t->scatter.lists - t->reached;
    const tropic_strategy strategy = tp_cpu_choose(t, &search->frontier);
    const bool push = strategy == TROPIC_STRATEGY_CSR_PUSH;
    const bool fits = t->order || left <= search->capacity || search->frontier.arcs <= search->capacity;
    tp_sink next = {.offsets = t->scatter.offsets};
    tp_step step = {.op = t->op,
                    .strategy = strategy,
                    .state = t->state,
                    .gather = t->gather,
                    .scatter = t->scatter,
                    .source_count = search->frontier.count};

    if (push && !search->list && search->frontier.count <= search->capacity) {
        search->list = capacity == search->lists ? capacity + search->capacity : search->lists;
        list_bits(search, search->list);
    }
    if (push) step.sources = search->list;
    if (!step.sources && !search->marked) mark_list(search);
    if (push && fits)
        next.next = capacity;
    else
        next.marks = bits->next;
    if (next.marks && tp_strategy_merges(strategy, false))
        memset(bits->next, 0, (size_t)search->each * sizeof *bits->next);
    tp_cpu_run(context, &step, &next,
               step.sources ? search->frontier.count + search->frontier.arcs
                            : (int64_t)t->gather.lists + t->gather.count);
    t->steps[strategy]++;

    search->frontier = next;
    search->list = next.next;
    search->marked = next.marks != NULL;
    if (!search->marked) return;
    bits->next = (uint32_t *)bits->front;
    bits->front = next.marks;
    if (!t->order) return;
    search->list = capacity;
    list_bits(search, capacity);
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
        tropic_index *next = search->list == search->lists ? search->lists + search->capacity : search->lists;
        t->levels++;
        *depth = (int32_t)t->levels;
        search_step(context, search, t->order ? t->order + begin : next);
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
                         .capacity = n / LISTED + LISTED_MIN,
                         .list = t->order};
    void *words = NULL, *lists = NULL;
    const size_t bytes = (size_t)search.each * sizeof(uint32_t);
    tropic_status status = context->backend->allocate(context, &words, 3 * bytes, "the frontiers");
    if (status == TROPIC_OK && !t->order)
        status = context->backend->allocate(context, &lists, 2 * (size_t)search.capacity * sizeof(tropic_index),
                                            "the frontiers");
    if (status == TROPIC_OK) {
        search.bits->seen = words;
        search.bits->front = search.bits->seen + search.each;
        search.bits->next = search.bits->seen + 2 * search.each;
        search.lists = lists;
        memset(words, 0, bytes);
        if (!t->order) search.list = lists;
        *search.list = t->source;
        search.frontier.count = t->reached = 1;
        search.frontier.arcs = t->reached_arcs = t->scatter.offsets[t->source + 1] - t->scatter.offsets[t->source];
        tp_bit_take(search.bits->seen, t->source, true);
        status = run_levels(context, &search);
    }
    context->backend->release(context, words);
    context->backend->release(context, lists);
    return status;
}

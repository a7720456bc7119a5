/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the CPU strategies share: the next frontier that updates emit to, and the table of kernels.
 */
#ifndef TP_KERNEL_H
#define TP_KERNEL_H

#include "formats/matrix/matrix.h"
#include "formats/tuning.h"
#include "spmv/strategies/bins.h"
#include "spmv/strategies/queue.h"
#include "spmv/ops/op.h"
#include "spmv/ops/state.h"
#include "runtime/instruction_set.h"
#include "spmv/step.h"
#include "runtime/threads.h"
#include "spmv/tuning.h"

#include <tropic_host_functions.h>

/* Lists and their entries that a thread takes at a time: enough to hide the cost of taking them (about
 * 300 ns, most of it for finding where they begin), few enough that the last ones do not keep others waiting. */
#define TP_BLOCK 16384
/* Lists that a thread takes at a time where their cost is not known before. */
#define TP_CHUNK 512
/* The same for the sources of a push, which are fewer. */
#define TP_PUSH_CHUNK 64
/* A push asks for the arcs of the source so many places ahead: the lists of a frontier lie anywhere. */
#define TP_AHEAD 8
/* And for where they begin, so many places ahead. */
#define TP_AHEAD_LISTS 24
/* By bins it also asks for the weights and the destinations' values of its products: TP_AHEAD_ARCS entries ahead; and
 * for those of a list's first entries TP_AHEAD_NEAR sources ahead. */
#define TP_AHEAD_ARCS 16
#define TP_AHEAD_NEAR 2
/* Products by bins that a thread compares before it merges those that are less than their destinations' values. Those
 * are about half of all: with a branch for each, the processor guesses wrong about once for each vertex, and then waits
 * for memory. (One thread, lattice 1200: 115 ms with a branch for each, 77 so; roads of Florida: 78, 60.) */
#define TP_CANDIDATES 256
/* Products that csc_vector keeps in flight, of a list of TP_PARTIAL_SUMS_MIN entries or more. */
#define TP_PARTIAL_SUMS 8
/* Columns of a block whose sums a thread holds at once: they stay in its first cache. */
#define TP_COLUMNS 64
/* Rows that a thread then takes at a time, whose lists cost so many times as much. */
#define TP_COLUMNS_CHUNK 32
/* Of each of these rows in turn, so many entries: where lists are long and their ids near each other, as those of dense
 * rows, the sources' columns at hand (16 kB of 8-byte values) stay in the first cache for all of them. */
#define TP_COLUMNS_ENTRIES 32
/* Entries whose products are added to a sum while it is at hand: a load and a store for so many of them. */
#define TP_COLUMNS_AT_ONCE 4
/* Emissions that a thread collects before it takes room in the next frontier. */
#define TP_EMIT_BUFFER 256
/* The first arcs of a list, which a push of an op that emits once takes without a branch, whether the list has so many
 * or not: most lists of a road network or a lattice end among them, at places that a processor cannot predict. */
#define TP_ARCS_AT_ONCE 4

/* Entries of a list that a pull sums without a branch, whether it has so many or not. (One thread, lattice 1200 with
 * 0.62 of its edges: an iteration of PageRank takes 6 ms in place of 10.) */
#define TP_SHORT_LIST 4

/* In a loop: GCC makes no vectors of it, which for gathered operands take longer than the scalar code. */
#define TP_NO_VECTORS __asm__ volatile("")

/* The emissions of a step: as a list; or, of an op that emits a vertex once, as bits; or by buckets. */
typedef struct tp_sink {
    tropic_index *next;           /* one list of all threads */
    const tp_queue *into;         /* or lists of each thread's own, filled from their beginnings; */
    uint32_t *marks;              /* of tp_bits.next, where both are NULL; or NULL, too */
    const tropic_offset *offsets; /* scatter lists of emitted vertices, to count their entries; NULL:
                                     the step's emissions are not kept */
    tropic_index count;           /* emitted; by buckets: reached for the first time */
    tropic_offset arcs;           /* entries of their scatter lists */
    const tp_queue *from;         /* the step's sources; NULL: they are one list */
    tp_share *shares;             /* of `threads`, whose sums are count, arcs and pushed; NULL: these are added up */
    int64_t step;                 /* that shares are of: those of another count as zero */
    int threads;                  /* at most, of the step; 0: any number */
    /* By buckets: */
    tp_bin_pool *pool;
    tp_bins *bins;        /* of each thread; the step's input lies in their chains */
    tropic_offset pushed; /* entries that the step touched: how many is not known before */
} tp_sink;

/* A thread's share of it. */
typedef struct tp_emitter {
    tp_sink *sink;
    tp_bins *bins;
    tp_share *share;
    tropic_index *own; /* its list; NULL: none */
    tropic_offset arcs, pushed;
    tropic_index count; /* except in one list of all threads */
    int held;
    tropic_index buffer[TP_EMIT_BUFFER];
    tropic_index source[TP_EMIT_BUFFER]; /* of candidates in the buffer (spmv/strategies/csr_push_once.h) */
} tp_emitter;

static inline void tp_emit_start(tp_emitter *out, tp_sink *sink, const tp_worker *worker)
{
    out->sink = sink;
    out->bins = sink->bins ? &sink->bins[worker->number] : NULL;
    out->share = sink->shares ? &sink->shares[worker->number] : NULL;
    out->own = sink->into ? sink->into->ids + worker->number * sink->into->room : NULL;
    out->arcs = out->pushed = 0;
    out->count = 0;
    out->held = 0;
    if (!out->share || out->share->step != sink->step) return;
    out->arcs = out->share->arcs;
    out->pushed = out->share->pushed;
    out->count = out->share->count;
}

/* Entries are counted here, when the offsets that were asked for one by one have come. */
static inline void tp_emit_flush(tp_emitter *out)
{
    const tropic_offset *offsets = out->sink->offsets;
    tropic_index *to;
    if (out->held == 0) return;
    if (out->sink->next) {
        to = out->sink->next + __atomic_fetch_add(&out->sink->count, out->held, __ATOMIC_RELAXED);
    } else {
        to = out->own ? out->own + out->count : NULL;
        out->count += out->held;
    }
    for (int c = 0; c < out->held; c++) {
        const tropic_index j = out->buffer[c];
        out->arcs += offsets[j + 1] - offsets[j];
        if (to)
            to[c] = j;
        else if (out->sink->marks)
            tp_bit_take(out->sink->marks, j, false);
    }
    out->held = 0;
}

/* Emits j as update or push answered. */
static inline void tp_emit(tp_emitter *out, tropic_index j, int answer)
{
    if (answer == 0 || !out->sink->offsets) return;
    __builtin_prefetch(&out->sink->offsets[j]);
    out->buffer[out->held++] = j;
    if (out->held == TP_EMIT_BUFFER) tp_emit_flush(out);
}

static inline void tp_emit_end(tp_emitter *out)
{
    tp_emit_flush(out);
    if (!out->sink->offsets) return;
    if (out->share) {
        out->share->step = out->sink->step;
        out->share->arcs = out->arcs;
        out->share->pushed = out->pushed;
        out->share->count = out->count;
        return;
    }
    __atomic_fetch_add(&out->sink->count, out->count, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->arcs, out->arcs, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->pushed, out->pushed, __ATOMIC_RELAXED);
}

/* After a step with shares: adds up the emissions of all threads. */
static inline void tp_sink_sum(tp_sink *sink)
{
    for (int k = 0; k < sink->threads; k++) {
        const tp_share *share = &sink->shares[k];
        if (share->step != sink->step) continue;
        sink->count += share->count;
        sink->arcs += share->arcs;
        sink->pushed += share->pushed;
    }
}

/* The first list that begins at place `at` or later, where each list takes a place per entry and `each` more. */
static inline tropic_index tp_first_list(const tp_arcs *in, tropic_offset at, int each)
{
    tropic_index min = 0, max = in->lists;
    while (min < max) {
        const tropic_index middle = min + (max - min) / 2;
        if (in->offsets[middle] + (tropic_offset)middle * each < at)
            min = middle + 1;
        else
            max = middle;
    }
    return min;
}

/* The destinations that a step visits, in blocks of like cost: of so many entries, if in one list, or where a list
 * tells which or sums stop early, of so many lists. */
typedef struct tp_blocks {
    const tp_arcs *in; /* NULL: of lists */
    tropic_index lists, count;
} tp_blocks;

static inline tp_blocks tp_blocks_of(const tp_step *step, bool stops_early)
{
    const tp_arcs *in = step->targets || stops_early ? NULL : &step->gather;
    const tropic_index lists = step->targets ? step->target_count : step->gather.lists;
    const tropic_offset work = in ? in->count + lists : lists;
    const tropic_offset size = in ? TP_BLOCK : TP_CHUNK;
    return (tp_blocks){.in = in, .lists = lists, .count = (tropic_index)((work + size - 1) / size)};
}

/* The first destination of block b, or of targets its position. */
static inline tropic_index tp_block_at(const tp_blocks *blocks, tropic_index b)
{
    if (b == blocks->count) return blocks->lists;
    return blocks->in ? tp_first_list(blocks->in, (tropic_offset)b * TP_BLOCK, 1) : b * TP_CHUNK;
}

/* A step as the threads that take parts of it share it. */
typedef struct tp_shared_step {
    const tp_step *step;
    tp_sink *sink;
    tp_team team;
    tp_team loop; /* the threads of the loop at hand; over chunks of heavy sources maybe more than team's */
    tp_chunks_left left;
    /* Sources whose arcs all threads are to share: how many there were, the first of them, and how many chunks those
     * before each have. */
    int heavy_count;
    tropic_index heavy[TP_HEAVY_SOURCES];
    int64_t heavy_chunks[TP_HEAVY_SOURCES + 1];
} tp_shared_step;

static inline void tp_shared_step_begin(tp_shared_step *shared, const tp_step *step, tp_sink *sink, tp_team team,
                                        int64_t count, int64_t chunk)
{
    shared->step = step;
    shared->sink = sink;
    shared->heavy_count = 0;
    shared->team = team;
    shared->loop = tp_chunks_begin(&shared->left, team, count, chunk);
}

/* The first of sources begin .. end - 1 of a push, as far as they lie side by side; ids NULL: all vertices are sources.
 */
static inline tp_piece tp_shared_step_piece(const tp_shared_step *shared, int64_t begin, int64_t end)
{
    const tropic_index *sources = shared->step->sources;
    if (sources && shared->sink->from) return tp_queue_piece(shared->sink->from, begin, end);
    return (tp_piece){sources ? sources + begin : NULL, end - begin, shared->left.count - begin};
}

/* Is a source with so many arcs left to all threads? */
static inline bool tp_shared_step_puts_aside(tp_shared_step *shared, tropic_index i, tropic_offset arcs)
{
    int at;
    if (shared->team.threads == 1 || arcs <= TP_HEAVY / shared->team.threads) return false;
    at = __atomic_fetch_add(&shared->heavy_count, 1, __ATOMIC_RELAXED);
    if (at < TP_HEAVY_SOURCES) shared->heavy[at] = i;
    return at < TP_HEAVY_SOURCES;
}

/* The arcs of sources that were put aside: shared->left is of their chunks. */
static inline void tp_shared_step_heavy(tp_shared_step *shared, tp_region *region)
{
    const tropic_offset *offsets = shared->step->scatter.offsets;
    tp_team team;
    int64_t chunks = 0;
    if (shared->heavy_count > TP_HEAVY_SOURCES) shared->heavy_count = TP_HEAVY_SOURCES;
    if (shared->heavy_count == 0) return;
    for (int k = 0; k < shared->heavy_count; k++) {
        const tropic_index i = shared->heavy[k];
        shared->heavy_chunks[k] = chunks;
        chunks += (offsets[i + 1] - offsets[i] - 1) / TP_HEAVY_ARCS + 1;
    }
    shared->heavy_chunks[shared->heavy_count] = chunks;
    team = tp_team_for(shared->team.context, chunks * TP_HEAVY_ARCS);
    if (shared->sink->threads > 0) team = tp_team_of(team, shared->sink->threads);
    shared->loop = tp_chunks_begin(&shared->left, team, chunks, 1);
    tp_parallel(shared->loop, region, shared);
}

/* A chunk: arcs from .. to - 1 of a source. */
typedef struct tp_heavy_chunk {
    tropic_index source;
    tropic_offset from, to;
} tp_heavy_chunk;

static inline tp_heavy_chunk tp_heavy_chunk_of(const tp_shared_step *shared, int64_t chunk)
{
    const tropic_offset *offsets = shared->step->scatter.offsets;
    int k = 0, end = shared->heavy_count;
    tropic_offset from, last;
    while (k + 1 < end) {
        const int middle = k + (end - k) / 2;
        if (shared->heavy_chunks[middle] <= chunk)
            k = middle;
        else
            end = middle;
    }
    last = offsets[shared->heavy[k] + 1];
    from = offsets[shared->heavy[k]] + (chunk - shared->heavy_chunks[k]) * TP_HEAVY_ARCS;
    return (tp_heavy_chunk){shared->heavy[k], from, from + TP_HEAVY_ARCS < last ? from + TP_HEAVY_ARCS : last};
}

typedef void tp_kernel(const tp_step *step, tp_sink *sink, tp_team team);

/* The entries that a push along a list takes for its source c. */
static inline tropic_offset tp_pushed_from(const tp_listed_product *p, tropic_index c)
{
    return p->bounds ? p->bounds[2 * c] : p->arcs.offsets[p->lists[c]];
}
static inline tropic_offset tp_pushed_to(const tp_listed_product *p, tropic_index c)
{
    return p->bounds ? p->bounds[2 * c + 1] : p->arcs.offsets[p->lists[c] + 1];
}

/* One op's kernels by strategy; the entry for AUTO is NULL. And the one for blocks, NULL where there is none.
 *   push_table, push_flags, pull_listed   products along a list; of an op that pulls entries, else NULL. push_flags
 *             adds to sums[j], which is the identity before, and sets flags[j]
 *   settled   is j's value final? Of an op that emits once or has buckets; else NULL
 *   key       of i's value; add_held: *sum = add(*sum, i's value). Of an op that has buckets; else NULL */
typedef struct tp_kernels {
    tp_kernel *run[TROPIC_STRATEGIES];
    tp_kernel *columns;
    void (*push_table)(const tp_listed_product *p, struct tropic_host_table *table);
    void (*push_flags)(const tp_listed_product *p, void *sums, uint8_t *flags);
    tp_loop_body *pull_listed; /* of a tp_listed_product */
    bool (*settled)(const void *state, tropic_index j);
    double (*key)(const void *state, tropic_index i);
    void (*add_held)(const void *state, tropic_index i, tp_value *sum);
} tp_kernels;

#endif

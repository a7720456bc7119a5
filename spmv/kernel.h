/* SPDX-License-Identifier: Apache-2.0
 *
 * What the CPU strategies share: the next frontier that updates emit to, and the table of kernels.
 */
#ifndef TP_KERNEL_H
#define TP_KERNEL_H

#include "formats/matrix.h"
#include "spmv/op.h"
#include "spmv/state.h"
#include "runtime/step.h"

/* Lists and their entries that a thread takes at a time: enough to hide the cost of taking them (about
 * 300 ns, most of it for finding where they begin), few enough that the last ones do not keep others waiting. */
#define TP_BLOCK 16384
/* Lists that a thread takes at a time where what they cost is not known before. */
#define TP_CHUNK 512
/* The same for the sources of a push, which are fewer. */
#define TP_PUSH_CHUNK 64
/* A source with more arcs is spread over all threads; up to TP_HEAVY_SOURCES of them a step. */
#define TP_HEAVY_ARCS 16384
#define TP_HEAVY_SOURCES 256
/* Products that csc_vector keeps in flight, of a list of TP_LANES_LEAST entries or more. */
#define TP_LANES 8
/* cooc_scalar's shares of a product: so many entries at least (a microsecond of setting up is then a
 * hundredth), and so many shares at most, more than there are cores to even out. */
#define TP_SHARE 16384
#define TP_SHARES 256
/* Columns of a block whose sums a thread holds at once: they stay in its first cache. */
#define TP_COLUMNS 64
/* Rows that a thread then takes at a time, whose lists cost so many times as much. */
#define TP_COLUMNS_CHUNK 32
/* Emissions that a thread collects before it takes room in the next frontier. */
#define TP_EMIT_BUFFER 256

/* In a loop: GCC makes no vectors of it, which for gathered operands take longer than what they replace. */
#define TP_NO_VECTORS __asm__ volatile("")

/* The next frontier, as a list or, of an op that emits a vertex once, as bits. */
typedef struct tp_sink {
    tropic_index *next;
    uint32_t *marks;              /* of tp_bits.next, where `next` is NULL */
    const tropic_offset *offsets; /* scatter lists of what is emitted, to count their entries; NULL:
                                     the step's emissions are not kept */
    tropic_index count;
    tropic_offset arcs;
    tropic_index reached;
    tropic_offset reached_arcs;
} tp_sink;

/* A thread's share of it. */
typedef struct tp_emitter {
    tp_sink *sink;
    tropic_index marked;
    tropic_offset arcs;
    tropic_index reached;
    tropic_offset reached_arcs;
    int held;
    tropic_index buffer[TP_EMIT_BUFFER];
} tp_emitter;

static inline void tp_emit_start(tp_emitter *out, tp_sink *sink)
{
    out->sink = sink;
    out->arcs = out->reached_arcs = 0;
    out->reached = out->marked = 0;
    out->held = 0;
}

static inline void tp_emit_flush(tp_emitter *out)
{
    tropic_index at;
    if (out->held == 0) return;
    at = __atomic_fetch_add(&out->sink->count, out->held, __ATOMIC_RELAXED);
    memcpy(out->sink->next + at, out->buffer, (size_t)out->held * sizeof *out->buffer);
    out->held = 0;
}

/* What update or push answered for j. */
static inline void tp_emit(tp_emitter *out, tropic_index j, int answer)
{
    tropic_offset arcs;
    if (answer == 0 || !out->sink->offsets) return;
    arcs = out->sink->offsets[j + 1] - out->sink->offsets[j];
    if (answer & TP_REACH) {
        out->reached++;
        out->reached_arcs += arcs;
    }
    if (answer & TP_EMIT) {
        out->arcs += arcs;
        if (out->sink->next) {
            out->buffer[out->held++] = j;
            if (out->held == TP_EMIT_BUFFER) tp_emit_flush(out);
        } else {
            tp_bit_take(out->sink->marks, j, false);
            out->marked++;
        }
    }
}

static inline void tp_emit_end(tp_emitter *out)
{
    tp_emit_flush(out);
    if (!out->sink->offsets) return;
    __atomic_fetch_add(&out->sink->count, out->marked, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->arcs, out->arcs, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->reached, out->reached, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->reached_arcs, out->reached_arcs, __ATOMIC_RELAXED);
}

/* The first list that begins at place `at` or later, where each list takes a place per entry and `each` more. */
static inline tropic_index tp_first_list(const tp_arcs *in, tropic_offset at, int each)
{
    tropic_index least = 0, most = in->lists;
    while (least < most) {
        const tropic_index middle = least + (most - least) / 2;
        if (in->offsets[middle] + (tropic_offset)middle * each < at)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
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

typedef void tp_kernel(const tp_step *step, tp_sink *sink, int threads);

/* One op's kernels by strategy; the entry for AUTO is NULL. And the one for blocks, NULL where there is none; and
 * settled() of the state, of an op that traverses. */
typedef struct tp_kernels {
    tp_kernel *run[TROPIC_STRATEGIES];
    tp_kernel *columns;
    bool once; /* OP_ONCE */
    bool (*settled)(const void *state, tropic_index j);
} tp_kernels;

/* NULL where there is no such op (a semiring that lacks the type). */
const tp_kernels *tp_cpu_kernels(tp_op op);

#endif

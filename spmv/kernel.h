/* SPDX-License-Identifier: Apache-2.0
 *
 * What the CPU strategies share: the next frontier that updates emit to, and the table of kernels.
 */
#ifndef TP_KERNEL_H
#define TP_KERNEL_H

#include "spmv/op.h"
#include "spmv/state.h"
#include "runtime/step.h"

/* Columns that a thread takes at a time: enough to hide the cost of taking them (about 50 ns), few
 * enough that one chunk of heavy columns does not outlast the others. */
#define TP_CHUNK 512
/* The same for the sources of a push, which are fewer. */
#define TP_PUSH_CHUNK 64
/* A source with more arcs is spread over all threads; up to TP_HEAVY_SOURCES of them a step. */
#define TP_HEAVY_ARCS 16384
#define TP_HEAVY_SOURCES 256
/* Products that csc_vector keeps in flight. */
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

/* The next frontier; NULL `next`: the step's emissions are not kept. */
typedef struct tp_sink {
    tropic_index *next;
    const tropic_offset *offsets; /* scatter lists of what is emitted, to count their entries */
    tropic_index count;
    tropic_offset arcs;
    tropic_index reached;
    tropic_offset reached_arcs;
} tp_sink;

/* A thread's share of it. */
typedef struct tp_emitter {
    tp_sink *sink;
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
    out->reached = 0;
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
    if (answer == 0 || !out->sink->next) return;
    arcs = out->sink->offsets[j + 1] - out->sink->offsets[j];
    if (answer & TP_REACH) {
        out->reached++;
        out->reached_arcs += arcs;
    }
    if (answer & TP_EMIT) {
        out->arcs += arcs;
        out->buffer[out->held++] = j;
        if (out->held == TP_EMIT_BUFFER) tp_emit_flush(out);
    }
}

static inline void tp_emit_end(tp_emitter *out)
{
    tp_emit_flush(out);
    if (!out->sink->next) return;
    __atomic_fetch_add(&out->sink->arcs, out->arcs, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->reached, out->reached, __ATOMIC_RELAXED);
    __atomic_fetch_add(&out->sink->reached_arcs, out->reached_arcs, __ATOMIC_RELAXED);
}

typedef void tp_kernel(const tp_step *step, tp_sink *sink, int threads);

/* One op's kernels by strategy; the entry for AUTO is NULL. And the one for blocks, NULL where there is none. */
typedef struct tp_kernels {
    tp_kernel *run[TROPIC_STRATEGIES];
    tp_kernel *columns;
} tp_kernels;

/* NULL where there is no such op (a semiring that lacks the type). */
const tp_kernels *tp_cpu_kernels(tp_op op);

#endif

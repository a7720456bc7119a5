/* SPDX-License-Identifier: Apache-2.0
 *
 * Frontiers: their vertices with their rows, and the next frontier that updates emit to.
 */
#ifndef TP_FRONTIER_CUH
#define TP_FRONTIER_CUH

#include "spmv/device/hub_queue.cuh"
#include "spmv/ops/op.h"

/* Ids that a warp collects in shared memory before it takes room in the next frontier. */
#define TP_EMIT_BUFFER 128

/* A narrow launch of a traversal (spmv/device/levels.cuh) takes frontiers up to so many vertices, and
 * arcs: what its few blocks do in about the time that a wide one needs to start. */
#define TP_NARROW_VERTICES 16384
#define TP_NARROW_ARCS 65536

/* A list, kept beside a short frontier's vertices to save a load that must wait for them. */
typedef struct tp_row_range {
    tropic_offset begin, entries;
} tp_row_range;

/* A vertex with its list. */
typedef struct tp_vertex_row {
    tropic_offset begin;
    tropic_index entries, vertex;
} tp_vertex_row;

/* How a frontier is counted while it grows. */
typedef struct tp_slot {
    unsigned count;          /* vertices */
    unsigned items;          /* of those that are hubs in scatter */
    unsigned hubs;           /* columns of gather, found while they are pulled */
    unsigned long long arcs; /* entries of the vertices' scatter lists */
} tp_slot;

/* The next frontier. */
typedef struct tp_sink {
    tropic_index *list;
    tp_slot *slot;
    tp_hub_chunk *items;
    tp_row_range *spans;          /* of the first TP_NARROW_VERTICES */
    const tropic_offset *offsets; /* scatter lists of what is emitted */
} tp_sink;

/* A thread's share of it. NULL `sink`: emissions are not kept. */
typedef struct tp_emitter {
    const tp_sink *sink;  /* in shared memory, as the buffer */
    tropic_index *buffer; /* the warp's; the top bit of an id says TP_REACH */
    int held;
    unsigned reached;
    unsigned long long arcs, reached_arcs;
} tp_emitter;

#define TP_REACHED INT32_MIN

/* Writes what the warp holds to the next frontier. All lanes call it. */
TP_FN void tp_emit_flush(tp_emitter *out)
{
    unsigned at = 0;
    __syncwarp();
    if (tp_lane() == 0) at = atomicAdd(&out->sink->slot->count, (unsigned)out->held);
    at = __shfl_sync(TP_EVERY_LANE, at, 0);
    for (unsigned c = (unsigned)tp_lane(); c < (unsigned)out->held; c += TP_WARP) {
        const tropic_index entry = out->buffer[c], j = entry & ~TP_REACHED;
        const tropic_offset begin = __ldg(out->sink->offsets + j);
        const tropic_offset entries = __ldg(out->sink->offsets + j + 1) - begin;
        tp_store_int32(out->sink->list + at + c, j);
        if (at + c < TP_NARROW_VERTICES) {
            tp_store_int64(&out->sink->spans[at + c].begin, begin);
            tp_store_int64(&out->sink->spans[at + c].entries, entries);
        }
        out->arcs += (unsigned long long)entries;
        if (entry & TP_REACHED) {
            out->reached++;
            out->reached_arcs += (unsigned long long)entries;
        }
        if (entries > TP_HUB) tp_list_hub(out->sink->items, &out->sink->slot->items, j, tp_chunks(entries));
    }
    __syncwarp();
    out->held = 0;
}

/* What update or push answered for j. All lanes call it, those without a j with answer 0. */
TP_FN void tp_emit(tp_emitter *out, tropic_index j, int answer)
{
    unsigned emitting;
    if (!out->sink) return;
    if (answer == TP_REACH) {
        out->reached++;
        out->reached_arcs += (unsigned long long)(__ldg(out->sink->offsets + j + 1) - __ldg(out->sink->offsets + j));
    }
    emitting = __ballot_sync(TP_EVERY_LANE, answer & TP_EMIT);
    if (emitting == 0) return;
    if (answer & TP_EMIT)
        out->buffer[out->held + __popc(emitting & ((1u << tp_lane()) - 1))] = answer & TP_REACH ? j | TP_REACHED : j;
    out->held += __popc(emitting);
    if (out->held > TP_EMIT_BUFFER - TP_WARP) tp_emit_flush(out);
}

/* The warp has taken the last of its level. */
TP_FN void tp_emit_end(tp_emitter *out)
{
    unsigned long long arcs;
    if (out->held > 0) tp_emit_flush(out);
    arcs = tp_warp_sum(out->arcs);
    if (arcs > 0 && tp_lane() == 0) atomicAdd(&out->sink->slot->arcs, arcs);
    out->arcs = 0;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Places of a matrix on a GPU: looked up by binary search, a few with each launch, which has them as its argument, and
 * whose results are in pinned memory once it has ended. Lists merged with updates: each entry finds its new position by
 * a search among the updates. That moves the entries once, and a few bytes for each update.
 */
#include "formats/matrix/places.cuh"
#include "runtime/cuda/cuda_desk.h"

#include <string.h>

#define FINDING "looking entries up"
#define MERGING TP_MERGING

/* ---- looked up ---- */

/* Places of a launch: its argument is at most 4 kB. */
#define PLACES 240

typedef struct finding {
    const tropic_offset *offsets;
    const tropic_index *ids;
    void *stored;
    size_t size;
    int64_t count;
    tropic_offset *at; /* pinned, as the values */
    void *values;
    bool puts;
    tropic_index list[PLACES], id[PLACES];
    uint64_t put[PLACES]; /* its first bytes */
} finding;
static_assert(sizeof(finding) <= 4096, "it is a kernel's argument");

static __global__ void __launch_bounds__(TP_PASS_BLOCK) find_kernel(const __grid_constant__ finding f)
{
    const int64_t k = threadIdx.x;
    if (k >= f.count) return;
    const tropic_offset end = f.offsets[f.list[k] + 1];
    const tropic_offset at = tp_find_id(f.ids, f.offsets[f.list[k]], end, f.id[k]);
    const bool found = at < end && f.ids[at] == f.id[k];
    f.at[k] = found ? at : ~at;
    if (!found) return;
    if (f.values) tp_copy_place(f.values, k, f.stored, at, f.size);
    if (f.puts) tp_copy_place((char *)f.stored + at * f.size, 0, &f.put[k], 0, f.size);
}
static_assert(PLACES <= TP_PASS_BLOCK, "a block has a thread for each place");

/* At most PLACES. The desk is held. */
static tropic_status find_some(tropic_context *context, const tp_cuda_desk *desk, finding *f, tropic_offset *at,
                               void *values)
{
    f->at = (tropic_offset *)desk->pinned;
    f->values = values ? desk->pinned + PLACES * sizeof *f->at : NULL;
    void *arguments[] = {f};
    TP_TRY(tp_cuda_desk_run(context, desk, FINDING, TP_PASS_BLOCK, (const void *)find_kernel, arguments));
    memcpy(at, f->at, (size_t)f->count * sizeof *at);
    if (values)
        for (int64_t k = 0; k < f->count; k++)
            if (at[k] >= 0)
                memcpy((char *)values + (size_t)k * f->size, (char *)f->values + (size_t)k * f->size, f->size);
    return TROPIC_OK;
}

static_assert(PLACES * sizeof(tropic_offset) + TP_PLACES_VALUE <= TP_CUDA_PINNED, "a value fits beside the positions");

/* As many values as fit beside the positions. */
static int64_t places_at_once(size_t size, bool values)
{
    const int64_t room = (TP_CUDA_PINNED - PLACES * (int64_t)sizeof(tropic_offset)) / (int64_t)(size > 0 ? size : 1);
    return !values || room > PLACES ? PLACES : room;
}

static tropic_status find_all(tropic_context *context, const tp_cuda_desk *desk, const tp_lists *lists,
                              const tropic_index *list, const tropic_index *id, int64_t count, tropic_offset *at,
                              void *values, const void *put)
{
    const size_t size = lists->size;
    const int64_t most = places_at_once(size, values);
    finding f;
    f.offsets = lists->offsets;
    f.ids = lists->ids;
    f.stored = lists->values;
    f.size = size;
    f.puts = put && size > 0;
    for (int64_t k = 0; k < count; k += most) {
        f.count = count - k < most ? count - k : most;
        memcpy(f.list, list + k, (size_t)f.count * sizeof *f.list);
        memcpy(f.id, id + k, (size_t)f.count * sizeof *f.id);
        for (int64_t p = 0; f.puts && p < f.count; p++)
            memcpy(&f.put[p], (const char *)put + (size_t)(k + p) * size, size);
        TP_TRY(find_some(context, desk, &f, at + k, values ? (char *)values + (size_t)k * size : NULL));
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_places_find(tropic_context *context, int device, const tp_lists *lists, const tropic_index *list,
                                  const tropic_index *id, int64_t count, tropic_offset *at, void *values,
                                  const void *put)
{
    const int ordinal = tp_cuda_ordinal_of(device);
    tp_cuda_desk desk;
    tropic_status status;
    if (ordinal < 0)
        return tp_fail(context, TROPIC_DEVICE_ERROR,
                       "the matrix was in the memory of a GPU that was reset (cudaDeviceReset)");
    tp_cuda_use use(ordinal);
    TP_TRY(tp_cuda_desk_open(context, device, &desk));
    status = find_all(context, &desk, lists, list, id, count, at, values, put);
    tp_cuda_desk_close(&desk);
    return status;
}

/* ---- merged ---- */

typedef struct merging {
    tp_lists from;
    tropic_offset count; /* of from */
    int64_t updates;
    const tropic_index *list, *id;
    const tropic_offset *at, *shift;
    const uint8_t *removed;
    const void *put;
    tropic_offset *offsets;
    tropic_index *ids;
    void *values;
} merging;

static __device__ __forceinline__ tropic_offset where(tropic_offset at)
{
    return at >= 0 ? at : ~at;
}

/* Entries that stay: those that no update replaces or removes. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) move_kernel(const __grid_constant__ merging m)
{
    TP_FOR_EACH(j, m.count)
    {
        /* Updates in front of the entry, or of it. */
        const int64_t u = tp_first_at(m.updates, j + 1, [&m](int64_t k) { return where(m.at[k]); });
        if (u > 0 && m.at[u - 1] == j) continue;
        const tropic_offset to = j + m.shift[u];
        m.ids[to] = m.from.ids[j];
        tp_copy_place(m.values, to, m.from.values, j, m.from.size);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) put_kernel(const __grid_constant__ merging m)
{
    TP_FOR_EACH(k, m.updates)
    {
        if (m.removed[k]) continue;
        const tropic_offset to = where(m.at[k]) + m.shift[k];
        m.ids[to] = m.id[k];
        tp_copy_place(m.values, to, m.put, k, m.from.size);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) offsets_kernel(const __grid_constant__ merging m)
{
    TP_FOR_EACH(l, (int64_t)m.from.lists + 1)
    m.offsets[l] =
        m.from.offsets[l] + m.shift[tp_first_at(m.updates, l, [&m](int64_t k) { return (int64_t)m.list[k]; })];
}

static size_t lay_all(char *host, const char *device, const tp_lists *lists, const tp_sorted_updates *u, merging *m)
{
    const size_t n = (size_t)u->count;
    const char *at, *shift, *values, *list, *id, *removed;
    size_t end = 0;
    tp_lay(host, device, &end, u->at, n * sizeof *u->at, &at);
    tp_lay(host, device, &end, u->shift, (n + 1) * sizeof *u->shift, &shift);
    tp_lay(host, device, &end, u->values, n * lists->size, &values);
    tp_lay(host, device, &end, u->list, n * sizeof *u->list, &list);
    tp_lay(host, device, &end, u->id, n * sizeof *u->id, &id);
    tp_lay(host, device, &end, u->removed, n * sizeof *u->removed, &removed);
    m->updates = u->count;
    m->at = (const tropic_offset *)at;
    m->shift = (const tropic_offset *)shift;
    m->put = values;
    m->list = (const tropic_index *)list;
    m->id = (const tropic_index *)id;
    m->removed = (const uint8_t *)removed;
    return end;
}

static tropic_status run(tropic_context *context, const tp_lists *lists, const tp_sorted_updates *u, tp_side *side)
{
    tp_laid laid(context);
    merging m = {};
    TP_TRY(laid.open(lay_all(NULL, NULL, lists, u, &m)));
    lay_all(laid.host, laid.device, lists, u, &m);
    TP_TRY(laid.bring());
    m.from = *lists;
    m.count = lists->count;
    m.offsets = side->offsets;
    m.ids = side->ids;
    m.values = side->values;
    TP_TRY(tp_pass(context, MERGING, m.count, move_kernel, m));
    TP_TRY(tp_pass(context, MERGING, m.updates, put_kernel, m));
    TP_TRY(tp_pass(context, MERGING, (int64_t)m.from.lists + 1, offsets_kernel, m));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_places_merge(tropic_context *context, const tp_lists *lists, const tp_sorted_updates *updates,
                                   tropic_offset count, tp_side *made)
{
    tp_cuda_use use(context);
    TP_TRY(tp_new_lists(context, lists, count, made));
    const tropic_status status = run(context, lists, updates, made);
    if (status != TROPIC_OK) tp_mirror_free(context->device_index, made);
    return status;
}

const tp_places_calls tp_cuda_places_calls = {TP_PLACES_CALLS(TP_CALL_ROW, tp_cuda_places_)};

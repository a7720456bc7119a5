/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a matrix in device memory, while it is made.
 */
#ifndef TP_DEVICE_LISTS_CUH
#define TP_DEVICE_LISTS_CUH

#include "formats/matrix/device.cuh"

/* As tp_lists: row l is ids[offsets[l]] up to ids[offsets[l + 1] - 1]. */
typedef struct tp_device_lists {
    tropic_offset count = 0;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values; /* none: a pattern */
} tp_device_lists;

static inline tp_arcs tp_cuda_lists_arcs(const tp_device_lists *of, tropic_index lists)
{
    tp_arcs arcs = {};
    arcs.lists = lists;
    arcs.count = of->count;
    arcs.offsets = of->offsets.data;
    arcs.ids = of->ids.data;
    arcs.values = of->values.data;
    return arcs;
}

static inline void tp_cuda_drop_lists(tp_device_lists *lists)
{
    lists->offsets.drop();
    lists->ids.drop();
    lists->values.drop();
}

static inline void tp_cuda_swap_lists(tp_device_lists *a, tp_device_lists *b)
{
    const tropic_offset count = a->count;
    a->count = b->count;
    b->count = count;
    a->offsets.swap(b->offsets);
    a->ids.swap(b->ids);
    a->values.swap(b->values);
}

/* Makes the arrays of so many entries; `size` is a value's, 0: there are none. With offsets, if there are as many. */
static inline tropic_status tp_cuda_make_entries(tropic_context *context, size_t offset_count, tropic_offset count,
                                                 size_t size, tp_device_lists *made)
{
    void *ids, *values = NULL, *offsets = NULL;
    const tp_cuda_array arrays[] = {{&ids, count > 0 ? (size_t)count * sizeof(tropic_index) : 1},
                                    {&values, count > 0 ? (size_t)count * size : 1},
                                    {&offsets, offset_count * sizeof(tropic_offset)}};
    const tp_cuda_array without[] = {arrays[0], arrays[2]};
    const int more = offset_count > 0;
    TP_TRY(tp_cuda_mirror_allocate_all(context, &context->memory, size > 0 ? arrays : without,
                                       (size > 0 ? 2 : 1) + more, "a matrix"));
    made->count = count;
    made->ids.adopt(context, (tropic_index *)ids);
    made->values.adopt(context, (char *)values);
    if (more) made->offsets.adopt(context, (tropic_offset *)offsets);
    return TROPIC_OK;
}

/* The same for so many rows. */
static inline tropic_status tp_cuda_make_lists(tropic_context *context, int64_t lists, tropic_offset count, size_t size,
                                               tp_device_lists *made)
{
    return tp_cuda_make_entries(context, (size_t)lists + 1, count, size, made);
}

/* *t = the entries of a with keep[k], whose values are of `type`, or none: `pattern`. */
tropic_status tp_cuda_compact_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                      bool pattern, tp_device_lists *t);

#endif

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

/* Makes the arrays for so many rows and entries; `size` is a value's, 0: there are none. */
static inline tropic_status tp_cuda_make_lists(tropic_context *context, int64_t lists, tropic_offset count, size_t size,
                                               tp_device_lists *made)
{
    void *offsets, *ids, *values = NULL;
    const tp_cuda_array arrays[] = {{&offsets, ((size_t)lists + 1) * sizeof(tropic_offset)},
                                    {&ids, count > 0 ? (size_t)count * sizeof(tropic_index) : 1},
                                    {&values, count > 0 ? (size_t)count * size : 1}};
    TP_TRY(tp_cuda_mirror_allocate_all(context, &context->memory, arrays, size > 0 ? 3 : 2, "a matrix"));
    made->count = count;
    made->offsets.adopt(context, (tropic_offset *)offsets);
    made->ids.adopt(context, (tropic_index *)ids);
    made->values.adopt(context, (char *)values);
    return TROPIC_OK;
}

/* *t = the entries of a with keep[k], whose values are of `type`, or none: `pattern`. */
tropic_status tp_cuda_keep_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                   bool pattern, tp_device_lists *t);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What is chosen of two matrices becomes a third.
 */
#include "spmv/matrices/chosen.cuh"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/working.cuh"

#define DOING "making a matrix"

/* ---- the tiles of a path ---- */

static __device__ tropic_offset before_row(const tp_arcs *arcs, int64_t row)
{
    return arcs->offsets ? __ldg(arcs->offsets + row) : 0;
}

/* Of the first `count` entries of the two lists, merged, so many are x's. */
static __device__ tropic_offset merged_of_x(const tropic_index *x, tropic_offset xs, const tropic_index *y,
                                            tropic_offset ys, tropic_offset count)
{
    tropic_offset low = count > ys ? count - ys : 0, high = count < xs ? count : xs;
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (__ldg(x + middle) <= __ldg(y + (count - 1 - middle)))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    starts_kernel(const __grid_constant__ tp_merge_path path, tp_path_start *starts)
{
    const int64_t all = path.lists + path.x.count + path.y.count;
    TP_FOR_EACH(t, path.tiles + 1)
    {
        const int64_t position = t < path.tiles ? t * TP_PATH_TILE : all;
        int64_t low = 0, high = path.lists; /* the last row that begins at the position or before it */
        while (low < high) {
            const int64_t middle = low + (high - low + 1) / 2;
            if (middle + before_row(&path.x, middle) + before_row(&path.y, middle) <= position)
                low = middle;
            else
                high = middle - 1;
        }
        tp_path_start s = {before_row(&path.x, low), before_row(&path.y, low), low};
        const tropic_offset count = position - (low + s.x + s.y);
        if (low < path.lists && count > 0) {
            const tropic_offset x = merged_of_x(path.x.ids + s.x, before_row(&path.x, low + 1) - s.x, path.y.ids + s.y,
                                                before_row(&path.y, low + 1) - s.y, count);
            s.x += x;
            s.y += count - x;
        }
        starts[t] = s;
    }
}

static tp_arcs entries_of(const tp_arcs *arcs)
{
    tp_arcs found = {};
    return arcs && arcs->offsets ? *arcs : found;
}

tropic_status tp_cuda_open_path(tropic_context *context, tp_working *w, tropic_index lists, const tp_arcs *x,
                                const tp_arcs *y, bool chooses, tp_merge_path *path)
{
    tp_path_start *starts = NULL;
    path->lists = lists;
    path->x = entries_of(x);
    path->y = entries_of(y);
    path->tiles = tp_quotient_up(lists + path->x.count + path->y.count, TP_PATH_TILE);
    if (path->tiles == 0) path->tiles = 1; /* which has nothing but the result's one offset */
    TP_TRY(w->make(&starts, path->tiles + 1));
    path->starts = starts;
    if (chooses) {
        TP_TRY(w->make(&path->planes, path->tiles * TP_PLANES * TP_PATH_WORDS));
        TP_TRY(w->make(&path->kept, path->tiles));
    }
    return tp_pass(context, DOING, path->tiles + 1, starts_kernel, *path, starts);
}

/* ---- the result ---- */

#define KERNEL(name, X, Z, OPERATE)                                                                                    \
    static __global__ void __launch_bounds__(TP_PATH_BLOCK) make_##name(const __grid_constant__ tp_chosen c)           \
    {                                                                                                                  \
        TP_MAKE_CHOSEN(&c, X, X, Z, OPERATE);                                                                          \
    }
#define KERNEL_SAME(type) KERNEL(type, TP_C(type), TP_C(type), tp_operate_at_##type)
#define KERNEL_TO_BOOL(type) KERNEL(to_bool_##type, TP_C(type), bool, tp_compare_at_##type)
TP_EACH_TYPE(KERNEL_SAME)
TP_EACH_NUMERIC(KERNEL_TO_BOOL)

/* Structs, of which the library can but copy the bytes. */
static __global__ void __launch_bounds__(TP_PATH_BLOCK) make_bytes(const __grid_constant__ tp_chosen c)
{
    const auto read = [&c](tropic_offset x, tropic_offset y) {
        const char *values = (const char *)(y >= 0 ? c.path.y.values : c.path.x.values);
        return values ? values + (y >= 0 ? y : x) * c.size : y >= 0 ? c.y_one.byte : c.x_one.byte;
    };
    tp_make_chosen<const char *>(
        &c, read, [&c](tropic_offset out, const char *from, tropic_offset, tropic_offset, tropic_index, tropic_index) {
            for (int b = 0; b < c.size; b++) ((char *)c.values)[out * c.size + b] = from[b];
        });
}

#define CASE(type, run)                                                                                                \
    case TP_TYPE_##type: return (const void *)run##type;

/* The kernel of built-in operators from a type to a type, and of copies. */
static const void *kernel_of(tropic_type from, tropic_type to)
{
    if (tp_type_struct(to)) return (const void *)make_bytes;
    if (from == to) switch (from) {
            TP_TYPES_ALL(CASE, make_)
        }
    switch (from) {
        TP_TYPES_NUMERIC(CASE, make_to_bool_)
    default: return NULL;
    }
}

static tropic_status make_entries(tropic_context *context, tp_chosen *c, const tropic_operator *op, tropic_type type)
{
    const tropic_type x = op ? op->x : type, y = op ? op->y : type;
    const void *kernel;
    void *arguments[] = {c};
    if (op && op->user && c->values)
        TP_TRY(tp_cuda_entries_kernel(context, op, false, &kernel));
    else
        kernel = kernel_of(c->values ? x : TROPIC_BOOL, c->values ? type : TROPIC_BOOL);
    c->reads_rows = op && (op->user || tp_operator_reads_places(op->builtin));
    c->op_code = op ? op->builtin : (tropic_builtin_operator)0;
    memcpy(c->x_one.byte, tp_type_one(x), tropic_type_size(x));
    memcpy(c->y_one.byte, tp_type_one(y), tropic_type_size(y));
    return tp_cuda_launch_at(context, DOING, {c->path.tiles, TP_PATH_BLOCK}, kernel, arguments);
}

tropic_status tp_cuda_make_chosen(tropic_context *context, tp_working *w, tp_chosen *c, const tropic_operator *op,
                                  tropic_type type, bool pattern, tp_device_lists *out)
{
    const size_t size = tropic_type_size(type);
    tropic_offset *before = NULL, count;
    TP_TRY(w->sum_before(c->path.kept, c->path.tiles, &before));
    TP_TRY(tp_cuda_download(context, &count, before + c->path.tiles, sizeof count));
    TP_TRY(tp_cuda_make_lists(context, c->path.lists, count, pattern ? 0 : size, out));
    c->before = before;
    c->offsets = out->offsets.data;
    c->ids = out->ids.data;
    c->values = pattern ? NULL : out->values.data;
    c->size = (int)size;
    TP_TRY(make_entries(context, c, op, type));
    return tp_cuda_wait(context);
}

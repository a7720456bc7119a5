/* SPDX-License-Identifier: Apache-2.0
 *
 * The entries chosen of two matrices become a third.
 */
#include "spmv/write/chosen.cuh"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/working.cuh"

#define DOING "making a matrix"

/* ---- the tiles of a path ---- */

static __device__ tropic_offset before_row(const tp_arcs *arcs, int64_t row)
{
    return arcs->offsets ? __ldg(arcs->offsets + row) : 0;
}

/* Where row `row` begins on the path. */
static __device__ int64_t row_begin(const tp_merge_path *path, int64_t row)
{
    return row + before_row(&path->x, row) + before_row(&path->y, row);
}

/* rows[p] = the last row that begins at positions[p] or before it, for a warp that looks for two, side by side. */
static __device__ void find_rows(const tp_merge_path *path, const int64_t positions[2], int64_t rows[2])
{
    int64_t high[2] = {path->lists, path->lists};
    rows[0] = rows[1] = 0;
    while (rows[0] < high[0] || rows[1] < high[1]) {
#pragma unroll
        for (int p = 0; p < 2; p++) {
            const int64_t left = high[p] - rows[p], step = left > TP_WARP ? (left + TP_WARP - 1) / TP_WARP : 1;
            const int64_t row = rows[p] + (tp_lane() + 1) * step;
            const bool begins = row <= high[p] && row_begin(path, row) <= positions[p];
            rows[p] += __popc(__ballot_sync(TP_EVERY_LANE, begins)) * step;
            if (rows[p] + step - 1 < high[p]) high[p] = rows[p] + step - 1;
        }
    }
}

/* Of the first `count` entries of two lists, merged, so many are x's. They may be long: several places of a range are
 * read at once. */
static __device__ tropic_offset merged_of_x(const tropic_index *x, tropic_offset xs, const tropic_index *y,
                                            tropic_offset ys, tropic_offset count)
{
    enum { PARTS = 4 };
    tropic_offset low = count > ys ? count - ys : 0, high = count < xs ? count : xs;
    while (low < high) {
        const tropic_offset step = (high - low + PARTS - 1) / PARTS;
        int parts = 0;
#pragma unroll
        for (int p = 1; p <= PARTS; p++) {
            const tropic_offset last = low + p * step - 1;
            parts += last < high && __ldg(x + last) <= __ldg(y + (count - 1 - last));
        }
        low += parts * step;
        if (low + step - 1 < high) high = low + step - 1;
    }
    return low;
}

/* A warp looks for the first and the last row of as many tiles as it has lanes, then each lane for its own. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    starts_kernel(const __grid_constant__ tp_merge_path path, tp_path_start *starts)
{
    const int64_t all = path.lists + path.x.count + path.y.count;
    const int64_t first = tp_warp() * TP_WARP, t = first + tp_lane();
    if (first > path.tiles) return;
    const int64_t position = t < path.tiles ? t * TP_PATH_TILE : all;
    const int64_t ends[2] = {first * TP_PATH_TILE, __shfl_sync(TP_EVERY_LANE, position, TP_WARP - 1)};
    int64_t rows[2];
    find_rows(&path, ends, rows);
    while (rows[0] < rows[1]) {
        const int64_t middle = rows[0] + (rows[1] - rows[0] + 1) / 2;
        if (row_begin(&path, middle) <= position)
            rows[0] = middle;
        else
            rows[1] = middle - 1;
    }
    const int64_t row = rows[0];
    tp_path_start s = {before_row(&path.x, row), before_row(&path.y, row), row};
    const tropic_offset count = position - (row + s.x + s.y);
    if (row < path.lists && count > 0) {
        const tropic_offset x = merged_of_x(path.x.ids + s.x, before_row(&path.x, row + 1) - s.x, path.y.ids + s.y,
                                            before_row(&path.y, row + 1) - s.y, count);
        s.x += x;
        s.y += count - x;
    }
    if (t <= path.tiles) starts[t] = s;
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
    TP_TRY(tp_cuda_launch(context, DOING, {tp_quotient_up(path->tiles + 1, TP_PASS_BLOCK), TP_PASS_BLOCK},
                          starts_kernel, *path, starts));
    if (!chooses) return TROPIC_OK;
    TP_TRY(w->make(&path->planes, path->tiles * TP_PLANES * TP_PATH_WORDS));
    return w->make(&path->kept, path->tiles);
}

/* ---- the result ---- */

/* Any operator. */
#define KERNEL(name, X, Z, OPERATE)                                                                                    \
    static __global__ void __launch_bounds__(TP_CHOSEN_BLOCK) make_##name(const __grid_constant__ tp_chosen c)         \
    {                                                                                                                  \
        tp_make_chosen_by<true, X, X, Z>(                                                                              \
            &c, [&c](X x, X y, tropic_index i, tropic_index j) { return (Z)OPERATE(c.op_code, x, y, i, j); });         \
    }
#define KERNEL_SAME(type) KERNEL(type, TP_C(type), TP_C(type), tp_operate_at_##type)
#define KERNEL_TO_BOOL(type) KERNEL(to_bool_##type, TP_C(type), bool, tp_compare_at_##type)
TP_EACH_TYPE(KERNEL_SAME)
TP_EACH_NUMERIC(KERNEL_TO_BOOL)

/* Structs, of which the library can but copy the bytes; and patterns, which have none. */
static __global__ void __launch_bounds__(TP_CHOSEN_BLOCK) make_bytes(const __grid_constant__ tp_chosen c)
{
    tp_make_chosen<false, const char *>(
        &c,
        [&c](const char **value, uint32_t made_of, const tp_chosen_run *run) {
            const bool of_y = made_of & TP_MADE_OF_Y;
            const char *values = (const char *)(of_y ? c.path.y.values : c.path.x.values);
            const tropic_offset at = of_y ? run->from.y + tp_made_of_y(made_of) : run->from.x + tp_made_of_x(made_of);
            *value = values ? values + at * c.size : of_y ? c.y_one.byte : c.x_one.byte;
        },
        [&c](const char *const *value, const tp_chosen_item *items, const tp_chosen_run *run) {
            for (int q = 0; q < TP_CHOSEN_FLIGHT; q++) {
                const tropic_offset to = run->first + items[q].to;
                c.ids[to] = items[q].id;
                for (int b = 0; b < c.size; b++) ((char *)c.values)[to * c.size + b] = value[q][b];
            }
        });
}

#define CASE_SAME(type, ...)                                                                                           \
    case TP_TYPE_##type: return (const void *)make_##type;

/* The kernel of a built-in operator from a type to itself, and of copies. */
static const void *same_kernel(tropic_builtin_operator op, tropic_type type)
{
    const void *often = tp_cuda_often_chosen(op, type);
    if (often) return often;
    switch (type) {
        TP_TYPES_ALL(CASE_SAME, )
    default: return (const void *)make_bytes;
    }
}

#define CASE_TO_BOOL(type, ...)                                                                                        \
    case TP_TYPE_##type: return (const void *)make_to_bool_##type;

/* The same to BOOL. */
static const void *to_bool_kernel(tropic_type from)
{
    switch (from) {
        TP_TYPES_NUMERIC(CASE_TO_BOOL, )
    default: return NULL;
    }
}

static tropic_status make_entries(tropic_context *context, tp_chosen *c, const tropic_operator *op, tropic_type type)
{
    const tropic_type x = op ? op->x : type, y = op ? op->y : type;
    const void *kernel;
    void *arguments[] = {c};
    if (!c->values)
        kernel = (const void *)make_bytes;
    else if (op && op->user)
        TP_TRY(tp_cuda_entries_kernel(context, op, false, &kernel));
    else
        kernel = x == type ? same_kernel(op ? op->builtin : TROPIC_SECOND, type) : to_bool_kernel(x);
    c->op_code = op ? op->builtin : (tropic_builtin_operator)0;
    memcpy(c->x_one.byte, tp_type_one(x), tropic_type_size(x));
    memcpy(c->y_one.byte, tp_type_one(y), tropic_type_size(y));
    return tp_cuda_launch_at(context, DOING, {c->path.tiles, TP_CHOSEN_BLOCK}, kernel, arguments);
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
    c->size = pattern ? 0 : (int)size;
    TP_TRY(make_entries(context, c, op, type));
    return tp_cuda_wait(context);
}

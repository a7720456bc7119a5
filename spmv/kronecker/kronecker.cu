/* SPDX-License-Identifier: Apache-2.0
 *
 * Each entry of A with each of B, on a GPU: Kronecker products. Row i of the result, r of A and s of B, has a run of
 * s's entries for each of r's.
 */
#include "runtime/types.h"
#include "spmv/device/expand.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cast.cuh"
#include "spmv/write/matrix_output.cuh"

#define DOING "a Kronecker product"

typedef struct pairing {
    tp_arcs a, b;
    tropic_index b_cols;
} pairing;

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const __grid_constant__ pairing p, tropic_offset *offsets)
{
    TP_FOR_EACH(i, (int64_t)p.a.lists * p.b.lists)
    {
        const int64_t r = i / p.b.lists, s = i % p.b.lists;
        offsets[i + 1] = (p.a.offsets[r + 1] - p.a.offsets[r]) * (p.b.offsets[s + 1] - p.b.offsets[s]);
    }
}

/* Of each entry of the result: its row and column, and which entries of A and B it is made of. */
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    kronecker_kernel(const __grid_constant__ pairing p, const __grid_constant__ tp_expansion e, tropic_index *rows,
                     tropic_index *ids, tropic_index *a_at, tropic_index *b_at)
{
    __shared__ tp_tile_memory<tropic_index> m;
    const tp_tile_span span = tp_tile_open(&e, blockIdx.x);
    tp_tile_spread(&e, &span, &m, [](int64_t i) { return (tropic_index)i; });
    for (int s = (int)threadIdx.x; s < span.count; s += TP_TILE_THREADS) {
        const tropic_index i = m.of[m.latest[s]], row = i / p.b.lists;
        const tropic_offset first = p.b.offsets[i % p.b.lists], length = p.b.offsets[i % p.b.lists + 1] - first;
        const int64_t k = span.begin + s, pair = k - e.offsets[i];
        const tropic_offset a = p.a.offsets[row] + pair / length, b = first + pair % length;
        ids[k] = p.a.ids[a] * p.b_cols + p.b.ids[b];
        a_at[k] = (tropic_index)a;
        b_at[k] = (tropic_index)b;
        if (rows) rows[k] = i;
    }
}

/* An operand's values as those of `type`: its own, or, where there are none or they are not used, ones. */
static tropic_status open_values(tropic_context *context, tp_working *w, const tropic_matrix *A, const tp_arcs *arcs,
                                 bool used, tropic_type type, const void **values)
{
    char *ones = NULL;
    *values = arcs->values;
    if (used && arcs->values) return tp_cuda_cast_values(context, w, type, A->type, arcs->count, values);
    TP_TRY(w->make(&ones, arcs->count * (int64_t)tropic_type_size(type)));
    *values = ones;
    return tp_cuda_fill(context, ones, type, tp_type_one(type), arcs->count);
}

static tropic_status make(const tp_combination *c, const tp_matrix_output *o, const pairing *p, tp_device_lists *t)
{
    tropic_context *context = o->context;
    const tropic_operator *op = c->op;
    const int64_t lists = (int64_t)p->a.lists * p->b.lists;
    tp_working w(context, DOING);
    tropic_index *rows = NULL, *a_at = NULL, *b_at = NULL;
    tp_expansion expansion;
    tp_elementwise e = {};
    e.kind = TP_INTERSECTION;
    e.op = op;
    e.op_code = op->builtin;
    e.user = op->user || tp_operator_reads_places(op->builtin);
    e.type = op->x;
    e.result = op->z;
    e.accum_code = TP_ACCUM_NONE;
    e.mask.structure = true;
    e.n = p->a.count * p->b.count;
    TP_TRY(t->ids.make(context, e.n, DOING));
    TP_TRY(t->values.make(context, e.n * (int64_t)tropic_type_size(op->z), DOING));
    TP_TRY(t->offsets.make(context, lists + 1, "a matrix"));
    TP_TRY(tp_pass(context, DOING, lists, lengths_kernel, *p, t->offsets.data));
    TP_TRY(tp_cuda_sum_lengths(context, &w, t->offsets.data, lists, &t->count));
    TP_TRY(tp_cuda_expand(context, &w, t->offsets.data, lists, t->count, &expansion));
    TP_TRY(w.make(&a_at, e.n));
    TP_TRY(w.make(&b_at, e.n));
    if (e.user) TP_TRY(w.make(&rows, e.n));
    TP_TRY(tp_cuda_launch(context, DOING, {expansion.tiles, TP_TILE_THREADS}, kronecker_kernel, *p, expansion, rows,
                          t->ids.data, a_at, b_at));
    e.x.at = a_at;
    e.y.at = b_at;
    e.places = rows;
    e.cols = e.user ? t->ids.data : NULL;
    e.w = t->values.data;
    e.w_listed = true;
    TP_TRY(open_values(context, &w, c->A, &p->a, op->uses_x, op->x, &e.x.values));
    TP_TRY(open_values(context, &w, c->B, &p->b, op->uses_y, op->y, &e.y.values));
    TP_TRY(tp_cuda_elementwise(context, &e));
    return tp_cuda_wait(context);
}

/* Are there too many entries for positions of 32 bits? */
static bool is_for_host(const tp_combination *c)
{
    return tropic_matrix_count(c->A) >= TROPIC_INDEX_MAX || tropic_matrix_count(c->B) >= TROPIC_INDEX_MAX;
}

tropic_status tp_cuda_kronecker(const tp_combination *c, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    tp_device_lists t;
    pairing p = {};
    tp_cuda_use use(context);
    if (is_for_host(c)) return tp_cpu_kronecker(c, o);
    TP_TRY(tp_matrix_arcs(context, c->A, tp_input_by(o->descriptor.transpose), false, &p.a));
    TP_TRY(tp_matrix_arcs(context, c->B, tp_input_by(o->descriptor.transpose_second), false, &p.b));
    p.b_cols = tp_input_cols(c->B, o->descriptor.transpose_second);
    TP_TRY(make(c, o, &p, &t));
    return tp_cuda_matrix_write(o, &t, tropic_type_size(c->op->z));
}

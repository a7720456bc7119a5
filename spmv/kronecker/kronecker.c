/* SPDX-License-Identifier: Apache-2.0
 *
 * Each entry of A with each of B, on the host: Kronecker products. Rows come out ascending.
 */
#include "spmv/matrix_calls.h"

typedef struct product {
    tp_merge_rows a, b;
    tp_cast *cast_a, *cast_b; /* to op's types */
    tropic_index b_rows, b_cols;
    tp_evaluator f;
    tp_lists *out;
} product;

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const product *p = of;
    for (int64_t i = begin; i < end; i++) {
        const int64_t r = i / p->b_rows, s = i % p->b_rows;
        p->out->offsets[i + 1] = (p->a.offsets[r + 1] - p->a.offsets[r]) * (p->b.offsets[s + 1] - p->b.offsets[s]);
    }
}

static const void *value_at(const tp_merge_rows *r, tropic_offset k)
{
    return r->values ? (const char *)r->values + (size_t)k * r->size : r->one;
}

/* Row i's products of one entry of A. */
static void multiply(const product *p, tropic_index i, tropic_offset a, tropic_offset at)
{
    const tropic_index row = i % p->b_rows, first = p->a.ids[a] * p->b_cols;
    const size_t size = p->out->size, x_size = tropic_type_size(p->f.op->x), y_size = tropic_type_size(p->f.op->y);
    const int most = tp_packed_of(x_size > y_size ? x_size : y_size);
    tropic_index places[TP_PACKED];
    tp_packed_room x, y;
    for (tropic_offset b = p->b.offsets[row]; b < p->b.offsets[row + 1];) {
        int count = 0;
        for (; b < p->b.offsets[row + 1] && count < most; b++, count++) {
            places[count] = i;
            p->out->ids[at + count] = first + p->b.ids[b];
            tp_cast_value(x.byte + (size_t)count * x_size, value_at(&p->a, a), x_size, p->cast_a);
            tp_cast_value(y.byte + (size_t)count * y_size, value_at(&p->b, b), y_size, p->cast_b);
        }
        tp_evaluate(&p->f, (char *)p->out->values + (size_t)at * size, x.byte, y.byte, places, p->out->ids + at, count);
        at += count;
    }
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const product *p = of;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        const tropic_index r = i / p->b_rows, s = i % p->b_rows;
        const tropic_offset length = p->b.offsets[s + 1] - p->b.offsets[s];
        tropic_offset at = p->out->offsets[i];
        for (tropic_offset a = p->a.offsets[r]; a < p->a.offsets[r + 1]; a++, at += length) multiply(p, i, a, at);
    }
}

static tropic_status make(const tp_matrix_output *o, product *p, tp_lists *T)
{
    tropic_context *context = o->context;
    p->out = T;
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, T, o->rows, tropic_type_size(p->f.op->z)));
    tp_each_row(context, o->rows, o->rows, count_rows, p);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, T));
    tp_each_row(context, o->rows, T->count, fill_rows, p);
    return TROPIC_OK;
}

tropic_status tp_cpu_kronecker(const tp_combination *c, tp_matrix_output *o)
{
    const bool first = o->descriptor.transpose, second = o->descriptor.transpose_second;
    const tropic_operator *op = c->op;
    product p = {.b_rows = tp_input_rows(c->B, second), .b_cols = tp_input_cols(c->B, second)};
    tp_lists T;
    TP_TRY(tp_matrix_output_evaluator(o, &p.f, op));
    TP_TRY(tp_merge_rows_open(o->context, &p.a, c->A, first, op->uses_x, op->x));
    TP_TRY(tp_merge_rows_open(o->context, &p.b, c->B, second, op->uses_y, op->y));
    p.cast_a = tp_cast_of(op->x, p.a.type);
    p.cast_b = tp_cast_of(op->y, p.b.type);
    TP_TRY(make(o, &p, &T));
    return tp_matrix_write(o, &T);
}

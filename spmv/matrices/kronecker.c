/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_kronecker: each entry of A with each of B. Rows come out ascending.
 */
#include "spmv/matrices/matrix_output.h"

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
    tropic_index places[TP_PACKED];
    tp_any x[TP_PACKED], y[TP_PACKED];
    for (tropic_offset b = p->b.offsets[row]; b < p->b.offsets[row + 1];) {
        int count = 0;
        for (; b < p->b.offsets[row + 1] && count < TP_PACKED; b++, count++) {
            places[count] = i;
            p->out->ids[at + count] = first + p->b.ids[b];
            tp_cast_value((char *)x + (size_t)count * x_size, value_at(&p->a, a), x_size, p->cast_a);
            tp_cast_value((char *)y + (size_t)count * y_size, value_at(&p->b, b), y_size, p->cast_b);
        }
        tp_evaluate(&p->f, (char *)p->out->values + (size_t)at * size, x, y, places, p->out->ids + at, count);
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

tropic_status tropic_kronecker(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                               const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    product p = {0};
    int64_t rows, cols;
    bool first, second;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    first = o.descriptor.transpose;
    second = o.descriptor.transpose_second;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_input(context, B, "B", op->uses_y, op->y));
    p.b_rows = tp_input_rows(B, second);
    p.b_cols = tp_input_cols(B, second);
    rows = (int64_t)tp_input_rows(A, first) * p.b_rows;
    cols = (int64_t)tp_input_cols(A, first) * p.b_cols;
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)rows, (tropic_index)cols, op->z, false));
    TP_TRY(tp_evaluator_open(context, &p.f, op));
    TP_TRY(tp_merge_rows_open(context, &p.a, A, first, op->uses_x, op->x));
    TP_TRY(tp_merge_rows_open(context, &p.b, B, second, op->uses_y, op->y));
    p.cast_a = tp_cast_of(op->x, p.a.type);
    p.cast_b = tp_cast_of(op->y, p.b.type);
    TP_TRY(make(&o, &p, &T));
    return tp_matrix_write(&o, &T);
}

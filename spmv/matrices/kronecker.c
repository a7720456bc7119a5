/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_kronecker: each entry of A with each of B. Rows come out ascending.
 */
#include "spmv/matrices/cores.h"

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

/* What is multiplied. */
typedef struct operands {
    const tropic_operator *op;
    const tropic_matrix *A, *B;
    bool first, second; /* transposed */
} operands;

static tropic_status run(const operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_operator *op = in->op;
    product p = {.b_rows = tp_input_rows(in->B, in->second), .b_cols = tp_input_cols(in->B, in->second)};
    tp_lists T;
    TP_TRY(tp_matrix_output_evaluator(o, &p.f, op));
    TP_TRY(tp_merge_rows_open(context, &p.a, in->A, in->first, op->uses_x, op->x));
    TP_TRY(tp_merge_rows_open(context, &p.b, in->B, in->second, op->uses_y, op->y));
    p.cast_a = tp_cast_of(op->x, p.a.type);
    p.cast_b = tp_cast_of(op->y, p.b.type);
    TP_TRY(make(o, &p, &T));
    return tp_matrix_write(o, &T);
}

/* -- of hypersparse matrices: the product of their cores ---------------------------------------- */

/* The products of all names. */
static tropic_status multiply_names(tropic_context *context, const tp_names *a, const tp_names *b, tp_names *names)
{
    const int64_t count = (int64_t)a->count * b->count;
    *names = tp_names_all(a->n * b->n);
    if (!a->ids && !b->ids) return TROPIC_OK;
    names->ids = tp_allocate(&context->memory, count, sizeof *names->ids);
    if (!names->ids) return tp_out_of_memory(context, "names of rows and columns");
    names->count = 0;
    for (tropic_index i = 0; i < a->count; i++)
        for (tropic_index k = 0; k < b->count; k++)
            names->ids[names->count++] = tp_name_at(a, i) * b->n + tp_name_at(b, k);
    return TROPIC_OK;
}

static tropic_status run_on_cores(const operands *in, tp_matrix_output *o, const tp_hypersparse *a,
                                  const tp_hypersparse *b)
{
    tropic_context *context = o->context;
    const operands small = {in->op, a->core, b->core, in->first, in->second};
    const tp_names *a_rows = in->first ? &a->cols : &a->rows, *a_cols = in->first ? &a->rows : &a->cols;
    const tp_names *b_rows = in->second ? &b->cols : &b->rows, *b_cols = in->second ? &b->rows : &b->cols;
    tp_names rows = {0}, cols = {0};
    tropic_matrix *core = NULL;
    tp_matrix_output made;
    tropic_status status = multiply_names(context, a_rows, b_rows, &rows);
    if (status == TROPIC_OK) status = multiply_names(context, a_cols, b_cols, &cols);
    if (status == TROPIC_OK) status = tp_matrix_output_open(&made, &core, context, NULL, NULL, NULL);
    if (status == TROPIC_OK) status = tp_matrix_output_check(&made, rows.count, cols.count, in->op->z, false);
    if (status == TROPIC_OK) {
        made.row_names = rows.ids;
        made.col_names = cols.ids;
        status = run(&small, &made);
    }
    if (status == TROPIC_OK) return tp_cores_write(o, core, &rows, &cols);
    tp_names_free(&context->memory, &rows);
    tp_names_free(&context->memory, &cols);
    return status;
}

/* Small matrices have large products: these may be hypersparse where those are not. */
static tropic_status choose(const operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const double count = (double)in->A->count * (double)in->B->count;
    const tp_hypersparse *a, *b;
    tp_hypersparse *made_a = NULL, *made_b = NULL;
    tropic_status status;
    TP_TRY(tp_matrix_hypersparse(context, in->A, &a));
    TP_TRY(tp_matrix_hypersparse(context, in->B, &b));
    if (!a && !b && !(count < TROPIC_INDEX_MAX && tp_hypersparse_pays(o->rows, o->cols, (tropic_offset)count)))
        return run(in, o);
    /* (All rows of a short side would have products, too.) */
    status = tp_hypersparse_of(context, in->A, &made_a);
    if (status == TROPIC_OK) status = tp_hypersparse_of(context, in->B, &made_b);
    if (status == TROPIC_OK) status = run_on_cores(in, o, made_a, made_b);
    tp_hypersparse_free(&made_a);
    tp_hypersparse_free(&made_b);
    return status;
}

tropic_status tropic_kronecker(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                               const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    operands in = {.op = op, .A = A, .B = B};
    tp_matrix_output o;
    int64_t rows, cols;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    in.first = o.descriptor.transpose;
    in.second = o.descriptor.transpose_second;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_input(context, B, "B", op->uses_y, op->y));
    rows = (int64_t)tp_input_rows(A, in.first) * tp_input_rows(B, in.second);
    cols = (int64_t)tp_input_cols(A, in.first) * tp_input_cols(B, in.second);
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)rows, (tropic_index)cols, op->z, false));
    return choose(&in, &o);
}

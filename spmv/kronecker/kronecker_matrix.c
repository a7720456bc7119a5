/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_kronecker. Checks; the context's backend does the rest.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

static tropic_status run(const tp_combination *c, tp_matrix_output *o)
{
    return tp_matrix_calls_for(o, c->op)->kronecker(c, o);
}

/* -- of hypersparse matrices: the product of their cores ---------------------------------------- */

/* The products of all names. */
static tropic_status multiply_names(tropic_context *context, const tp_hyperlist *a, const tp_hyperlist *b,
                                    tp_hyperlist *names)
{
    const int64_t count = (int64_t)a->count * b->count;
    *names = tp_hyperlist_all(a->n * b->n);
    if (!a->ids && !b->ids) return TROPIC_OK;
    names->ids = tp_allocate(&context->memory, count, sizeof *names->ids);
    if (!names->ids) return tp_out_of_memory(context, "names of rows and columns");
    names->count = 0;
    for (tropic_index i = 0; i < a->count; i++)
        for (tropic_index k = 0; k < b->count; k++)
            names->ids[names->count++] = tp_hyperlist_at(a, i) * b->n + tp_hyperlist_at(b, k);
    return TROPIC_OK;
}

static tropic_status run_on_cores(const tp_combination *in, tp_matrix_output *o, const tp_hypersparse *a,
                                  const tp_hypersparse *b)
{
    tropic_context *context = o->context;
    const bool first = o->descriptor.transpose, second = o->descriptor.transpose_second;
    const tropic_descriptor d = {.size = sizeof d, .transpose = first, .transpose_second = second};
    const tp_combination small = {.op = in->op, .A = a->core, .B = b->core};
    const tp_hyperlist *a_rows = first ? &a->cols : &a->rows, *a_cols = first ? &a->rows : &a->cols;
    const tp_hyperlist *b_rows = second ? &b->cols : &b->rows, *b_cols = second ? &b->rows : &b->cols;
    tp_hyperlist rows = {0}, cols = {0};
    tropic_matrix *core = NULL;
    tp_matrix_output made;
    tropic_status status = multiply_names(context, a_rows, b_rows, &rows);
    if (status == TROPIC_OK) status = multiply_names(context, a_cols, b_cols, &cols);
    if (status == TROPIC_OK) status = tp_matrix_output_open(&made, &core, context, NULL, NULL, &d);
    if (status == TROPIC_OK) status = tp_matrix_output_check(&made, rows.count, cols.count, in->op->z, false);
    if (status == TROPIC_OK) {
        made.row_names = rows.ids;
        made.col_names = cols.ids;
        status = run(&small, &made);
    }
    if (status == TROPIC_OK) return tp_cores_write(o, core, &rows, &cols);
    tp_hyperlist_free(&context->memory, &rows);
    tp_hyperlist_free(&context->memory, &cols);
    return status;
}

/* All of T is made, mask or not, so its size is known before. (A GPU is asked for the entries first.) */
static tropic_status check_memory(const tp_combination *in, const tp_matrix_output *o)
{
    const tropic_offset count = tropic_matrix_count(in->A) * tropic_matrix_count(in->B); /* at most 2^62 */
    size_t bytes;
    if (o->context->backend->location != TROPIC_HOST) return TROPIC_OK;
    if (__builtin_mul_overflow((size_t)count, sizeof(tropic_index) + tropic_type_size(in->op->z), &bytes))
        bytes = SIZE_MAX;
    return tp_need_memory(o->context, &o->context->memory, bytes, "a Kronecker product of %lld entries",
                          (long long)count);
}

/* Small matrices have large products: these may be hypersparse where those are not. */
static tropic_status choose(const tp_combination *in, tp_matrix_output *o)
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
    tp_matrix_output o;
    const tp_combination c = {.op = op, .A = A, .B = B};
    int64_t rows, cols;
    bool first, second;
    TP_CALL(context);
    TP_WORK_OF_TERMS(context, A && B ? (double)A->count * (double)B->count : 0);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    first = o.descriptor.transpose;
    second = o.descriptor.transpose_second;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_input(context, B, "B", op->uses_y, op->y));
    rows = (int64_t)tp_input_rows(A, first) * tp_input_rows(B, second);
    cols = (int64_t)tp_input_cols(A, first) * tp_input_cols(B, second);
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)rows, (tropic_index)cols, op->z, false));
    TP_TRY(check_memory(&c, &o));
    return choose(&c, &o);
}

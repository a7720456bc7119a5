/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm: C<mask> (accum)= A (add.mul) B. Checks; the context's backend makes the product.
 */
#include "semiring/composed.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

static tropic_status check(const tp_product_operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_semiring *semiring = in->semiring;
    tropic_index rows, across, inner, cols;
    if (!semiring) return tp_semiring_null(context);
    TP_TRY(tp_semiring_fits(context, semiring));
    if (!in->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!in->B) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "B is NULL");
    rows = tp_matrix_lists(in->A, in->a);
    across = tp_matrix_lists(in->A, tp_product_other(in->a));
    inner = tp_matrix_lists(in->B, in->b);
    cols = tp_matrix_lists(in->B, tp_product_other(in->b));
    if (inner != across)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A%s is %d x %d, B%s %d x %d",
                       in->a == TP_BY_COLUMN ? "'" : "", rows, across, in->b == TP_BY_COLUMN ? "'" : "", inner, cols);
    TP_TRY(tp_matrix_check_input(context, in->A, "A", semiring->uses_first, semiring->x));
    TP_TRY(tp_matrix_check_input(context, in->B, "B", semiring->uses_second, semiring->y));
    if (semiring->user && semiring->user->uses_w)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the multiply of %s sees w, which mxm does not have",
                       semiring->name);
    return tp_matrix_output_check(o, rows, cols, semiring->type, false);
}

/* The rows of A as they are multiplied, with the names of the index summed over as values of `type`. */
static tropic_status name_terms(const tp_matrix_output *o, const tropic_matrix *A, tp_orientation by, tropic_type type,
                                tropic_matrix **made)
{
    tropic_context *context = o->context;
    const tp_hyperlist names = {.ids = (tropic_index *)o->inner_names};
    tp_entries shape = {.rows = A->rows, .cols = A->cols, .count = A->count, .type = type};
    tp_lists rows;
    TP_TRY(tp_matrix_open_lists(context, A, by, &rows));
    rows.size = tropic_type_size(type);
    rows.values = tp_allocate(&context->memory, rows.count, rows.size);
    *made = tp_matrix_new(context, &shape);
    if (!rows.values || !*made) {
        tp_release(&context->memory, rows.values);
        tropic_matrix_free(made);
        return tp_out_of_memory(context, "a product");
    }
    tp_hyperlist_as_values(context, &names, rows.ids, rows.count, type, rows.values);
    (*made)->pattern = false;
    (*made)->host.sides[by] = tp_side_of(&rows);
    (*made)->host.sides[by].borrowed = TP_BORROWED_OFFSETS | TP_BORROWED_IDS;
    return TROPIC_OK;
}

static bool sees_places(const tropic_semiring *semiring)
{
    return semiring->user && semiring->user->uses_places;
}

/* A user's multiply is given the names of cores. secondi gives the index summed over, which in cores is a position:
 * there the first operand has the names as values instead. (One of the terms is the least.) */
static tropic_status run(void *of, tp_matrix_output *o)
{
    tp_product_operands in = *(const tp_product_operands *)of;
    const tropic_semiring *semiring = in.semiring;
    tropic_matrix *named = NULL;
    tropic_status status;
    if (sees_places(semiring)) in.names = (tp_product_hyperlists){o->row_names, o->inner_names, o->col_names};
    if (o->inner_names && !semiring->user && tp_semiring_secondi(semiring)) {
        TP_TRY(name_terms(o, in.A, in.a, semiring->type, &named));
        in.A = named;
        in.semiring = tropic_semiring_builtin(TROPIC_MIN_FIRST, semiring->type);
    }
    status = tp_matrix_calls_for(o, NULL)->mxm(&in, o);
    tropic_matrix_free(&named);
    return status;
}

/* Does C keep its terms? The product is C then, or is at C's places alone. (Names of cores are made anew each time, and
 * kept terms do not tell a user's multiply of its places.) */
static tropic_status ask_for_symbolic(tp_product_operands *in, const tp_matrix_output *o,
                                      const tp_core_operand *operands)
{
    const tropic_descriptor *d = &o->descriptor;
    const bool within = o->mask && o->mask == o->C && (d->structure || o->mask->pattern);
    bool named;
    in->keeps_symbolic =
        d->keep_symbolic && !o->accum && !d->complement && (!o->mask || within) && !sees_places(in->semiring);
    if (!in->keeps_symbolic) return TROPIC_OK;
    TP_TRY(tp_cores_apply(o, operands, 2, &named));
    in->keeps_symbolic = !named;
    return TROPIC_OK;
}

tropic_status tropic_mxm(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                         const tropic_operator *accum, const tropic_semiring *semiring, const tropic_matrix *A,
                         const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_product_operands in = {.semiring = tp_semiring_of_products(semiring), .A = A, .B = B};
    tp_core_operand operands[2];
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_TERMS(context, tp_terms_about(A, B));
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    in.a = o.descriptor.transpose ? TP_BY_COLUMN : TP_BY_ROW;
    in.b = o.descriptor.transpose_second ? TP_BY_COLUMN : TP_BY_ROW;
    TP_TRY(check(&in, &o));
    o.labels = A;
    operands[0] = (tp_core_operand){&in.A, in.a == TP_BY_COLUMN ? TP_AXIS_INNER : TP_AXIS_ROWS,
                                    in.a == TP_BY_COLUMN ? TP_AXIS_ROWS : TP_AXIS_INNER};
    operands[1] = (tp_core_operand){&in.B, in.b == TP_BY_COLUMN ? TP_AXIS_COLS : TP_AXIS_INNER,
                                    in.b == TP_BY_COLUMN ? TP_AXIS_INNER : TP_AXIS_COLS};
    TP_TRY(ask_for_symbolic(&in, &o, operands));
    return tp_cores_run(&o, operands, 2, run, &in);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * An operator, and casts, on the caller's values.
 */
#include "semiring/evaluate.h"

#include "runtime/types.h"

/* (All at one place. Zeros take the place of an operand that the operator does not use: its loop loads from both.) */
static void evaluate_at(const tp_evaluator *f, char *z, const char *x, const char *y, tropic_index i, tropic_index j,
                        int64_t count)
{
    const size_t z_size = tropic_type_size(f->op->z), x_size = x ? tropic_type_size(f->op->x) : 0,
                 y_size = y ? tropic_type_size(f->op->y) : 0;
    const int x_most = tp_packed_of(tropic_type_size(f->op->x)), y_most = tp_packed_of(tropic_type_size(f->op->y));
    const int most = x_most < y_most ? x_most : y_most;
    tropic_index rows[TP_PACKED], cols[TP_PACKED];
    if (!x) x = tp_type_zero();
    if (!y) y = tp_type_zero();
    for (int k = 0; k < TP_PACKED; k++) {
        rows[k] = i;
        cols[k] = j;
    }
    for (int64_t k = 0; k < count; k += most) {
        const int64_t some = count - k < most ? count - k : most;
        const size_t at = (size_t)k;
        tp_evaluate(f, z + at * z_size, x + at * x_size, y + at * y_size, rows, cols, some);
    }
}

tropic_status tropic_operator_evaluate(const tropic_operator *op, tropic_context *context, void *z, const void *x,
                                       const void *y, tropic_index i, tropic_index j, int64_t count)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!op) return tp_operator_null(context, "op");
    if (!z || (!x && op->uses_x) || (!y && op->uses_y) || count < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "z is NULL, or an operand that %s reads, or count is negative",
                       op->name);
    tp_evaluator f;
    const tropic_status status = tp_evaluator_open(context, &f, op);
    if (status != TROPIC_OK) return status;
    evaluate_at(&f, z, x, y, i, j, count);
    return TROPIC_OK;
}

tropic_status tropic_cast(void *to, tropic_type to_type, const void *from, tropic_type from_type, int64_t count)
{
    TP_ENTER(NULL);
    if (!to || !from || count < 0)
        return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "to or from is NULL, or count is negative");
    if (tropic_type_size(to_type) == 0 || tropic_type_size(from_type) == 0 || !tp_castable(to_type, from_type))
        return tp_fail(NULL, TROPIC_TYPE_MISMATCH, "no cast from type %d to type %d", (int)from_type, (int)to_type);
    tp_cast *cast = tp_cast_of(to_type, from_type);
    if (cast)
        cast(to, from, count);
    else
        memmove(to, from, (size_t)count * tropic_type_size(to_type));
    return TROPIC_OK;
}

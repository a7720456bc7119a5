/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices combined entry by entry on the host: rows merged.
 */
#include "spmv/matrix_calls.h"

tropic_status tp_cpu_ewise(const tp_combination *c, tp_matrix_output *o)
{
    const bool adds = c->kind == TP_MERGE_UNION;
    tp_merge m = {.context = o->context,
                  .kind = c->kind,
                  .lists = o->rows,
                  .calls = true,
                  .type = c->op->z,
                  .alpha = c->alpha,
                  .beta = c->beta};
    tp_lists T;
    TP_TRY(tp_matrix_output_evaluator(o, &m.f, c->op));
    /* An operand that op does not look at may be of any type. */
    TP_TRY(tp_merge_rows_open(o->context, &m.x, c->A, o->descriptor.transpose, adds || c->op->uses_x, c->op->x));
    TP_TRY(tp_merge_rows_open(o->context, &m.y, c->B, o->descriptor.transpose_second, adds || c->op->uses_y, c->op->y));
    if (!c->op->uses_x) m.alpha = tp_type_one(c->op->x);
    if (!c->op->uses_y) m.beta = tp_type_one(c->op->y);
    TP_TRY(tp_matrix_output_mask(o, &m));
    TP_TRY(tp_merge_run(&m, &T));
    return tp_matrix_write(o, &T);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The product of an algorithm's loop: a full vector along all lists, into an array.
 */
#include "formats/matrix/matrix.h"
#include "semiring/composed.h"
#include "spmv/mxv/mxv.h"
#include "spmv/ops/mxv_ops.h"

/* The matrix by destination, as the strategy (AUTO: which suits it) walks it. */
static tropic_status prepare(tp_mxv_product *p, tp_step *step)
{
    tropic_context *context = p->context;
    tp_degrees lists;
    TP_TRY(tp_matrix_use_open(context, p->A, &p->use));
    if (step->strategy == TROPIC_STRATEGY_AUTO) {
        TP_TRY(tp_matrix_use_degrees(context, &p->use, p->by_destination, &lists));
        step->strategy = context->backend->choose(&lists, p->A->count, 1, tropic_type_size(p->semiring->type));
    }
    TP_TRY(tp_mxv_lay_out_lists(p, step));
    if (!p->uses_matrix) step->gather.values = NULL;
    return TROPIC_OK;
}

tropic_status tp_vxm_pull(tropic_context *context, void *w, const tropic_semiring *semiring, const tropic_vector *u,
                          const tropic_matrix *A, tp_orientation orientation, tropic_strategy strategy)
{
    const bool host = context->backend->location == TROPIC_HOST;
    tp_mxv_product p = {.context = context,
                        .semiring = semiring,
                        .vxm = true,
                        .columns = 1,
                        .uses_matrix = semiring->uses_second,
                        .uses_vector = semiring->uses_first,
                        .A = A,
                        .u = u,
                        .by_destination = orientation,
                        .n = orientation == TP_BY_ROW ? A->rows : A->cols};
    tp_mxv_state state = {.u = u->values, .mask.structure = true, .w = w, .accum = TP_ACCUM_NONE};
    tp_step step = {.state = &state, .vxm = true, .strategy = strategy, .columns = 1};
    tropic_status status;
    if (host) TP_TRY(tp_mxv_cpu_semiring(context, &p.semiring));
    TP_TRY(prepare(&p, &step));
    step.semiring = p.semiring;
    if (!p.semiring->user) step.op = tp_mxv_op(p.semiring->flipped, p.semiring->type);
    step.dense = step.gather.values || (!p.uses_matrix && (!host || !p.semiring->user));
    status = tp_mxv_lay_out_source(&p, &step, &state);
    if (status == TROPIC_OK) status = context->backend->step(context, &step);
    tp_mxv_release_source(&p);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with a full B on the host: its values are a block of columns, row by row, of which no ids are read. A row of
 * T is full, too, or has no entry.
 */
#include "spmv/cpu_backend.h"
#include "spmv/mxm/cpu/mxm.h"
#include "spmv/ops/mxv_ops.h"

typedef struct numbering {
    tropic_index *ids, cols;
} numbering;

static void number_rows(const void *of, int64_t begin, int64_t end)
{
    const numbering *n = of;
    for (int64_t row = begin; row < end; row++)
        for (tropic_index j = 0; j < n->cols; j++) n->ids[row * n->cols + j] = j;
}

/* Rows of A without entries, which T leaves out, are left out of A. */
static tropic_index close_up(const tp_product *p, tropic_offset *offsets)
{
    tropic_index rows = 0;
    offsets[0] = 0;
    for (tropic_index i = 0; i < p->rows; i++)
        if (p->a.offsets[i] < p->a.offsets[i + 1]) offsets[++rows] = p->a.offsets[i + 1];
    return rows;
}

tropic_status tp_product_full(tp_product *p)
{
    tropic_context *context = p->context;
    const tropic_semiring *semiring = p->semiring;
    tropic_offset *offsets = tp_allocate(&context->memory, (int64_t)p->rows + 1, sizeof *offsets);
    tp_mxv_state state = {.mask = {.structure = true}, .accum = TP_ACCUM_NONE};
    tp_step step = {.op = tp_mxv_op(semiring->builtin, semiring->type),
                    .strategy = TROPIC_STRATEGY_CSC_VECTOR,
                    .columns = p->cols,
                    .state = &state};
    tropic_status status;
    if (!offsets) return tp_out_of_memory(context, "a product");
    for (tropic_index i = 0; i < p->rows; i++)
        p->t.offsets[i + 1] = p->a.offsets[i] < p->a.offsets[i + 1] ? p->cols : 0;
    step.gather = (tp_arcs){.lists = close_up(p, offsets),
                            .count = p->a.count,
                            .offsets = offsets,
                            .ids = p->a.ids,
                            .values = semiring->uses_first && p->a.size > 0 ? p->a.values : NULL};
    status = tp_product_allocate(p);
    if (status == TROPIC_OK) {
        const numbering n = {p->t.ids, p->cols};
        tp_for(tp_team_for(context, p->t.count), step.gather.lists, 1, number_rows, &n);
        state.u = semiring->uses_second && p->b.size > 0 ? p->b.values : NULL;
        state.w = p->t.values;
        status = tp_cpu_step(context, &step);
    }
    tp_release(&context->memory, offsets);
    return status;
}

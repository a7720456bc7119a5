/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU.
 */
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_blockwise.h"
#include "spmv/ewise/ewise_builtin.h"
#include "spmv/tuning.h"

/* (Each position is looked at by itself, in half of the time, where w's lie anywhere, or x's and y's, as of two lists
 * that are united.) */
static bool is_blockwise(const tp_elementwise *e)
{
    const bool w_in_row = !e->w_at && (e->w_listed || !e->places);
    return e->n >= TP_BLOCKWISE_MIN && w_in_row && !(e->kind == TP_UNION && (e->x.at || e->y.at));
}

/* Positions of an operation whose result is of the operands' type, or bool. */
#define RUN(name)                                                                                                      \
    static void run_##name(const void *of, int64_t begin, int64_t end)                                                 \
    {                                                                                                                  \
        const tp_elementwise *e = of;                                                                                  \
        for (int64_t c = begin; c < end; c++) tp_elementwise_##name(e, c);                                             \
    }
#define RUN_TO_BOOL(type) RUN(to_bool_##type)
TP_EACH_TYPE(RUN)
TP_EACH_NUMERIC(RUN_TO_BOOL)

static void run_bytes(const void *of, int64_t begin, int64_t end)
{
    const tp_elementwise *e = of;
    const int size = (int)tropic_type_size(e->result);
    for (int64_t c = begin; c < end; c++) tp_elementwise_bytes(e, c, size);
}

#define CASE(type, run)                                                                                                \
    case TP_TYPE_##type: return run##type;

static tp_loop_body *body_of(const tp_elementwise *e)
{
    if (tp_type_struct(e->result)) return run_bytes;
    if (e->result == e->type) switch (e->type) {
            TP_TYPES_ALL(CASE, run_)
        }
    switch (e->type) {
        TP_TYPES_NUMERIC(CASE, run_to_bool_)
    default: return NULL;
    }
}

tropic_status tp_cpu_elementwise(tropic_context *context, const tp_elementwise *e)
{
    if (e->user) return tp_cpu_elementwise_user(context, e);
    if (is_blockwise(e)) return tp_cpu_elementwise_blockwise(context, e, NULL, NULL);
    tp_for(tp_team_for(context, e->n), e->n, TP_CHUNK_ANY, body_of(e), e);
    return TROPIC_OK;
}

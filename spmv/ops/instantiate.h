/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after an op's header: its CPU kernels under every strategy, as tp_cpu_<OP_NAME>. No include
 * guard, by intention.
 */
#include "spmv/ops/kernel.h"

#if !OP_PULLS_ENTRIES
/* It has no dense form. */
#define OP_LOOKS_AT_ENTRIES 0
TP_FN OP_STATE OP(simple)(const OP_STATE *given, bool simple)
{
    (void)simple;
    return *given;
}
#endif

/* The state as the step's threads see it. */
TP_FN OP_STATE OP(state)(const tp_step *step, tp_team team)
{
    OP_STATE s = *(const OP_STATE *)step->state;
#if OP_VISITS_ONCE || OP_BUCKETS
    s.bits.single_threaded = team.threads == 1;
#else
    (void)team;
#endif
    return s;
}
#if OP_BUCKETS
TP_FN int32_t OP(bucket)(const OP_STATE *s, OP(value) t)
{
    return tp_bucket(s->base, s->per_width, OP(key)(t));
}
static double OP(current_key)(const void *state, tropic_index i)
{
    return OP(key)(OP(current)(state, i));
}
static bool OP(is_settled)(const void *state, tropic_index j)
{
    const OP_STATE *s = state;
    return OP(bucket)(s, OP(current)(s, j)) < s->bucket;
}
static void OP(add_current)(const void *state, tropic_index i, tp_value *sum)
{
    OP(value) *t = (OP(value) *)sum;
    *t = OP(add)(*t, OP(current)(state, i));
}
#endif
/* Emits j, of value t, as update or push answered. */
static inline void OP(emit)(tp_emitter *out, const OP_STATE *s, tropic_index j, OP(value) t, int answer)
{
#if OP_BUCKETS
    if (answer & TP_REACH) tp_emit(out, j, answer); /* counted alone */
    if (answer & TP_EMIT) tp_bins_put(out->bins, out->sink->pool, OP(bucket)(s, t), j);
#else
    (void)s, (void)t;
    tp_emit(out, j, answer);
#endif
}
#include "spmv/strategies/csc_scalar.h"
#if !OP_VISITS_ONCE
#include "spmv/strategies/csc_vector.h"
#endif
#ifdef OP_COLUMNS
#include "spmv/strategies/csc_columns.h"
#endif

#if !OP_PULL_ONLY
/* Before the first push: one call per destination. */
#if OP_PREPARE
static void OP(prepare_some)(const void *step, int64_t begin, int64_t end)
{
    const OP_STATE s = *(const OP_STATE *)((const tp_step *)step)->state;
    for (tropic_index j = (tropic_index)begin; j < end; j++) OP(prepare)(&s, j);
}
#endif
static inline void OP(prepare_all)(const tp_step *step, tp_team team)
{
#if OP_PREPARE
    tp_for(team, step->gather.lists, TP_CHUNK_ANY, OP(prepare_some), step);
#else
    (void)step, (void)team;
#endif
}
/* After the last push: one call per destination that was to be computed. */
#if OP_FINISH
static void OP(finish_some)(const void *of, int64_t begin, int64_t end)
{
    const tp_step *step = of;
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tropic_index *targets = step->targets;
    for (tropic_index c = (tropic_index)begin; c < end; c++) {
        const tropic_index j = targets ? targets[c] : c;
        if (OP(want)(&s, j)) OP(finish)(&s, j);
    }
}
#endif
static inline void OP(finish_all)(const tp_step *step, tp_team team)
{
#if OP_FINISH
    tp_for(team, step->targets ? step->target_count : step->gather.lists, TP_CHUNK_ANY, OP(finish_some), step);
#else
    (void)step, (void)team;
#endif
}
#if !OP_PULLS_ENTRIES
#include "spmv/strategies/cooc_push.h"
#endif
#if OP_BUCKETS
#include "spmv/strategies/csr_bucket_push.h"
#else
#include "spmv/strategies/csr_push.h"
#endif
#endif
#if OP_PULLS_ENTRIES
#include "spmv/strategies/cooc_segmented.h"
#include "spmv/strategies/csc_list.h"
#include "spmv/strategies/csr_push_flags.h"
#include "spmv/strategies/csr_push_table.h"
#endif

#if OP_VISITS_ONCE
static bool OP(is_settled)(const void *state, tropic_index j)
{
    return OP(settled)(state, j);
}
#endif

extern const tp_kernels TP_JOIN2(tp_cpu, OP_NAME);
const tp_kernels TP_JOIN2(tp_cpu, OP_NAME) = {
    .run =
        {
            [TROPIC_STRATEGY_CSC_SCALAR] = OP(csc_scalar),
#if OP_VISITS_ONCE
            [TROPIC_STRATEGY_CSC_VECTOR] = OP(csc_scalar),
#else
            [TROPIC_STRATEGY_CSC_VECTOR] = OP(csc_vector),
#endif
#if OP_PULL_ONLY
            [TROPIC_STRATEGY_COOC_SCALAR] = OP(csc_scalar),
            [TROPIC_STRATEGY_CSR_PUSH] = OP(csc_scalar),
#else
#if OP_PULLS_ENTRIES
            [TROPIC_STRATEGY_COOC_SCALAR] = OP(cooc_tiles),
#else
            [TROPIC_STRATEGY_COOC_SCALAR] = OP(cooc_scalar),
#endif
            [TROPIC_STRATEGY_CSR_PUSH] = OP(csr_push),
#endif
        },
#ifdef OP_COLUMNS
    .columns = OP(csc_columns),
#endif
#if OP_PULLS_ENTRIES
    .push_table = OP(push_table),
    .push_flags = OP(push_flags),
    .pull_listed = OP(pull_listed),
#endif
#if OP_VISITS_ONCE || OP_BUCKETS
    .settled = OP(is_settled),
#endif
#if OP_BUCKETS
    .key = OP(current_key),
    .add_held = OP(add_current),
#endif
};

#include "spmv/ops/op_end.h"

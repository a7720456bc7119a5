/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over some of the sources as estimates of the sums over all.
 */
#include "algorithms/betweenness/bc_sample.h"

#include "spmv/operands/operand.h"

void tp_bc_sample_weights(double *weights, tropic_index n, const tp_bc_sample *s)
{
    const double K = s->drawn, N = s->population;
    const double drawn = K > 1 ? (N - 1) / (K - 1) : 0, other = (N - 1) / K;
    const tropic_index first = s->drawn < s->listed ? s->drawn : s->listed;
    for (tropic_index v = 0; v < n; v++) weights[v] = s->all ? other : N / K;
    for (tropic_index k = 0; k < s->listed; k++) weights[s->list[k]] = k < first ? drawn : other;
}

tropic_status tp_bc_scale_sample(tp_run *run, double *centrality, const tp_bc_sample *s)
{
    const int arrays = run->arena.count;
    const size_t bytes = (size_t)run->n * sizeof(double);
    double *weights = tp_arena_array(&run->arena, run->n, sizeof *weights), *by;
    TP_TRY(tp_arena_check(&run->arena, "the scaling of a sample"));
    TP_TRY(tp_run_array(run, &by, run->n, sizeof *by, "the scaling of a sample"));
    tp_bc_sample_weights(weights, run->n, s);
    TP_TRY(run->backend->upload(run->context, by, weights, bytes));
    const tp_elementwise scale = {.kind = TP_COPY,
                                  .accum = tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64),
                                  .type = TROPIC_FP64,
                                  .result = TROPIC_FP64,
                                  .n = run->n,
                                  .mask = {.structure = true},
                                  .x = {.values = by},
                                  .w = centrality};
    TP_TRY(tp_elementwise_run(run->context, &scale));
    TP_TRY(run->backend->wait(run->context));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

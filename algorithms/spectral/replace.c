/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration for an eigenvector on the CPU, and sums of blocks.
 */
#include "algorithms/spectral/spectral.h"
#include "runtime/threads.h"

/* Blocks that a thread takes at a time: some microseconds. (Not measured.) */
#define BLOCKS_AT_ONCE 4

tropic_status tp_cpu_spectral_replace(tp_spectral_iteration *i)
{
    const tp_power *p = i->power;
    tp_spectral_progress *now = i->progress;
    tropic_vector *before = i->x, *next = i->next;
    if (i->adds)
        TP_TRY(
            tropic_ewise_multiply(next, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, p->type), next, before, NULL));
    now->iterations++;
    now->residual = 0;
    TP_TRY(tp_power_greatest(p, next, &now->greatest));
    if (now->greatest == 0) return TROPIC_OK;
    TP_TRY(tp_power_divide(p, next, now->greatest));
    TP_TRY(
        tropic_ewise_multiply(before, NULL, NULL, tropic_operator_builtin(TROPIC_MINUS, p->type), next, before, NULL));
    TP_TRY(tropic_apply(before, NULL, NULL, tropic_operator_builtin(TROPIC_ABS, p->type), before, NULL, NULL));
    TP_TRY(tp_power_greatest(p, before, &now->residual));
    i->x = next;
    i->next = before;
    return TROPIC_OK;
}

typedef struct summing {
    const void *values;
    bool single, squares;
    int64_t n;
    double greatest;
    double *sums;
} summing;

static void sum_some(const void *of, int64_t begin, int64_t end)
{
    const summing *s = of;
    for (int64_t b = begin; b < end; b++) {
        const int64_t first = b * TP_SPECTRAL_BLOCK;
        const int64_t last = s->n - first < TP_SPECTRAL_BLOCK ? s->n : first + TP_SPECTRAL_BLOCK;
        double sum = 0;
        for (int64_t i = first; i < last; i++) {
            const double value = s->single ? (double)((const float *)s->values)[i] : ((const double *)s->values)[i];
            const double part = value / s->greatest;
            sum += s->squares ? part * part : part;
        }
        s->sums[b] = sum;
    }
}

tropic_status tp_cpu_spectral_sum_blocks(const tp_power *p, const tropic_vector *x, double greatest, bool squares,
                                         double *sums)
{
    const int64_t n = p->run.n;
    const summing s = {x->values, p->type == TROPIC_FP32, squares, n, greatest, sums};
    tp_for(tp_team_for(p->run.context, n), (n + TP_SPECTRAL_BLOCK - 1) / TP_SPECTRAL_BLOCK, BLOCKS_AT_ONCE, sum_some,
           &s);
    return TROPIC_OK;
}

const tp_spectral_calls tp_cpu_spectral_calls = {TP_SPECTRAL_CALLS(TP_CALL_ROW, tp_cpu_spectral_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration for an eigenvector on the CPU.
 */
#include "algorithms/spectral/spectral.h"

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

const tp_spectral_calls tp_cpu_spectral_calls = {TP_SPECTRAL_CALLS(TP_CALL_ROW, tp_cpu_spectral_)};

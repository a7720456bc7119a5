/* SPDX-License-Identifier: Apache-2.0
 *
 * The message about a weight that an algorithm cannot take: the first such arc, by the file's ids.
 */
#include "algorithms/wrong_weight.h"
#include "formats/files/decimal.h"
#include "formats/matrix/facts/facts.h"

tropic_status tp_wrong_weight(const tp_run *run, double least, double most, const char *cause)
{
    const bool any = least == -INFINITY && most == INFINITY;
    const tropic_matrix *A = run->A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    TP_TRY(tropic_matrix_csr(A, run->context, &offsets, &ids, &values));
    for (tropic_index i = 0; i < A->rows; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) {
            const double value = tp_value_as_double(values, A->type, k);
            char weight[TP_DECIMAL_ROOM];
            if (!(any ? isnan(value) : value < least || value > most)) continue;
            tp_write_real(weight, value, A->type == TROPIC_FP32);
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "the weight %s from vertex %lld to %lld is %s",
                           weight, (long long)tropic_matrix_label(A, i), (long long)tropic_matrix_label(A, ids[k]),
                           cause);
        }
    return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a weight is %s", cause);
}

tropic_status tp_check_weights(const tp_run *run, const tropic_matrix_facts *facts, double least, double most)
{
    if (isnan(facts->min_value) || isnan(facts->max_value))
        return tp_wrong_weight(run, -INFINITY, INFINITY, "not a number");
    if (facts->count > 0 && facts->min_value < least)
        return tp_wrong_weight(run, least, INFINITY,
                               least > 0    ? "not positive"
                               : least == 0 ? "negative"
                                            : "minus infinity");
    return facts->max_value > most ? tp_wrong_weight(run, -INFINITY, most, "infinite") : TROPIC_OK;
}

tropic_status tp_check_lengths(const tp_run *run)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(tp_check_weights(run, facts, 0, INFINITY));
    if (run->A->loops.negatives > 0)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a loop of negative length was dropped");
    return TROPIC_OK;
}

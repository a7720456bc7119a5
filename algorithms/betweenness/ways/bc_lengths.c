/* SPDX-License-Identifier: Apache-2.0
 *
 * How lengths are compared: decimals of few digits exactly, as whole numbers, and other reals with a tolerance.
 */
#include "algorithms/betweenness/bc.h"
#include "formats/matrix/facts/facts.h"
#include "formats/matrix/forms/decimals.h"

#include <float.h>
#include <math.h>

/* Reals of the type have all whole numbers up to here. */
static double whole_max(tropic_type type)
{
    return ldexp(1, type == TROPIC_FP32 ? FLT_MANT_DIG : DBL_MANT_DIG);
}

/* That of a graph whose least length is given. */
static tp_tolerance default_tie(tropic_type type, double least)
{
    return (tp_tolerance){type == TROPIC_FP32 ? TROPIC_BC_TIE_FP32 : TROPIC_BC_TIE_FP64, least / 2};
}

/* Takes lengths that all are decimals of few digits as whole numbers, unless their sums are exact as they are. *found:
 * they are such decimals. */
static tropic_status take_decimals(tp_run *run, const tropic_matrix_facts *facts, const tp_bc *bc, bool *found)
{
    const tropic_matrix *scaled;
    int decimals;
    TP_TRY(tp_matrix_decimals(run->context, run->A, facts->max_value, run->n, &decimals));
    *found = decimals >= 0;
    if (!*found || (decimals == 0 && facts->max_value * run->n <= whole_max(run->A->type))) return TROPIC_OK;
    TP_TRY(tp_matrix_scaled(run->context, run->A, decimals, &scaled));
    TP_TRY(tp_run_replace(run, scaled));
    bc->report->scale = pow(10, decimals);
    return TROPIC_OK;
}

tropic_status tp_bc_lengths(tp_run *run, const tropic_bc_options *options, tp_bc *bc)
{
    const double tie = options->tie;
    const tropic_matrix_facts *facts;
    bool exact = !options->weighted || !tp_type_floating(run->A->type) || run->A->count == 0;
    if (!(tie < 1) || (tie < 0 && tie != TROPIC_BC_TIE_EXACT))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "tie %g is not from 0 to 1", tie);
    if (tie != 0 && !options->weighted)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a tie tolerance goes with weighted");
    bc->weighted = options->weighted;
    if (!exact && tie > 0) bc->tie = (tp_tolerance){tie, HUGE_VAL};
    if (!exact && tie <= 0) {
        TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
        TP_TRY(take_decimals(run, facts, bc, &exact));
        if (!exact && tie == 0) bc->tie = default_tie(run->A->type, facts->min_value);
    }
    bc->report->tie = bc->tie.relative;
    return TROPIC_OK;
}

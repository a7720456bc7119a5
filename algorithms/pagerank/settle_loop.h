/* SPDX-License-Identifier: Apache-2.0
 *
 * The iteration whose end is a pass over all vertices (settle.h): PageRank's, and others of that form.
 */
#ifndef TP_PAGERANK_SETTLE_LOOP_H
#define TP_PAGERANK_SETTLE_LOOP_H

#include "algorithms/pagerank/settle.h"
#include "algorithms/power.h"

TP_BEGIN_C

/* rank' = A' share + jump p + sunk s q, and share = damped rank', until the changes of all ranks add up to less than a
 * tolerance. */
typedef struct tp_settle_loop {
    const tp_power *power;
    const tropic_vector *share;
    void *sum;                 /* A' share */
    tp_pagerank_settle settle; /* the caller sets all but n, single, sum and record */
    double limit;              /* the loop ends early if changes add up to more, or to NaN */
    tp_pagerank_record last;   /* the caller sets the sunk of the first rank */
} tp_settle_loop;

/* Makes the arrays. */
tropic_status tp_settle_loop_make(tp_settle_loop *loop, tp_power *power);
/* found->residual: the sum of the changes. */
tropic_status tp_settle_loop_run(tp_settle_loop *loop, int32_t most, tp_power_found *found);

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees that are numbers of arcs, on a CPU: loops, and the correlation of the degrees at both ends of arcs.
 */
#ifndef TP_DEGREE_WHOLE_H
#define TP_DEGREE_WHOLE_H

#include "algorithms/run.h"

/* loops[v] = 1 if v has a loop, else 0. Lists are ascending. */
void tp_degree_find_loops(tropic_context *context, const tp_arcs *out, double *loops);

typedef struct tp_degree_ends {
    tp_arcs out, in;
    const double *tail, *head; /* degrees, whole numbers; the same array if `loops` */
    const double *loops;       /* each arc has its opposite, and these are loops; NULL: it may have none */
} tp_degree_ends;

/* *r = the correlation over all arcs; NaN: there is none. *fits = false, and nothing is done, if degrees differ by more
 * than 2^31 - 1. */
tropic_status tp_degree_correlate(tp_run *run, const tp_degree_ends *ends, bool *fits, double *r);

#endif

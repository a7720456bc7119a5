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
    double *tail; /* degrees, whole numbers */
    const double *head;
    double *loops; /* each arc has its opposite; NULL: it may have none */
} tp_degree_ends;

/* *r = the correlation over all arcs; NaN: there is none. *fits = false, and there is no result, if degrees differ by
 * more than 2^31 - 1. With `loops`, which are 0 before: loops[v] = 1 if v has one, which is added to `tail`, the same
 * array as `head`. */
tropic_status tp_degree_correlate(tp_run *run, const tp_degree_ends *ends, bool *fits, double *r);

#endif

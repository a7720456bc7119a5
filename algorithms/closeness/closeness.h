/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centrality: a run, and its two ways.
 *
 * By vertices: a search against the arcs from each vertex whose value is wanted tells all of it. By sources: each
 * search along the arcs adds to all vertices.
 */
#ifndef TP_CLOSENESS_INTERNAL_H
#define TP_CLOSENESS_INTERNAL_H

#include "algorithms/bfs/many_searches.h"
#include "algorithms/long_run.h"
#include "algorithms/run.h"

#include <tropic_closeness.h>

/* What the searches tell of a vertex. */
typedef struct tp_closeness_sums {
    double reached; /* other vertices that reach it */
    double sum;     /* of their distances */
    double inverse; /* of one by these, where they are not 0 */
} tp_closeness_sums;

typedef struct tp_closeness {
    tp_run *run;
    const tropic_closeness_options *options;
    tropic_closeness_report report;
    bool by_sources, drawn;
    bool exact;           /* with an error: all vertices are done sooner than as many sources as it takes */
    tropic_index *list;   /* host: the vertices, or sources */
    tropic_index count;   /* of the list */
    tp_identity identity; /* of A and the list as it was asked for */
    tropic_index done;    /* of them */
    double range;         /* with an error: 1 / d is at most that */
    double *value;        /* host, n places: the results */
} tp_closeness;

/* The value of a vertex, of `others` sources that are not itself. */
double tp_closeness_value(const tp_closeness *c, const tp_closeness_sums *sums, double others);

/* With an error that no `samples` limit: *exact = do so many sources take longer than a search from each vertex? By a
 * guess that is the same on all devices. */
tropic_status tp_closeness_choose_exact(tp_closeness *c, bool *exact);
/* Fills value, and `done`, if it is CANCELLED too. */
tropic_status tp_closeness_by_vertices(tp_closeness *c);
tropic_status tp_closeness_by_sources(tp_closeness *c);

/* The long run of c, without its calls and arrays; and its course: all at once, if nothing asks for chunks. */
tp_long_run tp_closeness_long_run(tp_closeness *c);
tropic_status tp_closeness_do(tp_closeness *c, tp_long_run *all);

/* -- by lengths (closeness_lengths.c) -- */

typedef struct tp_closeness_lengths tp_closeness_lengths;
/* Makes *lengths, of the run's arena. INVALID_ARGUMENT if a length is negative. */
tropic_status tp_closeness_lengths_begin(tp_closeness *c, tp_closeness_lengths **lengths);
/* What a search from a vertex tells of it: *sums. OVERFLOW if the sum does not fit. */
tropic_status tp_closeness_lengths_of(tp_closeness *c, tp_closeness_lengths *lengths, tropic_index vertex, double from,
                                      double part, tp_closeness_sums *sums);
/* What it adds to the others, and to `squares`, of 1 / d^2 or, unless the kind is HARMONIC, d^2 (NULL: not requested):
 * each has n places. *farthest = the greatest distance. */
tropic_status tp_closeness_lengths_add(tp_closeness *c, tp_closeness_lengths *lengths, tropic_index source, double from,
                                       double part, tp_closeness_sums *sums, double *squares, double *farthest);

/* -- the error of closeness from a sample (closeness_error.c) -- */

typedef struct tp_closeness_error tp_closeness_error;
/* Makes *error, of the run's arena. INVALID_ARGUMENT if distances have no bound. */
tropic_status tp_closeness_error_begin(tp_closeness *c, tp_closeness_error **error);
/* The sources that are done, of which no vertex is farther from number k than farthest[k]. times: the bounds are those
 * of so many times as many, if these are like them. */
void tp_closeness_error_look(tp_closeness_error *error, tropic_index done, double times, int32_t look,
                             const double *farthest);
/* A bound of the error of v's closeness, by the sums of its distances and of their squares. */
double tp_closeness_error_of(const tp_closeness_error *error, tropic_index v, double sum, double squares);
/* Of the other vertices, the part that reaches v. */
double tp_closeness_error_part(const tp_closeness_error *error, tropic_index v);

#endif

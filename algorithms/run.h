/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of every algorithm around its loop: check the arguments, bring the matrix to the device, keep its working
 * arrays, fill the report.
 */
#ifndef TP_RUN_H
#define TP_RUN_H

#include "algorithms/arena.h"
#include "algorithms/search/search.h"
#include "formats/matrix/matrix.h"
#include "formats/vector/vector.h"
#include "spmv/ops/state.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

typedef struct tp_run {
    tropic_context *context;
    const tp_backend *backend;
    const tropic_matrix *A; /* with `values`: as tp_matrix_weights has it */
    tropic_index n;
    tropic_strategy strategy;                 /* as requested */
    tropic_run_options limits;                /* where to end early, and the queue; all zero in BC */
    tropic_strategy pull, pull_out;           /* how a step pulls from `in` and from `out`, if it must pull */
    tp_arcs in, out;                          /* A by column and by row: arcs into and out of a vertex */
    tp_arena arena;                           /* the working arrays */
    tropic_run_report report, *caller_report; /* the caller's may be NULL */
    double started;
    size_t before;  /* working memory when the run began: the caller's vectors */
    size_t peak;    /* of working memory until then, if this run is within another */
    bool partial;   /* the run was cancelled, but has a result */
    double earlier; /* seconds of the algorithm before run_seconds' clock was started */
} tp_run;

/* A run in a context, which fills `report` (NULL: none) at its end. */
tp_run tp_run_in(tropic_context *context, tropic_run_report *report);
/* For an algorithm whose steps run on the device: checks the report's size, A (square) and the strategy, brings A's
 * arcs to the device (with `values`, for an algorithm that looks at them) and starts the clocks. tp_run_end is called
 * also after a failure. */
tropic_status tp_run_begin(tp_run *run, const tropic_matrix *A, tropic_strategy strategy, bool values);
/* For one that works on the host, whatever the device is, and needs so many bytes a vertex there, which this checks: no
 * arcs are copied; it asks for them by tp_run_host_arcs. */
tropic_status tp_run_begin_host(tp_run *run, const tropic_matrix *A, size_t bytes);
/* A's arcs by row, or by column, in host memory. */
tropic_status tp_run_host_arcs(tp_run *run, bool by_row, tp_arcs *arcs);
/* Makes A, which has the places of entries that the run's matrix has, the run's matrix, with its values. */
tropic_status tp_run_replace(tp_run *run, const tropic_matrix *A);
/* Arcs into and out of a vertex change places: searches then go against arcs. */
void tp_run_reverse(tp_run *run);
/* Starts the clock of run_seconds anew, when arrays are made and the algorithm begins. */
tropic_status tp_run_start(tp_run *run);
/* Waits for the last step and stops the clocks: nothing fails after it but a copy into a view. */
tropic_status tp_run_stop(tp_run *run);
/* Frees the arrays; where status is OK fills the caller's report. Returns status. */
tropic_status tp_run_end(tp_run *run, tropic_status status);

/* Before working arrays are made: OUT_OF_MEMORY if they are in host memory and so many bytes a vertex are not available
 * (tp_need_memory). */
tropic_status tp_run_need_memory(tp_run *run, size_t bytes);
/* The same of so many bytes in all. */
tropic_status tp_run_need_bytes(tp_run *run, size_t bytes);
/* A working array of `count` elements in memory of the backend, kept until tp_run_end; tp_arena_array(&run->arena, ...)
 * is its sister in host memory. */
tropic_status tp_run_array(tp_run *run, void *pointer, int64_t count, size_t size, const char *what);
/* Lowers *count to as many as memory suffices for, at `each` bytes a vertex and unit. OUT_OF_MEMORY, with `what`, if it
 * suffices for none. */
tropic_status tp_run_fit(tp_run *run, tropic_index *count, size_t each, const char *what);
/* Is A symmetric, so that arcs into a vertex are those out of it? */
bool tp_run_symmetric(const tp_run *run);
/* Frees an array of the backend before the end. */
void tp_run_release(tp_run *run, void *array);
/* Hands arrays of n values to result vectors, of which `other` may be NULL. */
tropic_status tp_run_results(tp_run *run, tropic_vector *v, void *array, tropic_vector *other, void *other_array);

/* Makes a step, and counts it under phase `phase` of the report. */
tropic_status tp_run_step(tp_run *run, int phase, const char *name, const tp_step *step);
/* The same for a traversal; also counts the vertices and arcs that it reached. */
tropic_status tp_run_traverse(tp_run *run, int phase, const char *name, tp_traversal *traversal);

/* Progress: the next work is `part` of the whole call, of which `from` (0 to 1) is done. */
void tp_run_part(tp_run *run, double from, double part);

/* array[i] = value */
tropic_status tp_run_put(tp_run *run, void *array, tropic_type type, tropic_index i, const void *value);

/* INDEX_OUT_OF_RANGE unless 0 <= source < n. */
tropic_status tp_run_check_source(tp_run *run, tropic_index source);
/* The same for each of at least one source; INVALID_ARGUMENT if there is none. */
tropic_status tp_run_check_sources(tp_run *run, const tropic_index *sources, tropic_index count);
/* INDEX_OUT_OF_RANGE unless all of a list are vertices, INVALID_ARGUMENT if one is listed twice; `what`: one's name. */
tropic_status tp_run_check_list(tp_run *run, const char *what, const tropic_index *list, tropic_index count);
/* Checks targets, depth and queue, and keeps them in run->limits. Status: INVALID_ARGUMENT,
 * INDEX_OUT_OF_RANGE. */
tropic_status tp_run_limit(tp_run *run, const tropic_run_options *options);

TP_END_C
#endif

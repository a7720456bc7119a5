/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --layout: an iteration of a force-directed layout, from random places and where a layout ends, and the
 * whole of it.
 */
#include "bench/bench.h"

#include <inttypes.h>
#include <stdio.h>

/* Iterations of a run from random places. Runs, whose median counts. */
#define ITERATIONS 32
#define RUNS 5
/* More vertices are not laid out between all pairs. */
#define PAIRS_MAX 16384
/* Vertices whose distances to all others stress is of. */
#define STRESS_SOURCES 16

typedef struct work {
    const bench_place *place;
    const bench_input *input;
    const tropic_matrix *A;
    tropic_vector *x, *y;
    uint64_t seed;
} work;

static tropic_layout_report run(const work *w, const tropic_layout_options *options)
{
    tropic_layout_report report = {.size = sizeof report};
    bench_check(tropic_layout(w->x, w->y, NULL, w->A, options, &report), w->place->context, "layout");
    return report;
}

static void put_row(const work *w, const tropic_layout_report *r, const char *start, double median, double spread)
{
    printf("%-20s %10d %11" PRId64 " %-5s %-10s %-8s %10.4f %4.0f %% %6" PRId64 " %10.1f", w->input->name,
           tropic_matrix_rows(w->A), tropic_matrix_count(w->A), w->place->word,
           r->method == TROPIC_LAYOUT_EXACT ? "exact" : "barnes-hut", start, 1e3 * median, 100 * spread, r->finest,
           1e3 * r->seconds);
}

/* Iterations of the largest component alone, from random places. */
typedef struct iterations {
    const work *w;
    tropic_layout_options options;
    tropic_layout_report report;
} iterations;

static double seconds_of(const tropic_layout_report *r)
{
    return r->finest > 0 ? r->finest_seconds / (double)r->finest : 0;
}

static double iterate(void *data)
{
    iterations *i = data;
    i->report = run(i->w, &i->options);
    return seconds_of(&i->report);
}

static void time_iterations(const work *w, tropic_layout_method method)
{
    static const bench_rounds rounds = {.least = RUNS, .most = RUNS};
    iterations i = {.w = w,
                    .options = {.size = sizeof i.options,
                                .method = method,
                                .seed = w->seed,
                                .iterations = ITERATIONS,
                                .tolerance = 1e-12,
                                .levels = 1}};
    bench_times t;
    iterate(&i); /* warm */
    bench_time(&rounds, &(bench_side){iterate, &i}, 1, &t);
    put_row(w, &i.report, "random", t.median, bench_range(&t) / 2);
    printf("\n");
    bench_flush();
}

static void time_layout(const work *w)
{
    const tropic_layout_options options = {.size = sizeof options, .seed = w->seed};
    const tropic_layout_report report = run(w, &options);
    tropic_layout_quality quality = {.size = sizeof quality};
    bench_check(tropic_layout_measure(&quality, w->A, w->x, w->y, NULL, STRESS_SOURCES, w->seed), w->place->context,
                "stress");
    put_row(w, &report, "laid out", seconds_of(&report), 0);
    printf("  stress %.4f, %d graphs, %.0f B/vertex\n", quality.stress, report.levels,
           (double)report.memory / tropic_matrix_rows(w->A));
    bench_flush();
}

static void begin(bench_session *s, const bench_place *place)
{
    (void)s, (void)place;
    printf("%-20s %10s %11s %-5s %-10s %-8s %10s %6s %6s %10s\n", "graph", "vertices", "entries", "where", "method",
           "start", "ms/iter", "+-", "iters", "whole ms");
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    tropic_matrix *A = bench_input_undirected(in, place->context);
    const tropic_index n = tropic_matrix_rows(A);
    work w = {.place = place,
              .input = in,
              .A = A,
              .x = bench_vector(place->context, TROPIC_FP32, n),
              .y = bench_vector(place->context, TROPIC_FP32, n),
              .seed = s->set.seed};
    if (n <= PAIRS_MAX) time_iterations(&w, TROPIC_LAYOUT_EXACT);
    time_iterations(&w, TROPIC_LAYOUT_BARNES_HUT);
    time_layout(&w);
    tropic_vector_free(&w.x);
    tropic_vector_free(&w.y);
    tropic_matrix_free(&A);
}

const bench_mode bench_layout = {.name = "layout",
                                 .help = "iterations of force-directed layouts",
                                 .options = "graphs",
                                 .graphs = "kron:13:7,mesh:100,mesh:316",
                                 .begin = begin,
                                 .graph = time_graph};

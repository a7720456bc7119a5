/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --layout: an iteration of a force-directed layout, from random places and where a layout ends, and the
 * whole of it.
 */
#include "bench/layout.h"

#include "bench/bench.h"
#include "bench/common.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void put_row(const work *w, const tropic_layout_report *r, const char *start, double median, double spread)
{
    printf("%-20s %10d %11" PRId64 " %-5s %-10s %-8s %10.4f %4.0f %% %6" PRId64 " %10.1f", w->input->name,
           tropic_matrix_rows(w->A), tropic_matrix_count(w->A), w->place->word,
           r->method == TROPIC_LAYOUT_EXACT ? "exact" : "barnes-hut", start, 1e3 * median, 100 * spread, r->finest,
           1e3 * r->seconds);
}

/* Iterations of the largest component alone, from random places. */
static void time_iterations(const work *w, tropic_layout_method method)
{
    const tropic_layout_options options = {.size = sizeof options,
                                           .method = method,
                                           .seed = w->seed,
                                           .iterations = ITERATIONS,
                                           .tolerance = 1e-12,
                                           .levels = 1};
    tropic_layout_report report = run(w, &options); /* warm */
    double seconds[RUNS];
    for (int k = 0; k < RUNS; k++) {
        report = run(w, &options);
        seconds[k] = report.finest > 0 ? report.finest_seconds / (double)report.finest : 0;
    }
    qsort(seconds, RUNS, sizeof *seconds, ascending);
    put_row(w, &report, "random", seconds[RUNS / 2], (seconds[RUNS - 1] - seconds[0]) / 2 / seconds[RUNS / 2]);
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
    put_row(w, &report, "laid out", report.finest > 0 ? report.finest_seconds / (double)report.finest : 0, 0);
    printf("  stress %.4f, %d graphs, %.0f B/vertex\n", quality.stress, report.levels,
           (double)report.memory / tropic_matrix_rows(w->A));
    bench_flush();
}

static void time_graph(const bench_place *place, tropic_context *cpu, const char *text, uint64_t seed)
{
    bench_input in;
    work w = {.place = place, .input = &in, .seed = seed};
    tropic_matrix *A;
    bench_input_open(&in, cpu, text, seed);
    w.A = A = bench_input_undirected(&in, place->context);
    bench_check(tropic_vector_create(&w.x, place->context, TROPIC_FP32, tropic_matrix_rows(A)), place->context,
                "places");
    bench_check(tropic_vector_create(&w.y, place->context, TROPIC_FP32, tropic_matrix_rows(A)), place->context,
                "places");
    if (tropic_matrix_rows(A) <= PAIRS_MAX) time_iterations(&w, TROPIC_LAYOUT_EXACT);
    time_iterations(&w, TROPIC_LAYOUT_BARNES_HUT);
    time_layout(&w);
    tropic_vector_free(&w.x);
    tropic_vector_free(&w.y);
    tropic_matrix_free(&A);
    bench_input_close(&in);
}

void bench_layout(const bench_place *place, tropic_context *cpu, const char *graphs, uint64_t seed)
{
    char text[BENCH_TEXT];
    printf("%-20s %10s %11s %-5s %-10s %-8s %10s %6s %6s %10s\n", "graph", "vertices", "entries", "where", "method",
           "start", "ms/iter", "+-", "iters", "whole ms");
    while (bench_next_word(&graphs, text, sizeof text)) time_graph(place, cpu, text, seed);
}

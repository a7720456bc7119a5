/* SPDX-License-Identifier: Apache-2.0
 *
 * One row: a matrix that nothing has used, a first run, a warm-up, a run from each source (of a batch, runs from the
 * same sources). The checks of all answers come last, so that nothing else goes through the caches in between.
 */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a batch: as many as there are of single searches by default. */
#define BATCH_RUNS 9
/* Of many sources, which take long together. */
#define MANY_RUNS 3
#define TERA 1e12

/* The result from one source, or from the last one of a batch. */
typedef struct answer {
    void *result;         /* NULL: it is not kept */
    tropic_index *parent; /* NULL: not asked for */
} answer;

typedef struct runs {
    const bench_point *point;
    tropic_matrix *A;
    int count; /* of runs */
    bench_result result;
    bench_tally *tallies; /* by run */
    answer *answers;      /* kept to be checked */
    bool checked;
    double *seconds;
    double bytes, arcs; /* of all timed runs */
    size_t memory;      /* the most */
} runs;

bench_row bench_row_of(const bench_point *point, const char *who)
{
    return (bench_row){.point = point,
                       .who = who,
                       .time = {0, NAN, NAN, NAN, NAN, NAN},
                       .build = NAN,
                       .first = NAN,
                       .arcs = NAN,
                       .bytes = NAN,
                       .memory = NAN};
}

static tropic_vector *make_vector(const bench_point *point, tropic_type type)
{
    tropic_context *context = point->place->context;
    const tropic_index columns = point->algorithm->batch ? bench_width(point) : 1;
    tropic_vector *v = NULL;
    bench_check(tropic_vector_create_block(&v, context, type, point->input->n, columns), context, "a result");
    return v;
}

static void *fetch(const bench_point *point, const tropic_vector *v)
{
    void *values;
    if (!v) return NULL;
    values = bench_reserve((size_t)tropic_vector_size(v) * tropic_type_size(tropic_vector_type(v)));
    bench_check(tropic_vector_get_dense(v, values, NULL), point->place->context, "a result");
    return values;
}

/* Does each run have the same sources? */
static bool together(const bench_point *point)
{
    return point->algorithm->batch || point->algorithm->many;
}

static void run_one(runs *r, int k, tropic_run_report *report)
{
    const bench_point *p = r->point;
    r->result.tally = &r->tallies[k];
    bench_run(p, r->A, p->input->sources + (together(p) ? 0 : k), &r->result, report);
}

/* Seconds of the first run that are not the algorithm's: converting, uploading, choosing, compiling. */
static double run_first(runs *r)
{
    const double start = bench_now();
    tropic_run_report report;
    run_one(r, 0, &report);
    return bench_now() - start - report.run_seconds;
}

static void run_all(runs *r)
{
    const bench_point *p = r->point;
    tropic_run_report report;
    run_one(r, 0, &report); /* warm-up */
    for (int k = 0; k < r->count; k++) {
        run_one(r, k, &report);
        r->seconds[k] = report.run_seconds;
        r->arcs += (double)report.reached_arcs;
        r->bytes += bench_bytes(p, &report);
        if (report.memory > r->memory) r->memory = report.memory;
        if (r->checked && (!together(p) || k + 1 == r->count))
            r->answers[k] = (answer){fetch(p, r->result.values), fetch(p, r->result.parents)};
    }
}

static void check_many(const runs *r, const bench_arcs *arcs, bench_row *row)
{
    const bench_input *in = r->point->input;
    char sentence[BENCH_SENTENCE];
    row->checked = r->count;
    if (r->point->algorithm->check_many(arcs, in->sources, bench_width(r->point), r->answers[r->count - 1].result,
                                        sentence))
        return;
    row->checked = 0;
    row->wrong = true;
    snprintf(row->note, sizeof row->note, "DIFFERS: %s", sentence);
}

static void check_all(const runs *r, bench_row *row)
{
    const bench_input *in = r->point->input;
    bench_arcs arcs;
    bench_arcs_of(&arcs, r->A, r->point->place->context);
    if (r->point->algorithm->check_many) {
        check_many(r, &arcs, row);
        return;
    }
    if (r->point->algorithm->many) {
        bench_check_sum(row, r->A, r->answers[r->count - 1].result, r->count);
        return;
    }
    if (r->point->algorithm->batch) {
        bench_check_batch(row, r->A, &arcs, r->answers[r->count - 1].result, r->tallies, r->count);
        return;
    }
    for (tropic_index k = 0; k < in->source_count; k++) {
        const answer *a = &r->answers[k];
        const bench_answer answer = {.source = in->sources[k],
                                     .type = tropic_vector_type(r->result.values),
                                     .values = a->result,
                                     .parents = a->parent,
                                     .reached = in->directed ? -1 : in->component};
        char sentence[BENCH_SENTENCE];
        bool beyond, right = r->point->algorithm->check(&arcs, &answer, &beyond, sentence);
        if (beyond) continue;
        row->checked += right;
        if (right || row->wrong) continue;
        row->wrong = true;
        snprintf(row->note, sizeof row->note, "DIFFERS, from source %d: %s", in->sources[k], sentence);
    }
}

static void put_note(bench_row *row)
{
    if (row->wrong) return;
    if (row->point->algorithm->many)
        snprintf(row->note, sizeof row->note, "%s: %d sources, %.4f ms each",
                 !row->checked                       ? "unchecked"
                 : row->point->algorithm->check_many ? "checked"
                                                     : "sum checked",
                 bench_width(row->point), 1e3 * row->time.median / bench_width(row->point));
    else if (row->point->algorithm->batch)
        snprintf(row->note, sizeof row->note, "%s: %d sources, %.3g T entries x sources/s",
                 row->checked ? "checked" : "unchecked", bench_width(row->point), row->arcs / row->time.median / TERA);
    else
        snprintf(row->note, sizeof row->note, "%s%s", row->checked ? "checked" : "unchecked",
                 row->checked && row->checked < row->time.count
                     ? ", but from sources with more paths than a double counts"
                     : "");
}

bench_row bench_measure(const bench_point *point, tropic_offset check_limit)
{
    const bench_input *in = point->input;
    const bench_algorithm *algorithm = point->algorithm;
    const int count = algorithm->many ? MANY_RUNS : algorithm->batch ? BATCH_RUNS : in->source_count;
    const size_t runs_size = (size_t)count;
    const bool by_strategy = point->method == TROPIC_BC_AUTO || point->strategy != TROPIC_STRATEGY_AUTO;
    bench_row row =
        bench_row_of(point, by_strategy ? tropic_strategy_name(point->strategy) : tropic_bc_method_name(point->method));
    runs r = {.point = point,
              .A = bench_input_matrix(in, point->place->context, point->weights, &row.build),
              .count = count,
              .tallies = bench_reserve(runs_size * sizeof *r.tallies),
              .answers = bench_reserve(runs_size * sizeof *r.answers),
              .seconds = bench_reserve(runs_size * sizeof *r.seconds)};
    memset(r.tallies, 0, runs_size * sizeof *r.tallies);
    memset(r.answers, 0, runs_size * sizeof *r.answers);
    if (algorithm->negative) bench_input_negate(in, point->place->context, r.A);
    if (algorithm->kept) r.A = bench_input_keep(in, point->place->context, r.A, algorithm->kept);
    if (algorithm->type) r.result.values = make_vector(point, bench_result_type(point));
    if (algorithm->parents) r.result.parents = make_vector(point, TROPIC_INT32);
    row.entries = tropic_matrix_count(r.A);
    r.checked = row.entries <= check_limit;
    row.first = run_first(&r);
    run_all(&r);
    row.time = bench_times_of(r.seconds, count);
    row.arcs = r.arcs / count;
    row.bytes = r.bytes / count;
    row.memory = (double)r.memory;
    if (r.checked) check_all(&r, &row);
    put_note(&row);
    for (int k = 0; k < count; k++) {
        free(r.answers[k].result);
        free(r.answers[k].parent);
    }
    free(r.tallies);
    free(r.answers);
    free(r.seconds);
    tropic_vector_free(&r.result.values);
    tropic_vector_free(&r.result.parents);
    tropic_matrix_free(&r.A);
    return row;
}

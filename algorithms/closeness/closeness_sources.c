/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness of all vertices by searches along the arcs from some: each adds to all.
 */
#include "algorithms/closeness/closeness.h"
#include "algorithms/sample_error.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

typedef struct by_sources {
    tp_closeness *c;
    tp_batch batch;
    tp_tally tally; /* backend */
    tp_closeness_lengths *lengths;
    void *sums; /* host: tp_closeness_sums by vertex, by lengths; else the tally's three arrays, one after another */
    double *squares;           /* host; NULL: not requested */
    tp_closeness_error *error; /* of closeness; NULL: not requested */
    double *farthest;          /* then, by source: no vertex is farther from it */
    /* By lengths, host: the same while sources are added. */
    tp_closeness_sums *adding;
    double *adding_squares;
    tp_search_found found[TROPIC_BFS_BATCH]; /* of a batch, for `farthest` */
} by_sources;

static tp_closeness_sums sums_of(const by_sources *s, tropic_index v)
{
    const int64_t n = s->c->run->n, *reached = s->sums;
    if (s->c->options->weighted) return ((const tp_closeness_sums *)s->sums)[v];
    return (tp_closeness_sums){(double)reached[v], (double)reached[n + v], ((const double *)s->sums)[2 * n + v]};
}

static tropic_status begin(void *of, tropic_index *step)
{
    by_sources *s = of;
    tp_closeness *c = s->c;
    tp_run *run = c->run;
    const int64_t zero = 0, n = run->n;
    int64_t *block;
    *step = 1;
    if (c->options->weighted) {
        s->adding = tp_arena_zeros(&run->arena, n, sizeof *s->adding);
        if (s->squares) s->adding_squares = tp_arena_zeros(&run->arena, n, sizeof *s->squares);
        TP_TRY(tp_arena_check(&run->arena, "the sums"));
        return tp_closeness_lengths_begin(c, &s->lengths);
    }
    *step = TROPIC_BFS_BATCH;
    if (c->options->outgoing) tp_run_reverse(run);
    TP_TRY(tp_run_array(run, &block, 3 * n, sizeof *block, "the sums"));
    TP_TRY(run->backend->fill(run->context, block, TROPIC_INT64, &zero, 3 * n));
    s->tally.reached = block;
    s->tally.sums = block + n;
    s->tally.inverse = (double *)(block + 2 * n);
    s->tally.squared_distance = s->error != NULL;
    if (s->error) s->batch.all_found = s->found;
    if (s->squares) {
        TP_TRY(tp_run_array(run, &s->tally.squares, n, sizeof *s->tally.squares, "squares"));
        TP_TRY(run->backend->fill(run->context, s->tally.squares, TROPIC_INT64, &zero, n));
    }
    s->batch.sources = c->list;
    s->batch.count = c->count;
    s->batch.tally = &s->tally;
    run->report.phase[0].name = "search";
    return tp_batch_begin(run, &s->batch);
}

static tropic_status take(void *of, tropic_index first, tropic_index count)
{
    by_sources *s = of;
    tp_closeness *c = s->c;
    tp_batch *b = &s->batch;
    const double all = c->count;
    double farthest;
    tropic_index some;
    for (tropic_index done = 0; done < count; done += some) {
        const tropic_index at = first + done;
        some = count - done < TROPIC_BFS_BATCH ? count - done : TROPIC_BFS_BATCH;
        if (s->lengths) {
            some = 1;
            TP_TRY(tp_closeness_lengths_add(c, s->lengths, c->list[at], at / all, 1 / all, s->adding, s->adding_squares,
                                            s->error ? &s->farthest[at] : &farthest));
            continue;
        }
        b->first = at;
        b->width = some;
        tp_run_part(c->run, at / all, some / all);
        if (s->error) memset(s->found, 0, sizeof s->found);
        TP_TRY(tp_batch_search(c->run, b));
        for (tropic_index k = 0; s->error && k < some; k++) s->farthest[at + k] = (double)(s->found[k].levels - 1);
        c->run->report.reached = c->run->report.settled = b->reached[at + some - 1];
    }
    return TROPIC_OK;
}

static tropic_status fetch(void *of)
{
    const by_sources *s = of;
    tp_run *run = s->c->run;
    const size_t bytes = (size_t)run->n * sizeof(tp_closeness_sums), squares = (size_t)run->n * sizeof *s->squares;
    if (s->lengths) {
        memcpy(s->sums, s->adding, bytes);
        if (s->squares) memcpy(s->squares, s->adding_squares, squares);
        return TROPIC_OK;
    }
    TP_TRY(run->backend->download(run->context, s->sums, s->tally.reached, bytes));
    return s->squares ? run->backend->download(run->context, s->squares, s->tally.squares, squares) : TROPIC_OK;
}

static tropic_status put_back(void *of)
{
    const by_sources *s = of;
    tp_run *run = s->c->run;
    const size_t bytes = (size_t)run->n * sizeof(tp_closeness_sums), squares = (size_t)run->n * sizeof *s->squares;
    if (s->lengths) {
        memcpy(s->adding, s->sums, bytes);
        if (s->squares) memcpy(s->adding_squares, s->squares, squares);
        return TROPIC_OK;
    }
    if (!s->tally.reached) return TROPIC_OK; /* nothing was begun */
    TP_TRY(run->backend->upload(run->context, s->tally.reached, s->sums, bytes));
    return s->squares ? run->backend->upload(run->context, s->tally.squares, s->squares, squares) : TROPIC_OK;
}

/* The means of x = 1 / (d range), between 0 and 1. A vertex that was drawn has one source less. */
static tp_sample_means means_of(const tp_closeness *c, tropic_index drawn, int32_t number)
{
    return (tp_sample_means){.means = c->run->n,
                             .population = (double)c->run->n - 1,
                             .drawn = (double)drawn - 1,
                             .confidence = c->options->confidence,
                             .look = number};
}

/* The error of closeness by the sources that are done; times, as tp_closeness_error_look has it. */
static double closeness_error(const by_sources *s, tropic_index done, double times, int32_t number)
{
    double largest = 0;
    tp_closeness_error_look(s->error, done, times, number, s->farthest);
    for (tropic_index v = 0; v < s->c->run->n; v++) {
        const double error = tp_closeness_error_of(s->error, v, sums_of(s, v).sum, s->squares[v]);
        if (!(error <= largest)) largest = error;
    }
    return largest / s->c->range;
}

static bool look(void *of, tropic_index done, int32_t number)
{
    const by_sources *s = of;
    tp_closeness *c = s->c;
    if (s->error) {
        c->report.error = closeness_error(s, done, 1, number);
        return c->report.error <= c->options->error;
    }
    const tp_sample_means means = means_of(c, done, number);
    const double K = done;
    double largest = 0;
    for (tropic_index v = 0; v < c->run->n; v++) {
        const double sum = sums_of(s, v).inverse;
        const double other = tp_sample_variance(sum, s->squares[v], K);
        const double drawn = K > 1 ? tp_sample_variance(sum, s->squares[v], K - 1) : 0;
        if (!(other <= largest)) largest = other;
        if (!(drawn <= largest)) largest = drawn;
    }
    c->report.error = tp_sample_error(&means, sqrt(largest) / c->range);
    return c->report.error <= c->options->error;
}

/* Can so many meet the error? */
static tropic_status check_error(const tp_closeness *c, tropic_index most)
{
    const tp_sample_means means = means_of(c, most, 1);
    const double error = c->options->error, least = tp_sample_error(&means, 0);
    if (least <= error) return TROPIC_OK;
    if (least < 1)
        return tp_fail(c->run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met by %d of %d sources: by so many, %.3g can", error, most, c->run->n,
                       least);
    return tp_fail(c->run->context, TROPIC_INVALID_ARGUMENT,
                   "error %g cannot be met: %d of %d sources are too few for any bound, draw more", error, most,
                   c->run->n);
}

/* The values, by the sources that are done. */
static tropic_status fill_values(const by_sources *s)
{
    tp_closeness *c = s->c;
    const int arrays = c->run->arena.count;
    bool *taken = tp_arena_zeros(&c->run->arena, c->run->n, sizeof *taken);
    TP_TRY(tp_arena_check(&c->run->arena, "the sources"));
    for (tropic_index k = 0; k < c->done; k++) taken[c->list[k]] = true;
    for (tropic_index v = 0; v < c->run->n; v++) {
        const tp_closeness_sums sums = sums_of(s, v);
        c->value[v] = tp_closeness_value(c, &sums, (double)c->done - taken[v]);
        if (s->error && c->options->kind == TROPIC_CLOSENESS_IMPROVED && sums.sum > 0)
            c->value[v] = sums.reached / sums.sum * tp_closeness_error_part(s->error, v);
    }
    tp_arena_release_since(&c->run->arena, arrays);
    return TROPIC_OK;
}

static tropic_status make_sums(by_sources *s)
{
    tp_closeness *c = s->c;
    tp_arena *arena = &c->run->arena;
    s->sums = tp_arena_zeros(arena, c->run->n, sizeof(tp_closeness_sums));
    if (c->options->error > 0) s->squares = tp_arena_zeros(arena, c->run->n, sizeof *s->squares);
    if (c->options->error > 0 && c->options->kind != TROPIC_CLOSENESS_HARMONIC) {
        s->farthest = tp_arena_zeros(arena, c->count, sizeof *s->farthest);
        TP_TRY(tp_closeness_error_begin(c, &s->error));
    }
    return tp_arena_check(arena, "the sums");
}

/* *error = that of so many sources, by what the first 64 tell. */
static tropic_status guess_error(by_sources *s, tropic_index sources, int32_t number, double *error)
{
    const tropic_index first = TROPIC_BFS_BATCH;
    const bool reversed = s->c->options->outgoing;
    tropic_index step;
    tropic_status status = begin(s, &step);
    if (status == TROPIC_OK) status = take(s, 0, first);
    if (status == TROPIC_OK) status = fetch(s);
    tp_batch_end(s->c->run, &s->batch);
    if (status != TROPIC_OK) return status;
    if (reversed) tp_run_reverse(s->c->run);
    *error = closeness_error(s, first, (double)sources / first, number);
    return TROPIC_OK;
}

/* Has the error of some sources a bound? */
static tropic_status is_bounded(const tp_closeness *c, bool *bounded)
{
    const bool weighted = c->options->weighted, harmonic = c->options->kind == TROPIC_CLOSENESS_HARMONIC;
    const tropic_matrix_facts *facts;
    TP_TRY(tp_matrix_facts(c->run->context, c->run->A, &facts));
    *bounded = harmonic || (weighted ? facts->symmetric : facts->symmetric_pattern);
    if (weighted && facts->count > 0 && facts->min_value == 0) *bounded = false;
    if (weighted && !harmonic && isinf(facts->max_value)) *bounded = false;
    return TROPIC_OK;
}

tropic_status tp_closeness_choose_exact(tp_closeness *c, bool *exact)
{
    tp_run *run = c->run;
    const bool light = !c->options->weighted && (int64_t)run->n + run->out.count < TP_SEARCHES_CPU_MAX;
    const int arrays = run->arena.count;
    int32_t number;
    /* The most that take no longer than all vertices. */
    const tropic_index most = tp_long_run_look_before(run->n / (light ? TP_CLOSENESS_SOURCE : 1), &number);
    by_sources s = {.c = c};
    tropic_status status = TROPIC_OK;
    double error = HUGE_VAL;
    bool bounded;
    TP_TRY(is_bounded(c, &bounded));
    /* (Where there is no bound, these are too few for even numbers between 0 and 1: all vertices are few.) */
    if (c->options->kind == TROPIC_CLOSENESS_HARMONIC || !bounded) {
        const tp_sample_means means = means_of(c, most, number);
        *exact = most == 0 || tp_sample_error(&means, 0) > c->options->error;
        return TROPIC_OK;
    }
    TP_TRY(make_sums(&s));
    if (most > 0) status = guess_error(&s, most, number, &error);
    tp_arena_release_since(&run->arena, arrays);
    *exact = error > c->options->error;
    return status;
}

tropic_status tp_closeness_by_sources(tp_closeness *c)
{
    const tropic_closeness_options *o = c->options;
    by_sources s = {.c = c};
    tp_long_run all = tp_closeness_long_run(c);
    tropic_status status;
    TP_TRY(make_sums(&s));
    all.of = &s;
    all.begin = begin;
    all.take = take;
    all.fetch = fetch;
    all.put_back = put_back;
    all.look = look;
    all.looks = o->error > 0;
    if (o->error > 0 && o->samples > 0 && o->samples < c->count) all.most = o->samples;
    if (o->error > 0 && !s.error) TP_TRY(check_error(c, all.most));
    all.progress.part[0] = (tp_checkpoint_part){s.sums, c->run->n, sizeof(tp_closeness_sums), false};
    all.progress.part[1] = (tp_checkpoint_part){s.squares, c->run->n, sizeof *s.squares, false};
    all.progress.part[2] = (tp_checkpoint_part){s.farthest, 0, sizeof *s.farthest, true};
    status = tp_closeness_do(c, &all);
    tp_batch_end(c->run, &s.batch);
    if (status == TROPIC_OK || (status == TROPIC_CANCELLED && o->partial)) TP_TRY(fill_values(&s));
    return status;
}

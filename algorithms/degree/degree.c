/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees, their sums of weights, and degree assortativity.
 */
#include "algorithms/degree/whole.h"
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"
#include "algorithms/power.h"
#include "algorithms/wrong_weight.h"

#include <tropic_degree.h>
#include <math.h>
#include <string.h>

/* Of a vertex: degrees in and out, loops with flags, the result; ones, sums and a diagonal with flags; and for
 * assortativity numbers of arcs in and out, degrees of heads, and a sum. */
#define BYTES (7 * sizeof(double) + 2)
#define ASSORTATIVITY_BYTES (4 * sizeof(double))
/* Parts of the progress: about, where all are needed. Not measured. */
#define OPPOSITES_PART 0.4
#define DEGREES_PART 0.2
/* Terms that are added up first, before these sums are. */
#define SUM_BLOCK 1024

typedef struct degrees {
    tp_power power;
    tropic_degree_options options;
    bool directed;
    double *in, *out; /* on the host; the same if the matrix is symmetric */
    double *loops;    /* on the host; NULL: none count apart */
    tropic_vector *ones, *sums;
} degrees;

static tropic_status check_options(tropic_context *context, const tropic_degree_options *o)
{
    const tropic_degree_kind kinds[] = {o->kind, o->tail, o->head};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if ((unsigned)kinds[k] > TROPIC_DEGREE_OUT)
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no kind of degree %d", (int)kinds[k]);
    return o->report ? tp_options_check_size(context, o->report->size, "degree report") : TROPIC_OK;
}

/* ---- numbers and sums ---- */

static bool on_host(const degrees *d)
{
    return d->power.run.backend->location == TROPIC_HOST;
}

/* degree = how many arcs each list has. */
static tropic_status count(degrees *d, double *degree, const tp_arcs *arcs)
{
    tp_run *run = &d->power.run;
    const int arrays = run->arena.count;
    tropic_offset *offsets;
    if (on_host(d)) {
        for (tropic_index v = 0; v < run->n; v++) degree[v] = (double)(arcs->offsets[v + 1] - arcs->offsets[v]);
        return TROPIC_OK;
    }
    offsets = tp_arena_array(&run->arena, (int64_t)run->n + 1, sizeof *offsets);
    TP_TRY(tp_arena_check(&run->arena, "offsets"));
    TP_TRY(run->backend->download(run->context, offsets, arcs->offsets, ((size_t)run->n + 1) * sizeof *offsets));
    for (tropic_index v = 0; v < run->n; v++) degree[v] = (double)(offsets[v + 1] - offsets[v]);
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* sums = A' (plus.times) x, or A x, and to the host. */
static tropic_status add_up(degrees *d, double *to, const tropic_vector *x, tp_orientation orientation)
{
    const tp_power *p = &d->power;
    TP_TRY(tp_power_fill(p, d->sums, 0));
    TP_TRY(tp_power_product(p, d->sums->values, x, orientation));
    return p->run.backend->download(p->run.context, to, d->sums->values, (size_t)p->run.n * sizeof *to);
}

/* Sums of weights, all of which are numbers. */
static tropic_status find_strengths(degrees *d, bool both)
{
    const tp_power *p = &d->power;
    TP_TRY(add_up(d, d->out, d->ones, TP_BY_ROW));
    if (both) TP_TRY(add_up(d, d->in, d->ones, TP_BY_COLUMN));
    for (tropic_index v = 0; v < p->run.n; v++) {
        if (isfinite(d->out[v]) && isfinite(d->in[v])) continue;
        return isnan(d->out[v]) ? tp_wrong_weight(&p->run, -INFINITY, INFINITY, "not a number, or a sum of them is")
                                : tp_wrong_weight(&p->run, -DBL_MAX, DBL_MAX, "infinite, or a sum of them is");
    }
    return TROPIC_OK;
}

/* Are degrees at both ends whole numbers in memory of the host? (In a reproducible context all devices do the same.) */
static bool correlates_whole(const degrees *d)
{
    return d->options.assortativity && on_host(d) && !d->power.weighted && !d->power.run.context->reproducible;
}

/* Weights of loops, or 1 each. */
static tropic_status find_loops(degrees *d)
{
    tp_run *run = &d->power.run;
    const tropic_index n = run->n;
    bool *has = NULL;
    tropic_vector *diagonal = NULL;
    tropic_status status;
    d->loops = tp_arena_zeros(&run->arena, n, sizeof *d->loops);
    TP_TRY(tp_arena_check(&run->arena, "loops"));
    if (correlates_whole(d)) return TROPIC_OK; /* tp_degree_correlate sees them */
    if (on_host(d) && !d->power.weighted) {
        tp_degree_find_loops(run->context, &run->out, d->loops);
        return TROPIC_OK;
    }
    has = tp_arena_array(&run->arena, n, sizeof *has);
    TP_TRY(tp_arena_check(&run->arena, "loops"));
    status = tropic_vector_create(&diagonal, run->context, TROPIC_FP64, n);
    if (status == TROPIC_OK) status = tropic_matrix_extract_diagonal(diagonal, NULL, NULL, run->A, 0, NULL);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(diagonal, d->loops, has);
    tropic_vector_free(&diagonal);
    for (tropic_index v = 0; status == TROPIC_OK && v < n; v++)
        if (!has[v] || !d->power.weighted) d->loops[v] = has[v];
    return status;
}

static tropic_status find_degrees(degrees *d)
{
    tp_run *run = &d->power.run;
    const bool one = tp_run_symmetric(run);
    d->out = tp_arena_array(&run->arena, run->n, sizeof *d->out);
    d->in = one ? d->out : tp_arena_array(&run->arena, run->n, sizeof *d->in);
    TP_TRY(tp_arena_check(&run->arena, "degrees"));
    if (d->power.weighted) {
        TP_TRY(tp_power_make(&d->power, &d->ones, 1));
        TP_TRY(tp_power_make(&d->power, &d->sums, 0));
    }
    if (d->power.weighted) {
        TP_TRY(find_strengths(d, !one));
    } else {
        TP_TRY(count(d, d->out, &run->out));
        if (!one) TP_TRY(count(d, d->in, &run->in));
    }
    return d->directed ? TROPIC_OK : find_loops(d);
}

static double degree_of(const degrees *d, tropic_degree_kind kind, tropic_index v)
{
    switch (kind) {
    case TROPIC_DEGREE_IN: return d->in[v];
    case TROPIC_DEGREE_OUT: return d->out[v];
    default: return d->directed ? d->in[v] + d->out[v] : d->out[v] + d->loops[v];
    }
}

/* ---- assortativity ---- */

/* sum of a(v) b(v) c(v): so many first, then these sums. */
static double sum_of_products(const double *a, const double *b, const double *c, tropic_index n)
{
    double sum = 0;
    for (int64_t begin = 0; begin < n; begin += SUM_BLOCK) {
        const int64_t end = begin + SUM_BLOCK < n ? begin + SUM_BLOCK : n;
        double block = 0;
        for (int64_t v = begin; v < end; v++) block += a[v] * b[v] * (c ? c[v] : 1);
        sum += block;
    }
    return sum;
}

/* The degrees x at one end of all arcs, of which vertex v has arcs[v]: these less their mean. *sum = that of the
 * squares; 0 if all are the same. */
static void centre(double *x, const double *arcs, tropic_index n, double count, double *sum)
{
    const double mean = count > 0 ? sum_of_products(arcs, x, NULL, n) / count : 0;
    double least = INFINITY, greatest = -INFINITY;
    for (tropic_index v = 0; v < n; v++) {
        least = arcs[v] > 0 && x[v] < least ? x[v] : least;
        greatest = arcs[v] > 0 && x[v] > greatest ? x[v] : greatest;
        x[v] -= mean;
    }
    *sum = least < greatest ? sum_of_products(arcs, x, x, n) : 0;
}

/* *r = sum over arcs (x(tail) y(head)) / root of (sum x^2 sum y^2), of degrees less their means, which x and y
 * become. */
static tropic_status correlate_by_product(degrees *d, double *x, double *y, double *r)
{
    tp_run *run = &d->power.run;
    const tropic_index n = run->n;
    double *out = tp_arena_array(&run->arena, n, sizeof *out);
    double *in = tp_run_symmetric(run) ? out : tp_arena_array(&run->arena, n, sizeof *in);
    double *z = tp_arena_array(&run->arena, n, sizeof *z);
    double tails, heads;
    TP_TRY(tp_arena_check(&run->arena, "degrees of ends"));
    TP_TRY(count(d, out, &run->out));
    if (in != out) TP_TRY(count(d, in, &run->in));
    centre(x, out, n, (double)run->A->count, &tails);
    centre(y, in, n, (double)run->A->count, &heads);
    /* z = A (plus.second) y: each arc counts once, whatever its weight */
    d->power.weighted = false;
    TP_TRY(tp_power_prepare(&d->power));
    if (!d->ones) TP_TRY(tp_power_make(&d->power, &d->ones, 1));
    if (!d->sums) TP_TRY(tp_power_make(&d->power, &d->sums, 0));
    TP_TRY(tropic_vector_put_dense(d->ones, y, NULL));
    TP_TRY(add_up(d, z, d->ones, TP_BY_ROW));
    *r = tails > 0 && heads > 0 ? sum_of_products(x, z, NULL, n) / (sqrt(tails) * sqrt(heads)) : NAN;
    return TROPIC_OK;
}

/* *r = the correlation of x(tail) and y(head) over all arcs. x is anything then. */
static tropic_status correlate(degrees *d, double *x, double *r)
{
    tp_run *run = &d->power.run;
    const tropic_index n = run->n;
    const tropic_degree_kind tail = !d->directed      ? TROPIC_DEGREE_TOTAL
                                    : d->options.tail ? d->options.tail
                                                      : TROPIC_DEGREE_OUT;
    const tropic_degree_kind head = !d->directed      ? TROPIC_DEGREE_TOTAL
                                    : d->options.head ? d->options.head
                                                      : TROPIC_DEGREE_IN;
    double *y = tail == head ? x : tp_arena_array(&run->arena, n, sizeof *y);
    TP_TRY(tp_arena_check(&run->arena, "degrees of ends"));
    for (tropic_index v = 0; v < n; v++) x[v] = degree_of(d, tail, v);
    for (tropic_index v = 0; v < n && y != x; v++) y[v] = degree_of(d, head, v);
    if (correlates_whole(d)) {
        const tp_degree_ends ends = {
            .out = run->out, .in = run->in, .tail = x, .head = y, .loops = d->directed ? NULL : d->loops};
        bool fits;
        TP_TRY(tp_degree_correlate(run, &ends, &fits, r));
        if (fits) return TROPIC_OK;
    }
    if (y == x) {
        y = tp_arena_array(&run->arena, n, sizeof *y);
        TP_TRY(tp_arena_check(&run->arena, "degrees of ends"));
        memcpy(y, x, (size_t)n * sizeof *y);
    }
    return correlate_by_product(d, x, y, r);
}

/* ---- the call ---- */

/* The result, and what the report tells of it. OVERFLOW if a sum is too large. */
static tropic_status finish(const degrees *d, double *result, tropic_degree_report *told)
{
    const tropic_index n = d->power.run.n;
    double sum = 0;
    told->directed = d->directed;
    for (tropic_index v = 0; v < n; v++) {
        const double degree = degree_of(d, d->options.kind, v);
        if (!isfinite(degree))
            return tp_fail(d->power.run.context, TROPIC_OVERFLOW, "the weights at vertex %lld add up to too much",
                           (long long)tropic_matrix_label(d->power.run.A, v));
        if (v == 0 || degree < told->min) told->min = degree;
        if (v == 0 || degree > told->max) told->max = degree;
        sum += degree;
        result[v] = !d->options.normalize ? degree : n == 1 ? 1 : degree / (n - 1);
    }
    if (n > 0) told->mean = sum / n;
    return TROPIC_OK;
}

static tropic_status run(degrees *d, tropic_vector *degree, const tropic_matrix *A, const tropic_degree_options *given)
{
    tp_run *run = &d->power.run;
    tropic_degree_options *o = &d->options;
    tropic_degree_report told = {.size = sizeof told, .assortativity = NAN};
    bool undirected = false;
    double *result;
    TP_TRY(tp_options_copy(run->context, o, sizeof *o, given, "degree options"));
    TP_TRY(check_options(run->context, o));
    TP_TRY(tp_power_begin(&d->power, A, degree, "degree", o->weighted));
    TP_TRY(tp_vector_check_type(run->context, degree, "degree", TROPIC_FP64));
    TP_TRY(tp_run_need_memory(run, BYTES + (o->assortativity ? ASSORTATIVITY_BYTES : 0)));
    TP_TRY(tp_power_prepare(&d->power));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(run->context, 0));
    if (!o->directed) TP_TRY(tp_run_undirected(run, false, &undirected));
    d->directed = !undirected;
    TP_TRY(tp_progress(run->context, OPPOSITES_PART));
    TP_TRY(find_degrees(d));
    result = tp_arena_array(&run->arena, run->n, sizeof *result);
    TP_TRY(tp_arena_check(&run->arena, "degrees"));
    TP_TRY(tp_progress(run->context, OPPOSITES_PART + DEGREES_PART));
    if (o->assortativity && run->n > 0) TP_TRY(correlate(d, result, &told.assortativity));
    TP_TRY(finish(d, result, &told));
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_run_stop(run));
    TP_TRY(tropic_vector_put_dense(degree, result, NULL));
    if (o->report) tp_report_copy(o->report, &told, sizeof told);
    return TROPIC_OK;
}

tropic_status tropic_degree(tropic_vector *degree, const tropic_matrix *A, const tropic_degree_options *options,
                            tropic_run_report *report)
{
    degrees d = {.directed = false};
    tropic_status status;
    TP_CALL(degree ? degree->context : NULL);
    TP_WORK_OF_GRAPH(degree ? degree->context : NULL, TP_WORK_PRODUCT, A, 1);
    if (!degree) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "degree is NULL");
    d.power.run = tp_run_in(degree->context, report);
    status = run(&d, degree, A, options);
    tropic_vector_free(&d.ones);
    tropic_vector_free(&d.sums);
    return tp_run_end(&d.power.run, status);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop of the user's own: breadth-first search by products (as examples/levels.c), in microseconds a level,
 * on graphs of many levels.
 */
#include "bench/loops.h"

#include "bench/common.h"
#include "bench/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <tropic_define.h>

TROPIC_SEMIRING_STOP(next_level, int32_t, int32_t, bool, a, x + 1, 0, true);

/* Runs after the first, which compiles. */
#define RUNS 5
/* Of the longest paths, so many levels alone. */
#define MAX_LEVELS 100000

typedef struct search {
    tropic_matrix *A;
    tropic_vector *f, *level, *expected;
    tropic_semiring *next;
    tropic_index n;
    bool wrong; /* a level is */
} search;

static tropic_status step(void *user)
{
    search *s = user;
    const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    tropic_status e = tropic_vxm(s->f, s->level, NULL, s->next, s->f, s->A, &fresh);
    return e ? e : tropic_assign(s->level, s->f, NULL, s->f, NULL, s->n, &there);
}

static tropic_status run(tropic_context *context, search *s, tropic_index source, double *seconds, int64_t *levels)
{
    const int32_t zero = 0;
    tropic_status e = tropic_vector_clear(s->f);
    if (!e) e = tropic_vector_clear(s->level);
    if (!e) e = tropic_vector_set(s->f, source, &zero);
    if (!e) e = tropic_vector_set(s->level, source, &zero);
    *seconds = -bench_now();
    if (!e) e = tropic_loop(context, step, s, s->f, MAX_LEVELS, levels);
    *seconds += bench_now();
    return e;
}

/* Levels that were not reached are absent here. */
static bool right(const search *s, int32_t *found, int32_t *expected, bool *has)
{
    if (tropic_vector_get_dense(s->level, found, has) || tropic_vector_get_dense(s->expected, expected, NULL))
        return false;
    for (tropic_index v = 0; v < s->n; v++)
        if (has[v] ? found[v] != expected[v] : expected[v] != -1) return false;
    return true;
}

static tropic_status measure(tropic_context *context, search *s, const char *name, tropic_index source)
{
    const tropic_run_options options = {.size = sizeof options, .depth = MAX_LEVELS};
    tropic_run_report report = {.size = sizeof report};
    double seconds[RUNS], first = 0;
    int64_t levels = 1;
    int32_t *found = malloc((size_t)s->n * sizeof *found);
    int32_t *expected = malloc((size_t)s->n * sizeof *expected);
    bool *has = malloc((size_t)s->n * sizeof *has);
    tropic_status e = found && expected && has ? run(context, s, source, &first, &levels) : TROPIC_OUT_OF_MEMORY;
    for (int k = 0; k < RUNS && !e; k++) e = run(context, s, source, &seconds[k], &levels);
    if (!e) e = tropic_bfs(s->expected, NULL, s->A, source, &options, &report);
    if (!e) {
        const double median = bench_median(seconds, RUNS);
        s->wrong = !right(s, found, expected, has);
        printf("%-18s %9lld %10.2f %10.2f..%.2f %12.1f  %s\n", name, (long long)levels, 1e6 * median / (double)levels,
               1e6 * seconds[0] / (double)levels, 1e6 * seconds[RUNS - 1] / (double)levels, 1e3 * first,
               s->wrong ? "WRONG" : "right");
    }
    free(found);
    free(expected);
    free(has);
    return e;
}

static bool measure_graph(tropic_context *context, const bench_input *in)
{
    search s = {.A = bench_input_undirected(in, context)};
    tropic_status e;
    s.n = tropic_matrix_rows(s.A);
    e = tropic_semiring_create(&s.next, context, &next_level);
    if (!e) e = tropic_vector_create(&s.f, context, TROPIC_INT32, s.n);
    if (!e) e = tropic_vector_create(&s.level, context, TROPIC_INT32, s.n);
    if (!e) e = tropic_vector_create(&s.expected, context, TROPIC_INT32, s.n);
    if (!e) e = measure(context, &s, in->name, 0);
    if (e) fprintf(stderr, "tropic bench: %s: %s\n", in->name, tropic_context_error(context));
    tropic_vector_free(&s.f);
    tropic_vector_free(&s.level);
    tropic_vector_free(&s.expected);
    tropic_semiring_free(&s.next);
    tropic_matrix_free(&s.A);
    return !e && !s.wrong;
}

int bench_loops(tropic_context *context, uint64_t seed)
{
    static const char *const graphs[] = {"path:100000", "path:1000000", "path:20000000", "lattice:1200:0.62"};
    int failed = 0;
    printf("# user-written search by levels, %s: median, min and max of %d after the first\n"
           "# graph           levels   us/level                     first, ms\n",
           tropic_context_device_name(context), RUNS);
    for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++) {
        bench_input in;
        bench_input_open(&in, context, graphs[k], seed);
        if (!measure_graph(context, &in)) failed++;
        bench_input_close(&in);
    }
    return failed;
}

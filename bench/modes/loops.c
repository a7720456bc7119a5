/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop of the user's own: breadth-first search by products (as examples/levels.c), in microseconds a level,
 * on graphs of many levels.
 */
#include "bench/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <tropic_define.h>

TROPIC_SEMIRING_STOP(next_level, int32_t, int32_t, bool, a, x + 1, 0, true);

/* Runs after the first, which compiles. */
#define RUNS 5
/* Of the longest paths, so many levels alone. */
#define MAX_LEVELS 100000

/* Levels of the loop are in FULL, those that the library finds in LEVEL. */
typedef struct search {
    bench_operands o;
    int64_t levels;
} search;

static tropic_status step(void *user)
{
    search *s = user;
    const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    tropic_vector *f = s->o.v[FRONTIER], *level = s->o.v[FULL];
    tropic_status e = tropic_vxm(f, level, NULL, s->o.semiring, f, s->o.A, &fresh);
    return e ? e : tropic_assign(level, f, NULL, f, NULL, tropic_matrix_rows(s->o.A), &there);
}

/* From vertex 0. */
static double run(void *data)
{
    search *s = data;
    tropic_context *context = s->o.context;
    tropic_vector *const begun[] = {s->o.v[FRONTIER], s->o.v[FULL]};
    const int32_t zero = 0;
    double start;
    for (int k = 0; k < 2; k++) {
        bench_check(tropic_vector_clear(begun[k]), context, "clear");
        bench_check(tropic_vector_set(begun[k], 0, &zero), context, "set");
    }
    start = bench_now();
    bench_check(tropic_loop(context, step, s, s->o.v[FRONTIER], MAX_LEVELS, &s->levels), context, "the loop");
    return bench_now() - start;
}

/* Levels that were not reached are absent in the loop's. */
static bool is_right(const search *s)
{
    const tropic_run_options options = {.size = sizeof options, .depth = MAX_LEVELS};
    const size_t n = (size_t)tropic_matrix_rows(s->o.A);
    int32_t *found = bench_reserve(n * sizeof *found), *expected = bench_reserve(n * sizeof *expected);
    bool *has = bench_reserve(n * sizeof *has), right = true;
    bench_check(tropic_bfs(s->o.v[LEVEL], NULL, s->o.A, 0, &options, NULL), s->o.context, "bfs");
    bench_check(tropic_vector_get_dense(s->o.v[FULL], found, has), s->o.context, "levels");
    bench_check(tropic_vector_get_dense(s->o.v[LEVEL], expected, NULL), s->o.context, "levels");
    for (size_t v = 0; v < n; v++) right &= has[v] ? found[v] == expected[v] : expected[v] == -1;
    free(found);
    free(expected);
    free(has);
    return right;
}

static void begin(bench_session *s, const bench_place *place)
{
    (void)s;
    printf("# user-written search by levels, %s: median, min and max of %d after the first\n"
           "# graph           levels   us/level                     first, ms\n",
           place->name, RUNS);
}

static void time_graph(bench_session *session, const bench_place *place, bench_input *in)
{
    static const bench_vector_name vectors[] = {FRONTIER, FULL, LEVEL};
    static const bench_rounds rounds = {.least = RUNS, .most = RUNS};
    search s = {
        .o = {.context = place->context, .type = TROPIC_INT32, .A = bench_input_undirected(in, place->context)}};
    bench_times t;
    double first, level;
    bool right;
    bench_check(tropic_semiring_create(&s.o.semiring, place->context, &next_level), place->context, "a semiring");
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        bench_operands_vector(&s.o, vectors[k], tropic_matrix_rows(s.o.A), 1);
    first = run(&s);
    bench_time(&rounds, &(bench_side){run, &s}, 1, &t);
    right = is_right(&s);
    level = 1e6 / (double)s.levels;
    printf("%-18s %9lld %10.2f %10.2f..%.2f %12.1f  %s\n", in->name, (long long)s.levels, level * t.median,
           level * t.min, level * t.max, 1e3 * first, right ? "right" : "WRONG");
    session->wrong += !right;
    bench_operands_close(&s.o);
}

const bench_mode bench_loops = {.name = "loops",
                                .help = "loops that a user wrote",
                                .options = "",
                                .graphs = "path:100000,path:1000000,path:20000000,lattice:1200:0.62",
                                .begin = begin,
                                .graph = time_graph};

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --lists: single calls on vectors of many places and three entries, and a search along a path by single
 * calls, in microseconds. Each should cost the time of these entries alone.
 */
#include "bench/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <tropic_define.h>

enum { ENTRIES = 3, RUNS = 101, PLACES = 100000000, PATH = 1000000, LEVELS = 2000 };

TROPIC_OPERATOR(tripled, int32_t, int32_t, int32_t, x * 3 + y);

#define CALL(name) .verb = name, .waits = true
#define TIMES_TWO .op = TROPIC_TIMES, .value = 2

static const bench_call rows[] = {
    {"apply", CALL(APPLY), .w = W, .u = U, TIMES_TWO, .entries = ENTRIES},
    {"apply, a user's operator", CALL(APPLY), .w = W, .u = U, .own = true, .value = 2, .entries = ENTRIES},
    {"select", CALL(SELECT), .w = W, .u = U, .op = TROPIC_NE, .value = 2, .entries = ENTRIES - 1},
    {"ewise_add", CALL(EWISE_ADD), .w = W, .u = U, .v = V, .op = TROPIC_PLUS, .entries = ENTRIES + 1},
    {"ewise_multiply", CALL(EWISE_MULTIPLY), .w = W, .u = U, .v = V, .op = TROPIC_PLUS, .entries = ENTRIES - 1},
    {"apply, masked", CALL(APPLY), .w = W, .mask = V, .u = U, TIMES_TWO, BENCH_STRUCTURE, .entries = ENTRIES - 1},
    {"assign, accumulated in a full vector", CALL(ASSIGN), .w = FULL, .u = U, .op = TROPIC_PLUS, .accum = true,
     .entries = PLACES},
    {"assign_scalar, masked, in a full vector", CALL(ASSIGN_SCALAR), .w = FULL, .mask = U, .value = 2, BENCH_STRUCTURE,
     .entries = PLACES},
    {"reduce", CALL(REDUCE), .w = FULL, .u = U, .op = TROPIC_PLUS, .entries = PLACES},
    {"vxm", CALL(VXM), .w = NEXT, .u = FRONTIER, .semiring = TROPIC_MIN_FIRST, .entries = 2 * ENTRIES},
    {"mxv", CALL(MXV), .w = NEXT, .u = FRONTIER, .semiring = TROPIC_MIN_SECOND, .entries = 2 * ENTRIES},
};

/* A level of a search. */
static const bench_call vxm = {"vxm",
                               VXM,
                               .w = FRONTIER,
                               .mask = LEVEL,
                               .u = FRONTIER,
                               .semiring = TROPIC_MIN_FIRST,
                               BENCH_DESCRIPTOR(.complement = true, .structure = true, .replace = true)};
static const bench_call assign = {"assign", ASSIGN, .w = LEVEL, .mask = FRONTIER, .u = FRONTIER, BENCH_STRUCTURE};

static bool check_entries(const bench_operands *o, bench_vector_name name, tropic_index entries)
{
    const bool right = tropic_vector_count(o->v[name]) == entries;
    printf("  %s\n", right ? "right" : "WRONG");
    return right;
}

static bool time_row(bench_operands *o, const bench_call *row)
{
    static const bench_rounds rounds = {.least = RUNS, .most = RUNS};
    bench_timed t = {o, row, 1};
    bench_times times;
    bench_timed_run(&t); /* compiles and allocates */
    bench_time(&rounds, &(bench_side){bench_timed_run, &t}, 1, &times);
    printf("%-42s %9.2f %9.2f %9.2f", row->name, 1e6 * times.median, 1e6 * times.min, 1e6 * times.max);
    return check_entries(o, row->w, row->entries);
}

/* The first levels of a search from one end of the path. */
static bool time_path(bench_operands *o)
{
    static const bench_vector_name both[] = {FRONTIER, LEVEL};
    const int32_t two = 2;
    double seconds = 0;
    for (int run = 0; run < 2; run++) {
        for (int k = 0; k < 2; k++) {
            bench_check(tropic_vector_clear(o->v[both[k]]), o->context, "clear");
            bench_check(tropic_vector_set(o->v[both[k]], 0, &two), o->context, "set");
        }
        seconds = -bench_now();
        for (int k = 0; k < LEVELS; k++) {
            bench_call_check(o, &vxm);
            bench_call_check(o, &assign);
        }
        bench_check(tropic_vector_wait(o->v[LEVEL]), o->context, "wait");
        seconds += bench_now();
    }
    printf("%-42s %9.2f                    ", "a level of a path, vxm and assign", 1e6 * seconds / LEVELS);
    return check_entries(o, LEVEL, LEVELS + 1);
}

static void open_path(bench_operands *o)
{
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_index *ids = bench_reserve((size_t)PATH * sizeof *ids);
    for (tropic_index i = 0; i < PATH; i++) ids[i] = i;
    bench_check(tropic_matrix_from_coo(&o->A, o->context, PATH, PATH, PATH - 1, ids, ids + 1, TROPIC_BOOL, NULL, &both),
                o->context, "a path");
    free(ids);
}

static void open_vector(bench_operands *o, bench_vector_name name, tropic_index n, tropic_index middle)
{
    const tropic_index ids[ENTRIES] = {5, middle, n - 5};
    const int32_t values[ENTRIES] = {1, 2, 3};
    bench_operands_vector(o, name, n, 1);
    bench_check(tropic_vector_put_entries(o->v[name], ENTRIES, ids, values), o->context, "a vector");
}

static void time_lists(bench_session *s, const bench_place *place)
{
    bench_operands o = {.context = place->context, .type = TROPIC_INT32};
    const int32_t two = 2;
    open_vector(&o, U, PLACES, PLACES / 2);
    open_vector(&o, V, PLACES, PLACES / 3);
    open_vector(&o, W, PLACES, PLACES / 4);
    open_vector(&o, FULL, PLACES, PLACES / 4);
    open_vector(&o, FRONTIER, PATH, PATH / 2);
    open_vector(&o, NEXT, PATH, PATH / 2);
    open_vector(&o, LEVEL, PATH, PATH / 2);
    bench_check(tropic_vector_fill(o.v[FULL], &two), o.context, "a vector");
    bench_check(tropic_operator_create(&o.own, o.context, &tripled), o.context, "an operator");
    open_path(&o);
    printf("# calls on vectors of %d places and %d entries, and on a path of %d vertices, %s: microseconds, %d runs\n"
           "# call                                        median       min       max\n",
           PLACES, ENTRIES, PATH, place->name, RUNS);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) s->wrong += !time_row(&o, &rows[k]);
    s->wrong += !time_path(&o);
    bench_operands_close(&o);
}

const bench_mode bench_lists = {
    .name = "lists", .help = "single calls on long vectors of three entries", .options = "", .begin = time_lists};

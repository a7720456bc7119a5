/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --lists: single calls on vectors of many places and three entries, and a search along a path by single
 * calls. Each should cost the time of these entries alone.
 */
#include "bench/lists.h"

#include "bench/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <tropic_define.h>

enum { ENTRIES = 3, RUNS = 101, PLACES = 100000000, PATH = 1000000, LEVELS = 2000 };

TROPIC_OPERATOR(tripled, int32_t, int32_t, int32_t, x * 3 + y);

typedef struct bench {
    tropic_context *context;
    tropic_vector *u, *v, *w, *full; /* of PLACES places; `full` has an entry at each */
    tropic_vector *f, *next, *level; /* of a path's */
    tropic_matrix *A;
    tropic_operator *own;
    int32_t sum;
} bench;

static const int32_t two = 2;
static const tropic_descriptor there = {.size = sizeof there, .structure = true};
static const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* ---- tasks ---- */

static tropic_status apply(bench *b)
{
    return tropic_apply(b->w, NULL, NULL, op(TROPIC_TIMES), b->u, &two, NULL);
}
static tropic_status apply_own(bench *b)
{
    return tropic_apply(b->w, NULL, NULL, b->own, b->u, &two, NULL);
}
static tropic_status apply_masked(bench *b)
{
    return tropic_apply(b->w, b->v, NULL, op(TROPIC_TIMES), b->u, &two, &there);
}
static tropic_status select_entries(bench *b)
{
    return tropic_select(b->w, NULL, NULL, op(TROPIC_NE), b->u, &two, NULL);
}
static tropic_status add(bench *b)
{
    return tropic_ewise_add(b->w, NULL, NULL, op(TROPIC_PLUS), b->u, b->v, NULL);
}
static tropic_status multiply(bench *b)
{
    return tropic_ewise_multiply(b->w, NULL, NULL, op(TROPIC_PLUS), b->u, b->v, NULL);
}
static tropic_status accumulate(bench *b)
{
    return tropic_assign(b->full, NULL, op(TROPIC_PLUS), b->u, NULL, PLACES, NULL);
}
static tropic_status assign_masked(bench *b)
{
    return tropic_assign_scalar(b->full, b->u, NULL, &two, NULL, PLACES, &there);
}
static tropic_status reduce(bench *b)
{
    return tropic_reduce(&b->sum, op(TROPIC_PLUS), b->u);
}
static tropic_status vxm(bench *b)
{
    return tropic_vxm(b->next, NULL, NULL, tropic_semiring_builtin(TROPIC_MIN_FIRST, TROPIC_INT32), b->f, b->A, NULL);
}
static tropic_status mxv(bench *b)
{
    return tropic_mxv(b->next, NULL, NULL, tropic_semiring_builtin(TROPIC_MIN_SECOND, TROPIC_INT32), b->A, b->f, NULL);
}

/* Which vector is the result, and how many entries it then has. */
typedef enum result { RESULT_W, RESULT_FULL, RESULT_NEXT } result;
typedef struct task {
    const char *name;
    tropic_status (*run)(bench *b);
    result result;
    tropic_index entries;
} task;
static const task tasks[] = {{"apply", apply, RESULT_W, ENTRIES},
                             {"apply, a user's operator", apply_own, RESULT_W, ENTRIES},
                             {"select", select_entries, RESULT_W, ENTRIES - 1},
                             {"ewise_add", add, RESULT_W, ENTRIES + 1},
                             {"ewise_multiply", multiply, RESULT_W, ENTRIES - 1},
                             {"apply, masked", apply_masked, RESULT_W, ENTRIES - 1},
                             {"assign, accumulated in a full vector", accumulate, RESULT_FULL, PLACES},
                             {"assign_scalar, masked, in a full vector", assign_masked, RESULT_FULL, PLACES},
                             {"reduce", reduce, RESULT_FULL, PLACES},
                             {"vxm", vxm, RESULT_NEXT, 2 * ENTRIES},
                             {"mxv", mxv, RESULT_NEXT, 2 * ENTRIES}};

static int time_task(bench *b, const task *t)
{
    const tropic_vector *const results[] = {b->w, b->full, b->next};
    double seconds[RUNS], median;
    bool right;
    bench_check(t->run(b), b->context, t->name); /* what is compiled and allocated once */
    for (int k = 0; k < RUNS; k++) {
        seconds[k] = -bench_now();
        bench_check(t->run(b), b->context, t->name);
        bench_check(tropic_vector_wait(results[t->result]), b->context, t->name);
        seconds[k] += bench_now();
    }
    median = bench_median(seconds, RUNS);
    right = tropic_vector_count(results[t->result]) == t->entries;
    printf("%-42s %9.2f %9.2f %9.2f  %s\n", t->name, 1e6 * median, 1e6 * seconds[0], 1e6 * seconds[RUNS - 1],
           right ? "right" : "WRONG");
    return !right;
}

/* The first levels of a search from one end of the path. */
static int time_path(bench *b)
{
    const tropic_semiring *first = tropic_semiring_builtin(TROPIC_MIN_FIRST, TROPIC_INT32);
    double seconds = 0;
    bool right;
    for (int run = 0; run < 2; run++) {
        bench_check(tropic_vector_clear(b->f), b->context, "clear");
        bench_check(tropic_vector_clear(b->level), b->context, "clear");
        bench_check(tropic_vector_set(b->f, 0, &two), b->context, "set");
        bench_check(tropic_vector_set(b->level, 0, &two), b->context, "set");
        seconds = -bench_now();
        for (int k = 0; k < LEVELS; k++) {
            bench_check(tropic_vxm(b->f, b->level, NULL, first, b->f, b->A, &fresh), b->context, "vxm");
            bench_check(tropic_assign(b->level, b->f, NULL, b->f, NULL, PATH, &there), b->context, "assign");
        }
        bench_check(tropic_vector_wait(b->level), b->context, "wait");
        seconds += bench_now();
    }
    right = tropic_vector_count(b->level) == LEVELS + 1;
    printf("%-42s %9.2f                      %s\n", "a level of a path, vxm and assign", 1e6 * seconds / LEVELS,
           right ? "right" : "WRONG");
    return !right;
}

/* ---- vectors and the path ---- */

static void open_path(bench *b)
{
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_index *ids = malloc((size_t)PATH * sizeof *ids);
    if (!ids) bench_check(TROPIC_OUT_OF_MEMORY, b->context, "a path");
    for (tropic_index i = 0; i < PATH; i++) ids[i] = i;
    bench_check(tropic_matrix_from_coo(&b->A, b->context, PATH, PATH, PATH - 1, ids, ids + 1, TROPIC_BOOL, NULL, &both),
                b->context, "a path");
    free(ids);
}

static void open_vector(bench *b, tropic_vector **v, tropic_index n, tropic_index middle)
{
    const tropic_index ids[ENTRIES] = {5, middle, n - 5};
    const int32_t values[ENTRIES] = {1, 2, 3};
    bench_check(tropic_vector_create(v, b->context, TROPIC_INT32, n), b->context, "a vector");
    bench_check(tropic_vector_put_entries(*v, ENTRIES, ids, values), b->context, "a vector");
}

int bench_lists(tropic_context *context)
{
    bench b = {.context = context};
    tropic_vector **const vectors[] = {&b.u, &b.v, &b.w, &b.full, &b.f, &b.next, &b.level};
    int wrong = 0;
    open_vector(&b, &b.u, PLACES, PLACES / 2);
    open_vector(&b, &b.v, PLACES, PLACES / 3);
    open_vector(&b, &b.w, PLACES, PLACES / 4);
    open_vector(&b, &b.full, PLACES, PLACES / 4);
    open_vector(&b, &b.f, PATH, PATH / 2);
    open_vector(&b, &b.next, PATH, PATH / 2);
    open_vector(&b, &b.level, PATH, PATH / 2);
    bench_check(tropic_vector_fill(b.full, &two), context, "a vector");
    bench_check(tropic_operator_create(&b.own, context, &tripled), context, "an operator");
    open_path(&b);
    printf("# calls on vectors of %d places and %d entries, and on a path of %d vertices, %s: microseconds, %d runs\n"
           "# call                                        median       min       max\n",
           PLACES, ENTRIES, PATH, tropic_context_device_name(context), RUNS);
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++) wrong += time_task(&b, &tasks[k]);
    wrong += time_path(&b);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) tropic_vector_free(vectors[k]);
    tropic_matrix_free(&b.A);
    tropic_operator_free(&b.own);
    return wrong;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings made by the user's macros beside the built-in ones of the same algebra.
 */
#define _GNU_SOURCE
#include <tropic_define.h>

#include "bench/modes/spmv.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
TROPIC_SEMIRING(bench_plus_times_fp32, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING(bench_plus_times_fp64, double, double, double, a + b, x * y, 0);
TROPIC_SEMIRING(bench_min_plus_fp32, float, float, float, a < b ? a : b, x + y, INFINITY);
TROPIC_SEMIRING(bench_min_plus_fp64, double, double, double, a < b ? a : b, x + y, INFINITY);
/* clang-format on */

/* Calls whose mean is the host's time of one. */
#define CALLS 1000

const tropic_semiring_source *bench_user_source(tropic_type type, bool min)
{
    if (type == TROPIC_FP32) return min ? &bench_min_plus_fp32 : &bench_plus_times_fp32;
    return min ? &bench_min_plus_fp64 : &bench_plus_times_fp64;
}

/* A product, or C = A A, over a semiring: a built-in one, or the user's plus_times. */
typedef struct first_row {
    const char *name;
    bench_call product;
} first_row;

#define PRODUCT(SEMIRING)                                                                                              \
    {                                                                                                                  \
        "the product", MXV, .w = W, .u = U, .semiring = SEMIRING                                                       \
    }
#define USER                                                                                                           \
    {                                                                                                                  \
        "the product", MXV, .w = W, .u = U, .semiring = TROPIC_PLUS_TIMES, .own = true                                 \
    }

static const first_row rows[] = {
    {"plus_times", PRODUCT(TROPIC_PLUS_TIMES)}, {"max_plus", PRODUCT(TROPIC_MAX_PLUS)}, {"user's", USER}};

/* A context of its own, with a full vector. The matrix is the case's. */
static bench_operands open_fresh(const bench_spmv *set, const bench_case *c)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = tropic_context_device(c->o.context), .threads = set->s->set.threads};
    bench_operands o = {.type = c->o.type, .A = c->o.A};
    bench_check(tropic_context_create(&o.context, &options), NULL, "a context");
    bench_case_vector(c, &o, U);
    return o;
}

/* The semiring of the product, if it is the user's. */
static void open_user(bench_operands *o, const bench_call *product)
{
    const tropic_semiring_source *source = bench_user_source(o->type, false);
    if (product->own) bench_check(tropic_semiring_create(&o->semiring, o->context, source), o->context, "a semiring");
}

static void close_fresh(bench_operands *o)
{
    o->A = NULL;
    bench_operands_close(o);
    tropic_context_free(&o->context);
}

/* Host time of one product, of which `calls` are made. */
static double host_time(bench_operands *o, const bench_call *product, const bench_case *c, int calls)
{
    double start;
    bench_case_vector(c, o, W);
    start = bench_now();
    for (int k = 0; k < calls; k++) bench_call_check(o, product);
    bench_check(tropic_vector_wait(o->v[W]), o->context, "the product");
    start = bench_now() - start;
    tropic_vector_free(&o->v[W]);
    return start / calls;
}

/* The first product's time, and that of those that follow, over the semiring and over plus_times. */
typedef struct uses {
    double first, later, known;
} uses;

static uses use(const bench_spmv *set, const bench_case *c, bench_call product, tropic_strategy strategy)
{
    bench_call known = rows[0].product;
    bench_operands o = open_fresh(set, c);
    uses t;
    product.descriptor = known.descriptor = (tropic_descriptor){.size = sizeof known.descriptor, .strategy = strategy};
    /* The matrix is there, with all that products need. */
    host_time(&o, &known, c, 2);
    open_user(&o, &product);
    t.first = host_time(&o, &product, c, 1);
    t.later = host_time(&o, &product, c, CALLS);
    t.known = host_time(&o, &known, c, CALLS);
    close_fresh(&o);
    return t;
}

/* Seconds that C = A A takes the first time and the second. */
static void use_of_matrices(const bench_spmv *set, const bench_case *c, const bench_call *product, double seconds[2])
{
    bench_operands o = open_fresh(set, c);
    const tropic_semiring *semiring;
    tropic_matrix *C = NULL;
    open_user(&o, product);
    semiring = product->own ? o.semiring : tropic_semiring_builtin(product->semiring, o.type);
    for (int k = 0; k < 2; k++) {
        const double start = bench_now();
        bench_check(tropic_mxm(&C, o.context, NULL, NULL, semiring, o.A, o.A, NULL), o.context, "a product");
        seconds[k] = bench_now() - start;
        tropic_matrix_free(&C);
    }
    close_fresh(&o);
}

static void first_uses_of_semirings(const bench_spmv *set, const bench_case *c)
{
    printf("# host time of w = A u by auto, in a context of its own: first use; per call after that\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const uses t = use(set, c, rows[k].product, TROPIC_STRATEGY_AUTO);
        printf("%-14s %10.2f ms %10.2f us\n", rows[k].name, 1e3 * t.first, 1e6 * t.later);
    }
    printf("# host time of C = A A in a context of its own: first use; from the disk cache; per call after that\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double first[2], cached[2];
        use_of_matrices(set, c, &rows[k].product, first);
        use_of_matrices(set, c, &rows[k].product, cached);
        printf("%-14s %10.1f ms %10.2f ms %10.2f ms\n", rows[k].name, 1e3 * first[0], 1e3 * cached[0], 1e3 * cached[1]);
    }
}

static void first_uses_by_strategy(const bench_spmv *set, const bench_case *c)
{
    static const bench_call product = USER;
    printf("# host time of a product over a user's semiring: first use; from the disk cache; per "
           "call after that,\n# its wait included; and per call over the built-in one\n");
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        uses first, cached;
        if (s == TROPIC_STRATEGY_AUTO) continue;
        first = use(set, c, product, (tropic_strategy)s);
        cached = use(set, c, product, (tropic_strategy)s);
        printf("%-14s %10.1f ms %10.2f ms %10.2f us %10.2f us\n", tropic_strategy_name((tropic_strategy)s),
               1e3 * first.first, 1e3 * cached.first, 1e6 * cached.later, 1e6 * cached.known);
    }
}

static void remove_folder(const char *path)
{
    DIR *all = opendir(path);
    const struct dirent *one;
    while (all && (one = readdir(all)) != NULL) unlinkat(dirfd(all), one->d_name, 0);
    if (all) closedir(all);
    rmdir(path);
}

/* On a graph that is made, FP32. */
static void time_on(const bench_spmv *set, const char *graph,
                    void (*first_uses)(const bench_spmv *set, const bench_case *c))
{
    bench_input in;
    bench_case c;
    tropic_matrix *pattern;
    bench_input_open(&in, set->s->cpu, graph, set->s->set.seed);
    pattern = bench_pattern(set, &in);
    bench_case_open(&c, set, pattern, graph, TROPIC_FP32);
    first_uses(set, &c);
    bench_case_close(&c);
    tropic_matrix_free(&pattern);
    bench_input_close(&in);
}

void bench_first_use(const bench_spmv *set)
{
    char folder[] = "/tmp/tropic-bench-XXXXXX";
    const char *known = getenv("TROPIC_CACHE_DIR");
    char *before = known ? strdup(known) : NULL;
    if (!mkdtemp(folder)) return;
    setenv("TROPIC_CACHE_DIR", folder, 1);
    time_on(set, "mesh:16", first_uses_by_strategy);
    time_on(set, "kron:16:8", first_uses_of_semirings); /* has rows of all sizes */
    if (before)
        setenv("TROPIC_CACHE_DIR", before, 1);
    else
        unsetenv("TROPIC_CACHE_DIR");
    free(before);
    remove_folder(folder);
}

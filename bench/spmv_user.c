/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings made by the user's macros beside the built-in ones of the same algebra.
 */
#define _GNU_SOURCE
#include <tropic_define.h>

#include "bench/spmv.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
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

/* A context of its own, with a full vector and a semiring: the user's, if there is a source, else a built-in one. */
typedef struct fresh {
    tropic_context *context;
    tropic_vector *u;
    tropic_semiring *made;
    const tropic_semiring *semiring;
} fresh;

static tropic_vector *full_vector(tropic_context *context, const bench_case *c)
{
    tropic_vector *v = bench_vector(context, c->type, c->n);
    bench_check(tropic_vector_put_dense(v, c->x, NULL), context, "a vector");
    return v;
}

static fresh open_fresh(const bench_spmv *set, const bench_case *c, const tropic_semiring *semiring,
                        const tropic_semiring_source *source)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = tropic_context_device(set->context), .threads = set->set->threads};
    fresh f = {.semiring = semiring};
    bench_check(tropic_context_create(&f.context, &options), NULL, "a context");
    f.u = full_vector(f.context, c);
    if (!source) return f;
    bench_check(tropic_semiring_create(&f.made, f.context, source), f.context, "a semiring");
    f.semiring = f.made;
    return f;
}

static void close_fresh(fresh *f)
{
    tropic_semiring_free(&f->made);
    tropic_vector_free(&f->u);
    tropic_context_free(&f->context);
}

/* Host time of one product over the semiring, of which `calls` are made. */
static double host_time(const fresh *f, const tropic_semiring *semiring, const bench_case *c, tropic_strategy strategy,
                        int calls)
{
    const tropic_descriptor d = {.size = sizeof d, .strategy = strategy};
    tropic_vector *w = full_vector(f->context, c);
    double start = bench_now();
    for (int k = 0; k < calls; k++)
        bench_check(tropic_mxv(w, NULL, NULL, semiring, c->A, f->u, &d), f->context, "the product");
    bench_check(tropic_vector_wait(w), f->context, "the product");
    start = bench_now() - start;
    tropic_vector_free(&w);
    return start / calls;
}

/* The first product's time, and that of those that follow, over the semiring and over plus_times. */
typedef struct uses {
    double first, later, known;
} uses;

static uses use(const bench_spmv *set, const bench_case *c, tropic_strategy strategy, const tropic_semiring *semiring,
                const tropic_semiring_source *source)
{
    const tropic_semiring *known = tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type);
    fresh f = open_fresh(set, c, semiring, source);
    uses t;
    /* The matrix is there, and what all products need. */
    host_time(&f, known, c, strategy, 2);
    t.first = host_time(&f, f.semiring, c, strategy, 1);
    t.later = host_time(&f, f.semiring, c, strategy, CALLS);
    t.known = host_time(&f, known, c, strategy, CALLS);
    close_fresh(&f);
    return t;
}

/* Seconds that C = A A takes the first time and the second. */
static void use_of_matrices(const bench_spmv *set, const bench_case *c, const tropic_semiring *semiring,
                            const tropic_semiring_source *source, double seconds[2])
{
    fresh f = open_fresh(set, c, semiring, source);
    tropic_matrix *C = NULL;
    for (int k = 0; k < 2; k++) {
        const double start = bench_now();
        bench_check(tropic_mxm(&C, f.context, NULL, NULL, f.semiring, c->A, c->A, NULL), f.context, "a product");
        seconds[k] = bench_now() - start;
        tropic_matrix_free(&C);
    }
    close_fresh(&f);
}

static void first_uses_of_semirings(const bench_spmv *set, const bench_case *c)
{
    const struct {
        const char *name;
        const tropic_semiring *semiring;
        const tropic_semiring_source *source;
    } rows[] = {{"plus_times", tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type), NULL},
                {"max_plus", tropic_semiring_builtin(TROPIC_MAX_PLUS, c->type), NULL},
                {"user's", NULL, bench_user_source(c->type, false)}};
    printf("# host time of w = A u by auto, in a context of its own: first use; per call after that\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const uses t = use(set, c, TROPIC_STRATEGY_AUTO, rows[k].semiring, rows[k].source);
        printf("%-14s %10.2f ms %10.2f us\n", rows[k].name, 1e3 * t.first, 1e6 * t.later);
    }
    printf("# host time of C = A A in a context of its own: first use; from the disk cache; per call after that\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double first[2], cached[2];
        use_of_matrices(set, c, rows[k].semiring, rows[k].source, first);
        use_of_matrices(set, c, rows[k].semiring, rows[k].source, cached);
        printf("%-14s %10.1f ms %10.2f ms %10.2f ms\n", rows[k].name, 1e3 * first[0], 1e3 * cached[0], 1e3 * cached[1]);
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

static void open_rule(bench_case *c, const bench_spmv *set, const char *text)
{
    bench_input in;
    tropic_matrix *pattern;
    bench_input_open(&in, set->cpu, text, set->set->seed);
    pattern = bench_pattern(set, &in);
    bench_case_open(c, set, pattern, text, TROPIC_FP32);
    bench_input_close(&in);
    tropic_matrix_free(&pattern);
}

void bench_first_use(const bench_spmv *set)
{
    char folder[] = "/tmp/tropic-bench-XXXXXX";
    const char *known = getenv("TROPIC_CACHE_DIR");
    char *before = known ? strdup(known) : NULL;
    bench_case c;
    if (!mkdtemp(folder)) return;
    setenv("TROPIC_CACHE_DIR", folder, 1);
    open_rule(&c, set, "mesh:16");
    printf("# host time of a product over a user's semiring: first use; from the disk cache; per "
           "call after that,\n# its wait included; and per call over the built-in one\n");
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        uses first, cached;
        if (s == TROPIC_STRATEGY_AUTO) continue;
        first = use(set, &c, (tropic_strategy)s, NULL, bench_user_source(c.type, false));
        cached = use(set, &c, (tropic_strategy)s, NULL, bench_user_source(c.type, false));
        printf("%-14s %10.1f ms %10.2f ms %10.2f us %10.2f us\n", tropic_strategy_name((tropic_strategy)s),
               1e3 * first.first, 1e3 * cached.first, 1e6 * cached.later, 1e6 * cached.known);
    }
    bench_case_close(&c);
    open_rule(&c, set, "kron:16:8"); /* has rows of all sizes */
    first_uses_of_semirings(set, &c);
    bench_case_close(&c);
    if (before)
        setenv("TROPIC_CACHE_DIR", before, 1);
    else
        unsetenv("TROPIC_CACHE_DIR");
    free(before);
    remove_folder(folder);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --sizes: what a program takes that asks for one answer, or for some, from its context to the answer in
 * its arrays, by `auto`, on the CPU and on a GPU. Each run is a process of its own, because the driver of a GPU starts
 * once in a process; the graph is there before.
 */
#include "bench/sizes.h"

#include "bench/common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of each row. */
#define RUNS 3
/* Relative, between sums of two devices. */
#define TOLERANCE 1e-6
/* Sources of some searches; and products one after another. */
#define SEARCHES 100
#define SOURCES 16
#define PRODUCTS 200
/* Vertices of which all are sources. */
#define ALL_SOURCES (1 << 14)

typedef struct program {
    tropic_context *context;
    const tropic_matrix *A;
    tropic_index n;
    tropic_vector *level, *distance, *centrality, *x, *y;
} program;

static tropic_status bfs(program *p, tropic_index source)
{
    return tropic_bfs(p->level, NULL, p->A, source, NULL, NULL);
}

static tropic_status one_bfs(program *p)
{
    return bfs(p, 0);
}

static tropic_status many_bfs(program *p)
{
    tropic_status status = TROPIC_OK;
    for (tropic_index k = SEARCHES - 1; k >= 0 && status == TROPIC_OK; k--) status = bfs(p, k % p->n);
    return status;
}

static tropic_status one_sssp(program *p)
{
    return tropic_sssp(p->distance, NULL, p->A, 0, NULL, NULL);
}

static tropic_status centrality(program *p, tropic_index samples)
{
    const tropic_bc_options options = {.size = sizeof options, .samples = samples < p->n ? samples : p->n, .seed = 1};
    return tropic_bc(p->centrality, p->A, &options, NULL);
}

static tropic_status some_bc(program *p)
{
    return centrality(p, SOURCES);
}

static tropic_status all_bc(program *p)
{
    return centrality(p, p->n);
}

/* y = A x, x = y as often, of which each entry is 1 more than the last maximum of a neighbour. */
static tropic_status products(program *p)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64);
    const double one = 1;
    tropic_status status = tropic_vector_fill(p->x, &one);
    for (int k = 0; k < PRODUCTS && status == TROPIC_OK; k++) {
        status = tropic_mxv(p->y, NULL, NULL, semiring, p->A, p->x, NULL);
        if (status == TROPIC_OK) status = tropic_vector_swap(p->x, p->y);
    }
    return status == TROPIC_OK ? tropic_vector_wait(p->x) : status;
}

typedef enum result { LEVEL, DISTANCE, CENTRALITY, X } result;

static const struct task {
    const char *name;
    tropic_status (*run)(program *p);
    result result;
    tropic_index most; /* vertices; 0: any number */
} tasks[] = {
    {"bfs", one_bfs, LEVEL, 0},           {"bfs, 100", many_bfs, LEVEL, 0},        {"sssp", one_sssp, DISTANCE, 0},
    {"bc of 16", some_bc, CENTRALITY, 0}, {"bc", all_bc, CENTRALITY, ALL_SOURCES}, {"mxv, 200", products, X, 0}};
#define TASKS (sizeof tasks / sizeof *tasks)

static const struct place {
    const char *word;
    tropic_device device;
} places[] = {{"auto", TROPIC_DEVICE_AUTO}, {"cpu", TROPIC_DEVICE_CPU}, {"cuda", TROPIC_DEVICE_CUDA}};
enum { AUTO, CPU, CUDA, PLACES };

/* What a child says. */
typedef struct outcome {
    tropic_status status;
    double seconds, sum;
    char device[64];
} outcome;

static tropic_status answer(program *p, const struct task *task, double *values)
{
    tropic_vector *result;
    tropic_status e = tropic_vector_create(&p->level, p->context, TROPIC_INT32, p->n);
    if (!e) e = tropic_vector_create(&p->distance, p->context, TROPIC_INT64, p->n);
    if (!e) e = tropic_vector_create(&p->centrality, p->context, TROPIC_FP64, p->n);
    if (!e) e = tropic_vector_create(&p->x, p->context, TROPIC_FP64, p->n);
    if (!e) e = tropic_vector_create(&p->y, p->context, TROPIC_FP64, p->n);
    if (!e) e = task->run(p);
    result = (tropic_vector *[]){p->level, p->distance, p->centrality, p->x}[task->result];
    return e ? e : tropic_vector_get_dense(result, values, NULL);
}

/* Of what was reached. */
static double sum_of(const void *values, result what, tropic_index n)
{
    double sum = 0;
    for (tropic_index v = 0; v < n; v++) {
        const double value = what == LEVEL      ? (double)((const int32_t *)values)[v]
                             : what == DISTANCE ? (double)((const int64_t *)values)[v]
                                                : ((const double *)values)[v];
        if (isfinite(value) && value < (double)INT64_MAX) sum += value;
    }
    return sum;
}

/* In a process of its own: another would find the driver started. */
static outcome run(const struct task *task, tropic_device device, int threads, const tropic_matrix *A)
{
    const tropic_context_options options = {.size = sizeof options, .device = device, .threads = threads};
    program p = {.A = A, .n = tropic_matrix_rows(A)};
    double *values = bench_reserve((size_t)p.n * sizeof *values);
    const double began = bench_now();
    outcome o = {.status = tropic_context_create(&p.context, &options)};
    if (o.status == TROPIC_OK) o.status = answer(&p, task, values);
    o.seconds = bench_now() - began;
    if (o.status == TROPIC_OK) {
        o.sum = sum_of(values, task->result, p.n);
        snprintf(o.device, sizeof o.device, "%s", tropic_context_device_name(p.context));
    }
    return o;
}

static outcome run_apart(const struct task *task, tropic_device device, int threads, const tropic_matrix *A)
{
    outcome o = {.status = TROPIC_DEVICE_ERROR};
    int ends[2];
    pid_t child;
    bench_flush();
    if (pipe(ends) != 0) bench_stop(BENCH_FAILED, "a pipe cannot be made");
    child = fork();
    if (child < 0) bench_stop(BENCH_FAILED, "a process cannot be made");
    if (child == 0) {
        o = run(task, device, threads, A);
        _exit(write(ends[1], &o, sizeof o) != sizeof o);
    }
    close(ends[1]);
    if (read(ends[0], &o, sizeof o) != sizeof o) o.status = TROPIC_DEVICE_ERROR;
    close(ends[0]);
    (void)waitpid(child, NULL, 0);
    return o;
}

/* The same sum, but for its rounding. */
static bool agree(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * fmax(fabs(a), fabs(b));
}

/* Returns how many answers are wrong. */
static int time_task(const bench_settings *set, const char *name, const tropic_matrix *A, const struct task *task)
{
    double median[PLACES], sum = NAN;
    int wrong = 0;
    char device[sizeof((outcome *)0)->device] = "";
    printf("%-16s %10d %11lld %-9s", name, tropic_matrix_rows(A), (long long)tropic_matrix_count(A), task->name);
    for (int p = 0; p < PLACES; p++) {
        double seconds[RUNS];
        outcome o = {.status = TROPIC_OK};
        median[p] = NAN;
        for (int r = 0; r < RUNS && o.status == TROPIC_OK && bench_has_word(set->devices, places[p].word); r++) {
            o = run_apart(task, places[p].device, set->threads, A);
            seconds[r] = o.seconds;
            if (isnan(sum)) sum = o.sum;
            wrong += o.status == TROPIC_OK ? !agree(o.sum, sum) : o.status != TROPIC_NO_DEVICE;
            if (o.status == TROPIC_OK && r + 1 == RUNS) median[p] = bench_median(seconds, RUNS);
        }
        if (p == AUTO) memcpy(device, o.device, sizeof device);
        if (isnan(median[p]))
            printf(" %10s", "-");
        else
            printf(" %10.3f", 1e3 * median[p]);
    }
    printf(" %7.2f  %s%s\n", median[AUTO] / fmin(median[CPU], median[CUDA]), device, wrong ? "  wrong" : "");
    bench_flush();
    return wrong;
}

int bench_sizes(const bench_settings *set, tropic_context *cpu)
{
    const char *graphs = set->graphs;
    char text[BENCH_TEXT];
    int wrong = 0;
    printf("# milliseconds from context to answer, each in a process of its own; medians of %d\n", RUNS);
    printf("%-16s %10s %11s %-9s %10s %10s %10s %7s  %s\n", "graph", "vertices", "entries", "answer", "auto", "cpu",
           "cuda", "/better", "auto on");
    while (bench_next_word(&graphs, text, sizeof text)) {
        bench_input in;
        tropic_matrix *A;
        double seconds;
        bench_input_open(&in, cpu, text, set->seed);
        A = bench_input_matrix(&in, cpu, TROPIC_INT32, &seconds);
        for (size_t t = 0; t < TASKS; t++)
            if (tasks[t].most == 0 || tropic_matrix_rows(A) <= tasks[t].most)
                wrong += time_task(set, in.name, A, &tasks[t]);
        tropic_matrix_free(&A);
        bench_input_close(&in);
    }
    return wrong;
}

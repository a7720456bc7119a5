/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --crowded: what threads cost where other programs want the cores. Beside no other process, one, and one
 * on each core that does nothing but use it, each task is timed on one thread and on several, in turn.
 */
#define _GNU_SOURCE
#include "bench/crowded.h"

#include "bench/common.h"
#include "bench/input.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs, of which the median and the longest count. A run repeats its task until one thread has worked so long: what is
 * shorter than a time slice is decided by where in it one begins. */
#define RUNS 10
#define RUN_SECONDS 0.05
/* Places of the operations' vectors, columns of their block, and sources of what takes many. */
#define PLACES 1000000
#define MESH "mesh:1000"
#define COLUMNS 4
#define SOURCES 16
#define ITERATIONS 4

/* One thread's context or several threads', and what its tasks use. */
typedef struct bench {
    tropic_context *context;
    tropic_matrix *A, *weighted;
    tropic_index source, sources[SOURCES], n;
    tropic_vector *level, *parent, *distance, *distances, *centrality, *x, *y; /* of the graph */
    tropic_vector *u, *v, *w, *flags, *block, *product;                        /* of PLACES, or of the mesh */
    tropic_matrix *mesh;
    tropic_index *ids;
    uint64_t seed;
} bench;

/* ---- tasks ---- */

static tropic_status bfs(bench *b)
{
    return tropic_bfs(b->level, NULL, b->A, b->source, NULL, NULL);
}
static tropic_status bfs_parents(bench *b)
{
    return tropic_bfs(b->level, b->parent, b->A, b->source, NULL, NULL);
}
static tropic_status bfs_batch(bench *b)
{
    int64_t counts[SOURCES], sums[SOURCES];
    return tropic_bfs_batch(NULL, NULL, counts, sums, b->context, b->A, b->sources, SOURCES, NULL, NULL);
}
static tropic_status sssp(bench *b)
{
    return tropic_sssp(b->distance, NULL, b->weighted, b->source, NULL, NULL);
}
static tropic_status sssp_batch(bench *b)
{
    return tropic_sssp_batch(b->distances, b->weighted, b->sources, COLUMNS, NULL, NULL);
}
static tropic_status bc_of(bench *b, tropic_index count, bool weighted)
{
    const tropic_bc_options options = {
        .size = sizeof options, .sources = b->sources, .source_count = count, .weighted = weighted};
    return tropic_bc(b->centrality, weighted ? b->weighted : b->A, &options, NULL);
}
static tropic_status bc_one(bench *b)
{
    return bc_of(b, 1, false);
}
static tropic_status bc_many(bench *b)
{
    return bc_of(b, SOURCES, false);
}
static tropic_status bc_weighted(bench *b)
{
    return bc_of(b, COLUMNS, true);
}
static tropic_status bc_edges(bench *b)
{
    const tropic_bc_options options = {.size = sizeof options, .sources = b->sources, .source_count = COLUMNS};
    tropic_matrix *C = NULL;
    const tropic_status status = tropic_bc_edges(&C, b->context, b->A, &options, NULL);
    tropic_matrix_free(&C);
    return status;
}
static tropic_status layout(bench *b)
{
    const tropic_layout_options options = {
        .size = sizeof options, .seed = b->seed, .iterations = ITERATIONS, .levels = 1};
    return tropic_layout(b->x, b->y, NULL, b->A, &options, NULL);
}

static tropic_status fill(bench *b)
{
    const double one = 1;
    return tropic_vector_fill(b->w, &one);
}
static const tropic_operator *plus(void)
{
    return tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
}
static tropic_status ewise_add(bench *b)
{
    return tropic_ewise_add(b->w, NULL, NULL, plus(), b->u, b->v, NULL);
}
static tropic_status apply(bench *b)
{
    const double two = 2;
    return tropic_apply(b->w, NULL, NULL, tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64), b->u, &two, NULL);
}
static tropic_status select_some(bench *b)
{
    const double bound = 0.5;
    return tropic_select(b->w, NULL, NULL, tropic_operator_builtin(TROPIC_GT, TROPIC_FP64), b->u, &bound, NULL);
}
static tropic_status assign(bench *b)
{
    return tropic_assign(b->w, b->flags, NULL, b->u, NULL, PLACES, NULL);
}
static tropic_status extract(bench *b)
{
    return tropic_extract(b->w, NULL, NULL, b->u, b->ids, PLACES, NULL);
}
static tropic_status reduce(bench *b)
{
    double sum;
    return tropic_reduce(&sum, plus(), b->u);
}
static tropic_status reduce_matrix(bench *b)
{
    return tropic_reduce_matrix(b->w, NULL, NULL, plus(), b->mesh, NULL);
}
static const tropic_semiring *plus_times(void)
{
    return tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
}
static tropic_status mxv(bench *b)
{
    return tropic_mxv(b->w, NULL, NULL, plus_times(), b->mesh, b->u, NULL);
}
static tropic_status vxm_push(bench *b)
{
    const tropic_descriptor push = {.size = sizeof push, .strategy = TROPIC_STRATEGY_CSR_PUSH};
    return tropic_vxm(b->w, NULL, NULL, plus_times(), b->u, b->mesh, &push);
}
static tropic_status mxv_block(bench *b)
{
    return tropic_mxv_block(b->product, NULL, NULL, plus_times(), b->mesh, b->block, NULL);
}
static tropic_status transpose(bench *b)
{
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true};
    tropic_matrix *C = NULL;
    const tropic_status status = tropic_transpose(&C, b->context, b->mesh, NULL, b->mesh, &as_is);
    tropic_matrix_free(&C);
    return status;
}
static tropic_status from_csr(bench *b)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *C = NULL;
    tropic_status status = tropic_matrix_csr(b->mesh, b->context, &offsets, &ids, NULL);
    if (status == TROPIC_OK)
        status = tropic_matrix_from_csr(&C, b->context, PLACES, PLACES, offsets, ids, TROPIC_BOOL, NULL, NULL);
    tropic_matrix_free(&C);
    return status;
}

typedef struct task {
    const char *name;
    tropic_status (*run)(bench *b);
} task;

static const task algorithms[] = {{"bfs", bfs},
                                  {"bfs, parents", bfs_parents},
                                  {"bfs, 16 at once", bfs_batch},
                                  {"sssp", sssp},
                                  {"sssp, 4 sources", sssp_batch},
                                  {"bc, 1 source", bc_one},
                                  {"bc, 16 sources", bc_many},
                                  {"bc, weighted, 4", bc_weighted},
                                  {"bc, edges, 4", bc_edges},
                                  {"layout, 4 steps", layout}};
static const task operations[] = {{"fill", fill},
                                  {"ewise_add", ewise_add},
                                  {"apply", apply},
                                  {"select", select_some},
                                  {"assign, mask", assign},
                                  {"extract, ids", extract},
                                  {"reduce", reduce},
                                  {"reduce_matrix", reduce_matrix},
                                  {"mxv", mxv},
                                  {"vxm, push", vxm_push},
                                  {"mxv_block, 4 columns", mxv_block},
                                  {"transpose, mask", transpose},
                                  {"from_csr", from_csr}};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- what they use ---- */

static void check(const bench *b, tropic_status status, const char *what)
{
    bench_check(status, b->context, what);
}

static tropic_vector *vector_of(const bench *b, tropic_type type, tropic_index n)
{
    tropic_vector *v = NULL;
    check(b, tropic_vector_create(&v, b->context, type, n), "a vector");
    return v;
}

/* Contexts of one thread and of several, with nothing else yet. */
static void open_context(bench *b, int threads, uint64_t seed)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads};
    *b = (bench){.seed = seed};
    bench_check(tropic_context_create(&b->context, &options), NULL, "the CPU");
}

static void open_graph(bench *b, const char *text)
{
    bench_input in;
    double seconds;
    bench_input_open(&in, b->context, text, b->seed);
    bench_input_sources(&in, b->context, SOURCES);
    b->A = bench_input_undirected(&in, b->context);
    b->weighted = bench_input_matrix(&in, b->context, TROPIC_INT32, &seconds);
    b->n = in.n;
    for (int k = 0; k < SOURCES; k++) b->sources[k] = in.sources[k % in.source_count];
    b->source = b->sources[0];
    b->level = vector_of(b, TROPIC_INT32, b->n);
    b->parent = vector_of(b, TROPIC_INT32, b->n);
    b->distance = vector_of(b, TROPIC_INT64, b->n);
    b->centrality = vector_of(b, TROPIC_FP64, b->n);
    b->x = vector_of(b, TROPIC_FP32, b->n);
    b->y = vector_of(b, TROPIC_FP32, b->n);
    check(b, tropic_vector_create_block(&b->distances, b->context, TROPIC_INT64, b->n, COLUMNS), "a block");
    bench_input_close(&in);
}

static void close_graph(bench *b)
{
    tropic_vector **const vectors[] = {&b->level, &b->parent,     &b->distance, &b->distances,
                                       &b->x,     &b->centrality, &b->y};
    for (size_t k = 0; k < COUNT(vectors); k++) tropic_vector_free(vectors[k]);
    tropic_matrix_free(&b->A);
    tropic_matrix_free(&b->weighted);
}

static void open_operands(bench *b)
{
    bench_input in;
    double seconds;
    bool *present = bench_reserve(PLACES);
    double *values = bench_reserve(PLACES * sizeof *values);
    bench_input_open(&in, b->context, MESH, b->seed);
    b->mesh = bench_input_matrix(&in, b->context, TROPIC_BOOL, &seconds);
    bench_input_close(&in);
    b->u = vector_of(b, TROPIC_FP64, PLACES);
    b->v = vector_of(b, TROPIC_FP64, PLACES);
    b->w = vector_of(b, TROPIC_FP64, PLACES);
    b->flags = vector_of(b, TROPIC_FP64, PLACES);
    check(b, tropic_vector_create_block(&b->block, b->context, TROPIC_FP64, PLACES, COLUMNS), "a block");
    check(b, tropic_vector_create_block(&b->product, b->context, TROPIC_FP64, PLACES, COLUMNS), "a block");
    b->ids = bench_reserve(PLACES * sizeof *b->ids);
    for (tropic_index i = 0; i < PLACES; i++) {
        values[i] = (double)(i % 1000) / 1000;
        present[i] = i % 3 == 0;
        b->ids[i] = PLACES - 1 - i;
    }
    check(b, tropic_vector_put_dense(b->u, values, NULL), "a vector");
    check(b, tropic_vector_put_dense(b->v, values, NULL), "a vector");
    check(b, tropic_vector_put_dense(b->flags, values, present), "a vector");
    check(b, tropic_vector_fill(b->block, values + 1), "a block");
    free(present);
    free(values);
}

static void close_operands(bench *b)
{
    tropic_vector **const vectors[] = {&b->u, &b->v, &b->w, &b->flags, &b->block, &b->product};
    for (size_t k = 0; k < COUNT(vectors); k++) tropic_vector_free(vectors[k]);
    tropic_matrix_free(&b->mesh);
    free(b->ids);
}

/* ---- the others ---- */

/* Cores that this process may use. */
static int cores(cpu_set_t *set)
{
    if (sched_getaffinity(0, sizeof *set, set) != 0) CPU_ZERO(set);
    return CPU_COUNT(set);
}

/* Starts processes that do nothing but use a core each. They end with this one. */
static void start_others(pid_t *others, int count)
{
    const pid_t parent = getpid();
    cpu_set_t all, one;
    int core = 0;
    cores(&all);
    for (int k = 0; k < count; k++, core++) {
        while (!CPU_ISSET((size_t)core, &all)) core++;
        others[k] = fork();
        if (others[k] < 0) bench_stop(BENCH_FAILED, "cannot start a process");
        if (others[k] > 0) continue;
        CPU_ZERO(&one);
        CPU_SET((size_t)core, &one);
        sched_setaffinity(0, sizeof one, &one);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(0);
        for (;;) __asm__ volatile("");
    }
}

static void end_others(const pid_t *others, int count)
{
    for (int k = 0; k < count; k++) kill(others[k], SIGKILL);
    for (int k = 0; k < count; k++) waitpid(others[k], NULL, 0);
}

/* ---- times ---- */

static double time_run(bench *b, const task *t, int times)
{
    const double began = bench_now();
    for (int k = 0; k < times; k++) check(b, t->run(b), t->name);
    return (bench_now() - began) / times;
}

/* Runs of one thread and of several take turns. */
static void time_task(bench *one, bench *several, const task *t, const char *graph, int others)
{
    double alone[RUNS], shared[RUNS];
    int times = 1;
    while (time_run(one, t, times) * times < RUN_SECONDS) times *= 2;
    time_run(several, t, times);
    for (int k = 0; k < RUNS; k++) {
        alone[k] = time_run(one, t, times);
        shared[k] = time_run(several, t, times);
    }
    const double a = bench_median(alone, RUNS), s = bench_median(shared, RUNS);
    printf("%-18s %-17s %6d %10.3f %10.3f %10.3f %10.3f %7.2f %7.2f\n", graph, t->name, others, 1e3 * a,
           1e3 * alone[RUNS - 1], 1e3 * s, 1e3 * shared[RUNS - 1], s / a, shared[RUNS - 1] / alone[RUNS - 1]);
    bench_flush();
}

/* The tasks beside no other process, one, and one on each core. */
static void time_tasks(bench *one, bench *several, const task *tasks, size_t count, const char *graph)
{
    cpu_set_t set;
    const int all = cores(&set);
    pid_t *others = bench_reserve((size_t)all * sizeof *others);
    for (int k = 0; k < 3; k++) {
        const int busy = k < 2 ? k : all;
        if (k == 2 && all < 2) break;
        start_others(others, busy);
        for (size_t t = 0; t < count; t++) time_task(one, several, &tasks[t], graph, busy);
        end_others(others, busy);
    }
    free(others);
}

void bench_crowded(const char *graphs, int threads, uint64_t seed)
{
    char text[BENCH_TEXT];
    bench one, several;
    open_context(&one, 1, seed);
    open_context(&several, threads, seed);
    printf("# one thread, and %s; median and longest of %d runs\n"
           "# graph            task              others     ms, one    longest     several    longest"
           "   ratio  longest\n",
           tropic_context_device_name(several.context), RUNS);
    open_operands(&one);
    open_operands(&several);
    time_tasks(&one, &several, operations, COUNT(operations), MESH);
    close_operands(&one);
    close_operands(&several);
    while (bench_next_word(&graphs, text, sizeof text)) {
        open_graph(&one, text);
        open_graph(&several, text);
        time_tasks(&one, &several, algorithms, COUNT(algorithms), text);
        close_graph(&one);
        close_graph(&several);
    }
    tropic_context_free(&one.context);
    tropic_context_free(&several.context);
}

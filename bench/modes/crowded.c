/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --crowded: the cost of threads where other programs want the cores. Beside no process, one, and one
 * on each core that does nothing but use it, each row is timed on one thread and on several, in turn.
 */
#define _GNU_SOURCE
#include "bench/calls.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs: their median and longest count. A run repeats its row until one thread has worked so long: one that is
 * shorter than a time slice is decided by where in it one begins. */
#define RUNS 10
#define RUN_SECONDS 0.05
/* Places of the operations' vectors, columns of their block, and sources of calls that take many. */
#define PLACES 1000000
#define MESH "mesh:1000"
#define COLUMNS 4

#define W_OF_U .w = W, .u = U
#define PRODUCT_OF(to, from) .w = to, .u = from, .semiring = TROPIC_PLUS_TIMES

static const bench_call algorithms[] = {
    {"bfs", .verb = BFS, .w = LEVEL},
    {"bfs, parents", .verb = BFS, .w = LEVEL, .v = PARENT},
    {"bfs, 16 at once", .verb = BFS_BATCH, .count = BENCH_CALL_SOURCES},
    {"sssp", .verb = SSSP, .w = DISTANCE},
    {"sssp, 4 sources", .verb = SSSP_BATCH, .w = DISTANCES, .count = COLUMNS},
    {"bc, 1 source", .verb = BC, .w = CENTRALITY, .count = 1},
    {"bc, 16 sources", .verb = BC, .w = CENTRALITY, .count = BENCH_CALL_SOURCES},
    {"bc, weighted, 4", .verb = BC, .w = CENTRALITY, .count = COLUMNS, .weighted = true},
    {"bc, edges, 4", .verb = BC_EDGES, .count = COLUMNS},
    {"layout, 4 steps", .verb = LAYOUT, .w = PLACE_X, .v = PLACE_Y},
    {NULL},
};

static const bench_call operations[] = {
    {"fill", .verb = FILL, .w = W, .value = 1},
    {"ewise_add", .verb = EWISE_ADD, W_OF_U, .v = V, .op = TROPIC_PLUS},
    {"apply", .verb = APPLY, W_OF_U, .op = TROPIC_TIMES, .value = 2},
    {"select", .verb = SELECT, W_OF_U, .op = TROPIC_GT, .value = 0.5},
    {"assign, mask", .verb = ASSIGN, W_OF_U, .mask = FLAGS},
    {"extract, ids", .verb = EXTRACT, W_OF_U},
    {"reduce", .verb = REDUCE, .u = U, .op = TROPIC_PLUS},
    {"reduce_matrix", .verb = REDUCE_MATRIX, .w = W, .op = TROPIC_PLUS},
    {"mxv", .verb = MXV, PRODUCT_OF(W, U)},
    {"vxm, push", .verb = VXM, PRODUCT_OF(W, U), BENCH_DESCRIPTOR(.strategy = TROPIC_STRATEGY_CSR_PUSH)},
    {"mxv_block, 4 columns", .verb = MXV_BLOCK, PRODUCT_OF(PRODUCT, BLOCK)},
    {"transpose, mask", .verb = TRANSPOSE, BENCH_DESCRIPTOR(.transpose = true)},
    {"from_csr", .verb = FROM_CSR},
    {NULL},
};

/* ---- operands of the rows ---- */

/* In a context of one thread, and in one of several. */
enum { ONE, SEVERAL, SIDES };

static void open_graph(bench_operands *o, const bench_input *in)
{
    static const bench_vector_name vectors[] = {LEVEL, PARENT, DISTANCE, CENTRALITY, PLACE_X, PLACE_Y};
    double seconds;
    o->A = bench_input_undirected(in, o->context);
    o->weighted = bench_input_matrix(in, o->context, TROPIC_INT32, &seconds);
    for (int k = 0; k < BENCH_CALL_SOURCES; k++) o->sources[k] = in->sources[k % in->source_count];
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) bench_operands_vector(o, vectors[k], in->n, 1);
    bench_operands_vector(o, DISTANCES, in->n, COLUMNS);
}

static void open_operands(bench_operands *o, const bench_input *mesh)
{
    double seconds;
    bool *present = bench_reserve(PLACES);
    double *values = bench_reserve(PLACES * sizeof *values);
    tropic_index *ids = bench_reserve(PLACES * sizeof *ids);
    o->A = bench_input_matrix(mesh, o->context, TROPIC_BOOL, &seconds);
    for (tropic_index i = 0; i < PLACES; i++) {
        values[i] = (double)(i % 1000) / 1000;
        present[i] = i % 3 == 0;
        ids[i] = PLACES - 1 - i;
    }
    o->ids = ids;
    for (int k = U; k <= PRODUCT; k++) bench_operands_vector(o, (bench_vector_name)k, PLACES, k >= BLOCK ? COLUMNS : 1);
    bench_check(tropic_vector_put_dense(o->v[U], values, NULL), o->context, "a vector");
    bench_check(tropic_vector_put_dense(o->v[V], values, NULL), o->context, "a vector");
    bench_check(tropic_vector_put_dense(o->v[FLAGS], values, present), o->context, "a vector");
    bench_check(tropic_vector_fill(o->v[BLOCK], values + 1), o->context, "a block");
    free(present);
    free(values);
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

static void time_row(bench_operands sides[SIDES], const bench_call *row, const char *graph, int busy)
{
    static const bench_rounds rounds = {.least = RUNS, .most = RUNS};
    bench_timed one = {&sides[ONE], row, 1}, several = {&sides[SEVERAL], row, 1};
    const bench_side in_turn[] = {{bench_timed_run, &one}, {bench_timed_run, &several}};
    bench_times t[SIDES];
    while (bench_timed_run(&one) * one.times < RUN_SECONDS) one.times *= 2;
    several.times = one.times;
    bench_timed_run(&several);
    bench_time(&rounds, in_turn, SIDES, t);
    printf("%-18s %-17s %6d %10.3f %10.3f %10.3f %10.3f %7.2f %7.2f\n", graph, row->name, busy, 1e3 * t[ONE].median,
           1e3 * t[ONE].max, 1e3 * t[SEVERAL].median, 1e3 * t[SEVERAL].max, t[SEVERAL].median / t[ONE].median,
           t[SEVERAL].max / t[ONE].max);
    bench_flush();
}

/* The rows beside no other process, one, and one on each core. Closes their operands. */
static void time_rows(bench_operands sides[SIDES], const bench_call *rows, const char *graph)
{
    cpu_set_t set;
    const int all = cores(&set);
    pid_t *others = bench_reserve((size_t)all * sizeof *others);
    for (int k = 0; k < (all < 2 ? 2 : 3); k++) {
        const int busy = k < 2 ? k : all;
        start_others(others, busy);
        for (const bench_call *row = rows; row->name; row++) time_row(sides, row, graph, busy);
        end_others(others, busy);
    }
    free(others);
    for (int k = 0; k < SIDES; k++) bench_operands_close(&sides[k]);
}

static void begin(bench_session *s, const bench_place *place)
{
    bench_operands *sides = s->state = bench_reserve(SIDES * sizeof *sides);
    bench_input mesh;
    (void)place;
    for (int k = 0; k < SIDES; k++) {
        const tropic_context_options options = {
            .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = k == ONE ? 1 : s->set.threads};
        sides[k] = (bench_operands){.type = TROPIC_FP64, .seed = s->set.seed};
        bench_check(tropic_context_create(&sides[k].context, &options), NULL, "the CPU");
    }
    printf("# one thread, and %s; median and longest of %d runs\n"
           "# graph            task              others     ms, one    longest     several    longest"
           "   ratio  longest\n",
           tropic_context_device_name(sides[SEVERAL].context), RUNS);
    bench_input_open(&mesh, s->cpu, MESH, s->set.seed);
    for (int k = 0; k < SIDES; k++) open_operands(&sides[k], &mesh);
    bench_input_close(&mesh);
    time_rows(sides, operations, MESH);
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    bench_operands *sides = s->state;
    (void)place;
    bench_input_sources(in, s->cpu, BENCH_CALL_SOURCES);
    for (int k = 0; k < SIDES; k++) open_graph(&sides[k], in);
    time_rows(sides, algorithms, in->name);
}

static void end(bench_session *s, const bench_place *place)
{
    bench_operands *sides = s->state;
    (void)place;
    for (int k = 0; k < SIDES; k++) {
        free((void *)sides[k].ids);
        tropic_context_free(&sides[k].context);
    }
    free(sides);
}

const bench_mode bench_crowded = {
    .name = "crowded",
    .help = "algorithms and operations on one thread and on several of the\nCPU, while other processes use its cores",
    .options = "graphs",
    .graphs = "lattice:400:0.62,kron:14:16",
    .where = BENCH_AT_ONCE,
    .begin = begin,
    .graph = time_graph,
    .end = end,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --sizes: the time of a program that asks for one answer, or for some, by `auto`, on the CPU and a GPU.
 * It runs from the context to the answer in its arrays; the graph is there before. Each run is a process of its own,
 * because the driver of a GPU starts once in a process.
 */
#include "bench/calls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of each row. */
#define RUNS 3
/* Relative, between sums of two devices. */
#define TOLERANCE 1e-6
/* Products one after another. */
#define PRODUCTS 200
/* Vertices of which all are sources. */
#define ALL_SOURCES (1 << 14)

/* y = A x, x = y as often, of which each entry is 1 more than the last maximum of a neighbour. */
static tropic_status products(bench_operands *o, const bench_call *c)
{
    const double one = 1;
    tropic_status status = tropic_vector_fill(o->v[U], &one);
    for (int k = 0; k < PRODUCTS && status == TROPIC_OK; k++) {
        status = tropic_mxv(o->v[W], NULL, NULL, tropic_semiring_builtin(c->semiring, o->type), o->A, o->v[U], NULL);
        if (status == TROPIC_OK) status = tropic_vector_swap(o->v[U], o->v[W]);
    }
    return status == TROPIC_OK ? tropic_vector_wait(o->v[U]) : status;
}

/* Answers are in w; of products in u. */
static const bench_call rows[] = {
    {"bfs", .verb = BFS, .w = LEVEL},
    {"bfs, 100", .verb = BFS, .w = LEVEL, .times = 100},
    {"sssp", .verb = SSSP, .w = DISTANCE},
    {"bc of 16", .verb = BC, .w = CENTRALITY, .samples = 16},
    {"bc", .verb = BC, .w = CENTRALITY, .samples = ALL_SOURCES, .most = ALL_SOURCES},
    {"mxv, 200", .run = products, .w = U, .semiring = TROPIC_MIN_PLUS},
};

static const struct place {
    const char *word;
    tropic_device device;
} places[] = {{"auto", TROPIC_DEVICE_AUTO}, {"cpu", TROPIC_DEVICE_CPU}, {"cuda", TROPIC_DEVICE_CUDA}};
enum { AUTO, CPU, CUDA, PLACES };

/* The report of a child. */
typedef struct outcome {
    tropic_status status;
    double seconds, sum;
    char device[64];
} outcome;

/* Of the reached vertices. */
static double sum_of(const void *values, tropic_type type, tropic_index n)
{
    double sum = 0;
    for (tropic_index v = 0; v < n; v++) {
        const double value = type == TROPIC_INT32   ? (double)((const int32_t *)values)[v]
                             : type == TROPIC_INT64 ? (double)((const int64_t *)values)[v]
                                                    : ((const double *)values)[v];
        if (isfinite(value) && value < (double)INT64_MAX) sum += value;
    }
    return sum;
}

/* In a process of its own: another would find the driver started. */
static outcome run(const bench_call *row, tropic_device device, int threads, tropic_matrix *A)
{
    static const bench_vector_name vectors[] = {LEVEL, DISTANCE, CENTRALITY, U, W};
    const tropic_context_options options = {.size = sizeof options, .device = device, .threads = threads};
    const tropic_index n = tropic_matrix_rows(A);
    bench_operands o = {.type = TROPIC_FP64, .A = A};
    double *values = bench_reserve((size_t)n * sizeof *values);
    const double began = bench_now();
    outcome out = {.status = tropic_context_create(&o.context, &options)};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors && out.status == TROPIC_OK; k++)
        bench_operands_vector(&o, vectors[k], n, 1);
    if (out.status == TROPIC_OK) out.status = bench_call_run(&o, row);
    if (out.status == TROPIC_OK) out.status = tropic_vector_get_dense(o.v[row->w], values, NULL);
    out.seconds = bench_now() - began;
    if (out.status == TROPIC_OK) {
        out.sum = sum_of(values, tropic_vector_type(o.v[row->w]), n);
        snprintf(out.device, sizeof out.device, "%s", tropic_context_device_name(o.context));
    }
    return out;
}

static outcome run_apart(const bench_call *row, tropic_device device, int threads, tropic_matrix *A)
{
    outcome o = {.status = TROPIC_DEVICE_ERROR};
    int ends[2];
    pid_t child;
    bench_flush();
    if (pipe(ends) != 0) bench_stop(BENCH_FAILED, "a pipe cannot be made");
    child = fork();
    if (child < 0) bench_stop(BENCH_FAILED, "a process cannot be made");
    if (child == 0) {
        o = run(row, device, threads, A);
        _exit(write(ends[1], &o, sizeof o) != sizeof o);
    }
    close(ends[1]);
    if (read(ends[0], &o, sizeof o) != sizeof o) o.status = TROPIC_DEVICE_ERROR;
    close(ends[0]);
    (void)waitpid(child, NULL, 0);
    return o;
}

/* A row on one place; the graph's answer from all is the same but for its rounding. */
typedef struct timed {
    const bench_settings *set;
    const bench_call *row;
    tropic_matrix *A;
    tropic_device device;
    outcome last;
    double sum; /* NaN: nothing ran yet */
    int wrong;
} timed;

static double run_row(void *data)
{
    timed *t = data;
    outcome *o = &t->last;
    if (o->status != TROPIC_OK) return NAN;
    *o = run_apart(t->row, t->device, t->set->threads, t->A);
    if (isnan(t->sum)) t->sum = o->sum;
    t->wrong += o->status == TROPIC_OK ? !(fabs(o->sum - t->sum) <= TOLERANCE * fmax(fabs(o->sum), fabs(t->sum)))
                                       : o->status != TROPIC_NO_DEVICE;
    return o->status == TROPIC_OK ? o->seconds : NAN;
}

/* Returns how many answers are wrong. */
static int time_row(const bench_settings *set, const char *name, tropic_matrix *A, const bench_call *row)
{
    static const bench_rounds rounds = {.least = RUNS, .most = RUNS};
    timed t = {.set = set, .row = row, .A = A, .sum = NAN};
    bench_times times[PLACES];
    char device[sizeof t.last.device] = "";
    printf("%-16s %10d %11lld %-9s", name, tropic_matrix_rows(A), (long long)tropic_matrix_count(A), row->name);
    for (int p = 0; p < PLACES; p++) {
        t.device = places[p].device;
        t.last = (outcome){.status = bench_has_word(set->devices, places[p].word) ? TROPIC_OK : TROPIC_NO_DEVICE};
        bench_time(&rounds, &(bench_side){run_row, &t}, 1, &times[p]);
        if (p == AUTO) memcpy(device, t.last.device, sizeof device);
        bench_put(10, 3, 1e3 * times[p].median);
    }
    printf(" %7.2f  %s%s\n", times[AUTO].median / fmin(times[CPU].median, times[CUDA].median), device,
           t.wrong ? "  wrong" : "");
    bench_flush();
    return t.wrong;
}

static void begin(bench_session *s, const bench_place *place)
{
    (void)s, (void)place;
    printf("# milliseconds from context to answer, each in a process of its own; medians of %d\n", RUNS);
    printf("%-16s %10s %11s %-9s %10s %10s %10s %7s  %s\n", "graph", "vertices", "entries", "answer", "auto", "cpu",
           "cuda", "/better", "auto on");
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    double seconds;
    tropic_matrix *A = bench_input_matrix(in, s->cpu, TROPIC_INT32, &seconds);
    (void)place;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].most == 0 || tropic_matrix_rows(A) <= rows[k].most)
            s->wrong += time_row(&s->set, in->name, A, &rows[k]);
    tropic_matrix_free(&A);
}

const bench_mode bench_sizes = {
    .name = "sizes",
    .help = "whole programs on graphs that grow, by auto, cpu and cuda",
    .options = "graphs",
    .graphs = "kron:8:16,kron:10:16,kron:12:16,kron:14:16,kron:16:16,kron:18:16,kron:20:16,lattice:300:0.62",
    .devices = "auto,cpu,cuda",
    .where = BENCH_APART,
    .begin = begin,
    .graph = time_graph,
};

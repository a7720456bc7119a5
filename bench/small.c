/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --small: what calls cost that have hardly anything to do. Each round makes a context and a graph, asks
 * for answers, each of them twice, and frees all.
 */
#include "bench/small.h"

#include "bench/common.h"
#include "bench/verify.h"

#include <stdio.h>
#include <stdlib.h>

/* Vertices, edges that are drawn, and the greatest weight. */
#define VERTICES 100
#define EDGES 300
#define WEIGHT 255
#define SOURCE 0
/* Relative, of sums in double. */
#define TOLERANCE 1e-9
/* Rounds on the CPU and on a GPU, where a context takes a thousand times as long. */
#define ROUNDS 1000
#define ROUNDS_GPU 50

typedef struct bench {
    tropic_context_options options;
    tropic_index tails[EDGES], heads[EDGES];
    int32_t weights[EDGES];
    tropic_context *context;
    tropic_matrix *A, *arcs;
    tropic_vector *level, *distance, *centrality, *all, *x, *y;
    int32_t sum;
} bench;

/* ---- tasks, in the order of a round ---- */

static tropic_status context(bench *b)
{
    return tropic_context_create(&b->context, &b->options);
}

static tropic_status matrix(bench *b)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_MIN,
                                          .loops = TROPIC_LOOPS_DROP,
                                          .direction = TROPIC_DIRECTION_UNDIRECTED};
    return tropic_matrix_from_coo(&b->A, b->context, VERTICES, VERTICES, EDGES, b->tails, b->heads, TROPIC_INT32,
                                  b->weights, &options);
}

static tropic_status vectors(bench *b)
{
    const int32_t one = 1;
    tropic_status e = tropic_vector_create(&b->level, b->context, TROPIC_INT32, VERTICES);
    if (!e) e = tropic_vector_create(&b->distance, b->context, TROPIC_INT64, VERTICES);
    if (!e) e = tropic_vector_create(&b->centrality, b->context, TROPIC_FP64, VERTICES);
    if (!e) e = tropic_vector_create(&b->all, b->context, TROPIC_FP64, VERTICES);
    if (!e) e = tropic_vector_create(&b->x, b->context, TROPIC_INT32, VERTICES);
    if (!e) e = tropic_vector_create(&b->y, b->context, TROPIC_INT32, VERTICES);
    return e ? e : tropic_vector_fill(b->x, &one);
}

static tropic_status bfs(bench *b)
{
    return tropic_bfs(b->level, NULL, b->A, SOURCE, NULL, NULL);
}

static tropic_status sssp(bench *b)
{
    return tropic_sssp(b->distance, NULL, b->A, SOURCE, NULL, NULL);
}

static tropic_status bc_one(bench *b)
{
    const tropic_index source = SOURCE;
    const tropic_bc_options options = {.size = sizeof options, .sources = &source, .source_count = 1};
    return tropic_bc(b->centrality, b->A, &options, NULL);
}

static tropic_status bc(bench *b)
{
    return tropic_bc(b->all, b->A, NULL, NULL);
}

static tropic_status bc_edges(bench *b)
{
    tropic_matrix_free(&b->arcs);
    return tropic_bc_edges(&b->arcs, b->context, b->A, NULL, NULL);
}

static tropic_status mxv(bench *b)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_status e = tropic_mxv(b->y, NULL, NULL, semiring, b->A, b->x, NULL);
    return e ? e : tropic_vector_wait(b->y);
}

static const tropic_operator *plus(void)
{
    return tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
}

static tropic_status ewise_add(bench *b)
{
    const tropic_status e = tropic_ewise_add(b->y, NULL, NULL, plus(), b->x, b->x, NULL);
    return e ? e : tropic_vector_wait(b->y);
}

static tropic_status reduce(bench *b)
{
    return tropic_reduce(&b->sum, plus(), b->y);
}

static tropic_status release(bench *b)
{
    tropic_vector_free(&b->level);
    tropic_vector_free(&b->distance);
    tropic_vector_free(&b->centrality);
    tropic_vector_free(&b->all);
    tropic_vector_free(&b->x);
    tropic_vector_free(&b->y);
    tropic_matrix_free(&b->arcs);
    tropic_matrix_free(&b->A);
    tropic_context_free(&b->context);
    return TROPIC_OK;
}

/* One answer, from nothing to nothing. */
static tropic_status whole(bench *b, tropic_status (*answer)(bench *b), tropic_vector **result, tropic_type type)
{
    double values[VERTICES];
    tropic_status e = context(b);
    if (!e) e = matrix(b);
    if (!e) e = tropic_vector_create(result, b->context, type, VERTICES);
    if (!e) e = answer(b);
    if (!e) e = tropic_vector_get_dense(*result, values, NULL);
    return e ? e : release(b);
}

static tropic_status whole_bfs(bench *b)
{
    return whole(b, bfs, &b->level, TROPIC_INT32);
}

static tropic_status whole_sssp(bench *b)
{
    return whole(b, sssp, &b->distance, TROPIC_INT64);
}

static tropic_status whole_bc(bench *b)
{
    return whole(b, bc, &b->all, TROPIC_FP64);
}

typedef struct task {
    const char *name;
    tropic_status (*run)(bench *b);
    bool twice;
} task;
static const task tasks[] = {{"context", context, false},
                             {"matrix from arrays", matrix, false},
                             {"six vectors", vectors, false},
                             {"bfs", bfs, true},
                             {"sssp", sssp, true},
                             {"bc, one source", bc_one, true},
                             {"bc", bc, true},
                             {"bc_edges", bc_edges, true},
                             {"mxv", mxv, true},
                             {"ewise_add", ewise_add, true},
                             {"reduce", reduce, true},
                             {"all are freed", release, false},
                             {"from context to free, bfs", whole_bfs, false},
                             {"from context to free, sssp", whole_sssp, false},
                             {"from context to free, bc", whole_bc, false}};
#define TASKS (sizeof tasks / sizeof *tasks)

/* ---- rounds ---- */

/* The words of a linear congruential generator (Knuth's constants): all that a drawn graph needs. */
static void draw(bench *b, uint64_t seed)
{
    uint64_t word = seed;
    for (int k = 0; k < EDGES; k++) {
        b->tails[k] = k % VERTICES;
        word = word * 6364136223846793005u + 1442695040888963407u;
        b->heads[k] = (tropic_index)((word >> 33) % VERTICES);
        b->weights[k] = (int32_t)((word >> 48) % WEIGHT) + 1;
    }
}

static void say(int *wrong, const char *name, const char *sentence)
{
    ++*wrong;
    printf("# %s: %s\n", name, sentence);
}

/* The sums over arcs and over vertices: each shortest path has one arc more than vertices between its ends. */
static bool sums_fit(const double *all, const double *arcs, tropic_offset count, double pairs)
{
    double difference = -pairs, sum = 0;
    for (tropic_index v = 0; v < VERTICES; v++) difference -= all[v];
    for (tropic_offset k = 0; k < count; k++) difference += arcs[k];
    for (tropic_offset k = 0; k < count; k++) sum += arcs[k];
    return difference <= TOLERANCE * sum && -difference <= TOLERANCE * sum;
}

/* How many answers of a round are wrong. */
static int check(bench *b)
{
    char sentence[BENCH_SENTENCE];
    int32_t level[VERTICES];
    int64_t distance[VERTICES], reached = 0;
    double centrality[VERTICES], all[VERTICES];
    const void *arcs;
    bench_arcs hops, lengths;
    bool beyond;
    int wrong = 0;
    bench_arcs_of(&lengths, b->A, b->context);
    hops = lengths;
    hops.type = TROPIC_BOOL;
    bench_check(tropic_vector_get_dense(b->level, level, NULL), b->context, "levels");
    bench_check(tropic_vector_get_dense(b->distance, distance, NULL), b->context, "distances");
    bench_check(tropic_vector_get_dense(b->centrality, centrality, NULL), b->context, "centralities");
    bench_check(tropic_vector_get_dense(b->all, all, NULL), b->context, "centralities");
    bench_check(tropic_matrix_csr(b->arcs, b->context, NULL, NULL, &arcs), b->context, "centralities of arcs");
    for (tropic_index v = 0; v < VERTICES; v++) reached += level[v] >= 0;
    if (!bench_verify_search(&hops, SOURCE, TROPIC_INT32, level, NULL, -1, sentence)) say(&wrong, "bfs", sentence);
    if (!bench_verify_search(&lengths, SOURCE, TROPIC_INT64, distance, NULL, reached, sentence))
        say(&wrong, "sssp", sentence);
    if (!bench_verify_centrality(&hops, SOURCE, centrality, TOLERANCE, &beyond, sentence))
        say(&wrong, "bc, one source", sentence);
    /* Edges are so many that the graph is connected. */
    if (!sums_fit(all, arcs, tropic_matrix_count(b->arcs), (double)VERTICES * (VERTICES - 1)))
        say(&wrong, "bc, bc_edges", "their sums do not fit");
    if (b->sum != 2 * VERTICES) say(&wrong, "reduce", "another sum");
    return wrong;
}

static double time_run(bench *b, const task *t)
{
    const double began = bench_now();
    const tropic_status status = t->run(b); /* which may free the context */
    bench_check(status, b->context, t->name);
    return bench_now() - began;
}

int bench_small(const bench_place *place, int threads, uint64_t seed)
{
    const tropic_device device = tropic_context_device(place->context);
    const int rounds = device == TROPIC_DEVICE_CUDA ? ROUNDS_GPU : ROUNDS;
    double *seconds = bench_reserve(2 * TASKS * (size_t)rounds * sizeof *seconds);
    bench b = {.options = {.size = sizeof b.options, .device = device, .threads = threads}};
    int wrong = 0;
    draw(&b, seed);
    for (int r = 0; r < rounds; r++)
        for (size_t t = 0; t < TASKS; t++) {
            double *at = &seconds[2 * t * (size_t)rounds + (size_t)r];
            if (tasks[t].run == release && (r == 0 || r == rounds - 1)) wrong += check(&b);
            at[0] = time_run(&b, &tasks[t]);
            if (tasks[t].twice) at[rounds] = time_run(&b, &tasks[t]);
        }
    printf("# %s: %d vertices, %d edges; microseconds, medians of %d rounds, each with a context of its own\n"
           "# task                      in a new one    again    first of all\n",
           place->name, VERTICES, EDGES, rounds);
    for (size_t t = 0; t < TASKS; t++) {
        double *at = &seconds[2 * t * (size_t)rounds];
        const double first = at[0];
        printf("%-27s %12.2f ", tasks[t].name, 1e6 * bench_median(at, rounds));
        if (tasks[t].twice)
            printf("%8.2f", 1e6 * bench_median(at + rounds, rounds));
        else
            printf("%8s", "");
        printf(" %15.1f\n", 1e6 * first);
    }
    free(seconds);
    return wrong;
}

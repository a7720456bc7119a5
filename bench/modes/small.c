/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --small: the cost of calls that have hardly anything to do. Each round makes a context and a graph, asks
 * for answers, each of them twice, and frees all.
 */
#include "bench/calls.h"

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

/* The place of a round, and the edges of its graph. */
static tropic_context_options place;
static tropic_index tails[EDGES], heads[EDGES];
static int32_t weights[EDGES];

/* ---- rows, in the order of a round ---- */

#define ROW(name) static tropic_status name(bench_operands *o, const bench_call *c)

ROW(context)
{
    (void)c;
    return tropic_context_create(&o->context, &place);
}

ROW(matrix)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_MIN,
                                          .loops = TROPIC_LOOPS_DROP,
                                          .direction = TROPIC_DIRECTION_UNDIRECTED};
    (void)c;
    return tropic_matrix_from_coo(&o->A, o->context, VERTICES, VERTICES, EDGES, tails, heads, TROPIC_INT32, weights,
                                  &options);
}

ROW(vectors)
{
    static const bench_vector_name all[] = {LEVEL, DISTANCE, CENTRALITY, CENTRALITY_OF_ALL, U, W};
    const int32_t one = 1;
    (void)c;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) bench_operands_vector(o, all[k], VERTICES, 1);
    return tropic_vector_fill(o->v[U], &one);
}

ROW(release)
{
    (void)c;
    bench_operands_close(o);
    tropic_context_free(&o->context);
    return TROPIC_OK;
}

/* One answer, that of a row before, from nothing to nothing. */
ROW(whole)
{
    double values[VERTICES];
    tropic_status e = context(o, c);
    if (!e) e = matrix(o, c);
    if (!e) bench_operands_vector(o, c->w, VERTICES, 1);
    if (!e) e = bench_call_run(o, &(bench_call){.verb = c->w == LEVEL ? BFS : c->w == DISTANCE ? SSSP : BC, .w = c->w});
    if (!e) e = tropic_vector_get_dense(o->v[c->w], values, NULL);
    return e ? e : release(o, c);
}

#define TWICE(name) .verb = name, .twice = true

static const bench_call rows[] = {
    {"context", .run = context},
    {"matrix from arrays", .run = matrix},
    {"six vectors", .run = vectors},
    {"bfs", TWICE(BFS), .w = LEVEL},
    {"sssp", TWICE(SSSP), .w = DISTANCE},
    {"bc, one source", TWICE(BC), .w = CENTRALITY, .count = 1},
    {"bc", TWICE(BC), .w = CENTRALITY_OF_ALL},
    {"bc_edges", TWICE(BC_EDGES)},
    {"mxv", TWICE(MXV), .w = W, .u = U, .semiring = TROPIC_PLUS_TIMES, .waits = true},
    {"ewise_add", TWICE(EWISE_ADD), .w = W, .u = U, .v = U, .op = TROPIC_PLUS, .waits = true},
    {"reduce", TWICE(REDUCE), .u = W, .op = TROPIC_PLUS},
    {"all are freed", .run = release},
    {"from context to free, bfs", .run = whole, .w = LEVEL},
    {"from context to free, sssp", .run = whole, .w = DISTANCE},
    {"from context to free, bc", .run = whole, .w = CENTRALITY_OF_ALL},
};
#define ROWS (sizeof rows / sizeof *rows)

/* ---- rounds ---- */

/* The words of a linear congruential generator (Knuth's constants): all that a drawn graph needs. */
static void draw(uint64_t seed)
{
    uint64_t word = seed;
    for (int k = 0; k < EDGES; k++) {
        tails[k] = k % VERTICES;
        word = word * 6364136223846793005u + 1442695040888963407u;
        heads[k] = (tropic_index)((word >> 33) % VERTICES);
        weights[k] = (int32_t)((word >> 48) % WEIGHT) + 1;
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
static int check(bench_operands *o)
{
    char sentence[BENCH_SENTENCE];
    int32_t level[VERTICES];
    int64_t distance[VERTICES], reached = 0;
    double centrality[VERTICES], all[VERTICES];
    const void *arcs;
    bench_arcs hops, lengths;
    bool beyond;
    int wrong = 0;
    bench_arcs_of(&lengths, o->A, o->context);
    hops = lengths;
    hops.type = TROPIC_BOOL;
    bench_check(tropic_vector_get_dense(o->v[LEVEL], level, NULL), o->context, "levels");
    bench_check(tropic_vector_get_dense(o->v[DISTANCE], distance, NULL), o->context, "distances");
    bench_check(tropic_vector_get_dense(o->v[CENTRALITY], centrality, NULL), o->context, "centralities");
    bench_check(tropic_vector_get_dense(o->v[CENTRALITY_OF_ALL], all, NULL), o->context, "centralities");
    bench_check(tropic_matrix_csr(o->arcs, o->context, NULL, NULL, &arcs), o->context, "centralities of arcs");
    for (tropic_index v = 0; v < VERTICES; v++) reached += level[v] >= 0;
    if (!bench_verify_search(&hops, SOURCE, TROPIC_INT32, level, NULL, -1, sentence)) say(&wrong, "bfs", sentence);
    if (!bench_verify_search(&lengths, SOURCE, TROPIC_INT64, distance, NULL, reached, sentence))
        say(&wrong, "sssp", sentence);
    if (!bench_verify_centrality(&hops, SOURCE, centrality, TOLERANCE, &beyond, sentence))
        say(&wrong, "bc, one source", sentence);
    /* Edges are so many that the graph is connected. */
    if (!sums_fit(all, arcs, tropic_matrix_count(o->arcs), (double)VERTICES * (VERTICES - 1)))
        say(&wrong, "bc, bc_edges", "their sums do not fit");
    if (o->sum.whole != 2 * VERTICES) say(&wrong, "reduce", "another sum");
    return wrong;
}

static void put_rows(double *seconds, int rounds, const char *name)
{
    printf("# %s: %d vertices, %d edges; microseconds, medians of %d rounds, each with a context of its own\n"
           "# task                      in a new one    again    first of all\n",
           name, VERTICES, EDGES, rounds);
    for (size_t k = 0; k < ROWS; k++) {
        double *at = &seconds[2 * k * (size_t)rounds];
        const double first = at[0];
        printf("%-27s %12.2f ", rows[k].name, 1e6 * bench_times_of(at, rounds).median);
        if (rows[k].twice)
            printf("%8.2f", 1e6 * bench_times_of(at + rounds, rounds).median);
        else
            printf("%8s", "");
        printf(" %15.1f\n", 1e6 * first);
    }
}

static void time_small(bench_session *s, const bench_place *where)
{
    const tropic_device device = tropic_context_device(where->context);
    const int rounds = device == TROPIC_DEVICE_CUDA ? ROUNDS_GPU : ROUNDS;
    double *seconds = bench_reserve(2 * ROWS * (size_t)rounds * sizeof *seconds);
    bench_operands o = {.type = TROPIC_INT32, .sources = {SOURCE}};
    place = (tropic_context_options){.size = sizeof place, .device = device, .threads = s->set.threads};
    draw(s->set.seed);
    for (int r = 0; r < rounds; r++)
        for (size_t k = 0; k < ROWS; k++) {
            bench_timed t = {&o, &rows[k], 1};
            double *at = &seconds[2 * k * (size_t)rounds + (size_t)r];
            if (rows[k].run == release && (r == 0 || r == rounds - 1)) s->wrong += check(&o);
            at[0] = bench_timed_run(&t);
            if (rows[k].twice) at[rounds] = bench_timed_run(&t);
        }
    put_rows(seconds, rounds, where->name);
    free(seconds);
}

const bench_mode bench_small = {
    .name = "small", .help = "what calls cost on a graph of a hundred vertices", .options = "", .begin = time_small};

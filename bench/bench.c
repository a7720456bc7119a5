/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench, which `tropic bench` runs: times BFS, SSSP and BC on graphs that it makes or reads, and prints a table.
 *
 *     tropic bench [--device cpu,cuda] [--graphs kron:21:16,FILE,...] [--algorithms bfs,sssp,bc]
 *                  [--strategies auto,csc-scalar,...] [--queues auto,global,...] [--sources N] [--seed S]
 *                  [--json FILE] [--graphblas] ...
 *     tropic bench --spmv [--parts products,masked,user,first] ...: single products (bench/spmv.h)
 *     tropic bench --loops: loops of the user's own
 *     tropic bench --layout [--graphs ...]: iterations of layouts
 *     tropic bench --crowded [--graphs ...]: threads while other processes use the cores
 *     tropic bench --lists: single calls on long vectors of three entries
 *     tropic bench --matrices [--types fp64,...] [--graphs ...]: operations on matrices, beside GraphBLAS or cuSPARSE
 *     tropic bench --small: calls on a graph of a hundred vertices
 *     tropic bench --sizes [--graphs ...]: whole programs by auto, cpu and cuda
 *
 * bench/README.md says what is timed. A wrong answer makes the exit code 1.
 */
#include "bench/bench.h"

#include "bench/common.h"
#include "bench/crowded.h"
#include "bench/layout.h"
#include "bench/lists.h"
#include "bench/loops.h"
#include "bench/matrices.h"
#include "bench/sizes.h"
#include "bench/small.h"
#include "bench/spmv.h"

#include <stdio.h>

typedef struct session {
    bench_settings set;
    tropic_context *cpu; /* reads files */
    bench_place places[BENCH_PLACES];
    int place_count;
    bench_json *json;
    int rows, wrong; /* of all, those with a wrong answer */
} session;

/* Are searches timed, and not something else instead? */
static bool times_searches(const session *s)
{
    return !s->set.loops && !s->set.spmv && !s->set.layout && !s->set.crowded && !s->set.small && !s->set.lists &&
           !s->set.matrices && !s->set.sizes;
}

static void put_row(session *s, const bench_row *row)
{
    bench_table_row(row);
    bench_json_row(s->json, row);
    s->rows++;
    s->wrong += row->wrong;
}

/* Is there such a row? Queues are a GPU's, and not of every algorithm: elsewhere there is the one row of `auto`,
 * whatever is asked for. */
static bool wanted(const session *s, const bench_point *point)
{
    const bool queues = point->algorithm->queues && tropic_context_device(point->place->context) == TROPIC_DEVICE_CUDA;
    if (point->algorithm->methods ? !bench_has_word(s->set.methods, tropic_bc_method_name(point->method))
                                  : point->method != TROPIC_BC_AUTO)
        return false;
    /* A strategy is of products, which AUTO then takes. */
    if (point->strategy != TROPIC_STRATEGY_AUTO &&
        point->method != (bench_has_word(s->set.methods, "products") ? TROPIC_BC_PRODUCTS : TROPIC_BC_AUTO))
        return false;
    return bench_has_word(s->set.strategies, tropic_strategy_name(point->strategy)) &&
           (queues ? bench_has_word(s->set.queues, tropic_queue_name(point->queue))
                   : point->queue == TROPIC_QUEUE_AUTO);
}

/* One algorithm with one type of weights: on every device by every strategy and queue, then by GraphBLAS. */
static void time_algorithm(session *s, const bench_input *in, const bench_algorithm *algorithm, tropic_type weights)
{
    bench_point point = {.input = in, .algorithm = algorithm, .weights = weights};
    bench_row row;
    for (int p = 0; p < s->place_count; p++)
        for (int k = 0; k < TROPIC_STRATEGIES; k++)
            for (int q = 0; q < TROPIC_QUEUES; q++)
                for (int m = 0; m < TROPIC_BC_METHODS; m++) {
                    point.place = &s->places[p];
                    point.strategy = (tropic_strategy)k;
                    point.queue = (tropic_queue)q;
                    point.method = (tropic_bc_method)m;
                    if (!wanted(s, &point)) continue;
                    row = bench_measure(&point, s->set.check_limit);
                    put_row(s, &row);
                }
    if (s->set.graphblas && algorithm->graphblas && !algorithm->batch && !algorithm->many) {
        const bench_place here = {
            .word = "cpu", .shown = "cpu", .context = s->cpu, .name = tropic_context_device_name(s->cpu)};
        point.place = &here;
        row = bench_graphblas(&point, s->cpu, s->set.threads);
        put_row(s, &row);
    }
}

/* Sources are searched for on the last device, the GPU where there is one. */
static void time_graph(session *s, const char *text)
{
    static const tropic_type weights[] = {TROPIC_INT32, TROPIC_FP32};
    bench_input in;
    bench_input_open(&in, s->cpu, text, s->set.seed);
    bench_input_say_direction(&in, s->cpu);
    bench_input_sources(&in, s->places[s->place_count - 1].context, s->set.sources);
    for (int a = 0; bench_algorithm_at(a); a++) {
        const bench_algorithm *algorithm = bench_algorithm_at(a);
        const bool weighted = algorithm->weighted;
        if (!bench_has_word(s->set.algorithms, algorithm->name)) continue;
        if (!weighted) time_algorithm(s, &in, algorithm, TROPIC_BOOL);
        for (size_t w = 0; weighted && w < sizeof weights / sizeof *weights; w++)
            if (bench_has_word(s->set.weights, tropic_type_name(weights[w])))
                time_algorithm(s, &in, algorithm, weights[w]);
    }
    bench_input_close(&in);
}

static void time_algorithms(session *s)
{
    const char *graphs = s->set.graphs;
    char text[BENCH_TEXT];
    bench_table_head();
    while (bench_next_word(&graphs, text, sizeof text)) time_graph(s, text);
}

static void time_products(session *s, const bench_place *place)
{
    bench_spmv_run(&(bench_spmv){.context = place->context,
                                 .cpu = s->cpu,
                                 .graphs = s->set.graphs,
                                 .strategies = s->set.strategies,
                                 .parts = s->set.parts,
                                 .threads = s->set.threads,
                                 .seed = s->set.seed,
                                 .graphblas = s->set.graphblas,
                                 .bandwidth = place->bandwidth});
}

int main(int argc, char **argv)
{
    session s = {.wrong = 0};
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    bench_signals();
    bench_options(&s.set, argc, argv);
    options.threads = s.set.threads;
    bench_check(tropic_context_create(&s.cpu, &options), NULL, "the CPU");
    if (s.set.sizes) s.wrong = bench_sizes(&s.set, s.cpu); /* before anything asks for GPUs */
    if (!s.set.sizes)
        s.place_count = bench_places_open(s.places, s.set.devices, s.set.thread_counts, s.set.thread_count);
    /* Made, where it is new, once nothing more can be refused before the first graph. */
    s.json = bench_json_open(s.set.json, argc, argv);
    for (int p = 0; p < s.place_count; p++)
        printf("# Tropic %s on %s%s%s: a copy moves %.1f GB/s\n", tropic_version(), s.places[p].name,
               s.places[p].driver[0] ? ", driver " : "", s.places[p].driver, 1e-9 * s.places[p].bandwidth);
    if (s.set.graphblas || (s.set.matrices && bench_reference_name())) printf("# %s\n", bench_reference_name());
    if (times_searches(&s)) time_algorithms(&s);
    for (int p = 0; p < s.place_count; p++) {
        if (s.set.loops) s.wrong += bench_loops(s.places[p].context, s.set.seed);
        if (s.set.spmv) time_products(&s, &s.places[p]);
        if (s.set.lists) s.wrong += bench_lists(s.places[p].context);
        if (s.set.small) s.wrong += bench_small(&s.places[p], s.set.threads, s.set.seed);
        if (s.set.matrices) s.wrong += bench_matrices_time(&s.places[p], s.cpu, &s.set);
        if (s.set.layout) bench_layout(&s.places[p], s.cpu, s.set.graphs, s.set.seed);
    }
    if (s.set.crowded) bench_crowded(s.set.graphs, s.set.threads, s.set.seed);
    bench_places_close(s.places, s.place_count);
    bench_json_close(&s.json);
    tropic_context_free(&s.cpu);
    bench_flush();
    if (s.rows == 0 && times_searches(&s))
        bench_stop(BENCH_USAGE, "no algorithm of the list goes by these methods, strategies and queues");
    if (s.wrong) bench_stop(BENCH_FAILED, "wrong answers: %d", s.wrong);
    return BENCH_FINE;
}

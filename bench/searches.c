/* SPDX-License-Identifier: Apache-2.0
 *
 * Algorithms on graphs: the loops over weights, places, strategies, queues and methods.
 */
#include "bench/bench.h"

static void put_row(bench_session *s, const bench_row *row)
{
    bench_table_row(row);
    bench_json_row(s->json, row);
    s->rows++;
    s->wrong += row->wrong;
}

/* Is there such a row? Queues are a GPU's, and not of every algorithm: elsewhere there is the one row of `auto`,
 * whatever is asked for. */
static bool wanted(const bench_session *s, const bench_point *point)
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
static void time_algorithm(bench_session *s, const bench_input *in, const bench_algorithm *algorithm,
                           tropic_type weights)
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
static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    static const tropic_type weights[] = {TROPIC_INT32, TROPIC_FP32};
    bench_input_say_direction(in, s->cpu);
    bench_input_sources(in, place->context, s->set.sources);
    for (int a = 0; bench_algorithm_at(a); a++) {
        const bench_algorithm *algorithm = bench_algorithm_at(a);
        const bool weighted = algorithm->weighted;
        if (!bench_has_word(s->set.algorithms, algorithm->name)) continue;
        if (!weighted) time_algorithm(s, in, algorithm, TROPIC_BOOL);
        for (size_t w = 0; weighted && w < sizeof weights / sizeof *weights; w++)
            if (bench_has_word(s->set.weights, tropic_type_name(weights[w])))
                time_algorithm(s, in, algorithm, weights[w]);
    }
}

static void begin(bench_session *s, const bench_place *place)
{
    (void)s, (void)place;
    bench_table_head();
}

static void end(bench_session *s, const bench_place *place)
{
    (void)place;
    if (s->rows == 0) bench_stop(BENCH_USAGE, "no algorithm of the list goes by these methods, strategies and queues");
}

const bench_mode bench_searches = {
    .name = "",
    .options = "graphs,algorithms,strategies,queues,methods,weights,sources,check-limit,graphblas,json",
    .graphs = "kron:21:16,urand:21:16,mycielskian:17,lattice:1200:0.62",
    .where = BENCH_AT_ONCE,
    .begin = begin,
    .graph = time_graph,
    .end = end,
};

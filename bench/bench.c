/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench: times BFS, SSSP and BC on generated graphs and prints a table.
 *
 *     tropic-bench [--device cpu|cuda] [--graphs kron:21:16,...] [--algorithms bfs,sssp,bc]
 *                  [--strategies auto,csc-scalar,...] [--sources N] [--threads N] [--graphblas]
 *     tropic-bench --spmv [--parts products,masked,user,first] ...: single products (bench/spmv.h)
 *
 * Times are those of the algorithm alone with the matrix in place (GPU time on a GPU), state set-up
 * included: the median over sources of the largest component, with the least and the greatest. The first
 * source's answer is checked: on a GPU against the CPU's, on the CPU (--graphblas) against
 * SuiteSparse:GraphBLAS, which is then timed in the same run with as many threads.
 */
#include "bench/bench.h"
#include "bench/gpu.h"
#include "bench/spmv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop_unless(tropic_status status, const tropic_context *context, const char *what)
{
    if (status == TROPIC_OK) return;
    fprintf(stderr, "bench: %s: %s\n", what, tropic_context_error(context));
    exit(1);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_print(const char *graph, const char *algorithm, const char *who, double *seconds,
                 int count, double arcs, const char *note)
{
    double median;
    qsort(seconds, (size_t)count, sizeof *seconds, compare_doubles);
    median = (seconds[(count - 1) / 2] + seconds[count / 2]) / 2;
    printf("%-20s %-5s %-14s %10.3f %10.3f %10.3f ", graph, algorithm, who, 1e3 * median,
           1e3 * seconds[0], 1e3 * seconds[count - 1]);
    if (arcs > 0)
        printf("%9.3f", 1e-9 * arcs / median);
    else
        printf("%9s", "-");
    printf("%s%s\n", *note ? "  " : "", note);
    fflush(stdout);
}

/* Builds the graph as a symmetric matrix without loops: a pattern, or with weights. */
static tropic_matrix *build(tropic_context *context, const bench_graph *g, bool weighted)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_MIN,
                                          .loops = TROPIC_LOOPS_DROP,
                                          .direction = TROPIC_DIRECTION_UNDIRECTED};
    int32_t *weights = NULL;
    tropic_matrix *A = NULL;
    if (weighted) {
        weights = malloc((size_t)(g->count + 1) * sizeof *weights);
        if (!weights) exit(1);
        for (tropic_offset k = 0; k < g->count; k++)
            weights[k] = bench_weight(g->from[k], g->to[k]);
    }
    stop_unless(tropic_matrix_from_coo(&A, context, g->n, g->n, g->count, g->from, g->to,
                                       weighted ? TROPIC_INT32 : TROPIC_BOOL, weights, &options),
                context, "building the matrix");
    free(weights);
    return A;
}

/* Sources of the largest component: drawn at random, kept where the search reaches most. */
static int draw_sources(tropic_context *cpu, const tropic_matrix *A, tropic_index *sources,
                        int wanted)
{
    const tropic_index n = tropic_matrix_rows(A);
    tropic_run_report report = {.size = sizeof report};
    tropic_vector *level = NULL;
    int64_t most = 0;
    int found = 0;
    uint64_t state = 1;
    stop_unless(tropic_vector_create(&level, cpu, TROPIC_INT32, n), cpu, "a vector");
    for (int tries = 0; found < wanted && tries < 100 * wanted; tries++) {
        tropic_index s;
        state = state * 6364136223846793005u + 1442695040888963407u;
        s = (tropic_index)((state >> 33) % (uint64_t)n);
        stop_unless(tropic_bfs(level, NULL, A, s, NULL, &report), cpu, "choosing sources");
        if (report.reached > most) {
            if (report.reached > 2 * most) found = 0;
            most = report.reached;
        }
        if (2 * report.reached > most) sources[found++] = s;
    }
    tropic_vector_free(&level);
    return found;
}

tropic_type bench_type(bench_algorithm algorithm)
{
    return algorithm == BENCH_BFS    ? TROPIC_INT32
           : algorithm == BENCH_SSSP ? TROPIC_INT64
                                     : TROPIC_FP64;
}

double bench_run(tropic_context *context, bench_algorithm algorithm, const tropic_matrix *A,
                 tropic_index source, tropic_strategy strategy, tropic_vector *result, double *arcs)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = strategy};
    const tropic_bc_options bc = {
        .size = sizeof bc, .strategy = strategy, .sources = &source, .source_count = 1};
    tropic_run_report report = {.size = sizeof report};
    tropic_status status;
    switch (algorithm) {
    case BENCH_BFS: status = tropic_bfs(result, NULL, A, source, &options, &report); break;
    case BENCH_SSSP: status = tropic_sssp(result, NULL, A, source, &options, &report); break;
    default: status = tropic_bc(result, A, &bc, &report); break;
    }
    if (status == TROPIC_OVERFLOW) return NAN;
    stop_unless(status, context, bench_names[algorithm]);
    *arcs = (double)report.reached_arcs;
    return report.run_seconds;
}

bool bench_equal(const tropic_vector *a, const tropic_vector *b)
{
    const tropic_index n = tropic_vector_size(a);
    const size_t size = tropic_type_size(tropic_vector_type(a));
    char *x = malloc((size_t)n * size + 1), *y = malloc((size_t)n * size + 1);
    bool equal = x && y && tropic_vector_get_dense(a, x, NULL) == TROPIC_OK &&
                 tropic_vector_get_dense(b, y, NULL) == TROPIC_OK;
    if (equal && tropic_vector_type(a) == TROPIC_FP64) {
        for (tropic_index v = 0; v < n && equal; v++) {
            const double p = ((double *)(void *)x)[v], q = ((double *)(void *)y)[v];
            equal = !!(fabs(p - q) <= 1e-9 * fabs(q) + 1e-9);
        }
    } else if (equal) {
        equal = memcmp(x, y, (size_t)n * size) == 0;
    }
    free(x);
    free(y);
    return equal;
}

const char *const bench_names[BENCH_ALGORITHMS] = {"bfs", "sssp", "bc"};

static void time_strategy(const bench_settings *set, tropic_context *context, tropic_context *cpu,
                          const bench_graph *g, bench_algorithm algorithm, const tropic_matrix *A,
                          const tropic_index *sources, int count, tropic_strategy strategy)
{
    double *seconds = malloc((size_t)count * sizeof *seconds), arcs = 0, all_arcs = 0;
    int timed = 0;
    tropic_vector *result = NULL, *expected = NULL;
    const char *note = set->device == TROPIC_DEVICE_CUDA ? "equals the CPU's" : "";
    if (!seconds) exit(1);
    stop_unless(tropic_vector_create(&result, context, bench_type(algorithm), g->n), context, "");
    stop_unless(tropic_vector_create(&expected, cpu, bench_type(algorithm), g->n), cpu, "");
    bench_run(context, algorithm, A, sources[0], strategy, result, &arcs); /* warm-up */
    for (int k = 0; k < count; k++) {
        const double time = bench_run(context, algorithm, A, sources[k], strategy, result, &arcs);
        if (isnan(time)) {
            note = "without sources whose path counts overflow";
            continue;
        }
        seconds[timed++] = time;
        all_arcs += arcs;
        if (context == cpu || k > 0) continue;
        bench_run(cpu, algorithm, A, sources[k], TROPIC_STRATEGY_AUTO, expected, &arcs);
        if (!bench_equal(result, expected)) note = "DIFFERS from the CPU's";
    }
    if (timed > 0)
        bench_print(g->name, bench_names[algorithm], tropic_strategy_name(strategy), seconds, timed,
                    all_arcs / timed, note);
    else
        printf("%-20s %-5s %-14s path counts overflow from every source\n", g->name,
               bench_names[algorithm], tropic_strategy_name(strategy));
    tropic_vector_free(&result);
    tropic_vector_free(&expected);
    free(seconds);
}

static void time_graph(const bench_settings *set, tropic_context *context, tropic_context *cpu,
                       const char *text)
{
    bench_graph g;
    tropic_index *sources = malloc((size_t)set->sources * sizeof *sources);
    if (!sources || !bench_generate(&g, text)) exit(1);
    for (int a = 0; a < BENCH_ALGORITHMS; a++) {
        tropic_matrix *A;
        int count;
        if (!bench_has_word(set->algorithms, bench_names[a])) continue;
        A = build(cpu, &g, a == BENCH_SSSP);
        count = draw_sources(cpu, A, sources, set->sources);
        for (int s = 0; s < TROPIC_STRATEGIES; s++)
            if (bench_has_word(set->strategies, tropic_strategy_name((tropic_strategy)s)))
                time_strategy(set, context, cpu, &g, (bench_algorithm)a, A, sources, count,
                              (tropic_strategy)s);
        if (set->graphblas)
            bench_graphblas(context, g.name, (bench_algorithm)a, A, sources, count, set->threads);
        tropic_matrix_free(&A);
    }
    bench_graph_free(&g);
    free(sources);
}

static void run_spmv(const bench_settings *set, tropic_context *context, tropic_context *cpu)
{
    bench_spmv_run(&(bench_spmv){.context = context,
                                 .cpu = cpu,
                                 .graphs = set->graphs,
                                 .strategies = set->strategies,
                                 .parts = set->parts,
                                 .threads = set->threads,
                                 .graphblas = set->graphblas,
                                 .bandwidth = context == cpu ? 0 : bench_copy_bandwidth()});
}

static void run_algorithms(const bench_settings *set, tropic_context *context, tropic_context *cpu)
{
    char *graphs = malloc(strlen(set->graphs) + 1);
    if (!graphs) exit(1);
    strcpy(graphs, set->graphs);
    printf("%-20s %-5s %-14s %10s %10s %10s %9s\n", "# graph", "what", "how", "median ms", "least",
           "greatest", "GTEPS");
    for (char *text = strtok(graphs, ","); text; text = strtok(NULL, ","))
        time_graph(set, context, cpu, text);
    free(graphs);
}

int main(int argc, char **argv)
{
    bench_settings set = bench_options(argc, argv);
    const tropic_context_options cpu_options = {
        .size = sizeof cpu_options, .device = TROPIC_DEVICE_CPU, .threads = set.threads};
    tropic_context_options options = cpu_options;
    tropic_context *cpu = NULL, *context = NULL;
    int failed = 0;

    stop_unless(tropic_context_create(&cpu, &cpu_options), NULL, "the CPU");
    options.device = set.device;
    stop_unless(tropic_context_create(&context, &options), NULL, "the device");
    set.device = tropic_context_device(context);
    if (set.device == TROPIC_DEVICE_CPU) tropic_context_free(&context);
    printf("# Tropic %s on %s\n", tropic_version(),
           tropic_context_device_name(context ? context : cpu));
    if (set.graphblas) bench_print_reference();
    if (set.loops)
        failed = bench_loops(context ? context : cpu);
    else
        (set.spmv ? run_spmv : run_algorithms)(&set, context ? context : cpu, cpu);
    tropic_context_free(&context);
    tropic_context_free(&cpu);
    return failed;
}

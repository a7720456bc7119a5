/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --matrices: operations on matrices by the library and by GraphBLAS in turn: medians, and how far the
 * rounds lie apart. Results are compared by their number of entries and their sum.
 */
#include "bench/matrices.h"

#include "bench/common.h"
#include "bench/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounds end after so many seconds; at least and at most so many. */
#define SECONDS 0.5
#define ROUNDS_MIN 3
#define ROUNDS_MAX 9
/* Values are 1 .. VALUES; sums stay exact. */
#define VALUES 4

enum before { NOTHING, ALL };
static const struct {
    const char *operation, *name;
    enum before before;
} tasks[] = {
#define TASK(NAME, operation, text, before) {#operation, text, before},
    BENCH_MATRIX_TASKS(TASK)
#undef TASK
};

/* -- inputs ------------------------------------------------------------------------------------ */

static uint64_t hash(uint64_t x, uint64_t y)
{
    uint64_t z = (x << 32 ^ y) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 31;
}

static void put_value(void *values, tropic_type type, tropic_offset k, int value)
{
    switch ((int)type) {
    case TROPIC_INT8: ((int8_t *)values)[k] = (int8_t)value; break;
    case TROPIC_INT32: ((int32_t *)values)[k] = value; break;
    case TROPIC_FP64: ((double *)values)[k] = value; break;
    }
}

/* Of the entries that are listed. */
static tropic_matrix *matrix_of(const bench_matrices *b, tropic_offset count, const tropic_index *rows,
                                const tropic_index *cols)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_FIRST};
    void *values = b->type == TROPIC_BOOL ? NULL : bench_reserve((size_t)count * tropic_type_size(b->type));
    tropic_matrix *made = NULL;
    for (tropic_offset k = 0; k < count; k++)
        put_value(values, b->type, k, 1 + (int)(hash((uint64_t)rows[k], (uint64_t)cols[k]) % VALUES));
    bench_check(tropic_matrix_from_coo(&made, b->context, b->n, b->n, count, rows, cols, b->type, values, &options),
                b->context, "a matrix");
    free(values);
    return made;
}

/* A's entries in order, as rows and columns. */
static void open_tuples(bench_matrices *b, const tropic_matrix *A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    bench_check(tropic_matrix_csr(A, b->context, &offsets, &ids, NULL), b->context, "the graph");
    b->n = tropic_matrix_rows(A);
    b->count = tropic_matrix_count(A);
    b->rows = bench_reserve((size_t)b->count * sizeof *b->rows);
    b->cols = bench_reserve((size_t)b->count * sizeof *b->cols);
    for (tropic_index i = 0; i < b->n; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) b->rows[k] = i, b->cols[k] = ids[k];
}

/* B: a third of A's entries a column further on; M: half of A's. */
static void open_others(bench_matrices *b)
{
    tropic_index *rows = bench_reserve((size_t)b->count * sizeof *rows);
    tropic_index *cols = bench_reserve((size_t)b->count * sizeof *cols);
    tropic_offset half = 0;
    for (tropic_offset k = 0; k < b->count; k++) {
        rows[k] = b->rows[k];
        cols[k] = hash((uint64_t)k, 1) % 3 == 0 ? (b->cols[k] + 1) % b->n : b->cols[k];
    }
    b->B = matrix_of(b, b->count, rows, cols);
    for (tropic_offset k = 0; k < b->count; k++) {
        rows[half] = b->rows[k];
        cols[half] = b->cols[k];
        half += hash((uint64_t)k, 2) % 2 == 0;
    }
    b->M = matrix_of(b, half, rows, cols);
    free(rows);
    free(cols);
}

/* A random order of 0 .. n - 1. */
static tropic_index *permutation(tropic_index n)
{
    tropic_index *p = bench_reserve((size_t)n * sizeof *p);
    for (tropic_index i = 0; i < n; i++) p[i] = i;
    for (tropic_index i = n - 1; i > 0; i--) {
        const tropic_index j = (tropic_index)(hash((uint64_t)i, 3) % ((uint64_t)i + 1)), was = p[i];
        p[i] = p[j];
        p[j] = was;
    }
    return p;
}

static void open_lists(bench_matrices *b)
{
    const tropic_index n = b->n;
    b->p = permutation(n);
    b->quarter = n / 4;
    b->half = bench_reserve((size_t)n * sizeof *b->half);
    b->spread = bench_reserve((size_t)n * sizeof *b->spread);
    for (tropic_index i = 0; i < n; i++)
        if (hash((uint64_t)i, 4) % 2 == 0) b->half[b->halves++] = i;
    for (tropic_index i = 0; i < b->quarter; i++) b->spread[i] = 4 * i + (tropic_index)(hash((uint64_t)i, 5) % 4);
}

static void shuffle_tuples(bench_matrices *b)
{
    for (tropic_offset k = b->count - 1; k > 0; k--) {
        const tropic_offset l = (tropic_offset)(hash((uint64_t)k, 6) % ((uint64_t)k + 1));
        const tropic_index row = b->rows[k], col = b->cols[k];
        b->rows[k] = b->rows[l], b->cols[k] = b->cols[l];
        b->rows[l] = row, b->cols[l] = col;
    }
    if (b->type == TROPIC_BOOL) return;
    b->values = bench_reserve((size_t)b->count * tropic_type_size(b->type));
    for (tropic_offset k = 0; k < b->count; k++)
        put_value(b->values, b->type, k, 1 + (int)(hash((uint64_t)b->rows[k], (uint64_t)b->cols[k]) % VALUES));
}

static void open_inputs(bench_matrices *b, const tropic_matrix *graph)
{
    static const int32_t below = -1;
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT32);
    tropic_indices range;
    open_tuples(b, graph);
    b->A = matrix_of(b, b->count, b->rows, b->cols);
    open_others(b);
    open_lists(b);
    shuffle_tuples(b);
    range = (tropic_indices){.count = b->quarter};
    bench_check(tropic_matrix_select(&b->L, b->context, NULL, NULL, tril, b->A, &below, NULL), b->context, "L");
    bench_check(tropic_matrix_extract(&b->P, b->context, NULL, NULL, b->A, &range, &range, NULL), b->context, "P");
    bench_check(tropic_vector_create(&b->w, b->context, b->type, b->n), b->context, "a vector");
}

static void close_inputs(bench_matrices *b)
{
    tropic_matrix **const all[] = {&b->A, &b->B, &b->M, &b->L, &b->P, &b->C, &b->fresh};
    void *const arrays[] = {b->half, b->spread, b->p, b->rows, b->cols, b->values};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) tropic_matrix_free(all[k]);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    tropic_vector_free(&b->w);
}

/* -- rounds ------------------------------------------------------------------------------------ */

static void open_round(bench_matrices *b, bench_matrix_task task)
{
    const bool fresh = task >= BENCH_TRANSPOSE && task <= BENCH_REDUCE_COLUMNS;
    tropic_matrix_free(&b->C);
    tropic_matrix_free(&b->fresh);
    if (tasks[task].before == ALL) bench_check(tropic_matrix_duplicate(&b->C, b->context, b->B), b->context, "a copy");
    if (fresh) b->fresh = matrix_of(b, b->count, b->rows, b->cols);
}

static double read_sum(tropic_type type, const void *sum)
{
    switch ((int)type) {
    case TROPIC_BOOL: return *(const bool *)sum;
    case TROPIC_INT8: return *(const int8_t *)sum;
    case TROPIC_INT32: return *(const int32_t *)sum;
    default: return *(const double *)sum;
    }
}

static bench_matrix_figures figures(const bench_matrices *b, bench_matrix_task task)
{
    const bool counts = task == BENCH_TRIANGLES && b->type == TROPIC_BOOL;
    const tropic_type type = counts ? TROPIC_INT32 : b->type;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, type);
    const bool vector = task == BENCH_REDUCE_ROWS || task == BENCH_REDUCE_COLUMNS;
    const tropic_matrix *C = b->C ? b->C : b->A;
    int64_t sum = 0;
    if (vector)
        bench_check(tropic_reduce(&sum, plus, b->w), b->context, "a sum");
    else
        bench_check(tropic_matrix_reduce(&sum, b->context, plus, C), b->context, "a sum");
    return (bench_matrix_figures){.entries = (double)(vector ? tropic_vector_count(b->w) : tropic_matrix_count(C)),
                                  .sum = read_sum(type, &sum)};
}

static double time_ours(bench_matrices *b, bench_matrix_task task)
{
    double seconds;
    open_round(b, task);
    seconds = -bench_now();
    bench_check(bench_matrix_run(b, task), b->context, tasks[task].name);
    return seconds + bench_now();
}

static double time_grb(bench_grb_matrices *g, bench_matrix_task task)
{
    double seconds;
    if (!bench_grb_matrices_before(g, tasks[task].before == ALL)) bench_stop(BENCH_FAILED, "GraphBLAS: a copy");
    seconds = -bench_now();
    if (!bench_grb_matrices_run(g, task)) bench_stop(BENCH_FAILED, "GraphBLAS: %s", tasks[task].name);
    return seconds + bench_now();
}

/* Half of the distance between the quartiles of sorted seconds, in percent of the median. */
static double spread_of(const double *sorted, int count)
{
    return 50 * (bench_quantile(sorted, count, 0.75) - bench_quantile(sorted, count, 0.25)) /
           bench_quantile(sorted, count, 0.5);
}

/* Ratios of all rows so far. */
typedef struct ratios {
    double log_sum, least;
    int count, wrong;
} ratios;

static void time_task(bench_matrices *b, bench_grb_matrices *g, const char *graph, bench_matrix_task task, ratios *r)
{
    double ours[ROUNDS_MAX], others[ROUNDS_MAX], spent = 0, median, other, ratio;
    bench_matrix_figures f, e;
    int rounds = 0;
    bool same;
    time_ours(b, task); /* what is made once */
    f = figures(b, task);
    time_grb(g, task);
    e = bench_grb_matrices_figures(g, task);
    same = f.entries == e.entries && f.sum == e.sum;
    while (rounds < ROUNDS_MAX && (rounds < ROUNDS_MIN || spent < SECONDS)) {
        ours[rounds] = time_ours(b, task);
        others[rounds] = time_grb(g, task);
        spent += ours[rounds] + others[rounds];
        rounds++;
    }
    median = bench_median(ours, rounds);
    other = bench_median(others, rounds);
    ratio = other / median;
    printf("%-18s %-8s %-28s %9.2f %5.1f %9.2f %5.1f %7.2f%s\n", graph,
           b->type == TROPIC_BOOL ? "pattern" : tropic_type_name(b->type), tasks[task].name, 1e3 * median,
           spread_of(ours, rounds), 1e3 * other, spread_of(others, rounds), ratio, same ? "" : "  DIFFERS");
    bench_flush();
    r->log_sum += log(ratio);
    if (r->count++ == 0 || ratio < r->least) r->least = ratio;
    r->wrong += !same;
}

static void time_type(tropic_context *cpu, const bench_settings *set, const tropic_matrix *graph, const char *name,
                      tropic_type type, ratios *r)
{
    bench_matrices b = {.context = cpu, .type = type, .threads = set->threads};
    bench_grb_matrices *g;
    open_inputs(&b, graph);
    g = bench_grb_matrices_open(&b);
    if (!g) bench_stop(BENCH_FAILED, "GraphBLAS has no such matrices");
    for (int task = 0; task < BENCH_MATRIX_TASK_COUNT; task++)
        if (bench_has_word(set->operations, tasks[task].operation)) time_task(&b, g, name, (bench_matrix_task)task, r);
    bench_grb_matrices_close(g);
    close_inputs(&b);
}

int bench_matrices_time(tropic_context *cpu, const bench_settings *set)
{
    static const tropic_type all[] = {TROPIC_FP64, TROPIC_INT32, TROPIC_INT8, TROPIC_BOOL};
    const char *graphs = set->graphs;
    char text[BENCH_TEXT];
    ratios r = {.log_sum = 0};
    printf(
        "# operations on matrices, in turn with GraphBLAS: medians in ms, half of the distance between quartiles in\n"
        "# percent, and GraphBLAS's time by ours. A: the graph with values 1 .. %d\n"
        "# graph            type     operation                       Tropic   +-%% GraphBLAS   +-%%   ratio\n",
        VALUES);
    while (bench_next_word(&graphs, text, sizeof text)) {
        bench_input in;
        tropic_matrix *A;
        bench_input_open(&in, cpu, text, set->seed);
        A = bench_input_undirected(&in, cpu);
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            if (bench_has_word(set->types, all[k] == TROPIC_BOOL ? "pattern" : tropic_type_name(all[k])))
                time_type(cpu, set, A, in.name, all[k], &r);
        tropic_matrix_free(&A);
        bench_input_close(&in);
    }
    if (r.count > 0) printf("# geometric mean %.2f, least %.2f\n", exp(r.log_sum / r.count), r.least);
    return r.wrong;
}

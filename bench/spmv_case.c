/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrices and vectors of single products, and one way to multiply them, timed and checked.
 */
#include "bench/gpu.h"
#include "bench/spmv.h"

#include <math.h>
#include <stdlib.h>

#ifdef BENCH_CUDA
#include <tropic_cuda.h>
#endif

/* Calls whose wall clock counts; fewer on the CPU, where they would take longer than that. */
#define CALLS 20
#define CALLS_MIN 5
#define CALL_SECONDS 0.3
/* Relative, of sums of positive terms. */
#define TOLERANCE_FP32 1e-4
#define TOLERANCE_FP64 1e-10

/* The pattern of a graph, each arc both ways, and a loop at each vertex without neighbours. */
tropic_matrix *bench_pattern(const bench_spmv *set, const bench_input *in)
{
    tropic_matrix *A = bench_input_undirected(in, set->context), *loops = NULL, *made = NULL;
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_build_options keep = {
        .size = sizeof keep, .loops = TROPIC_LOOPS_KEEP, .direction = TROPIC_DIRECTION_DIRECTED};
    const tropic_offset *offsets;
    tropic_index *empty = bench_reserve((size_t)n * sizeof *empty), count = 0;
    bench_check(tropic_matrix_csr(A, set->context, &offsets, NULL, NULL), set->context, in->name);
    for (tropic_index v = 0; v < n; v++)
        if (offsets[v] == offsets[v + 1]) empty[count++] = v;
    if (count > 0) {
        bench_check(tropic_matrix_from_coo(&loops, set->cpu, n, n, count, empty, empty, TROPIC_BOOL, NULL, &keep),
                    set->cpu, "loops");
        bench_check(tropic_matrix_ewise_add(&made, set->cpu, NULL, NULL,
                                            tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), A, loops, NULL),
                    set->cpu, "loops");
        tropic_matrix_free(&loops);
        tropic_matrix_free(&A);
    }
    free(empty);
    return made ? made : A;
}

/* From 0.5 to 1.5. */
static void *random_values(tropic_type type, int64_t n, uint64_t seed)
{
    void *v = bench_reserve((size_t)n * tropic_type_size(type));
    for (int64_t k = 0; k < n; k++) {
        uint64_t z = ((uint64_t)k + seed) * 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        if (type == TROPIC_FP32)
            ((float *)v)[k] = (float)(z >> 40) / 16777216.0f + 0.5f;
        else
            ((double *)v)[k] = (double)(z >> 40) / 16777216.0 + 0.5;
    }
    return v;
}

static tropic_vector *expect(const bench_spmv *set, const bench_case *c, const tropic_vector *u, tropic_builtin builtin)
{
    const tropic_descriptor d = {.size = sizeof d, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
    tropic_vector *w = bench_vector(set->cpu, c->type, c->n);
    bench_check(tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(builtin, c->type), c->A, u, &d), set->cpu,
                "the CPU's product");
    return w;
}

static tropic_vector *full_vector(tropic_context *context, const bench_case *c)
{
    tropic_vector *v = bench_vector(context, c->type, c->n);
    bench_check(tropic_vector_put_dense(v, c->x, NULL), context, "a vector");
    return v;
}

void bench_case_open(bench_case *c, const bench_spmv *set, const tropic_matrix *pattern, const char *graph,
                     tropic_type type)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_REFUSE,
                                          .loops = TROPIC_LOOPS_KEEP,
                                          .direction = TROPIC_DIRECTION_DIRECTED};
    const void *none;
    tropic_vector *u;
    *c = (bench_case){.graph = graph, .type = type, .n = tropic_matrix_rows(pattern)};
    bench_check(tropic_matrix_csr(pattern, set->cpu, &c->offsets, &c->ids, &none), set->cpu, graph);
    c->count = c->offsets[c->n];
    c->values = random_values(type, c->count, 1);
    c->x = random_values(type, c->n, (uint64_t)1 << 40);
    bench_check(tropic_matrix_from_csr(&c->A, set->cpu, c->n, c->n, c->offsets, c->ids, type, c->values, &options),
                set->cpu, "the matrix");
    c->u = full_vector(set->context, c);
    u = full_vector(set->cpu, c);
    c->expected = expect(set, c, u, TROPIC_PLUS_TIMES);
    c->expected_min = expect(set, c, u, TROPIC_MIN_PLUS);
    tropic_vector_free(&u);
}

void bench_case_close(bench_case *c)
{
    tropic_matrix_free(&c->A);
    tropic_vector_free(&c->u);
    tropic_vector_free(&c->expected);
    tropic_vector_free(&c->expected_min);
    free(c->values);
    free(c->x);
}

static double value_at(tropic_type type, const void *v, tropic_index j)
{
    return type == TROPIC_FP32 ? (double)((const float *)v)[j] : ((const double *)v)[j];
}

void bench_case_check(bench_product *t, const bench_spmv *set, const bench_case *c, const bench_way *way,
                      const void *values, const bool *has)
{
    const double tolerance = c->type == TROPIC_FP32 ? TOLERANCE_FP32 : TOLERANCE_FP64;
    void *due = bench_reserve((size_t)c->n * tropic_type_size(c->type));
    bench_check(tropic_vector_get_dense(way->min ? c->expected_min : c->expected, due, NULL), set->cpu,
                "the CPU's result");
    for (tropic_index j = 0; j < c->n && !t->wrong; j++) {
        const double right = value_at(c->type, due, j), found = value_at(c->type, values, j);
        if (way->allowed && !way->allowed[j]) continue;
        t->wrong = (has && !has[j]) || !(fabs(found - right) <= tolerance * fabs(right));
    }
    if (t->wrong) t->note = "DIFFERS from the CPU's";
    free(due);
}

typedef struct call {
    const bench_case *c;
    const bench_way *way;
    tropic_vector *w;
    tropic_descriptor descriptor;
} call;

static bool call_once(void *data)
{
    const call *k = data;
    return tropic_mxv(k->w, k->way->mask, NULL, k->way->semiring, k->c->A, k->c->u, &k->descriptor) == TROPIC_OK;
}

static double time_call(void *data)
{
    const double start = bench_now();
    call_once(data);
    return bench_now() - start;
}

/* Seconds per call: of many, after the last of which a value is read; on the CPU, where a call returns when it is
 * done, the median. */
static double wall_clock(call *k, bool device, double *spread)
{
    const bool few = !device && time_call(k) * CALLS > CALL_SECONDS;
    const bench_rounds rounds = {.least = few ? CALLS_MIN : CALLS, .most = few ? CALLS_MIN : CALLS};
    bench_times t;
    double value[1], start;
    if (device) call_once(k);
    tropic_vector_get(k->w, 0, value, NULL);
    start = bench_now();
    bench_time(&rounds, &(bench_side){time_call, k}, 1, &t);
    tropic_vector_get(k->w, 0, value, NULL);
    start = (bench_now() - start) / t.count;
    *spread = bench_range(&t);
    return device ? start : t.median;
}

bench_product bench_multiply(const bench_spmv *set, const bench_case *c, const bench_way *way)
{
    const bool device = tropic_context_device(set->context) == TROPIC_DEVICE_CUDA;
    void *got = bench_reserve((size_t)c->n * tropic_type_size(c->type));
    bool *has = bench_reserve((size_t)c->n * sizeof *has);
    bench_product t = {.note = ""};
    /* Full from the start: then no product has to count its entries. */
    call k = {.c = c,
              .way = way,
              .w = full_vector(set->context, c),
              .descriptor = {.size = sizeof k.descriptor, .strategy = way->strategy, .structure = way->structure}};
    bench_check(tropic_mxv(k.w, way->mask, NULL, way->semiring, c->A, c->u, &k.descriptor), set->context,
                tropic_strategy_name(way->strategy));
    bench_check(tropic_vector_get_dense(k.w, got, has), set->context, "the result");
    bench_case_check(&t, set, c, way, got, has);
    t.device = t.wall = wall_clock(&k, device, &t.spread);
#ifdef BENCH_CUDA
    if (device) {
        const bench_gpu_times gpu = bench_gpu_time(tropic_cuda_stream(set->context), call_once, &k);
        t.device = gpu.seconds;
        t.spread = gpu.spread;
        if (!gpu.captured && !*t.note) t.note = "with the host's time";
    }
#endif
    free(got);
    free(has);
    tropic_vector_free(&k.w);
    return t;
}

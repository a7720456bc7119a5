/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrices and vectors of single products, and one way to multiply them, timed and checked.
 */
#include "bench/gpu.h"
#include "bench/spmv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The rows of A, and a loop for each that is empty. */
static tropic_matrix *with_loops(const bench_spmv *set, const tropic_matrix *A, tropic_index empty)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_REFUSE};
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_offset *ends = bench_reserve(((size_t)n + 1) * sizeof *ends), at = 0;
    tropic_index *heads = bench_reserve(((size_t)tropic_matrix_count(A) + (size_t)empty) * sizeof *heads);
    tropic_matrix *made = NULL;
    bench_check(tropic_matrix_csr(A, set->context, &offsets, &ids, NULL), set->context, "the matrix");
    for (tropic_index v = 0; v < n; v++) {
        const tropic_offset from = offsets[v], count = offsets[v + 1] - from;
        ends[v] = at;
        memcpy(heads + at, ids + from, (size_t)count * sizeof *heads);
        at += count;
        if (count == 0) heads[at++] = v;
    }
    ends[n] = at;
    bench_check(tropic_matrix_from_csr(&made, set->cpu, n, n, ends, heads, TROPIC_BOOL, NULL, &options), set->cpu,
                "building the matrix");
    free(ends);
    free(heads);
    return made;
}

tropic_matrix *bench_pattern(const bench_spmv *set, const bench_input *in)
{
    const tropic_offset *offsets;
    tropic_matrix *A, *made;
    tropic_index empty = 0;
    A = bench_input_undirected(in, set->context);
    bench_check(tropic_matrix_csr(A, set->context, &offsets, NULL, NULL), set->context, in->name);
    for (tropic_index v = 0; v < tropic_matrix_rows(A); v++) empty += offsets[v] == offsets[v + 1];
    if (empty == 0) return A;
    made = with_loops(set, A, empty);
    tropic_matrix_free(&A);
    return made;
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
    tropic_vector *w = NULL;
    bench_check(tropic_vector_create(&w, set->cpu, c->type, c->n), set->cpu, "a vector");
    bench_check(tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(builtin, c->type), c->A, u, &d), set->cpu,
                "the CPU's product");
    return w;
}

void bench_case_open(bench_case *c, const bench_spmv *set, const tropic_matrix *pattern, const char *graph,
                     tropic_type type)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_REFUSE,
                                          .loops = TROPIC_LOOPS_KEEP,
                                          .direction = TROPIC_DIRECTION_DIRECTED};
    const void *none;
    tropic_vector *u = NULL;
    *c = (bench_case){.graph = graph, .type = type, .n = tropic_matrix_rows(pattern)};
    bench_check(tropic_matrix_csr(pattern, set->cpu, &c->offsets, &c->ids, &none), set->cpu, graph);
    c->count = c->offsets[c->n];
    c->values = random_values(type, c->count, 1);
    c->x = random_values(type, c->n, (uint64_t)1 << 40);
    bench_check(tropic_matrix_from_csr(&c->A, set->cpu, c->n, c->n, c->offsets, c->ids, type, c->values, &options),
                set->cpu, "the matrix");
    bench_check(tropic_vector_create(&c->u, set->context, type, c->n), set->context, "a vector");
    bench_check(tropic_vector_put_dense(c->u, c->x, NULL), set->context, "a vector");
    bench_check(tropic_vector_create(&u, set->cpu, type, c->n), set->cpu, "a vector");
    bench_check(tropic_vector_put_dense(u, c->x, NULL), set->cpu, "a vector");
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

static const char *verdict(const bench_spmv *set, const bench_case *c, const bench_way *way, const tropic_vector *w)
{
    const double tolerance = c->type == TROPIC_FP32 ? TOLERANCE_FP32 : TOLERANCE_FP64;
    void *got = bench_reserve((size_t)c->n * tropic_type_size(c->type));
    void *due = bench_reserve((size_t)c->n * tropic_type_size(c->type));
    bool *has = bench_reserve((size_t)c->n * sizeof *has);
    const char *note = "";
    bench_check(tropic_vector_get_dense(w, got, has), set->context, "the result");
    bench_check(tropic_vector_get_dense(way->min ? c->expected_min : c->expected, due, NULL), set->cpu,
                "the CPU's result");
    for (tropic_index j = 0; j < c->n && !*note; j++) {
        const double right = value_at(c->type, due, j), found = value_at(c->type, got, j);
        if (way->allowed && !way->allowed[j]) continue;
        if (!has[j] || !(fabs(found - right) <= tolerance * fabs(right))) note = "DIFFERS from the CPU's";
    }
    free(got);
    free(due);
    free(has);
    return note;
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

/* Seconds per call: of many, after the last of which a value is read; on the CPU, where a call returns when it is
 * done, the median. */
static double wall_clock(call *k, bool device, double *spread)
{
    double value[1], all[CALLS], start = bench_now();
    int calls = CALLS;
    call_once(k);
    if (!device && (bench_now() - start) * CALLS > CALL_SECONDS) calls = CALLS_MIN;
    tropic_vector_get(k->w, 0, value, NULL);
    start = bench_now();
    for (int n = 0; n < calls; n++) {
        const double before = bench_now();
        call_once(k);
        all[n] = bench_now() - before;
    }
    tropic_vector_get(k->w, 0, value, NULL);
    start = (bench_now() - start) / calls;
    if (device) return start;
    start = bench_times_of(all, calls).median;
    *spread = (all[calls - 1] - all[0]) / start;
    return start;
}

bench_product bench_multiply(const bench_spmv *set, const bench_case *c, const bench_way *way)
{
    const bool device = tropic_context_device(set->context) == TROPIC_DEVICE_CUDA;
    bench_product t = {.note = ""};
    call k = {.c = c,
              .way = way,
              .descriptor = {.size = sizeof k.descriptor, .strategy = way->strategy, .structure = way->structure}};
    bench_check(tropic_vector_create(&k.w, set->context, c->type, c->n), set->context, "a vector");
    /* Full from the start: then no product has to count its entries. */
    bench_check(tropic_vector_put_dense(k.w, c->x, NULL), set->context, "a vector");
    bench_check(tropic_mxv(k.w, way->mask, NULL, way->semiring, c->A, c->u, &k.descriptor), set->context,
                tropic_strategy_name(way->strategy));
    t.note = verdict(set, c, way, k.w);
    t.wall = wall_clock(&k, device, &t.spread);
    t.device = t.wall;
#ifdef BENCH_CUDA
    if (device) {
        const bench_gpu_times gpu = bench_gpu_time(tropic_cuda_stream(set->context), call_once, &k);
        t.device = gpu.seconds;
        t.spread = gpu.spread;
        if (!gpu.captured && !*t.note) t.note = "with the host's time";
    }
#endif
    tropic_vector_free(&k.w);
    return t;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrices and vectors of single products, and one way to multiply them, timed and checked.
 */
#include "bench/gpu.h"
#include "bench/modes/spmv.h"

#include <math.h>
#include <stdlib.h>

#ifdef BENCH_CUDA
#include <tropic_cuda.h>

static bool call_once(void *data)
{
    const bench_timed *k = data;
    return bench_call_run(k->o, k->row) == TROPIC_OK;
}
#endif

/* Calls whose wall clock counts; fewer on the CPU, where they would take longer than that. */
#define CALLS 20
#define CALLS_MIN 5
#define CALL_SECONDS 0.3
/* Relative, of sums of positive terms. */
#define TOLERANCE_FP32 1e-4
#define TOLERANCE_FP64 1e-10

tropic_matrix *bench_pattern(const bench_spmv *set, const bench_input *in)
{
    tropic_context *context = set->place->context, *cpu = set->s->cpu;
    tropic_matrix *A = bench_input_undirected(in, context), *loops = NULL, *made = NULL;
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_build_options keep = {
        .size = sizeof keep, .loops = TROPIC_LOOPS_KEEP, .direction = TROPIC_DIRECTION_DIRECTED};
    const tropic_operator *any = tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL);
    const tropic_offset *offsets;
    tropic_index *empty = bench_reserve((size_t)n * sizeof *empty), count = 0;
    bench_check(tropic_matrix_csr(A, context, &offsets, NULL, NULL), context, in->name);
    for (tropic_index v = 0; v < n; v++)
        if (offsets[v] == offsets[v + 1]) empty[count++] = v;
    if (count > 0) {
        bench_check(tropic_matrix_from_coo(&loops, cpu, n, n, count, empty, empty, TROPIC_BOOL, NULL, &keep), cpu,
                    "loops");
        bench_check(tropic_matrix_ewise_add(&made, cpu, NULL, NULL, any, A, loops, NULL), cpu, "loops");
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

void bench_case_vector(const bench_case *c, bench_operands *o, bench_vector_name name)
{
    bench_operands_vector(o, name, c->n, 1);
    bench_check(tropic_vector_put_dense(o->v[name], c->x, NULL), o->context, "a vector");
}

static void expect(bench_case *c, bench_operands *cpu)
{
    static const bench_call rows[] = {
        {"plus_times", MXV, .w = W, .u = U, .semiring = TROPIC_PLUS_TIMES},
        {"min_plus", MXV, .w = W, .u = U, .semiring = TROPIC_MIN_PLUS},
    };
    bench_case_vector(c, cpu, U);
    for (int k = 0; k < 2; k++) {
        bench_call row = rows[k];
        row.descriptor = (tropic_descriptor){.size = sizeof row.descriptor, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
        bench_operands_vector(cpu, W, c->n, 1);
        bench_call_check(cpu, &row);
        c->expected[k] = cpu->v[W];
        cpu->v[W] = NULL;
    }
    tropic_vector_free(&cpu->v[U]);
}

void bench_case_open(bench_case *c, const bench_spmv *set, const tropic_matrix *pattern, const char *graph,
                     tropic_type type)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_REFUSE,
                                          .loops = TROPIC_LOOPS_KEEP,
                                          .direction = TROPIC_DIRECTION_DIRECTED};
    bench_operands cpu = {.context = set->s->cpu, .type = type};
    *c = (bench_case){.graph = graph,
                      .o = {.context = set->place->context, .type = type},
                      .n = tropic_matrix_rows(pattern),
                      .count = tropic_matrix_count(pattern)};
    bench_check(tropic_matrix_csr(pattern, cpu.context, &c->offsets, &c->ids, NULL), cpu.context, graph);
    c->values = random_values(type, c->count, 1);
    c->x = random_values(type, c->n, (uint64_t)1 << 40);
    bench_check(tropic_matrix_from_csr(&c->o.A, cpu.context, c->n, c->n, c->offsets, c->ids, type, c->values, &options),
                cpu.context, "the matrix");
    bench_case_vector(c, &c->o, U);
    cpu.A = c->o.A;
    expect(c, &cpu);
}

void bench_case_close(bench_case *c)
{
    bench_operands_close(&c->o);
    for (int k = 0; k < 2; k++) tropic_vector_free(&c->expected[k]);
    free(c->values);
    free(c->x);
}

static double value_at(tropic_type type, const void *v, tropic_index j)
{
    return type == TROPIC_FP32 ? (double)((const float *)v)[j] : ((const double *)v)[j];
}

void bench_case_check(bench_product *t, const bench_spmv *set, const bench_case *c, tropic_builtin semiring,
                      const void *values, const bool *has)
{
    const tropic_type type = c->o.type;
    const double tolerance = type == TROPIC_FP32 ? TOLERANCE_FP32 : TOLERANCE_FP64;
    void *due = bench_reserve((size_t)c->n * tropic_type_size(type));
    bench_check(tropic_vector_get_dense(c->expected[semiring == TROPIC_MIN_PLUS], due, NULL), set->s->cpu,
                "the CPU's result");
    for (tropic_index j = 0; j < c->n && !t->wrong; j++) {
        const double right = value_at(type, due, j), found = value_at(type, values, j);
        if (c->allowed && !c->allowed[j]) continue;
        t->wrong = (has && !has[j]) || !(fabs(found - right) <= tolerance * fabs(right));
    }
    if (t->wrong) t->note = "DIFFERS from the CPU's";
    free(due);
}

/* Seconds per call: of many, after the last of which a value is read; on the CPU, where a call returns when it is
 * done, the median. */
static double wall_clock(bench_timed *k, bool device, double *spread)
{
    const bool few = bench_timed_run(k) * CALLS > CALL_SECONDS && !device;
    const bench_rounds rounds = {.least = few ? CALLS_MIN : CALLS, .most = few ? CALLS_MIN : CALLS};
    bench_times t;
    double value[1], start;
    tropic_vector_get(k->o->v[W], 0, value, NULL);
    start = bench_now();
    bench_time(&rounds, &(bench_side){bench_timed_run, k}, 1, &t);
    tropic_vector_get(k->o->v[W], 0, value, NULL);
    start = (bench_now() - start) / t.count;
    *spread = bench_range(&t);
    return device ? start : t.median;
}

bench_product bench_multiply(const bench_spmv *set, bench_case *c, const bench_call *row)
{
    const bool device = tropic_context_device(c->o.context) == TROPIC_DEVICE_CUDA;
    void *got = bench_reserve((size_t)c->n * tropic_type_size(c->o.type));
    bool *has = bench_reserve((size_t)c->n * sizeof *has);
    bench_product t = {.note = ""};
    bench_timed k = {&c->o, row, 1};
    /* Full from the start: then no product has to count its entries. */
    bench_case_vector(c, &c->o, W);
    bench_call_check(&c->o, row);
    bench_check(tropic_vector_get_dense(c->o.v[W], got, has), c->o.context, "the result");
    bench_case_check(&t, set, c, row->semiring, got, has);
    t.device = t.wall = wall_clock(&k, device, &t.spread);
#ifdef BENCH_CUDA
    if (device) {
        const bench_gpu_times gpu = bench_gpu_time(tropic_cuda_stream(c->o.context), call_once, &k);
        t.device = gpu.seconds;
        t.spread = gpu.spread;
        if (!gpu.captured && !*t.note) t.note = "with the host's time";
    }
#endif
    free(got);
    free(has);
    tropic_vector_free(&c->o.v[W]);
    return t;
}

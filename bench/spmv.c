/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --spmv: the tables.
 */
#include "bench/cusparse.h"
#include "bench/gpu.h"
#include "bench/spmv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One in so many places is let through by a mask. */
#define MASK_ONE_IN 10

static void begin_row(const bench_case *c, const char *what, const char *how, const bench_product *t)
{
    printf("%-20s %-5s %-12s %-12s %10.1f %3.0f %% %10.1f ", c->graph, tropic_type_name(c->type), what, how,
           1e6 * t->device, 100 * t->spread, 1e6 * t->wall);
}

static void end_row(const char *note)
{
    printf("%s%s\n", *note ? "  " : "", note);
    fflush(stdout);
}

/* Bytes that a product must move: ids and values once, offsets, both vectors. */
static double bytes_of(const bench_case *c)
{
    const double size = (double)tropic_type_size(c->type);
    return (double)c->count * (sizeof *c->ids + size) + (double)c->n * (sizeof *c->offsets + 2 * size);
}

/* The best of cuSPARSE's two algorithms; 0: there is none. */
static double time_cusparse(const bench_case *c, const tropic_vector *expected)
{
    const bench_csr csr = {c->n, c->n, c->count, c->offsets, c->ids, c->values, c->x, c->type};
    const size_t bytes = (size_t)c->n * tropic_type_size(c->type);
    void *y = calloc(1, bytes + 1), *due = calloc(1, bytes + 1);
    double best = 0;
    tropic_vector_get_dense(expected, due, NULL);
    for (int algorithm = 1; algorithm <= 2 && y && due; algorithm++) {
        const char *how = algorithm == 1 ? "alg1" : "alg2", *note = "";
        bench_product t = {0};
        bench_gpu_times theirs = {0};
        const char *failed = bench_cusparse(&csr, algorithm, &theirs, y);
        t.device = theirs.seconds;
        t.spread = theirs.spread;
        if (failed) {
            printf("# cuSPARSE %s, %s: %s\n", how, c->graph, failed);
            continue;
        }
        for (tropic_index j = 0; j < c->n && !*note; j++)
            if (c->type == TROPIC_FP32 ? !(fabsf(((float *)y)[j] - ((float *)due)[j]) <= 1e-4f * ((float *)due)[j])
                                       : !(fabs(((double *)y)[j] - ((double *)due)[j]) <= 1e-10 * ((double *)due)[j]))
                note = "DIFFERS from the CPU's";
        begin_row(c, "cusparse", how, &t);
        printf("%9.0f", 1e-9 * bytes_of(c) / t.device);
        end_row(note);
        if (best == 0 || t.device < best) best = t.device;
    }
    free(y);
    free(due);
    return best;
}

/* Every strategy, and auto. */
static void products(const bench_spmv *set, const bench_case *c, bench_ratios *sum)
{
    const bool device = tropic_context_device(set->context) == TROPIC_DEVICE_CUDA;
    const double theirs = device                ? time_cusparse(c, c->expected)
                          : set->set->graphblas ? bench_grb_mxv(set, c, false)
                                                : 0;
    if (!device && theirs > 0) {
        const bench_product t = {theirs, 0, theirs, ""};
        begin_row(c, "GraphBLAS", "", &t);
        end_row("");
    }
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        const bench_way way = {.semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type),
                               .strategy = (tropic_strategy)s};
        const char *how = tropic_strategy_name(way.strategy);
        bench_product t;
        double rate;
        if (!bench_has_word(set->set->strategies, how)) continue;
        t = bench_multiply(set, c, &way);
        rate = bytes_of(c) / t.device;
        begin_row(c, "plus_times", how, &t);
        printf("%9.0f", 1e-9 * rate);
        if (set->bandwidth > 0) printf(" %3.0f %%", 100 * rate / set->bandwidth);
        if (theirs > 0) printf(" %6.3f", theirs / t.device);
        end_row(t.note);
        if (s == TROPIC_STRATEGY_AUTO && theirs > 0) bench_ratios_add(sum, theirs / t.device);
    }
}

static tropic_vector *make_mask(const bench_spmv *set, const bench_case *c, const bool *allowed, bool listed)
{
    tropic_context *context = set->context;
    tropic_index *ids = malloc(((size_t)c->n + 1) * sizeof *ids), count = 0;
    bool *ones = malloc((size_t)c->n + 1);
    tropic_vector *mask = NULL;
    if (!ids || !ones) bench_check(TROPIC_OUT_OF_MEMORY, NULL, "a mask");
    bench_check(tropic_vector_create(&mask, context, TROPIC_BOOL, c->n), context, "a mask");
    for (tropic_index j = 0; j < c->n; j++)
        if (allowed[j]) {
            ones[count] = true;
            ids[count++] = j;
        }
    bench_check(tropic_vector_set_form(mask, TROPIC_SPARSE), context, "a mask");
    bench_check(tropic_vector_put_entries(mask, count, ids, ones), context, "a mask");
    bench_check(tropic_vector_set_form(mask, listed ? TROPIC_SPARSE : TROPIC_BITMAP), context, "a mask");
    free(ids);
    free(ones);
    return mask;
}

/* The matrix of the rows that are allowed, and nothing else. */
static bench_case rows_of(const bench_spmv *set, const bench_case *c, const bool *allowed)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = TROPIC_DUPLICATES_REFUSE,
                                          .loops = TROPIC_LOOPS_KEEP,
                                          .direction = TROPIC_DIRECTION_DIRECTED};
    const size_t size = tropic_type_size(c->type);
    tropic_offset *offsets = malloc(((size_t)c->n + 1) * sizeof *offsets);
    tropic_index *ids = malloc((size_t)c->count * sizeof *ids + 1);
    char *values = malloc((size_t)c->count * size + 1), *due = malloc((size_t)c->n * size + 1);
    bench_case rows = *c;
    rows.n = 0;
    rows.count = 0;
    if (!offsets || !ids || !values || !due) bench_check(TROPIC_OUT_OF_MEMORY, NULL, "rows");
    bench_check(tropic_vector_get_dense(c->expected, due, NULL), set->cpu, "the CPU's result");
    offsets[0] = 0;
    for (tropic_index j = 0; j < c->n; j++) {
        const tropic_offset from = c->offsets[j], entries = c->offsets[j + 1] - from;
        if (!allowed[j]) continue;
        memcpy(ids + rows.count, c->ids + from, (size_t)entries * sizeof *ids);
        memcpy(values + (size_t)rows.count * size, (char *)c->values + (size_t)from * size, (size_t)entries * size);
        memmove(due + (size_t)rows.n * size, due + (size_t)j * size, size);
        rows.count += entries;
        offsets[++rows.n] = rows.count;
    }
    bench_check(tropic_matrix_from_csr(&rows.A, set->cpu, rows.n, c->n, offsets, ids, c->type, values, &options),
                set->cpu, "rows of the matrix");
    bench_check(tropic_vector_create(&rows.expected, set->cpu, c->type, rows.n), set->cpu, "a vector");
    bench_check(tropic_vector_put_dense(rows.expected, due, NULL), set->cpu, "a vector");
    free(offsets);
    free(ids);
    free(values);
    free(due);
    return rows;
}

/* A tenth of the places, drawn at random or side by side. */
static void draw(const bench_case *c, bool block, bool *allowed)
{
    for (tropic_index j = 0; j < c->n; j++) {
        uint64_t z = ((uint64_t)j + 77) * 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 29) * 0xbf58476d1ce4e5b9u;
        allowed[j] = block ? j / (c->n / MASK_ONE_IN + 1) == MASK_ONE_IN / 2 : (z >> 32) % MASK_ONE_IN == 0;
    }
}

/* Beside the product with a matrix that holds just those rows, by auto. */
static void masked(const bench_spmv *set, const bench_case *c)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type);
    const bench_way whole = {.semiring = semiring, .strategy = TROPIC_STRATEGY_AUTO};
    bool *allowed = malloc((size_t)c->n + 1);
    if (!allowed) bench_check(TROPIC_OUT_OF_MEMORY, NULL, "a mask");
    for (int block = 0; block < 2; block++) {
        const char *kind = block ? "block" : "random";
        bench_case rows;
        bench_product alone;
        draw(c, block, allowed);
        rows = rows_of(set, c, allowed);
        alone = bench_multiply(set, &rows, &whole);
        begin_row(c, block ? "rows-block" : "rows-random", "auto", &alone);
        end_row(alone.note);
        tropic_matrix_free(&rows.A);
        tropic_vector_free(&rows.expected);
        for (int listed = 0; listed < 2; listed++) {
            tropic_vector *mask = make_mask(set, c, allowed, listed);
            char name[32];
            snprintf(name, sizeof name, "%s-%s", listed ? "list" : "bits", kind);
            for (int s = 0; s < TROPIC_STRATEGIES; s++) {
                const bench_way way = {.semiring = semiring,
                                       .strategy = (tropic_strategy)s,
                                       .mask = mask,
                                       .allowed = allowed,
                                       .structure = true};
                const char *how = tropic_strategy_name(way.strategy);
                bench_product t;
                if (!bench_has_word(set->set->strategies, how)) continue;
                t = bench_multiply(set, c, &way);
                begin_row(c, name, how, &t);
                printf("%15s %6.2f", "", t.device / alone.device);
                end_row(t.note);
            }
            tropic_vector_free(&mask);
        }
    }
    free(allowed);
}

static const tropic_type types[] = {TROPIC_FP32, TROPIC_FP64};

static bench_spmv spmv_of(const bench_session *s, const bench_place *place)
{
    return (bench_spmv){.context = place->context, .cpu = s->cpu, .set = &s->set, .bandwidth = place->bandwidth};
}

static void begin(bench_session *s, const bench_place *place)
{
    const bench_spmv set = spmv_of(s, place);
    for (int d = 0; d < 2; d++) s->ratios[d] = (bench_ratios){.count = 0};
    if (bench_has_word(s->set.parts, "first")) bench_first_use(&set);
    printf("%-20s %-5s %-12s %-12s %10s %5s %10s %9s %5s %6s\n", "# graph", "type", "what", "how", "us", "+-",
           "wall us", "GB/s", "copy", "ratio");
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    const bench_spmv set = spmv_of(s, place);
    tropic_matrix *pattern = bench_pattern(&set, in);
    for (int d = 0; d < 2; d++) {
        bench_case c;
        bench_case_open(&c, &set, pattern, in->name, types[d]);
        if (bench_has_word(s->set.parts, "products")) products(&set, &c, &s->ratios[d]);
        if (bench_has_word(s->set.parts, "masked") && d == 0) masked(&set, &c);
        if (bench_has_word(s->set.parts, "user")) bench_user(&set, &c);
        bench_case_close(&c);
    }
    tropic_matrix_free(&pattern);
}

static void end(bench_session *s, const bench_place *place)
{
    (void)place;
    for (int d = 0; d < 2; d++)
        if (s->ratios[d].count > 0)
            printf("# auto over the best of the other, %s: geometric mean %.3f, min %.3f, of %d graphs\n",
                   tropic_type_name(types[d]), bench_ratios_mean(&s->ratios[d]), s->ratios[d].least,
                   s->ratios[d].count);
}

const bench_mode bench_spmv_mode = {
    .name = "spmv",
    .help = "single products, beside cuSPARSE's or GraphBLAS's",
    .options = "graphs,strategies,parts,graphblas",
    .graphs = "kron:21:16,urand:21:16,lattice:1200:0.9,mycielskian:17,mesh:1024,band:8000000:16",
    .begin = begin,
    .graph = time_graph,
    .end = end,
};

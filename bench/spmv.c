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

/* rate: bytes per second; ratio: to another. What is NaN, or not known of the device, is left out. */
static void put_row(const bench_spmv *set, const bench_case *c, const char *what, const char *how,
                    const bench_product *t, double rate, double ratio)
{
    printf("%-20s %-5s %-12s %-12s %10.1f %3.0f %% %10.1f ", c->graph, tropic_type_name(c->type), what, how,
           1e6 * t->device, 100 * t->spread, 1e6 * t->wall);
    if (isfinite(rate)) printf("%9.0f", 1e-9 * rate);
    if (isfinite(rate) && set->bandwidth > 0 && t->wall > 0) printf(" %3.0f %%", 100 * rate / set->bandwidth);
    if (isfinite(ratio) && isfinite(rate)) printf(" %6.3f", ratio);
    if (isfinite(ratio) && !isfinite(rate)) printf("%15s %6.2f", "", ratio);
    printf("%s%s\n", *t->note ? "  " : "", t->note);
    *set->wrong += t->wrong;
    bench_flush();
}

/* Bytes that a product must move: ids and values once, offsets, both vectors. */
static double bytes_of(const bench_case *c)
{
    const double size = (double)tropic_type_size(c->type);
    return (double)c->count * (sizeof *c->ids + size) + (double)c->n * (sizeof *c->offsets + 2 * size);
}

/* The best of cuSPARSE's two algorithms; 0: there is none. */
static double time_cusparse(const bench_spmv *set, const bench_case *c)
{
    static const bench_way whole = {.min = false};
    const bench_csr csr = {c->n, c->n, c->count, c->offsets, c->ids, c->values, c->x, c->type};
    void *y = bench_reserve((size_t)c->n * tropic_type_size(c->type));
    double best = 0;
    for (int algorithm = 1; algorithm <= 2; algorithm++) {
        const char *how = algorithm == 1 ? "alg1" : "alg2";
        bench_gpu_times theirs = {0};
        const char *failed = bench_cusparse(&csr, algorithm, &theirs, y);
        bench_product t = {.device = theirs.seconds, .spread = theirs.spread, .note = ""};
        if (failed) {
            printf("# cuSPARSE %s, %s: %s\n", how, c->graph, failed);
            continue;
        }
        bench_case_check(&t, set, c, &whole, y, NULL);
        put_row(set, c, "cusparse", how, &t, bytes_of(c) / t.device, NAN);
        if (best == 0 || t.device < best) best = t.device;
    }
    free(y);
    return best;
}

/* GraphBLAS's, on the CPU, if asked for; 0: there is none. */
static double time_graphblas(const bench_spmv *set, const bench_case *c, bool min)
{
    const double theirs = set->set->graphblas && tropic_context_device(set->context) == TROPIC_DEVICE_CPU
                              ? bench_grb_mxv(set, c, min)
                              : 0;
    const bench_product t = {.device = theirs, .wall = theirs, .note = ""};
    if (theirs > 0) put_row(set, c, "GraphBLAS", min ? "min_plus" : "", &t, NAN, NAN);
    return theirs;
}

/* A way by every strategy, and auto. The ratio is that of the other's time to ours, or of ours to it. */
static void by_strategies(const bench_spmv *set, const bench_case *c, const char *what, bench_way way, double other,
                          bool inverse, bench_ratios *sum)
{
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        const char *how = tropic_strategy_name((tropic_strategy)s);
        bench_product t;
        double ratio;
        if (!bench_has_word(set->set->strategies, how)) continue;
        way.strategy = (tropic_strategy)s;
        t = bench_multiply(set, c, &way);
        ratio = other > 0 ? other / t.device : NAN;
        put_row(set, c, what, how, &t, way.mask ? NAN : bytes_of(c) / t.device, inverse ? 1 / ratio : ratio);
        if (sum && s == TROPIC_STRATEGY_AUTO) bench_ratios_add(sum, ratio);
    }
}

static void products(const bench_spmv *set, const bench_case *c, bench_ratios *sum)
{
    const bool device = tropic_context_device(set->context) == TROPIC_DEVICE_CUDA;
    const double theirs = device ? time_cusparse(set, c) : time_graphblas(set, c, false);
    const bench_way way = {.semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type)};
    by_strategies(set, c, "plus_times", way, theirs, false, sum);
}

/* Built-in semirings, and the same made by the user's macros. */
static void users(const bench_spmv *set, const bench_case *c)
{
    for (int min = 0; min < 2; min++) {
        const tropic_builtin builtin = min ? TROPIC_MIN_PLUS : TROPIC_PLUS_TIMES;
        const double theirs = time_graphblas(set, c, min);
        tropic_semiring *made = NULL;
        bench_check(tropic_semiring_create(&made, set->context, bench_user_source(c->type, min)), set->context,
                    "a semiring");
        for (int s = 0; s < TROPIC_STRATEGIES; s++) {
            bench_way way = {.min = min, .strategy = (tropic_strategy)s};
            const char *how = tropic_strategy_name(way.strategy);
            double ours = theirs;
            if (!bench_has_word(set->set->strategies, how)) continue;
            for (int user = 0; user < 2; user++) {
                bench_product t;
                way.semiring = user ? made : tropic_semiring_builtin(builtin, c->type);
                t = bench_multiply(set, c, &way);
                put_row(set, c,
                        user  ? "user's"
                        : min ? "min_plus"
                              : "plus_times",
                        how, &t, bytes_of(c) / t.device, ours > 0 ? (user ? t.device / ours : ours / t.device) : NAN);
                ours = t.device;
            }
        }
        tropic_semiring_free(&made);
    }
}

/* The places that are allowed, and their number. */
static tropic_index *list(const bench_case *c, const bool *allowed, tropic_index *count)
{
    tropic_index *ids = bench_reserve((size_t)c->n * sizeof *ids);
    *count = 0;
    for (tropic_index j = 0; j < c->n; j++)
        if (allowed[j]) ids[(*count)++] = j;
    return ids;
}

static tropic_vector *make_mask(const bench_spmv *set, const bench_case *c, const bool *allowed, bool listed)
{
    tropic_context *context = set->context;
    tropic_vector *mask = bench_vector(context, TROPIC_BOOL, c->n);
    bool *ones = bench_reserve((size_t)c->n);
    tropic_index count, *ids = list(c, allowed, &count);
    memset(ones, true, (size_t)c->n);
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
    bench_case rows = *c;
    tropic_index *ids = list(c, allowed, &rows.n);
    const tropic_indices taken = {.ids = ids, .count = rows.n};
    rows.A = NULL;
    bench_check(tropic_matrix_extract(&rows.A, set->cpu, NULL, NULL, c->A, &taken, NULL, NULL), set->cpu,
                "rows of the matrix");
    rows.expected = bench_vector(set->cpu, c->type, rows.n);
    bench_check(tropic_extract(rows.expected, NULL, NULL, c->expected, ids, rows.n, NULL), set->cpu, "rows");
    free(ids);
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
    static const char *const names[2][3] = {{"rows-random", "bits-random", "list-random"},
                                            {"rows-block", "bits-block", "list-block"}};
    bench_way way = {.semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, c->type), .structure = true};
    bool *allowed = bench_reserve((size_t)c->n);
    for (int block = 0; block < 2; block++) {
        bench_case rows;
        bench_product alone;
        draw(c, block, allowed);
        rows = rows_of(set, c, allowed);
        alone = bench_multiply(set, &rows, &way);
        put_row(set, c, names[block][0], "auto", &alone, NAN, NAN);
        tropic_matrix_free(&rows.A);
        tropic_vector_free(&rows.expected);
        way.allowed = allowed;
        for (int listed = 0; listed < 2; listed++) {
            tropic_vector *mask = make_mask(set, c, allowed, listed);
            way.mask = mask;
            by_strategies(set, c, names[block][1 + listed], way, alone.device, true, NULL);
            tropic_vector_free(&mask);
        }
        way.mask = NULL;
        way.allowed = NULL;
    }
    free(allowed);
}

static const tropic_type types[] = {TROPIC_FP32, TROPIC_FP64};

static bench_spmv spmv_of(bench_session *s, const bench_place *place)
{
    return (bench_spmv){
        .context = place->context, .cpu = s->cpu, .set = &s->set, .bandwidth = place->bandwidth, .wrong = &s->wrong};
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
        if (bench_has_word(s->set.parts, "user")) users(&set, &c);
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

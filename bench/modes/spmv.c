/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --spmv: the tables.
 */
#include "bench/cusparse.h"
#include "bench/gpu.h"
#include "bench/modes/spmv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One in so many places is let through by a mask. */
#define MASK_ONE_IN 10

/* rate: bytes per second; ratio: to another. NaN, and a copy's rate that is not known, are left out. */
static void put_row(const bench_spmv *set, const bench_case *c, const char *what, const char *how,
                    const bench_product *t, double rate, double ratio)
{
    printf("%-20s %-5s %-12s %-12s %10.1f %3.0f %% %10.1f ", c->graph, tropic_type_name(c->o.type), what, how,
           1e6 * t->device, 100 * t->spread, 1e6 * t->wall);
    if (isfinite(rate)) printf("%9.0f", 1e-9 * rate);
    if (isfinite(rate) && set->place->bandwidth > 0 && t->wall > 0)
        printf(" %3.0f %%", 100 * rate / set->place->bandwidth);
    if (isfinite(ratio) && isfinite(rate)) printf(" %6.3f", ratio);
    if (isfinite(ratio) && !isfinite(rate)) printf("%15s %6.2f", "", ratio);
    printf("%s%s\n", *t->note ? "  " : "", t->note);
    set->s->wrong += t->wrong;
    bench_flush();
}

/* Bytes that a product must move: ids and values once, offsets, both vectors. */
static double bytes_of(const bench_case *c)
{
    const double size = (double)tropic_type_size(c->o.type);
    return (double)c->count * (sizeof *c->ids + size) + (double)c->n * (sizeof *c->offsets + 2 * size);
}

/* The best of cuSPARSE's two algorithms; 0: there is none. */
static double time_cusparse(const bench_spmv *set, const bench_case *c)
{
    const bench_csr csr = {c->n, c->n, c->count, c->offsets, c->ids, c->values, c->x, c->o.type};
    void *y = bench_reserve((size_t)c->n * tropic_type_size(c->o.type));
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
        bench_case_check(&t, set, c, TROPIC_PLUS_TIMES, y, NULL);
        put_row(set, c, "cusparse", how, &t, bytes_of(c) / t.device, NAN);
        if (best == 0 || t.device < best) best = t.device;
    }
    free(y);
    return best;
}

/* GraphBLAS's, on the CPU, if asked for; 0: there is none. */
static double time_graphblas(const bench_spmv *set, const bench_case *c, tropic_builtin semiring)
{
    const bool asked = set->s->set.graphblas && tropic_context_device(c->o.context) == TROPIC_DEVICE_CPU;
    const double theirs = asked ? bench_grb_mxv(set, c, semiring) : 0;
    const bench_product t = {.device = theirs, .wall = theirs, .note = ""};
    if (theirs > 0) put_row(set, c, "GraphBLAS", semiring == TROPIC_MIN_PLUS ? "min_plus" : "plus_times", &t, NAN, NAN);
    return theirs;
}

#define PRODUCT_OVER(SEMIRING) MXV, .w = W, .u = U, .semiring = SEMIRING

static const bench_call plus_times = {"plus_times", PRODUCT_OVER(TROPIC_PLUS_TIMES)};

/* The last column is another's time by ours, or ours by another's. */
typedef enum ratio_of { OTHER_BY_OURS, OURS_BY_OTHER } ratio_of;

/* A product by one strategy, beside another's time (0: there is none); returns its seconds. */
static double by_strategy(const bench_spmv *set, bench_case *c, bench_call row, tropic_strategy strategy, double other,
                          ratio_of ratio)
{
    const bool masked = row.mask != NO_VECTOR;
    bench_product t;
    row.descriptor = (tropic_descriptor){.size = sizeof row.descriptor, .strategy = strategy, .structure = masked};
    t = bench_multiply(set, c, &row);
    put_row(set, c, row.name, tropic_strategy_name(strategy), &t, masked ? NAN : bytes_of(c) / t.device,
            other <= 0               ? NAN
            : ratio == OTHER_BY_OURS ? other / t.device
                                     : t.device / other);
    return t.device;
}

static bool is_wanted(const bench_spmv *set, int strategy)
{
    return bench_has_word(set->s->set.strategies, tropic_strategy_name((tropic_strategy)strategy));
}

static void products(const bench_spmv *set, bench_case *c, bench_ratios *sum)
{
    const bool device = tropic_context_device(c->o.context) == TROPIC_DEVICE_CUDA;
    const double theirs = device ? time_cusparse(set, c) : time_graphblas(set, c, TROPIC_PLUS_TIMES);
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        double ours;
        if (!is_wanted(set, s)) continue;
        ours = by_strategy(set, c, plus_times, (tropic_strategy)s, theirs, OTHER_BY_OURS);
        if (s == TROPIC_STRATEGY_AUTO && theirs > 0) bench_ratios_add(sum, theirs / ours);
    }
}

/* Built-in semirings, each beside GraphBLAS's, and the same made by the user's macros, beside the built-in. */
static void users(const bench_spmv *set, bench_case *c)
{
    static const bench_call rows[2][2] = {
        {{"plus_times", PRODUCT_OVER(TROPIC_PLUS_TIMES)}, {"user's", PRODUCT_OVER(TROPIC_PLUS_TIMES), .own = true}},
        {{"min_plus", PRODUCT_OVER(TROPIC_MIN_PLUS)}, {"user's", PRODUCT_OVER(TROPIC_MIN_PLUS), .own = true}}};
    for (int min = 0; min < 2; min++) {
        const double theirs = time_graphblas(set, c, rows[min][0].semiring);
        bench_check(tropic_semiring_create(&c->o.semiring, c->o.context, bench_user_source(c->o.type, min)),
                    c->o.context, "a semiring");
        for (int s = 0; s < TROPIC_STRATEGIES; s++) {
            double ours;
            if (!is_wanted(set, s)) continue;
            ours = by_strategy(set, c, rows[min][0], (tropic_strategy)s, theirs, OTHER_BY_OURS);
            by_strategy(set, c, rows[min][1], (tropic_strategy)s, ours, OURS_BY_OTHER);
        }
        tropic_semiring_free(&c->o.semiring);
    }
}

/* The places that are allowed, and their number. */
static tropic_index *list(const bench_case *c, tropic_index *count)
{
    tropic_index *ids = bench_reserve((size_t)c->n * sizeof *ids);
    *count = 0;
    for (tropic_index j = 0; j < c->n; j++)
        if (c->allowed[j]) ids[(*count)++] = j;
    return ids;
}

static void open_mask(bench_case *c, bool listed)
{
    bench_operands *o = &c->o;
    bool *ones = bench_reserve((size_t)c->n);
    tropic_index count, *ids = list(c, &count);
    o->v[FLAGS] = bench_vector(o->context, TROPIC_BOOL, c->n);
    memset(ones, true, (size_t)c->n);
    bench_check(tropic_vector_set_form(o->v[FLAGS], TROPIC_SPARSE), o->context, "a mask");
    bench_check(tropic_vector_put_entries(o->v[FLAGS], count, ids, ones), o->context, "a mask");
    bench_check(tropic_vector_set_form(o->v[FLAGS], listed ? TROPIC_SPARSE : TROPIC_BITMAP), o->context, "a mask");
    free(ids);
    free(ones);
}

/* Seconds of the product with the matrix of the rows that are allowed, and nothing else. */
static double time_rows(const bench_spmv *set, const bench_case *c, const char *name)
{
    tropic_context *cpu = set->s->cpu;
    bench_case rows = *c;
    bench_product t;
    tropic_index *ids = list(c, &rows.n);
    const tropic_indices taken = {.ids = ids, .count = rows.n};
    rows.o.A = NULL;
    rows.allowed = NULL;
    rows.expected[0] = bench_vector(cpu, c->o.type, rows.n);
    bench_check(tropic_matrix_extract(&rows.o.A, cpu, NULL, NULL, c->o.A, &taken, NULL, NULL), cpu, "rows");
    bench_check(tropic_extract(rows.expected[0], NULL, NULL, c->expected[0], ids, rows.n, NULL), cpu, "rows");
    t = bench_multiply(set, &rows, &plus_times);
    put_row(set, c, name, "auto", &t, NAN, NAN);
    tropic_matrix_free(&rows.o.A);
    tropic_vector_free(&rows.expected[0]);
    free(ids);
    return t.device;
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
static void masked(const bench_spmv *set, bench_case *c)
{
    static const char *const alone[] = {"rows-random", "rows-block"};
    static const bench_call rows[2][2] = {{{"bits-random", PRODUCT_OVER(TROPIC_PLUS_TIMES), .mask = FLAGS},
                                           {"list-random", PRODUCT_OVER(TROPIC_PLUS_TIMES), .mask = FLAGS}},
                                          {{"bits-block", PRODUCT_OVER(TROPIC_PLUS_TIMES), .mask = FLAGS},
                                           {"list-block", PRODUCT_OVER(TROPIC_PLUS_TIMES), .mask = FLAGS}}};
    bool *allowed = bench_reserve((size_t)c->n);
    c->allowed = allowed;
    for (int block = 0; block < 2; block++) {
        double seconds;
        draw(c, block, allowed);
        seconds = time_rows(set, c, alone[block]);
        for (int listed = 0; listed < 2; listed++) {
            open_mask(c, listed);
            for (int s = 0; s < TROPIC_STRATEGIES; s++)
                if (is_wanted(set, s))
                    by_strategy(set, c, rows[block][listed], (tropic_strategy)s, seconds, OURS_BY_OTHER);
            tropic_vector_free(&c->o.v[FLAGS]);
        }
    }
    c->allowed = NULL;
    free(allowed);
}

static const tropic_type types[] = {TROPIC_FP32, TROPIC_FP64};

static void begin(bench_session *s, const bench_place *place)
{
    const bench_spmv set = {s, place};
    for (int d = 0; d < 2; d++) s->ratios[d] = (bench_ratios){.count = 0};
    if (bench_has_word(s->set.parts, "first")) bench_first_use(&set);
    printf("%-20s %-5s %-12s %-12s %10s %5s %10s %9s %5s %6s\n", "# graph", "type", "what", "how", "us", "+-",
           "wall us", "GB/s", "copy", "ratio");
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
    const bench_spmv set = {s, place};
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made by rule: the table of kinds, and the meaning of a generator's parameters.
 */
#include "formats/generate/generate_lists.h"
#include "formats/matrix/matrix.h"
#include "runtime/choice.h"

#include <math.h>
#include <string.h>

#define EF_MAX 65536
/* rgg: the square of the reach is 0.55^2 ln n / n, which is so many parts of 2^20 of log2 n / n. */
#define RGG_REACH 219862
/* Fraction bits of log2 n. */
#define LOG_BITS 16

static const struct {
    const char *name, *parameter[TROPIC_GENERATOR_PARAMETERS], *summary;
} kinds[] = {
#define KIND(kind, name, first, second, summary) {name, {first, second}, summary},
    TROPIC_GENERATOR_TABLE(KIND)
#undef KIND
};
_Static_assert(sizeof kinds / sizeof *kinds == TROPIC_GENERATORS, "a row for each kind");

const char *tropic_generator_name(tropic_generator kind)
{
    return (unsigned)kind < TROPIC_GENERATORS ? kinds[kind].name : NULL;
}

const char *tropic_generator_parameter(tropic_generator kind, int k)
{
    const bool there = (unsigned)kind < TROPIC_GENERATORS && k >= 0;
    return there && k < TROPIC_GENERATOR_PARAMETERS ? kinds[kind].parameter[k] : NULL;
}

const char *tropic_generator_summary(tropic_generator kind)
{
    return (unsigned)kind < TROPIC_GENERATORS ? kinds[kind].summary : NULL;
}

/* The range of a parameter of that name; no more vertices than ids, for each alone. */
static tropic_status check_parameter(tropic_context *context, const char *name, double value)
{
    static const struct {
        const char *name;
        double min, max;
        bool whole;
    } ranges[] = {
        {"SCALE", 1, 30, true},           {"EF", 1, EF_MAX, true},
        {"SIDE", 1, 46340, true},         {"P", 0, 1, false},
        {"N", 1, TROPIC_INDEX_MAX, true}, {"K", 2, 31, true},
        {"W", 1, TROPIC_INDEX_MAX, true}, {"WIDTH", 2, TROPIC_INDEX_MAX, true},
        {"D", 1, TROPIC_INDEX_MAX, true},
    };
    size_t k = 0;
    while (strcmp(ranges[k].name, name) != 0) k++;
    if (value >= ranges[k].min && value <= ranges[k].max && (!ranges[k].whole || value == floor(value)))
        return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is %.15g, not %s from %.0f to %.0f", name, value,
                   ranges[k].whole ? "a whole number" : "a number", ranges[k].min, ranges[k].max);
}

static tropic_status check(tropic_context *context, const tropic_generator_options *options)
{
    if ((unsigned)options->kind >= TROPIC_GENERATORS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no generator %d", (int)options->kind);
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++) {
        const char *name = kinds[options->kind].parameter[k];
        if (name)
            TP_TRY(check_parameter(context, name, options->parameter[k]));
        else if (!(options->parameter[k] == 0))
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s has %d parameter%s", kinds[options->kind].name, k,
                           k == 1 ? "" : "s");
    }
    if (options->kind == TROPIC_GENERATE_LAYERS && options->parameter[0] * options->parameter[1] > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "W times D is %.0f vertices, more than %d",
                       options->parameter[0] * options->parameter[1], TROPIC_INDEX_MAX);
    if (options->weights < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "weights is %d, not the largest weight, or 0 for none",
                       options->weights);
    return TROPIC_OK;
}

/* log2 n with LOG_BITS fraction bits, in whole numbers: the same on every machine. */
static uint64_t logarithm(uint64_t n)
{
    uint64_t x, log = 63 - (uint64_t)__builtin_clzll(n);
    x = n << (31 - log);
    for (int bit = 0; bit < LOG_BITS; bit++) {
        x = x * x >> 31;
        log = 2 * log + (x >> 32);
        x >>= x >> 32;
    }
    return log;
}

static uint64_t square_root(uint64_t x)
{
    uint64_t root = (uint64_t)sqrt((double)x);
    while (root * root > x) root--;
    while ((root + 1) * (root + 1) <= x) root++;
    return root;
}

/* n times the square of the reach, with LOG_BITS fraction bits. */
static uint64_t rgg_reach(uint64_t n)
{
    return logarithm(n) * RGG_REACH >> 20;
}

static void set_rgg(tp_generator *g)
{
    const uint64_t n = (uint64_t)g->n, reach = rgg_reach(n);
    const uint64_t side = reach > 0 ? square_root((n << LOG_BITS) / reach) : 1;
    g->side = (int64_t)side;
    g->threshold = (reach * side * side << LOG_BITS) / n << (2 * TP_RGG_BITS - 2 * LOG_BITS);
}

static void set_keys(tp_generator *g, uint64_t seed)
{
    for (int s = 0; s < TP_STREAMS; s++) g->keys[s] = tp_word(tp_word(0, seed), (uint64_t)s);
    for (int r = 0; r < TP_ROUNDS; r++) {
        g->factors[r] = tp_word(g->keys[TP_STREAM_PERMUTE], 2 * (uint64_t)r) | 1;
        g->addends[r] = tp_word(g->keys[TP_STREAM_PERMUTE], 2 * (uint64_t)r + 1);
    }
}

tropic_status tp_generator_set(tropic_context *context, tp_generator *g, const tropic_generator_options *options)
{
    const double first = options->parameter[0], second = options->parameter[1];
    int64_t n = 0;
    TP_TRY(check(context, options));
    *g = (tp_generator){.kind = options->kind, .directed = options->directed, .weights = options->weights};
    switch (g->kind) {
    case TROPIC_GENERATE_KRON:
    case TROPIC_GENERATE_URAND:
        g->drawn = true;
        g->scale = (int)first;
        n = (int64_t)1 << g->scale;
        g->slots = n * (int64_t)second;
        break;
    case TROPIC_GENERATE_KMER:
        g->drawn = true;
        n = (int64_t)first;
        g->slots = n + n * TP_KMER_LINKS / TP_KMER_PER;
        break;
    case TROPIC_GENERATE_LATTICE:
        g->threshold = (uint64_t)(second * 4294967296.0); /* 2^32, exact */
    /* fallthrough */
    case TROPIC_GENERATE_MESH:
        g->side = (int64_t)first;
        n = g->side * g->side;
        break;
    case TROPIC_GENERATE_BAND:
        n = (int64_t)first;
        g->side = (int64_t)second / 2;
        break;
    case TROPIC_GENERATE_MYCIELSKIAN:
        g->scale = (int)first;
        n = tp_mycielskian_size(g->scale);
        break;
    case TROPIC_GENERATE_LAYERS:
        g->side = (int64_t)first;
        n = g->side * (int64_t)second;
        break;
    default: n = (int64_t)first;
    }
    g->n = (tropic_index)n;
    while ((int64_t)1 << g->bits < n) g->bits++;
    set_keys(g, options->seed);
    if (g->kind == TROPIC_GENERATE_RGG) set_rgg(g);
    return TROPIC_OK;
}

/* Edges of M(k). */
static int64_t mycielskian_edges(int k)
{
    int64_t edges = 1;
    for (int j = 2; j < k; j++) edges = 3 * edges + tp_mycielskian_size(j);
    return edges;
}

tropic_offset tp_generator_entries(const tp_generator *g)
{
    const int64_t n = g->n, side = g->side, all = n * (n - 1) / 2;
    int64_t edges = g->slots;
    switch (g->kind) {
    case TROPIC_GENERATE_LATTICE: edges = 2 * side * (side - 1); break;
    case TROPIC_GENERATE_MESH: edges = (3 * side - 1) * (side - 1); break;
    case TROPIC_GENERATE_RGG: edges = (n * (int64_t)rgg_reach((uint64_t)n) >> LOG_BITS) * 8 / 5; break;
    case TROPIC_GENERATE_MYCIELSKIAN: edges = mycielskian_edges(g->scale); break;
    case TROPIC_GENERATE_LAYERS: edges = side * (n - side); break;
    case TROPIC_GENERATE_STAR:
    case TROPIC_GENERATE_PATH: edges = n - 1; break;
    case TROPIC_GENERATE_COMPLETE: edges = all; break;
    case TROPIC_GENERATE_BAND: edges = n * side; break;
    default: break; /* drawn */
    }
    if (g->directed) return edges < 2 * all ? edges : 2 * all;
    return 2 * (edges < all ? edges : all);
}

size_t tp_generator_bytes(const tp_generator *g, tropic_offset entries)
{
    const size_t each = sizeof(tropic_index) + (g->weights > 0 ? sizeof(int32_t) : 0);
    size_t bytes;
    if (__builtin_mul_overflow((size_t)entries, each, &bytes) ||
        __builtin_add_overflow(bytes, ((size_t)g->n + 1) * sizeof(tropic_offset), &bytes))
        return SIZE_MAX;
    return bytes;
}

tropic_status tropic_matrix_generate(tropic_matrix **A, tropic_context *context,
                                     const tropic_generator_options *options)
{
    tropic_generator_options ours;
    tp_generator g;
    tropic_status status;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "make matrices"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!options) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "options is NULL");
    TP_TRY(tp_options_copy(context, &ours, sizeof ours, options, "generator options"));
    TP_TRY(tp_generator_set(context, &g, &ours));
    TP_WORK(context, tp_work_to_make((double)tp_generator_entries(&g), context->threads));
    status = context->backend->generate(context, &g, A);
    context->progress_reported = 0;
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made by rule, for the programs that test them.
 */
#ifndef TROPIC_TESTS_GENERATED_H
#define TROPIC_TESTS_GENERATED_H

#include "tests/fixtures.h"

static inline tropic_generator_options generated_wanted(tropic_generator kind, double first, double second)
{
    return (tropic_generator_options){
        .size = sizeof(tropic_generator_options), .kind = kind, .parameter = {first, second}, .seed = 1};
}

static inline tropic_matrix *generated_matrix(tropic_context *context, tropic_generator kind, double first,
                                              double second)
{
    const tropic_generator_options wanted = generated_wanted(kind, first, second);
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_generate(&A, context, &wanted));
    return A;
}

/* One of each kind, small; beyond 2^20 slots a GPU sorts by ranges of rows, and lists have many parts. */
static inline tropic_generator_options generated_sample(int k, bool large)
{
    static const double small[TROPIC_GENERATORS][2] = {
        [TROPIC_GENERATE_KRON] = {9, 8}, [TROPIC_GENERATE_URAND] = {8, 5},  [TROPIC_GENERATE_LATTICE] = {70, .6},
        [TROPIC_GENERATE_MESH] = {23},   [TROPIC_GENERATE_RGG] = {400},     [TROPIC_GENERATE_MYCIELSKIAN] = {8},
        [TROPIC_GENERATE_KMER] = {3000}, [TROPIC_GENERATE_LAYERS] = {7, 5}, [TROPIC_GENERATE_STAR] = {60},
        [TROPIC_GENERATE_PATH] = {60},   [TROPIC_GENERATE_COMPLETE] = {40}, [TROPIC_GENERATE_BAND] = {50, 8}};
    static const double wide[TROPIC_GENERATORS][2] = {
        [TROPIC_GENERATE_KRON] = {16, 17},  [TROPIC_GENERATE_URAND] = {16, 17},  [TROPIC_GENERATE_LATTICE] = {500, .7},
        [TROPIC_GENERATE_MESH] = {400},     [TROPIC_GENERATE_RGG] = {70000},     [TROPIC_GENERATE_MYCIELSKIAN] = {13},
        [TROPIC_GENERATE_KMER] = {1100000}, [TROPIC_GENERATE_LAYERS] = {500, 4}, [TROPIC_GENERATE_STAR] = {1000000},
        [TROPIC_GENERATE_PATH] = {1000000}, [TROPIC_GENERATE_COMPLETE] = {900},  [TROPIC_GENERATE_BAND] = {50000, 17}};
    const double *parameter = large ? wide[k] : small[k];
    return generated_wanted((tropic_generator)k, parameter[0], parameter[1]);
}

typedef struct generated {
    tropic_index n;
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const int32_t *values;
} generated;

static inline generated generated_fetch(const tropic_matrix *A, tropic_context *of)
{
    generated a = {.n = tropic_matrix_rows(A), .count = tropic_matrix_count(A)};
    const void *values;
    assert_ok(of, tropic_matrix_csr(A, of, &a.offsets, &a.ids, &values));
    a.values = values;
    assert_int_equal(tropic_matrix_cols(A), a.n);
    assert_int_equal(a.offsets[0], 0);
    assert_int_equal(a.offsets[a.n], a.count);
    return a;
}

/* The position of (i, j); -1. */
static inline tropic_offset generated_find(const generated *a, tropic_index i, tropic_index j)
{
    tropic_offset low = a->offsets[i], high = a->offsets[i + 1];
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (a->ids[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->offsets[i + 1] && a->ids[low] == j ? low : -1;
}

/* The centralities from `count` sources spread over the first `among` vertices; 0: all. The report may be NULL. */
static inline double *generated_centralities(tropic_context *context, const tropic_matrix *A, tropic_type type,
                                             tropic_index count, tropic_index among, const tropic_bc_options *how,
                                             tropic_run_report *report)
{
    const tropic_index range = among > 0 ? among : tropic_matrix_rows(A);
    tropic_bc_options options = *how;
    OWNED_MEMORY tropic_index *sources = test_room(count, sizeof *sources);
    double *values;
    for (tropic_index k = 0; k < count; k++) sources[k] = (tropic_index)((int64_t)k * range / count);
    options.size = sizeof options;
    options.sources = sources;
    options.source_count = count;
    values = test_centralities(context, A, type, &options, TROPIC_OK, report);
    return values;
}

#endif

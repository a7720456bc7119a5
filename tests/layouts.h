/* SPDX-License-Identifier: Apache-2.0
 *
 * Layouts, for the programs that test them.
 */
#ifndef TROPIC_TESTS_LAYOUTS_H
#define TROPIC_TESTS_LAYOUTS_H

#include "tests/algorithm_checks.h"

/* A layout, and where it put the vertices: at[3 v + c]. */
typedef struct picture {
    int dimensions;
    double *at;
    tropic_layout_report report;
} picture;

static inline tropic_status lay_out(const run_fixture *f, int dimensions, const tropic_layout_options *options,
                                    picture *p)
{
    tropic_vector *v[3] = {NULL};
    OWNED_MEMORY double *values = test_room(f->n, sizeof *values);
    tropic_status status;
    *p = (picture){dimensions, calloc(3 * (size_t)f->n + 1, sizeof *p->at), {.size = sizeof p->report}};
    assert_non_null(p->at);
    for (int c = 0; c < dimensions; c++)
        assert_ok(f->context, tropic_vector_create(&v[c], f->context, TROPIC_FP64, f->n));
    status = tropic_layout(v[0], v[1], v[2], f->A, options, &p->report);
    for (int c = 0; c < dimensions && status == TROPIC_OK; c++) {
        assert_int_equal(tropic_vector_count(v[c]), f->n);
        assert_ok(f->context, tropic_vector_get_dense(v[c], values, NULL));
        for (tropic_index i = 0; i < f->n; i++) {
            assert_true(isfinite(values[i]));
            p->at[3 * i + c] = values[i];
        }
    }
    for (int c = 0; c < dimensions; c++) {
        if (status != TROPIC_OK) assert_int_equal(tropic_vector_count(v[c]), 0);
        tropic_vector_free(&v[c]);
    }
    return status;
}

static inline picture laid_out(const run_fixture *f, int dimensions, const tropic_layout_options *options)
{
    picture p;
    assert_ok(f->context, lay_out(f, dimensions, options, &p));
    return p;
}

/* at[3 v + c] as vectors of the context's. */
static inline void place(tropic_context *context, const double *at, tropic_index n, int dimensions, tropic_vector **v)
{
    OWNED_MEMORY double *values = test_room(n, sizeof *values);
    for (int c = 0; c < dimensions; c++) {
        for (tropic_index i = 0; i < n; i++) values[i] = at[3 * i + c];
        v[c] = test_vector_of(context, TROPIC_FP64, n, values);
    }
}
static inline void free_places(tropic_vector **v)
{
    for (int c = 0; c < 3; c++) tropic_vector_free(&v[c]);
}

static inline double *random_places(tropic_index n, int dimensions, double size, uint64_t seed)
{
    double *at = calloc(3 * (size_t)n + 1, sizeof *at);
    assert_non_null(at);
    for (tropic_index v = 0; v < n; v++)
        for (int c = 0; c < dimensions; c++)
            at[3 * v + c] = size * (double)(test_below(&seed, 1000001) - 500000) / 500000;
    return at;
}

/* Another context for the same graph. */
static inline void change_context(run_fixture *f, const tropic_context_options *wanted)
{
    tropic_context_free(&f->context);
    assert_int_equal(tropic_context_create(&f->context, wanted), TROPIC_OK);
}

static inline double apart(const picture *p, tropic_index u, tropic_index v)
{
    double square = 0;
    for (int c = 0; c < 3; c++) square += pow(p->at[3 * u + c] - p->at[3 * v + c], 2);
    return sqrt(square);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of arcs, for the programs that test it.
 */
#ifndef TROPIC_TESTS_BC_EDGES_H
#define TROPIC_TESTS_BC_EDGES_H

#include "tests/bc_weighted.h"

enum { EDGES_SOURCES = 7 };

static const tropic_bc_method edges_methods[] = {TROPIC_BC_AUTO, TROPIC_BC_WORK_EFFICIENT, TROPIC_BC_BATCHED};

static inline size_t edges_arcs(const run_fixture *f)
{
    return (size_t)f->oracle.offset[f->n];
}

/* C, which has the pattern of A; its values are those of a malloc()ed copy. */
static inline double *edges_matrix(const run_fixture *f, const tropic_bc_options *options, tropic_matrix **C,
                                   tropic_run_report *report)
{
    const size_t arcs = edges_arcs(f);
    const tropic_offset *offset;
    const tropic_index *head;
    const void *values;
    double *copy = calloc(arcs + 1, sizeof *copy);
    assert_non_null(copy);
    *C = NULL;
    assert_ok(f->context, tropic_bc_edges(C, f->context, f->A, options, report));
    assert_int_equal(tropic_matrix_type(*C), TROPIC_FP64);
    assert_int_equal(tropic_matrix_rows(*C), f->n);
    assert_int_equal(tropic_matrix_cols(*C), f->n);
    assert_int_equal(tropic_matrix_count(*C), (tropic_offset)arcs);
    assert_ok(f->context, tropic_matrix_csr(*C, f->context, &offset, &head, &values));
    for (tropic_index i = 0; i < f->n; i++) assert_true(offset[i] == f->oracle.offset[i]);
    for (size_t k = 0; k < arcs; k++) assert_true(head[k] == f->oracle.target[k]);
    if (arcs > 0) memcpy(copy, values, arcs * sizeof *copy);
    return copy;
}

static inline double *edges_carried(const run_fixture *f, const tropic_bc_options *options)
{
    OWNED(tropic_matrix) *C = NULL;
    double *values = edges_matrix(f, options, &C, NULL);
    return values;
}

static inline void assert_edges_near(const run_fixture *f, const char *what, const double *got, const double *expected,
                                     double tolerance)
{
    for (tropic_index i = 0; i < f->n; i++)
        for (int64_t k = f->oracle.offset[i]; k < f->oracle.offset[i + 1]; k++)
            if (!(got[k] >= 0 && fabs(got[k] - expected[k]) <= tolerance * expected[k]))
                fail_msg("%s, %s: arc %d -> %d: expected %.17g, got %.17g", f->name, what, (int)i,
                         (int)f->oracle.target[k], expected[k], got[k]);
}

/* Sources spread over the graph, none twice. */
static inline tropic_index edges_list(tropic_index n, tropic_index *sources)
{
    return test_spread(n, test_sized(EDGES_SOURCES, 3), sources);
}

#endif

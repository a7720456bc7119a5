/* SPDX-License-Identifier: Apache-2.0
 */
#include "tests/spectral.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <string.h>

static const char *const names[] = {"katz", "eigenvector", "hits"};

spectral_any spectral_options(spectral_kind k, const spectral_wanted *w, tropic_spectral_report *told)
{
    spectral_any o;
    if (k == KATZ)
        o.katz = (tropic_katz_options){sizeof o.katz, w->alpha, w->beta,  w->tolerance, w->iterations,
                                       w->weighted,   w->raw,   w->betas, w->start,     told};
    else if (k == EIGENVECTOR)
        o.eigenvector = (tropic_eigenvector_options){sizeof o.eigenvector, w->tolerance, w->iterations,
                                                     w->weighted,          w->start,     told};
    else
        o.hits = (tropic_hits_options){sizeof o.hits, w->tolerance, w->iterations, w->weighted, w->start, told};
    return o;
}

tropic_status spectral_call(spectral_kind k, tropic_vector *x, tropic_vector *y, const tropic_matrix *A,
                            const spectral_any *o, tropic_run_report *report)
{
    switch (k) {
    case KATZ: return tropic_katz(x, A, &o->katz, report);
    case EIGENVECTOR: return tropic_eigenvector(x, A, &o->eigenvector, report);
    default: return tropic_hits(x, y, A, &o->hits, report);
    }
}

double *spectral_values(spectral_kind k, tropic_context *c, const tropic_matrix *A, tropic_type type,
                        const spectral_wanted *w, tropic_spectral_report *told, int64_t *iterations)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    tropic_run_report report = {.size = sizeof report};
    tropic_spectral_report own = {.size = sizeof own}, *filled = told ? told : &own;
    OWNED(tropic_vector) *x = test_vector_of(c, type, n, NULL), *y = test_vector_of(c, type, n, NULL);
    spectral_any o;
    reference_result r = {.values = {x, y}, .A = A, .context = c, .options = &o, .run = &report};
    double *found = test_room(2 * (int64_t)n, sizeof *found);
    filled->size = sizeof *filled;
    o = spectral_options(k, w, filled);
    assert_ok(c, spectral_call(k, x, y, A, &o, &report));
    assert_int_equal(report.reached, n);
    assert_int_equal(report.reached_arcs, report.levels * tropic_matrix_count(A) * (k == HITS ? 2 : 1));
    assert_true(filled->residual >= 0 && filled->lambda >= 0);
    if (reference_table.find(names[k])->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s: %s", names[k], message);
    for (int part = 0; part < (k == HITS ? 2 : 1); part++) {
        OWNED_MEMORY double *values = test_numbers_of(c, part == 0 ? x : y);
        memcpy(found + (size_t)part * (size_t)n, values, (size_t)n * sizeof *found);
    }
    if (iterations) *iterations = report.levels;
    return found;
}

void spectral_check_updates(spectral_kind k, tropic_context *c)
{
    enum { N = 60 };
    const spectral_wanted w = {.alpha = 0.01, .iterations = 9};
    OWNED(test_graph) G = test_random_graph(7, N, N, 200);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    OWNED(tropic_vector) *x = test_vector_of(c, TROPIC_FP64, N, NULL), *y = test_vector_of(c, TROPIC_FP64, N, NULL);
    OWNED_MEMORY double *due = NULL, *found = NULL;
    const spectral_any o = spectral_options(k, &w, NULL);
    test_deduplicate(&G);
    A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    assert_ok(c, tropic_matrix_remove(A, c, G.row[5], G.col[5]));
    assert_ok(c, tropic_matrix_remove(A, c, G.row[6], G.col[6]));
    assert_ok(c, tropic_matrix_set(A, c, G.row[5], G.col[5], NULL));
    assert_ok(c, tropic_vector_set(x, 4, &(double){3}));
    assert_ok(c, spectral_call(k, x, y, A, &o, NULL));
    found = test_numbers_of(c, x);
    G.row[6] = G.row[0], G.col[6] = G.col[0]; /* one arc twice */
    test_deduplicate(&G);
    B = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    due = spectral_values(k, c, B, TROPIC_FP64, &w, NULL, NULL);
    assert_memory_equal(found, due, N * sizeof *due);
}

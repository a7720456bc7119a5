/* SPDX-License-Identifier: Apache-2.0
 *
 * HITS: what comes of nothing. (tests/test_spectral.c has the rest.)
 */
#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/spectral.h"

#include <string.h>

/* Nothing comes of the first product: no arc, or a start that no arc leads from; or of weights that vanish in FP32. */
static void hubs_of_nothing(void **unused)
{
    static const tropic_index row[] = {0}, col[] = {1};
    const double tiny[] = {1e-30}, ends[] = {0, 0, 5};
    OWNED(tropic_matrix) *A = NULL, *empty = NULL;
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP32, 3, NULL),
                         *y = test_vector_of(context, TROPIC_FP32, 3, NULL),
                         *start = test_vector_of(context, TROPIC_FP64, 3, ends);
    OWNED_MEMORY float *hub = NULL;
    spectral_any o = spectral_options(HITS, &(spectral_wanted){.weighted = true}, NULL);
    assert_ok(context, tropic_matrix_create(&empty, context, TROPIC_FP64, 3, 3));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 1, row, col, TROPIC_FP64, tiny, NULL));
    assert_ok(context, tropic_hits(x, y, empty, &o.hits, NULL));
    hub = test_values_of(context, x);
    for (int v = 0; v < 3; v++) assert_true(hub[v] == 0);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_hits(x, y, A, &o.hits, NULL));
    assert_non_null(strstr(tropic_context_error(context), "weights are too small for fp32"));
    o = spectral_options(HITS, &(spectral_wanted){.start = start}, NULL);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_hits(x, y, A, &o.hits, NULL));
    assert_non_null(strstr(tropic_context_error(context), "start is 0 at each vertex that an arc leads to"));
}

static void updates_are_seen(void **unused)
{
    spectral_check_updates(HITS, context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hubs_of_nothing), cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

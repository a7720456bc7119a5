/* SPDX-License-Identifier: Apache-2.0
 *
 * Accumulators that see the place: it is that of the result, however the result is stored.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

enum { N = 1000, FIRST_AT = 5, LAST_AT = 700 };
TROPIC_OPERATOR(placed, int32_t, int32_t, int32_t, x + y + 1000 * i);
TROPIC_MONOID(placed_sum, int32_t, a + b + 1000 * i, 0);

typedef struct fixture {
    tropic_context *context;
    tropic_operator *own[2];
    tropic_semiring *semiring; /* whose add sees the place, too */
    tropic_vector *w, *u, *scalars;
    tropic_matrix *A, *column;
} fixture;

static const tropic_index places[2] = {FIRST_AT, LAST_AT};
static const int32_t ten[2] = {10, 20};

static void open(fixture *f)
{
    const tropic_index zero[2] = {0, 0};
    *f = (fixture){.context = test_context()};
    assert_ok(f->context, tropic_operator_create(&f->own[0], f->context, &placed));
    assert_ok(f->context, tropic_operator_create(&f->own[1], f->context, &placed_sum));
    assert_ok(f->context, tropic_semiring_from_operators(&f->semiring, f->context, f->own[1],
                                                         tropic_operator_builtin(TROPIC_MAX, TROPIC_INT32)));
    assert_ok(f->context, tropic_vector_create(&f->u, f->context, TROPIC_INT32, N));
    assert_ok(f->context, tropic_vector_put_entries(f->u, 2, places, ten));
    assert_ok(f->context, tropic_vector_create(&f->scalars, f->context, TROPIC_INT32, 2));
    assert_ok(f->context, tropic_vector_put_dense(f->scalars, ten, NULL));
    assert_ok(f->context, tropic_matrix_from_coo(&f->A, f->context, N, N, 2, places, places, TROPIC_INT32, ten, NULL));
    assert_ok(f->context,
              tropic_matrix_from_coo(&f->column, f->context, N, 1, 2, places, zero, TROPIC_INT32, ten, NULL));
}

static void fixture_free(fixture *f)
{
    for (int k = 0; k < 2; k++) tropic_operator_free(&f->own[k]);
    tropic_semiring_free(&f->semiring);
    tropic_vector_free(&f->u);
    tropic_vector_free(&f->scalars);
    tropic_matrix_free(&f->A);
    tropic_matrix_free(&f->column);
    tropic_context_free(&f->context);
}

enum { CALLS = 11 };

/* w (accum)= t, which has 10 and 20 at the two places. */
static tropic_status run(const fixture *f, int call, const tropic_operator *accum)
{
    const tropic_operator *first = tropic_operator_builtin(TROPIC_FIRST, TROPIC_INT32);
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_INT32);
    const int32_t zero = 0;
    switch (call) {
    case 0: return tropic_apply(f->w, NULL, accum, first, f->u, &zero, NULL);
    case 1: return tropic_ewise_multiply(f->w, NULL, accum, first, f->u, f->u, NULL);
    case 2: return tropic_ewise_add(f->w, NULL, accum, first, f->u, f->u, NULL);
    case 3:
        return tropic_select(f->w, NULL, accum, tropic_operator_builtin(TROPIC_GE, TROPIC_INT32), f->u, &zero, NULL);
    case 4: return tropic_assign(f->w, NULL, accum, f->scalars, places, 2, NULL);
    case 5: return tropic_extract(f->w, NULL, accum, f->u, NULL, N, NULL);
    case 6:
        return tropic_reduce_matrix(f->w, NULL, accum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), f->A, NULL);
    case 7: return tropic_matrix_extract_column(f->w, NULL, accum, f->column, NULL, 0, NULL);
    case 8: return tropic_mxv(f->w, NULL, accum, plus_first, f->A, f->u, NULL);
    case 9: return tropic_vxm(f->w, NULL, accum, plus_first, f->u, f->A, NULL);
    default: return tropic_mxv(f->w, NULL, accum, f->semiring, f->A, f->u, NULL);
    }
}

/* w, of this type, has 1 at both places before. */
static void check(fixture *f, int call, tropic_vector_form form, const tropic_operator *accum, bool own,
                  tropic_type type)
{
    double room[2];
    for (int k = 0; k < 2; k++) test_value_store(type, room, k, 1);
    assert_ok(f->context, tropic_vector_create(&f->w, f->context, type, N));
    assert_ok(f->context, tropic_vector_put_entries(f->w, 2, places, room));
    assert_ok(f->context, tropic_vector_set_form(f->w, form));
    assert_ok(f->context, run(f, call, accum));
    assert_int_equal(tropic_vector_count(f->w), 2);
    for (int k = 0; k < 2; k++) {
        const int wanted = own ? 1 + ten[k] + 1000 * places[k] : places[k];
        bool has = false;
        assert_ok(f->context, tropic_vector_get(f->w, places[k], room, &has));
        if (!has || !(test_value_load(type, room, 0) == wanted))
            fail_msg("call %d, form %d, own %d: place %d has %g, not %d", call, (int)form, own, places[k],
                     (double)test_value_load(type, room, 0), wanted);
    }
    tropic_vector_free(&f->w);
}

static void check_all(tropic_type type)
{
    const tropic_vector_form forms[] = {TROPIC_SPARSE, TROPIC_BITMAP};
    OWNED(fixture) f;
    open(&f);
    for (int call = 0; call < CALLS; call++)
        for (int form = 0; form < 2; form++)
            for (int of_u = 0; of_u < 2; of_u++) {
                assert_ok(f.context, tropic_vector_set_form(f.u, forms[of_u]));
                check(&f, call, forms[form], tropic_operator_builtin(TROPIC_INDEX, TROPIC_INT32), false, type);
                for (int own = 0; own < 2; own++) check(&f, call, forms[form], f.own[own], true, type);
            }
}

static void test_vectors(void **state)
{
    check_all(TROPIC_INT32);
}

/* The result is of another type than the accumulator. */
static void test_casts(void **state)
{
    check_all(TROPIC_FP64);
    check_all(TROPIC_INT64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors), cmocka_unit_test(test_casts)};
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}

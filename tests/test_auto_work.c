/* SPDX-License-Identifier: Apache-2.0
 *
 * The work that a context of TROPIC_DEVICE_AUTO counts before it has chosen its device.
 */
#define _GNU_SOURCE
#include "runtime/choice.h" /* or the program has the public library alone */
#include "tests/fixtures.h"
#include "tests/made_up_gpu.h"

/* A union passes over the longer vector, and a complemented mask passes over absent places; an intersection, a mask
 * and a list of places do not pass over all. */
static void what_is_passed_over_counts(void **state)
{
    enum { WIDE = 1 << 20 };
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_descriptor outside = {.size = sizeof outside, .complement = true, .structure = true};
    const int32_t one = 1;
    const tropic_index place = 5;
    for (int kind = 0; kind < 6; kind++) {
        OWNED(tropic_context) *context = gpu_context();
        OWNED(tropic_vector) *full = NULL, *few = NULL, *w = NULL;
        assert_ok(context, tropic_vector_create(&full, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_vector_fill(full, &one));
        assert_ok(context, tropic_vector_create(&few, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_vector_set(few, place, &one));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, WIDE));
        switch (kind) {
        case 0: assert_ok(context, tropic_ewise_add(w, NULL, NULL, plus, few, full, NULL)); break;
        case 1: assert_ok(context, tropic_ewise_multiply(w, few, NULL, plus, full, full, &outside)); break;
        case 2: assert_ok(context, tropic_assign_scalar(w, few, NULL, &one, NULL, WIDE, &outside)); break;
        case 3: assert_ok(context, tropic_ewise_multiply(w, NULL, NULL, plus, few, full, NULL)); break;
        case 4: assert_ok(context, tropic_ewise_multiply(w, few, NULL, plus, full, full, NULL)); break;
        default: assert_ok(context, tropic_assign_scalar(w, NULL, NULL, &one, &place, 1, NULL));
        }
        assert_true((context->choice.seconds > 0) == (kind < 3));
    }
}

/* A vector with half of its places is multiplied by all entries: those that it lacks are often of empty lists. */
static void half_of_the_places_count_as_all(void **state)
{
    enum { WIDE = 1 << 20, PARTS = 4 };
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
    const int32_t one = 1;
    double seconds[PARTS + 1] = {0};
    for (int part = 1; part <= PARTS; part++) {
        OWNED(tropic_context) *context = gpu_context();
        OWNED(tropic_matrix) *A = test_path_matrix(context, WIDE);
        OWNED(tropic_vector) *u = NULL, *w = NULL;
        double before;
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, WIDE));
        assert_ok(context, tropic_assign_scalar(u, NULL, NULL, &one, NULL, WIDE, NULL));
        assert_ok(context, tropic_vector_resize(u, WIDE / PARTS * part));
        assert_ok(context, tropic_vector_resize(u, WIDE));
        before = context->choice.seconds;
        assert_ok(context, tropic_mxv(w, NULL, NULL, min_plus, A, u, NULL));
        seconds[part] = context->choice.seconds - before;
    }
    assert_true(seconds[1] > 0 && seconds[1] < seconds[2]);
    assert_true(seconds[2] == seconds[PARTS] && seconds[3] == seconds[PARTS]);
}

/* Directed eccentricities take a search of most vertices, others some. */
static void directed_eccentricities_are_more_work(void **state)
{
    enum { WIDE = 1 << 13, GUESSED = 100 };
    double counted[2];
    for (int weighted = 0; weighted < 2; weighted++) {
        OWNED(tropic_context) *context = gpu_context();
        OWNED(tropic_matrix) *A = test_path_matrix(context, WIDE);
        OWNED(tropic_vector) *w = NULL;
        const tropic_eccentricity_options options = {.size = sizeof options, .weighted = weighted};
        const double before = context->choice.seconds;
        /* (A vector of another length.) */
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, 1));
        assert_int_equal(tropic_eccentricity(w, A, &options, NULL), TROPIC_DIMENSION_MISMATCH);
        counted[weighted] = context->choice.seconds - before;
    }
    assert_true(counted[0] > 2 * GUESSED * 14e-9 * WIDE && counted[1] > counted[0]);
}

/* An operator that is text alone is for the GPU where there is no C compiler. */
static void text_needs_a_compiler(void **state)
{
    const tropic_operator_source text = {
        .size = sizeof text, .name = "twice", .z = "int32_t", .x = "int32_t", .y = "int32_t", .expression = "x + x"};
    for (int with = 0; with < 2; with++) {
        OWNED(tropic_context) *context = gpu_context();
        OWNED(tropic_operator) *op = NULL;
        setenv("TROPIC_CC", with ? "sh" : "/no/such/cc", 1);
        assert_ok(context, tropic_operator_create(&op, context, &text));
        assert_int_equal(gpu.opened, !with);
        unsetenv("TROPIC_CC");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_passed_over_counts),
        cmocka_unit_test(half_of_the_places_count_as_all),
        cmocka_unit_test(directed_eccentricities_are_more_work),
        cmocka_unit_test(text_needs_a_compiler),
    };
    unsetenv("TROPIC_DEVICE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices with few entries in very many rows and columns: each operation does there the same as on the small matrix
 * of the rows and columns that have entries, and takes memory for the entries alone.
 */
#include "tests/hypersparse.h"

/* ---- operations with masks and accumulators --------------------------------------------------- */

static const int32_t TWO = 2, ZERO = 0;

static tropic_status multiply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                              const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_mxm(C, context, mask, accum, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32), m[0], m[1], d);
}
static tropic_status add(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                         const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_ewise_add(C, context, mask, accum, int32(TROPIC_MINUS), m[0], m[1], d);
}
static tropic_status intersect(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_ewise_multiply(C, context, mask, accum, int32(TROPIC_MINUS), m[0], m[1], d);
}
static tropic_status unite(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                           const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_ewise_union(C, context, mask, accum, int32(TROPIC_MINUS), m[0], &TWO, m[1], &TWO, d);
}
static tropic_status apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                           const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_apply(C, context, mask, accum, int32(TROPIC_TIMES), m[0], &TWO, d);
}
static tropic_status apply_first(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                 const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_apply_first(C, context, mask, accum, int32(TROPIC_MINUS), &TWO, m[0], d);
}
static tropic_status select_positive(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                     const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_select(C, context, mask, accum, int32(TROPIC_GT), m[0], &ZERO, d);
}
/* Names ascend, so an entry below the diagonal is so by name, too. */
static tropic_status select_lower(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                  const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_matrix_select(C, context, mask, accum, int32(TROPIC_TRIL), m[0], &ZERO, d);
}
static tropic_status transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d)
{
    return tropic_transpose(C, context, mask, accum, m[0], d);
}

typedef tropic_status operation(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                const tropic_operator *accum, tropic_matrix *const *m, const tropic_descriptor *d);

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    {"mxm", multiply},       {"ewise_add", add},           {"ewise_multiply", intersect}, {"ewise_union", unite},
    {"apply", apply},        {"apply_first", apply_first}, {"select", select_positive},   {"select tril", select_lower},
    {"transpose", transpose}};

/* A descriptor by the bits of a number. */
static tropic_descriptor describe(int bits)
{
    return (tropic_descriptor){.size = sizeof(tropic_descriptor),
                               .transpose = bits & 1,
                               .transpose_second = bits & 2,
                               .structure = bits & 4,
                               .complement = bits & 8,
                               .replace = bits & 16};
}

/* C<M> (accum)= T, over a C that is none, or B. */
static void check_operations(named_world *w)
{
    enum { BITS = 32 };
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        for (int bits = 0; bits < BITS; bits++) {
            const tropic_descriptor d = describe(bits);
            const bool masked = (bits & 28) || bits == 3, old = bits % 3 == 0;
            const tropic_operator *accum = bits % 2 ? int32(TROPIC_PLUS) : NULL;
            tropic_matrix *small = NULL, *large = NULL;
            if (old) assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[1]));
            if (old) assert_ok(w->context, tropic_matrix_duplicate(&large, w->context, w->large[1]));
            assert_ok(w->context,
                      operations[k].run(&small, w->context, masked ? w->small[2] : NULL, accum, w->small, &d));
            assert_ok(w->context,
                      operations[k].run(&large, w->context, masked ? w->large[2] : NULL, accum, w->large, &d));
            named_compare(w, operations[k].name, &small, &large, NULL, NULL);
        }
    }
}

static void with_masks(void **state)
{
    named_each_shape(check_operations);
}

/* ---- places ----------------------------------------------------------------------------------- */

/* Operators that give the place give that in the large matrix. */
static void check_places(named_world *w)
{
    static const tropic_builtin_operator ops[] = {TROPIC_ROW_INDEX, TROPIC_COL_INDEX};
    for (int k = 0; k < 2; k++) {
        OWNED(tropic_matrix) *C = NULL;
        OWNED(tuples) a = tuples_get(w->context, w->large[0]);
        OWNED(tuples) t;
        assert_ok(w->context, tropic_matrix_apply(&C, w->context, NULL, NULL, int32(ops[k]), w->large[0], &ZERO, NULL));
        t = tuples_get(w->context, C);
        assert_int_equal(t.count, a.count);
        for (tropic_offset e = 0; e < t.count; e++) assert_int_equal(t.values[e], (k == 0 ? a.rows : a.cols)[e]);
    }
}

/* The index summed over: by name, and of 8 bits, where it wraps. */
static void check_secondi(named_world *w)
{
    static const tropic_builtin names[] = {TROPIC_MIN_SECONDI, TROPIC_ANY_SECONDI};
    for (int bits = 0; bits < 4; bits++) {
        const tropic_descriptor d = describe(bits);
        for (int k = 0; k < 2; k++) {
            const tropic_semiring *semiring = tropic_semiring_builtin(names[k], TROPIC_INT32);
            OWNED(tropic_matrix) *small = NULL, *large = NULL;
            OWNED(tuples) t, s;
            assert_ok(w->context, tropic_mxm(&small, w->context, NULL, NULL, semiring, w->small[0], w->small[1], &d));
            assert_ok(w->context, tropic_mxm(&large, w->context, NULL, NULL, semiring, w->large[0], w->large[1], &d));
            s = tuples_get(w->context, small);
            t = tuples_get(w->context, large);
            assert_int_equal(s.count, t.count);
            for (tropic_offset e = 0; k == 0 && e < t.count; e++) assert_int_equal(t.values[e], w->name[s.values[e]]);
        }
    }
}

static void with_places(void **state)
{
    named_each_shape(check_places);
    named_each_shape(check_secondi);
}

/* ---- vectors ---------------------------------------------------------------------------------- */

/* w<m> (accum)= A u and u A; and sums of rows and columns. */
static void check_vectors(named_world *w)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
    enum { BITS = 32 };
    for (int bits = 0; bits < BITS; bits++) {
        const tropic_operator *accum = bits % 3 == 0 ? int32(TROPIC_PLUS) : NULL;
        const tropic_descriptor d = describe(bits & ~2);
        tropic_vector *u[2], *m[2], *x[2];
        named_draw_vectors(w, &u[0], &u[1]);
        named_draw_vectors(w, &m[0], &m[1]);
        named_draw_vectors(w, &x[0], &x[1]);
        for (int k = 0; k < 2; k++) {
            const tropic_matrix *A = k == 0 ? w->small[0] : w->large[0];
            assert_ok(w->context, tropic_mxv(x[k], m[k], accum, semiring, A, u[k], &d));
            assert_ok(w->context, tropic_vxm(x[k], m[k], accum, semiring, u[k], A, &d));
            assert_ok(w->context, tropic_reduce_matrix(x[k], m[k], int32(TROPIC_PLUS), int32(TROPIC_PLUS), A, &d));
        }
        named_compare_vectors(w, x[0], x[1]);
        for (int k = 0; k < 2; k++) {
            tropic_vector_free(&u[k]);
            tropic_vector_free(&m[k]);
            tropic_vector_free(&x[k]);
        }
    }
}

/* A search that a user writes: levels from the first vertex. */
static void check_search(named_world *w)
{
    const tropic_semiring *any = tropic_semiring_builtin(TROPIC_ANY_PAIR, TROPIC_INT32);
    const tropic_descriptor unvisited = {
        .size = sizeof unvisited, .structure = true, .complement = true, .replace = true};
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    tropic_vector *level[2], *front[2];
    for (int k = 0; k < 2; k++) {
        const tropic_index n = k == 0 ? NAMES : w->shape.n, first = k == 0 ? 1 : w->name[1];
        const int32_t one = 1;
        assert_ok(w->context, tropic_vector_create(&level[k], w->context, TROPIC_INT32, n));
        assert_ok(w->context, tropic_vector_create(&front[k], w->context, TROPIC_INT32, n));
        assert_ok(w->context, tropic_vector_put_entries(front[k], 1, &first, &one));
        for (int32_t depth = 0; tropic_vector_count(front[k]) > 0; depth++) {
            assert_ok(w->context, tropic_assign_scalar(level[k], front[k], NULL, &depth, NULL, n, &structure));
            assert_ok(w->context, tropic_vxm(front[k], level[k], NULL, any, front[k],
                                             k == 0 ? w->small[0] : w->large[0], &unvisited));
        }
    }
    named_compare_vectors(w, level[0], level[1]);
    for (int k = 0; k < 2; k++) {
        tropic_vector_free(&level[k]);
        tropic_vector_free(&front[k]);
    }
}

static void with_vectors(void **state)
{
    named_each_shape(check_vectors);
    named_each_shape(check_search);
}

/* A short side has all its rows, so a product's result is w's own list, whose count may still be on its way. */
static void of_a_short_side(void **state)
{
    enum { ROWS = 1000, COLS = 10000000, ENTRIES = 40 };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    int64_t expected[ROWS] = {0};
    int entries = 0;
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT64, ROWS, COLS));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT64, COLS));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, ROWS));
    for (int64_t k = 0; k < ENTRIES; k++) {
        const tropic_index i = (tropic_index)(k * 37 % ROWS), j = (tropic_index)(k * 211 * 1009 % COLS);
        assert_ok(context, tropic_matrix_set(A, context, i, j, &k));
        if (k % 2 == 0) continue;
        assert_ok(context, tropic_vector_set(u, j, &k));
        expected[i] += k * k;
        entries++;
    }
    assert_ok(context, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), A, u, NULL));
    assert_int_equal(tropic_vector_count(w), entries);
    for (tropic_index i = 0; i < ROWS; i++) {
        int64_t value = 0;
        bool present = false;
        assert_ok(context, tropic_vector_get(w, i, &value, &present));
        assert_int_equal(value, expected[i]);
        assert_int_equal(present, expected[i] != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_masks),
        cmocka_unit_test(with_places),
        cmocka_unit_test(with_vectors),
        cmocka_unit_test(of_a_short_side),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

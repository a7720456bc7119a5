/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices whose terms are kept with the result: again with other values, and after each way to change a
 * pattern. The same product without that is the expected result.
 */
#include <tropic_define.h>

#include "tests/context.h"
#include "tests/hypersparse.h"
#include "tests/mxm_oracle.h"

TROPIC_STRUCT(pair, int32_t sum, least;);
TROPIC_STRUCT(chain, uint64_t hash, power, links, most;);
/* clang-format off */
TROPIC_SEMIRING(twice, int64_t, int64_t, int64_t, a + b, 2 * x * y, 0);
TROPIC_SEMIRING(placed, int64_t, int64_t, int64_t, a + b, x * 5 - y * 3 + i * 7 + j * 11 + r * 13, 0);
TROPIC_SEMIRING(paired, pair, int64_t, int64_t, ((pair){a.sum + b.sum, a.least < b.least ? a.least : b.least}),
                ((pair){(int32_t)(x - y), (int32_t)(x + y)}), ((pair){0, INT32_MAX}));
/* As long as a value may be, and the order of terms shows. */
TROPIC_SEMIRING(chained, chain, int64_t, int64_t,
                ((chain){a.hash * b.power + b.hash, a.power * b.power, a.links + b.links,
                         a.most > b.most ? a.most : b.most}),
                ((chain){(uint64_t)(x * 31 + y), 3, 1, (uint64_t)(x + 100)}), ((chain){0, 1, 0, 0}));
/* clang-format on */

static const tropic_semiring *plus_times(void)
{
    return tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
}

static tropic_matrix *random_matrix(uint64_t seed, tropic_index rows, tropic_index cols, int64_t count)
{
    test_graph g = test_random_graph(seed, rows, cols, count);
    return mxm_matrix(context, &g, seed);
}

/* Bytes of the terms that C has. */
static size_t kept(const tropic_matrix *C)
{
    tropic_matrix_forms f = {.size = sizeof f};
    assert_ok(context, tropic_matrix_report(C, context, &f));
    return f.device_bytes_symbolic;
}

/* On a GPU, where the flag has an effect. */
static void check_kept(const tropic_matrix *C, bool due)
{
    assert_int_equal(kept(C) > 0, due && test_device() == TROPIC_DEVICE_CUDA);
}

/* Entries and values, byte by byte. */
static void check_same(const tropic_matrix *A, const tropic_matrix *B)
{
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    const size_t size = tropic_type_size(tropic_matrix_type(A));
    assert_int_equal(tropic_matrix_type(A), tropic_matrix_type(B));
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_int_equal(tropic_matrix_count(A), tropic_matrix_count(B));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets[0], &ids[0], &values[0]));
    assert_ok(context, tropic_matrix_csr(B, context, &offsets[1], &ids[1], &values[1]));
    assert_memory_equal(offsets[0], offsets[1], ((size_t)tropic_matrix_rows(A) + 1) * sizeof *offsets[0]);
    if (tropic_matrix_count(A) == 0) return;
    assert_memory_equal(ids[0], ids[1], (size_t)tropic_matrix_count(A) * sizeof *ids[0]);
    assert_memory_equal(values[0], values[1], (size_t)tropic_matrix_count(A) * size);
}

/* C<C> or C = A B with its terms kept, against a product without. */
static void multiply(tropic_matrix **C, bool masked, const tropic_semiring *semiring, const tropic_matrix *A,
                     const tropic_matrix *B, tropic_descriptor d)
{
    OWNED(tropic_matrix) *D = NULL;
    d.size = sizeof d;
    d.structure = true;
    if (*C) assert_ok(context, tropic_matrix_duplicate(&D, context, *C));
    assert_ok(context, tropic_mxm(&D, context, masked ? D : NULL, NULL, semiring, A, B, &d));
    d.keep_symbolic = true;
    assert_ok(context, tropic_mxm(C, context, masked ? *C : NULL, NULL, semiring, A, B, &d));
    check_same(*C, D);
}

/* All values of A change. */
static void change(tropic_matrix **A, int64_t by)
{
    assert_ok(context, tropic_matrix_apply(A, context, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64),
                                           *A, &by, NULL));
}

/* The same, one by one. */
static void renumber(tropic_matrix *A, int64_t by)
{
    const tropic_offset count = tropic_matrix_count(A);
    OWNED_MEMORY int64_t *values = calloc((size_t)count + 1, sizeof *values);
    for (tropic_offset k = 0; k < count; k++) values[k] = k % 11 - by;
    assert_ok(context, tropic_matrix_update_values(A, context, values, TROPIC_HOST));
}

/* The host has C alone, with its values; the terms stay. */
static void forget_on_device(tropic_matrix *C)
{
    OWNED(tropic_context) *host = test_context_of(1);
    const void *values = NULL;
    if (tropic_matrix_type(C) == TROPIC_INT64) {
        assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, &values));
        assert_ok(host, tropic_matrix_update_values(C, host, values, TROPIC_HOST));
    }
}

/* The product, and again with other values, and the same after C's own values were lost. */
static void check_again(const tropic_semiring *semiring, tropic_matrix *A, tropic_matrix *B, tropic_descriptor d)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    OWNED(tropic_matrix) *C = NULL;
    tropic_matrix *D = NULL;
    size_t bytes;
    multiply(&C, false, semiring, A, B, d);
    check_kept(C, true);
    bytes = kept(C);
    for (int k = 0; k < 3; k++) {
        change(&A, k + 1);
        if (k != 1) change(&B, -k);
        if (k != 2) renumber(B, k);
        /* Entry by entry, two that have one pattern keep it. */
        assert_ok(context, tropic_matrix_duplicate(&D, context, A));
        if (k == 2)
            assert_ok(context, tropic_matrix_ewise_multiply(&A, context, NULL, NULL, plus, A, D, NULL));
        else
            assert_ok(context, tropic_matrix_ewise_add(&A, context, NULL, NULL, plus, D, A, NULL));
        tropic_matrix_free(&D);
        multiply(&C, k > 0, semiring, A, B, d);
        assert_int_equal(kept(C), bytes);
        if (k == 0) forget_on_device(C);
    }
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
}

/* -- shapes and semirings ---------------------------------------------------------------------- */

static void test_shapes(void **unused)
{
    static const struct {
        tropic_index m, n, p;
        int64_t a, b;
    } shapes[] = {
        {300, 300, 300, 1500, 1500},    /* runs of one or two */
        {40, 3000, 900, 9000, 60000},   /* long rows of A: many terms to an entry */
        {2000, 30, 25, 9000, 700},      /* rows of B almost full: long runs */
        {5000, 4000, 7000, 3000, 3000}, /* rows of one entry, and of none */
        {1, 60000, 3, 90000, 120000},   /* an entry with many terms */
        {50, 60, 70, 0, 90},
    };
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int way = 0; way < 4; way++) {
            const bool a = way & 1, b = way & 2;
            const tropic_descriptor d = {.transpose = a, .transpose_second = b};
            const tropic_index m = shapes[s].m, n = shapes[s].n, p = shapes[s].p;
            check_again(plus_times(), random_matrix(s + 1, a ? n : m, a ? m : n, shapes[s].a),
                        random_matrix(s + 9, b ? p : n, b ? n : p, shapes[s].b), d);
        }
}

/* An entry with so many terms that nothing is kept. */
static void test_long(void **unused)
{
    enum { MANY = 1 << 17 };
    OWNED(tropic_matrix) *A = random_matrix(1, 1, MANY, 3 * MANY), *B = random_matrix(2, MANY, 1, 3 * MANY), *C = NULL;
    for (int k = 0; k < 3; k++) {
        multiply(&C, k == 2, plus_times(), A, B, (tropic_descriptor){0});
        check_kept(C, false);
        change(&A, 1);
    }
}

/* Of a band, whose runs are long, and of its square. */
static void test_bands(void **unused)
{
    for (int wide = 2; wide < 80; wide += 26) {
        const tropic_generator_options g = {
            .size = sizeof g, .kind = TROPIC_GENERATE_BAND, .parameter = {700, wide}, .seed = 3, .weights = 50};
        const int64_t zero = 0;
        tropic_matrix *A = NULL, *B = NULL;
        assert_ok(context, tropic_matrix_generate(&A, context, &g));
        assert_ok(context, tropic_matrix_apply(&B, context, NULL, NULL,
                                               tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), A, &zero, NULL));
        tropic_matrix_free(&A);
        assert_ok(context, tropic_matrix_duplicate(&A, context, B));
        check_again(plus_times(), A, B, (tropic_descriptor){0});
    }
}

/* Built-in ones of several types, and users'. */
static void test_semirings(void **unused)
{
    static const struct {
        tropic_builtin name;
        tropic_type type;
    } builtin[] = {{TROPIC_PLUS_TIMES, TROPIC_FP64},   {TROPIC_PLUS_TIMES, TROPIC_FP32},
                   {TROPIC_MIN_PLUS, TROPIC_INT32},    {TROPIC_OR_AND, TROPIC_BOOL},
                   {TROPIC_MIN_SECONDI, TROPIC_INT32}, {TROPIC_PLUS_PAIR, TROPIC_INT64},
                   {TROPIC_PLUS_FIRST, TROPIC_INT8},   {TROPIC_PLUS_SECOND, TROPIC_UINT16}};
    const tropic_semiring_source *const own[] = {&twice, &placed, &paired, &chained};
    tropic_type pair_is = TROPIC_BOOL, chain_is = TROPIC_BOOL;
    for (size_t k = 0; k < sizeof builtin / sizeof *builtin; k++)
        check_again(tropic_semiring_builtin(builtin[k].name, builtin[k].type), random_matrix(k, 200, 300, 2000),
                    random_matrix(k + 20, 300, 400, 3000), (tropic_descriptor){0});
    assert_ok(context, tropic_type_define(&pair_is, context, &pair_type));
    assert_ok(context, tropic_type_define(&chain_is, context, &chain_type));
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        OWNED(tropic_matrix) *A = random_matrix(5, 200, 300, 2000), *B = random_matrix(6, 300, 400, 3000), *C = NULL;
        OWNED(tropic_semiring) *semiring = NULL;
        assert_ok(context, tropic_semiring_create(&semiring, context, own[k]));
        for (int round = 0; round < 3; round++) {
            multiply(&C, round == 2, semiring, A, B, (tropic_descriptor){0});
            check_kept(C, own[k] != &placed); /* it sees places */
            change(&A, round);
        }
    }
}

/* -- changes of patterns ----------------------------------------------------------------------- */

/* The first entry of A: where it is. */
static void first_entry(const tropic_matrix *A, tropic_index *i, tropic_index *j)
{
    tropic_entries e;
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    assert_true(tropic_entries_next(&e));
    *i = e.row;
    *j = e.col;
}

/* Way k to change A: its pattern, but for those that say otherwise. */
static void change_pattern(tropic_matrix **A, int k)
{
    const tropic_index n = tropic_matrix_rows(*A);
    const int64_t value = 7, many = 3;
    tropic_matrix *B = NULL;
    tropic_index i, j;
    first_entry(*A, &i, &j);
    switch (k) {
    case 0: assert_ok(context, tropic_matrix_set(*A, context, i, j, &value)); return; /* a value alone */
    case 1: assert_ok(context, tropic_matrix_remove(*A, context, i, j)); return;
    case 2:
        for (tropic_index c = 0; c < n; c++) assert_ok(context, tropic_matrix_set(*A, context, n / 2, c, &value));
        return;
    case 3: /* as many entries, elsewhere */
        assert_ok(context, tropic_matrix_remove(*A, context, i, j));
        assert_ok(context, tropic_matrix_set(*A, context, n - 1 - i, j, &value));
        return;
    case 4: assert_ok(context, tropic_transpose(&B, context, NULL, NULL, *A, NULL)); break;
    case 5:
        assert_ok(context, tropic_matrix_select(A, context, NULL, NULL,
                                                tropic_operator_builtin(TROPIC_GT, TROPIC_INT64), *A, &many, NULL));
        return;
    case 6: B = random_matrix(99, n, n, tropic_matrix_count(*A)); break;
    case 7:
        assert_ok(context, tropic_matrix_set_form(*A, context, TROPIC_MATRIX_BY_COLUMNS));
        return; /* a form alone */
    case 8:
        assert_ok(context, tropic_matrix_assign_scalar(A, context, NULL, NULL, &value,
                                                       &(tropic_indices){.first = n / 3, .count = 2}, NULL, NULL));
        return;
    case 9: /* values, which it loses and gets again */
        assert_ok(context, tropic_matrix_duplicate(&B, context, *A));
        break;
    default:
        assert_ok(context, tropic_matrix_resize(A, context, n - 1, n));
        assert_ok(context, tropic_matrix_resize(A, context, n, n));
        return;
    }
    tropic_matrix_free(A);
    *A = B;
}

static void test_changes(void **unused)
{
    enum { WAYS = 11, N = 150 };
    for (int which = 0; which < 3; which++)
        for (int k = 0; k < WAYS; k++)
            for (int masked = 0; masked < 2; masked++) {
                OWNED(tropic_matrix) *A = random_matrix(1, N, N, 900), *B = random_matrix(2, N, N, 700), *C = NULL;
                multiply(&C, false, plus_times(), A, B, (tropic_descriptor){0});
                change(&A, 1);
                multiply(&C, masked, plus_times(), A, B, (tropic_descriptor){0});
                change_pattern(which == 0 ? &A : which == 1 ? &B : &C, k);
                multiply(&C, masked, plus_times(), A, B, (tropic_descriptor){0});
                change(&A, 1);
                multiply(&C, masked, plus_times(), A, B, (tropic_descriptor){0});
                /* A mask left a part of C. */
                multiply(&C, false, plus_times(), A, B, (tropic_descriptor){0});
                check_kept(C, true);
            }
}

/* Transposes in turn: of square matrices all shapes fit. */
static void test_turns(void **unused)
{
    OWNED(tropic_matrix) *A = random_matrix(1, 90, 90, 500), *B = random_matrix(2, 90, 90, 500), *C = NULL;
    for (int k = 0; k < 16; k++) {
        multiply(&C, false, plus_times(), k & 8 ? B : A, B,
                 (tropic_descriptor){.transpose = k & 2, .transpose_second = k & 4});
        change(&A, 1);
    }
}

/* -- aliases, masks, accumulators, types -------------------------------------------------------- */

static void test_aliases(void **unused)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .keep_symbolic = true};
    for (int way = 0; way < 3; way++) {
        OWNED(tropic_matrix) *A = random_matrix(1, 60, 60, 200), *B = random_matrix(2, 60, 60, 200);
        OWNED(tropic_matrix) *C = NULL, *D = NULL;
        assert_ok(context, tropic_matrix_duplicate(&C, context, A));
        assert_ok(context, tropic_matrix_duplicate(&D, context, A));
        for (int k = 0; k < 4; k++) {
            const tropic_matrix *mask = k > 1 ? C : NULL, *other = k > 1 ? D : NULL;
            assert_ok(context,
                      tropic_mxm(&C, context, mask, NULL, plus_times(), way == 1 ? B : C, way == 0 ? B : C, &d));
            assert_ok(context, tropic_mxm(&D, context, other, NULL, plus_times(), way == 1 ? B : D, way == 0 ? B : D,
                                          &(tropic_descriptor){.size = sizeof d, .structure = true}));
            check_same(C, D);
        }
    }
}

/* Where the terms of C are not those of the product, nothing is kept, nor used. */
static void test_other_outputs(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    OWNED(tropic_matrix) *A = random_matrix(1, 80, 80, 400), *M = random_matrix(2, 80, 80, 900);
    for (int way = 0; way < 5; way++) {
        const tropic_descriptor plain = {.size = sizeof plain, .structure = way != 3, .complement = way == 1};
        tropic_descriptor d = plain;
        OWNED(tropic_matrix) *C = NULL, *D = NULL;
        d.keep_symbolic = true;
        multiply(&C, false, plus_times(), A, A, (tropic_descriptor){0});
        assert_ok(context, tropic_matrix_duplicate(&D, context, C));
        for (int k = 0; k < 2; k++) {
            const bool self = way > 2;
            assert_ok(context, tropic_mxm(&C, context, self ? C : M, way == 2 || way == 4 ? plus : NULL, plus_times(),
                                          A, A, &d));
            assert_ok(context, tropic_mxm(&D, context, self ? D : M, way == 2 || way == 4 ? plus : NULL, plus_times(),
                                          A, A, &plain));
            check_same(C, D);
            assert_int_equal(kept(C), 0);
        }
    }
}

/* Operands and C of other types; C gets another semiring's type. */
static void test_types(void **unused)
{
    static const tropic_type types[] = {TROPIC_FP32, TROPIC_INT32, TROPIC_INT64, TROPIC_FP64};
    OWNED(tropic_matrix) *A = random_matrix(1, 70, 80, 500), *B = random_matrix(2, 80, 90, 500), *C = NULL;
    assert_ok(context, tropic_matrix_create(&C, context, TROPIC_INT32, 70, 90));
    for (int k = 0; k < 8; k++) {
        multiply(&C, false, tropic_semiring_builtin(k < 4 ? TROPIC_PLUS_TIMES : TROPIC_MIN_PLUS, types[k % 4]), A, B,
                 (tropic_descriptor){0});
        check_kept(C, true);
        assert_int_equal(tropic_matrix_type(C), TROPIC_INT32);
    }
}

/* A form alone drops the terms; they are found again. A hypersparse C has none. */
static void test_forms(void **unused)
{
    enum { SIDE = 1 << 17 };
    OWNED(tropic_matrix) *C = NULL, *H = NULL;
    tropic_matrix *A = random_matrix(1, 70, 70, 500);
    multiply(&C, false, plus_times(), A, A, (tropic_descriptor){0});
    assert_ok(context, tropic_matrix_set_form(C, context, TROPIC_MATRIX_BY_ROWS));
    assert_int_equal(kept(C), 0);
    multiply(&C, true, plus_times(), A, A, (tropic_descriptor){0});
    check_kept(C, true);
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
    H = random_matrix(1, SIDE, SIDE, 300);
    for (int k = 0; k < 2; k++) multiply(&C, false, plus_times(), H, H, (tropic_descriptor){.transpose = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),    cmocka_unit_test(test_long),          cmocka_unit_test(test_bands),
        cmocka_unit_test(test_semirings), cmocka_unit_test(test_changes),       cmocka_unit_test(test_turns),
        cmocka_unit_test(test_aliases),   cmocka_unit_test(test_other_outputs), cmocka_unit_test(test_types),
        cmocka_unit_test(test_forms),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_cached, context_close_cached);
}

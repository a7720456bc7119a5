/* SPDX-License-Identifier: Apache-2.0
 *
 * Small changes of a matrix that lies where it was computed, on a GPU there alone: values that are set, entries that
 * are removed, and small assignments stay pending. Counts, values, copies, products, and another context see them, in
 * any order.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

enum { ROWS = 160, COLS = 130, PART = 7, STEPS = 120, VALUES = 5 };

/* Values by row and column; 0: no entry. */
typedef struct model {
    tropic_matrix *C;
    int32_t value[ROWS][COLS];
    uint64_t random;
} model;

/* -- matrices ------------------------------------------------------------------------------------ */

/* C is the result of an operation, so that it lies on the device; `both`: and on the host, too. */
static void begin(model *m, int part, bool both)
{
    tropic_index i[ROWS * COLS], j[ROWS * COLS];
    int32_t values[ROWS * COLS];
    tropic_offset count = 0;
    OWNED(tropic_matrix) *A = NULL;
    for (int k = 0; k < ROWS * COLS; k++) {
        const int32_t value = test_below(&m->random, 100) < part ? 1 + test_below(&m->random, VALUES) : 0;
        m->value[k / COLS][k % COLS] = value;
        if (value == 0) continue;
        i[count] = k / COLS;
        j[count] = k % COLS;
        values[count++] = value;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, COLS, count, i, j, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_duplicate(&m->C, context, A));
    if (both) assert_ok(context, tropic_matrix_csr(m->C, context, NULL, NULL, NULL));
}

/* -- changes ------------------------------------------------------------------------------------- */

static void change_entries(model *m)
{
    for (int k = test_below(&m->random, 30); k-- > 0;) {
        const tropic_index i = test_below(&m->random, ROWS), j = test_below(&m->random, COLS);
        const int32_t value = test_below(&m->random, 3);
        m->value[i][j] = value;
        if (value == 0)
            assert_ok(context, tropic_matrix_remove(m->C, context, i, j));
        else
            assert_ok(context, tropic_matrix_set(m->C, context, i, j, &value));
    }
}

/* Other values, and nothing else. */
static void change_values(model *m)
{
    for (int k = 0; k < 10; k++) {
        const tropic_index i = test_below(&m->random, ROWS), j = test_below(&m->random, COLS);
        const int32_t value = 1 + test_below(&m->random, VALUES);
        if (m->value[i][j] == 0) continue;
        m->value[i][j] = value;
        assert_ok(context, tropic_matrix_set(m->C, context, i, j, &value));
    }
}

/* Some of n, in any order. */
static void draw_ids(model *m, tropic_index n, tropic_index *ids)
{
    const tropic_index first = test_below(&m->random, n - 3 * PART);
    const int turn = test_below(&m->random, PART);
    for (int k = 0; k < PART; k++) ids[k] = first + 3 * ((k + turn) % PART);
}

static void change_part(model *m)
{
    const bool adds = test_below(&m->random, 2), scalar = test_below(&m->random, 3) == 0;
    const tropic_operator *accum = adds ? tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32) : NULL;
    tropic_index rows[PART], cols[PART], i[PART * PART], j[PART * PART];
    int32_t values[PART * PART], three = 3;
    tropic_offset count = 0;
    draw_ids(m, ROWS, rows);
    draw_ids(m, COLS, cols);
    const tropic_indices I = {.ids = rows, .count = PART}, J = {.ids = cols, .count = PART};
    for (int k = 0; k < PART * PART; k++) {
        int32_t *at = &m->value[rows[k / PART]][cols[k % PART]];
        const int32_t value = scalar ? three : test_below(&m->random, 3);
        if (value != 0) i[count] = k / PART, j[count] = k % PART, values[count++] = value;
        *at = (adds ? *at : 0) + value;
    }
    if (scalar) {
        assert_ok(context, tropic_matrix_assign_scalar(&m->C, context, NULL, accum, &three, &I, &J, NULL));
    } else {
        OWNED(tropic_matrix) *P = NULL;
        assert_ok(context, tropic_matrix_from_coo(&P, context, PART, PART, count, i, j, TROPIC_INT32, values, NULL));
        assert_ok(context, tropic_matrix_assign(&m->C, context, NULL, accum, P, &I, &J, NULL));
    }
}

/* A row or a column, within a mask or not: all places that the mask lets through, or those that u has. */
static void change_line(model *m)
{
    const bool row = test_below(&m->random, 2), adds = test_below(&m->random, 2), masked = test_below(&m->random, 2);
    const tropic_operator *accum = adds ? tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32) : NULL;
    const tropic_index n = row ? COLS : ROWS, line = test_below(&m->random, row ? ROWS : COLS);
    OWNED(tropic_vector) *u = NULL, *mask = NULL;
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_create(&mask, context, TROPIC_INT32, n));
    for (tropic_index k = 0; k < n; k++) {
        int32_t *at = row ? &m->value[line][k] : &m->value[k][line];
        const int32_t value = test_below(&m->random, 10) == 0 ? 1 + test_below(&m->random, VALUES) : 0;
        const int32_t allowed = test_below(&m->random, 2);
        if (value != 0) assert_ok(context, tropic_vector_set(u, k, &value));
        if (allowed) assert_ok(context, tropic_vector_set(mask, k, &allowed));
        if (!masked || allowed) *at = (adds ? *at : 0) + value;
    }
    assert_ok(context,
              row ? tropic_matrix_assign_row(&m->C, context, masked ? mask : NULL, accum, u, line, NULL, NULL)
                  : tropic_matrix_assign_column(&m->C, context, masked ? mask : NULL, accum, u, NULL, line, NULL));
}

/* Rows, or columns, given anew: some of them twice, with no entries, a few, many, or all. */
static void change_lines(model *m)
{
    static const int parts[] = {0, 5, 10, 60, 100};
    const bool row = test_below(&m->random, 4) > 0;
    const tropic_index n = row ? COLS : ROWS, first = test_below(&m->random, (row ? ROWS : COLS) - 4);
    for (int k = 1 + test_below(&m->random, 8); k-- > 0;) {
        const tropic_index line = first + test_below(&m->random, 4);
        const int part = parts[test_below(&m->random, 5)];
        OWNED(tropic_vector) *u = NULL;
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
        for (tropic_index c = 0; c < n; c++) {
            int32_t *at = row ? &m->value[line][c] : &m->value[c][line];
            *at = test_below(&m->random, 100) < part ? 1 + test_below(&m->random, VALUES) : 0;
            if (*at != 0) assert_ok(context, tropic_vector_set(u, c, at));
        }
        assert_ok(context, row ? tropic_matrix_assign_row(&m->C, context, NULL, NULL, u, line, NULL, NULL)
                               : tropic_matrix_assign_column(&m->C, context, NULL, NULL, u, NULL, line, NULL));
    }
}

/* -- looks ---------------------------------------------------------------------------------------- */

static void check_count(const model *m)
{
    tropic_offset due = 0;
    for (int k = 0; k < ROWS * COLS; k++) due += m->value[k / COLS][k % COLS] != 0;
    assert_int_equal(tropic_matrix_count(m->C), due);
}

static void check_entries(const model *m, const tropic_matrix *C, tropic_context *reader)
{
    const tropic_offset count = tropic_matrix_count(C);
    tropic_index *i = test_room(count, sizeof *i), *j = test_room(count, sizeof *j);
    int32_t *values = test_room(count, sizeof *values);
    check_count(m);
    assert_ok(reader, tropic_matrix_get_entries(C, reader, i, j, values));
    for (tropic_offset k = 0; k < count; k++) {
        assert_int_equal(values[k], m->value[i[k]][j[k]]);
        assert_true(k == 0 || i[k - 1] < i[k] || (i[k - 1] == i[k] && j[k - 1] < j[k]));
    }
    free(i);
    free(j);
    free(values);
}

static void check_product(const model *m, bool transposed)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_descriptor d = {.size = sizeof d, .transpose = transposed};
    const tropic_index n = transposed ? COLS : ROWS, s = transposed ? ROWS : COLS;
    int32_t ones[ROWS], found[ROWS] = {0};
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    for (tropic_index k = 0; k < s; k++) ones[k] = k % 3;
    u = test_vector_of(context, TROPIC_INT32, s, ones);
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, n));
    assert_ok(context, tropic_mxv(w, NULL, NULL, plus_times, m->C, u, &d));
    assert_ok(context, tropic_vector_get_dense(w, found, NULL));
    for (tropic_index l = 0; l < n; l++) {
        int32_t due = 0;
        for (tropic_index k = 0; k < s; k++) due += ones[k] * (transposed ? m->value[k][l] : m->value[l][k]);
        assert_int_equal(found[l], due);
    }
}

static void check_places(model *m)
{
    for (int k = 0; k < 5; k++) {
        const tropic_index i = test_below(&m->random, ROWS), j = test_below(&m->random, COLS);
        int32_t value = 0;
        bool present;
        assert_ok(context, tropic_matrix_get(m->C, context, i, j, &value, &present));
        assert_int_equal(present, m->value[i][j] != 0);
        assert_int_equal(value, m->value[i][j]);
    }
}

/* A copy that is changed leaves C as it is; then C is the copy. */
static void copy(model *m)
{
    tropic_matrix *made = NULL;
    const int32_t five = 5;
    assert_ok(context, tropic_matrix_duplicate(&made, context, m->C));
    assert_ok(context, tropic_matrix_set(made, context, 3, 4, &five));
    check_entries(m, m->C, context);
    m->value[3][4] = five;
    tropic_matrix_free(&m->C);
    m->C = made;
}

/* -- in any order ---------------------------------------------------------------------------------- */

static void step(model *m, tropic_context *host)
{
    const int change = test_below(&m->random, 10), look = test_below(&m->random, 12);
    switch (change) {
    case 0:
    case 1: change_entries(m); break;
    case 2: change_values(m); break;
    case 3:
    case 4: change_part(m); break;
    case 5:
    case 6: change_line(m); break;
    case 7:
    case 8: change_lines(m); break;
    default: break;
    }
    switch (look) {
    case 0:
    case 1:
    case 2: check_count(m); break;
    case 3: check_product(m, false); break;
    case 4: check_product(m, true); break;
    case 5: check_entries(m, m->C, context); break;
    case 6: check_entries(m, m->C, host); break;
    case 7: check_places(m); break;
    case 8: copy(m); break;
    default: break;
    }
}

static void in_any_order(void **state)
{
    static const int parts[] = {0, 5, 40, 100};
    static model m;
    OWNED(tropic_context) *host = test_context_of(2);
    for (int part = 0; part < 4; part++)
        for (int both = 0; both < 2; both++) {
            m.random = (uint64_t)(2 * part + both + 1);
            begin(&m, parts[part], both);
            for (int k = 0; k < STEPS; k++) step(&m, host);
            check_entries(&m, m.C, context);
            tropic_matrix_free(&m.C);
        }
}

/* -- each change, seen by one look ------------------------------------------------------------------- */

static void each_change_alone(void **state)
{
    static void (*const changes[])(model *) = {change_entries, change_values, change_part, change_line, change_lines};
    static model m;
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
        for (int look = 0; look < 4; look++)
            for (int times = 0; times < 6; times++) {
                const tropic_matrix *before;
                m.random = (uint64_t)(times + 1) * 100 + c;
                begin(&m, 20, false);
                if (times % 2) check_product(&m, times % 4 == 1);
                before = m.C;
                changes[c](&m);
                if (c < 3) assert_ptr_equal(m.C, before); /* (It was not made anew.) */
                switch (look) {
                case 0: check_count(&m); break;
                case 1: check_product(&m, times % 3 == 0); break;
                case 2: check_places(&m); break;
                default: break;
                }
                check_entries(&m, m.C, context);
                tropic_matrix_free(&m.C);
            }
}

/* -- the arrays stay there --------------------------------------------------------------------------- */

static void the_host_gets_none(void **state)
{
    static model m;
    tropic_matrix_forms f = {.size = sizeof f};
    m.random = 7;
    begin(&m, 20, false);
    for (int k = 0; k < 5; k++) {
        change_entries(&m);
        change_part(&m);
        check_count(&m);
        assert_ok(context, tropic_matrix_report(m.C, context, &f));
        assert_true(f.pending > 0);
        if (test_device() == TROPIC_DEVICE_CUDA) assert_true(f.bytes_by_rows + f.bytes_by_columns == 0);
        check_product(&m, false);
        assert_ok(context, tropic_matrix_report(m.C, context, &f));
        assert_true(f.pending == 0);
        if (test_device() == TROPIC_DEVICE_CUDA) assert_true(f.bytes_by_rows + f.bytes_by_columns == 0);
    }
    check_entries(&m, m.C, context);
    tropic_matrix_free(&m.C);
}

/* More than are looked up at a time. */
static void many_at_once(void **state)
{
    enum { MANY = 3000 };
    static model m;
    for (int round = 0; round < 4; round++) {
        m.random = 11 + (uint64_t)round;
        begin(&m, 20, false);
        for (int k = 0; k < MANY; k++) {
            const tropic_index i = test_below(&m.random, ROWS), j = test_below(&m.random, COLS);
            const int32_t value = test_below(&m.random, 3);
            m.value[i][j] = value;
            if (value == 0)
                assert_ok(context, tropic_matrix_remove(m.C, context, i, j));
            else
                assert_ok(context, tropic_matrix_set(m.C, context, i, j, &value));
        }
        if (round % 2) check_count(&m);
        check_product(&m, false);
        for (tropic_index i = 0; i < ROWS; i++) {
            OWNED(tropic_vector) *u = NULL;
            assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, COLS));
            memset(m.value[i], 0, sizeof m.value[i]);
            m.value[i][(7 * i) % COLS] = m.value[i][3] = i + 1;
            assert_ok(context, tropic_vector_set(u, 3, &m.value[i][3]));
            assert_ok(context, tropic_vector_set(u, (7 * i) % COLS, &m.value[i][3]));
            assert_ok(context, tropic_matrix_assign_row(&m.C, context, NULL, NULL, u, i, NULL, NULL));
        }
        if (round < 2) check_count(&m);
        check_product(&m, round == 1);
        check_entries(&m, m.C, context);
        tropic_matrix_free(&m.C);
    }
}

/* A column of a matrix that is known to be symmetric, whose rows serve as its columns, gets other values. */
static void a_column_of_a_symmetric_matrix(void **state)
{
    enum { N = 40 };
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    const int32_t nine = 9;
    for (int row = 0; row < 2; row++) {
        tropic_index i[N], j[N];
        int32_t values[N];
        tropic_matrix_facts facts = {.size = sizeof facts};
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *u = NULL;
        for (tropic_index k = 0; k < N; k++) i[k] = k, j[k] = (k + 1) % N, values[k] = 1 + k % 3;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, i, j, TROPIC_INT32, values, &both));
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_true(facts.symmetric);
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, N));
        assert_ok(context, tropic_vector_set(u, 4, &nine));
        assert_ok(context, tropic_vector_set(u, 6, &values[5]));
        assert_ok(context, row ? tropic_matrix_assign_row(&A, context, NULL, NULL, u, 5, NULL, NULL)
                               : tropic_matrix_assign_column(&A, context, NULL, NULL, u, NULL, 5, NULL));
        for (int t = 0; t < 2; t++) {
            int32_t value = 0;
            bool present;
            assert_ok(context, tropic_matrix_get(A, context, t ? 4 : 5, t ? 5 : 4, &value, &present));
            assert_true(present);
            assert_int_equal(value, t == row ? values[4] : nine);
        }
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_false(facts.symmetric);
    }
}

/* Values of any size. */
static void types(void **state)
{
    static const tropic_type types[] = {TROPIC_INT8, TROPIC_INT16, TROPIC_FP32, TROPIC_FP64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        OWNED(tropic_matrix) *A = NULL, *C = NULL;
        tropic_index i[COLS], j[COLS];
        int64_t values[COLS], value = 0;
        for (tropic_index k = 0; k < COLS; k++) {
            i[k] = k;
            j[k] = (7 * k + 1) % COLS;
            test_value_store(types[t], values, k, 1 + k % VALUES);
        }
        assert_ok(context, tropic_matrix_from_coo(&A, context, COLS, COLS, COLS, i, j, types[t], values, NULL));
        assert_ok(context, tropic_matrix_duplicate(&C, context, A));
        test_value_store(types[t], &value, 0, 9);
        for (int merge = 0; merge < 2; merge++) {
            bool present;
            int64_t found = 0;
            for (tropic_index k = 0; k < COLS; k += 3)
                assert_ok(context, tropic_matrix_set(C, context, k, j[k], &value));
            if (merge) assert_ok(context, tropic_matrix_set(C, context, 5, 5, &value));
            if (merge) assert_ok(context, tropic_matrix_remove(C, context, 6, j[6]));
            assert_int_equal(tropic_matrix_count(C), COLS);
            for (tropic_index k = 0; k < COLS; k++) {
                assert_ok(context, tropic_matrix_get(C, context, k, j[k], &found, &present));
                assert_int_equal(present, !(merge && k == 6));
                if (present)
                    assert_memory_equal(&found,
                                        k % 3 == 0 ? (const char *)&value
                                                   : (const char *)values + (size_t)k * tropic_type_size(types[t]),
                                        tropic_type_size(types[t]));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_any_order),
        cmocka_unit_test(each_change_alone),
        cmocka_unit_test(the_host_gets_none),
        cmocka_unit_test(many_at_once),
        cmocka_unit_test(a_column_of_a_symmetric_matrix),
        cmocka_unit_test(types),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

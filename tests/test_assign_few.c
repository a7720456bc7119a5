/* SPDX-License-Identifier: Apache-2.0
 *
 * What is assigned to a few rows or columns, and stays pending, is what an assignment to a view is, which writes all of
 * the matrix anew: in each form of the matrix, one after the other, with single entries between.
 */
#include "formats/matrix/matrix.h"
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"

enum { ROWS = 150, COLS = 120, MOST = 9, STEPS = 60, VALUES = 5 };

/* C, and, in another matrix, the entries that it is to have. */
typedef struct pair {
    tropic_matrix *C, *due;
    tropic_type type;
    uint64_t random;
    int kept; /* assignments after which C is where it was: it was not made anew */
} pair;

/* -- operands ---------------------------------------------------------------------------------- */

static tropic_matrix *draw(pair *p, tropic_index rows, tropic_index cols, int count, tropic_type type, bool pattern)
{
    const tropic_build_options last = {.size = sizeof last, .duplicates = TROPIC_DUPLICATES_LAST};
    tropic_index *i = test_room(count, sizeof *i), *j = test_room(count, sizeof *j);
    int64_t *values = test_room(count, sizeof *values);
    tropic_matrix *A = NULL;
    for (int k = 0; k < count; k++) {
        i[k] = test_below(&p->random, rows);
        j[k] = test_below(&p->random, cols);
        test_value_store(type, values, k, test_below(&p->random, VALUES));
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, rows, cols, count, i, j, pattern ? TROPIC_BOOL : type,
                                              pattern ? NULL : values, &last));
    free(i);
    free(j);
    free(values);
    return A;
}

static tropic_vector *draw_vector(pair *p, tropic_index n, tropic_type type)
{
    tropic_vector *v = NULL;
    int64_t value = 0;
    assert_ok(context, tropic_vector_create(&v, context, type, n));
    for (int k = test_below(&p->random, MOST); k-- > 0 && n > 0;) {
        test_value_store(type, &value, 0, test_below(&p->random, VALUES));
        assert_ok(context, tropic_vector_set(v, test_below(&p->random, n), &value));
    }
    return v;
}

/* Rows or columns of n: a few, distinct, in order or not; a range; NULL: all. */
static const tropic_indices *draw_list(pair *p, tropic_index n, bool all, tropic_index *ids, tropic_indices *list)
{
    const int kind = test_below(&p->random, all ? 5 : 4);
    const tropic_index count = 1 + test_below(&p->random, MOST);
    *list = (tropic_indices){.count = count, .first = test_below(&p->random, n - 2 * MOST)};
    if (kind == 4) return NULL;
    if (kind == 0) list->stride = 2;
    if (kind == 1) list->first += 2 * MOST, list->stride = -2;
    if (kind < 2) return list;
    for (tropic_index k = 0; k < count; k++) ids[k] = list->first + 2 * k;
    for (tropic_index k = 0; kind == 3 && k < count; k++) {
        const tropic_index other = test_below(&p->random, count), id = ids[k];
        ids[k] = ids[other];
        ids[other] = id;
    }
    list->ids = ids;
    return list;
}

/* -- one call on both ---------------------------------------------------------------------------- */

typedef struct call {
    bool scalar, row, column, bounded;
    const tropic_matrix *A, *M;
    const tropic_vector *u, *m;
    const tropic_operator *accum;
    const void *value;
    const tropic_indices *I, *J;
    tropic_index line;
    tropic_descriptor d;
} call;

static tropic_status run(const call *c, tropic_matrix **C)
{
    if (c->row)
        return (c->bounded ? tropic_matrix_subassign_row : tropic_matrix_assign_row)(C, context, c->m, c->accum, c->u,
                                                                                     c->line, c->J, &c->d);
    if (c->column)
        return (c->bounded ? tropic_matrix_subassign_column : tropic_matrix_assign_column)(C, context, c->m, c->accum,
                                                                                           c->u, c->I, c->line, &c->d);
    if (c->scalar)
        return (c->bounded ? tropic_matrix_subassign_scalar : tropic_matrix_assign_scalar)(C, context, c->M, c->accum,
                                                                                           c->value, c->I, c->J, &c->d);
    return (c->bounded ? tropic_matrix_subassign : tropic_matrix_assign)(C, context, c->M, c->accum, c->A, c->I, c->J,
                                                                         &c->d);
}

/* Of a view, an operation makes another matrix. */
static void run_on_view(const call *c, tropic_matrix **C)
{
    const tropic_build_options view = {.size = sizeof view, .view = true};
    const tropic_matrix *before = *C;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_matrix *made = NULL;
    assert_ok(context, tropic_matrix_csr(before, context, &offsets, &ids, &values));
    assert_ok(context, tropic_matrix_from_csr(&made, context, tropic_matrix_rows(before), tropic_matrix_cols(before),
                                              offsets, ids, tropic_matrix_type(before), values, &view));
    assert_ok(context, run(c, &made));
    tropic_matrix_free(C);
    *C = made;
}

static void check(pair *p, const call *c)
{
    const tropic_matrix *before = p->C;
    run_on_view(c, &p->due);
    assert_ok(context, run(c, &p->C));
    p->kept += p->C == before;
    assert_int_equal(tropic_matrix_count(p->C), tropic_matrix_count(p->due));
    assert_int_equal(tropic_matrix_type(p->C), tropic_matrix_type(p->due));
    assert_int_equal(tropic_matrix_is_pattern(p->C), tropic_matrix_is_pattern(p->due));
    assert_false(tropic_matrix_has_multiplicities(p->C));
}

/* -- a step -------------------------------------------------------------------------------------- */

static const tropic_operator *draw_accum(pair *p)
{
    static const tropic_builtin_operator ops[] = {TROPIC_PLUS, TROPIC_MIN, TROPIC_SECOND, TROPIC_FIRST};
    if (test_below(&p->random, 2) || tropic_matrix_is_pattern(p->C)) return NULL;
    return tropic_operator_builtin(ops[test_below(&p->random, 4)], test_below(&p->random, 2) ? p->type : TROPIC_FP64);
}

static void assign(pair *p)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_FP64, TROPIC_INT8};
    static const bool yes = true;
    const tropic_type type = test_below(&p->random, 2) ? p->type : types[test_below(&p->random, 3)];
    const int kind = test_below(&p->random, 4);
    const bool lines = kind >= 2, pattern = tropic_matrix_is_pattern(p->C);
    tropic_index rows[MOST], cols[MOST];
    tropic_indices I, J;
    OWNED(tropic_matrix) *A = NULL, *M = NULL;
    OWNED(tropic_vector) *u = NULL, *m = NULL;
    int64_t value = 0;
    call c = {.scalar = kind == 1,
              .row = kind == 2,
              .column = kind == 3,
              .bounded = test_below(&p->random, 2),
              .accum = draw_accum(p),
              .value = pattern ? (const void *)&yes : &value,
              .line = test_below(&p->random, kind == 2 ? ROWS : COLS),
              .d = {.size = sizeof c.d,
                    .structure = test_below(&p->random, 2),
                    .replace = test_below(&p->random, 2),
                    .complement = test_below(&p->random, 8) == 0,
                    .transpose = kind == 0 && test_below(&p->random, 2)}};
    tropic_index r, s;
    if (pattern && lines) return; /* (C is not one any more.) */
    test_value_store(p->type, &value, 0, test_below(&p->random, VALUES));
    c.I = draw_list(p, ROWS, kind == 3, rows, &I);
    c.J = draw_list(p, COLS, true, cols, &J);
    r = c.I ? c.I->count : ROWS;
    s = c.J ? c.J->count : COLS;
    if (kind == 0) c.A = A = draw(p, c.d.transpose ? s : r, c.d.transpose ? r : s, MOST, type, pattern);
    if (lines) c.u = u = draw_vector(p, c.row ? s : r, type);
    if (test_below(&p->random, 2)) {
        if (lines)
            c.m = m = draw_vector(p, c.bounded ? (c.row ? s : r) : c.row ? COLS : ROWS, TROPIC_INT8);
        else
            c.M = M =
                draw(p, c.bounded ? r : ROWS, c.bounded ? s : COLS, c.bounded ? MOST : 30 * MOST, TROPIC_INT8, false);
        c.d.complement = c.d.complement || test_below(&p->random, 3) == 0;
    }
    check(p, &c);
}

static void update(pair *p)
{
    for (int k = test_below(&p->random, MOST); k-- > 0;) {
        const tropic_index i = test_below(&p->random, ROWS), j = test_below(&p->random, COLS);
        int64_t value = 0;
        const void *given = tropic_matrix_is_pattern(p->C) ? NULL : &value;
        const bool removes = test_below(&p->random, 2);
        test_value_store(p->type, &value, 0, test_below(&p->random, VALUES));
        for (int both = 0; both < 2; both++) {
            tropic_matrix *C = both ? p->C : p->due;
            assert_ok(context,
                      removes ? tropic_matrix_remove(C, context, i, j) : tropic_matrix_set(C, context, i, j, given));
        }
    }
}

/* -- forms ---------------------------------------------------------------------------------------- */

typedef enum form { BY_ROW, BY_COLUMN, BOTH, HYPERSPARSE, BITMAP, FULL, FORMS } form;

static void give_form(tropic_matrix *C, form f)
{
    tropic_matrix_facts facts = {.size = sizeof facts};
    double sum;
    switch (f) {
    case BY_COLUMN: assert_ok(context, tropic_matrix_set_form(C, context, TROPIC_MATRIX_BY_COLUMNS)); break;
    case HYPERSPARSE: assert_ok(context, tropic_matrix_set_form(C, context, TROPIC_MATRIX_HYPERSPARSE)); break;
    case BITMAP: assert_ok(context, tropic_matrix_set_form(C, context, TROPIC_MATRIX_BITMAP)); break;
    case BOTH:
        assert_ok(context, tropic_matrix_csc(C, context, NULL, NULL, NULL));
        assert_ok(context, tropic_matrix_describe(C, context, &facts));
        assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), C));
        break;
    default: break;
    }
}

/* What was made of the old entries is not believed. */
static void check_same(const pair *p)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    double sums[2];
    test_matrices_same(context, p->C, context, p->due);
    assert_ok(context, tropic_matrix_reduce(&sums[0], context, plus, p->C));
    assert_ok(context, tropic_matrix_reduce(&sums[1], context, plus, p->due));
    assert_true(sums[0] == sums[1]);
    assert_int_equal(tropic_matrix_is_bipartite(p->C), tropic_matrix_is_bipartite(p->due));
}

static void go(tropic_type type, bool pattern, form f, uint64_t seed, int *kept)
{
    const int count = f == FULL ? 0 : f == HYPERSPARSE ? ROWS * COLS / 8 : ROWS * COLS / 2;
    pair p = {.type = type, .random = seed};
    p.C = draw(&p, ROWS, COLS, count, type, pattern);
    if (f == FULL)
        assert_ok(context, tropic_matrix_assign_scalar(&p.C, context, NULL, NULL, &(int64_t){0}, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_duplicate(&p.due, context, p.C));
    for (int k = 0; k < STEPS; k++) {
        if (k % 10 == 0) give_form(p.C, f);
        assign(&p);
        if (k % 3 == 0) update(&p);
        if (k % 10 == 9) check_same(&p);
    }
    *kept += p.kept;
    tropic_matrix_free(&p.C);
    tropic_matrix_free(&p.due);
}

static void few_change(void **state)
{
    int kept = 0, runs = 0;
    for (int f = 0; f < FORMS; f++)
        for (int seed = 1; seed <= 4; seed++, runs += 3) {
            go(TROPIC_INT32, false, (form)f, (uint64_t)seed, &kept);
            go(TROPIC_FP64, false, (form)f, (uint64_t)seed, &kept);
            go(TROPIC_BOOL, true, (form)f, (uint64_t)seed, &kept);
        }
    /* (On a GPU entries lie there, and are written there.) */
    if (test_device() == TROPIC_DEVICE_CPU) assert_true(kept > runs * STEPS / 3);
}

/* -- many, until the matrix is dense --------------------------------------------------------------- */

enum { SIDE = 200, LINES = 400 };

/* Values by row and column; 0: no entry. */
typedef struct model {
    tropic_matrix *C;
    int32_t value[SIDE][SIDE];
    uint64_t random;
} model;

static void check_model(const model *m)
{
    const tropic_offset count = tropic_matrix_count(m->C);
    tropic_index *i = test_room(count, sizeof *i), *j = test_room(count, sizeof *j);
    int32_t *values = test_room(count, sizeof *values);
    tropic_offset due = 0;
    assert_ok(context, tropic_matrix_get_entries(m->C, context, i, j, values));
    for (tropic_offset k = 0; k < count; k++) assert_int_equal(values[k], m->value[i[k]][j[k]]);
    for (int k = 0; k < SIDE * SIDE; k++) due += m->value[k / SIDE][k % SIDE] != 0;
    assert_int_equal(count, due);
    free(i);
    free(j);
    free(values);
}

/* A row or a column: with none, a few, or all entries. */
static void assign_line(model *m)
{
    static const int parts[] = {0, 1, 20, 100};
    const bool row = test_below(&m->random, 4) > 0, adds = test_below(&m->random, 4) == 0;
    const tropic_operator *accum = adds ? tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32) : NULL;
    const tropic_index line = test_below(&m->random, SIDE);
    const int part = parts[test_below(&m->random, 4)];
    int32_t values[SIDE];
    bool present[SIDE];
    OWNED(tropic_vector) *u = NULL;
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, SIDE));
    for (tropic_index k = 0; k < SIDE; k++) {
        int32_t *at = row ? &m->value[line][k] : &m->value[k][line];
        present[k] = test_below(&m->random, 100) < part;
        values[k] = 1 + test_below(&m->random, VALUES);
        if (present[k])
            *at = adds ? *at + values[k] : values[k];
        else if (!adds)
            *at = 0;
        if (present[k]) assert_ok(context, tropic_vector_set(u, k, &values[k]));
    }
    assert_ok(context, row ? tropic_matrix_assign_row(&m->C, context, NULL, accum, u, line, NULL, NULL)
                           : tropic_matrix_assign_column(&m->C, context, NULL, accum, u, NULL, line, NULL));
}

static void set_or_remove(model *m)
{
    const tropic_index i = test_below(&m->random, SIDE), j = test_below(&m->random, SIDE);
    const int32_t value = test_below(&m->random, 3);
    m->value[i][j] = value;
    if (value == 0)
        assert_ok(context, tropic_matrix_remove(m->C, context, i, j));
    else
        assert_ok(context, tropic_matrix_set(m->C, context, i, j, &value));
}

static void lines_until_dense(void **state)
{
    static model m;
    for (int full = 0; full < 2; full++) {
        const int32_t one = 1;
        int bitmaps = 0;
        m.random = (uint64_t)full + 1;
        assert_ok(context, tropic_matrix_create(&m.C, context, TROPIC_INT32, SIDE, SIDE));
        if (full) assert_ok(context, tropic_matrix_assign_scalar(&m.C, context, NULL, NULL, &one, NULL, NULL, NULL));
        for (int k = 0; k < SIDE * SIDE; k++) m.value[k / SIDE][k % SIDE] = full;
        for (int k = 0; k < LINES; k++) {
            tropic_matrix_forms f = {.size = sizeof f};
            assign_line(&m);
            set_or_remove(&m);
            assert_ok(context, tropic_matrix_report(m.C, context, &f));
            bitmaps += f.bitmap;
            if (k % 50 == 49) check_model(&m);
        }
        if (test_device() == TROPIC_DEVICE_CPU) assert_true(bitmaps > LINES / 4);
        tropic_matrix_free(&m.C);
    }
}

/* Two matrices with one number have entries at the same places. */
static void the_pattern_has_another_number(void **state)
{
    OWNED(tropic_matrix) *A = NULL;
    const int32_t one = 1, two = 2;
    uint64_t number[3];
    assert_ok(context, tropic_matrix_create(&A, context, TROPIC_INT32, SIDE, SIDE));
    assert_ok(context, tropic_matrix_set(A, context, 3, 4, &one));
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP));
    assert_ok(context, tp_matrix_pattern_number(context, A, &number[0]));
    assert_ok(context, tropic_matrix_set(A, context, 3, 4, &two));
    assert_ok(context, tp_matrix_pattern_number(context, A, &number[1]));
    assert_ok(context, tropic_matrix_set(A, context, 4, 4, &two));
    assert_ok(context, tp_matrix_pattern_number(context, A, &number[2]));
    assert_true(number[0] == number[1] && number[1] != number[2]);
}

/* -- without memory --------------------------------------------------------------------------------- */

enum { WIDE = 300, EMPTIED = 5 };

enum { PART = 12 };
static const tropic_indices some = {.first = 7, .count = PART, .stride = 11};
static const tropic_indices falling = {.first = 190, .count = PART, .stride = -9};

static void make_full(tropic_context *of, test_failing_objects *o)
{
    const int32_t one = 1;
    assert_ok(of, tropic_matrix_create(&o->A, of, TROPIC_INT32, WIDE, WIDE));
    assert_ok(of, tropic_matrix_assign_scalar(&o->A, of, NULL, NULL, &one, NULL, NULL, NULL));
    for (tropic_index k = 0; k < WIDE; k += 10) assert_ok(of, tropic_matrix_remove(o->A, of, k, k));
    o->recovers = true; /* without the dense form */
}

static void make_sparse(tropic_context *of, test_failing_objects *o)
{
    tropic_matrix *A = NULL;
    const int32_t one = 1;
    assert_ok(of, tropic_matrix_create(&A, of, TROPIC_INT32, WIDE, WIDE));
    for (tropic_index k = 0; k < WIDE * 8; k++)
        assert_ok(of, tropic_matrix_set(A, of, k % WIDE, (k * 7 + k / WIDE) % WIDE, &one));
    assert_ok(of, tropic_matrix_csr(A, of, NULL, NULL, NULL));
    assert_ok(of, tropic_matrix_remove(A, of, 7, 49));
    o->A = A;
}

/* C is as it was, or as it is to be. */
static tropic_status attempt(tropic_context *of, test_failing_objects *o, const tropic_indices *rows,
                             const tropic_indices *cols, tropic_index r, tropic_index c)
{
    const tropic_offset before = tropic_matrix_count(o->A);
    tropic_matrix *P = NULL;
    tropic_status status = tropic_matrix_create(&P, of, TROPIC_INT32, r, c);
    for (int k = 0; k < 5 * PART && c < WIDE && status == TROPIC_OK; k++)
        status = tropic_matrix_set(P, of, k % PART, k * 5 % 11, &(int32_t){5});
    if (status == TROPIC_OK) status = tropic_matrix_assign(&o->A, of, NULL, NULL, P, rows, cols, NULL);
    tropic_matrix_free(&P);
    if (status != TROPIC_OK) assert_int_equal(tropic_matrix_count(o->A), before);
    return status;
}

static tropic_status assign_part(tropic_context *of, test_failing_objects *o)
{
    return attempt(of, o, &some, &falling, PART, PART);
}

static tropic_status empty_rows(tropic_context *of, test_failing_objects *o)
{
    const tropic_indices rows = {.first = 3, .count = EMPTIED};
    return attempt(of, o, &rows, NULL, EMPTIED, WIDE);
}

static void memory_runs_out(void **state)
{
    static const test_failing_case cases[] = {
        {"a part", make_sparse, assign_part, TROPIC_STRATEGY_AUTO},
        {"rows of a full matrix", make_full, empty_rows, TROPIC_STRATEGY_AUTO},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_change),
        cmocka_unit_test(lines_until_dense),
        cmocka_unit_test(the_pattern_has_another_number),
        cmocka_unit_test(memory_runs_out),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

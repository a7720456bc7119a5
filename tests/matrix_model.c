/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/matrix_model.h"

test_entries test_entries_random(uint64_t *seed, tropic_index rows, tropic_index cols, int64_t count)
{
    test_entries e = {.rows = rows, .cols = cols, .count = count};
    e.row = malloc((size_t)count * sizeof *e.row + 1);
    e.col = malloc((size_t)count * sizeof *e.col + 1);
    e.weight = malloc((size_t)count * sizeof *e.weight + 1);
    assert_true(e.row && e.col && e.weight);
    for (int64_t k = 0; k < count; k++) {
        e.row[k] = test_below(seed, rows);
        e.col[k] = test_below(seed, cols);
        e.weight[k] = test_below(seed, 2 * TEST_WEIGHT_MAX + 1) - TEST_WEIGHT_MAX;
    }
    return e;
}

void test_entries_free(test_entries *e)
{
    free(e->row);
    free(e->col);
    free(e->weight);
    *e = (test_entries){0};
}

tropic_matrix *test_entries_build(tropic_context *context, const test_entries *e, tropic_type type,
                                  const tropic_build_options *options)
{
    tropic_matrix *A = NULL;
    OWNED_MEMORY void *values = malloc((size_t)e->count * tropic_type_size(type) + 1);
    assert_non_null(values);
    for (int64_t k = 0; k < e->count; k++) test_value_store(type, values, k, e->weight[k]);
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, e->rows, e->cols, e->count, e->row, e->col, type, values, options));
    return A;
}

static int compare(const void *a, const void *b)
{
    const test_place *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->col != y->col) return x->col < y->col ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static double fold(tropic_type type, tropic_duplicates rule, double a, double b)
{
    switch (rule) {
    case TROPIC_DUPLICATES_MIN: return a < b ? a : b;
    case TROPIC_DUPLICATES_MAX: return a > b ? a : b;
    case TROPIC_DUPLICATES_FIRST: return a;
    case TROPIC_DUPLICATES_LAST: return b;
    case TROPIC_DUPLICATES_SUM: return type == TROPIC_BOOL ? a != 0 || b != 0 : a + b;
    default: fail_msg("no rule");
    }
    return NAN;
}

/* One place for each that is there. */
static void combine(test_model *m, tropic_duplicates rule)
{
    int64_t kept = 0;
    qsort(m->place, (size_t)m->count, sizeof *m->place, compare);
    for (int64_t k = 0; k < m->count; k++) {
        test_place *last = kept > 0 ? &m->place[kept - 1] : NULL;
        const test_place *next = &m->place[k];
        if (!last || last->row != next->row || last->col != next->col)
            m->place[kept++] = *next;
        else
            last->value = fold(m->type, rule, last->value, next->value);
    }
    m->count = kept;
}

static void add_transpose(test_model *m)
{
    const int64_t count = m->count;
    for (int64_t k = 0; k < count; k++) {
        const test_place p = m->place[k];
        if (p.row == p.col) continue;
        m->place[m->count++] = (test_place){.row = p.col, .col = p.row, .order = p.order, .value = p.value};
    }
}

test_model test_model_of(const test_entries *e, tropic_type type, tropic_duplicates rule, bool drop_loops,
                         bool undirected)
{
    const bool twofold = rule == TROPIC_DUPLICATES_DEFAULT;
    test_model m = {.rows = e->rows, .cols = e->cols, .type = type};
    m.place = malloc(2 * (size_t)e->count * sizeof *m.place + 1);
    assert_non_null(m.place);
    for (int64_t k = 0; k < e->count; k++) {
        if (drop_loops && e->row[k] == e->col[k]) continue;
        m.place[m.count++] =
            (test_place){.row = e->row[k], .col = e->col[k], .order = k, .value = test_value_as(type, e->weight[k])};
    }
    if (twofold) combine(&m, TROPIC_DUPLICATES_SUM);
    if (undirected) add_transpose(&m);
    combine(&m, twofold ? TROPIC_DUPLICATES_MIN : rule);
    return m;
}

test_model test_model_transpose(const test_model *model)
{
    test_model m = *model;
    m.rows = model->cols;
    m.cols = model->rows;
    m.place = malloc((size_t)m.count * sizeof *m.place + 1);
    assert_non_null(m.place);
    for (int64_t k = 0; k < m.count; k++) {
        m.place[k] = model->place[k];
        m.place[k].row = model->place[k].col;
        m.place[k].col = model->place[k].row;
    }
    qsort(m.place, (size_t)m.count, sizeof *m.place, compare);
    return m;
}

void test_model_free(test_model *model)
{
    free(model->place);
    *model = (test_model){0};
}

static void check_side(const test_model *m, const tropic_offset *offsets, const tropic_index *ids, const void *values)
{
    int64_t k = 0;
    for (tropic_index i = 0; i < m->rows; i++) {
        assert_int_equal(offsets[i], k);
        for (; k < m->count && m->place[k].row == i; k++) {
            assert_int_equal(ids[k], m->place[k].col);
            if (values) assert_true(test_value_load(m->type, values, k) == m->place[k].value);
        }
    }
    assert_int_equal(offsets[m->rows], m->count);
}

void test_model_check(tropic_context *context, const test_model *model, const tropic_matrix *A)
{
    OWNED(test_model) flipped = test_model_transpose(model);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    assert_int_equal(tropic_matrix_rows(A), model->rows);
    assert_int_equal(tropic_matrix_cols(A), model->cols);
    assert_int_equal(tropic_matrix_type(A), model->type);
    assert_int_equal(tropic_matrix_count(A), model->count);
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    check_side(model, offsets, ids, values);
    assert_ok(context, tropic_matrix_csc(A, context, &offsets, &ids, &values));
    check_side(&flipped, offsets, ids, values);
}

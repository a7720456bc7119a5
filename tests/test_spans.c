/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a matrix that are a span of each row, select by place and extract by ranges of columns: against the
 * operators and lists on each entry. Rows have none to some tens of entries, and are enough for several threads.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

#include <stdlib.h>

enum { ROWS = 70000, SMALL_ROWS = 3000, COLS = 60000, LONGEST = 60, LISTED = 5000 };

static uint64_t seed = 11;

/* A matrix as it was given. */
typedef struct given {
    tropic_matrix *A;
    tropic_type type;
    tropic_index rows;
    tropic_offset *offsets;
    tropic_index *ids;
    char *values; /* NULL: a pattern */
} given;

/* Most rows are short; ids are about where the row is in the matrix, or anywhere. */
static given draw(tropic_type type, bool pattern)
{
    given g = {.type = type, .rows = test_sized(ROWS, SMALL_ROWS)};
    const size_t size = tropic_type_size(type);
    OWNED_MEMORY tropic_index *row_of = NULL;
    tropic_offset count = 0;
    g.offsets = test_room((int64_t)g.rows + 1, sizeof *g.offsets);
    g.ids = test_room((int64_t)g.rows * LONGEST, sizeof *g.ids);
    row_of = test_room((int64_t)g.rows * LONGEST, sizeof *row_of);
    for (tropic_index i = 0; i < g.rows; i++) {
        const tropic_index length = test_below(&seed, test_below(&seed, 9) ? 6 : LONGEST);
        const tropic_index step = test_below(&seed, 2) ? 3 : COLS / LONGEST;
        tropic_index j = step == 3 ? (tropic_index)((int64_t)i * (COLS - 3 * LONGEST) / g.rows) : 0;
        for (tropic_index k = 0; k < length; k++, count++) {
            j += 1 + test_below(&seed, step - 1);
            g.ids[count] = j;
            row_of[count] = i;
        }
        g.offsets[i + 1] = count;
    }
    if (!pattern) g.values = test_room(count, size);
    for (tropic_offset k = 0; !pattern && k < count; k++) test_value_store(type, g.values, k, 1 + test_below(&seed, 9));
    assert_ok(context, tropic_matrix_from_coo(&g.A, context, g.rows, COLS, count, row_of, g.ids, type, g.values, NULL));
    return g;
}

static void release(given *g)
{
    tropic_matrix_free(&g->A);
    free(g->offsets);
    free(g->ids);
    free(g->values);
}

/* Which entries stay: those of columns first .. last - 1, and, if op is one of places, those for which it is true. */
typedef struct part {
    const tropic_index *row; /* the old row of each; NULL: all */
    tropic_index rows, first, last;
    tropic_builtin_operator op;
    long double y;
} part;

static bool stays(const part *p, tropic_index i, tropic_index j)
{
    const long double d = (long double)j - i;
    if (j < p->first || j >= p->last) return false;
    switch ((int)p->op) {
    case TROPIC_TRIL: return d <= p->y;
    case TROPIC_TRIU: return d >= p->y;
    case TROPIC_DIAGONAL: return d == p->y;
    case TROPIC_OFF_DIAGONAL: return d != p->y;
    case TROPIC_ROW_LE: return i <= p->y;
    case TROPIC_ROW_GT: return i > p->y;
    case TROPIC_COL_LE: return j <= p->y;
    case TROPIC_COL_GT: return j > p->y;
    default: return true;
    }
}

static void check(const given *g, const part *p, const tropic_matrix *C)
{
    const size_t size = tropic_type_size(g->type);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_offset at = 0;
    assert_int_equal(tropic_matrix_rows(C), p->rows);
    assert_ok(context, tropic_matrix_csr(C, context, &offsets, &ids, &values));
    assert_int_equal(values == NULL, g->values == NULL);
    for (tropic_index r = 0; r < p->rows; r++) {
        const tropic_index i = p->row ? p->row[r] : r;
        if (offsets[r] != at) fail_msg("row %d begins at %lld, not %lld", r, (long long)offsets[r], (long long)at);
        for (tropic_offset k = g->offsets[i]; k < g->offsets[i + 1]; k++) {
            if (!stays(p, i, g->ids[k])) continue;
            if (at >= offsets[p->rows] || ids[at] != g->ids[k] - p->first ||
                (g->values &&
                 memcmp((const char *)values + (size_t)at * size, g->values + (size_t)k * size, size) != 0))
                fail_msg("entry (%d, %d) is not there", i, g->ids[k]);
            at++;
        }
    }
    assert_int_equal(offsets[p->rows], at);
}

static const struct {
    tropic_type type;
    bool pattern;
} kinds[] = {
    {TROPIC_FP64, false}, {TROPIC_INT8, false}, {TROPIC_INT16, false}, {TROPIC_INT32, false}, {TROPIC_BOOL, true}};

#define KINDS (sizeof kinds / sizeof *kinds)

/* Every operator, with values of every integer type, up to its least and greatest. */
static void test_places(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT8,  TROPIC_INT16,  TROPIC_INT32,  TROPIC_INT64,
                                        TROPIC_UINT8, TROPIC_UINT16, TROPIC_UINT32, TROPIC_UINT64};
    static const long double near[] = {0, 1, -1, 100, -100, 30000, -30000};
    enum { NEAR = sizeof near / sizeof *near };
    for (size_t kind = 0; kind < KINDS; kind++) {
        given g = draw(kinds[kind].type, kinds[kind].pattern);
        for (int op = TROPIC_TRIL; op <= TROPIC_COL_GT; op++)
            for (size_t t = kind % 2; t < sizeof types / sizeof *types; t += 2) {
                const long double max = (long double)test_value_max(types[t]);
                const int k = test_below(&seed, NEAR + 2);
                uint64_t y = 0;
                part p = {.rows = g.rows, .last = COLS, .op = (tropic_builtin_operator)op};
                OWNED(tropic_matrix) *C = NULL;
                if (k < NEAR && near[k] <= max)
                    test_value_store(types[t], &y, 0, test_is_unsigned(types[t]) && near[k] < 0 ? -near[k] : near[k]);
                else
                    memset(&y, k % 2 ? 0xff : 0x80, sizeof y);
                p.y = test_value_load(types[t], &y, 0);
                assert_ok(context, tropic_matrix_select(&C, context, NULL, NULL,
                                                        tropic_operator_builtin(p.op, types[t]), g.A, &y, NULL));
                check(&g, &p, C);
            }
        release(&g);
    }
}

/* Rows by a range, a list and all of them; columns by a range or all. */
static void test_ranges(void **unused)
{
    enum { CASES = 6 };
    OWNED_MEMORY tropic_index *listed = test_room(ROWS, sizeof *listed);
    for (size_t kind = 0; kind < KINDS; kind++) {
        given g = draw(kinds[kind].type, kinds[kind].pattern);
        for (int k = 0; k < CASES; k++) {
            tropic_indices rows = {.ids = NULL}, cols = {.ids = NULL};
            part p = {.row = listed, .rows = g.rows, .last = COLS, .op = TROPIC_OPERATORS};
            OWNED(tropic_matrix) *C = NULL;
            if (k % 2 == 1) {
                p.first = test_below(&seed, COLS);
                p.last = p.first + test_below(&seed, COLS - p.first);
            }
            cols.first = p.first;
            cols.count = p.last - p.first;
            if (k % 3 == 1) p.rows = test_below(&seed, LISTED);
            for (tropic_index r = 0; r < p.rows; r++) listed[r] = k % 3 == 1 ? test_below(&seed, g.rows) : r;
            if (k % 3 == 1) rows.ids = listed;
            if (k % 3 == 2) rows.stride = -1, rows.first = g.rows - 1;
            for (tropic_index r = 0; k % 3 == 2 && r < p.rows; r++) listed[r] = g.rows - 1 - r;
            rows.count = p.rows;
            assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, g.A, k % 3 == 0 ? NULL : &rows,
                                                     k % 2 == 0 ? NULL : &cols, NULL));
            assert_int_equal(tropic_matrix_cols(C), p.last - p.first);
            check(&g, &p, C);
        }
        release(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places), cmocka_unit_test(test_ranges)};
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices with few entries in very many rows and columns over semirings whose multiply looks at indices:
 * it sees those of the matrices, and nothing has room for all of them.
 */
#include "tests/hypersparse.h"

#include <tropic_define.h>

/* (Unsigned sums wrap.) */
TROPIC_SEMIRING(all_places, int32_t, int32_t, int32_t, (int32_t)((uint32_t)a + (uint32_t)b),
                (int32_t)((uint32_t)(x *y) + 3u * (uint32_t)i + 5u * (uint32_t)j + 7u * (uint32_t)r), 0);
TROPIC_SEMIRING(least_inner, int32_t, int32_t, int32_t, (a < b ? a : b), i, INT32_MAX);
TROPIC_SEMIRING(largest_row, int32_t, int32_t, int32_t, (a > b ? a : b), r, INT32_MIN);
TROPIC_SEMIRING(largest_column, int32_t, int32_t, int32_t, (a > b ? a : b), j, INT32_MIN);

static const tropic_semiring_source *const sources[] = {&all_places, &least_inner, &largest_row, &largest_column};
/* And one of two built-in operators: plus and diagonal_index. */
enum { COMPOSED = sizeof sources / sizeof *sources, SEMIRINGS };

static int32_t product(int which, int32_t x, int32_t y, tropic_index i, tropic_index j, tropic_index r)
{
    const uint32_t all = (uint32_t)(x * y) + 3u * (uint32_t)i + 5u * (uint32_t)j + 7u * (uint32_t)r;
    if (which == COMPOSED) return (int32_t)((uint32_t)j - (uint32_t)i + (uint32_t)y);
    return which == 0 ? (int32_t)all : which == 1 ? i : which == 2 ? r : j;
}

static int32_t sum(int which, int32_t a, int32_t b)
{
    if (which == 0 || which == COMPOSED) return (int32_t)((uint32_t)a + (uint32_t)b);
    return (which == 1) == (a < b) ? a : b;
}

/* The small matrix at all of its places, or the transpose. */
typedef struct dense {
    bool has[NAMES][NAMES];
    int32_t values[NAMES][NAMES];
} dense;

static void fill(tropic_context *context, const tropic_matrix *A, bool transposed, dense *d)
{
    OWNED(tuples) t = tuples_get(context, A);
    memset(d, 0, sizeof *d);
    for (tropic_offset k = 0; k < t.count; k++) {
        const tropic_index i = transposed ? t.cols[k] : t.rows[k], j = transposed ? t.rows[k] : t.cols[k];
        d->has[i][j] = true;
        d->values[i][j] = t.values[k];
    }
}

/* T = A (add.mul) B by names. */
static void multiply(const named_world *w, int which, const dense *a, const dense *b, dense *t)
{
    memset(t, 0, sizeof *t);
    for (int r = 0; r < NAMES; r++)
        for (int i = 0; i < NAMES; i++)
            for (int j = 0; j < NAMES; j++) {
                int32_t z;
                if (!a->has[r][i] || !b->has[i][j]) continue;
                z = product(which, a->values[r][i], b->values[i][j], w->name[i], w->name[j], w->name[r]);
                t->values[r][j] = t->has[r][j] ? sum(which, t->values[r][j], z) : z;
                t->has[r][j] = true;
            }
}

/* C<M> += T where `adds`, else C<M> = T; entries that the mask does not let through go where `replace`. */
static void write(const dense *m, bool complement, bool replace, bool adds, const dense *t, dense *c)
{
    for (int r = 0; r < NAMES; r++)
        for (int j = 0; j < NAMES; j++) {
            const bool allowed = !m || m->has[r][j] != complement, old = c->has[r][j];
            if (!allowed) {
                c->has[r][j] = old && !replace;
            } else if (adds) {
                const int32_t z = t->has[r][j] ? t->values[r][j] : 0;
                c->values[r][j] = old ? sum(0, c->values[r][j], z) : z;
                c->has[r][j] = old || t->has[r][j];
            } else {
                c->values[r][j] = t->values[r][j];
                c->has[r][j] = t->has[r][j];
            }
        }
}

/* Returns how many entries there are. */
static tropic_offset compare(const named_world *w, const char *name, int bits, const tropic_matrix *C,
                             const dense *expected)
{
    OWNED(tuples) t = tuples_get(w->context, C);
    tropic_offset k = 0;
    for (int r = 0; r < NAMES; r++)
        for (int j = 0; j < NAMES; j++) {
            if (!expected->has[r][j]) continue;
            if (k == t.count || t.rows[k] != w->name[r] || t.cols[k] != w->name[j] ||
                t.values[k] != expected->values[r][j])
                fail_msg("%s, %d: entry %lld is not (%d, %d) %d", name, bits, (long long)k, w->name[r], w->name[j],
                         expected->values[r][j]);
            k++;
        }
    assert_int_equal(k, t.count);
    return k;
}

static tropic_matrix_forms forms_of(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_forms forms = {.size = sizeof forms};
    assert_ok(context, tropic_matrix_report(A, context, &forms));
    return forms;
}

/* C<M> (accum)= A B, A or B transposed, the mask complemented, or none, C new or old. */
static void check_products(named_world *w)
{
    enum { FIRST = 1, SECOND = 2, MASKED = 4, COMPLEMENT = 8, REPLACE = 16, OLD = 32, ADDS = 64, BITS = 128 };
    for (int which = 0; which < SEMIRINGS; which++) {
        OWNED(tropic_semiring) *semiring = NULL;
        assert_ok(w->context, which == COMPOSED
                                  ? tropic_semiring_from_operators(&semiring, w->context, int32(TROPIC_PLUS),
                                                                   int32(TROPIC_DIAGONAL_INDEX))
                                  : tropic_semiring_create(&semiring, w->context, sources[which]));
        for (int bits = 0; bits < BITS; bits += test_sized(1, 9)) {
            const tropic_descriptor d = {.size = sizeof d,
                                         .transpose = bits & FIRST,
                                         .transpose_second = bits & SECOND,
                                         .structure = true,
                                         .complement = bits & COMPLEMENT,
                                         .replace = bits & REPLACE};
            OWNED(tropic_matrix) *C = NULL;
            dense a, b, m, t, c = {0};
            if (!(bits & MASKED) && (bits & COMPLEMENT)) continue;
            fill(w->context, w->small[0], bits & FIRST, &a);
            fill(w->context, w->small[1], bits & SECOND, &b);
            fill(w->context, w->small[2], false, &m);
            if (bits & OLD) fill(w->context, w->small[1], false, &c);
            multiply(w, which, &a, &b, &t);
            write(bits & MASKED ? &m : NULL, bits & COMPLEMENT, bits & REPLACE, bits & ADDS, &t, &c);
            if (bits & OLD) assert_ok(w->context, tropic_matrix_duplicate(&C, w->context, w->large[1]));
            assert_ok(w->context,
                      tropic_mxm(&C, w->context, bits & MASKED ? w->large[2] : NULL,
                                 bits & ADDS ? int32(TROPIC_PLUS) : NULL, semiring, w->large[0], w->large[1], &d));
            assert_true(compare(w, tropic_semiring_name(semiring), bits, C, &c) > 0);
            if (!w->shape.ordinary) assert_true(forms_of(w->context, C).hypersparse);
        }
    }
}

static void see_names(void **state)
{
    named_each_shape(check_products);
}

/* ---- rows that are summed in a table, or in a sparse accumulator, of many columns -------------- */

enum { LISTS = 300000, ROWS = 40, FEW = 40, MANY = 700 };

/* B(7000 k, 7100 k + 3) = 1, and rows of A of FEW and MANY of these; so each entry of A makes one of the product. */
static void see_names_of_long_rows(void **state)
{
    enum { ROW_STEP = 50000000, LIST_STEP = 7000, COLUMN_STEP = 7100, FIRST_COLUMN = 3, STRIDE = LISTS / MANY };
    const tropic_index n = TROPIC_INDEX_MAX;
    OWNED(tropic_context) *context = test_context();
    OWNED_MEMORY tropic_index *is = calloc(LISTS, sizeof *is), *js = calloc(LISTS, sizeof *js);
    OWNED_MEMORY int32_t *ones = calloc(LISTS, sizeof *ones);
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
    OWNED(tropic_semiring) *semiring = NULL;
    tropic_offset count = 0;
    OWNED(tuples) a, t;
    for (int k = 0; k < LISTS; k++) {
        is[k] = (tropic_index)k * LIST_STEP;
        js[k] = (tropic_index)k * COLUMN_STEP + FIRST_COLUMN;
        ones[k] = 1;
    }
    assert_ok(context, tropic_matrix_from_coo(&B, context, n, n, LISTS, is, js, TROPIC_INT32, ones, NULL));
    for (int r = 0; r < ROWS; r++)
        for (int e = 0; e < (r % 2 ? MANY : FEW); e++, count++) {
            is[count] = r * ROW_STEP;
            js[count] = (tropic_index)((e * (r % 2 ? 1 : MANY / FEW) * STRIDE + r) % LISTS) * LIST_STEP;
        }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, is, js, TROPIC_INT32, ones, NULL));
    assert_ok(context, tropic_semiring_create(&semiring, context, &all_places));
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, semiring, A, B, NULL));
    assert_true(forms_of(context, C).hypersparse);
    a = tuples_get(context, A);
    t = tuples_get(context, C);
    assert_int_equal(a.count, count);
    assert_int_equal(t.count, count);
    for (tropic_offset k = 0; k < count; k++) {
        assert_int_equal(t.rows[k], a.rows[k]);
        assert_int_equal(t.cols[k], a.cols[k] / LIST_STEP * COLUMN_STEP + FIRST_COLUMN);
        assert_int_equal(t.values[k], product(0, 1, 1, a.cols[k], t.cols[k], t.rows[k]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(see_names),
        cmocka_unit_test(see_names_of_long_rows),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

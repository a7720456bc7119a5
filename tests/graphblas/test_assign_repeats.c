/* SPDX-License-Identifier: Apache-2.0
 *
 * assign and subassign whose lists have an index more than once, or not: the sources of a place are assigned one after
 * the other, as a loop over the places of a program's own arrays does it.
 */
#include "tests/graphblas/common.h"

#define MOST_PLACES 48
#define MOST_SOURCES 400
#define MOST_LIST 60

/* Values of places, of which some have one. */
typedef struct picture {
    int64_t value[MOST_SOURCES];
    bool has[MOST_SOURCES];
    int count;
} picture;

/* One assign, of places of one row: those of a matrix are row * columns + column. */
typedef struct trial {
    GrB_BinaryOp accum;
    bool region, has_mask, replace, complement, structure, scalar;
    picture w, u, mask;
    int places[MOST_SOURCES], sources; /* the place of each source, in order */
} trial;

static GrB_BinaryOp thrice_and;

/* Neither associative nor commutative. */
static void three_and(void *z, const void *x, const void *y)
{
    *(int64_t *)z = 3 * *(const int64_t *)x - *(const int64_t *)y;
}

static int64_t accumulate(GrB_BinaryOp accum, int64_t x, int64_t y)
{
    if (accum == GrB_PLUS_INT64) return x + y;
    if (accum == GrB_MIN_INT64) return x < y ? x : y;
    if (accum == GrB_MINUS_INT64) return x - y;
    return 3 * x - y;
}

/* ------------------------------------------------------------------------------------------------
 * The loop
 */

static bool lets(const trial *t, int k)
{
    const bool there = t->mask.has[k] && (t->structure || t->mask.value[k] != 0);
    return t->has_mask ? there != t->complement : !t->complement;
}

static void one(const trial *t, picture *w, int place, int k)
{
    if (t->u.has[k] && t->accum && w->has[place])
        w->value[place] = accumulate(t->accum, w->value[place], t->u.value[k]);
    else if (t->u.has[k])
        w->value[place] = t->u.value[k];
    else if (t->accum)
        return;
    w->has[place] = t->u.has[k];
}

static picture expected(const trial *t)
{
    picture w = t->w, z = t->w;
    for (int k = 0; k < t->sources && t->region; k++) {
        if (lets(t, k))
            one(t, &w, t->places[k], k);
        else if (t->replace)
            w.has[t->places[k]] = false;
    }
    if (t->region) return w;
    for (int k = 0; k < t->sources; k++) one(t, &z, t->places[k], k);
    for (int i = 0; i < w.count; i++) {
        if (lets(t, i)) {
            w.value[i] = z.value[i];
            w.has[i] = z.has[i];
        } else if (t->replace) {
            w.has[i] = false;
        }
    }
    return w;
}

/* ------------------------------------------------------------------------------------------------
 * Drawn trials
 */

static picture draw_picture(uint64_t *random, int count, int values)
{
    picture p = {.count = count};
    for (int k = 0; k < count; k++) {
        p.has[k] = test_below(random, 4) > 0;
        p.value[k] = test_below(random, values);
    }
    return p;
}

static void draw_list(uint64_t *random, GrB_Index *list, int count, int end)
{
    for (int k = 0; k < count; k++) list[k] = (GrB_Index)test_below(random, end);
}

static trial draw_trial(uint64_t *random, int places, int sources)
{
    const GrB_BinaryOp accums[] = {NULL, NULL, GrB_PLUS_INT64, GrB_MIN_INT64, GrB_MINUS_INT64, thrice_and};
    trial t = {.sources = sources};
    t.accum = accums[test_below(random, sources > 16 ? 5 : 6)]; /* (3^k overflows) */
    t.region = test_below(random, 2) == 0;
    t.has_mask = test_below(random, 2) == 0;
    t.replace = test_below(random, 2) == 0;
    t.complement = test_below(random, 3) == 0;
    t.structure = test_below(random, 2) == 0;
    t.scalar = test_below(random, 4) == 0;
    t.w = draw_picture(random, places, 9);
    t.u = draw_picture(random, sources, 5);
    t.mask = draw_picture(random, t.region ? sources : places, 2);
    for (int k = 0; k < sources && t.scalar; k++) {
        t.u.value[k] = 7;
        t.u.has[k] = true;
    }
    return t;
}

static GrB_Vector vector_of(const picture *p, GrB_Type type)
{
    GrB_Vector v;
    ok(GrB_Vector_new(&v, type, (GrB_Index)p->count));
    for (int k = 0; k < p->count; k++)
        if (p->has[k]) ok(GrB_Vector_setElement_INT64(v, p->value[k], (GrB_Index)k));
    return v;
}

static GrB_Matrix matrix_of(const picture *p, GrB_Type type, int cols)
{
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, type, (GrB_Index)(p->count / cols), (GrB_Index)cols));
    for (int k = 0; k < p->count; k++)
        if (p->has[k]) ok(GrB_Matrix_setElement_INT64(A, p->value[k], (GrB_Index)(k / cols), (GrB_Index)(k % cols)));
    return A;
}

static GrB_Descriptor descriptor_of(const trial *t)
{
    GrB_Descriptor d;
    ok(GrB_Descriptor_new(&d));
    if (t->replace) ok(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    if (t->complement) ok(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (t->structure) ok(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    return d;
}

static void compare(const trial *t, int k, bool has, int64_t value)
{
    const picture wanted = expected(t);
    if (has == wanted.has[k] && (!has || value == wanted.value[k])) return;
    fail_msg("place %d: %s %ld, and should be %s %ld (region %d, mask %d, replace %d, complement %d, structure %d, "
             "scalar %d, sources %d)",
             k, has ? "has" : "none,", (long)value, wanted.has[k] ? "there:" : "none,", (long)wanted.value[k],
             t->region, t->has_mask, t->replace, t->complement, t->structure, t->scalar, t->sources);
}

/* ------------------------------------------------------------------------------------------------
 * The kinds of outputs
 */

static void try_vector(uint64_t *random)
{
    const int places = 1 + test_below(random, 8), sources = 1 + test_below(random, MOST_LIST);
    GrB_Index list[MOST_LIST];
    trial t = draw_trial(random, places, sources);
    draw_list(random, list, sources, places);
    for (int k = 0; k < sources; k++) t.places[k] = (int)list[k];
    GrB_Vector w = vector_of(&t.w, GrB_INT64), u = vector_of(&t.u, GrB_INT32),
               mask = t.has_mask ? vector_of(&t.mask, GrB_INT8) : NULL;
    GrB_Descriptor d = descriptor_of(&t);
    const GrB_Index n = (GrB_Index)sources;
    if (t.scalar)
        ok(t.region ? GxB_Vector_subassign_INT16(w, mask, t.accum, 7, list, n, d)
                    : GrB_Vector_assign_INT16(w, mask, t.accum, 7, list, n, d));
    else
        ok(t.region ? GxB_Vector_subassign(w, mask, t.accum, u, list, n, d)
                    : GrB_Vector_assign(w, mask, t.accum, u, list, n, d));
    for (int k = 0; k < places; k++) {
        int64_t value = 0;
        const GrB_Info info = GrB_Vector_extractElement_INT64(&value, w, (GrB_Index)k);
        compare(&t, k, info == GrB_SUCCESS, value);
    }
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_free(&mask));
    ok(GrB_free(&d));
}

static void compare_matrix(const trial *t, GrB_Matrix C, int cols)
{
    for (int k = 0; k < t->w.count; k++) {
        int64_t value = 0;
        const GrB_Info info = GrB_Matrix_extractElement_INT64(&value, C, (GrB_Index)(k / cols), (GrB_Index)(k % cols));
        compare(t, k, info == GrB_SUCCESS, value);
    }
}

/* `all`: the columns are GrB_ALL. */
static void try_matrix(uint64_t *random)
{
    const bool all = test_below(random, 4) == 0, transpose = test_below(random, 3) == 0;
    const int rows = 1 + test_below(random, 6), cols = 1 + test_below(random, 6), nrows = 1 + test_below(random, 16),
              ncols = all ? cols : 1 + test_below(random, 16);
    GrB_Index row_list[MOST_LIST], col_list[MOST_LIST];
    trial t = draw_trial(random, rows * cols, nrows * ncols);
    draw_list(random, row_list, nrows, rows);
    draw_list(random, col_list, ncols, cols);
    for (int k = 0; k < t.sources; k++)
        t.places[k] = (int)row_list[k / ncols] * cols + (all ? k % ncols : (int)col_list[k % ncols]);
    GrB_Matrix C = matrix_of(&t.w, GrB_INT64, cols), A = matrix_of(&t.u, GrB_INT32, ncols),
               mask = t.has_mask ? matrix_of(&t.mask, GrB_INT8, t.region ? ncols : cols) : NULL;
    GrB_Descriptor d = descriptor_of(&t);
    const GrB_Index *columns = all ? GrB_ALL : col_list, m = (GrB_Index)nrows, n = (GrB_Index)ncols;
    if (transpose) {
        GrB_Matrix At;
        ok(GrB_Matrix_new(&At, GrB_INT32, n, m));
        ok(GrB_transpose(At, NULL, NULL, A, NULL));
        ok(GrB_free(&A));
        A = At;
        ok(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    }
    if (t.scalar)
        ok(t.region ? GxB_Matrix_subassign_UINT8(C, mask, t.accum, 7, row_list, m, columns, n, d)
                    : GrB_Matrix_assign_UINT8(C, mask, t.accum, 7, row_list, m, columns, n, d));
    else
        ok(t.region ? GxB_Matrix_subassign(C, mask, t.accum, A, row_list, m, columns, n, d)
                    : GrB_Matrix_assign(C, mask, t.accum, A, row_list, m, columns, n, d));
    compare_matrix(&t, C, cols);
    ok(GrB_free(&C));
    ok(GrB_free(&A));
    ok(GrB_free(&mask));
    ok(GrB_free(&d));
}

/* A row of a matrix of one row, or a column of one of one column: the trial's places. */
static void try_line(uint64_t *random)
{
    const bool row = test_below(random, 2) == 0;
    const int places = 1 + test_below(random, 8), sources = 1 + test_below(random, MOST_LIST);
    GrB_Index list[MOST_LIST];
    trial t = draw_trial(random, places, sources);
    if (t.scalar) return;
    draw_list(random, list, sources, places);
    for (int k = 0; k < sources; k++) t.places[k] = (int)list[k];
    const int cols = row ? places : 1;
    GrB_Matrix C = matrix_of(&t.w, GrB_INT64, cols);
    GrB_Vector u = vector_of(&t.u, GrB_INT32), mask = t.has_mask ? vector_of(&t.mask, GrB_INT8) : NULL;
    GrB_Descriptor d = descriptor_of(&t);
    const GrB_Index n = (GrB_Index)sources;
    if (row)
        ok(t.region ? GxB_Row_subassign(C, mask, t.accum, u, 0, list, n, d)
                    : GrB_Row_assign(C, mask, t.accum, u, 0, list, n, d));
    else
        ok(t.region ? GxB_Col_subassign(C, mask, t.accum, u, list, n, 0, d)
                    : GrB_Col_assign(C, mask, t.accum, u, list, n, 0, d));
    compare_matrix(&t, C, cols);
    ok(GrB_free(&C));
    ok(GrB_free(&u));
    ok(GrB_free(&mask));
    ok(GrB_free(&d));
}

static void run(void (*attempt)(uint64_t *random), int trials)
{
    uint64_t random = 3;
    for (int k = 0; k < trials; k++) attempt(&random);
}

static void vectors(void **state)
{
    run(try_vector, 300);
}

static void matrices(void **state)
{
    run(try_matrix, 300);
}

static void lines(void **state)
{
    run(try_line, 200);
}

/* ------------------------------------------------------------------------------------------------
 * By hand
 */

/* A mask, and the source, may be the output. */
static void the_same(void **state)
{
    const GrB_Index list[] = {0, 0, 1};
    GrB_Vector w;
    int64_t value;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    for (int i = 0; i < 3; i++) ok(GrB_Vector_setElement_INT64(w, i + 1, (GrB_Index)i));
    ok(GrB_Vector_assign(w, w, GrB_PLUS_INT64, w, list, 3, NULL)); /* 1 + 1 + 2, 2 + 3, 3 */
    for (int i = 0; i < 3; i++) {
        ok(GrB_Vector_extractElement_INT64(&value, w, (GrB_Index)i));
        assert_int_equal(value, i == 0 ? 4 : i == 1 ? 5 : 3);
    }
    ok(GrB_free(&w));
}

/* A histogram of many indices, and one of an accumulator with other types. */
static void many(void **state)
{
    enum { N = 20000 };
    GrB_Index *list = malloc(N * sizeof *list);
    GrB_Vector w, u;
    double value;
    assert_non_null(list);
    for (int k = 0; k < N; k++) list[k] = (GrB_Index)(k % 2);
    ok(GrB_Vector_new(&w, GrB_FP64, 4));
    ok(GrB_Vector_new(&u, GrB_INT32, N));
    ok(GrB_Vector_assign_INT32(u, NULL, NULL, 3, GrB_ALL, N, NULL));
    ok(GrB_Vector_assign_INT32(w, NULL, GrB_PLUS_FP64, 1, list, N, NULL));
    ok(GrB_Vector_assign(w, NULL, GrB_PLUS_FP64, u, list, N, NULL));
    ok(GrB_Vector_extractElement_FP64(&value, w, 1));
    assert_true(value == 4 * (N / 2));
    fails(DIMENSION_MISMATCH, GrB_Vector_assign(w, NULL, GrB_PLUS_INT64, u, list, 40, NULL));
    ok(GrB_Vector_resize(u, 40));
    ok(GrB_Vector_assign(w, NULL, GrB_PLUS_INT64, u, list, 40, NULL));
    ok(GrB_Vector_extractElement_FP64(&value, w, 0));
    assert_true(value == 4 * (N / 2) + 3 * 20);
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    free(list);
}

/* Each monoid's operator, for so many sources of one place that they are summed first: as one assign after another. */
static void try_monoid(const char *name, GrB_BinaryOp op, GrB_Type type)
{
    enum { SOURCES = 40 };
    GrB_Index list[SOURCES];
    GrB_Vector w, u, wanted, equal;
    bool all = false;
    ok(GrB_Vector_new(&w, type, 3));
    ok(GrB_Vector_new(&u, type, SOURCES));
    ok(GrB_Vector_new(&equal, GrB_BOOL, 3));
    for (GrB_Index k = 0; k < SOURCES; k++) {
        list[k] = k % 3 == 1;
        ok(GrB_Vector_setElement_INT64(u, (int64_t)(k * k / 3 % 2) + 1, k));
    }
    ok(GrB_Vector_setElement_INT64(w, 1, 0));
    ok(GrB_Vector_dup(&wanted, w));
    for (GrB_Index k = 0; k < SOURCES; k++) {
        int64_t value;
        ok(GrB_Vector_extractElement_INT64(&value, u, k));
        ok(GrB_Vector_assign_INT64(wanted, NULL, op, value, &list[k], 1, NULL));
    }
    ok(GrB_Vector_assign(w, NULL, op, u, list, SOURCES, NULL));
    ok(GrB_Vector_eWiseMult_BinaryOp(equal, NULL, NULL, GrB_EQ_FP64, w, wanted, NULL));
    ok(GrB_Vector_reduce_BOOL(&all, NULL, GrB_LAND_MONOID_BOOL, equal, NULL));
    if (!all) fail_msg("%s", name);
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_free(&wanted));
    ok(GrB_free(&equal));
}

static void monoids(void **state)
{
#define TRY(name, op, OP, T, ctype) try_monoid(#op, op, GrB_##T);
    GRB_MONOIDS(TRY)
#undef TRY
}

/* The output stays as it is. */
static void errors(void **state)
{
    const GrB_Index list[] = {1, 1, 9};
    GrB_Vector w, u, mask;
    GrB_Index count;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GrB_Vector_new(&u, GrB_INT64, 2));
    ok(GrB_Vector_new(&mask, GrB_INT64, 5));
    ok(GrB_Vector_setElement_INT64(u, 5, 0));
    ok(GrB_Vector_setElement_INT64(u, 6, 1));
    fails(INDEX_OUT_OF_BOUNDS, GrB_Vector_assign(w, NULL, NULL, u, list, 3, NULL));
    fails(DIMENSION_MISMATCH, GrB_Vector_assign(w, NULL, NULL, u, list, 1, NULL));
    fails(DIMENSION_MISMATCH, GrB_Vector_assign(w, mask, NULL, u, list, 2, NULL));
    fails(DIMENSION_MISMATCH, GxB_Vector_subassign(w, mask, NULL, u, list, 2, NULL));
    fails(DIMENSION_MISMATCH, GxB_Vector_subassign_INT64(w, mask, GrB_PLUS_INT64, 1, list, 2, NULL));
    ok(GrB_Vector_nvals(&count, w));
    assert_int_equal(count, 0);
    ok(GrB_Vector_assign(w, NULL, NULL, u, list, 2, NULL));
    ok(GrB_Vector_nvals(&count, w));
    assert_int_equal(count, 1);
    ok(GrB_free(&w));
    ok(GrB_free(&u));
    ok(GrB_free(&mask));
}

static int open_all(void **state)
{
    if (setup(state) != 0) return -1;
    return GrB_BinaryOp_new(&thrice_and, three_and, GrB_INT64, GrB_INT64, GrB_INT64) == GrB_SUCCESS ? 0 : -1;
}

static int close_all(void **state)
{
    return GrB_BinaryOp_free(&thrice_and) == GrB_SUCCESS ? teardown(state) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors), cmocka_unit_test(matrices), cmocka_unit_test(lines), cmocka_unit_test(the_same),
        cmocka_unit_test(many),    cmocka_unit_test(monoids),  cmocka_unit_test(errors)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_all, close_all);
}

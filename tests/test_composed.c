/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of two built-in operators: those of the table, which are found there, and others, whose products are
 * compared with sums over all places.
 */
#include "tests/context.h"
#include "tests/fixtures.h"

enum { ROWS = 90, COLS = 300, OTHER = 40, WIDTH = 5, LONG_ROW = 7, LONG_COLUMN = 5 };

typedef struct composition {
    tropic_builtin_operator add, multiply;
    tropic_type x; /* of the multiply's operands */
} composition;

static const composition compositions[] = {
    {TROPIC_MIN, TROPIC_TIMES, TROPIC_INT32},     {TROPIC_MIN, TROPIC_TIMES, TROPIC_FP64},
    {TROPIC_PLUS, TROPIC_MIN, TROPIC_INT64},      {TROPIC_PLUS, TROPIC_MIN, TROPIC_FP32},
    {TROPIC_MAX, TROPIC_SECOND, TROPIC_UINT8},    {TROPIC_MAX, TROPIC_FIRST, TROPIC_FP64},
    {TROPIC_PLUS, TROPIC_MINUS, TROPIC_INT16},    {TROPIC_MIN, TROPIC_PLUS, TROPIC_INT32},
    {TROPIC_MAX, TROPIC_PAIR, TROPIC_INT64},      {TROPIC_PLUS, TROPIC_DIAGONAL_INDEX, TROPIC_INT32},
    {TROPIC_MAX, TROPIC_ROW_INDEX, TROPIC_INT64}, {TROPIC_MIN, TROPIC_COL_INDEX, TROPIC_INT16},
    {TROPIC_LOR, TROPIC_EQ, TROPIC_INT32},        {TROPIC_LAND, TROPIC_LE, TROPIC_FP64},
    {TROPIC_LXOR, TROPIC_NE, TROPIC_UINT32},      {TROPIC_LOR, TROPIC_TRIL, TROPIC_INT32},
    {TROPIC_ANY, TROPIC_FIRST, TROPIC_INT32},     {TROPIC_ANY, TROPIC_SECOND, TROPIC_BOOL},
};
#define COMPOSITIONS ((int)(sizeof compositions / sizeof *compositions))

/* The operands of the products, as real numbers: places without an entry have no flag. */
static double A[ROWS][COLS], B[COLS][OTHER], U[COLS * WIDTH];
static bool A_has[ROWS][COLS], B_has[COLS][OTHER], U_has[COLS * WIDTH], mask_has[COLS * WIDTH];

/* Small whole numbers that the type has, some of them equal. */
static double draw(uint64_t *random, tropic_type type)
{
    const bool sign = type != TROPIC_BOOL && type != TROPIC_UINT8 && type != TROPIC_UINT32;
    return type == TROPIC_BOOL ? test_below(random, 2) : test_below(random, 7) - (sign ? 3 : 0);
}

static double operate(tropic_builtin_operator op, double x, double y, double i, double j)
{
    switch ((int)op) {
    case TROPIC_PLUS: return x + y;
    case TROPIC_MINUS: return x - y;
    case TROPIC_TIMES: return x * y;
    case TROPIC_MIN: return x < y ? x : y;
    case TROPIC_MAX: return x > y ? x : y;
    case TROPIC_ANY:
    case TROPIC_FIRST: return x;
    case TROPIC_SECOND: return y;
    case TROPIC_PAIR: return 1;
    case TROPIC_ROW_INDEX: return i + y;
    case TROPIC_COL_INDEX: return j + y;
    case TROPIC_DIAGONAL_INDEX: return j - i + y;
    case TROPIC_EQ: return x == y;
    case TROPIC_LXOR:
    case TROPIC_NE: return x != y;
    case TROPIC_LE: return x <= y;
    case TROPIC_TRIL: return j <= i + y;
    case TROPIC_LOR: return x != 0 || y != 0;
    case TROPIC_LAND: return x != 0 && y != 0;
    default: fail_msg("no such operator here"); return NAN;
    }
}

/* A sum so far. */
typedef struct total {
    double value;
    bool has;
    bool seen[2]; /* of any: which terms there were, by whether they are the value that was found */
} total;

static void add(const composition *c, total *t, double x, double y, int i, int j, double found)
{
    const double z = operate(c->multiply, x, y, i, j);
    t->value = t->has ? operate(c->add, t->value, z, 0, 0) : z;
    t->has = true;
    t->seen[z == found] = true;
}

static void check_value(const composition *c, const total *t, bool has, double found, const char *what)
{
    const bool right = c->add == TROPIC_ANY ? t->seen[true] : t->value == found;
    if (has != t->has || (has && !right))
        fail_msg("%s: %s.%s: %g (%d), not %g (%d)", what,
                 tropic_operator_name(tropic_operator_builtin(c->add, TROPIC_BOOL)),
                 tropic_operator_name(tropic_operator_builtin(c->multiply, c->x)), found, has, t->value, t->has);
}

static void draw_all(uint64_t seed, tropic_type type)
{
    uint64_t random = seed;
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLS; k++) {
            /* A third of the rows is empty, two lists have all entries. */
            A_has[r][k] = r == LONG_ROW || k == LONG_COLUMN || (r % 3 > 0 && test_below(&random, 40) == 0);
            A[r][k] = draw(&random, type);
        }
    for (int k = 0; k < COLS; k++)
        for (int j = 0; j < OTHER; j++) {
            B_has[k][j] = j == 3 || test_below(&random, 12) == 0;
            B[k][j] = draw(&random, type);
        }
    for (int k = 0; k < COLS * WIDTH; k++) {
        U[k] = draw(&random, type);
        mask_has[k] = test_below(&random, 3) > 0;
    }
}

static tropic_matrix *matrix_of(const double *values, const bool *has, int rows, int cols, tropic_type type)
{
    const size_t places = (size_t)rows * (size_t)cols;
    OWNED_MEMORY tropic_index *row = test_room((int64_t)places, sizeof *row),
                              *col = test_room((int64_t)places, sizeof *col);
    OWNED_MEMORY double *typed = test_room((int64_t)places, sizeof *typed);
    tropic_matrix *M = NULL;
    tropic_offset count = 0;
    for (int p = 0; p < rows * cols; p++) {
        if (!has[p]) continue;
        row[count] = p / cols;
        col[count] = p % cols;
        test_value_store(type, typed, count++, values[p]);
    }
    assert_ok(context, tropic_matrix_from_coo(&M, context, rows, cols, count, row, col, type, typed, NULL));
    return M;
}

static tropic_vector *vector_of(const double *values, const bool *has, int n, int columns, tropic_type type)
{
    OWNED_MEMORY double *typed = test_room((int64_t)n * columns, sizeof *typed);
    tropic_vector *v = NULL;
    for (int k = 0; k < n * columns; k++) test_value_store(type, typed, k, values[k]);
    assert_ok(context, columns == 1 ? tropic_vector_create(&v, context, type, n)
                                    : tropic_vector_create_block(&v, context, type, n, columns));
    assert_ok(context, tropic_vector_put_dense(v, typed, has));
    return v;
}

static void read_vector(const tropic_vector *v, tropic_type type, int count, double *found, bool *has)
{
    OWNED_MEMORY void *values = test_room(count, sizeof(double));
    assert_ok(context, tropic_vector_get_dense(v, values, has));
    for (int k = 0; k < count; k++) found[k] = (double)test_value_load(type, values, k);
}

static tropic_semiring *semiring_of(const composition *c, tropic_type *z)
{
    tropic_semiring *semiring = NULL;
    const tropic_operator *multiply = tropic_operator_builtin(c->multiply, c->x), *add;
    const bool truth = c->add == TROPIC_LOR || c->add == TROPIC_LAND || c->add == TROPIC_LXOR;
    *z = truth ? TROPIC_BOOL : c->x;
    add = tropic_operator_builtin(c->add, *z);
    assert_ok(context, tropic_semiring_from_operators(&semiring, context, add, multiply));
    assert_ptr_equal(tropic_semiring_add(semiring), add);
    assert_int_equal(tropic_semiring_type(semiring), *z);
    return semiring;
}

/* A product with a vector, which has entries at all places (0), at most (1) or at few (2). */
typedef struct way {
    bool vxm, accumulates;
    int entries, mask; /* 0: none, 1: a structure, 2: its complement */
    tropic_strategy strategy;
} way;

static void check_vector(const composition *c, const way *w, const tropic_matrix *M)
{
    const int inner = w->vxm ? ROWS : COLS, n = w->vxm ? COLS : ROWS;
    const tropic_descriptor d = {
        .size = sizeof d, .structure = true, .complement = w->mask == 2, .strategy = w->strategy};
    tropic_type z;
    OWNED(tropic_semiring) *semiring = semiring_of(c, &z);
    OWNED(tropic_vector) *u = NULL, *v = NULL, *m = NULL;
    const tropic_operator *accum = w->accumulates ? tropic_semiring_add(semiring) : NULL;
    double found[COLS];
    bool has[COLS], none[COLS] = {false}, all[COLS];
    uint64_t random = 5;
    memset(all, true, sizeof all);
    for (int k = 0; k < inner; k++)
        U_has[k] = w->entries == 0 || test_below(&random, w->entries == 1 ? 4 : 40) == 0 || k == LONG_ROW;
    u = vector_of(U, U_has, inner, 1, c->x);
    v = vector_of(U, w->accumulates ? all : none, n, 1, z);
    m = vector_of(U, mask_has, n, 1, TROPIC_FP64);
    if (w->vxm)
        assert_ok(context, tropic_vxm(v, w->mask ? m : NULL, accum, semiring, u, M, &d));
    else
        assert_ok(context, tropic_mxv(v, w->mask ? m : NULL, accum, semiring, M, u, &d));
    read_vector(v, z, n, found, has);
    for (int j = 0; j < n; j++) {
        total t = {0, false, {false, false}};
        const double old = z == TROPIC_BOOL ? U[j] != 0 : U[j];
        for (int i = 0; i < inner && (w->mask == 0 || mask_has[j] == (w->mask == 1)); i++) {
            const double a = w->vxm ? A[i][j] : A[j][i];
            if (!U_has[i] || !(w->vxm ? A_has[i][j] : A_has[j][i])) continue;
            add(c, &t, w->vxm ? U[i] : a, w->vxm ? a : U[i], i, j, found[j]);
        }
        if (w->accumulates) {
            t.value = t.has ? operate(c->add, old, t.value, 0, 0) : old;
            t.seen[true] = t.seen[true] || found[j] == old;
            t.has = true;
        }
        check_value(c, &t, has[j], found[j], w->vxm ? "vxm" : "mxv");
    }
}

/* A GPU compiles most products anew, so it tries one of so many. */
enum { GPU_VECTORS = 61, GPU_MATRICES = 4, GPU_BLOCKS = 3 };
static bool is_tried(int turn, int composition, int one_of)
{
    return (test_device() == TROPIC_DEVICE_CPU && !test_sized(0, 1)) || turn % one_of == composition % one_of;
}

static void test_vectors(void **unused)
{
    for (int k = 0; k < COMPOSITIONS; k++) {
        const composition *c = &compositions[k];
        OWNED(tropic_matrix) *M = NULL;
        draw_all((uint64_t)k + 1, c->x);
        M = matrix_of(&A[0][0], &A_has[0][0], ROWS, COLS, c->x);
        for (int turn = 0; turn < 2 * 2 * 3 * 3 * TROPIC_STRATEGIES; turn++) {
            const way w = {.vxm = turn % 2,
                           .accumulates = turn / 2 % 2,
                           .entries = turn / 4 % 3,
                           .mask = turn / 12 % 3,
                           .strategy = (tropic_strategy)(turn / 36)};
            if (!is_tried(turn, k, GPU_VECTORS)) continue;
            check_vector(c, &w, M);
        }
    }
}

static void test_blocks(void **unused)
{
    for (int k = 0; k < COMPOSITIONS; k++) {
        if (!is_tried(k, 0, GPU_BLOCKS)) continue;
        const composition *c = &compositions[k];
        static double found[ROWS * WIDTH];
        bool has[ROWS * WIDTH], none[ROWS * WIDTH] = {false};
        tropic_type z;
        OWNED(tropic_semiring) *semiring = semiring_of(c, &z);
        OWNED(tropic_matrix) *M = NULL;
        OWNED(tropic_vector) *u = NULL, *v = NULL;
        draw_all((uint64_t)k + 100, c->x);
        for (int p = 0; p < COLS * WIDTH; p++) U_has[p] = k % 2 || mask_has[p];
        M = matrix_of(&A[0][0], &A_has[0][0], ROWS, COLS, c->x);
        u = vector_of(U, U_has, COLS, WIDTH, c->x);
        v = vector_of(U, none, ROWS, WIDTH, z);
        assert_ok(context, tropic_mxv_block(v, NULL, NULL, semiring, M, u, NULL));
        read_vector(v, z, ROWS * WIDTH, found, has);
        for (int p = 0; p < ROWS * WIDTH; p++) {
            total t = {0, false, {false, false}};
            const int j = p / WIDTH;
            for (int i = 0; i < COLS; i++) {
                const int at = i * WIDTH + p % WIDTH;
                if (A_has[j][i] && U_has[at]) add(c, &t, A[j][i], U[at], i, j, found[p]);
            }
            check_value(c, &t, has[p], found[p], "mxv_block");
        }
    }
}

/* C as an array of places. */
static void read_matrix(const tropic_matrix *C, tropic_type type, double *found, bool *has)
{
    tropic_entries e;
    memset(has, 0, ROWS * OTHER);
    assert_ok(context, tropic_matrix_entries(&e, C, context));
    while (tropic_entries_next(&e)) {
        has[e.row * OTHER + e.col] = true;
        found[e.row * OTHER + e.col] = e.value ? (double)test_value_load(type, e.value, 0) : 1;
    }
}

/* Without a mask, under one, and under its complement; a mask of few places is gone along by dot products. */
static void test_matrices(void **unused)
{
    for (int k = 0; k < COMPOSITIONS * 4; k++) {
        if (!is_tried(k, k / 4, GPU_MATRICES)) continue;
        const composition *c = &compositions[k / 4];
        const int mask = k % 4, rare = mask == 3 ? 50 : 2;
        static double found[ROWS * OTHER];
        static bool has[ROWS * OTHER], allowed[ROWS * OTHER];
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = mask == 2};
        tropic_type z;
        OWNED(tropic_semiring) *semiring = semiring_of(c, &z);
        OWNED(tropic_matrix) *M = NULL, *N = NULL, *L = NULL, *C = NULL;
        uint64_t random = (uint64_t)k;
        draw_all((uint64_t)k + 200, c->x);
        M = matrix_of(&A[0][0], &A_has[0][0], ROWS, COLS, c->x);
        N = matrix_of(&B[0][0], &B_has[0][0], COLS, OTHER, c->x);
        for (int p = 0; p < ROWS * OTHER; p++) allowed[p] = test_below(&random, rare) == 0;
        L = matrix_of(&B[0][0], allowed, ROWS, OTHER, TROPIC_INT32);
        assert_ok(context, tropic_mxm(&C, context, mask ? L : NULL, NULL, semiring, M, N, &d));
        read_matrix(C, z, found, has);
        for (int p = 0; p < ROWS * OTHER; p++) {
            const int r = p / OTHER, j = p % OTHER;
            total t = {0, false, {false, false}};
            for (int i = 0; i < COLS && (!mask || allowed[p] == (mask != 2)); i++)
                if (A_has[r][i] && B_has[i][j]) add(c, &t, A[r][i], B[i][j], i, j, found[p]);
            check_value(c, &t, has[p], found[p], "mxm");
        }
    }
}

/* Those of the table are the table's own, but for the plus of integers, which saturates there. */
static void test_known(void **unused)
{
    static const struct {
        tropic_builtin_operator add, multiply;
        const char *name;
    } rows[] = {
#define OPERATOR_plus TROPIC_PLUS
#define OPERATOR_min TROPIC_MIN
#define OPERATOR_max TROPIC_MAX
#define OPERATOR_lor TROPIC_LOR
#define OPERATOR_any TROPIC_ANY
#define OPERATOR_times TROPIC_TIMES
#define OPERATOR_land TROPIC_LAND
#define OPERATOR_first TROPIC_FIRST
#define OPERATOR_second TROPIC_SECOND
#define OPERATOR_pair TROPIC_PAIR
#define OPERATOR_secondi TROPIC_INDEX
#define ROW(NAME, name, add, mul, types) {OPERATOR_##add, OPERATOR_##mul, #name},
        TROPIC_SEMIRING_TABLE(ROW)};
    for (int s = 0; s < TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST; s++)
        for (int t = 0; t < TROPIC_TYPES; t++) {
            const tropic_type type = (tropic_type)t;
            const tropic_semiring *table = tropic_semiring_builtin((tropic_builtin)(TROPIC_BUILTINS_FIRST + s), type);
            const bool floating = type == TROPIC_FP32 || type == TROPIC_FP64;
            tropic_semiring *made = NULL;
            if (!table) continue;
            assert_ok(context,
                      tropic_semiring_from_operators(&made, context, tropic_operator_builtin(rows[s].add, type),
                                                     tropic_operator_builtin(rows[s].multiply, type)));
            if (rows[s].multiply == TROPIC_PLUS && !floating)
                assert_ptr_not_equal(made, table);
            else
                assert_ptr_equal(made, table);
            tropic_semiring_free(&made);
            assert_null(made);
            assert_string_equal(tropic_semiring_name(table), rows[s].name);
        }
}

static void test_laws(void **unused)
{
    for (int k = 0; k < COMPOSITIONS; k++) {
        if (!is_tried(k, 1, GPU_BLOCKS)) continue;
        tropic_type z;
        OWNED(tropic_semiring) *semiring = semiring_of(&compositions[k], &z);
        assert_ok(context, tropic_semiring_check(semiring, context, NULL, 0, 3, NULL));
    }
}

static void test_refused(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_operator *minus = tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT32);
    const tropic_operator *less = tropic_operator_builtin(TROPIC_LT, TROPIC_INT32);
    tropic_semiring *s = NULL;
    assert_int_equal(tropic_semiring_from_operators(&s, NULL, plus, minus), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_from_operators(NULL, context, plus, minus));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_from_operators(&s, context, NULL, minus));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_from_operators(&s, context, plus, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_semiring_from_operators(&s, context, minus, plus));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_semiring_from_operators(&s, context, plus, less));
    assert_null(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),    cmocka_unit_test(test_refused), cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_matrices), cmocka_unit_test(test_blocks),  cmocka_unit_test(test_laws),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_cached, context_close_cached);
}

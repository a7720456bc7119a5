/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices with few entries in very many rows and columns: each operation does there what it does on the small matrix
 * of the rows and columns that have entries, and takes memory for the entries alone.
 */
#include "tests/common.h"

#include "tests/files.h"

/* Rows and columns that have a name, and entries, of the small matrices; no allocation of the library may reach so many
 * bytes (in 2^31 rows, any array by row does). */
enum { N = 40, ENTRIES = 150, MOST_BYTES = 1 << 20 };

typedef struct shape {
    tropic_index n; /* rows and columns of the large matrices */
    bool ordinary;  /* which have all of them */
} shape;

static const shape shapes[] = {{TROPIC_INDEX_MAX, false}, {100000, false}, {100000, true}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct world {
    tropic_context *context;
    shape shape;
    uint64_t random;
    size_t largest;          /* bytes of one allocation */
    tropic_index name[N];    /* of the small matrices' rows and columns, ascending */
    tropic_matrix *small[3], *large[3]; /* A, B and a mask */
} world;

static void *allocate(size_t bytes, void *user)
{
    world *w = user;
    if (bytes > w->largest) w->largest = bytes;
    return malloc(bytes);
}

static void release(void *pointer, void *user)
{
    (void)user;
    free(pointer);
}

static void draw_matrix(world *w, int k)
{
    tropic_index rows[ENTRIES], cols[ENTRIES];
    int32_t values[ENTRIES];
    tropic_context *context = w->context;
    for (int e = 0; e < ENTRIES; e++) {
        rows[e] = test_below(&w->random, N);
        cols[e] = test_below(&w->random, N);
        values[e] = test_below(&w->random, 9) - 2;
    }
    assert_ok(context, tropic_matrix_from_coo(&w->small[k], context, N, N, ENTRIES, rows, cols, TROPIC_INT32, values,
                                              NULL));
    for (int e = 0; e < ENTRIES; e++) {
        rows[e] = w->name[rows[e]];
        cols[e] = w->name[cols[e]];
    }
    assert_ok(context, tropic_matrix_from_coo(&w->large[k], context, w->shape.n, w->shape.n, ENTRIES, rows, cols,
                                              TROPIC_INT32, values, NULL));
    if (w->shape.ordinary)
        assert_ok(context, tropic_matrix_set_form(w->large[k], context, TROPIC_MATRIX_BY_ROWS));
}

static void open_world(world *w, shape s)
{
    tropic_context_options options = {
        .size = sizeof options, .device = test_device(), .allocate = allocate, .release = release, .memory_user = w};
    *w = (world){.shape = s, .random = 7};
    assert_ok(NULL, tropic_context_create(&w->context, &options));
    /* The first and the last row are among them. */
    for (int k = 0; k < N; k++)
        w->name[k] = (tropic_index)((int64_t)(s.n - 1) * k / (N - 1));
    for (int k = 1; k < N - 1; k++) w->name[k] += test_below(&w->random, 100);
    for (int k = 0; k < 3; k++) draw_matrix(w, k);
}

static void close_world(world *w)
{
    for (int k = 0; k < 3; k++) {
        tropic_matrix_free(&w->small[k]);
        tropic_matrix_free(&w->large[k]);
    }
    if (w->shape.n == TROPIC_INDEX_MAX) assert_in_range(w->largest, 0, MOST_BYTES);
    tropic_context_free(&w->context);
}

/* A test of each shape. */
static void each_shape(void (*test)(world *))
{
    for (int s = 0; s < SHAPES; s++) {
        world w;
        open_world(&w, shapes[s]);
        test(&w);
        close_world(&w);
    }
}

typedef struct tuples {
    tropic_offset count;
    tropic_index *rows, *cols;
    int32_t *values;
} tuples;

static tuples get(tropic_context *context, const tropic_matrix *A)
{
    const tropic_offset count = tropic_matrix_count(A);
    tuples t = {count, calloc((size_t)count + 1, sizeof *t.rows), calloc((size_t)count + 1, sizeof *t.cols),
                calloc((size_t)count + 1, sizeof *t.values)};
    assert_int_equal(tropic_matrix_type(A), TROPIC_INT32);
    assert_ok(context, tropic_matrix_get_entries(A, context, t.rows, t.cols, t.values));
    return t;
}

static void tuples_free(tuples *t)
{
    free(t->rows);
    free(t->cols);
    free(t->values);
}

/* large(rows[i], cols[j]) = small(i, j), and nothing else; NULL: the world's names. Frees both. */
static void compare(world *w, const char *what, tropic_matrix **small, tropic_matrix **large, const tropic_index *rows,
                    const tropic_index *cols)
{
    tuples a = get(w->context, *small), b = get(w->context, *large);
    if (!rows) rows = w->name;
    if (!cols) cols = w->name;
    if (a.count != b.count)
        fail_msg("%s: %lld entries, not %lld", what, (long long)b.count, (long long)a.count);
    for (tropic_offset k = 0; k < a.count; k++)
        if (b.rows[k] != rows[a.rows[k]] || b.cols[k] != cols[a.cols[k]] || b.values[k] != a.values[k])
            fail_msg("%s: entry %lld is (%d, %d) %d, not (%d, %d) %d", what, (long long)k, b.rows[k], b.cols[k],
                     b.values[k], rows[a.rows[k]], cols[a.cols[k]], a.values[k]);
    tuples_free(&a);
    tuples_free(&b);
    tropic_matrix_free(small);
    tropic_matrix_free(large);
}

/* ---- operations with masks and accumulators --------------------------------------------------- */

static const int32_t TWO = 2, ZERO = 0;

static const tropic_operator *int32(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

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
/* Names ascend, so what lies below the diagonal does so by name, too. */
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
} operations[] = {{"mxm", multiply},           {"ewise_add", add},
                  {"ewise_multiply", intersect}, {"ewise_union", unite},
                  {"apply", apply},            {"apply_first", apply_first},
                  {"select", select_positive}, {"select tril", select_lower},
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
static void check_operations(world *w)
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
            assert_ok(w->context, operations[k].run(&small, w->context, masked ? w->small[2] : NULL, accum, w->small, &d));
            assert_ok(w->context, operations[k].run(&large, w->context, masked ? w->large[2] : NULL, accum, w->large, &d));
            compare(w, operations[k].name, &small, &large, NULL, NULL);
        }
    }
}

static void with_masks(void **state)
{
    (void)state;
    each_shape(check_operations);
}

/* ---- places ----------------------------------------------------------------------------------- */

/* Operators that give the place give that in the large matrix. */
static void check_places(world *w)
{
    static const tropic_builtin_operator ops[] = {TROPIC_ROW_INDEX, TROPIC_COL_INDEX};
    for (int k = 0; k < 2; k++) {
        tropic_matrix *C = NULL;
        tuples t, a = get(w->context, w->large[0]);
        assert_ok(w->context,
                  tropic_matrix_apply(&C, w->context, NULL, NULL, int32(ops[k]), w->large[0], &ZERO, NULL));
        t = get(w->context, C);
        assert_int_equal(t.count, a.count);
        for (tropic_offset e = 0; e < t.count; e++) assert_int_equal(t.values[e], (k == 0 ? a.rows : a.cols)[e]);
        tuples_free(&t);
        tuples_free(&a);
        tropic_matrix_free(&C);
    }
}

/* The index summed over: by name, and of 8 bits, where it wraps. */
static void check_secondi(world *w)
{
    static const tropic_builtin names[] = {TROPIC_MIN_SECONDI, TROPIC_ANY_SECONDI};
    for (int bits = 0; bits < 4; bits++) {
        const tropic_descriptor d = describe(bits);
        for (int k = 0; k < 2; k++) {
            const tropic_semiring *semiring = tropic_semiring_builtin(names[k], TROPIC_INT32);
            tropic_matrix *small = NULL, *large = NULL;
            tuples t, s;
            assert_ok(w->context, tropic_mxm(&small, w->context, NULL, NULL, semiring, w->small[0], w->small[1], &d));
            assert_ok(w->context, tropic_mxm(&large, w->context, NULL, NULL, semiring, w->large[0], w->large[1], &d));
            s = get(w->context, small);
            t = get(w->context, large);
            assert_int_equal(s.count, t.count);
            for (tropic_offset e = 0; k == 0 && e < t.count; e++)
                assert_int_equal(t.values[e], w->name[s.values[e]]);
            tuples_free(&s);
            tuples_free(&t);
            tropic_matrix_free(&small);
            tropic_matrix_free(&large);
        }
    }
}

static void with_places(void **state)
{
    (void)state;
    each_shape(check_places);
    each_shape(check_secondi);
}

/* ---- vectors ---------------------------------------------------------------------------------- */

/* The same entries as a small and a large vector. */
static void draw_vectors(world *w, tropic_vector **small, tropic_vector **large)
{
    enum { COUNT = 12 };
    tropic_index ids[COUNT], named[COUNT];
    int32_t values[COUNT];
    for (int k = 0; k < COUNT; k++) {
        ids[k] = (tropic_index)(3 * k + test_below(&w->random, 3));
        named[k] = w->name[ids[k]];
        values[k] = test_below(&w->random, 9) - 4;
    }
    assert_ok(w->context, tropic_vector_create(small, w->context, TROPIC_INT32, N));
    assert_ok(w->context, tropic_vector_create(large, w->context, TROPIC_INT32, w->shape.n));
    assert_ok(w->context, tropic_vector_put_entries(*small, COUNT, ids, values));
    assert_ok(w->context, tropic_vector_put_entries(*large, COUNT, named, values));
}

static void compare_vectors(world *w, const tropic_vector *small, const tropic_vector *large, const tropic_index *names)
{
    const tropic_index count = tropic_vector_count(small);
    tropic_index ids[2][N];
    int32_t values[2][N];
    assert_int_equal(tropic_vector_count(large), count);
    assert_ok(w->context, tropic_vector_get_entries(small, ids[0], values[0]));
    assert_ok(w->context, tropic_vector_get_entries(large, ids[1], values[1]));
    for (tropic_index k = 0; k < count; k++) {
        assert_int_equal(ids[1][k], (names ? names : w->name)[ids[0][k]]);
        assert_int_equal(values[1][k], values[0][k]);
    }
}

/* w<m> (accum)= A u and u A; and sums of rows and columns. */
static void check_vectors(world *w)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
    enum { BITS = 32 };
    for (int bits = 0; bits < BITS; bits++) {
        const tropic_operator *accum = bits % 3 == 0 ? int32(TROPIC_PLUS) : NULL;
        const tropic_descriptor d = describe(bits & ~2);
        tropic_vector *u[2], *m[2], *x[2];
        draw_vectors(w, &u[0], &u[1]);
        draw_vectors(w, &m[0], &m[1]);
        draw_vectors(w, &x[0], &x[1]);
        for (int k = 0; k < 2; k++) {
            const tropic_matrix *A = k == 0 ? w->small[0] : w->large[0];
            assert_ok(w->context, tropic_mxv(x[k], m[k], accum, semiring, A, u[k], &d));
            assert_ok(w->context, tropic_vxm(x[k], m[k], accum, semiring, u[k], A, &d));
            assert_ok(w->context, tropic_reduce_matrix(x[k], m[k], int32(TROPIC_PLUS), int32(TROPIC_PLUS), A, &d));
        }
        compare_vectors(w, x[0], x[1], NULL);
        for (int k = 0; k < 2; k++) {
            tropic_vector_free(&u[k]);
            tropic_vector_free(&m[k]);
            tropic_vector_free(&x[k]);
        }
    }
}

/* A search that a user writes: levels from the first vertex. */
static void check_search(world *w)
{
    const tropic_semiring *any = tropic_semiring_builtin(TROPIC_ANY_PAIR, TROPIC_INT32);
    const tropic_descriptor unvisited = {
        .size = sizeof unvisited, .structure = true, .complement = true, .replace = true};
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    tropic_vector *level[2], *front[2];
    for (int k = 0; k < 2; k++) {
        const tropic_index n = k == 0 ? N : w->shape.n, first = k == 0 ? 1 : w->name[1];
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
    compare_vectors(w, level[0], level[1], NULL);
    for (int k = 0; k < 2; k++) {
        tropic_vector_free(&level[k]);
        tropic_vector_free(&front[k]);
    }
}

static void with_vectors(void **state)
{
    (void)state;
    each_shape(check_vectors);
    each_shape(check_search);
}

/* ---- parts ------------------------------------------------------------------------------------ */

/* Rows and columns by lists, in any order and twice; a row and a column; ranges. */
static void check_parts(world *w)
{
    enum { ROWS = 6, COLS = 5 };
    const tropic_index rows[ROWS] = {7, 3, 3, 39, 0, 21}, cols[COLS] = {1, 2, 20, 30, 39};
    const tropic_index all[] = {0, 1, 2, 3, 4, 5};
    tropic_index named_rows[ROWS], named_cols[COLS], back[N];
    tropic_matrix *small = NULL, *large = NULL;
    tropic_vector *x[2];
    tropic_indices I = {.ids = rows, .count = ROWS}, J = {.ids = cols, .count = COLS};
    tropic_indices NI = {.ids = named_rows, .count = ROWS}, NJ = {.ids = named_cols, .count = COLS};
    const tropic_indices backward = {.first = w->shape.n - 1, .count = w->shape.n, .stride = -1};
    const tropic_indices small_backward = {.first = N - 1, .count = N, .stride = -1};
    for (int k = 0; k < ROWS; k++) named_rows[k] = w->name[rows[k]];
    for (int k = 0; k < COLS; k++) named_cols[k] = w->name[cols[k]];
    for (int k = 0; k < N; k++) back[k] = w->shape.n - 1 - w->name[N - 1 - k];
    assert_ok(w->context, tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], &I, &J, NULL));
    assert_ok(w->context, tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], &NI, &NJ, NULL));
    compare(w, "extract", &small, &large, all, all);
    assert_ok(w->context, tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], NULL, &I, NULL));
    assert_ok(w->context, tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], NULL, &NI, NULL));
    compare(w, "extract columns", &small, &large, NULL, all);
    if (!w->shape.ordinary) { /* (Else the range is listed.) */
        assert_ok(w->context,
                  tropic_matrix_extract(&small, w->context, NULL, NULL, w->small[0], &small_backward, NULL, NULL));
        assert_ok(w->context, tropic_matrix_extract(&large, w->context, NULL, NULL, w->large[0], &backward, NULL, NULL));
        compare(w, "extract backward", &small, &large, back, NULL);
    }
    draw_vectors(w, &x[0], &x[1]);
    for (int k = 0; k < 2; k++) {
        const tropic_matrix *A = k == 0 ? w->small[0] : w->large[0];
        const tropic_index line = k == 0 ? 7 : w->name[7];
        assert_ok(w->context, tropic_matrix_extract_row(x[k], NULL, int32(TROPIC_PLUS), A, line, NULL, NULL));
        assert_ok(w->context, tropic_matrix_extract_column(x[k], NULL, int32(TROPIC_PLUS), A, NULL, line, NULL));
        assert_ok(w->context, tropic_matrix_extract_diagonal(x[k], NULL, int32(TROPIC_PLUS), A, 0, NULL));
    }
    compare_vectors(w, x[0], x[1], NULL);
    assert_ok(w->context, tropic_matrix_diagonal(&small, w->context, NULL, NULL, x[0], 0, NULL));
    assert_ok(w->context, tropic_matrix_diagonal(&large, w->context, NULL, NULL, x[1], 0, NULL));
    compare(w, "diagonal", &small, &large, NULL, NULL);
    tropic_vector_free(&x[0]);
    tropic_vector_free(&x[1]);
}

/* 4 x 4 entries by a matrix of n / 4. */
static void check_kronecker(world *w)
{
    enum { BLOCK = 4, COUNT = 5 };
    static const tropic_index is[COUNT] = {0, 1, 1, 2, 3}, js[COUNT] = {3, 0, 1, 2, 0};
    static const int32_t values[COUNT] = {1, 2, 3, 4, 5};
    const tropic_index part = w->shape.n / BLOCK;
    tropic_matrix *A = NULL, *B = NULL, *C = NULL, *small = NULL;
    tropic_index named[BLOCK * BLOCK], far[COUNT];
    for (int k = 0; k < COUNT; k++) far[k] = js[k] * (part / BLOCK);
    for (int k = 0; k < BLOCK * BLOCK; k++) named[k] = k / BLOCK * part + k % BLOCK * (part / BLOCK);
    assert_ok(w->context,
              tropic_matrix_from_coo(&A, w->context, BLOCK, BLOCK, COUNT, is, js, TROPIC_INT32, values, NULL));
    assert_ok(w->context, tropic_kronecker(&small, w->context, NULL, NULL, int32(TROPIC_TIMES), A, A, NULL));
    for (int k = 0; k < COUNT; k++) far[k] = is[k] * (part / BLOCK);
    {
        tropic_index far_cols[COUNT];
        for (int k = 0; k < COUNT; k++) far_cols[k] = js[k] * (part / BLOCK);
        assert_ok(w->context,
                  tropic_matrix_from_coo(&B, w->context, part, part, COUNT, far, far_cols, TROPIC_INT32, values, NULL));
    }
    assert_ok(w->context, tropic_kronecker(&C, w->context, NULL, NULL, int32(TROPIC_TIMES), A, B, NULL));
    assert_int_equal(tropic_matrix_rows(C), BLOCK * part);
    compare(w, "kronecker", &small, &C, named, named);
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
}

/* Larger, smaller than the last name, and small. */
static void check_resize(world *w)
{
    enum { KEPT = 20 };
    tropic_matrix *small = NULL, *large = NULL;
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    assert_ok(w->context, tropic_matrix_duplicate(&large, w->context, w->large[0]));
    assert_ok(w->context, tropic_matrix_resize(&small, w->context, KEPT, N));
    assert_ok(w->context, tropic_matrix_resize(&large, w->context, w->name[KEPT - 1] + 1, w->shape.n));
    compare(w, "resize", &small, &large, NULL, NULL);
    assert_ok(w->context, tropic_matrix_duplicate(&large, w->context, w->small[0]));
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    if (!w->shape.ordinary) {
        tropic_index same[N];
        for (int k = 0; k < N; k++) same[k] = k;
        assert_ok(w->context, tropic_matrix_resize(&large, w->context, w->shape.n, w->shape.n));
        compare(w, "resize", &small, &large, same, same);
    }
    tropic_matrix_free(&small);
    tropic_matrix_free(&large);
}

static void parts(void **state)
{
    (void)state;
    each_shape(check_parts);
    each_shape(check_kronecker);
    each_shape(check_resize);
}

/* ---- entries ---------------------------------------------------------------------------------- */

/* Set, removed and got one by one; iterated; summed; cleared. */
static void check_entries(world *w)
{
    tropic_matrix *small = w->small[0], *large = w->large[0], *C = NULL;
    tropic_entries e, f;
    int32_t sums[2];
    for (int k = 0; k < 2 * N; k++) {
        const tropic_index i = test_below(&w->random, N), j = test_below(&w->random, N);
        const int32_t value = 100 + k;
        int32_t found[2] = {0};
        bool present[2];
        if (k % 3 == 0) {
            assert_ok(w->context, tropic_matrix_remove(small, w->context, i, j));
            assert_ok(w->context, tropic_matrix_remove(large, w->context, w->name[i], w->name[j]));
        } else {
            assert_ok(w->context, tropic_matrix_set(small, w->context, i, j, &value));
            assert_ok(w->context, tropic_matrix_set(large, w->context, w->name[i], w->name[j], &value));
        }
        assert_ok(w->context, tropic_matrix_get(small, w->context, j, i, &found[0], &present[0]));
        assert_ok(w->context, tropic_matrix_get(large, w->context, w->name[j], w->name[i], &found[1], &present[1]));
        assert_int_equal(present[0], present[1]);
        assert_int_equal(found[0], found[1]);
        if (k == N) assert_ok(w->context, tropic_matrix_reduce(sums, w->context, int32(TROPIC_PLUS), large));
    }
    assert_int_equal(tropic_matrix_count(small), tropic_matrix_count(large));
    for (int k = 0; k < 2; k++)
        assert_ok(w->context, tropic_matrix_reduce(&sums[k], w->context, int32(TROPIC_PLUS), k ? large : small));
    assert_int_equal(sums[0], sums[1]);
    assert_ok(w->context, tropic_matrix_entries(&e, small, w->context));
    assert_ok(w->context, tropic_matrix_entries(&f, large, w->context));
    tropic_entries_seek(&e, 5);
    tropic_entries_seek(&f, w->name[4] + 1);
    while (tropic_entries_next(&e)) {
        assert_true(tropic_entries_next(&f));
        assert_int_equal(f.row, w->name[e.row]);
        assert_int_equal(f.col, w->name[e.col]);
        assert_int_equal(*(const int32_t *)f.value, *(const int32_t *)e.value);
    }
    assert_false(tropic_entries_next(&f));
    assert_ok(w->context, tropic_matrix_clear(&w->large[0], w->context));
    assert_int_equal(tropic_matrix_count(w->large[0]), 0);
    assert_ok(w->context, tropic_matrix_create(&C, w->context, TROPIC_INT32, w->shape.n, w->shape.n));
    assert_ok(w->context, tropic_matrix_set(C, w->context, w->shape.n - 1, 3, &TWO));
    assert_ok(w->context, tropic_matrix_ewise_add(&C, w->context, NULL, NULL, int32(TROPIC_PLUS), C, C, NULL));
    assert_ok(w->context, tropic_matrix_get(C, w->context, w->shape.n - 1, 3, &sums[0], NULL));
    assert_int_equal(sums[0], 2 * TWO);
    tropic_matrix_free(&C);
}

static void entries(void **state)
{
    (void)state;
    each_shape(check_entries);
}

/* ---- files ------------------------------------------------------------------------------------ */

static void check_file(world *w, const char *suffix)
{
    char *path = test_file_name(suffix);
    tropic_matrix *A = NULL, *both = NULL, *small = NULL;
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true};
    assert_ok(w->context, tropic_matrix_save(w->large[0], w->context, path, TROPIC_FORMAT_AUTO));
    assert_ok(w->context, tropic_matrix_load(&A, w->context, path, NULL));
    assert_ok(w->context, tropic_matrix_duplicate(&small, w->context, w->small[0]));
    assert_int_equal(tropic_matrix_rows(A), w->shape.n);
    compare(w, suffix, &small, &A, NULL, NULL);
    /* A symmetric one is written as such. */
    assert_ok(w->context, tropic_matrix_ewise_add(&both, w->context, NULL, NULL, int32(TROPIC_PLUS), w->large[0],
                                                  w->large[0], &second));
    assert_ok(w->context, tropic_matrix_ewise_add(&small, w->context, NULL, NULL, int32(TROPIC_PLUS), w->small[0],
                                                  w->small[0], &second));
    assert_ok(w->context, tropic_matrix_save(both, w->context, path, TROPIC_FORMAT_AUTO));
    assert_ok(w->context, tropic_matrix_load(&A, w->context, path, NULL));
    if (strstr(suffix, ".mtx")) assert_int_equal(tropic_matrix_file_direction(A), TROPIC_FILE_UNDIRECTED);
    compare(w, suffix, &small, &A, NULL, NULL);
    tropic_matrix_free(&both);
    assert_int_equal(remove(path), 0);
    free(path);
}

static void check_files(world *w)
{
    check_file(w, "hypersparse.mtx");
    check_file(w, "hypersparse.gr");
}

static void files(void **state)
{
    (void)state;
    each_shape(check_files);
}

/* ---- building --------------------------------------------------------------------------------- */

/* Messages have the rows and columns of the matrix; duplicates combine by place, opposites too. */
static void build(void **state)
{
    static const tropic_index rows[] = {2000000000, 5, 2000000000}, cols[] = {1999999999, 2000000000, 1999999999};
    static const int32_t values[] = {1, 2, 4};
    const tropic_build_options refuse = {.size = sizeof refuse, .duplicates = TROPIC_DUPLICATES_REFUSE};
    const tropic_build_options by_place = {.size = sizeof by_place, .duplicates_op = int32(TROPIC_COL_INDEX)};
    const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_context *context = test_context();
    tropic_matrix *A = NULL;
    int32_t value;
    (void)state;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols, TROPIC_INT32,
                                         values, &refuse));
    assert_non_null(strstr(tropic_context_error(context), "(2000000000, 1999999999)"));
    assert_ok(context, tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols,
                                              TROPIC_INT32, values, &by_place));
    assert_ok(context, tropic_matrix_get(A, context, 2000000000, 1999999999, &value, NULL));
    assert_int_equal(value, 1999999999 + 4);
    tropic_matrix_free(&A);
    assert_ok(context, tropic_matrix_from_coo(&A, context, TROPIC_INDEX_MAX, TROPIC_INDEX_MAX, 3, rows, cols,
                                              TROPIC_INT32, values, &undirected));
    assert_int_equal(tropic_matrix_count(A), 4);
    assert_ok(context, tropic_matrix_get(A, context, 1999999999, 2000000000, &value, NULL));
    assert_int_equal(value, 5);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
}

/* ---- forms ------------------------------------------------------------------------------------ */

/* Reported, and dropped; those of a matrix by rows are made again on demand. */
static void forms(void **state)
{
    static const tropic_index rows[] = {0, 2, 2}, cols[] = {1, 0, 2};
    static const int32_t values[] = {1, 2, 4};
    const size_t one = 4 * sizeof(tropic_offset) + 3 * (sizeof(tropic_index) + sizeof(int32_t));
    tropic_context *context = test_context();
    tropic_matrix_forms f = {.size = sizeof f};
    tropic_matrix *A = NULL;
    tuples t;
    double sum;
    (void)state;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && !f.hypersparse);
    assert_int_equal(f.bytes_by_rows, one);
    assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), A));
    assert_ok(context, tropic_matrix_set(A, context, 1, 1, &TWO));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && f.by_columns);
    assert_int_equal(f.bytes_by_columns, one + sizeof(tropic_index) + sizeof(int32_t));
    assert_int_equal(f.pending, 1);
    assert_true(f.bytes_pending > 0);
    assert_int_equal(f.casts, 1);
    assert_true(f.bytes_casts > 0);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_COLUMNS));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(!f.by_rows && f.by_columns && !f.hypersparse && f.casts == 0 && f.pending == 0);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_HYPERSPARSE));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && f.hypersparse);
    assert_int_equal(f.named_rows, 3);
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_AUTO));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.by_rows && !f.by_columns && !f.hypersparse);
    t = get(context, A);
    assert_int_equal(t.count, 4);
    assert_int_equal(t.values[1], TWO);
    tuples_free(&t);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set_form(A, context, (tropic_matrix_form)9));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_set_form(NULL, context, TROPIC_MATRIX_AUTO));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_report(A, context, NULL));
    f.size = 0;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_report(A, context, &f));
    tropic_matrix_free(&A);
    tropic_context_free(&context);
}

/* By the number of entries: many make a matrix ordinary, few of them do not make it hypersparse again. */
static void forms_by_count(void **state)
{
    enum { SIDE = 1 << 17, FEW = SIDE / 20, MANY = SIDE / 6 };
    tropic_context *context = test_context();
    tropic_matrix_forms f = {.size = sizeof f};
    tropic_index *ids = calloc(MANY, sizeof *ids);
    int32_t *ones = calloc(MANY, sizeof *ones);
    tropic_matrix *A = NULL, *B = NULL;
    (void)state;
    for (int k = 0; k < MANY; k++) ids[k] = k;
    assert_ok(context, tropic_matrix_from_coo(&A, context, SIDE, SIDE, FEW, ids, ids, TROPIC_INT32, ones, NULL));
    assert_ok(context, tropic_matrix_from_coo(&B, context, SIDE, SIDE, MANY, ids, ids, TROPIC_INT32, ones, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.hypersparse && !f.by_rows && !f.by_columns);
    assert_ok(context, tropic_matrix_report(B, context, &f));
    assert_false(f.hypersparse);
    assert_ok(context, tropic_matrix_ewise_add(&A, context, NULL, NULL, int32(TROPIC_PLUS), A, A, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_true(f.hypersparse);
    for (int k = 0; k < MANY; k++) assert_ok(context, tropic_matrix_set(A, context, k, 0, &TWO));
    assert_ok(context, tropic_matrix_select(&B, context, NULL, NULL, int32(TROPIC_NE), A, &ZERO, NULL));
    assert_ok(context, tropic_matrix_report(A, context, &f));
    assert_false(f.hypersparse);
    free(ids);
    free(ones);
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_masks), cmocka_unit_test(with_places), cmocka_unit_test(with_vectors),
        cmocka_unit_test(parts),      cmocka_unit_test(entries),     cmocka_unit_test(files),
        cmocka_unit_test(build),      cmocka_unit_test(forms),       cmocka_unit_test(forms_by_count),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

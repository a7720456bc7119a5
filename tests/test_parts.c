/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of large matrices against plain loops: long rows, millions of empty ones, tiles' borders, rows and columns that
 * repeat. A GPU's results of its own matrices never come by way of the host.
 */
#include "formats/matrix/matrix.h"
#include "tests/context.h"

/* Rows of sorted columns, as the caller gives them. */
typedef struct plain {
    tropic_index rows, cols;
    tropic_offset *offsets;
    tropic_index *ids;
    int32_t *values; /* NULL: a pattern */
} plain;

static uint64_t seed = 5;

/* -- plain matrices ---------------------------------------------------------------------------- */

static plain plain_of(tropic_index rows, tropic_index cols, tropic_offset count, bool pattern)
{
    plain p = {.rows = rows, .cols = cols};
    p.offsets = calloc((size_t)rows + 1, sizeof *p.offsets);
    p.ids = malloc(((size_t)count + 1) * sizeof *p.ids);
    if (!pattern) p.values = malloc(((size_t)count + 1) * sizeof *p.values);
    return p;
}

static void plain_free(plain *p)
{
    free(p->offsets);
    free(p->ids);
    free(p->values);
}

/* Row r has about lengths[r % count] entries, anywhere among the columns. */
static plain draw(tropic_index rows, tropic_index cols, const tropic_index *lengths, int count, bool pattern)
{
    tropic_offset room = 0;
    plain p;
    for (tropic_index r = 0; r < rows; r++) room += lengths[r % count];
    p = plain_of(rows, cols, room, pattern);
    for (tropic_index r = 0; r < rows; r++) {
        const tropic_index length = lengths[r % count];
        const int64_t step = length > 0 ? cols / length : 0;
        tropic_offset at = p.offsets[r];
        for (tropic_index k = 0; k < length && step > 0; k++, at++) {
            p.ids[at] = (tropic_index)(k * step + test_below(&seed, (int32_t)step));
            if (p.values) p.values[at] = test_below(&seed, 1000) - 500;
        }
        p.offsets[r + 1] = at;
    }
    return p;
}

static tropic_matrix *matrix_of(const plain *p)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_csr(&A, context, p->rows, p->cols, p->offsets, p->ids,
                                              p->values ? TROPIC_INT32 : TROPIC_BOOL, p->values, NULL));
    return A;
}

static void compare(const tropic_matrix *A, const plain *p, const char *text)
{
    const tropic_offset *offsets, count = p->offsets[p->rows];
    const tropic_index *ids;
    const void *values;
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    if (tropic_matrix_rows(A) != p->rows || tropic_matrix_cols(A) != p->cols ||
        memcmp(offsets, p->offsets, ((size_t)p->rows + 1) * sizeof *offsets) != 0 ||
        memcmp(ids, p->ids, (size_t)count * sizeof *ids) != 0)
        fail_msg("%s: %d x %d, of %lld entries: other entries", text, p->rows, p->cols, (long long)count);
    assert_true((values != NULL) == (p->values != NULL));
    if (values && memcmp(values, p->values, (size_t)count * sizeof *p->values) != 0)
        fail_msg("%s: %d x %d, of %lld entries: other values", text, p->rows, p->cols, (long long)count);
}

/* -- extract ----------------------------------------------------------------------------------- */

typedef struct found {
    tropic_index col;
    int32_t value;
} found;

static int by_column(const void *a, const void *b)
{
    const tropic_index x = ((const found *)a)->col, y = ((const found *)b)->col;
    return x < y ? -1 : x > y;
}

static tropic_index pick(const tropic_indices *list, tropic_index k)
{
    return !list ? k : list->ids ? list->ids[k] : list->first + k * (list->stride ? list->stride : 1);
}

/* For each column of p, the places that it has in a list: the first, and behind each the next. */
static void turn_list(const plain *p, const tropic_indices *cols, tropic_index count, tropic_index **first,
                      tropic_index **next)
{
    *first = malloc(((size_t)p->cols + 1) * sizeof **first);
    *next = malloc(((size_t)count + 1) * sizeof **next);
    for (tropic_index j = 0; j < p->cols; j++) (*first)[j] = -1;
    for (tropic_index c = count - 1; c >= 0; c--) {
        const tropic_index j = pick(cols, c);
        (*next)[c] = (*first)[j];
        (*first)[j] = c;
    }
}

static plain extract(const plain *p, const tropic_indices *rows, const tropic_indices *cols)
{
    const tropic_index m = rows ? rows->count : p->rows, n = cols ? cols->count : p->cols;
    OWNED_MEMORY tropic_index *first = NULL, *next = NULL;
    tropic_offset count = 0;
    OWNED_MEMORY found *row = NULL;
    plain out;
    turn_list(p, cols, n, &first, &next);
    row = malloc(((size_t)n + 1) * sizeof *row);
    for (tropic_index i = 0; i < m; i++)
        for (tropic_offset k = p->offsets[pick(rows, i)]; k < p->offsets[pick(rows, i) + 1]; k++)
            for (tropic_index c = first[p->ids[k]]; c >= 0; c = next[c]) count++;
    out = plain_of(m, n, count, !p->values);
    for (tropic_index i = 0; i < m; i++) {
        tropic_offset at = out.offsets[i];
        tropic_index length = 0;
        for (tropic_offset k = p->offsets[pick(rows, i)]; k < p->offsets[pick(rows, i) + 1]; k++)
            for (tropic_index c = first[p->ids[k]]; c >= 0; c = next[c])
                row[length++] = (found){c, p->values ? p->values[k] : 1};
        qsort(row, (size_t)length, sizeof *row, by_column);
        for (tropic_index k = 0; k < length; k++, at++) {
            out.ids[at] = row[k].col;
            if (out.values) out.values[at] = row[k].value;
        }
        out.offsets[i + 1] = at;
    }
    return out;
}

typedef enum list_kind { ALL, SPAN, STRIDE, BACKWARDS, ASCENDING, PERMUTATION, REPEATS, NONE, LISTS } list_kind;

static tropic_indices draw_list(list_kind kind, tropic_index n)
{
    const tropic_index some = n / 3;
    tropic_index *ids = malloc(((size_t)n + 1) * sizeof *ids), count = n;
    if (kind == SPAN) return (free(ids), (tropic_indices){.first = some, .count = n - some - some / 2});
    if (kind == STRIDE) return (free(ids), (tropic_indices){.count = (n + 1) / 2, .stride = 2});
    if (kind == BACKWARDS) return (free(ids), (tropic_indices){.first = n - 1, .count = n, .stride = -1});
    for (tropic_index k = 0; k < n; k++) ids[k] = kind == REPEATS ? test_below(&seed, n) : k;
    for (tropic_index k = n - 1; kind == PERMUTATION && k > 0; k--) {
        const tropic_index other = test_below(&seed, k + 1), id = ids[k];
        ids[k] = ids[other];
        ids[other] = id;
    }
    if (kind == ASCENDING) count = 0;
    for (tropic_index k = 0; kind == ASCENDING && k < n; k++)
        if (test_below(&seed, 3) > 0) ids[count++] = k;
    if (kind == NONE) count = 0;
    return (tropic_indices){.ids = ids, .count = count};
}

/* By these kinds of lists, or both by one and the same list. */
static void check_extract(const plain *p, const tropic_matrix *A, list_kind of_rows, list_kind of_cols)
{
    const bool same = of_rows == PERMUTATION && of_cols == PERMUTATION && p->rows == p->cols;
    const tropic_indices rows = draw_list(of_rows, p->rows), cols = same ? rows : draw_list(of_cols, p->cols);
    const tropic_indices *I = of_rows == ALL ? NULL : &rows, *J = of_cols == ALL ? NULL : &cols;
    plain due = extract(p, I, J);
    tropic_matrix *C = NULL;
    assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A, I, J, NULL));
    compare(C, &due, "extract");
    tropic_matrix_free(&C);
    plain_free(&due);
    free((void *)rows.ids);
    if (!same) free((void *)cols.ids);
}

static void check_parts(const plain *p)
{
    OWNED(tropic_matrix) *A = matrix_of(p);
    for (int k = 0; k < LISTS * LISTS; k++)
        if (p->rows + p->cols < 100 || test_below(&seed, 4) == 0 || k % LISTS == k / LISTS)
            check_extract(p, A, (list_kind)(k / LISTS), (list_kind)(k % LISTS));
}

/* Entries of one row, and of several, around the length of a GPU's tiles. */
static void test_borders(void **unused)
{
    static const tropic_index lengths[] = {0, 1, 2045, 2046, 2047, 2048, 2049, 4094, 4096};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (tropic_index rows = 1; rows <= 3; rows++) {
            OWNED(plain) p = draw(rows, 5000, lengths + k, 1, rows == 2);
            check_parts(&p);
        }
}

static void test_shapes(void **unused)
{
    static const tropic_index few[] = {0, 3, 1, 0, 17}, hub[] = {1, 200000, 0, 40};
    static const struct {
        tropic_index rows, cols;
        const tropic_index *lengths;
        int count;
    } shapes[] = {{0, 0, few, 5},      {0, 4, few, 5},          {4, 0, few, 1},     {1, 1, few + 2, 1},
                  {40, 30, few, 5},    {30, 30, few, 5},        {900, 900, few, 5}, {5000, 300, few, 5},
                  {8, 300000, hub, 4}, {100000, 100000, few, 5}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int pattern = 0; pattern < 2; pattern++) {
            const tropic_index rows = test_sized(shapes[k].rows, shapes[k].rows < 900 ? shapes[k].rows : 900);
            OWNED(plain) p = draw(rows, shapes[k].cols, shapes[k].lengths, shapes[k].count, pattern);
            check_parts(&p);
        }
}

/* Millions of rows, of which a few have entries. */
static void test_empty_rows(void **unused)
{
    const tropic_index rows = test_sized(3000000, 30000), lengths[] = {500};
    OWNED(plain) p = draw(1, 4000, lengths, 1, false), tall = plain_of(rows, 4000, 500, false);
    const tropic_indices backwards = {.first = rows - 1, .count = rows, .stride = -1};
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    memcpy(tall.ids, p.ids, 500 * sizeof *p.ids);
    memcpy(tall.values, p.values, 500 * sizeof *p.values);
    for (tropic_index r = 0; r < rows; r++)
        tall.offsets[r + 1] = r < rows / 3 ? 0 : r < rows - 2 ? 200 : r < rows - 1 ? 499 : 500;
    A = matrix_of(&tall);
    for (int k = 0; k < 2; k++) {
        OWNED(plain) due = extract(&tall, &backwards, NULL);
        assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A, &backwards, NULL, NULL));
        compare(C, &due, "empty rows");
    }
}

/* -- laws of large matrices -------------------------------------------------------------------- */

/* A is put together again from tiles, from the lines of a permutation, from its lines, and from its transpose. */
static void test_parts_make_the_matrix(void **unused)
{
    static const tropic_index lengths[] = {0, 3, 1, 0, 17, 30};
    const tropic_index n = test_sized(40000, 700), cuts[] = {1, n / 3, 0, n - 1 - n / 3};
    const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
    OWNED(plain) p = draw(n, n, lengths, 6, false);
    tropic_indices I = draw_list(PERMUTATION, n), J = draw_list(PERMUTATION, n);
    OWNED(tropic_matrix) *A = matrix_of(&p), *B = NULL, *C = NULL;
    tropic_matrix *tiles[16];
    assert_ok(context, tropic_matrix_split(tiles, context, A, cuts, 4, cuts, 4, NULL));
    assert_ok(context, tropic_matrix_concat(&C, context, NULL, NULL, (const tropic_matrix *const *)tiles, 4, 4, NULL));
    compare(C, &p, "tiles");
    assert_ok(context, tropic_matrix_extract(&B, context, NULL, NULL, A, &I, &J, NULL));
    assert_ok(context, tropic_matrix_clear(&C, context));
    assert_ok(context, tropic_matrix_assign(&C, context, NULL, NULL, B, &I, &J, NULL));
    compare(C, &p, "extract and assign");
    assert_ok(context, tropic_transpose(&B, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, B, NULL, NULL, &turned));
    compare(C, &p, "transposes");
    assert_ok(context, tropic_matrix_resize(&C, context, 2 * n, 2 * n));
    assert_ok(context, tropic_matrix_resize(&C, context, n, n));
    compare(C, &p, "resize");
    for (int k = 0; k < 16; k++) tropic_matrix_free(&tiles[k]);
    free((void *)I.ids);
    free((void *)J.ids);
}

/* A long row and column, a block of places, and rows of a product of which some have many entries. */
static void test_long_products(void **unused)
{
    static const tropic_index a_lengths[] = {3, 0, 90}, b_lengths[] = {100, 0, 1};
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_INT32);
    OWNED(plain) a = draw(30, 100, a_lengths, 3, false), b = draw(20, 300, b_lengths, 3, false);
    OWNED(plain) due = plain_of(600, 30000, a.offsets[30] * b.offsets[20], false);
    OWNED(tropic_matrix) *A = matrix_of(&a), *B = matrix_of(&b), *C = NULL;
    for (tropic_index i = 0; i < due.rows; i++) {
        const tropic_index r = i / b.rows, s = i % b.rows;
        tropic_offset at = due.offsets[i];
        for (tropic_offset x = a.offsets[r]; x < a.offsets[r + 1]; x++)
            for (tropic_offset y = b.offsets[s]; y < b.offsets[s + 1]; y++, at++) {
                due.ids[at] = a.ids[x] * b.cols + b.ids[y];
                due.values[at] = a.values[x] * b.values[y];
            }
        due.offsets[i + 1] = at;
    }
    assert_ok(context, tropic_kronecker(&C, context, NULL, NULL, times, A, B, NULL));
    compare(C, &due, "kronecker");
}

/* -- on the device ----------------------------------------------------------------------------- */

static void assert_not_here(const tropic_matrix *A, const char *name)
{
    if (test_device() != TROPIC_DEVICE_CUDA) return;
    if (A->host.sides[TP_BY_ROW].present || A->host.sides[TP_BY_COLUMN].present) fail_msg("%s is in host memory", name);
}

/* Each operation of a matrix that the GPU alone has, a vector among them; none of the matrices comes to the host. */
static void test_stays_on_the_device(void **unused)
{
    static const tropic_index lengths[] = {0, 3, 1, 0, 17, 30};
    const tropic_index n = 600, halves[] = {n / 2, n - n / 2};
    const int32_t one = 1;
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_INT32);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    OWNED(plain) p = draw(n, n, lengths, 6, false), small = draw(3, 3, lengths + 2, 1, false);
    const tropic_indices I = draw_list(PERMUTATION, n), J = draw_list(REPEATS, n), K = draw_list(ASCENDING, n);
    const tropic_indices some = {.first = 4, .count = 20, .stride = 7};
    OWNED(tropic_matrix) *here = matrix_of(&p), *S = matrix_of(&small), *A = NULL;
    tropic_matrix *made[16] = {NULL};
    OWNED(tropic_vector) *v = NULL;
    assert_ok(context, tropic_matrix_apply(&A, context, NULL, NULL, times, here, &one, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, n));
    assert_ok(context, tropic_matrix_extract(&made[0], context, NULL, NULL, A, &I, &I, NULL));
    assert_ok(context, tropic_matrix_extract(&made[1], context, NULL, NULL, A, &J, &K, NULL));
    assert_ok(context, tropic_matrix_extract(&made[2], context, made[0], plus, A, &J, &J, NULL));
    assert_ok(context, tropic_transpose(&made[3], context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_transpose(&made[4], context, A, plus, A, NULL));
    assert_ok(context, tropic_kronecker(&made[5], context, NULL, NULL, times, A, S, NULL));
    assert_ok(context, tropic_matrix_split(&made[6], context, A, halves, 2, halves, 2, NULL));
    assert_ok(context,
              tropic_matrix_concat(&made[10], context, NULL, NULL, (const tropic_matrix *const *)&made[6], 2, 2, NULL));
    assert_ok(context, tropic_matrix_extract_row(v, NULL, NULL, A, 4, &J, NULL));
    assert_ok(context, tropic_matrix_extract_column(v, NULL, plus, A, NULL, 2, NULL));
    assert_ok(context, tropic_matrix_extract_diagonal(v, NULL, plus, A, 0, NULL));
    assert_ok(context, tropic_matrix_diagonal(&made[11], context, NULL, NULL, v, 0, NULL));
    assert_ok(context, tropic_matrix_duplicate(&made[12], context, A));
    assert_ok(context, tropic_matrix_resize(&made[12], context, n / 2, 2 * n));
    assert_ok(context, tropic_matrix_duplicate(&made[13], context, A));
    assert_ok(context, tropic_matrix_assign(&made[13], context, made[0], NULL, A, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_duplicate(&made[14], context, A));
    assert_ok(context, tropic_matrix_assign_scalar(&made[14], context, made[0], plus, &one, NULL, NULL, NULL));
    assert_ok(context, tropic_matrix_duplicate(&made[15], context, A));
    assert_ok(context, tropic_matrix_assign(&made[15], context, A, plus, made[0], &I, &I, NULL));
    assert_ok(context, tropic_matrix_subassign(&made[15], context, made[0], NULL, A, &I, &I, NULL));
    assert_ok(context, tropic_matrix_subassign_scalar(&made[15], context, NULL, plus, &one, &some, &some, NULL));
    assert_ok(context, tropic_matrix_assign_row(&made[15], context, v, NULL, v, 3, &I, NULL));
    assert_ok(context, tropic_matrix_subassign_column(&made[15], context, v, plus, v, &I, 5, NULL));
    for (int k = 0; k < 16; k++)
        if (made[k]) assert_not_here(made[k], "a result");
    assert_not_here(A, "A");
    for (int k = 0; k < 16; k++) tropic_matrix_free(&made[k]);
    free((void *)I.ids);
    free((void *)J.ids);
    free((void *)K.ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_borders),       cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_empty_rows),    cmocka_unit_test(test_parts_make_the_matrix),
        cmocka_unit_test(test_long_products), cmocka_unit_test(test_stays_on_the_device),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/matrix_calls.h"
#include "tests/files.h"
#include "tests/fixtures.h"

enum { N = MATRIX_CALLS_N, SOURCES = 3 };
enum { INPUT, MASK, RESULT };

/* A small matrix to go with the one that is looked at. */
static tropic_matrix *other_matrix(const matrix_outcome *o)
{
    tropic_index rows[3 * N], cols[3 * N];
    int64_t values[3 * N] = {0};
    tropic_matrix *A = NULL;
    for (int k = 0; k < 3 * N; k++) {
        rows[k] = k % N;
        cols[k] = (k * 7 + k / N) % N;
        test_value_store(o->type, values, k, 1 + k % 4);
    }
    assert_ok(o->context, tropic_matrix_from_coo(&A, o->context, N, N, 3 * N, rows, cols, o->type, values, NULL));
    return A;
}

static tropic_vector *vector(const matrix_outcome *o, tropic_type type, tropic_index columns)
{
    tropic_vector *v = NULL;
    assert_ok(o->context, tropic_vector_create_block(&v, o->context, type, N, columns));
    return v;
}

static tropic_vector *ones(const matrix_outcome *o, tropic_type type, tropic_index columns)
{
    tropic_vector *v = vector(o, type, columns);
    int64_t one = 0;
    test_value_store(type, &one, 0, 1);
    assert_ok(o->context, tropic_vector_fill(v, &one));
    return v;
}

static const tropic_operator *plus(const matrix_outcome *o)
{
    return tropic_operator_builtin(TROPIC_PLUS, o->type);
}

static const tropic_semiring *plus_times(const matrix_outcome *o)
{
    return tropic_semiring_builtin(TROPIC_PLUS_TIMES, o->type);
}

/* -- the calls --------------------------------------------------------------------------------- */

/* The result of a call on (C, A): as the input, as the mask, and as the old result. */
#define USE_OUTPUT(name, call)                                                                                         \
    static tropic_status name##_of(matrix_outcome *o, tropic_matrix **C, const tropic_matrix *mask,                    \
                                   const tropic_operator *accum, const tropic_matrix *A)                               \
    {                                                                                                                  \
        tropic_context *context = o->context;                                                                          \
        const tropic_operator *op = plus(o);                                                                           \
        const int64_t value = 1; /* of any integer type, its first bytes */                                            \
        const tropic_indices *rows = NULL, *cols = NULL;                                                               \
        const tropic_descriptor *d = NULL;                                                                             \
        (void)op, (void)value, (void)rows, (void)cols, (void)A;                                                        \
        return call;                                                                                                   \
    }                                                                                                                  \
    static void name(matrix_outcome *o, tropic_matrix **A)                                                             \
    {                                                                                                                  \
        use_output(o, A, name##_of);                                                                                   \
    }

typedef tropic_status output(matrix_outcome *o, tropic_matrix **C, const tropic_matrix *mask,
                             const tropic_operator *accum, const tropic_matrix *A);

static void use_output(matrix_outcome *o, tropic_matrix **A, output *run)
{
    OWNED(tropic_matrix) *other = other_matrix(o);
    tropic_matrix *C = NULL;
    assert_ok(o->context, tropic_matrix_duplicate(&C, o->context, other));
    switch (o->part) {
    case INPUT: assert_ok(o->context, run(o, &C, NULL, NULL, *A)); break;
    case MASK: assert_ok(o->context, run(o, &C, *A, NULL, other)); break;
    default: assert_ok(o->context, run(o, A, NULL, plus(o), other)); note_matrix(o, *A);
    }
    note_made(o, C);
}

USE_OUTPUT(transpose, tropic_transpose(C, context, mask, accum, A, d))
USE_OUTPUT(add, tropic_matrix_ewise_add(C, context, mask, accum, op, A, A, d))
USE_OUTPUT(multiply, tropic_matrix_ewise_multiply(C, context, mask, accum, op, A, A, d))
USE_OUTPUT(unite, tropic_matrix_ewise_union(C, context, mask, accum, op, A, &value, A, &value, d))
USE_OUTPUT(apply, tropic_matrix_apply(C, context, mask, accum, op, A, &value, d))
USE_OUTPUT(apply_first, tropic_matrix_apply_first(C, context, mask, accum, op, &value, A, d))
USE_OUTPUT(select_some,
           tropic_matrix_select(C, context, mask, accum, tropic_operator_builtin(TROPIC_GT, o->type), A, &value, d))
USE_OUTPUT(mxm, tropic_mxm(C, context, mask, accum, plus_times(o), A, A, d))
USE_OUTPUT(extract, tropic_matrix_extract(C, context, mask, accum, A, rows, cols, d))
USE_OUTPUT(assign, tropic_matrix_assign(C, context, mask, accum, A, rows, cols, d))
USE_OUTPUT(subassign, tropic_matrix_subassign(C, context, mask, accum, A, rows, cols, d))
USE_OUTPUT(assign_scalar, tropic_matrix_assign_scalar(C, context, mask, accum, &value, rows, cols, d))
USE_OUTPUT(subassign_scalar, tropic_matrix_subassign_scalar(C, context, mask, accum, &value, rows, cols, d))
USE_OUTPUT(concat, tropic_matrix_concat(C, context, mask, accum, &A, 1, 1, d))

/* A vector on the diagonal; of an input, its own. */
static tropic_status diagonal_of(matrix_outcome *o, tropic_matrix **C, const tropic_matrix *mask,
                                 const tropic_operator *accum, const tropic_matrix *A)
{
    OWNED(tropic_vector) *u = vector(o, o->type, 1);
    tropic_status status = tropic_matrix_extract_diagonal(u, NULL, NULL, A, 0, NULL);
    if (status == TROPIC_OK) status = tropic_matrix_diagonal(C, o->context, mask, accum, u, 0, NULL);
    return status;
}

static void diagonal(matrix_outcome *o, tropic_matrix **A)
{
    use_output(o, A, diagonal_of);
}

/* A vector assigned to a line of A; as the mask: it lets nothing through, and old entries go. */
#define USE_LINE(name, call)                                                                                           \
    static void name(matrix_outcome *o, tropic_matrix **A)                                                             \
    {                                                                                                                  \
        const tropic_descriptor d = {.size = sizeof d, .replace = o->part == MASK};                                    \
        const tropic_operator *accum = o->part == RESULT ? plus(o) : NULL;                                             \
        tropic_vector *u = ones(o, o->type, 1), *none = vector(o, o->type, 1), *mask = o->part == MASK ? none : NULL;  \
        assert_ok(o->context, call);                                                                                   \
        note_matrix(o, *A);                                                                                            \
        tropic_vector_free(&u);                                                                                        \
        tropic_vector_free(&none);                                                                                     \
    }

USE_LINE(assign_row, tropic_matrix_assign_row(A, o->context, mask, accum, u, 2, NULL, &d))
USE_LINE(assign_column, tropic_matrix_assign_column(A, o->context, mask, accum, u, NULL, 2, &d))
USE_LINE(subassign_row, tropic_matrix_subassign_row(A, o->context, mask, accum, u, 2, NULL, &d))
USE_LINE(subassign_column, tropic_matrix_subassign_column(A, o->context, mask, accum, u, NULL, 2, &d))

static void split(matrix_outcome *o, tropic_matrix **A)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose = o->part == MASK};
    const tropic_index heights[] = {N / 4, N - N / 4}, widths[] = {N - 3, 3};
    tropic_matrix *tiles[4];
    assert_ok(o->context, tropic_matrix_split(tiles, o->context, *A, heights, 2, widths, 2, &d));
    for (int k = 0; k < 4; k++) note_made(o, tiles[k]);
}

/* By dot products. */
static void mxm_turned(matrix_outcome *o, tropic_matrix **A)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .transpose_second = true};
    OWNED(tropic_matrix) *other = other_matrix(o);
    tropic_matrix *C = NULL;
    const tropic_matrix *mask = o->part == MASK ? *A : other, *first = o->part == INPUT ? *A : other;
    const tropic_matrix *second = o->part == RESULT ? *A : other;
    assert_ok(o->context, tropic_mxm(&C, o->context, mask, NULL, plus_times(o), first, second, &d));
    note_made(o, C);
}

static void kronecker(matrix_outcome *o, tropic_matrix **A)
{
    OWNED(tropic_matrix) *other = other_matrix(o);
    tropic_matrix *C = NULL;
    assert_ok(o->context, tropic_kronecker(&C, o->context, NULL, NULL, plus(o), o->part == INPUT ? *A : other,
                                           o->part == INPUT ? other : *A, NULL));
    note_made(o, C);
}

static void changes(matrix_outcome *o, tropic_matrix **A)
{
    tropic_matrix *copy = NULL;
    if (o->part == INPUT) {
        assert_ok(o->context, tropic_matrix_duplicate(&copy, o->context, *A));
        note_made(o, copy);
        copy = NULL;
        assert_ok(o->context, tropic_matrix_without(&copy, o->context, *A, true, false));
        note_made(o, copy);
    } else if (o->part == MASK) {
        assert_ok(o->context, tropic_matrix_resize(A, o->context, N / 2, N + 3));
    } else {
        assert_ok(o->context, tropic_matrix_clear(A, o->context));
    }
    note_matrix(o, *A);
}

static void vectors(matrix_outcome *o, tropic_matrix **A)
{
    OWNED(tropic_vector) *u = ones(o, o->type, 1);
    tropic_vector *w = vector(o, o->type, 1);
    OWNED(tropic_vector) *U = ones(o, o->type, SOURCES);
    tropic_vector *W = vector(o, o->type, SOURCES);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_descriptor d = {.size = sizeof d, .strategy = (tropic_strategy)strategy};
        if (strategy % MATRIX_PARTS != o->part) continue;
        assert_ok(o->context, tropic_mxv(w, NULL, NULL, plus_times(o), *A, u, &d));
        note_vector(o, w);
        assert_ok(o->context, tropic_vxm(w, NULL, NULL, plus_times(o), u, *A, &d));
        note_vector(o, w);
    }
    assert_ok(o->context, tropic_mxv_block(W, NULL, NULL, plus_times(o), *A, U, NULL));
    note_result(o, w);
    note_result(o, W);
}

static void block(matrix_outcome *o, tropic_matrix **A)
{
    OWNED(tropic_vector) *U = ones(o, o->type, SOURCES);
    tropic_vector *W = vector(o, o->type, SOURCES);
    assert_ok(o->context, tropic_mxv_block(W, NULL, NULL, plus_times(o), *A, U, NULL));
    note_result(o, W);
}

static void sums(matrix_outcome *o, tropic_matrix **A)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose = o->part == MASK};
    tropic_vector *w = vector(o, o->type, 1);
    int64_t total = 0;
    if (o->part == RESULT) {
        assert_ok(o->context, tropic_matrix_reduce(&total, o->context, plus(o), *A));
        note_number(o, total);
    } else {
        assert_ok(o->context, tropic_reduce_matrix(w, NULL, NULL, plus(o), *A, &d));
    }
    note_result(o, w);
}

static void lines(matrix_outcome *o, tropic_matrix **A)
{
    tropic_vector *w = vector(o, o->type, 1);
    if (o->part == INPUT)
        assert_ok(o->context, tropic_matrix_extract_row(w, NULL, NULL, *A, 2, NULL, NULL));
    else if (o->part == RESULT)
        assert_ok(o->context, tropic_matrix_extract_diagonal(w, NULL, NULL, *A, 0, NULL));
    else
        assert_ok(o->context, tropic_matrix_extract_column(w, NULL, NULL, *A, NULL, 2, NULL));
    note_result(o, w);
}

static const tropic_index FROM[SOURCES] = {0, 7, 11};

static void searches(matrix_outcome *o, tropic_matrix **A)
{
    tropic_vector *level = vector(o, TROPIC_INT32, o->part == INPUT ? 1 : SOURCES);
    int64_t counts[SOURCES], sums_of[SOURCES];
    if (o->part == INPUT)
        assert_ok(o->context, tropic_bfs(level, NULL, *A, 0, NULL, NULL));
    else
        assert_ok(o->context,
                  tropic_bfs_batch(level, NULL, counts, sums_of, o->context, *A, FROM, SOURCES, NULL, NULL));
    note_result(o, level);
}

static void paths(matrix_outcome *o, tropic_matrix **A)
{
    tropic_vector *distance = vector(o, TROPIC_INT64, o->part == MASK ? SOURCES : 1);
    OWNED(tropic_vector) *x = ones(o, TROPIC_FP64, 1);
    if (o->part == INPUT)
        assert_ok(o->context, tropic_sssp(distance, NULL, *A, 0, NULL, NULL));
    else if (o->part == MASK)
        assert_ok(o->context, tropic_sssp_batch(distance, *A, FROM, SOURCES, NULL, NULL));
    else
        assert_ok(o->context, tropic_potential(distance, *A, x, x, 3));
    note_result(o, distance);
}

static void betweenness(matrix_outcome *o, tropic_matrix **A)
{
    tropic_bc_options options = {.size = sizeof options, .weighted = o->part == MASK};
    tropic_vector *centrality = vector(o, TROPIC_FP64, 1);
    tropic_matrix *C = NULL;
    if (o->part == RESULT) {
        assert_ok(o->context, tropic_bc_edges(&C, o->context, *A, &options, NULL));
        note_made(o, C);
    } else {
        assert_ok(o->context, tropic_bc(centrality, *A, &options, NULL));
    }
    note_result(o, centrality);
}

/* (Places are the same bit by bit in a reproducible context alone.) */
static void layouts(matrix_outcome *o, tropic_matrix **A)
{
    const tropic_layout_options options = {.size = sizeof options, .iterations = 3, .weighted = o->part == INPUT};
    tropic_layout_quality quality = {.size = sizeof quality};
    tropic_vector *x = vector(o, TROPIC_FP64, 1), *y = vector(o, TROPIC_FP64, 1);
    double places[N];
    for (int i = 0; i < N; i++) places[i] = i * i;
    if (o->part != RESULT) {
        assert_ok(o->context, tropic_layout(x, y, NULL, *A, &options, NULL));
    } else {
        assert_ok(o->context, tropic_vector_put_dense(x, places, NULL));
        assert_ok(o->context, tropic_vector_put_dense(y, places, NULL));
        assert_ok(o->context, tropic_layout_measure(&quality, *A, x, y, NULL, N, 1));
        note(o, &quality.stress, sizeof quality.stress);
        note(o, &quality.edge_length, sizeof quality.edge_length);
    }
    note_result(o, x);
    note_result(o, y);
}

static void facts(matrix_outcome *o, tropic_matrix **A)
{
    tropic_matrix_facts found = {.size = sizeof found};
    tropic_offset looked = 0;
    bool reciprocal = false;
    if (o->part == INPUT) {
        assert_ok(o->context, tropic_matrix_reciprocal(*A, o->context, &reciprocal, &looked, NULL));
        note_number(o, 2 * looked + reciprocal);
        return;
    }
    assert_ok(o->context, tropic_matrix_describe(*A, o->context, &found));
    note_number(o, found.count);
    note_number(o, found.loops);
    note_number(o, found.max_out * 1000 + found.max_in);
    note_number(o, found.components * 1000 + found.largest_component);
    note(o, &found.mean_value, sizeof found.mean_value);
    note(o, &found.deviation_in, sizeof found.deviation_in);
}

static void sizes(matrix_outcome *o, tropic_matrix **A)
{
    note_number(o, tropic_matrix_count(*A));
    note_number(o, tropic_matrix_rows(*A) + N * tropic_matrix_cols(*A));
    note_number(o, tropic_matrix_type(*A) + 100 * tropic_matrix_format(*A) + 1000 * tropic_matrix_file_direction(*A));
    note_number(o, tropic_matrix_is_pattern(*A) + 2 * tropic_matrix_is_bipartite(*A) +
                       4 * tropic_matrix_has_multiplicities(*A) + 8 * (tropic_matrix_note(*A, 0) != NULL));
    note_number(o, tropic_matrix_loops_dropped(*A));
    note_number(o, tropic_matrix_label(*A, 3) + N * tropic_matrix_find(*A, 4));
}

static void arrays(matrix_outcome *o, tropic_matrix **A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    assert_ok(o->context,
              (o->part == INPUT ? tropic_matrix_csr : tropic_matrix_csc)(*A, o->context, &offsets, &ids, &values));
    note(o, offsets, (N + 1) * sizeof *offsets);
    note(o, ids, (size_t)offsets[N] * sizeof *ids);
    note(o, values, (size_t)offsets[N] * tropic_type_size(o->type));
}

static void entries(matrix_outcome *o, tropic_matrix **A)
{
    tropic_index rows[N * N], cols[N * N];
    tropic_entries e;
    int64_t value = 0;
    bool present = false;
    if (o->part == INPUT) {
        assert_ok(o->context, tropic_matrix_get_entries(*A, o->context, rows, cols, NULL));
        note(o, rows, (size_t)tropic_matrix_count(*A) * sizeof *rows);
        note(o, cols, (size_t)tropic_matrix_count(*A) * sizeof *cols);
    } else if (o->part == MASK) {
        assert_ok(o->context, tropic_matrix_entries(&e, *A, o->context));
        while (tropic_entries_next(&e)) note_number(o, (int64_t)e.row * N + e.col);
    }
    for (tropic_index k = 0; o->part == RESULT && k < N * N; k++) {
        assert_ok(o->context, tropic_matrix_get(*A, o->context, k / N, k % N, &value, &present));
        note_number(o, present);
        if (present) note(o, &value, tropic_type_size(o->type));
    }
}

static void save(matrix_outcome *o, tropic_matrix **A)
{
    OWNED_MEMORY char *path = test_file_name("saved.mtx"), *text = NULL;
    size_t count = 0;
    assert_ok(o->context, tropic_matrix_save(*A, o->context, path, TROPIC_FORMAT_MATRIX_MARKET));
    text = test_read(path, &count);
    note(o, text, count);
    assert_int_equal(remove(path), 0);
}

/* As many values as there are entries, with those set and without those removed. */
static void new_values(matrix_outcome *o, tropic_matrix **A)
{
    const size_t count = (size_t)tropic_matrix_count(*A), size = tropic_type_size(tropic_matrix_type(*A));
    char *values = calloc(count + 1, size);
    for (size_t k = 0; k < count; k++) values[k * size] = (char)(k % 2);
    assert_ok(o->context, tropic_matrix_update_values(*A, o->context, values, TROPIC_HOST));
    free(values);
    note_matrix(o, *A);
}

/* Each form alone. */
static void forms(matrix_outcome *o, tropic_matrix **A)
{
    static const tropic_matrix_form form[] = {
        [INPUT] = TROPIC_MATRIX_HYPERSPARSE, [MASK] = TROPIC_MATRIX_BY_ROWS, [RESULT] = TROPIC_MATRIX_BY_COLUMNS};
    tropic_matrix_forms f = {.size = sizeof f};
    assert_ok(o->context, tropic_matrix_set_form(*A, o->context, form[o->part]));
    assert_ok(o->context, tropic_matrix_report(*A, o->context, &f));
    note_number(o, f.by_rows + 2 * f.hypersparse);
    note_number(o, f.pending);
    note_number(o, f.full);
    note_matrix(o, *A);
}

#define CALL(name)                                                                                                     \
    {                                                                                                                  \
#name, name                                                                                                    \
    }
const matrix_call matrix_calls[] = {CALL(transpose),
                                    CALL(add),
                                    CALL(multiply),
                                    CALL(unite),
                                    CALL(apply),
                                    CALL(apply_first),
                                    CALL(select_some),
                                    CALL(mxm),
                                    CALL(extract),
                                    CALL(assign),
                                    CALL(assign_scalar),
                                    CALL(subassign),
                                    CALL(subassign_scalar),
                                    CALL(assign_row),
                                    CALL(assign_column),
                                    CALL(subassign_row),
                                    CALL(subassign_column),
                                    CALL(diagonal),
                                    CALL(concat),
                                    CALL(split),
                                    CALL(mxm_turned),
                                    CALL(kronecker),
                                    CALL(changes),
                                    CALL(vectors),
                                    CALL(block),
                                    CALL(sums),
                                    CALL(lines),
                                    CALL(searches),
                                    CALL(paths),
                                    CALL(facts),
                                    CALL(betweenness),
                                    CALL(layouts),
                                    CALL(sizes),
                                    CALL(arrays),
                                    CALL(entries),
                                    CALL(save),
                                    CALL(new_values),
                                    CALL(forms),
                                    {NULL, NULL}};

void matrix_calls_prime(tropic_context *context, tropic_matrix *A)
{
    matrix_outcome o = {.context = context, .type = tropic_matrix_type(A)};
    for (; o.part < MATRIX_PARTS; o.part++) {
        facts(&o, &A);
        arrays(&o, &A);
        paths(&o, &A);
        vectors(&o, &A);
    }
    free(o.bytes);
}

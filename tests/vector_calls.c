/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/vector_calls.h"
#include "tests/files.h"
#include "tests/fixtures.h"

#include <unistd.h>

enum { N = VECTOR_CALLS_N, VALUES = 5, ARCS = 160 };
enum { INPUT = VECTOR_INPUT, MASK = VECTOR_MASK, RESULT = VECTOR_RESULT };

static const tropic_index SOURCES[] = {0, 3, 7};

/* -- calls whose result is a vector, or a matrix ------------------------------------------------ */

#define WRITES(name, call)                                                                                             \
    static tropic_status name(const vector_arguments *a, tropic_vector *w, const tropic_vector *mask,                  \
                              const tropic_vector *u)                                                                  \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
WRITES(mxv, tropic_mxv(w, mask, a->accum, a->semiring, a->A, u, NULL))
WRITES(vxm, tropic_vxm(w, mask, a->accum, a->semiring, u, a->A, NULL))
WRITES(mxv_block, tropic_mxv_block(w, mask, a->accum, a->semiring, a->A, u, NULL))
WRITES(ewise_add, tropic_ewise_add(w, mask, a->accum, a->op, u, u, NULL))
WRITES(ewise_multiply, tropic_ewise_multiply(w, mask, a->accum, a->op, u, u, NULL))
WRITES(apply, tropic_apply(w, mask, a->accum, a->op, u, &a->value, NULL))
WRITES(apply_first, tropic_apply_first(w, mask, a->accum, a->op, &a->value, u, NULL))
WRITES(select_some,
       tropic_select(w, mask, a->accum, tropic_operator_builtin(TROPIC_GT, TROPIC_FP64), u, &a->value, NULL))
WRITES(assign, tropic_assign(w, mask, a->accum, u, NULL, N, NULL))
WRITES(assign_scalar, tropic_assign_scalar(w, mask, a->accum, &a->value, SOURCES, 3, NULL))
WRITES(extract, tropic_extract(w, mask, a->accum, u, NULL, N, NULL))
WRITES(reduce_matrix, tropic_reduce_matrix(w, mask, a->accum, a->op, a->A, NULL))
WRITES(extract_row, tropic_matrix_extract_row(w, mask, a->accum, a->A, 1, NULL, NULL))
WRITES(extract_column, tropic_matrix_extract_column(w, mask, a->accum, a->A, NULL, 1, NULL))
WRITES(extract_diagonal, tropic_matrix_extract_diagonal(w, mask, a->accum, a->A, 0, NULL))

#define MAKES(name, call)                                                                                              \
    static tropic_status name(const vector_arguments *a, tropic_matrix **C, const tropic_vector *mask,                 \
                              const tropic_vector *u)                                                                  \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
MAKES(assign_row, tropic_matrix_assign_row(C, a->o->context, mask, a->accum, u, 1, NULL, NULL))
MAKES(assign_column, tropic_matrix_assign_column(C, a->o->context, mask, a->accum, u, NULL, 1, NULL))
MAKES(subassign_row, tropic_matrix_subassign_row(C, a->o->context, mask, a->accum, u, 1, NULL, NULL))
MAKES(subassign_column, tropic_matrix_subassign_column(C, a->o->context, mask, a->accum, u, NULL, 1, NULL))
MAKES(diagonal, tropic_matrix_diagonal(C, a->o->context, NULL, a->accum, u, 0, NULL))

static tropic_matrix *matrix(tropic_context *context)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_MAX};
    tropic_index rows[ARCS], cols[ARCS];
    double values[ARCS];
    tropic_matrix *A = NULL;
    for (int k = 0; k < ARCS; k++) {
        rows[k] = k % N;
        cols[k] = (k * 7 + k / N) % N;
        values[k] = 1 + k % 4;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ARCS, rows, cols, TROPIC_FP64, values, &options));
    return A;
}

/* Values at every second place. */
static tropic_vector *halves(tropic_context *context, bool all)
{
    double values[N];
    bool present[N];
    tropic_vector *v = NULL;
    for (int i = 0; i < N; i++) {
        values[i] = 1 + i % VALUES;
        present[i] = all || i % 2;
    }
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_put_dense(v, values, present));
    return v;
}

static vector_arguments arguments_of(matrix_outcome *o, tropic_matrix *A)
{
    return (vector_arguments){.o = o,
                              .A = A,
                              .op = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64),
                              .accum = o->part == RESULT ? tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64) : NULL,
                              .semiring = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64),
                              .value = 2};
}

static void write_vector(matrix_outcome *o, tropic_vector *v, vector_writes *call)
{
    OWNED(tropic_matrix) *A = matrix(o->context);
    OWNED(tropic_vector) *u = halves(o->context, false);
    tropic_vector *w = halves(o->context, false);
    const vector_arguments a = arguments_of(o, A);
    switch (o->part) {
    case INPUT: assert_ok(o->context, call(&a, w, NULL, v)); break;
    case MASK: assert_ok(o->context, call(&a, w, v, u)); break;
    default: assert_ok(o->context, call(&a, v, NULL, u)); note_vector(o, v);
    }
    note_result(o, w);
}

static void make_matrix(matrix_outcome *o, tropic_vector *v, vector_makes *call)
{
    tropic_matrix *C = matrix(o->context);
    OWNED(tropic_vector) *u = halves(o->context, false);
    const vector_arguments a = arguments_of(o, NULL);
    assert_ok(o->context, call(&a, &C, o->part == MASK ? v : NULL, o->part == MASK ? u : v));
    note_made(o, C);
}

/* -- other calls -------------------------------------------------------------------------------- */

static void questions(matrix_outcome *o, tropic_vector *v)
{
    double value = -1, sum = 0;
    bool present = false;
    if (o->part == INPUT) note_number(o, tropic_vector_count(v));
    if (o->part == MASK) note_number(o, tropic_vector_get_form(v) <= TROPIC_SPARSE);
    if (o->part == RESULT) assert_ok(o->context, tropic_vector_wait(v));
    assert_ok(o->context, tropic_reduce(&sum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), v));
    note(o, &sum, sizeof sum);
    for (tropic_index i = 0; i < N; i++) {
        assert_ok(o->context, tropic_vector_get(v, i, &value, &present));
        note(o, &value, sizeof value);
        note_number(o, present);
    }
    note_number(o, tropic_vector_size(v) + tropic_vector_columns(v));
    note_number(o, (int64_t)tropic_vector_type(v));
    assert_ptr_equal(tropic_vector_context(v), o->context);
}

static void entries(matrix_outcome *o, tropic_vector *v)
{
    tropic_index ids[N] = {0};
    double values[N] = {0};
    if (o->part == MASK) assert_ok(o->context, tropic_vector_get_dense(v, values, NULL));
    if (o->part == RESULT) note_number(o, tropic_vector_count(v));
    note(o, values, sizeof values);
    assert_ok(o->context, tropic_vector_get_entries(v, ids, values));
    note(o, ids, sizeof ids);
    note(o, values, sizeof values);
}

static void save(matrix_outcome *o, tropic_vector *v)
{
    OWNED_MEMORY char *path = test_file_name("vector.mtx");
    OWNED_MEMORY char *text = NULL;
    size_t count;
    assert_ok(o->context, tropic_vector_save(v, path));
    text = test_read(path, &count);
    note(o, text, count);
    unlink(path);
}

static void copies(matrix_outcome *o, tropic_vector *v)
{
    OWNED(tropic_context) *other = test_context_of(1);
    tropic_vector *w = NULL;
    if (o->part == INPUT) {
        assert_ok(o->context, tropic_vector_duplicate(&w, v));
    } else if (o->part == MASK) {
        assert_ok(o->context, tropic_vector_create(&w, o->context, TROPIC_INT8, 3));
        assert_ok(o->context, tropic_vector_swap(w, v));
    } else {
        assert_ok(other, tropic_vector_move(v, other));
        assert_ok(o->context, tropic_vector_move(v, o->context));
    }
    note_vector(o, v);
    if (w) note_result(o, w);
}

static void forms(matrix_outcome *o, tropic_vector *v)
{
    if (o->part == INPUT) assert_ok(o->context, tropic_vector_set_form(v, TROPIC_BITMAP));
    if (o->part == MASK) assert_ok(o->context, tropic_vector_set_form(v, TROPIC_SPARSE));
    if (o->part == RESULT) assert_ok(o->context, tropic_vector_resize(v, N / 2));
    note_vector(o, v);
    assert_ok(o->context, tropic_vector_resize(v, N));
    note_vector(o, v);
}

/* Pending entries are gone where all is replaced. */
static void new_content(matrix_outcome *o, tropic_vector *v)
{
    const double values[] = {2, 4, 8};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    double all[N] = {1, 2, 3};
    bool present[N] = {true, false, true};
    if (o->part == INPUT) assert_ok(o->context, tropic_vector_put_entries(v, 3, SOURCES, values));
    if (o->part == MASK) assert_ok(o->context, tropic_vector_build(v, 3, SOURCES, values, plus));
    if (o->part == RESULT) assert_ok(o->context, tropic_vector_put_dense(v, all, present));
    note_vector(o, v);
}

static void no_content(matrix_outcome *o, tropic_vector *v)
{
    const double two = 2;
    if (o->part == INPUT) assert_ok(o->context, tropic_vector_clear(v));
    if (o->part == MASK) assert_ok(o->context, tropic_vector_fill(v, &two));
    if (o->part == RESULT) {
        assert_ok(o->context, tropic_vector_set(v, 5, &two));
        assert_ok(o->context, tropic_vector_remove(v, 6));
    }
    note_vector(o, v);
}

typedef struct looping {
    tropic_vector *v, *w;
} looping;

static tropic_status double_both(void *user)
{
    const looping *l = user;
    const double two = 2;
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64);
    const tropic_status status = tropic_apply(l->w, NULL, NULL, times, l->v, &two, NULL);
    return status == TROPIC_OK ? tropic_apply(l->v, NULL, NULL, times, l->w, &two, NULL) : status;
}

static void loops(matrix_outcome *o, tropic_vector *v)
{
    looping l = {o->part == MASK ? halves(o->context, false) : v, halves(o->context, false)};
    assert_ok(o->context, tropic_loop(o->context, double_both, &l, o->part == MASK ? v : NULL, 3, NULL));
    note_vector(o, v);
    note_vector(o, l.w);
    if (l.v != v) tropic_vector_free(&l.v);
    tropic_vector_free(&l.w);
}

/* Results of searches replace the old entries. */
static void searches(matrix_outcome *o, tropic_vector *v)
{
    OWNED(tropic_matrix) *A = matrix(o->context);
    OWNED(tropic_vector) *x = halves(o->context, true);
    if (o->part == INPUT) assert_ok(o->context, tropic_sssp(v, NULL, A, 0, NULL, NULL));
    if (o->part == MASK) assert_ok(o->context, tropic_sssp_batch(v, A, SOURCES, 1, NULL, NULL));
    if (o->part == RESULT) assert_ok(o->context, tropic_bc(v, A, NULL, NULL));
    note_vector(o, v);
}

/* A vector of levels, and one of coordinates, all but the last of which are set at once. */
static void levels_and_places(matrix_outcome *o, tropic_vector *v)
{
    const int32_t one = 1;
    tropic_layout_quality quality = {.size = sizeof quality};
    OWNED(tropic_matrix) *A = matrix(o->context);
    OWNED(tropic_vector) *x = halves(o->context, true);
    tropic_vector *level = NULL;
    int64_t counts[1], sums[1];
    for (tropic_index i = 0; i < N; i++) assert_ok(o->context, tropic_vector_set(v, i, &(double){i * i}));
    assert_ok(o->context, tropic_vector_create(&level, o->context, TROPIC_INT32, N));
    assert_ok(o->context, tropic_vector_set(level, 2, &one));
    if (o->part == INPUT) {
        assert_ok(o->context, tropic_layout_measure(&quality, A, v, x, NULL, N, 1));
        note(o, &quality.stress, sizeof quality.stress);
        assert_ok(o->context, tropic_bfs(level, NULL, A, 0, NULL, NULL));
    } else if (o->part == MASK) {
        tropic_vector *potential = halves(o->context, false);
        assert_ok(o->context, tropic_potential(potential, A, x, v, 0));
        note_result(o, potential);
        assert_ok(o->context, tropic_bfs_batch(level, NULL, counts, sums, o->context, A, SOURCES, 1, NULL, NULL));
    } else {
        const tropic_layout_options options = {.size = sizeof options, .iterations = 2};
        assert_ok(o->context, tropic_layout(v, x, NULL, A, &options, NULL));
    }
    note_vector(o, v);
    note_result(o, level);
}

/* -- each call ---------------------------------------------------------------------------------- */

#define CALL(kind, call)                                                                                               \
    {                                                                                                                  \
        .name = #call, .kind = call                                                                                    \
    }
const vector_call vector_calls[] = {
    CALL(write, mxv),
    CALL(write, vxm),
    CALL(write, mxv_block),
    CALL(write, ewise_add),
    CALL(write, ewise_multiply),
    CALL(write, apply),
    CALL(write, apply_first),
    CALL(write, select_some),
    CALL(write, assign),
    CALL(write, assign_scalar),
    CALL(write, extract),
    CALL(write, reduce_matrix),
    CALL(write, extract_row),
    CALL(write, extract_column),
    CALL(write, extract_diagonal),
    CALL(make, assign_row),
    CALL(make, assign_column),
    CALL(make, subassign_row),
    CALL(make, subassign_column),
    CALL(make, diagonal),
    CALL(run, questions),
    CALL(run, entries),
    CALL(run, save),
    CALL(run, copies),
    CALL(run, forms),
    CALL(run, new_content),
    CALL(run, no_content),
    CALL(run, loops),
    CALL(run, searches),
    CALL(run, levels_and_places),
    {.name = NULL},
};

void vector_call_run(const vector_call *call, matrix_outcome *o, tropic_vector *v)
{
    if (call->write)
        write_vector(o, v, call->write);
    else if (call->make)
        make_matrix(o, v, call->make);
    else
        call->run(o, v);
}

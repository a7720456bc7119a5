/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that see places, on entries whose places are ids of a dictionary.
 */
#include "graphblas/large/places.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Operators
 */

static bool reads_index(tropic_builtin_operator op)
{
    switch (op) {
    case TROPIC_ROW_INDEX:
    case TROPIC_COL_INDEX:
    case TROPIC_DIAGONAL_INDEX:
    case TROPIC_TRIL:
    case TROPIC_TRIU:
    case TROPIC_DIAGONAL:
    case TROPIC_OFF_DIAGONAL:
    case TROPIC_COL_LE:
    case TROPIC_COL_GT:
    case TROPIC_ROW_LE:
    case TROPIC_ROW_GT:
    case TROPIC_OPERATORS: return true; /* (The last is the caller's.) */
    default: return false;
    }
}

bool grb_sees_places(const grb_operator *op)
{
    return op->position != GRB_NO_PLACE || op->indexed ||
           (op->object.kind == GRB_IndexUnaryOp && reads_index(op->builtin));
}

static void put_integer(void *z, GrB_Type type, uint64_t value)
{
    const int64_t wide = (int64_t)value;
    const int32_t narrow = (int32_t)(uint32_t)value;
    if (type == GrB_BOOL)
        *(bool *)z = value != 0;
    else if (type == GrB_INT32)
        memcpy(z, &narrow, sizeof narrow);
    else
        memcpy(z, &wide, sizeof wide);
}

static void see_position(const grb_seer *s, void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const grb_position at = ((const grb_operator *)s->of)->position;
    (void)x;
    (void)y;
    put_integer(z, s->z, (at == GRB_ROW || at == GRB_ROW1 ? i : j) + (at == GRB_ROW1 || at == GRB_COLUMN1));
}

/* Places differ by less than 2^60, so a number that is further away decides as this one does. */
#define FAR ((int64_t)1 << 61)

static void see_builtin(const grb_seer *s, void *z, const void *x, GrB_Index row, GrB_Index column, const void *y)
{
    const tropic_builtin_operator op = ((const grb_operator *)s->of)->builtin;
    const int64_t i = (int64_t)row, j = (int64_t)column;
    int64_t thunk;
    (void)x;
    (void)tropic_cast(&thunk, TROPIC_INT64, y, s->y->type, 1);
    const int64_t k = thunk < -FAR ? -FAR : thunk > FAR ? FAR : thunk;
    switch (op) {
    case TROPIC_ROW_INDEX: put_integer(z, s->z, row + (uint64_t)thunk); break;
    case TROPIC_COL_INDEX: put_integer(z, s->z, column + (uint64_t)thunk); break;
    case TROPIC_DIAGONAL_INDEX: put_integer(z, s->z, column - row + (uint64_t)thunk); break;
    case TROPIC_TRIL: put_integer(z, s->z, j - i <= k); break;
    case TROPIC_TRIU: put_integer(z, s->z, j - i >= k); break;
    case TROPIC_DIAGONAL: put_integer(z, s->z, j - i == k); break;
    case TROPIC_OFF_DIAGONAL: put_integer(z, s->z, j - i != k); break;
    case TROPIC_COL_LE: put_integer(z, s->z, j <= k); break;
    case TROPIC_COL_GT: put_integer(z, s->z, j > k); break;
    case TROPIC_ROW_LE: put_integer(z, s->z, i <= k); break;
    default: put_integer(z, s->z, i > k);
    }
}

static void see_function(const grb_seer *s, void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    ((GxB_index_unary_function)((const grb_operator *)s->of)->function.call)(z, x, i, j, y);
}

static void see_indexed(const grb_seer *s, void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    ((GxB_index_binary_function)((const grb_operator *)s->of)->function.call)(z, x, i, j, y, i, j, s->theta);
}

bool grb_seer_of(grb_call *c, grb_seer *s, const grb_operator *op, const void *y, GrB_Index rows, GrB_Index columns)
{
    const bool builtin = op->builtin != TROPIC_OPERATORS, position = op->position != GRB_NO_PLACE;
    *s = (grb_seer){.of = op, .z = op->z, .value = y, .rows = rows, .columns = columns};
    if (!position) s->y = op->y;
    if (!position && !builtin) s->x = op->x;
    s->see = position ? see_position : builtin ? see_builtin : op->indexed ? see_indexed : see_function;
    if (!position && !builtin && !op->function.call)
        return grb_fail(c, GrB_NOT_IMPLEMENTED, "an operator that is a text alone sees no places above 2^31 - 1");
    if (!op->indexed) return true;
    void *theta = grb_room(c, 1, op->indexed->theta_type->size);
    if (theta) memcpy(theta, op->indexed->theta, op->indexed->theta_type->size);
    s->theta = theta;
    return theta;
}

/* ------------------------------------------------------------------------------------------------
 * Their results
 */

/* The entries of x and y, and the results. */
typedef struct seen {
    GrB_Index count;
    tropic_index *rows, *columns;
    char *x, *y, *z;
    size_t x_size, y_size; /* of the operands as the function has them */
} seen;

static void release(seen *e)
{
    grb_release(e->rows);
    grb_release(e->columns);
    grb_release(e->x);
    grb_release(e->y);
    grb_release(e->z);
}

static bool make(grb_call *c, seen *e, const grb_seer *s, GrB_Index count, GrB_Type x_type, GrB_Type y_type)
{
    const size_t n = (size_t)count;
    *e = (seen){.count = count,
                .rows = grb_allocate(n * sizeof *e->rows),
                .columns = grb_allocate(n * sizeof *e->columns),
                .x = grb_allocate(n * x_type->size),
                .y = y_type ? grb_allocate(n * y_type->size) : NULL,
                .z = grb_allocate(n * s->z->size)};
    return (e->rows && e->columns && e->x && (e->y || !y_type) && e->z) || grb_no_memory(c);
}

/* Has the values as operands of this type. */
static bool take(grb_call *c, char **values, GrB_Type from, GrB_Type to, GrB_Index count)
{
    if (!*values || !to || from == to) return true;
    char *cast = grb_allocate((size_t)count * to->size);
    if (!cast) return grb_no_memory(c);
    const bool good = grb_cast_all(c, cast, to, *values, from, count);
    grb_release(*values);
    *values = cast;
    return good;
}

/* (Operands and results are aligned as the function's types may have to be.) */
static bool compute(grb_call *c, const grb_seer *s, const seen *e)
{
    const size_t z_size = s->z->size, x_size = s->x ? s->x->size : 0, y_size = s->y ? s->y->size : 0;
    char *z = grb_room(c, 1, z_size), *x = grb_room(c, 1, x_size), *y = grb_room(c, 1, y_size);
    if (!z || !x || !y) return false;
    const bool was = grb_in_function(true);
    if (s->value && s->y) memcpy(y, s->value, y_size);
    for (size_t k = 0; k < (size_t)e->count; k++) {
        if (s->x) memcpy(x, e->x + k * x_size, x_size);
        if (s->y && !s->value) memcpy(y, e->y + k * y_size, y_size);
        s->see(s, z, s->x ? x : NULL, grb_id_of(c->dictionary, s->rows, e->rows[k]),
               e->columns ? grb_id_of(c->dictionary, s->columns, e->columns[k]) : 0, s->y ? y : NULL);
        memcpy(e->z + k * z_size, z, z_size);
    }
    grb_in_function(was);
    return true;
}

bool grb_see_vector(grb_call *c, const grb_seer *s, const tropic_vector *x, GrB_Type x_type, const tropic_vector *y,
                    GrB_Type y_type, tropic_vector **made)
{
    tropic_context *context = tropic_vector_context(x);
    seen e;
    bool good = make(c, &e, s, (GrB_Index)tropic_vector_count(x), x_type, y ? y_type : NULL);
    good = good && grb_done_in(c, context, tropic_vector_get_entries(x, e.rows, e.x)) &&
           (!y || grb_done_in(c, context, tropic_vector_get_entries(y, NULL, e.y))) &&
           take(c, &e.x, x_type, s->x, e.count) && take(c, &e.y, y_type, s->y, e.count);
    grb_release(e.columns);
    e.columns = NULL;
    good = good && compute(c, s, &e) &&
           grb_done_in(c, context, tropic_vector_create(made, context, s->z->type, tropic_vector_size(x))) &&
           grb_done_in(c, context, tropic_vector_put_entries(*made, (tropic_index)e.count, e.rows, e.z));
    release(&e);
    if (!good) tropic_vector_free(made);
    return good;
}

bool grb_see_matrix(grb_call *c, const grb_seer *s, const tropic_matrix *x, GrB_Type x_type, const tropic_matrix *y,
                    GrB_Type y_type, tropic_matrix **made)
{
    seen e;
    bool good = make(c, &e, s, (GrB_Index)tropic_matrix_count(x), x_type, y ? y_type : NULL);
    good = good && grb_done(c, tropic_matrix_get_entries(x, c->context, e.rows, e.columns, e.x)) &&
           (!y || grb_done(c, tropic_matrix_get_entries(y, c->context, NULL, NULL, e.y))) &&
           take(c, &e.x, x_type, s->x, e.count) && take(c, &e.y, y_type, s->y, e.count);
    good =
        good && compute(c, s, &e) &&
        grb_done(c, tropic_matrix_from_coo(made, c->context, tropic_matrix_rows(x), tropic_matrix_cols(x),
                                           (tropic_offset)e.count, e.rows, e.columns, s->z->type, e.z, &grb_each_once));
    release(&e);
    return good;
}

bool grb_see_input(grb_call *c, const grb_seer *s, GrB_Matrix A, tropic_matrix **made)
{
    tropic_matrix *transposed = NULL;
    if (!c->descriptor.transpose) return grb_see_matrix(c, s, A->of, A->type, NULL, NULL, made);
    const bool good = grb_done(c, tropic_transpose(&transposed, c->context, NULL, NULL, A->of, NULL)) &&
                      grb_see_matrix(c, s, transposed, A->type, NULL, NULL, made);
    tropic_matrix_free(&transposed);
    return good;
}

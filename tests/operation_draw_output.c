/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed: those whose result is a matrix.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_draw.h"

/* Does T have the values of A as they are? */
static bool copies(const operation *o)
{
    return o->kind == OPERATION_TRANSPOSE || o->kind == OPERATION_MATRIX_SELECT || o->kind >= OPERATION_MATRIX_EXTRACT;
}

/* (A pattern whose entries are copied has a type of its own where there is no C yet.) */
twin *world_draw_input(world *w, const operation *o, tropic_type type, tropic_index rows, tropic_index cols,
                       bool transposed)
{
    const bool may = type == TROPIC_BOOL || (type < TROPIC_TYPES && !copies(o));
    return world_twin(w, type, transposed ? cols : rows, transposed ? rows : cols,
                      may && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
}

/* Or another one that is cast: but the steps by which GraphBLAS does these operators know one type alone, and a C that
 * is a pattern takes any type. */
static tropic_type draw_type(world *w, const operation *o)
{
    const bool untyped = copies(o) && tropic_matrix_is_pattern(o->C->A);
    return untyped || o->op == USER_PLACED || o->op == USER_AT ? o->type : world_cast(w, o->type);
}

/* Of values that op reads, or of any; as its first or second operand. */
static twin *draw_operand(world *w, const operation *o, tropic_index rows, tropic_index cols, bool second,
                          bool transposed)
{
    const bool read = copies(o) || o->kind == OPERATION_MATRIX_ADD || (world_looks(o->op) & (second ? 2 : 1));
    return world_draw_input(w, o, read ? draw_type(w, o) : world_draw_type(w), rows, cols, transposed);
}

/* Small, so that sums with indices wrap nowhere. */
static void draw_place(world *w, operation *o, tropic_index rows, tropic_index cols)
{
    const bool is_unsigned = o->type >= TROPIC_UINT8 && o->type <= TROPIC_UINT64;
    const int64_t y = world_below(w, 2 * (rows + cols) + 1) - (is_unsigned ? 0 : rows + cols);
    memcpy(&o->value, &y, sizeof y); /* (little-endian) */
}

static void draw_inputs(world *w, operation *o, tropic_index rows, tropic_index cols)
{
    const bool transpose = o->descriptor.transpose;
    if (o->kind == OPERATION_TRANSPOSE) {
        o->A = world_draw_input(w, o, draw_type(w, o), rows, cols, !transpose);
        return;
    }
    o->A = draw_operand(w, o, rows, cols, o->kind == OPERATION_MATRIX_APPLY_FIRST, transpose);
    if (o->kind <= OPERATION_MATRIX_UNION) o->B = draw_operand(w, o, rows, cols, true, o->descriptor.transpose_second);
    if (algebra_of_places(o->op)) draw_place(w, o, rows, cols);
}

void world_forget_output(world *w, operation *o)
{
    twin *const C = o->C;
    if (o->A == C || o->B == C || o->M == C || C->type != operation_result_type(o) || world_below(w, NONE_ONE_IN) > 0)
        return;
    tropic_matrix_free(&C->A);
    assert_int_equal(GrB_Matrix_clear(C->G), GrB_SUCCESS);
}

/* B is sometimes A. */
static void alias_inputs(world *w, operation *o)
{
    const twin *A = o->A, *B = o->B;
    if (!B || A->type != B->type || A->rows != B->rows || A->cols != B->cols) return;
    if (tropic_matrix_is_pattern(A->A) == tropic_matrix_is_pattern(B->A) && world_below(w, ALIAS_ONE_IN) == 0)
        o->B = o->A;
}

/* The result is sometimes none yet, sometimes the mask or an input; the mask is an input, and one input the other. */
static void alias(world *w, operation *o)
{
    twin *const C = o->C, **inputs[] = {&o->A, &o->B, &o->M};
    for (int k = 0; k < 3; k++) {
        twin *input = *inputs[k];
        const bool turned = k == 0 ? o->descriptor.transpose != (o->kind == OPERATION_TRANSPOSE)
                                   : k == 1 && o->descriptor.transpose_second;
        if (!input || world_below(w, ALIAS_ONE_IN) > 0) continue;
        if (k < 2 && (input->type != C->type || (turned && C->rows != C->cols))) continue;
        if (k < 2 && tropic_matrix_is_pattern(input->A) != tropic_matrix_is_pattern(C->A)) continue;
        *inputs[k] = C;
    }
    alias_inputs(w, o);
    world_alias_mask(w, o, C->rows, C->cols);
    world_forget_output(w, o);
}

static void draw_mask(world *w, operation *o, tropic_index rows, tropic_index cols)
{
    const tropic_type type = world_pick_any(w)->type;
    if (world_below(w, 3) == 0) return;
    o->M = world_twin(w, type, rows, cols, type < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
}

/* Of small matrices. */
static void draw_kronecker(world *w, operation *o)
{
    enum { LENGTH = 7 };
    const tropic_index rows = world_below(w, LENGTH), cols = world_below(w, LENGTH);
    const tropic_index r = world_below(w, LENGTH), c = world_below(w, LENGTH);
    const tropic_type mask = world_pick_any(w)->type;
    world_draw_operator(w, o);
    o->C = world_twin(w, world_cast(w, algebra_result(o->op, o->type)), rows * r, cols * c, false, VALUES_ANY);
    o->A = draw_operand(w, o, rows, cols, false, o->descriptor.transpose);
    o->B = draw_operand(w, o, r, c, true, o->descriptor.transpose_second);
    if (world_below(w, 3) > 0) o->M = world_twin(w, mask, rows * r, cols * c, false, VALUES_ANY);
    if (o->M && world_below(w, ALIAS_ONE_IN) == 0) o->M = o->C;
    alias_inputs(w, o);
    world_forget_output(w, o);
    if (o->M && o->M->type >= TROPIC_TYPES) o->descriptor.structure = true;
}

void world_draw_output(world *w, operation *o)
{
    const tropic_index rows = w->n, cols = world_inner(w);
    tropic_type result = o->type, type;
    if (o->kind >= OPERATION_DIAGONAL) {
        world_draw_parts(w, o);
        return;
    }
    o->descriptor.transpose_second = world_below(w, 2);
    if (o->kind == OPERATION_KRONECKER) {
        draw_kronecker(w, o);
        return;
    }
    if (o->kind > OPERATION_TRANSPOSE) world_draw_operator(w, o);
    if (o->kind > OPERATION_TRANSPOSE && o->kind < OPERATION_MATRIX_SELECT) result = algebra_result(o->op, o->type);
    type = world_cast(w, result);
    o->C = world_twin(w, type, rows, cols, type == TROPIC_BOOL && type == result && world_below(w, PATTERN_ONE_IN) == 0,
                      VALUES_ANY);
    draw_inputs(w, o, rows, cols);
    draw_mask(w, o, rows, cols);
    alias(w, o);
    if (o->M && o->M->type >= TROPIC_TYPES) o->descriptor.structure = true;
}

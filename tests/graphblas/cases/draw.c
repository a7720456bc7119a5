/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws calls that the specification allows.
 */
#include "tests/graphblas/cases/draw.h"

#include <string.h>

static void draw_product(world *w, call *c)
{
    const GrB_Index rows = world_size(w), inner = world_size(w), cols = world_size(w);
    c->semiring = draw_semiring(w);
    if (c->kind == CALL_VXM)
        c->a = world_take(w, OBJECT_VECTOR, world_cast(w, c->semiring->multiply->x), inner, 1);
    else
        c->a = draw_matrix(w, c, DESC_TRANSPOSE_0, c->semiring->multiply->x, rows, inner);
    if (c->kind == CALL_MXV)
        c->b = world_take(w, OBJECT_VECTOR, world_cast(w, c->semiring->multiply->y), inner, 1);
    else
        c->b = draw_matrix(w, c, DESC_TRANSPOSE_1, c->semiring->multiply->y, inner, cols);
    if (c->kind == CALL_MXM)
        draw_output(w, c, OBJECT_MATRIX, c->semiring->add->type, rows, cols);
    else
        draw_output(w, c, OBJECT_VECTOR, c->semiring->add->type, c->kind == CALL_MXV ? rows : cols, 1);
}

/* The function of an elementwise call: with a monoid or semiring of it, or by itself. */
static binary_op draw_elementwise(world *w, call *c)
{
    static const call_form forms[] = {FORM_BINARY, FORM_BINARY, FORM_MONOID, FORM_SEMIRING};
    const bool add = c->kind == CALL_EWISE_ADD;
    c->form = forms[world_below(w, 4)];
    if (c->form == FORM_SEMIRING) {
        do c->semiring = draw_semiring(w);
        while (add && !c->semiring->add->add && strstr(c->semiring->name, "ANY")); /* (any of two) */
        if (!add) return *c->semiring->multiply;
        return (binary_op){.z = c->semiring->add->type, .x = c->semiring->add->type, .y = c->semiring->add->type};
    }
    if (c->form == FORM_MONOID) {
        c->monoid = draw_monoid(w);
        return (binary_op){.z = c->monoid->type, .x = c->monoid->type, .y = c->monoid->type};
    }
    c->binary = draw_binary(w, add);
    return *c->binary;
}

/* (Which way SuiteSparse 7.4 casts an entry that meets no other, to the result of a comparison or a shift,
 * depends on transposes.) */
static bool is_cast_either_way(const call *c, const binary_op *op)
{
    const int transposes = DESC_TRANSPOSE_0 | DESC_TRANSPOSE_1;
    return c->kind == CALL_EWISE_ADD && (op->z != op->x || op->z != op->y) && (c->desc_bits & transposes);
}

/* (SuiteSparse 7.4 loses the ids of lines then, of a matrix that is large or most of whose lines are empty; and of a
 * union reads values that it has written.) */
static bool is_onto_itself(const call *c)
{
    const bool changes = c->kind == CALL_EWISE_UNION || (c->matrix && c->kind == CALL_EWISE_MULT);
    return changes && (c->out == c->a || c->out == c->b);
}

static void draw_ewise(world *w, call *c)
{
    const binary_op op = draw_elementwise(w, c);
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    while (is_cast_either_way(c, &op)) draw_descriptor(w, c);
    c->a = draw_operand(w, c, DESC_TRANSPOSE_0, op.x, rows, cols);
    c->b = draw_operand(w, c, DESC_TRANSPOSE_1, op.y, rows, cols);
    do draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, op.z, rows, cols);
    while (is_onto_itself(c));
}

static void draw_union(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    c->binary = draw_binary(w, false);
    c->a = draw_operand(w, c, DESC_TRANSPOSE_0, c->binary->x, rows, cols);
    c->b = draw_operand(w, c, DESC_TRANSPOSE_1, c->binary->y, rows, cols);
    c->v_type = world_cast(w, c->binary->x);
    c->v_at = &c->v;
    c->scalar = world_take(w, OBJECT_SCALAR, c->v_type, 1, 1);
    c->beta = world_take(w, OBJECT_SCALAR, world_cast(w, c->binary->y), 1, 1);
    do draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, c->binary->z, rows, cols);
    while (is_onto_itself(c));
}

static void draw_kronecker(world *w, call *c)
{
    enum { LARGEST = 6 };
    const binary_op op = draw_elementwise(w, c);
    GrB_Index size[4];
    for (int k = 0; k < 4; k++) {
        size[k] = world_size(w);
        if (!is_large(size[k]) && size[k] > LARGEST) size[k] = LARGEST;
    }
    for (int k = 0; k < 2; k++) {
        while (size[k] > WORLD_LARGEST_PRODUCT / size[k + 2]) {
            size[k] = w->sizes[SIZES - 1];
            size[k + 2] = world_size(w);
        }
    }
    c->a = draw_matrix(w, c, DESC_TRANSPOSE_0, op.x, size[0], size[1]);
    c->b = draw_matrix(w, c, DESC_TRANSPOSE_1, op.y, size[2], size[3]);
    draw_output(w, c, OBJECT_MATRIX, op.z, size[0] * size[2], size[1] * size[3]);
}

static void draw_extract(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    c->a = draw_operand(w, c, DESC_TRANSPOSE_0, world_type(w), rows, cols);
    c->rows = draw_ids(w, rows, false);
    c->cols = c->matrix ? draw_ids(w, cols, false) : (id_list){NULL, 1, 1, NULL};
    draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, c->a->type, c->rows.count, c->cols.count);
}

static void draw_extract_column(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = world_size(w);
    c->a = draw_matrix(w, c, DESC_TRANSPOSE_0, world_type(w), rows, cols);
    c->rows = draw_ids(w, rows, false);
    c->line = world_id(w, cols);
    draw_output(w, c, OBJECT_VECTOR, c->a->type, c->rows.count, 1);
}

/* Lists for a value may repeat places where nothing accumulates, and have none. */
static void draw_assign(world *w, call *c)
{
    enum { NONE_ONE_IN = 20 };
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    const value_type type = world_type(w);
    const bool repeats = c->kind == CALL_ASSIGN_VALUE && world_one_in(w, 3);
    c->region = (!repeats || c->kind != CALL_ASSIGN_VALUE) && world_one_in(w, 2);
    c->rows = draw_ids(w, rows, !repeats);
    if (c->kind == CALL_ASSIGN_VALUE && c->rows.given < GxB_BACKWARDS && c->rows.owned && world_one_in(w, NONE_ONE_IN))
        c->rows.count = c->rows.given = 0;
    c->cols = c->matrix ? draw_ids(w, cols, !repeats) : (id_list){NULL, 1, 1, NULL};
    if (c->kind == CALL_ASSIGN)
        c->a = draw_operand(w, c, DESC_TRANSPOSE_0, type, c->rows.count, c->cols.count);
    else
        draw_value(w, c, type);
    draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, c->a ? c->a->type : c->v_type, rows, cols);
    if (repeats) c->accum = NULL;
}

static void draw_assign_line(world *w, call *c)
{
    const bool row = c->kind == CALL_ASSIGN_ROW;
    const GrB_Index lines = world_size(w), along = world_size(w);
    const id_list list = draw_ids(w, along, true);
    c->region = world_one_in(w, 2);
    *(row ? &c->cols : &c->rows) = list;
    c->line = world_id(w, lines);
    c->a = world_take(w, OBJECT_VECTOR, world_type(w), list.count, 1);
    draw_output(w, c, OBJECT_MATRIX, c->a->type, row ? lines : along, row ? along : lines);
}

static void draw_apply(world *w, call *c)
{
    static const call_form forms[] = {FORM_UNARY, FORM_FIRST, FORM_SECOND, FORM_INDEX};
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    value_type x, z;
    c->form = c->kind == CALL_SELECT ? FORM_INDEX : forms[world_below(w, 4)];
    if (c->form == FORM_UNARY) {
        c->unary = draw_unary(w);
        x = c->unary->x;
        z = c->unary->z;
    } else if (c->form == FORM_INDEX) {
        c->index = draw_index(w);
        x = c->index->x != TYPE_NONE ? c->index->x : world_type(w);
        z = c->index->z;
        draw_value(w, c, c->index->y);
    } else {
        c->binary = draw_binary(w, false);
        x = c->form == FORM_FIRST ? c->binary->y : c->binary->x;
        z = c->binary->z;
        draw_value(w, c, c->form == FORM_FIRST ? c->binary->x : c->binary->y);
    }
    c->a = draw_operand(w, c, c->form == FORM_FIRST ? DESC_TRANSPOSE_1 : DESC_TRANSPOSE_0, x, rows, cols);
    draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, c->kind == CALL_SELECT ? c->a->type : z, rows, cols);
}

static void draw_select_operator(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    value_type type;
    c->form = FORM_SELECT_OP;
    c->a = draw_operand(w, c, DESC_TRANSPOSE_0, world_type(w), rows, cols);
    c->select = draw_select_op(w, c->a->type);
    type = c->select->rule == SELECT_OWN ? TYPE_INT64 : c->select->rule == SELECT_THUNKS ? c->a->type : TYPE_INT32;
    if (c->select->rule == SELECT_OWN || (c->select->rule != SELECT_OWN_PLACES && world_one_in(w, 2))) {
        /* (SuiteSparse 7.4 takes 0.25 for false.) */
        c->v_type = c->select->rule == SELECT_OWN || type == TYPE_BOOL ? type : world_cast(w, type);
        c->v_at = &c->v;
        c->scalar = world_take(w, OBJECT_SCALAR, c->v_type, 1, 1);
    }
    draw_output(w, c, c->matrix ? OBJECT_MATRIX : OBJECT_VECTOR, c->a->type, rows, cols);
}

/* A select needs truth values, and pairs are none. */
static void draw_select(world *w, call *c)
{
    if (world_one_in(w, 3)) {
        draw_select_operator(w, c);
        return;
    }
    do draw_apply(w, c);
    while (c->index->z == TYPE_PAIR);
}

/* Reductions by an operator are those by a predefined monoid's. */
static void draw_monoid_or_operator(world *w, call *c)
{
    c->form = world_one_in(w, 3) ? FORM_BINARY : FORM_MONOID;
    do c->monoid = draw_monoid(w);
    while (c->form == FORM_BINARY && !c->monoid->add);
    if (c->form == FORM_BINARY) c->binary = c->monoid->add;
}

static void draw_reduce(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = world_size(w);
    draw_monoid_or_operator(w, c);
    c->a = draw_matrix(w, c, DESC_TRANSPOSE_0, c->monoid->type, rows, cols);
    draw_output(w, c, OBJECT_VECTOR, c->monoid->type, rows, 1);
}

static void draw_reduce_value(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = c->matrix ? world_size(w) : 1;
    draw_monoid_or_operator(w, c);
    draw_value(w, c, c->monoid->type);
    if (c->form == FORM_BINARY && !c->scalar) c->form = FORM_MONOID;
    c->a = draw_operand(w, c, 0, c->monoid->type, rows, cols);
    if (world_one_in(w, 2)) c->accum = draw_accum(w, c->scalar ? c->scalar->type : c->v_type, c->monoid->type);
}

static void draw_transpose(world *w, call *c)
{
    const GrB_Index rows = world_size(w), cols = world_size(w);
    c->desc_bits ^= DESC_TRANSPOSE_0;
    c->a = draw_matrix(w, c, DESC_TRANSPOSE_0, world_type(w), rows, cols);
    c->desc_bits ^= DESC_TRANSPOSE_0;
    draw_output(w, c, OBJECT_MATRIX, c->a->type, rows, cols);
}

/* Products of many powers of two may be infinite, and with a 0 among them not a number, in some orders. */
static bool is_too_large(const world *w, const call *c)
{
    enum { LARGEST = 12 };
    const bool powers =
        (c->monoid && c->monoid->rule == SUMS_POWERS) || (c->semiring && c->semiring->add->rule == SUMS_POWERS);
    for (int k = 0; k < SIZES && powers; k++)
        if (world_most_ids(w->sizes[k]) > LARGEST) return true;
    return false;
}

/* (SuiteSparse 7.4 takes the numbers of lines that have entries for those lines, in products of large matrices; and in
 * a select, places of 32 bits for those of 64, so that it differs about 2^32.) */
static bool sees_lines(const call *c)
{
    const bool large = (c->a && (is_large(c->a->rows) || is_large(c->a->cols))) ||
                       (c->b && (is_large(c->b->rows) || is_large(c->b->cols)));
    if (large && c->kind == CALL_SELECT && c->index && strstr(c->index->name, "INDEX_INT32")) return true;
    return large && c->kind <= CALL_VXM && operators_see_places(c->semiring->multiply);
}

/* A value in so many places can be in no memory, or, where they are all, in that of one value. */
static bool has_too_many_places(const call *c)
{
    const bool masked = c->mask && !(c->desc_bits & DESC_COMPLEMENT);
    return c->kind == CALL_ASSIGN_VALUE && !masked && (is_large(c->rows.count) || is_large(c->cols.count));
}

static void draw_kind(world *w, call *c)
{
    switch (c->kind) {
    case CALL_MXM:
    case CALL_MXV:
    case CALL_VXM: draw_product(w, c); break;
    case CALL_EWISE_ADD:
    case CALL_EWISE_MULT: draw_ewise(w, c); break;
    case CALL_EWISE_UNION: draw_union(w, c); break;
    case CALL_KRONECKER: draw_kronecker(w, c); break;
    case CALL_EXTRACT: draw_extract(w, c); break;
    case CALL_EXTRACT_COLUMN: draw_extract_column(w, c); break;
    case CALL_ASSIGN:
    case CALL_ASSIGN_VALUE: draw_assign(w, c); break;
    case CALL_ASSIGN_COLUMN:
    case CALL_ASSIGN_ROW: draw_assign_line(w, c); break;
    case CALL_APPLY: draw_apply(w, c); break;
    case CALL_SELECT: draw_select(w, c); break;
    case CALL_REDUCE: draw_reduce(w, c); break;
    case CALL_REDUCE_VALUE: draw_reduce_value(w, c); break;
    default: draw_transpose(w, c); break;
    }
}

/* Hands vectors to a function of matrices. */
static void take_for_matrices(call *c)
{
    if (c->desc_bits & (DESC_TRANSPOSE_0 | DESC_TRANSPOSE_1)) return;
    if (c->kind == CALL_MXV) c->kind = CALL_MXM;
    c->cols = (id_list){GrB_ALL, 1, 1, NULL};
    c->matrix = true;
}

void call_draw(world *w, call *c)
{
    enum { VECTORS_ONE_IN = 8 };
    /* Those of many forms come more often. */
    static const call_kind more[] = {CALL_APPLY, CALL_APPLY, CALL_EWISE_ADD, CALL_EWISE_MULT, CALL_MXM};
    for (;;) {
        const int kind = world_below(w, CALL_KINDS + (int)(sizeof more / sizeof *more));
        *c = (call){.kind = kind < CALL_KINDS ? (call_kind)kind : more[kind - CALL_KINDS]};
        c->matrix = c->kind >= CALL_EWISE_ADD && c->kind < CALL_KRONECKER && world_one_in(w, 2);
        draw_descriptor(w, c);
        draw_kind(w, c);
        if (is_too_large(w, c) || has_too_many_places(c) || sees_lines(c)) {
            call_free(c);
            continue;
        }
        if ((c->kind == CALL_MXV || (c->kind >= CALL_EWISE_ADD && c->kind < CALL_KRONECKER && !c->matrix)) &&
            world_one_in(w, VECTORS_ONE_IN))
            take_for_matrices(c);
        return;
    }
}

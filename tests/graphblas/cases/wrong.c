/* SPDX-License-Identifier: Apache-2.0
 *
 * Breaks one argument of an operation.
 */
#include "tests/graphblas/cases/wrong.h"

#include <stdlib.h>
#include <string.h>

static object nothing = {.kind = OBJECT_MATRIX, .id = -1};

/* One of the user's own type where this one's is built in, or of a built-in one. */
static object *wrong_type_of(world *w, const object *o)
{
    const value_type type = o->type == TYPE_PAIR ? (value_type)world_below(w, BUILTIN_TYPES) : TYPE_PAIR;
    return world_new(w, o->kind, type, o->rows, o->cols);
}

/* One of another shape. */
static object *wrong_shape_of(world *w, const object *o)
{
    const bool rows = o->kind == OBJECT_VECTOR || world_one_in(w, 2);
    const GrB_Index other = rows ? o->rows : o->cols, wrong = is_large(other) ? other - 1 : other + 1;
    return world_new(w, o->kind, o->type, rows ? wrong : o->rows, rows ? o->cols : wrong);
}

/* -- wrong arguments ---------------------------------------------------------------------------- */

/* Each says whether the call has such an argument, and breaks it. */
static bool no_output(world *w, call *c)
{
    if (!c->out) return false;
    c->out = &nothing;
    return true;
}

static bool no_first(world *w, call *c)
{
    if (!c->a) return false;
    c->a = &nothing;
    return true;
}

static bool no_second(world *w, call *c)
{
    if (!c->b) return false;
    c->b = &nothing;
    return true;
}

static bool no_operator(world *w, call *c)
{
    static const unary_op no_unary = {.name = "NULL"};
    static const binary_op no_binary = {.name = "NULL"};
    static const index_op no_index = {.name = "NULL"};
    static const monoid no_monoid = {.name = "NULL"};
    static const semiring no_semiring = {.name = "NULL"};
    static const select_op no_select = {.name = "NULL"};
    if (!c->unary && !c->binary && !c->index && !c->select && !c->monoid && !c->semiring) return false;
    if (c->unary) c->unary = &no_unary;
    if (c->binary) c->binary = &no_binary;
    if (c->index) c->index = &no_index;
    if (c->select) c->select = &no_select;
    if (c->monoid) c->monoid = &no_monoid;
    if (c->semiring) c->semiring = &no_semiring;
    return true;
}

static bool no_rows(world *w, call *c)
{
    if (!c->rows.ids) return false;
    c->rows.ids = NULL;
    return true;
}

static bool no_cols(world *w, call *c)
{
    if (!c->cols.ids) return false;
    c->cols.ids = NULL;
    return true;
}

static bool no_value(world *w, call *c)
{
    if (c->select && c->select->rule != SELECT_OWN) return false;
    if (c->scalar) {
        c->scalar = &nothing;
        return true;
    }
    if (!c->v_at || (c->v_type != TYPE_PAIR && c->kind != CALL_REDUCE_VALUE)) return false;
    c->v_at = NULL;
    return true;
}

static bool empty_value(world *w, call *c)
{
    object *s;
    if (c->select && c->select->rule != SELECT_OWN) return false;
    if (!c->scalar || c->kind == CALL_REDUCE_VALUE || c->kind == CALL_ASSIGN_VALUE) return false;
    s = world_enter(w, OBJECT_SCALAR, c->v_type, 1, 1);
    if (GrB_Scalar_new(&s->s, ops.types[c->v_type]) != GrB_SUCCESS) abort();
    world_tell(w, s, "has no entry");
    c->scalar = s;
    return true;
}

/* (The input of an assign may be smaller than the output.) */
static bool shape_of_output(world *w, call *c)
{
    const bool assign = c->rows.ids && c->kind != CALL_EXTRACT && c->kind != CALL_EXTRACT_COLUMN;
    if (!c->out || assign || c->kind == CALL_ASSIGN_ROW) return false;
    c->out = wrong_shape_of(w, c->out);
    return true;
}

static bool shape_of_first(world *w, call *c)
{
    /* Of these, the input may be larger, too. */
    const bool any = c->kind == CALL_EXTRACT || c->kind == CALL_EXTRACT_COLUMN || c->kind == CALL_REDUCE;
    if (!c->a || any || c->kind == CALL_REDUCE_VALUE) return false;
    c->a = wrong_shape_of(w, c->a);
    return true;
}

static bool shape_of_second(world *w, call *c)
{
    if (!c->b) return false;
    c->b = wrong_shape_of(w, c->b);
    return true;
}

static bool shape_of_mask(world *w, call *c)
{
    if (!c->mask) return false;
    c->mask = wrong_shape_of(w, c->mask);
    return true;
}

static bool type_of_output(world *w, call *c)
{
    if (!c->out) return false;
    c->out = wrong_type_of(w, c->out);
    return true;
}

/* (Operators of places take any type.) */
static bool type_of_first(world *w, call *c)
{
    if (!c->a || (c->index && c->index->x == TYPE_NONE) ||
        (c->select && (c->select->rule == SELECT_PLACES || c->select->rule == SELECT_OWN_PLACES)))
        return false;
    c->a = wrong_type_of(w, c->a);
    return true;
}

static bool type_of_second(world *w, call *c)
{
    if (!c->b) return false;
    c->b = wrong_type_of(w, c->b);
    return true;
}

static bool type_of_mask(world *w, call *c)
{
    if (!c->mask || c->mask->type == TYPE_PAIR || (c->desc_bits & DESC_STRUCTURE)) return false;
    c->mask = wrong_type_of(w, c->mask);
    return true;
}

static bool type_of_value(world *w, call *c)
{
    if (!c->v_at || (c->select && c->select->rule != SELECT_OWN)) return false;
    if (c->scalar) {
        c->scalar = wrong_type_of(w, c->scalar);
        return true;
    }
    c->v_type = c->v_type == TYPE_PAIR ? (value_type)world_below(w, BUILTIN_TYPES) : TYPE_PAIR;
    world_value(w, c->v_type, &c->v, SUMS_ANY);
    return true;
}

static bool type_of_accumulator(world *w, call *c)
{
    const bool pairs = (c->out ? c->out->type : c->scalar ? c->scalar->type : c->v_type) == TYPE_PAIR;
    if (!c->accum) return false;
    c->accum = operators_find(pairs ? "GrB_PLUS_INT32" : world_one_in(w, 3) ? "GxB_SECONDJ_INT64" : "own pair_plus");
    return true;
}

/* One id is beyond all that there are. */
static bool break_ids(world *w, id_list *list)
{
    const bool large = is_large(w->sizes[0]) || is_large(w->sizes[1]);
    const GrB_Index far[] = {large ? GrB_INDEX_MAX + 1 : 1000, large ? GrB_INDEX_MAX + 2 : GrB_INDEX_MAX, UINT64_MAX};
    if (!list->owned || list->count == 0 || list->given != list->count) return false;
    list->owned[world_below(w, (int)list->count)] = far[world_below(w, 3)];
    return true;
}

static bool beyond_rows(world *w, call *c)
{
    return break_ids(w, &c->rows);
}

static bool beyond_cols(world *w, call *c)
{
    return break_ids(w, &c->cols);
}

static bool beyond_line(world *w, call *c)
{
    const bool row = c->kind == CALL_ASSIGN_ROW, transposed = (c->desc_bits & DESC_TRANSPOSE_0) != 0;
    const object *o = c->kind == CALL_EXTRACT_COLUMN ? c->a : c->out;
    if (c->kind != CALL_EXTRACT_COLUMN && c->kind != CALL_ASSIGN_COLUMN && !row) return false;
    c->line = row || (c->kind == CALL_EXTRACT_COLUMN && transposed) ? o->rows : o->cols;
    if (world_one_in(w, 2)) c->line = GrB_INDEX_MAX + 1;
    return true;
}

typedef struct fault {
    const char *what;
    bool (*make)(world *w, call *c);
    GrB_Info expected; /* by the specification */
} fault;

static const fault faults[] = {
    {"output NULL", no_output, GrB_NULL_POINTER},
    {"first input NULL", no_first, GrB_NULL_POINTER},
    {"second input NULL", no_second, GrB_NULL_POINTER},
    {"operator NULL", no_operator, GrB_NULL_POINTER},
    {"rows NULL", no_rows, GrB_NULL_POINTER},
    {"columns NULL", no_cols, GrB_NULL_POINTER},
    {"value NULL", no_value, GrB_NULL_POINTER},
    {"value without an entry", empty_value, GrB_EMPTY_OBJECT},
    {"shape of the output", shape_of_output, GrB_DIMENSION_MISMATCH},
    {"shape of the first input", shape_of_first, GrB_DIMENSION_MISMATCH},
    {"shape of the second input", shape_of_second, GrB_DIMENSION_MISMATCH},
    {"shape of the mask", shape_of_mask, GrB_DIMENSION_MISMATCH},
    {"type of the output", type_of_output, GrB_DOMAIN_MISMATCH},
    {"type of the first input", type_of_first, GrB_DOMAIN_MISMATCH},
    {"type of the second input", type_of_second, GrB_DOMAIN_MISMATCH},
    {"type of the mask", type_of_mask, GrB_DOMAIN_MISMATCH},
    {"type of the value", type_of_value, GrB_DOMAIN_MISMATCH},
    {"type of the accumulator", type_of_accumulator, GrB_DOMAIN_MISMATCH},
    {"rows out of range", beyond_rows, GrB_INDEX_OUT_OF_BOUNDS},
    {"columns out of range", beyond_cols, GrB_INDEX_OUT_OF_BOUNDS},
    {"line out of range", beyond_line, GrB_INVALID_INDEX},
};

void wrong_check(world *w)
{
    const fault *f;
    const char *words;
    value before;
    OWNED(call) c;
    GrB_Info info;
    call_draw(w, &c);
    call_settle(w, &c);
    for (int k = 0; k < w->count; k++) world_tell(w, &w->objects[k], "before it");
    do f = &faults[world_below(w, (int)(sizeof faults / sizeof *faults))];
    while (!f->make(w, &c));
    before = c.v;
    words = call_words(&c);
    info = call_run(&c);
    answer_add(w->answer, info, "%s: %s", f->what, words)->expected = f->expected;
    if (memcmp(&before, &c.v, sizeof before) != 0) answer_add(w->answer, GrB_PANIC, "the value has changed");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed: those on vectors alone.
 */
#include "tests/operation_draw.h"
#include "tests/operation_algebra.h"

tropic_index world_draw_length(world *w)
{
    enum { TINY_ONE_IN = 6, TINY = 3, LARGE_ONE_IN = 40, USUAL = 40, LARGE = 7000 };
    if (world_below(w, TINY_ONE_IN) == 0) return world_below(w, TINY);
    /* Enough for several threads, and blocks. */
    if (world_below(w, LARGE_ONE_IN) == 0) return LARGE + world_below(w, LARGE);
    return TINY + world_below(w, USUAL);
}

tropic_type world_draw_type(world *w)
{
    return (tropic_type)world_below(w, TROPIC_TYPES);
}

tropic_type world_cast(world *w, tropic_type type)
{
    enum { CAST_ONE_IN = 4 };
    return type < TROPIC_TYPES && world_below(w, CAST_ONE_IN) == 0 ? world_draw_type(w) : type;
}

void world_open(world *w, tropic_context *context, uint64_t seed)
{
    int type;
    *w = (world){.context = context, .random = seed};
    type = world_below(w, TROPIC_TYPES + 1);
    w->type = type < TROPIC_TYPES ? (tropic_type)type : algebra_way();
    w->n = world_draw_length(w);
    for (int k = 0; k < POOL; k++) {
        const tropic_type any = world_draw_type(w);
        operand_draw(&w->pool[k], context,
                     k < SAME            ? w->type
                     : k < SAME + TRUTHS ? TROPIC_BOOL
                                         : any,
                     w->n, VALUES_ANY, &w->random);
    }
}

void world_free(world *w)
{
    for (int k = 0; k < POOL; k++) operand_free(&w->pool[k]);
}

void world_drop(world *w, operation *o)
{
    free(o->ids);
    o->ids = NULL;
    for (int k = 0; k < 2; k++) free((void *)(uintptr_t)o->lists[k].ids);
    while (w->others > 0) operand_free(&w->other[--w->others]);
    while (w->twins > 0) twin_free(&w->twin[--w->twins]);
}

operand *world_other(world *w, tropic_type type, tropic_index n, tropic_index columns, operand_values values)
{
    operand *x = &w->other[w->others++];
    if (columns > 0)
        operand_draw_block(x, w->context, type, n, columns, values, &w->random);
    else
        operand_draw(x, w->context, type, n, values, &w->random);
    return x;
}

operand *world_pick(world *w, tropic_type type)
{
    operand *x;
    do x = &w->pool[world_below(w, POOL)];
    while (x->type != type);
    return x;
}

operand *world_pick_any(world *w)
{
    return &w->pool[world_below(w, POOL)];
}

operand *world_pick_cast(world *w, tropic_type type)
{
    const tropic_type other = world_cast(w, type);
    operand *x = world_pick_any(w);
    return other != type && x->type < TROPIC_TYPES ? x : world_pick(w, type);
}

/* Of an operand that is not read: GraphBLAS casts it first, which structs cannot be. */
static operand *pick_blindly(world *w)
{
    operand *x;
    do x = world_pick_any(w);
    while (x->type >= TROPIC_TYPES);
    return x;
}

/* (Of structs GraphBLAS has no pattern.) */
static bool fits(const operation *o)
{
    const int op = o->op;
    const bool one_operand = algebra_unary_grb(op, o->type) != NULL;
    const bool same = algebra_is_same(op, o->type) || (algebra_is_placed(op) && algebra_result(op, o->type) == o->type);
    if (!algebra_operator(op, o->type)) return false;
    switch (o->kind) {
    case OPERATION_ADD: return same;
    case OPERATION_APPLY_FIRST:
    case OPERATION_MULTIPLY: return !one_operand;
    case OPERATION_SELECT: return algebra_result(op, o->type) == TROPIC_BOOL;
    case OPERATION_REDUCE: return algebra_monoid_grb(op, o->type) != NULL;
    case OPERATION_MATRIX_ADD: return same;
    case OPERATION_MATRIX_MULTIPLY:
    case OPERATION_MATRIX_UNION:
    case OPERATION_KRONECKER:
    case OPERATION_MATRIX_APPLY_FIRST: return !one_operand;
    case OPERATION_MATRIX_SELECT: return algebra_result(op, o->type) == TROPIC_BOOL;
    case OPERATION_MATRIX_REDUCE:
    case OPERATION_REDUCE_MATRIX:
        return algebra_monoid_grb(op, o->type) != NULL && !(algebra_is_any(op) && o->type >= TROPIC_TYPES);
    default: return true;
    }
}

/* Whether op looks at neither, one or both of its operands: bit 0 for x, bit 1 for y. */
int world_looks(int op)
{
    switch (op) {
    case TROPIC_PAIR:
    case TROPIC_INDEX: return 0;
    case TROPIC_FIRST:
    case TROPIC_ABS:
    case TROPIC_AINV:
    case TROPIC_MINV:
    case TROPIC_LNOT:
    case TROPIC_BNOT:
    case TROPIC_ANY: return 1;
    case TROPIC_SECOND: return 2;
    default: return algebra_of_places(op) ? 2 : 3;
    }
}

/* The user's own are tried first now and then; the built-in ones know no struct. */
void world_draw_operator(world *w, operation *o)
{
    enum { OWN = USER_ADDS + 1 - TROPIC_OPERATORS, MONOIDS = ALGEBRA_OPERATORS - TROPIC_OPERATORS };
    enum { OWN_ONE_IN = 3, TRIES = 4 };
    const bool sums =
        o->kind == OPERATION_REDUCE || o->kind == OPERATION_REDUCE_MATRIX || o->kind == OPERATION_MATRIX_REDUCE;
    const bool only_own = o->type >= TROPIC_TYPES;
    int tries = only_own || world_below(w, OWN_ONE_IN) == 0 ? TRIES : 0;
    do {
        const bool is_own = only_own || tries-- > 0;
        o->op = is_own ? TROPIC_OPERATORS + world_below(w, sums ? MONOIDS : OWN) : world_below(w, TROPIC_OPERATORS);
    } while (!fits(o));
}

static int ascending(const void *a, const void *b)
{
    const tropic_index x = *(const tropic_index *)a, y = *(const tropic_index *)b;
    return (x > y) - (x < y);
}

/* Distinct, in order or not. */
static void draw_distinct(world *w, operation *o)
{
    OWNED_MEMORY tropic_index *all = calloc((size_t)w->n + 1, sizeof *all);
    tropic_index left = w->n;
    for (tropic_index i = 0; i < w->n; i++) all[i] = i;
    for (tropic_index k = 0; k < o->count; k++) {
        const tropic_index at = world_below(w, left);
        o->ids[k] = all[at];
        all[at] = all[--left];
    }
    if (world_below(w, 2)) qsort(o->ids, (size_t)o->count, sizeof *o->ids, ascending);
}

static void draw_ids(world *w, operation *o)
{
    const bool all = world_below(w, 3) == 0, extract = o->kind == OPERATION_EXTRACT;
    o->count = w->n;
    if (all) return;
    if (world_below(w, 3) > 0) o->count = world_below(w, extract ? 2 * w->n + 1 : w->n + 1);
    if (w->n == 0) o->count = 0;
    o->ids = calloc((size_t)o->count + 1, sizeof *o->ids);
    if (!extract) draw_distinct(w, o);
    for (tropic_index k = 0; extract && k < o->count; k++) o->ids[k] = world_below(w, w->n);
}

static void draw_vectors(world *w, operation *o)
{
    const bool blind = o->kind >= OPERATION_MULTIPLY && o->kind <= OPERATION_APPLY_FIRST;
    const int of_u = o->kind == OPERATION_APPLY_FIRST ? 2 : 1; /* as world_looks has it */
    const bool steps = o->op == USER_PLACED;                   /* which GraphBLAS does in steps of one type */
    const tropic_type result = o->kind == OPERATION_SELECT ? o->type : algebra_result(o->op, o->type);
    o->w = world_pick_cast(w, result);
    o->u = blind && !(world_looks(o->op) & of_u) ? pick_blindly(w)
           : steps                               ? world_pick(w, o->type)
                                                 : world_pick_cast(w, o->type);
    o->v = blind && !(world_looks(o->op) & 2) ? pick_blindly(w) : world_pick_cast(w, o->type);
    o->mask = world_below(w, 3) > 0 ? world_pick_any(w) : NULL;
    if (o->kind >= OPERATION_ASSIGN)
        o->w = o->kind == OPERATION_ASSIGN_SCALAR ? world_pick(w, o->type) : world_pick_cast(w, o->type);
    if (world_below(w, 4) == 0 && o->w->type == o->u->type) o->u = o->w;
    if (world_below(w, 4) == 0 && o->w->type == o->v->type) o->v = o->w;
    if (world_below(w, 4) == 0 && o->mask) o->mask = o->w;
    if (o->kind < OPERATION_ASSIGN) return;
    draw_ids(w, o);
    if (o->kind == OPERATION_ASSIGN && (o->count != w->n || world_below(w, 4) == 0))
        o->u = world_other(w, world_cast(w, o->type), o->count, 0, VALUES_ANY);
    if (o->kind == OPERATION_EXTRACT && o->count != w->n) {
        o->w = world_other(w, world_cast(w, o->type), o->count, 0, VALUES_ANY);
        if (o->mask) o->mask = world_other(w, world_pick_any(w)->type, o->count, 0, VALUES_ANY);
    }
}

/* Each pair of an operator and an accumulator, one of them the user's, is a program that a GPU compiles: so there
 * are few. */
static int draw_accum_among_own(world *w, const operation *o, tropic_type type)
{
    static const int own[] = {USER_ADDS, USER_XOR};
    if (o->kind <= OPERATION_SELECT && o->op >= TROPIC_OPERATORS) {
        if (algebra_is_same(o->op, type)) return o->op;
        return type == TROPIC_BOOL ? TROPIC_LXOR : GRB_NO_ACCUM;
    }
    if (o->kind <= OPERATION_SELECT && type < TROPIC_TYPES) return GRB_NO_ACCUM;
    if (o->semiring >= TROPIC_BUILTINS && type == o->type && world_below(w, 2))
        return USER_ADDS + o->semiring - TROPIC_BUILTINS;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (algebra_is_same(own[k], type)) return own[k];
    return GRB_NO_ACCUM;
}

/* (C takes the type of an accumulator's result where it has none of its own: none yet, or a pattern.) */
static bool may_cast(const operation *o)
{
    return o->w || (o->C->A && !tropic_matrix_is_pattern(o->C->A));
}

/* (The quotient of a sum by zero has the sign of the zero, which the order of the terms decides.) */
static bool accumulates(const operation *o, int accum, tropic_type type)
{
    const bool floating = type == TROPIC_FP32 || type == TROPIC_FP64;
    if (may_cast(o) && accum >= TROPIC_EQ && accum <= TROPIC_GE) return true;
    return algebra_is_same(accum, type) && !(o->kind > OPERATION_REDUCE && accum == TROPIC_DIVIDE && floating);
}

/* One that sees the place; GRB_NO_ACCUM: the type has none. */
static int draw_accum_placed(world *w, const operation *o, tropic_type type)
{
    static const int placed[] = {TROPIC_INDEX,          TROPIC_ROW_INDEX, TROPIC_COL_INDEX,
                                 TROPIC_DIAGONAL_INDEX, USER_PLACED,      USER_AT};
    enum { PLACED = sizeof placed / sizeof *placed };
    const int from = world_below(w, PLACED);
    for (int k = 0; k < PLACED; k++) {
        const int op = placed[(from + k) % PLACED];
        if (op >= TROPIC_OPERATORS && o->kind <= OPERATION_SELECT) continue; /* as with others of the user's own */
        if (algebra_operator(op, type)) return op;
    }
    return GRB_NO_ACCUM;
}

static int draw_accum(world *w, operation *o)
{
    enum { OWN_ONE_IN = 3, PLACED_ONE_IN = 5 };
    const tropic_type result = o->w ? o->w->type : o->C->type, type = may_cast(o) ? world_cast(w, result) : result;
    const bool with_own = o->kind <= OPERATION_SELECT && o->op >= TROPIC_OPERATORS;
    int accum;
    o->accum_type = type;
    if (world_below(w, 2) == 0) return GRB_NO_ACCUM;
    if (!with_own && type == result && may_cast(o) && world_below(w, PLACED_ONE_IN) == 0) {
        accum = draw_accum_placed(w, o, type);
        if (accum != GRB_NO_ACCUM) return accum;
    }
    if (type >= TROPIC_TYPES || with_own || (type == result && world_below(w, OWN_ONE_IN) == 0)) {
        accum = draw_accum_among_own(w, o, type);
        if (type >= TROPIC_TYPES || with_own || accum != GRB_NO_ACCUM) return accum;
    }
    do accum = world_below(w, TROPIC_OPERATORS);
    while (!accumulates(o, accum, type));
    return accum;
}

static void draw_reduction(world *w, operation *o)
{
    world_draw_operator(w, o);
    o->u = world_other(w, o->type, w->n, 0, o->op == TROPIC_TIMES ? VALUES_UNITS : VALUES_ANY);
}

/* Some versions of GraphBLAS crash where they accumulate lists under a mask (7.4.0). */
static bool is_large(const twin *t)
{
    return (int64_t)t->rows * t->cols > TWIN_FLAGS_MAX;
}

operation world_draw(world *w, operation_kind kind)
{
    operation o = {.kind = kind, .accum = GRB_NO_ACCUM};
    const bool truth = world_below(w, 4) == 0;
    if (kind == OPERATIONS) o.kind = (operation_kind)world_below(w, OPERATIONS);
    o.descriptor = (tropic_descriptor){.size = sizeof o.descriptor,
                                       .complement = world_below(w, 2),
                                       .structure = world_below(w, 2),
                                       .replace = world_below(w, 2)};
    o.type = truth ? TROPIC_BOOL : w->type;
    o.op = TROPIC_FIRST;
    if (o.kind == OPERATION_REDUCE || o.kind == OPERATION_MATRIX_REDUCE) {
        if (o.kind == OPERATION_REDUCE)
            draw_reduction(w, &o);
        else
            world_draw_matrices(w, &o);
        return o;
    }
    if (o.kind <= OPERATION_SELECT) world_draw_operator(w, &o);
    if (o.kind < OPERATION_REDUCE)
        draw_vectors(w, &o);
    else
        world_draw_matrices(w, &o);
    if (o.kind == OPERATION_SPLIT) return o;
    /* The values of structs are neither true nor false. */
    if (o.mask && o.mask->type >= TROPIC_TYPES) o.descriptor.structure = true;
    if (!(o.M && is_large(o.M))) o.accum = draw_accum(w, &o);
    if (o.C && algebra_of_places(o.op)) return o; /* which has its value */
    operand_draw_value(&o.value, operation_value_type(&o), VALUES_ANY, &w->random);
    operand_draw_value(&o.first, operation_value_type(&o), VALUES_ANY, &w->random);
    return o;
}

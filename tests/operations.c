/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed, and compares.
 */
#include "tests/operations.h"
#include "tests/operation_vectors.h"

/* Vectors of a case: of one type, of BOOL, and of any; then those of other lengths, for one operation. */
enum { SAME = 3, TRUTHS = 2, POOL = SAME + TRUTHS + 1, OTHERS = 3 };

typedef struct world {
    tropic_context *context;
    uint64_t random;
    tropic_type type;
    tropic_index n;
    operand pool[POOL], other[OTHERS];
    int others;
} world;

static int below(world *w, int32_t n)
{
    return test_below(&w->random, n);
}

static tropic_index draw_length(world *w)
{
    enum { TINY_ONE_IN = 6, TINY = 3, LARGE_ONE_IN = 40, USUAL = 40, LARGE = 7000 };
    if (below(w, TINY_ONE_IN) == 0) return below(w, TINY);
    /* Enough for several threads, and blocks. */
    if (below(w, LARGE_ONE_IN) == 0) return LARGE + below(w, LARGE);
    return TINY + below(w, USUAL);
}

static operand *other(world *w, tropic_type type, tropic_index n, bool units)
{
    operand *x = &w->other[w->others++];
    operand_draw(x, w->context, type, n, units, &w->random);
    return x;
}

/* One of the pool, of this type. */
static operand *pick(world *w, tropic_type type)
{
    operand *x;
    do x = &w->pool[below(w, POOL)];
    while (x->type != type);
    return x;
}

static operand *pick_any(world *w)
{
    return &w->pool[below(w, POOL)];
}

static bool is_same(int op, tropic_type type)
{
    const tropic_operator *found = tropic_operator_builtin((tropic_builtin_operator)op, type);
    return found && op != TROPIC_INDEX && (op < TROPIC_EQ || type == TROPIC_BOOL);
}

/* (GraphBLAS has no index that combines two vectors.) */
static bool fits(const operation *o)
{
    const int op = (int)o->op;
    if (!tropic_operator_builtin(o->op, o->type)) return false;
    switch (o->kind) {
    case OPERATION_ADD: return is_same(op, o->type);
    case OPERATION_MULTIPLY: return op != TROPIC_INDEX;
    case OPERATION_SELECT: return op >= TROPIC_EQ || o->type == TROPIC_BOOL;
    case OPERATION_REDUCE: return grb_monoid(op, o->type) != NULL;
    default: return true;
    }
}

/* Whether op looks at neither, one or both of its operands: bit 0 for x, bit 1 for y. */
static int looks(tropic_builtin_operator op)
{
    switch (op) {
    case TROPIC_PAIR:
    case TROPIC_INDEX: return 0;
    case TROPIC_FIRST:
    case TROPIC_ANY: return 1;
    case TROPIC_SECOND: return 2;
    default: return 3;
    }
}

static void draw_operator(world *w, operation *o)
{
    do o->op = (tropic_builtin_operator)below(w, TROPIC_OPERATORS);
    while (!fits(o));
}

static int ascending(const void *a, const void *b)
{
    const tropic_index x = *(const tropic_index *)a, y = *(const tropic_index *)b;
    return (x > y) - (x < y);
}

/* Distinct, in order or not. */
static void draw_distinct(world *w, operation *o)
{
    tropic_index *all = calloc((size_t)w->n + 1, sizeof *all);
    tropic_index left = w->n;
    for (tropic_index i = 0; i < w->n; i++) all[i] = i;
    for (tropic_index k = 0; k < o->count; k++) {
        const tropic_index at = below(w, left);
        o->ids[k] = all[at];
        all[at] = all[--left];
    }
    if (below(w, 2)) qsort(o->ids, (size_t)o->count, sizeof *o->ids, ascending);
    free(all);
}

static void draw_ids(world *w, operation *o)
{
    const bool all = below(w, 3) == 0, extract = o->kind == OPERATION_EXTRACT;
    o->count = w->n;
    if (all) return;
    if (below(w, 3) > 0) o->count = below(w, extract ? 2 * w->n + 1 : w->n + 1);
    if (w->n == 0) o->count = 0;
    o->ids = calloc((size_t)o->count + 1, sizeof *o->ids);
    if (!extract) draw_distinct(w, o);
    for (tropic_index k = 0; extract && k < o->count; k++) o->ids[k] = below(w, w->n);
}

static void draw_vectors(world *w, operation *o)
{
    const bool blind = o->kind == OPERATION_MULTIPLY || o->kind == OPERATION_APPLY;
    const bool result = o->op >= TROPIC_EQ && o->kind != OPERATION_SELECT;
    o->w = pick(w, result ? TROPIC_BOOL : o->type);
    o->u = blind && !(looks(o->op) & 1) ? pick_any(w) : pick(w, o->type);
    o->v = blind && !(looks(o->op) & 2) ? pick_any(w) : pick(w, o->type);
    o->mask = below(w, 3) > 0 ? pick_any(w) : NULL;
    if (o->kind >= OPERATION_ASSIGN) o->w = pick(w, o->type);
    if (below(w, 4) == 0 && o->w->type == o->u->type) o->u = o->w;
    if (below(w, 4) == 0 && o->w->type == o->v->type) o->v = o->w;
    if (below(w, 4) == 0 && o->mask) o->mask = o->w;
    if (o->kind < OPERATION_ASSIGN) return;
    draw_ids(w, o);
    if (o->kind == OPERATION_ASSIGN && (o->count != w->n || below(w, 4) == 0))
        o->u = other(w, o->type, o->count, false);
    if (o->kind == OPERATION_EXTRACT && o->count != w->n) {
        o->w = other(w, o->type, o->count, false);
        if (o->mask) o->mask = other(w, pick_any(w)->type, o->count, false);
    }
}

static operation draw(world *w)
{
    operation o = {.kind = (operation_kind)below(w, OPERATIONS), .accum = GRB_NO_ACCUM};
    const bool truth = below(w, 4) == 0;
    o.descriptor = (tropic_descriptor){.size = sizeof o.descriptor,
                                       .complement = below(w, 2),
                                       .structure = below(w, 2),
                                       .replace = below(w, 2)};
    o.type = truth ? TROPIC_BOOL : w->type;
    draw_operator(w, &o);
    if (o.kind == OPERATION_REDUCE) {
        o.u = other(w, o.type, w->n, o.op == TROPIC_TIMES);
        return o;
    }
    if (o.kind >= OPERATION_ASSIGN) o.op = TROPIC_FIRST;
    draw_vectors(w, &o);
    if (below(w, 2)) do
            o.accum = below(w, TROPIC_OPERATORS);
        while (!is_same(o.accum, o.w->type));
    operand_draw_value(&o.value, o.kind <= OPERATION_SELECT ? o.type : o.w->type, false,
                       &w->random);
    return o;
}

/* -- comparing --------------------------------------------------------------------------------- */

static const char *describe(const operation *o)
{
    static const char *const kinds[OPERATIONS] = {"ewise_add", "ewise_multiply", "apply",
                                                  "select",    "assign",         "assign_scalar",
                                                  "extract",   "reduce"};
    static char text[256];
    snprintf(text, sizeof text,
             "%s by %s of %s, accum %s, mask %s%s%s%s, n %d, %s %d ids, u is w: %d, v is w: %d",
             kinds[o->kind], tropic_operator_name(tropic_operator_builtin(o->op, o->type)),
             tropic_type_name(o->type),
             o->accum == GRB_NO_ACCUM ? "none"
                                      : tropic_operator_name(tropic_operator_builtin(
                                            (tropic_builtin_operator)o->accum, o->w->type)),
             !o->mask          ? "none"
             : o->mask == o->w ? "w"
                               : tropic_type_name(o->mask->type),
             o->descriptor.complement ? " complement" : "",
             o->descriptor.structure ? " structure" : "", o->descriptor.replace ? " replace" : "",
             o->w ? (int)o->w->n : -1, o->ids ? "with" : "all of", o->count, o->u == o->w,
             o->v == o->w);
    return text;
}

/* any: some entry, and 0 of none. Minima and maxima of NaN, or of nothing, have another identity there. */
static void compare_totals(const operation *o, const operand_value *mine,
                           const operand_value *theirs)
{
    const bool extreme = o->op == TROPIC_MIN || o->op == TROPIC_MAX;
    const bool floating = o->type == TROPIC_FP32 || o->type == TROPIC_FP64;
    const operand_value zero = {{0}};
    bool right = operand_equal(o->type, mine, theirs);
    if (o->op == TROPIC_ANY)
        right = tropic_vector_count(o->u->v) > 0 ? operand_contains(o->u, mine)
                                                 : operand_equal(o->type, mine, &zero);
    if (extreme && floating && !operand_has_number(o->u)) right = true;
    if (!right) fail_msg("%s: another sum", describe(o));
}

static bool is_in_graphblas(const operation *o)
{
    return o->u && o->u->n > 0 && (!o->w || o->w->n > 0);
}

static void check(world *w, const operation *o)
{
    operand_value mine = {{0}}, theirs = {{0}};
    assert_ok(w->context, operation_run(o, &mine));
    if (is_in_graphblas(o)) {
        const GrB_Info info = operation_run_grb(o, &theirs);
        if (info != GrB_SUCCESS) fail_msg("%s: GraphBLAS returned %d", describe(o), (int)info);
        if (o->kind == OPERATION_REDUCE)
            compare_totals(o, &mine, &theirs);
        else
            operand_compare(o->w, w->context, describe(o));
    }
    if (o->w) operand_renew(o->w, w->context, below(w, 2) ? &w->random : NULL);
}

void operation_check_case(tropic_context *context, uint64_t seed)
{
    enum { MOST_STEPS = 4 };
    world w = {.context = context, .random = seed};
    const int steps = 1 + below(&w, MOST_STEPS);
    w.type = (tropic_type)below(&w, TROPIC_TYPES);
    w.n = draw_length(&w);
    for (int k = 0; k < POOL; k++) {
        const tropic_type any = (tropic_type)below(&w, TROPIC_TYPES);
        operand_draw(&w.pool[k], context,
                     k < SAME            ? w.type
                     : k < SAME + TRUTHS ? TROPIC_BOOL
                                         : any,
                     w.n, false, &w.random);
    }
    for (int step = 0; step < steps; step++) {
        operation o = draw(&w);
        check(&w, &o);
        free(o.ids);
        while (w.others > 0) operand_free(&w.other[--w.others]);
    }
    for (int k = 0; k < POOL; k++) operand_free(&w.pool[k]);
}

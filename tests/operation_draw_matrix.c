/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed: those of a matrix and vectors.
 */
#include "tests/fixtures.h"
#include "tests/operation_algebra.h"
#include "tests/operation_draw.h"

twin *world_twin(world *w, tropic_type type, tropic_index rows, tropic_index cols, bool pattern, operand_values values)
{
    twin *t = &w->twin[w->twins++];
    twin_draw(t, w->context, type, rows, cols, pattern, values, &w->random);
    return t;
}

tropic_index world_inner(world *w)
{
    return world_below(w, 3) == 0 ? w->n : world_draw_length(w);
}

/* -- products ---------------------------------------------------------------------------------- */

/* any_secondi may take any term, and min_secondi over a short type is another in GraphBLAS where indices do not fit:
 * tests/products.c. */
static int draw_semiring(world *w, tropic_type type, tropic_index inner)
{
    enum { OWN = ALGEBRA_SEMIRINGS - TROPIC_BUILTINS, OWN_ONE_IN = 3 };
    const bool own = type >= TROPIC_TYPES || world_below(w, OWN_ONE_IN) == 0;
    const int from = world_below(w, OWN);
    int semiring;
    for (int k = 0; own && k < OWN; k++)
        if (algebra_semiring(TROPIC_BUILTINS + (from + k) % OWN, type)) return TROPIC_BUILTINS + (from + k) % OWN;
    do semiring = TROPIC_BUILTINS_FIRST + world_below(w, TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST);
    while (semiring == TROPIC_ANY_SECONDI || !algebra_semiring(semiring, type) ||
           (semiring == TROPIC_MIN_SECONDI && inner - 1 > test_value_max(type)));
    return semiring;
}

/* A GPU compiles a user's semiring for each strategy and form, and for blocks it compiles any semiring:
 * with these, the programs are few enough. */
static void spare_compiler(operation *o)
{
    enum { OTHER_STRATEGIES = TROPIC_STRATEGIES - 1 };
    static const int of_blocks[TROPIC_TYPES] = {
        [TROPIC_BOOL] = USER_OR_EXCEEDS,     [TROPIC_INT8] = TROPIC_PLUS_TIMES, [TROPIC_INT16] = TROPIC_MIN_MAX,
        [TROPIC_INT32] = TROPIC_MIN_PLUS,    [TROPIC_INT64] = TROPIC_MAX_MIN,   [TROPIC_UINT8] = TROPIC_MAX_TIMES,
        [TROPIC_UINT16] = TROPIC_PLUS_FIRST, [TROPIC_UINT32] = USER_PLUS_MINUS, [TROPIC_UINT64] = TROPIC_PLUS_SECOND,
        [TROPIC_FP32] = TROPIC_MIN_FIRST,    [TROPIC_FP64] = USER_PLUS_MIXED};
    const bool own = o->semiring >= TROPIC_BUILTINS;
    if (o->kind == OPERATION_MXV_BLOCK && !own) o->semiring = of_blocks[o->type];
    if (o->kind != OPERATION_MXV_BLOCK && own)
        o->descriptor.strategy = (tropic_strategy)(1 + (o->semiring + (o->kind == OPERATION_VXM)) % OTHER_STRATEGIES);
}

/* Over min and max, GraphBLAS wraps where the library saturates, and begins sums of NaN with an identity. */
static operand_values values_of(const operation *o)
{
    if (o->semiring >= TROPIC_BUILTINS) return VALUES_ANY;
    switch (o->semiring) {
    case TROPIC_MIN_PLUS:
    case TROPIC_MAX_PLUS:
    case TROPIC_MIN_FIRST:
    case TROPIC_MIN_SECOND:
    case TROPIC_MAX_MIN:
    case TROPIC_MIN_MAX:
    case TROPIC_MAX_TIMES: return VALUES_TAME;
    default: return VALUES_ANY;
    }
}

/* Where multiply does not read its operands, their types become any. Now and then others change, too: true is returned
 * then, since cast values and their sums must be exact. Not where a sum saturates: a value that wraps in a cast is
 * another in GraphBLAS. */
static bool draw_casts(world *w, const operation *o, int looks, tropic_type *x, tropic_type *y)
{
    const bool saturates = o->semiring == TROPIC_MIN_PLUS || o->semiring == TROPIC_MAX_PLUS;
    const tropic_type of_x = *x, of_y = *y;
    *x = !(looks & 1) ? world_draw_type(w) : saturates ? of_x : world_cast(w, of_x);
    *y = !(looks & 2) ? world_draw_type(w) : saturates ? of_y : world_cast(w, of_y);
    return ((looks & 1) && *x != of_x) || ((looks & 2) && *y != of_y);
}

static tropic_index draw_columns(world *w, tropic_index inner)
{
    enum { MOST = 40, LARGE = 100, MAX_OF_LARGE = 4 };
    return 1 + world_below(w, w->n > LARGE || inner > LARGE ? MAX_OF_LARGE : MOST);
}

/* w is the pool's, but for blocks, and where it is u too, lest sums of sums grow beyond exact numbers. */
static void draw_product(world *w, operation *o)
{
    enum { STRATEGIES_OF_BLOCKS = 3 };
    static const tropic_strategy of_blocks[STRATEGIES_OF_BLOCKS] = {TROPIC_STRATEGY_AUTO, TROPIC_STRATEGY_CSC_SCALAR,
                                                                    TROPIC_STRATEGY_CSC_VECTOR};
    const bool vxm = o->kind == OPERATION_VXM, block = o->kind == OPERATION_MXV_BLOCK;
    const bool by_column = o->descriptor.transpose != vxm;
    const tropic_index n = w->n, inner = world_inner(w), columns = block ? draw_columns(w, inner) : 0;
    operand_values values;
    tropic_type x, y;
    int looks;
    o->semiring = draw_semiring(w, o->type, inner);
    o->descriptor.strategy =
        block ? of_blocks[world_below(w, STRATEGIES_OF_BLOCKS)] : (tropic_strategy)world_below(w, TROPIC_STRATEGIES);
    if (test_device() == TROPIC_DEVICE_CUDA) spare_compiler(o);
    values = values_of(o);
    algebra_operands(o->semiring, o->type, &x, &y, &looks);
    if (draw_casts(w, o, looks, &x, &y)) values = VALUES_TAME;
    o->A = world_twin(w, vxm ? y : x, by_column ? inner : n, by_column ? n : inner,
                      (vxm ? y : x) < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, values);
    o->u = world_other(w, vxm ? x : y, inner, columns, values);
    o->w = block ? world_other(w, world_cast(w, o->type), n, columns, VALUES_ANY) : world_pick_cast(w, o->type);
    if (inner == n && o->u->type == o->w->type && world_below(w, ALIAS_ONE_IN) == 0) o->w = o->u;
    if (world_below(w, 3) == 0) return;
    o->mask = block ? world_other(w, world_pick_any(w)->type, n, columns, VALUES_ANY) : world_pick_any(w);
    if (world_below(w, ALIAS_ONE_IN) == 0) o->mask = inner == n && world_below(w, 2) ? o->u : o->w;
}

/* -- sums of rows and columns, and of all ------------------------------------------------------ */

static void draw_sums(world *w, operation *o)
{
    const tropic_index inner = world_inner(w);
    const bool by_column = o->descriptor.transpose;
    operand_values values;
    tropic_type type;
    world_draw_operator(w, o);
    type = world_cast(w, o->type);
    values = o->op == TROPIC_TIMES                                           ? VALUES_UNITS
             : o->op == TROPIC_MIN || o->op == TROPIC_MAX || type != o->type ? VALUES_TAME
                                                                             : VALUES_ANY;
    /* (Of ones, any is 1.) */
    o->A = world_twin(w, type, by_column ? inner : w->n, by_column ? w->n : inner,
                      algebra_is_any(o->op) || (o->type < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0), values);
    if (o->kind == OPERATION_MATRIX_REDUCE) return;
    o->w = world_pick_cast(w, o->type);
    if (world_below(w, 3) > 0) o->mask = world_below(w, ALIAS_ONE_IN) == 0 ? o->w : world_pick_any(w);
}

/* -- products of matrices ---------------------------------------------------------------------- */

void world_alias_mask(world *w, operation *o, tropic_index rows, tropic_index cols)
{
    twin *input = world_below(w, 2) ? o->A : o->B;
    if (!o->M || !input || input->rows != rows || input->cols != cols || world_below(w, ALIAS_ONE_IN) > 0) return;
    o->M = input;
}

/* Rows, places summed over, and columns. Products of hubs would be dense. */
static void draw_shape(world *w, tropic_index *rows, tropic_index *inner, tropic_index *cols)
{
    enum { LARGE = 100, SMALL = 6 };
    *rows = w->n;
    *inner = world_inner(w);
    *cols = world_below(w, 3) == 0 ? w->n : world_draw_length(w);
    if (*rows <= LARGE || *cols <= LARGE) return;
    if (world_below(w, 2))
        *rows = world_below(w, SMALL);
    else
        *cols = world_below(w, SMALL);
}

/* C or M, of T's shape. */
static twin *draw_output(world *w, tropic_type type, bool typed, tropic_index rows, tropic_index cols)
{
    const bool pattern = type == TROPIC_BOOL && !typed && world_below(w, PATTERN_ONE_IN) == 0;
    return world_twin(w, type, rows, cols, pattern, VALUES_ANY);
}

/* C is sometimes none yet, sometimes the mask, A or B; the mask one of these, and they the same. */
static void draw_mxm(world *w, operation *o)
{
    const bool turned = o->descriptor.transpose, second = o->descriptor.transpose_second = world_below(w, 2);
    tropic_index rows, inner, cols;
    tropic_type x, y;
    const tropic_type type = world_cast(w, o->type);
    operand_values values;
    int looks;
    draw_shape(w, &rows, &inner, &cols);
    o->semiring = draw_semiring(w, o->type, inner);
    values = values_of(o);
    algebra_operands(o->semiring, o->type, &x, &y, &looks);
    if (draw_casts(w, o, looks, &x, &y)) values = VALUES_TAME;
    o->A = world_twin(w, x, turned ? inner : rows, turned ? rows : inner,
                      x < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, values);
    o->B = world_twin(w, y, second ? cols : inner, second ? inner : cols,
                      y < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, values);
    if (o->A->rows == o->B->rows && o->A->cols == o->B->cols && x == y && world_below(w, ALIAS_ONE_IN) == 0)
        o->B = o->A;
    o->C = draw_output(w, type, type != o->type, rows, cols);
    if (o->A->type == o->type && o->A->rows == rows && o->A->cols == cols && world_below(w, ALIAS_ONE_IN) == 0)
        o->C = o->A;
    if (o->B->type == o->type && o->B->rows == rows && o->B->cols == cols && world_below(w, ALIAS_ONE_IN) == 0)
        o->C = o->B;
    if (world_below(w, 3) > 0) {
        o->M = draw_output(w, world_pick_any(w)->type, false, rows, cols);
        if (world_below(w, ALIAS_ONE_IN) == 0) o->M = o->C;
        world_alias_mask(w, o, rows, cols);
        if (o->M->type >= TROPIC_TYPES) o->descriptor.structure = true;
    }
    world_forget_output(w, o);
}

void world_draw_matrices(world *w, operation *o)
{
    o->descriptor.transpose = world_below(w, 2);
    if (o->kind == OPERATION_MXM)
        draw_mxm(w, o);
    else if (o->kind == OPERATION_MATRIX_REDUCE)
        draw_sums(w, o);
    else if (o->kind >= OPERATION_TRANSPOSE)
        world_draw_output(w, o);
    else if (o->kind > OPERATION_REDUCE_MATRIX)
        world_draw_parts(w, o);
    else if (o->kind == OPERATION_REDUCE_MATRIX)
        draw_sums(w, o);
    else
        draw_product(w, o);
}

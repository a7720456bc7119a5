/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators, monoids and semirings of random operations, and their twins.
 */
#include <tropic_define.h>

#include "tests/operation_algebra.h"

/* clang-format off */
TROPIC_STRUCT(way, int64_t length; int32_t parent, arcs;);
TROPIC_SEMIRING(nearest, way, way, int32_t,
                (a.length != b.length ? (a.length < b.length ? a : b) :
                 a.parent != b.parent ? (a.parent < b.parent ? a : b) : (a.arcs < b.arcs ? a : b)),
                ((way){x.length + y, x.parent, x.arcs + 1}), ((way){INT64_MAX, INT32_MAX, INT32_MAX}));
TROPIC_SEMIRING(plus_minus, uint32_t, uint32_t, uint32_t, a + b, x - y, 0);
TROPIC_SEMIRING_STOP(or_exceeds, bool, bool, bool, a || b, x && !y, false, a);
TROPIC_SEMIRING(plus_mixed, double, float, int32_t, a + b, (double)x - 2.0 * y, 0);
TROPIC_OPERATOR(slope, uint32_t, uint32_t, uint32_t, 3 * x - y);
TROPIC_OPERATOR(exceeds, bool, double, double, x > 2 * y);
TROPIC_OPERATOR(nearer, bool, way, way, x.length < y.length);
TROPIC_OPERATOR(placed, uint64_t, uint64_t, uint64_t, x + y * (uint64_t)i);
TROPIC_OPERATOR(at, int64_t, int64_t, int64_t, 
                (int64_t)((uint64_t)x + 3 * (uint64_t)i - (uint64_t)y * (uint64_t)j)); /* (wraps) */
TROPIC_MONOID(exclusive, uint64_t, a ^ b, 0);
/* clang-format on */

enum { OWN_OPERATORS = USER_ADDS - TROPIC_OPERATORS, OWN_SEMIRINGS = ALGEBRA_SEMIRINGS - TROPIC_BUILTINS };

/* -- the same again, for GraphBLAS ------------------------------------------------------------- */

static void grb_sooner(void *z, const void *x, const void *y)
{
    const way *a = x, *b = y;
    const bool tie = a->length == b->length, tie_too = tie && a->parent == b->parent;
    const bool first = a->length < b->length || (tie && a->parent < b->parent) || (tie_too && a->arcs < b->arcs);
    *(way *)z = first ? *a : *b;
}

static void grb_one_on(void *z, const void *x, const void *y)
{
    way on = *(const way *)x;
    on.length += *(const int32_t *)y;
    on.arcs++;
    *(way *)z = on;
}

static void grb_mixed(void *z, const void *x, const void *y)
{
    *(double *)z = (double)*(const float *)x - 2.0 * *(const int32_t *)y;
}

static void grb_slope(void *z, const void *x, const void *y)
{
    *(uint32_t *)z = 3 * *(const uint32_t *)x - *(const uint32_t *)y;
}

static void grb_exceeds(void *z, const void *x, const void *y)
{
    *(bool *)z = *(const double *)x > 2 * *(const double *)y;
}

static void grb_nearer(void *z, const void *x, const void *y)
{
    *(bool *)z = ((const way *)x)->length < ((const way *)y)->length;
}

/* -- opening ----------------------------------------------------------------------------------- */

static struct {
    tropic_type type;
    tropic_operator *op[OWN_OPERATORS];
    tropic_semiring *semiring[OWN_SEMIRINGS];
    GrB_Type way;
    GrB_BinaryOp sooner, one_on, mixed_multiply, slope, exceeds, nearer;
    GrB_Monoid sooner_monoid;
    GrB_Semiring nearest, mixed;
} own;

static GrB_Info open_twins(void)
{
    way last = {INT64_MAX, INT32_MAX, INT32_MAX};
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_Type_new(&own.way, sizeof(way)));
    GRB_DO(GrB_BinaryOp_new(&own.sooner, grb_sooner, own.way, own.way, own.way));
    GRB_DO(GrB_BinaryOp_new(&own.one_on, grb_one_on, own.way, own.way, GrB_INT32));
    GRB_DO(GrB_BinaryOp_new(&own.mixed_multiply, grb_mixed, GrB_FP64, GrB_FP32, GrB_INT32));
    GRB_DO(GrB_BinaryOp_new(&own.slope, grb_slope, GrB_UINT32, GrB_UINT32, GrB_UINT32));
    GRB_DO(GrB_BinaryOp_new(&own.exceeds, grb_exceeds, GrB_BOOL, GrB_FP64, GrB_FP64));
    GRB_DO(GrB_BinaryOp_new(&own.nearer, grb_nearer, GrB_BOOL, own.way, own.way));
    GRB_DO(GrB_Monoid_new_UDT(&own.sooner_monoid, own.sooner, &last));
    GRB_DO(GrB_Semiring_new(&own.nearest, own.sooner_monoid, own.one_on));
    GRB_DO(GrB_Semiring_new(&own.mixed, GrB_PLUS_MONOID_FP64, own.mixed_multiply));
    return info;
}

void algebra_open(tropic_context *context)
{
    const tropic_operator_source *const operators[OWN_OPERATORS] = {&slope,  &exceeds, &nearer,
                                                                    &placed, &at,      &exclusive};
    const tropic_semiring_source *const semirings[OWN_SEMIRINGS] = {&nearest, &plus_minus, &or_exceeds, &plus_mixed};
    assert_ok(context, tropic_type_define(&own.type, context, &way_type));
    for (int k = 0; k < OWN_OPERATORS; k++)
        assert_ok(context, tropic_operator_create(&own.op[k], context, operators[k]));
    for (int k = 0; k < OWN_SEMIRINGS; k++)
        assert_ok(context, tropic_semiring_create(&own.semiring[k], context, semirings[k]));
    assert_int_equal(open_twins(), GrB_SUCCESS);
}

void algebra_close(void)
{
    for (int k = 0; k < OWN_OPERATORS; k++) tropic_operator_free(&own.op[k]);
    for (int k = 0; k < OWN_SEMIRINGS; k++) tropic_semiring_free(&own.semiring[k]);
    GrB_Semiring_free(&own.nearest);
    GrB_Semiring_free(&own.mixed);
    GrB_Monoid_free(&own.sooner_monoid);
    GrB_BinaryOp *const operators[] = {&own.sooner, &own.one_on,  &own.mixed_multiply,
                                       &own.slope,  &own.exceeds, &own.nearer};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) GrB_BinaryOp_free(operators[k]);
    GrB_Type_free(&own.way);
}

/* -- types ------------------------------------------------------------------------------------- */

tropic_type algebra_way(void)
{
    return own.type;
}

GrB_Type algebra_type(tropic_type type)
{
#define TWIN(NAME, C)                                                                                                  \
    case TROPIC_##NAME: return GrB_##NAME;
    switch ((int)type) {
        TEST_EACH_TYPE(TWIN)
    default: return own.way;
    }
}

/* Few values, so that ties are broken by each of the members. */
void algebra_draw_way(void *value, uint64_t *random)
{
    enum { LENGTHS = 5, PARENTS = 3, MAX_ARCS = 3 };
    way drawn = {.length = test_below(random, LENGTHS) - 2};
    drawn.parent = test_below(random, PARENTS);
    drawn.arcs = test_below(random, MAX_ARCS);
    memcpy(value, &drawn, sizeof drawn);
}

/* -- operators --------------------------------------------------------------------------------- */

/* The types of a user's operator. */
static tropic_type operand_of(int op)
{
    switch (op) {
    case USER_SLOPE:
    case USER_ADDS + USER_PLUS_MINUS - TROPIC_BUILTINS: return TROPIC_UINT32;
    case USER_EXCEEDS:
    case USER_ADDS + USER_PLUS_MIXED - TROPIC_BUILTINS: return TROPIC_FP64;
    case USER_PLACED:
    case USER_XOR: return TROPIC_UINT64;
    case USER_AT: return TROPIC_INT64;
    case USER_ADDS + USER_OR_EXCEEDS - TROPIC_BUILTINS: return TROPIC_BOOL;
    default: return own.type;
    }
}

const tropic_operator *algebra_operator(int op, tropic_type type)
{
    if (op < TROPIC_OPERATORS) return tropic_operator_builtin((tropic_builtin_operator)op, type);
    if (operand_of(op) != type) return NULL;
    if (op < USER_ADDS) return own.op[op - TROPIC_OPERATORS];
    return tropic_semiring_add(own.semiring[op - USER_ADDS]);
}

tropic_type algebra_result(int op, tropic_type type)
{
    const bool compares = (op >= TROPIC_EQ && op < TROPIC_OPERATORS) || op == USER_EXCEEDS || op == USER_NEARER;
    return compares ? TROPIC_BOOL : type;
}

bool algebra_of_places(int op)
{
    return (op >= TROPIC_ROW_INDEX && op <= TROPIC_DIAGONAL_INDEX) || (op >= TROPIC_TRIL && op < TROPIC_OPERATORS);
}

bool algebra_is_same(int op, tropic_type type)
{
    return algebra_operator(op, type) && algebra_result(op, type) == type && op != TROPIC_INDEX && op != USER_PLACED &&
           op != USER_AT && !algebra_of_places(op) && !algebra_unary_grb(op, type);
}

GrB_BinaryOp algebra_operator_grb(int op, tropic_type type)
{
    switch (op) {
    case TROPIC_ANY: return grb_operator(TROPIC_FIRST, type);
    case USER_SLOPE: return own.slope;
    case USER_EXCEEDS: return own.exceeds;
    case USER_NEARER: return own.nearer;
    case USER_XOR: return GrB_BXOR_UINT64;
    case USER_ADDS + USER_NEAREST - TROPIC_BUILTINS: return own.sooner;
    case USER_ADDS + USER_PLUS_MINUS - TROPIC_BUILTINS: return GrB_PLUS_UINT32;
    case USER_ADDS + USER_OR_EXCEEDS - TROPIC_BUILTINS: return GrB_LOR;
    case USER_ADDS + USER_PLUS_MIXED - TROPIC_BUILTINS: return GrB_PLUS_FP64;
    default: return grb_operator(op, type);
    }
}

GrB_UnaryOp algebra_unary_grb(int op, tropic_type type)
{
    return op < TROPIC_OPERATORS && type < TROPIC_TYPES ? grb_unary(op, type) : NULL;
}

GrB_Monoid algebra_monoid_grb(int op, tropic_type type)
{
    if (!algebra_operator(op, type)) return NULL;
    switch (op) {
    case USER_XOR: return GxB_BXOR_UINT64_MONOID;
    case USER_ADDS + USER_NEAREST - TROPIC_BUILTINS: return own.sooner_monoid;
    default: return grb_monoid(op, type);
    }
}

/* -- semirings --------------------------------------------------------------------------------- */

const tropic_semiring *algebra_semiring(int semiring, tropic_type type)
{
    const tropic_semiring *found;
    if (semiring < TROPIC_BUILTINS) return tropic_semiring_builtin((tropic_builtin)semiring, type);
    found = own.semiring[semiring - TROPIC_BUILTINS];
    return tropic_semiring_type(found) == type ? found : NULL;
}

GrB_Semiring algebra_semiring_grb(int semiring, tropic_type type)
{
    switch (semiring) {
    case USER_NEAREST: return own.nearest;
    case USER_PLUS_MINUS: return GxB_PLUS_MINUS_UINT32;
    case USER_OR_EXCEEDS: return GxB_LOR_GT_BOOL;
    case USER_PLUS_MIXED: return own.mixed;
    default: return grb_semiring((tropic_builtin)semiring, type);
    }
}

void algebra_operands(int semiring, tropic_type type, tropic_type *x, tropic_type *y, int *looks)
{
    enum { NEITHER, LEFT, RIGHT, BOTH };
    enum {
        times = BOTH,
        plus = BOTH,
        min = BOTH,
        max = BOTH,
        land = BOTH,
        first = LEFT,
        second = RIGHT,
        pair = NEITHER,
        secondi = NEITHER
    };
#define LOOKS(NAME, name, add, mul, types) mul,
    static const int builtin[TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST] = {TROPIC_SEMIRING_TABLE(LOOKS)};
    *x = *y = type;
    *looks = semiring < TROPIC_BUILTINS ? builtin[semiring - TROPIC_BUILTINS_FIRST] : BOTH;
    if (semiring == USER_NEAREST) *y = TROPIC_INT32;
    if (semiring != USER_PLUS_MIXED) return;
    *x = TROPIC_FP32;
    *y = TROPIC_INT32;
}

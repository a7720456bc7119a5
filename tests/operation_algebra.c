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
TROPIC_SEMIRING_STOP(any_seven, int32_t, int32_t, bool, a, 0 * x + 7, 0, true);
TROPIC_SEMIRING(any_column, int64_t, int64_t, int64_t, b, (int64_t)j + 1, 0);
TROPIC_SEMIRING_STOP(any_way, way, way, int32_t, (a), ((way){7, x.parent - x.parent, 2}), ((way){0, 0, 0}), true);
TROPIC_MONOID(latter, uint16_t, b, 0);
TROPIC_OPERATOR(slope, uint32_t, uint32_t, uint32_t, 3 * x - y);
TROPIC_OPERATOR(exceeds, bool, double, double, x > 2 * y);
TROPIC_OPERATOR(nearer, bool, way, way, x.length < y.length);
TROPIC_OPERATOR(placed, uint64_t, uint64_t, uint64_t, x + y * (uint64_t)i);
TROPIC_OPERATOR(at, int64_t, int64_t, int64_t, 
                (int64_t)((uint64_t)x + 3 * (uint64_t)i - (uint64_t)y * (uint64_t)j)); /* (wraps) */
TROPIC_MONOID(exclusive, uint64_t, a ^ b, 0);
/* clang-format on */

/* The last semiring is made of two operators. */
enum {
    OWN_OPERATORS = USER_ADDS - TROPIC_OPERATORS,
    OWN_SEMIRINGS = ALGEBRA_SEMIRINGS - TROPIC_BUILTINS,
    OF_SOURCES = USER_ANY_PAIR - TROPIC_BUILTINS
};
/* The add of a semiring of these. */
#define ADD_OF(semiring) (USER_ADDS + (semiring)-TROPIC_BUILTINS)

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

static void grb_first_way(void *z, const void *x, const void *y)
{
    *(way *)z = *(const way *)x;
}

static void grb_one_way(void *z, const void *x, const void *y)
{
    *(way *)z = (way){7, 0, 2};
}

static void grb_seven(void *z, const void *x, const void *y)
{
    *(int32_t *)z = 7;
}

#define MARK(bits)                                                                                                     \
    static void grb_mark_##bits(void *z, const void *x, const void *y)                                                 \
    {                                                                                                                  \
        *(uint##bits##_t *)z = *(const uint##bits##_t *)x ^ 1;                                                         \
    }
MARK(8)
MARK(16)
MARK(32)
MARK(64)

/* -- opening ----------------------------------------------------------------------------------- */

static struct {
    tropic_type type;
    tropic_operator *op[OWN_OPERATORS];
    tropic_semiring *semiring[OWN_SEMIRINGS];
    GrB_Type way;
    GrB_BinaryOp sooner, one_on, mixed_multiply, slope, exceeds, nearer, first_way, one_way, seven;
    GrB_BinaryOp mark[TROPIC_TYPES];
    GrB_Monoid sooner_monoid, first_monoid;
    GrB_Semiring nearest, mixed, sevens, ways;
    tropic_operator *latter;
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

static GrB_Info open_any(void)
{
    way nothing = {0, 0, 0};
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(GrB_BinaryOp_new(&own.first_way, grb_first_way, own.way, own.way, own.way));
    GRB_DO(GrB_BinaryOp_new(&own.one_way, grb_one_way, own.way, own.way, GrB_INT32));
    GRB_DO(GrB_BinaryOp_new(&own.seven, grb_seven, GrB_INT32, GrB_INT32, GrB_BOOL));
    GRB_DO(GrB_Monoid_new_UDT(&own.first_monoid, own.first_way, &nothing));
    GRB_DO(GrB_Semiring_new(&own.ways, own.first_monoid, own.one_way));
    GRB_DO(GrB_Semiring_new(&own.sevens, GxB_ANY_INT32_MONOID, own.seven));
    return info;
}

static GrB_Info open_marks(void)
{
    GrB_Info info = GrB_SUCCESS;
#define OPEN_MARK(NAME, bits)                                                                                          \
    GRB_DO(GrB_BinaryOp_new(&own.mark[TROPIC_##NAME], grb_mark_##bits, GrB_##NAME, GrB_##NAME, GrB_##NAME));
    OPEN_MARK(INT8, 8)
    OPEN_MARK(UINT8, 8)
    OPEN_MARK(INT16, 16)
    OPEN_MARK(UINT16, 16)
    OPEN_MARK(INT32, 32)
    OPEN_MARK(UINT32, 32)
    OPEN_MARK(INT64, 64)
    OPEN_MARK(UINT64, 64)
    return info;
}

void algebra_open(tropic_context *context)
{
    const tropic_operator_source *const operators[OWN_OPERATORS] = {&slope,  &exceeds, &nearer,
                                                                    &placed, &at,      &exclusive};
    const tropic_semiring_source *const semirings[OF_SOURCES] = {&nearest,   &plus_minus, &or_exceeds, &plus_mixed,
                                                                 &any_seven, &any_column, &any_way};
    assert_ok(context, tropic_type_define(&own.type, context, &way_type));
    for (int k = 0; k < OWN_OPERATORS; k++)
        assert_ok(context, tropic_operator_create(&own.op[k], context, operators[k]));
    for (int k = 0; k < OF_SOURCES; k++)
        assert_ok(context, tropic_semiring_create(&own.semiring[k], context, semirings[k]));
    assert_ok(context, tropic_operator_create(&own.latter, context, &latter));
    assert_ok(context, tropic_semiring_from_operators(&own.semiring[OF_SOURCES], context, own.latter,
                                                      tropic_operator_builtin(TROPIC_PAIR, TROPIC_UINT16)));
    assert_int_equal(open_twins(), GrB_SUCCESS);
    assert_int_equal(open_any(), GrB_SUCCESS);
    assert_int_equal(open_marks(), GrB_SUCCESS);
}

void algebra_close(void)
{
    for (int k = 0; k < OWN_OPERATORS; k++) tropic_operator_free(&own.op[k]);
    for (int k = 0; k < OWN_SEMIRINGS; k++) tropic_semiring_free(&own.semiring[k]);
    tropic_operator_free(&own.latter);
    GrB_Semiring *const semirings[] = {&own.nearest, &own.mixed, &own.sevens, &own.ways};
    for (size_t k = 0; k < sizeof semirings / sizeof *semirings; k++) GrB_Semiring_free(semirings[k]);
    GrB_Monoid_free(&own.sooner_monoid);
    GrB_Monoid_free(&own.first_monoid);
    GrB_BinaryOp *const operators[] = {&own.sooner, &own.one_on,    &own.mixed_multiply, &own.slope, &own.exceeds,
                                       &own.nearer, &own.first_way, &own.one_way,        &own.seven};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) GrB_BinaryOp_free(operators[k]);
    for (int type = 0; type < TROPIC_TYPES; type++) GrB_BinaryOp_free(&own.mark[type]);
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
    case ADD_OF(USER_PLUS_MINUS): return TROPIC_UINT32;
    case USER_EXCEEDS:
    case ADD_OF(USER_PLUS_MIXED): return TROPIC_FP64;
    case USER_PLACED:
    case USER_XOR: return TROPIC_UINT64;
    case USER_AT: return TROPIC_INT64;
    case ADD_OF(USER_OR_EXCEEDS): return TROPIC_BOOL;
    case ADD_OF(USER_ANY_SEVEN): return TROPIC_INT32;
    case ADD_OF(USER_ANY_COLUMN): return TROPIC_INT64;
    case ADD_OF(USER_ANY_PAIR): return TROPIC_UINT16;
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

bool algebra_is_placed(int op)
{
    return op == TROPIC_INDEX || op == USER_PLACED || op == USER_AT || algebra_of_places(op);
}

bool algebra_is_any(int op)
{
    return op == TROPIC_ANY || (op >= ADD_OF(USER_ANY_SEVEN) && op < ALGEBRA_OPERATORS);
}

bool algebra_is_same(int op, tropic_type type)
{
    return algebra_operator(op, type) && algebra_result(op, type) == type && !algebra_is_placed(op) &&
           !algebra_unary_grb(op, type);
}

GrB_BinaryOp algebra_operator_grb(int op, tropic_type type)
{
    switch (op) {
    case TROPIC_ANY: return grb_operator(TROPIC_FIRST, type);
    case USER_SLOPE: return own.slope;
    case USER_EXCEEDS: return own.exceeds;
    case USER_NEARER: return own.nearer;
    case USER_XOR: return GrB_BXOR_UINT64;
    case ADD_OF(USER_NEAREST): return own.sooner;
    case ADD_OF(USER_PLUS_MINUS): return GrB_PLUS_UINT32;
    case ADD_OF(USER_OR_EXCEEDS): return GrB_LOR;
    case ADD_OF(USER_PLUS_MIXED): return GrB_PLUS_FP64;
    case ADD_OF(USER_ANY_SEVEN): return GrB_FIRST_INT32;
    case ADD_OF(USER_ANY_COLUMN): return GrB_SECOND_INT64;
    case ADD_OF(USER_ANY_WAY): return own.first_way;
    case ADD_OF(USER_ANY_PAIR): return GrB_SECOND_UINT16;
    case ALGEBRA_MARK: return own.mark[type];
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
    case ADD_OF(USER_NEAREST): return own.sooner_monoid;
    case ADD_OF(USER_ANY_SEVEN): return GxB_ANY_INT32_MONOID;
    case ADD_OF(USER_ANY_COLUMN): return GxB_ANY_INT64_MONOID;
    case ADD_OF(USER_ANY_WAY): return own.first_monoid;
    case ADD_OF(USER_ANY_PAIR): return GxB_ANY_UINT16_MONOID;
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
    case USER_ANY_SEVEN: return own.sevens;
    case USER_ANY_COLUMN: return GxB_ANY_PAIR_INT64;
    case USER_ANY_WAY: return own.ways;
    case USER_ANY_PAIR: return GxB_ANY_PAIR_UINT16;
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
    *looks = semiring < TROPIC_BUILTINS                                 ? builtin[semiring - TROPIC_BUILTINS_FIRST]
             : semiring == USER_ANY_SEVEN || semiring == USER_ANY_WAY   ? LEFT
             : semiring == USER_ANY_COLUMN || semiring == USER_ANY_PAIR ? NEITHER
                                                                        : BOTH;
    if (semiring == USER_NEAREST || semiring == USER_ANY_WAY) *y = TROPIC_INT32;
    if (semiring == USER_ANY_SEVEN) *y = TROPIC_BOOL;
    if (semiring != USER_PLUS_MIXED) return;
    *x = TROPIC_FP32;
    *y = TROPIC_INT32;
}

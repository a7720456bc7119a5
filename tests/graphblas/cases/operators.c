/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of the specification's predefined objects.
 */
#include "tests/graphblas/cases/operators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

algebra ops;

/* The index of the next of a table. */
static int next(int *count, int most)
{
    if (*count < most) return (*count)++;
    fprintf(stderr, "a table of operators is too small\n");
    abort();
}

void operators_add_unary(const char *name, GrB_UnaryOp op, value_type z, value_type x)
{
    ops.unary[next(&ops.unaries, MOST_UNARY)] = (unary_op){name, op, z, x};
}

void operators_add_binary(const char *name, GrB_BinaryOp op, value_type z, value_type x, value_type y)
{
    ops.binary[next(&ops.binaries, MOST_BINARY)] = (binary_op){name, op, z, x, y};
}

void operators_add_index(const char *name, GrB_IndexUnaryOp op, value_type z, value_type x, value_type y)
{
    ops.index[next(&ops.indices, MOST_INDEX)] = (index_op){name, op, z, x, y};
}

void operators_add_select(const char *name, GxB_SelectOp op, select_rule rule, bool ordered)
{
    ops.select[next(&ops.selects, MOST_SELECT)] = (select_op){name, op, rule, ordered};
}

void operators_add_monoid(const char *name, GrB_Monoid op, value_type type, const binary_op *add)
{
    const bool sums = strstr(name, "PLUS") != NULL, products = strstr(name, "TIMES") != NULL;
    const sum_rule rule = !is_real(type) ? SUMS_ANY : sums ? SUMS_SMALL : products ? SUMS_POWERS : SUMS_NUMBERS;
    ops.monoids[next(&ops.all_monoids, MOST_MONOIDS)] = (monoid){name, op, type, rule, add};
}

const binary_op *operators_find(const char *name)
{
    for (int k = 0; k < ops.binaries; k++)
        if (strcmp(ops.binary[k].name, name) == 0) return &ops.binary[k];
    fprintf(stderr, "there is no %s\n", name);
    abort();
}

const monoid *operators_find_monoid(const char *name)
{
    for (int k = 0; k < ops.all_monoids; k++)
        if (strcmp(ops.monoids[k].name, name) == 0) return &ops.monoids[k];
    fprintf(stderr, "there is no %s\n", name);
    abort();
}

void operators_add_semiring(const char *name, GrB_Semiring op, const monoid *add, const binary_op *multiply)
{
    ops.semirings[next(&ops.all_semirings, MOST_SEMIRINGS)] = (semiring){name, op, add, multiply};
}

static void add_semiring(const char *name, GrB_Semiring op, const char *add, const char *multiply)
{
    operators_add_semiring(name, op, operators_find_monoid(add), operators_find(multiply));
}

static bool is_one_of(const char *name, const char *const *parts, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strstr(name, parts[k])) return true;
    return false;
}

bool operators_see_places(const binary_op *op)
{
    static const char *const parts[] = {"FIRSTI", "FIRSTJ", "SECONDI", "SECONDJ"};
    return is_one_of(op->name, parts, sizeof parts / sizeof *parts);
}

bool operators_sum_exactly(const monoid *add, const binary_op *multiply)
{
    static const char *const powers[] = {"FIRST", "SECOND", "MIN", "MAX", "TIMES", "ONEB"};
    static const char *const fractions[] = {"DIV", "POW", "ATAN2", "HYPOT"};
    if (multiply->z != add->type) return false;
    if (add->rule <= SUMS_NUMBERS) return true;
    if (add->rule == SUMS_SMALL) return !is_one_of(multiply->name, fractions, sizeof fractions / sizeof *fractions);
    return is_one_of(multiply->name, powers, sizeof powers / sizeof *powers);
}

/* -- tables ------------------------------------------------------------------------------------ */

#define UNARY(NAME, T) operators_add_unary("GrB_" #NAME "_" #T, GrB_##NAME##_##T, TYPE_##T, TYPE_##T)
#define BINARY(NAME, T) operators_add_binary("GrB_" #NAME "_" #T, GrB_##NAME##_##T, TYPE_##T, TYPE_##T, TYPE_##T)
#define COMPARE(NAME, T) operators_add_binary("GrB_" #NAME "_" #T, GrB_##NAME##_##T, TYPE_BOOL, TYPE_##T, TYPE_##T)
#define LOGICAL(NAME) operators_add_binary("GrB_" #NAME, GrB_##NAME, TYPE_BOOL, TYPE_BOOL, TYPE_BOOL)
#define VALUES(NAME, T) operators_add_index("GrB_" #NAME "_" #T, GrB_##NAME##_##T, TYPE_BOOL, TYPE_##T, TYPE_##T)
#define INDICES(NAME, T) operators_add_index("GrB_" #NAME "_" #T, GrB_##NAME##_##T, TYPE_##T, TYPE_NONE, TYPE_##T)
#define PLACES(NAME) operators_add_index("GrB_" #NAME, GrB_##NAME, TYPE_BOOL, TYPE_NONE, TYPE_INT64)
#define SELECT(NAME, RULE, ordered) operators_add_select("GxB_" #NAME, GxB_##NAME, SELECT_##RULE, ordered)
#define MONOID(NAME, T)                                                                                                \
    operators_add_monoid("GrB_" #NAME "_MONOID_" #T, GrB_##NAME##_MONOID_##T, TYPE_##T,                                \
                         operators_find("GrB_" #NAME "_" #T))
#define LOGICAL_MONOID(NAME)                                                                                           \
    operators_add_monoid("GrB_" #NAME "_MONOID_BOOL", GrB_##NAME##_MONOID_BOOL, TYPE_BOOL, operators_find("GrB_" #NAME))
#define SEMIRING(ADD, MULTIPLY, T)                                                                                     \
    add_semiring("GrB_" #ADD "_" #MULTIPLY "_SEMIRING_" #T, GrB_##ADD##_##MULTIPLY##_SEMIRING_##T,                     \
                 "GrB_" #ADD "_MONOID_" #T, "GrB_" #MULTIPLY "_" #T)
#define LOGICAL_SEMIRING(ADD, MULTIPLY)                                                                                \
    add_semiring("GrB_" #ADD "_" #MULTIPLY "_SEMIRING_BOOL", GrB_##ADD##_##MULTIPLY##_SEMIRING_BOOL,                   \
                 "GrB_" #ADD "_MONOID_BOOL", "GrB_" #MULTIPLY)

#define TYPE_OF(T, C_TYPE) ops.types[TYPE_##T] = GrB_##T;
#define OF_EACH_TYPE(T, C_TYPE)                                                                                        \
    UNARY(IDENTITY, T);                                                                                                \
    UNARY(AINV, T);                                                                                                    \
    UNARY(MINV, T);                                                                                                    \
    UNARY(ABS, T);                                                                                                     \
    BINARY(FIRST, T);                                                                                                  \
    BINARY(SECOND, T);                                                                                                 \
    BINARY(MIN, T);                                                                                                    \
    BINARY(MAX, T);                                                                                                    \
    BINARY(PLUS, T);                                                                                                   \
    BINARY(MINUS, T);                                                                                                  \
    BINARY(TIMES, T);                                                                                                  \
    BINARY(DIV, T);                                                                                                    \
    BINARY(ONEB, T);                                                                                                   \
    COMPARE(EQ, T);                                                                                                    \
    COMPARE(NE, T);                                                                                                    \
    COMPARE(GT, T);                                                                                                    \
    COMPARE(LT, T);                                                                                                    \
    COMPARE(GE, T);                                                                                                    \
    COMPARE(LE, T);                                                                                                    \
    VALUES(VALUEEQ, T);                                                                                                \
    VALUES(VALUENE, T);                                                                                                \
    VALUES(VALUELT, T);                                                                                                \
    VALUES(VALUELE, T);                                                                                                \
    VALUES(VALUEGT, T);                                                                                                \
    VALUES(VALUEGE, T);
#define OF_EACH_INTEGER(T)                                                                                             \
    UNARY(BNOT, T);                                                                                                    \
    BINARY(BOR, T);                                                                                                    \
    BINARY(BAND, T);                                                                                                   \
    BINARY(BXOR, T);                                                                                                   \
    BINARY(BXNOR, T)
#define OF_EACH_NUMBER(T)                                                                                              \
    MONOID(PLUS, T);                                                                                                   \
    MONOID(TIMES, T);                                                                                                  \
    MONOID(MIN, T);                                                                                                    \
    MONOID(MAX, T);                                                                                                    \
    SEMIRING(PLUS, TIMES, T);                                                                                          \
    SEMIRING(MIN, PLUS, T);                                                                                            \
    SEMIRING(MAX, PLUS, T);                                                                                            \
    SEMIRING(MIN, TIMES, T);                                                                                           \
    SEMIRING(MIN, MAX, T);                                                                                             \
    SEMIRING(MAX, MIN, T);                                                                                             \
    SEMIRING(MAX, TIMES, T);                                                                                           \
    SEMIRING(PLUS, MIN, T);                                                                                            \
    SEMIRING(MIN, FIRST, T);                                                                                           \
    SEMIRING(MIN, SECOND, T);                                                                                          \
    SEMIRING(MAX, FIRST, T);                                                                                           \
    SEMIRING(MAX, SECOND, T)
#define EACH_INTEGER(X)                                                                                                \
    X(INT8);                                                                                                           \
    X(INT16);                                                                                                          \
    X(INT32);                                                                                                          \
    X(INT64);                                                                                                          \
    X(UINT8);                                                                                                          \
    X(UINT16);                                                                                                         \
    X(UINT32);                                                                                                         \
    X(UINT64)
#define EACH_NUMBER(X)                                                                                                 \
    EACH_INTEGER(X);                                                                                                   \
    X(FP32);                                                                                                           \
    X(FP64)

static void add_operators(void)
{
    TEST_EACH_TYPE(TYPE_OF)
    TEST_EACH_TYPE(OF_EACH_TYPE)
    EACH_INTEGER(OF_EACH_INTEGER);
    operators_add_unary("GrB_LNOT", GrB_LNOT, TYPE_BOOL, TYPE_BOOL);
    LOGICAL(LOR);
    LOGICAL(LAND);
    LOGICAL(LXOR);
    LOGICAL(LXNOR);
    INDICES(ROWINDEX, INT32);
    INDICES(ROWINDEX, INT64);
    INDICES(COLINDEX, INT32);
    INDICES(COLINDEX, INT64);
    INDICES(DIAGINDEX, INT32);
    INDICES(DIAGINDEX, INT64);
    PLACES(TRIL);
    PLACES(TRIU);
    PLACES(DIAG);
    PLACES(OFFDIAG);
    PLACES(COLLE);
    PLACES(COLGT);
    PLACES(ROWLE);
    PLACES(ROWGT);
}

static void add_select_operators(void)
{
    SELECT(TRIL, PLACES, false);
    SELECT(TRIU, PLACES, false);
    SELECT(DIAG, PLACES, false);
    SELECT(OFFDIAG, PLACES, false);
    SELECT(NONZERO, ZEROS, false);
    SELECT(EQ_ZERO, ZEROS, false);
    SELECT(GT_ZERO, ZEROS, true);
    SELECT(GE_ZERO, ZEROS, true);
    SELECT(LT_ZERO, ZEROS, true);
    SELECT(LE_ZERO, ZEROS, true);
    SELECT(NE_THUNK, THUNKS, false);
    SELECT(EQ_THUNK, THUNKS, false);
    SELECT(GT_THUNK, THUNKS, true);
    SELECT(GE_THUNK, THUNKS, true);
    SELECT(LT_THUNK, THUNKS, true);
    SELECT(LE_THUNK, THUNKS, true);
}

static void add_semirings(void)
{
    LOGICAL_MONOID(LOR);
    LOGICAL_MONOID(LAND);
    LOGICAL_MONOID(LXOR);
    LOGICAL_MONOID(LXNOR);
    EACH_NUMBER(OF_EACH_NUMBER);
    LOGICAL_SEMIRING(LOR, LAND);
    LOGICAL_SEMIRING(LAND, LOR);
    LOGICAL_SEMIRING(LXOR, LAND);
    LOGICAL_SEMIRING(LXNOR, LOR);
}

static void add_descriptors(void)
{
    const GrB_Descriptor all[DESCRIPTORS] = {
        NULL,           GrB_DESC_R,      GrB_DESC_C,      GrB_DESC_RC,
        GrB_DESC_S,     GrB_DESC_RS,     GrB_DESC_SC,     GrB_DESC_RSC,
        GrB_DESC_T0,    GrB_DESC_RT0,    GrB_DESC_CT0,    GrB_DESC_RCT0,
        GrB_DESC_ST0,   GrB_DESC_RST0,   GrB_DESC_SCT0,   GrB_DESC_RSCT0,
        GrB_DESC_T1,    GrB_DESC_RT1,    GrB_DESC_CT1,    GrB_DESC_RCT1,
        GrB_DESC_ST1,   GrB_DESC_RST1,   GrB_DESC_SCT1,   GrB_DESC_RSCT1,
        GrB_DESC_T0T1,  GrB_DESC_RT0T1,  GrB_DESC_CT0T1,  GrB_DESC_RCT0T1,
        GrB_DESC_ST0T1, GrB_DESC_RST0T1, GrB_DESC_SCT0T1, GrB_DESC_RSCT0T1,
    };
    memcpy(ops.descriptors, all, sizeof all);
}

GrB_Info operators_open(void)
{
    memset(&ops, 0, sizeof ops);
    add_operators();
    add_select_operators();
    add_semirings();
    add_descriptors();
    ops.extension_semirings = ops.all_semirings;
    extension_operators_open();
    ops.own_unaries = ops.unaries;
    ops.own_binaries = ops.binaries;
    ops.own_indices = ops.indices;
    ops.own_selects = ops.selects;
    ops.own_monoids = ops.all_monoids;
    ops.own_semirings = ops.all_semirings;
    return user_operators_open();
}

GrB_Info operators_close(void)
{
    GrB_Info worst = GrB_SUCCESS;
    for (int k = ops.own_semirings; k < ops.all_semirings; k++) worst |= GrB_Semiring_free(&ops.semirings[k].semiring);
    for (int k = ops.own_monoids; k < ops.all_monoids; k++) worst |= GrB_Monoid_free(&ops.monoids[k].monoid);
    for (int k = ops.own_selects; k < ops.selects; k++) worst |= GxB_SelectOp_free(&ops.select[k].op);
    for (int k = ops.own_indices; k < ops.indices; k++) worst |= GrB_IndexUnaryOp_free(&ops.index[k].op);
    for (int k = ops.own_binaries; k < ops.binaries; k++) worst |= GrB_BinaryOp_free(&ops.binary[k].op);
    for (int k = ops.own_unaries; k < ops.unaries; k++) worst |= GrB_UnaryOp_free(&ops.unary[k].op);
    worst |= GrB_Type_free(&ops.types[TYPE_PAIR]);
    return worst;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of the user's own, by pointers to functions; monoids and semirings of them, and of built-in ones in
 * combinations that are not predefined.
 */
#include "tests/graphblas/cases/operators.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -- functions --------------------------------------------------------------------------------- */

static int32_t wrap32(int64_t x)
{
    return (int32_t)(uint32_t)(uint64_t)x;
}

static void triple_and_one(void *z, const void *x)
{
    *(int32_t *)z = wrap32(3 * (int64_t) * (const int32_t *)x + 1);
}

static void pair_conjugate(void *z, const void *x)
{
    const pair *a = x;
    *(pair *)z = new_pair(a->re, -a->im);
}

static void pair_norm(void *z, const void *x)
{
    const pair *a = x;
    *(double *)z = fabs(a->re) + fabs(a->im);
}

static void pair_of(void *z, const void *x)
{
    const int16_t *a = x;
    *(pair *)z = new_pair(*a, 1);
}

static void three_less_two(void *z, const void *x, const void *y)
{
    *(int32_t *)z = wrap32(3 * (int64_t) * (const int32_t *)x - 2 * (int64_t) * (const int32_t *)y);
}

static void greatest_divisor(void *z, const void *x, const void *y)
{
    uint64_t p = *(const uint64_t *)x, q = *(const uint64_t *)y;
    while (q != 0) {
        const uint64_t rest = p % q;
        p = q;
        q = rest;
    }
    *(uint64_t *)z = p;
}

static void pair_plus(void *z, const void *x, const void *y)
{
    const pair *a = x, *b = y;
    *(pair *)z = new_pair(a->re + b->re, a->im + b->im);
}

static void pair_times(void *z, const void *x, const void *y)
{
    const pair *a = x, *b = y;
    *(pair *)z = new_pair(a->re * b->re - a->im * b->im, a->re * b->im + a->im * b->re);
}

/* Of two in the order of a dictionary, the later. */
static void pair_later(void *z, const void *x, const void *y)
{
    const pair *a = x, *b = y;
    *(pair *)z = a->re > b->re || (a->re == b->re && a->im >= b->im) ? *a : *b;
}

static void pair_less(void *z, const void *x, const void *y)
{
    const pair *a = x, *b = y;
    *(bool *)z = fabs(a->re) + fabs(a->im) < fabs(b->re) + fabs(b->im);
}

static void pair_join(void *z, const void *x, const void *y)
{
    *(pair *)z = new_pair(*(const double *)x, *(const int32_t *)y);
}

static void pair_at(void *z, const void *x, const void *y)
{
    const pair *a = x;
    *(double *)z = a->re * *(const double *)y + a->im;
}

static void real_and_pair(void *z, const void *x, const void *y)
{
    const pair *b = y;
    *(float *)z = (float)(*(const int8_t *)x + b->re);
}

static void placed(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const uint64_t value = (uint64_t)(int64_t) * (const int32_t *)x + 10 * i + 100 * j;
    *(int64_t *)z = (int64_t)(value + (uint64_t) * (const int64_t *)y);
}

static void pair_beyond(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const pair *a = x, *b = y;
    *(bool *)z = a->re + (double)i > b->re + (double)j;
}

static void pair_moved(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const pair *a = x;
    *(pair *)z = new_pair(a->re + (double)i, a->im + (double)j * *(const float *)y);
}

/* True, as a number: select casts it. */
static void odd_place(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    *(int8_t *)z = (int8_t)((i + j + (*(const float *)x > *(const float *)y)) % 2);
}

/* -- objects of them --------------------------------------------------------------------------- */

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const GrB_Info try_info = (call);                                                                              \
        if (try_info != GrB_SUCCESS) return try_info;                                                                  \
    } while (0)

static GrB_Info own_unary(const char *name, void (*f)(void *, const void *), value_type z, value_type x)
{
    GrB_UnaryOp op = NULL;
    TRY(GrB_UnaryOp_new(&op, f, ops.types[z], ops.types[x]));
    operators_add_unary(name, op, z, x);
    return GrB_SUCCESS;
}

static GrB_Info own_binary(const char *name, void (*f)(void *, const void *, const void *), value_type z, value_type x,
                           value_type y)
{
    GrB_BinaryOp op = NULL;
    TRY(GrB_BinaryOp_new(&op, f, ops.types[z], ops.types[x], ops.types[y]));
    operators_add_binary(name, op, z, x, y);
    return GrB_SUCCESS;
}

static GrB_Info own_index(const char *name, void (*f)(void *, const void *, GrB_Index, GrB_Index, const void *),
                          value_type z, value_type x, value_type y)
{
    GrB_IndexUnaryOp op = NULL;
    TRY(GrB_IndexUnaryOp_new(&op, f, ops.types[z], ops.types[x], ops.types[y]));
    operators_add_index(name, op, z, x, y);
    return GrB_SUCCESS;
}

static GrB_Info open_operators(void)
{
    TRY(own_unary("own triple_and_one", triple_and_one, TYPE_INT32, TYPE_INT32));
    TRY(own_unary("own pair_conjugate", pair_conjugate, TYPE_PAIR, TYPE_PAIR));
    TRY(own_unary("own pair_norm", pair_norm, TYPE_FP64, TYPE_PAIR));
    TRY(own_unary("own pair_of", pair_of, TYPE_PAIR, TYPE_INT16));
    TRY(own_binary("own three_less_two", three_less_two, TYPE_INT32, TYPE_INT32, TYPE_INT32));
    TRY(own_binary("own greatest_divisor", greatest_divisor, TYPE_UINT64, TYPE_UINT64, TYPE_UINT64));
    TRY(own_binary("own pair_plus", pair_plus, TYPE_PAIR, TYPE_PAIR, TYPE_PAIR));
    TRY(own_binary("own pair_times", pair_times, TYPE_PAIR, TYPE_PAIR, TYPE_PAIR));
    TRY(own_binary("own pair_later", pair_later, TYPE_PAIR, TYPE_PAIR, TYPE_PAIR));
    TRY(own_binary("own pair_less", pair_less, TYPE_BOOL, TYPE_PAIR, TYPE_PAIR));
    TRY(own_binary("own pair_join", pair_join, TYPE_PAIR, TYPE_FP64, TYPE_INT32));
    TRY(own_binary("own pair_at", pair_at, TYPE_FP64, TYPE_PAIR, TYPE_FP64));
    TRY(own_binary("own real_and_pair", real_and_pair, TYPE_FP32, TYPE_INT8, TYPE_PAIR));
    TRY(own_index("own placed", placed, TYPE_INT64, TYPE_INT32, TYPE_INT64));
    TRY(own_index("own pair_beyond", pair_beyond, TYPE_BOOL, TYPE_PAIR, TYPE_PAIR));
    TRY(own_index("own pair_moved", pair_moved, TYPE_PAIR, TYPE_PAIR, TYPE_FP32));
    return own_index("own odd_place", odd_place, TYPE_INT8, TYPE_FP32, TYPE_FP32);
}

#define OF_BUILTIN(OP, T, IDENTITY)                                                                                    \
    do {                                                                                                               \
        GrB_Monoid made = NULL;                                                                                        \
        TRY(GrB_Monoid_new_##T(&made, OP, IDENTITY));                                                                  \
        operators_add_monoid("own monoid of " #OP, made, TYPE_##T, NULL);                                              \
    } while (0)

static GrB_Info of_pairs(const char *name, const char *add, pair identity)
{
    GrB_Monoid made = NULL;
    TRY(GrB_Monoid_new_UDT(&made, operators_find(add)->op, &identity));
    operators_add_monoid(name, made, TYPE_PAIR, NULL);
    return GrB_SUCCESS;
}

static GrB_Info open_monoids(void)
{
    const GrB_BinaryOp divisor = operators_find("own greatest_divisor")->op;
    GrB_Monoid to_one = NULL;
    OF_BUILTIN(GrB_PLUS_INT16, INT16, 0);
    OF_BUILTIN(GrB_TIMES_UINT8, UINT8, 1);
    OF_BUILTIN(GrB_MAX_FP32, FP32, -INFINITY);
    OF_BUILTIN(GrB_PLUS_FP64, FP64, 0);
    OF_BUILTIN(GrB_EQ_BOOL, BOOL, true);
    OF_BUILTIN(GrB_MIN_BOOL, BOOL, true);
    OF_BUILTIN(GrB_BOR_UINT16, UINT16, 0);
    OF_BUILTIN(GrB_BAND_INT32, INT32, -1);
    OF_BUILTIN(GrB_BXOR_UINT64, UINT64, 0);
    OF_BUILTIN(GrB_BXNOR_INT8, INT8, -1);
    OF_BUILTIN(divisor, UINT64, 0);
    TRY(GxB_Monoid_terminal_new_UINT64(&to_one, divisor, 0, 1));
    operators_add_monoid("own monoid of divisors, down to 1", to_one, TYPE_UINT64, NULL);
    TRY(of_pairs("own monoid PLUS of pairs", "own pair_plus", new_pair(0, 0)));
    return of_pairs("own monoid of later pairs", "own pair_later", new_pair(-INFINITY, -INFINITY));
}

/* Each monoid with a few multiplications, as chance has it. */
static GrB_Info open_semirings(void)
{
    enum { EACH = 2, OF_OWN = 6, NAME = 64 };
    static char names[MOST_SEMIRINGS][NAME];
    uint64_t random = 1;
    for (int k = 0; k < ops.all_monoids; k++) {
        const monoid *add = &ops.monoids[k];
        int wanted = k < ops.own_monoids && add->type != TYPE_BOOL ? EACH : OF_OWN;
        while (wanted > 0) {
            const binary_op *multiply = &ops.binary[test_below(&random, ops.binaries)];
            GrB_Semiring made = NULL;
            char *name = names[ops.all_semirings];
            if (!operators_sum_exactly(add, multiply)) continue;
            TRY(GrB_Semiring_new(&made, add->monoid, multiply->op));
            snprintf(name, NAME, "own (%s, %s)", add->name, multiply->name);
            ops.semirings[ops.all_semirings++] = (semiring){name, made, add, multiply};
            wanted--;
        }
    }
    return GrB_SUCCESS;
}

static bool half_of_the_places(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    (void)x;
    (void)thunk;
    return (2 * i + 3 * j) % 4 < 2;
}

static bool above_thunk(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    return *(const int32_t *)x + (int64_t)i - (int64_t)j > *(const int64_t *)thunk;
}

static GrB_Info open_select_operators(void)
{
    GxB_SelectOp places, values;
    TRY(GxB_SelectOp_new(&places, half_of_the_places, NULL, NULL));
    operators_add_select("own half_of_the_places", places, SELECT_OWN_PLACES, false);
    TRY(GxB_SelectOp_new(&values, above_thunk, GrB_INT32, GrB_INT64));
    operators_add_select("own above_thunk", values, SELECT_OWN, true);
    return GrB_SUCCESS;
}

GrB_Info user_operators_open(void)
{
    TRY(GrB_Type_new(&ops.types[TYPE_PAIR], sizeof(pair)));
    TRY(open_operators());
    TRY(open_select_operators());
    TRY(open_monoids());
    return open_semirings();
}

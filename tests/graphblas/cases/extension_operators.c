/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of predefined objects that SuiteSparse adds to those of the specification; but ANY, whose result is any of
 * several, where these differ, and LDEXP, whose exponents beyond an int are undefined there.
 */
#include "tests/graphblas/cases/operators.h"

#include <stdlib.h>
#include <string.h>

/* X(..., T) for each type. */
#define ON_INDICES(X, ...) X(__VA_ARGS__, INT32), X(__VA_ARGS__, INT64)
#define ON_REALS(X, ...) X(__VA_ARGS__, FP32), X(__VA_ARGS__, FP64)
#define ON_UNSIGNED(X, ...)                                                                                            \
    X(__VA_ARGS__, UINT8), X(__VA_ARGS__, UINT16), X(__VA_ARGS__, UINT32), X(__VA_ARGS__, UINT64)
#define ON_INTEGERS(X, ...)                                                                                            \
    X(__VA_ARGS__, INT8), X(__VA_ARGS__, INT16), ON_INDICES(X, __VA_ARGS__), ON_UNSIGNED(X, __VA_ARGS__)
#define ON_NUMBERS(X, ...) ON_INTEGERS(X, __VA_ARGS__), ON_REALS(X, __VA_ARGS__)
#define ON_TYPES(X, ...) X(__VA_ARGS__, BOOL), ON_NUMBERS(X, __VA_ARGS__)

/* -- operators --------------------------------------------------------------------------------- */

#define UNARY(OP, T) operators_add_unary("GxB_" #OP "_" #T, GxB_##OP##_##T, TYPE_##T, TYPE_##T)
#define TEST(OP, T) operators_add_unary("GxB_" #OP "_" #T, GxB_##OP##_##T, TYPE_BOOL, TYPE_##T)
#define BINARY(OP, T) operators_add_binary("GxB_" #OP "_" #T, GxB_##OP##_##T, TYPE_##T, TYPE_##T, TYPE_##T)
#define SHIFT(OP, T) operators_add_binary("GxB_" #OP "_" #T, GxB_##OP##_##T, TYPE_##T, TYPE_##T, TYPE_INT8)

/* Whose last bit is another on another device, or by another library of functions. */
static void add_rounded(void)
{
    ON_REALS(UNARY, SQRT);
    ON_REALS(UNARY, LOG);
    ON_REALS(UNARY, EXP);
    ON_REALS(UNARY, LOG2);
    ON_REALS(UNARY, SIN);
    ON_REALS(UNARY, COS);
    ON_REALS(UNARY, TAN);
    ON_REALS(UNARY, ACOS);
    ON_REALS(UNARY, ASIN);
    ON_REALS(UNARY, ATAN);
    ON_REALS(UNARY, SINH);
    ON_REALS(UNARY, COSH);
    ON_REALS(UNARY, TANH);
    ON_REALS(UNARY, ACOSH);
    ON_REALS(UNARY, ASINH);
    ON_REALS(UNARY, ATANH);
    ON_REALS(UNARY, EXP2);
    ON_REALS(UNARY, EXPM1);
    ON_REALS(UNARY, LOG10);
    ON_REALS(UNARY, LOG1P);
    ON_REALS(UNARY, LGAMMA);
    ON_REALS(UNARY, TGAMMA);
    ON_REALS(UNARY, ERF);
    ON_REALS(UNARY, ERFC);
    ON_REALS(UNARY, CBRT);
    ON_REALS(BINARY, POW);
    ON_REALS(BINARY, ATAN2);
    ON_REALS(BINARY, HYPOT);
}

static void add_unary(void)
{
    ON_TYPES(UNARY, ONE);
    ON_TYPES(UNARY, ABS);
    ON_TYPES(UNARY, LNOT);
    ON_INDICES(UNARY, POSITIONI);
    ON_INDICES(UNARY, POSITIONI1);
    ON_INDICES(UNARY, POSITIONJ);
    ON_INDICES(UNARY, POSITIONJ1);
    ON_REALS(UNARY, SIGNUM);
    ON_REALS(UNARY, CEIL);
    ON_REALS(UNARY, FLOOR);
    ON_REALS(UNARY, ROUND);
    ON_REALS(UNARY, TRUNC);
    ON_REALS(UNARY, FREXPX);
    ON_REALS(UNARY, FREXPE);
    ON_REALS(TEST, ISINF);
    ON_REALS(TEST, ISNAN);
    ON_REALS(TEST, ISFINITE);
}

static void add_binary(void)
{
    BINARY(RMINUS, BOOL);
    BINARY(RDIV, BOOL);
    BINARY(POW, BOOL);
    ON_INTEGERS(BINARY, POW);
    ON_NUMBERS(BINARY, RMINUS);
    ON_NUMBERS(BINARY, RDIV);
    ON_NUMBERS(BINARY, ISEQ);
    ON_NUMBERS(BINARY, ISNE);
    ON_NUMBERS(BINARY, ISGT);
    ON_NUMBERS(BINARY, ISLT);
    ON_NUMBERS(BINARY, ISGE);
    ON_NUMBERS(BINARY, ISLE);
    ON_NUMBERS(BINARY, LOR);
    ON_NUMBERS(BINARY, LAND);
    ON_NUMBERS(BINARY, LXOR);
    ON_REALS(BINARY, COPYSIGN);
    ON_REALS(BINARY, FMOD);
    ON_REALS(BINARY, REMAINDER);
    ON_INTEGERS(BINARY, BGET);
    ON_INTEGERS(BINARY, BSET);
    ON_INTEGERS(BINARY, BCLR);
    ON_INTEGERS(SHIFT, BSHIFT);
    ON_INDICES(BINARY, FIRSTI);
    ON_INDICES(BINARY, FIRSTI1);
    ON_INDICES(BINARY, FIRSTJ);
    ON_INDICES(BINARY, FIRSTJ1);
    ON_INDICES(BINARY, SECONDI);
    ON_INDICES(BINARY, SECONDI1);
    ON_INDICES(BINARY, SECONDJ);
    ON_INDICES(BINARY, SECONDJ1);
}

/* -- monoids ----------------------------------------------------------------------------------- */

#define BITS(OP, T)                                                                                                    \
    operators_add_monoid("GxB_" #OP "_" #T "_MONOID", GxB_##OP##_##T##_MONOID, TYPE_##T,                               \
                         operators_find("GrB_" #OP "_" #T))

static void add_monoids(void)
{
    ON_UNSIGNED(BITS, BOR);
    ON_UNSIGNED(BITS, BAND);
    ON_UNSIGNED(BITS, BXOR);
    ON_UNSIGNED(BITS, BXNOR);
    operators_add_monoid("GxB_EQ_BOOL_MONOID", GxB_EQ_BOOL_MONOID, TYPE_BOOL, operators_find("GrB_LXNOR"));
}

/* -- semirings --------------------------------------------------------------------------------- */

/* Those whose sums are defined. */
static void add_semiring(const char *name, GrB_Semiring op, const monoid *add, const char *multiply)
{
    const binary_op *found = operators_find(multiply);
    if (operators_sum_exactly(add, found)) operators_add_semiring(name, op, add, found);
}

/* ANY, of the type Z. */
static const monoid *any_of(value_type type)
{
    static monoid any[BUILTIN_TYPES];
    any[type] = (monoid){.name = "ANY", .type = type, .rule = SUMS_ANY};
    return &any[type];
}

/* ADD by a monoid, and a multiply of this name, which has the type as its end. */
#define SEMIRING(ADD, monoid, MUL, multiply, T)                                                                        \
    add_semiring("GxB_" #ADD "_" #MUL "_" #T, GxB_##ADD##_##MUL##_##T, monoid, multiply #T)
#define ARITHMETIC(ADD, MUL, OP, T) SEMIRING(ADD, operators_find_monoid("GrB_" #ADD "_MONOID_" #T), MUL, #OP "_", T)
#define LOGICAL(ADD, MONOID, MUL, T)                                                                                   \
    SEMIRING(ADD, operators_find_monoid("GrB_" #MONOID "_MONOID_BOOL"), MUL, "GrB_" #MUL "_", T)
#define OF_BITS(ADD, MUL, T) SEMIRING(ADD, operators_find_monoid("GxB_" #ADD "_" #T "_MONOID"), MUL, "GrB_" #MUL "_", T)
#define ANY(MUL, OP, T) SEMIRING(ANY, any_of(TYPE_##T), MUL, #OP "_", T)

#define OF_ADD(ADD)                                                                                                    \
    ON_NUMBERS(ARITHMETIC, ADD, FIRST, GrB_FIRST), ON_NUMBERS(ARITHMETIC, ADD, SECOND, GrB_SECOND),                    \
        ON_NUMBERS(ARITHMETIC, ADD, PAIR, GrB_ONEB), ON_NUMBERS(ARITHMETIC, ADD, MIN, GrB_MIN),                        \
        ON_NUMBERS(ARITHMETIC, ADD, MAX, GrB_MAX), ON_NUMBERS(ARITHMETIC, ADD, PLUS, GrB_PLUS),                        \
        ON_NUMBERS(ARITHMETIC, ADD, MINUS, GrB_MINUS), ON_NUMBERS(ARITHMETIC, ADD, RMINUS, GxB_RMINUS),                \
        ON_NUMBERS(ARITHMETIC, ADD, TIMES, GrB_TIMES), ON_NUMBERS(ARITHMETIC, ADD, DIV, GrB_DIV),                      \
        ON_NUMBERS(ARITHMETIC, ADD, RDIV, GxB_RDIV), ON_NUMBERS(ARITHMETIC, ADD, ISEQ, GxB_ISEQ),                      \
        ON_NUMBERS(ARITHMETIC, ADD, ISNE, GxB_ISNE), ON_NUMBERS(ARITHMETIC, ADD, ISGT, GxB_ISGT),                      \
        ON_NUMBERS(ARITHMETIC, ADD, ISLT, GxB_ISLT), ON_NUMBERS(ARITHMETIC, ADD, ISGE, GxB_ISGE),                      \
        ON_NUMBERS(ARITHMETIC, ADD, ISLE, GxB_ISLE), ON_NUMBERS(ARITHMETIC, ADD, LOR, GxB_LOR),                        \
        ON_NUMBERS(ARITHMETIC, ADD, LAND, GxB_LAND), ON_NUMBERS(ARITHMETIC, ADD, LXOR, GxB_LXOR),                      \
        ON_INDICES(ARITHMETIC, ADD, FIRSTI, GxB_FIRSTI), ON_INDICES(ARITHMETIC, ADD, FIRSTI1, GxB_FIRSTI1),            \
        ON_INDICES(ARITHMETIC, ADD, FIRSTJ, GxB_FIRSTJ), ON_INDICES(ARITHMETIC, ADD, FIRSTJ1, GxB_FIRSTJ1),            \
        ON_INDICES(ARITHMETIC, ADD, SECONDI, GxB_SECONDI), ON_INDICES(ARITHMETIC, ADD, SECONDI1, GxB_SECONDI1),        \
        ON_INDICES(ARITHMETIC, ADD, SECONDJ, GxB_SECONDJ), ON_INDICES(ARITHMETIC, ADD, SECONDJ1, GxB_SECONDJ1)

#define OF_LOGIC(ADD, MONOID)                                                                                          \
    ON_NUMBERS(LOGICAL, ADD, MONOID, EQ), ON_NUMBERS(LOGICAL, ADD, MONOID, NE), ON_NUMBERS(LOGICAL, ADD, MONOID, GT),  \
        ON_NUMBERS(LOGICAL, ADD, MONOID, LT), ON_NUMBERS(LOGICAL, ADD, MONOID, GE),                                    \
        ON_NUMBERS(LOGICAL, ADD, MONOID, LE), LOGICAL(ADD, MONOID, FIRST, BOOL), LOGICAL(ADD, MONOID, SECOND, BOOL),   \
        LOGICAL(ADD, MONOID, EQ, BOOL), LOGICAL(ADD, MONOID, GT, BOOL), LOGICAL(ADD, MONOID, LT, BOOL),                \
        LOGICAL(ADD, MONOID, GE, BOOL), LOGICAL(ADD, MONOID, LE, BOOL), BOOLEAN(ADD, MONOID, PAIR, "GrB_ONEB_BOOL"),   \
        BOOLEAN(ADD, MONOID, LOR, "GrB_LOR"), BOOLEAN(ADD, MONOID, LAND, "GrB_LAND"),                                  \
        BOOLEAN(ADD, MONOID, LXOR, "GrB_LXOR")
#define BOOLEAN(ADD, MONOID, MUL, multiply)                                                                            \
    add_semiring("GxB_" #ADD "_" #MUL "_BOOL", GxB_##ADD##_##MUL##_BOOL,                                               \
                 operators_find_monoid("GrB_" #MONOID "_MONOID_BOOL"), multiply)

#define OF_BIT_ADD(ADD)                                                                                                \
    ON_UNSIGNED(OF_BITS, ADD, BOR), ON_UNSIGNED(OF_BITS, ADD, BAND), ON_UNSIGNED(OF_BITS, ADD, BXOR),                  \
        ON_UNSIGNED(OF_BITS, ADD, BXNOR)

static void add_semirings(void)
{
    OF_ADD(MIN);
    OF_ADD(MAX);
    OF_ADD(PLUS);
    OF_ADD(TIMES);
    OF_LOGIC(LOR, LOR);
    OF_LOGIC(LAND, LAND);
    OF_LOGIC(LXOR, LXOR);
    OF_LOGIC(EQ, LXNOR);
    OF_BIT_ADD(BOR);
    OF_BIT_ADD(BAND);
    OF_BIT_ADD(BXOR);
    OF_BIT_ADD(BXNOR);
    /* (Of ANY, those whose terms are all the same.) */
    ON_TYPES(ANY, PAIR, GrB_ONEB);
    ON_INDICES(ANY, FIRSTI, GxB_FIRSTI);
    ON_INDICES(ANY, FIRSTI1, GxB_FIRSTI1);
    ON_INDICES(ANY, SECONDJ, GxB_SECONDJ);
    ON_INDICES(ANY, SECONDJ1, GxB_SECONDJ1);
}

void extension_operators_open(void)
{
    const char *device = getenv("TROPIC_TEST_DEVICE");
    if (!device || strcmp(device, "cuda") != 0) add_rounded();
    add_unary();
    add_binary();
    add_monoids();
    add_semirings();
}

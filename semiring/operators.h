/* SPDX-License-Identifier: Apache-2.0
 *
 * The monoids and multiply operators of the built-in semirings, over each type: the same text for
 * CPU and GPU.
 *
 * <type> is bool8, int8, int16, int32, int64, uint8, uint16, uint32, uint64, fp32 or fp64.
 *
 *     T tp_identity_<add>_<type>()
 *     T tp_add_<add>_<type>(a, b)
 *     bool tp_terminal_<add>_<type>(t)            may a sum stop at t?
 *     T tp_mul_<mul>_<type>(x, y, k, identity)    k: the index summed over; identity: the add's
 *
 * Integer sums and products wrap (in unsigned arithmetic), as in GraphBLAS, with one exception: the
 * plus that multiplies in min_plus and max_plus saturates, and keeps the identity, so that an
 * unreachable distance stays unreachable. Floating min and max ignore a NaN beside a number, as fmin
 * does; so their identity is NaN (an infinity would make a sum of NaN alone infinite). -0 is less than
 * +0, so that a sum does not depend on the order of its terms.
 */
#ifndef TP_OPERATORS_H
#define TP_OPERATORS_H

#include "semiring/language.h"

/* Which operands a multiply operator looks at: a sum of these. */
#define TP_FIRST 1
#define TP_SECOND 2
#define TP_LOOKS_AT_times 3
#define TP_LOOKS_AT_plus 3
#define TP_LOOKS_AT_min 3
#define TP_LOOKS_AT_max 3
#define TP_LOOKS_AT_land 3
#define TP_LOOKS_AT_first 1
#define TP_LOOKS_AT_second 2
#define TP_LOOKS_AT_pair 0
#define TP_LOOKS_AT_secondi 0

#define TP_C_bool8 bool
#define TP_C_int8 int8_t
#define TP_C_int16 int16_t
#define TP_C_int32 int32_t
#define TP_C_int64 int64_t
#define TP_C_uint8 uint8_t
#define TP_C_uint16 uint16_t
#define TP_C_uint32 uint32_t
#define TP_C_uint64 uint64_t
#define TP_C_fp32 float
#define TP_C_fp64 double
#define TP_C(type) TP_PASTE2(TP_C, type)

/* Type names as the enum spells them. */
#define TP_TYPE_bool8 TROPIC_BOOL
#define TP_TYPE_int8 TROPIC_INT8
#define TP_TYPE_int16 TROPIC_INT16
#define TP_TYPE_int32 TROPIC_INT32
#define TP_TYPE_int64 TROPIC_INT64
#define TP_TYPE_uint8 TROPIC_UINT8
#define TP_TYPE_uint16 TROPIC_UINT16
#define TP_TYPE_uint32 TROPIC_UINT32
#define TP_TYPE_uint64 TROPIC_UINT64
#define TP_TYPE_fp32 TROPIC_FP32
#define TP_TYPE_fp64 TROPIC_FP64

/* X(type) for each built-in type, or some of them. */
#define TP_EACH_SIGNED(X) X(int8) X(int16) X(int32) X(int64)
#define TP_EACH_UNSIGNED(X) X(uint8) X(uint16) X(uint32) X(uint64)
#define TP_EACH_INTEGER(X) TP_EACH_SIGNED(X) TP_EACH_UNSIGNED(X)
#define TP_EACH_FLOATING(X) X(fp32) X(fp64)
#define TP_EACH_NUMERIC(X) TP_EACH_INTEGER(X) TP_EACH_FLOATING(X)
#define TP_EACH_TYPE(X) X(bool8) TP_EACH_NUMERIC(X)
/* X(type, ...) for the types that a row of TROPIC_SEMIRING_TABLE or TROPIC_OPERATOR_TABLE names. */
#define TP_TYPES_BOOL(X, ...) X(bool8, __VA_ARGS__)
#define TP_TYPES_SHORT(X, ...) X(int8, __VA_ARGS__) X(int16, __VA_ARGS__) X(uint8, __VA_ARGS__) X(uint16, __VA_ARGS__)
#define TP_TYPES_LONG(X, ...) X(int32, __VA_ARGS__) X(int64, __VA_ARGS__) X(uint32, __VA_ARGS__) X(uint64, __VA_ARGS__)
#define TP_TYPES_INTEGER(X, ...) TP_TYPES_SHORT(X, __VA_ARGS__) TP_TYPES_LONG(X, __VA_ARGS__)
#define TP_TYPES_FLOATING(X, ...) X(fp32, __VA_ARGS__) X(fp64, __VA_ARGS__)
#define TP_TYPES_NUMERIC(X, ...) TP_TYPES_INTEGER(X, __VA_ARGS__) TP_TYPES_FLOATING(X, __VA_ARGS__)
#define TP_TYPES_ALL(X, ...) TP_TYPES_BOOL(X, __VA_ARGS__) TP_TYPES_NUMERIC(X, __VA_ARGS__)
/* The same for those that algorithms take weights of, once tp_matrix_weights has seen to the short ones. */
#define TP_TYPES_WEIGHT(X, ...)                                                                                        \
    TP_TYPES_BOOL(X, __VA_ARGS__) TP_TYPES_LONG(X, __VA_ARGS__) TP_TYPES_FLOATING(X, __VA_ARGS__)

/* May a sum under this monoid stop early? */
#define TP_TERMINAL_any 1
#define TP_TERMINAL_lor 1
#define TP_TERMINAL_plus 0
#define TP_TERMINAL_min 0
#define TP_TERMINAL_max 0

/* The unsigned type in which an integer type's sums, differences and products wrap: no shorter than unsigned, so that
 * nothing becomes an int, which must not overflow. */
#define TP_WRAP_int8 uint32_t
#define TP_WRAP_int16 uint32_t
#define TP_WRAP_int32 uint32_t
#define TP_WRAP_int64 uint64_t
#define TP_WRAP_uint8 uint32_t
#define TP_WRAP_uint16 uint32_t
#define TP_WRAP_uint32 uint32_t
#define TP_WRAP_uint64 uint64_t

#define TP_MAX_int8 INT8_MAX
#define TP_MAX_int16 INT16_MAX
#define TP_MAX_int32 INT32_MAX
#define TP_MAX_int64 INT64_MAX
#define TP_MAX_uint8 UINT8_MAX
#define TP_MAX_uint16 UINT16_MAX
#define TP_MAX_uint32 UINT32_MAX
#define TP_MAX_uint64 UINT64_MAX
#define TP_MAX_fp32 HUGE_VALF
#define TP_MAX_fp64 HUGE_VAL
#define TP_MIN_int8 INT8_MIN
#define TP_MIN_int16 INT16_MIN
#define TP_MIN_int32 INT32_MIN
#define TP_MIN_int64 INT64_MIN
#define TP_MIN_uint8 0
#define TP_MIN_uint16 0
#define TP_MIN_uint32 0
#define TP_MIN_uint64 0
#define TP_MIN_fp32 (-HUGE_VALF)
#define TP_MIN_fp64 (-HUGE_VAL)

/* -- any, pair: every type ---------------------------------------------------------------------- */
#define TP_OPERATORS_ALL(type)                                                                                         \
    TP_FN TP_C(type) tp_identity_any_##type(void)                                                                      \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_any_##type(TP_C(type) a, TP_C(type) b)                                                     \
    {                                                                                                                  \
        (void)b;                                                                                                       \
        return a;                                                                                                      \
    }                                                                                                                  \
    TP_FN bool tp_terminal_any_##type(TP_C(type) t)                                                                    \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return true;                                                                                                   \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_pair_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)               \
    {                                                                                                                  \
        (void)x, (void)y, (void)k, (void)identity;                                                                     \
        return 1;                                                                                                      \
    }
TP_EACH_TYPE(TP_OPERATORS_ALL)

/* -- lor, land: bool ------------------------------------------------------------------------------ */
TP_FN bool tp_identity_lor_bool8(void)
{
    return false;
}
TP_FN bool tp_add_lor_bool8(bool a, bool b)
{
    return a || b;
}
TP_FN bool tp_terminal_lor_bool8(bool t)
{
    return t;
}
TP_FN bool tp_mul_land_bool8(bool x, bool y, tropic_index k, bool identity)
{
    (void)k, (void)identity;
    return x && y;
}

/* -- the identity of an add that has no terminal value --------------------------------------------- */
#define TP_OPERATORS_MONOID(add, type, value)                                                                          \
    TP_FN TP_C(type) tp_identity_##add##_##type(void)                                                                  \
    {                                                                                                                  \
        return value;                                                                                                  \
    }                                                                                                                  \
    TP_FN bool tp_terminal_##add##_##type(TP_C(type) t)                                                                \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return false;                                                                                                  \
    }

/* -- secondi: integers. Lists are ascending, so the first index met is the smallest; min stops there
 *    only in ops that say so (min itself cannot know). ------------------------------------------ */
#define TP_OPERATORS_INTEGER(type)                                                                                     \
    TP_OPERATORS_MONOID(min, type, TP_MAX_##type)                                                                      \
    TP_OPERATORS_MONOID(max, type, TP_MIN_##type)                                                                      \
    TP_FN TP_C(type) tp_mul_secondi_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)            \
    {                                                                                                                  \
        (void)x, (void)y, (void)identity;                                                                              \
        return (TP_C(type))k;                                                                                          \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_plus_##type(TP_C(type) a, TP_C(type) b)                                                    \
    {                                                                                                                  \
        return (TP_C(type))((TP_WRAP_##type)a + (TP_WRAP_##type)b);                                                    \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_times_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)              \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return (TP_C(type))((TP_WRAP_##type)x * (TP_WRAP_##type)y);                                                    \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_min_##type(TP_C(type) a, TP_C(type) b)                                                     \
    {                                                                                                                  \
        return a < b ? a : b;                                                                                          \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_max_##type(TP_C(type) a, TP_C(type) b)                                                     \
    {                                                                                                                  \
        return a > b ? a : b;                                                                                          \
    }
TP_EACH_INTEGER(TP_OPERATORS_INTEGER)

/* -- the plus that saturates, signed and unsigned ------------------------------------------------ */
#define TP_OPERATORS_SIGNED(type)                                                                                      \
    TP_FN TP_C(type) tp_mul_plus_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)               \
    {                                                                                                                  \
        (void)k;                                                                                                       \
        if (x == identity || y == identity) return identity;                                                           \
        if (y > 0 && x > TP_MAX_##type - y) return TP_MAX_##type;                                                      \
        if (y < 0 && x < TP_MIN_##type - y) return TP_MIN_##type;                                                      \
        return (TP_C(type))(x + y);                                                                                    \
    }
TP_EACH_SIGNED(TP_OPERATORS_SIGNED)

#define TP_OPERATORS_UNSIGNED(type)                                                                                    \
    TP_FN TP_C(type) tp_mul_plus_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)               \
    {                                                                                                                  \
        (void)k, (void)identity; /* the identity of min is the maximum, which stays; of max, 0 */                      \
        return (TP_C(type))(x > TP_MAX_##type - y ? TP_MAX_##type : x + y);                                            \
    }
TP_EACH_UNSIGNED(TP_OPERATORS_UNSIGNED)

#define TP_OPERATORS_FLOATING(type)                                                                                    \
    TP_OPERATORS_MONOID(min, type, NAN)                                                                                \
    TP_OPERATORS_MONOID(max, type, NAN)                                                                                \
    TP_FN TP_C(type) tp_add_plus_##type(TP_C(type) a, TP_C(type) b)                                                    \
    {                                                                                                                  \
        return a + b;                                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_times_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)              \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return x * y;                                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_plus_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)               \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return x + y;                                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_min_##type(TP_C(type) a, TP_C(type) b)                                                     \
    {                                                                                                                  \
        if (TP_ORDINARY(b)) return a < b ? a : b;                                                                      \
        if (a == b) return signbit(a) ? a : b;                                                                         \
        return a < b || b != b ? a : b;                                                                                \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_add_max_##type(TP_C(type) a, TP_C(type) b)                                                     \
    {                                                                                                                  \
        if (TP_ORDINARY(b)) return a > b ? a : b;                                                                      \
        if (a == b) return signbit(a) ? b : a;                                                                         \
        return a > b || b != b ? a : b;                                                                                \
    }
TP_EACH_FLOATING(TP_OPERATORS_FLOATING)

/* -- the rest: every numeric type --------------------------------------------------------------- */
#define TP_OPERATORS_NUMERIC(type)                                                                                     \
    TP_OPERATORS_MONOID(plus, type, 0)                                                                                 \
    TP_FN TP_C(type) tp_mul_first_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)              \
    {                                                                                                                  \
        (void)y, (void)k, (void)identity;                                                                              \
        return x;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_second_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)             \
    {                                                                                                                  \
        (void)x, (void)k, (void)identity;                                                                              \
        return y;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_min_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)                \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return tp_add_min_##type(x, y);                                                                                \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_mul_max_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)                \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return tp_add_max_##type(x, y);                                                                                \
    }
TP_EACH_NUMERIC(TP_OPERATORS_NUMERIC)

#endif

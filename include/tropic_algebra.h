/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operators and semirings, both built-in and user-defined. tropic.h includes this header, and its
 * conventions hold here too.
 */
#ifndef TROPIC_ALGEBRA_H
#define TROPIC_ALGEBRA_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

/* ------------------------------------------------------------------------------------------------
 * Operators: z = f(x, y)
 */

/* X(NAME, name, result, types): the one table of built-in operators, which semiring/operators.h defines.
 *   result  SAME (z has the type of x and y) or BOOL
 *   types   ALL eleven, NUMERIC (all except BOOL), INTEGER (INT8 to UINT64), or BOOL
 * first gives x, second y, pair 1, and index the place i. Integer plus, minus and times wrap, and so does an index that
 * its type cannot hold. An integer divided by zero gives the type's maximum or minimum, by the sign of the dividend;
 * 0 / 0 gives 0. For BOOL, plus and max are or, times and min are and, minus is xor. lxnor is x == y, and bor, band,
 * bxor and bxnor combine bit by bit.
 * abs, ainv (-x), minv (1 / x), lnot and bnot (~x) are functions of x alone. abs and ainv of a signed type's minimum
 * are the minimum. For BOOL, abs and ainv give x, and minv gives true.
 * Operators of places do not read x. At row i and column j (of a vector, j is 0), row_index gives i + y, col_index
 * j + y and diagonal_index j - i + y, which wrap. tril tells whether j <= i + y, triu j >= i + y, diagonal j == i + y,
 * off_diagonal j != i + y, row_le i <= y, row_gt i > y, col_le j <= y, and col_gt j > y; these sums do not wrap. */
#define TROPIC_OPERATOR_TABLE(X)                                                                                       \
    X(FIRST, first, SAME, ALL)                                                                                         \
    X(SECOND, second, SAME, ALL)                                                                                       \
    X(PAIR, pair, SAME, ALL)                                                                                           \
    X(ANY, any, SAME, ALL)                                                                                             \
    X(PLUS, plus, SAME, ALL)                                                                                           \
    X(MINUS, minus, SAME, ALL)                                                                                         \
    X(TIMES, times, SAME, ALL)                                                                                         \
    X(DIVIDE, divide, SAME, NUMERIC)                                                                                   \
    X(MIN, min, SAME, ALL)                                                                                             \
    X(MAX, max, SAME, ALL)                                                                                             \
    X(LOR, lor, SAME, BOOL)                                                                                            \
    X(LAND, land, SAME, BOOL)                                                                                          \
    X(LXOR, lxor, SAME, BOOL)                                                                                          \
    X(LXNOR, lxnor, SAME, BOOL)                                                                                        \
    X(BOR, bor, SAME, INTEGER)                                                                                         \
    X(BAND, band, SAME, INTEGER)                                                                                       \
    X(BXOR, bxor, SAME, INTEGER)                                                                                       \
    X(BXNOR, bxnor, SAME, INTEGER)                                                                                     \
    X(ABS, abs, SAME, ALL)                                                                                             \
    X(AINV, ainv, SAME, ALL)                                                                                           \
    X(MINV, minv, SAME, ALL)                                                                                           \
    X(LNOT, lnot, SAME, BOOL)                                                                                          \
    X(BNOT, bnot, SAME, INTEGER)                                                                                       \
    X(INDEX, index, SAME, INTEGER)                                                                                     \
    X(ROW_INDEX, row_index, SAME, INTEGER)                                                                             \
    X(COL_INDEX, col_index, SAME, INTEGER)                                                                             \
    X(DIAGONAL_INDEX, diagonal_index, SAME, INTEGER)                                                                   \
    X(EQ, eq, BOOL, ALL)                                                                                               \
    X(NE, ne, BOOL, ALL)                                                                                               \
    X(LT, lt, BOOL, ALL)                                                                                               \
    X(LE, le, BOOL, ALL)                                                                                               \
    X(GT, gt, BOOL, ALL)                                                                                               \
    X(GE, ge, BOOL, ALL)                                                                                               \
    X(TRIL, tril, BOOL, INTEGER)                                                                                       \
    X(TRIU, triu, BOOL, INTEGER)                                                                                       \
    X(DIAGONAL, diagonal, BOOL, INTEGER)                                                                               \
    X(OFF_DIAGONAL, off_diagonal, BOOL, INTEGER)                                                                       \
    X(ROW_LE, row_le, BOOL, INTEGER)                                                                                   \
    X(ROW_GT, row_gt, BOOL, INTEGER)                                                                                   \
    X(COL_LE, col_le, BOOL, INTEGER)                                                                                   \
    X(COL_GT, col_gt, BOOL, INTEGER)

typedef enum tropic_builtin_operator {
#define TROPIC_OPERATOR_ENUM(NAME, name, result, types) TROPIC_##NAME,
    TROPIC_OPERATOR_TABLE(TROPIC_OPERATOR_ENUM)
#undef TROPIC_OPERATOR_ENUM
        TROPIC_OPERATORS /* the number of built-in operators */
} tropic_builtin_operator;

/* Returns a built-in operator whose operands have this type; static, never freed. It is NULL if the table has no such
 * type. A call that takes that NULL as op or monoid names the missing operator in its message; as accum, NULL means no
 * accumulator. ANY, PLUS, TIMES, MIN, MAX, LOR, LAND, LXOR, LXNOR, BOR, BAND, BXOR and BXNOR are monoids: they have an
 * identity. Cost: O(1). */
TROPIC_API const tropic_operator *tropic_operator_builtin(tropic_builtin_operator name, tropic_type type);

/* A user-defined operator, as text that is compiled for both devices. Texts are C expressions that C11 and CUDA C++
 * both understand, each on one line, without comment, semicolon or backslash, and without a comma outside parentheses.
 * TROPIC_OPERATOR and TROPIC_MONOID (tropic_define.h) fill this struct. */
typedef struct tropic_operator_source {
    size_t size;
    const char *name;
    const char *z, *x, *y;  /* the C types of result and operands: bool, int8_t to int64_t, uint8_t to uint64_t,
                               float, double, or a struct's name (tropic_type_define) */
    const char *expression; /* may use x, y and the place: row i, column j (of a vector: 0); a monoid's has a, b
                               for x, y. NULL: the operator has functions alone (Notes) */
    const char *identity;   /* makes the operator a monoid, whose types must be equal; NULL: not a monoid */
    const char *terminal;   /* a condition on a; a sum may stop once it is true; NULL: no such value */
    const char *file;       /* the source file to name in messages; may be NULL */
    int line;               /* the line in `file` */
    const struct tropic_host_operator *host; /* C functions for the CPU; NULL: a C compiler makes them on first use */
    const char *definition; /* functions and types that the expressions may use, any number of lines of C11 that C++17
                               understands, too, without #include; NULL: none (Notes) */
} tropic_operator_source;

/* Creates an operator from a source, whose texts are copied; `host` must stay valid until the operator is freed, and
 * the semirings that were made of it (tropic_semiring_from_operators). Operators work with any context; free one only
 * after the last operation that uses it has returned.
 * Cost: O(1); the first use compiles.
 * Status: usual, and TYPE_MISMATCH (an unknown type, or a monoid whose types differ). The first use may return
 * COMPILE_ERROR (the text has the compiler's message and the user's line) or NOT_SUPPORTED (there is no NVRTC, or no C
 * compiler). */
TROPIC_API tropic_status tropic_operator_create(tropic_operator **op, tropic_context *context,
                                                const tropic_operator_source *source);
/* Notes on tropic_operator_create
 * A GPU compiles an operator once for each kind of operation, the CPU only if `host` is NULL. Each compilation takes a
 * few hundred milliseconds, unless the cache on disk has the result (TROPIC_CACHE_DIR). The call waits for the
 * compiler, however long it takes. If the environment sets TROPIC_CC, that is the C compiler, and no other is tried.
 * A definition is compiled with each of the operator's expressions, after the struct types of its operands. Its
 * functions are not marked for a device, and have no variables that stay from call to call. Messages about it name the
 * line in "NAME, definition".
 * Without an expression, an identity and a terminal, the operator is computed by the functions of `host`, and
 * tropic_host.h says what they may rely on; it is a monoid if they have an identity. It counts as reading x, y and the
 * place. A call that needs it on a GPU returns NOT_SUPPORTED.
 */

/* z[k] = op(x[k], y[k]) for values in host memory, by functions of the CPU whatever the context's device is.
 *   z     out  `count` values; may be x or y, if their types have one size, else it overlaps neither
 *   x, y  in   `count` values of op's types; NULL if op does not read them
 *   i, j  in   the place that op sees
 * Cost: O(count). Status: usual, and those of the first use of a user-defined operator. */
TROPIC_API tropic_status tropic_operator_evaluate(const tropic_operator *op, tropic_context *context, void *z,
                                                  const void *x, const void *y, tropic_index i, tropic_index j,
                                                  int64_t count);
/* to[k] = from[k] as a value of another built-in type, by the rules of tropic_vector_algebra.h, in host memory. Values
 * of a struct type are copied, if both types are that. Arrays of two types do not overlap.
 * Cost: O(count). Status: INVALID_ARGUMENT (NULL, a negative count), TYPE_MISMATCH. */
TROPIC_API tropic_status tropic_cast(void *to, tropic_type to_type, const void *from, tropic_type from_type,
                                     int64_t count);

/* Frees an operator; a built-in one stays unchanged. */
TROPIC_API void tropic_operator_free(tropic_operator **op);
/* Returns an operator's name, such as "plus"; NULL for NULL. */
TROPIC_API const char *tropic_operator_name(const tropic_operator *op);

/* The most bytes that a value may have: on the CPU, and on a GPU, whose kernels hold values in their parameters and in
 * shared memory. */
#define TROPIC_TYPE_MAX 65536
#define TROPIC_TYPE_DEVICE_MAX 128
/* A struct type for values of vectors, matrices and semirings. TROPIC_STRUCT (tropic_define.h) fills this struct. */
typedef struct tropic_type_source {
    size_t size;
    const char *name;
    const char *members; /* the text between the braces of `typedef struct name { ... } name;` */
    size_t bytes;        /* sizeof the struct, maximum TROPIC_TYPE_MAX */
    size_t align;        /* the struct's alignment */
} tropic_type_source;
/* Defines a struct type for the whole process, permanently. The same definition again gives the same type.
 * Status: usual, and TYPE_MISMATCH (the name is known with another definition). */
TROPIC_API tropic_status tropic_type_define(tropic_type *type, tropic_context *context,
                                            const tropic_type_source *source);
/* Notes on tropic_type_define
 * The text is compiled with the first operator that needs it. If the compiled struct has another size or alignment,
 * that operation returns COMPILE_ERROR. The order of members with equal sizes is not checked: write them only once.
 * Values of more than TROPIC_TYPE_DEVICE_MAX bytes stay on the CPU: in a context of a GPU, calls that need a vector, a
 * matrix, an operator or a semiring of them there return NOT_SUPPORTED. Functions of the CPU take large values by
 * pointers; expressions hold them on the thread's stack, as C does.
 */

/* ------------------------------------------------------------------------------------------------
 * Semirings
 */

/* X(NAME, name, add, mul, types): the one table of built-in semirings, with types as above. semiring/operators.h
 * defines the add monoids and multiply operators. z = x.mul.y is x for first, y for second, 1 for pair, and for secondi
 * the row index of y, which is the index summed over. Integer sums and products wrap, as do such indices. The plus of
 * min_plus and max_plus saturates instead, and keeps the identity of the add; for max over unsigned types, whose
 * identity is 0, it adds that.
 * Floating-point min and max ignore a NaN beside a number; for NaN alone they give NaN. */
#define TROPIC_SEMIRING_TABLE(X)                                                                                       \
    X(OR_AND, or_and, lor, land, BOOL)                                                                                 \
    X(ANY_PAIR, any_pair, any, pair, ALL)                                                                              \
    X(ANY_SECONDI, any_secondi, any, secondi, INTEGER)                                                                 \
    X(MIN_SECONDI, min_secondi, min, secondi, INTEGER)                                                                 \
    X(PLUS_TIMES, plus_times, plus, times, NUMERIC)                                                                    \
    X(PLUS_FIRST, plus_first, plus, first, NUMERIC)                                                                    \
    X(PLUS_SECOND, plus_second, plus, second, NUMERIC)                                                                 \
    X(PLUS_PAIR, plus_pair, plus, pair, NUMERIC)                                                                       \
    X(MIN_PLUS, min_plus, min, plus, NUMERIC)                                                                          \
    X(MAX_PLUS, max_plus, max, plus, NUMERIC)                                                                          \
    X(MIN_FIRST, min_first, min, first, NUMERIC)                                                                       \
    X(MIN_SECOND, min_second, min, second, NUMERIC)                                                                    \
    X(MAX_MIN, max_min, max, min, NUMERIC)                                                                             \
    X(MIN_MAX, min_max, min, max, NUMERIC)                                                                             \
    X(MAX_TIMES, max_times, max, times, NUMERIC)

/* Starts at 256, so an operator's number is never a semiring's. */
typedef enum tropic_builtin {
    TROPIC_BUILTINS_FIRST = 256,
    TROPIC_BUILTINS_BEFORE = TROPIC_BUILTINS_FIRST - 1,
#define TROPIC_SEMIRING_ENUM(NAME, name, add, mul, types) TROPIC_##NAME,
    TROPIC_SEMIRING_TABLE(TROPIC_SEMIRING_ENUM)
#undef TROPIC_SEMIRING_ENUM
        TROPIC_BUILTINS /* one more than the last: they are TROPIC_BUILTINS_FIRST to TROPIC_BUILTINS - 1 */
} tropic_builtin;

/* Returns a built-in semiring over a type; static, never freed. It is NULL if the table has no such type; a call that
 * takes that NULL names the missing semiring in its message. Cost: O(1). */
TROPIC_API const tropic_semiring *tropic_semiring_builtin(tropic_builtin name, tropic_type type);
/* Returns a semiring's name, such as "min_plus"; NULL for NULL. */
TROPIC_API const char *tropic_semiring_name(const tropic_semiring *semiring);
/* Returns the type of a semiring's sums; BOOL for NULL. */
TROPIC_API tropic_type tropic_semiring_type(const tropic_semiring *semiring);

/* A user-defined semiring; its texts follow the rules for operators. TROPIC_SEMIRING (tropic_define.h) fills this
 * struct. The multiply may use:
 *   x  its left operand:  A(r,i) in mxm, the matrix's entry in mxv and mxv_block, the vector's entry in vxm
 *   y  its right operand: B(i,j) in mxm, the vector's entry in mxv and mxv_block, the matrix's entry in vxm
 *   i  the index summed over, at which a vector has its entry
 *   j  the place of the result; in mxm its column
 *   r  the row of the result in mxm; 0 in mxv, mxv_block and vxm
 *   w  the value that the result's place had before; zero bytes if it had no entry. mxm refuses it (NOT_SUPPORTED)
 * An operand that the text does not name is not read, and may have any type. */
typedef struct tropic_semiring_source {
    size_t size;
    const char *name;
    const char *z, *x, *y; /* the C types of sums and of the operands, as for operators */
    /* Expressions of type z. The add, of a and b, must be associative and commutative (tropic_semiring_check), and the
     * identity is its identity. An add that is `a` or `b` alone takes any of the terms; its identity is a sum of none,
     * and never added to a term. terminal is a condition on a; a sum may stop once it is true; NULL: no such value. */
    const char *add, *multiply, *identity, *terminal;
    const char *file;                        /* the source file to name in messages; may be NULL */
    int line;                                /* the line in `file` */
    const struct tropic_host_semiring *host; /* C functions for the CPU; NULL: a C compiler makes them on first use */
} tropic_semiring_source;

/* Creates a semiring from a source, whose texts are copied; `host` must stay valid until the semiring is freed, and
 * those that were made of its add (tropic_semiring_from_operators).
 * Cost and status: as for tropic_operator_create, and INVALID_ARGUMENT (there is no identity). */
TROPIC_API tropic_status tropic_semiring_create(tropic_semiring **semiring, tropic_context *context,
                                                const tropic_semiring_source *source);
/* Notes on tropic_semiring_create
 * A GPU compiles a semiring once for each strategy, and again for each form of product when it is first used: with a
 * mask, over vectors with missing entries, and under csc_vector for matrices with much longer rows. Each compilation
 * takes a tenth to a third of a second.
 * A block of columns with the vector's entry on the left: write the semiring with x and y exchanged, and set
 * descriptor->transpose.
 */

/* Creates the semiring that adds by a monoid, and multiplies by an operator whose z has the monoid's type. Either may
 * be built in or user-defined, and may be freed before the semiring. If the table has that semiring, it is that one,
 * which tropic_semiring_free leaves unchanged; min_plus and max_plus over integers, which saturate, are not min and max
 * of plus. tropic_semiring_add gives the monoid.
 *   multiply  in   sees as its place (i, j) the multiply's i and j above: the index summed over, and that of the result
 * Cost: O(1); the first use compiles, as for tropic_semiring_create.
 * Status: usual, and INVALID_ARGUMENT (the monoid has no identity), TYPE_MISMATCH. */
TROPIC_API tropic_status tropic_semiring_from_operators(tropic_semiring **semiring, tropic_context *context,
                                                        const tropic_operator *monoid, const tropic_operator *multiply);
/* Notes on tropic_semiring_from_operators
 * The monoid sees row 0 and column 0. On the CPU, a multiply makes up to 256 products in one call, and a user-defined
 * monoid adds them one by one, in the order of the list. TROPIC_SEMIRING and the table's semirings are faster.
 */

/* Frees a semiring; a built-in one stays unchanged. */
TROPIC_API void tropic_semiring_free(tropic_semiring **semiring);
/* Returns the add as an operator, to accumulate or to reduce with; valid as long as the semiring. */
TROPIC_API const tropic_operator *tropic_semiring_add(const tropic_semiring *semiring);

/* Which laws hold. */
typedef struct tropic_law_report {
    size_t size;
    /* Whether each law holds. annihilates is also false if it was not tested, because x or y has another type than z or
     * because another law is broken. */
    bool identity, associative, commutative, terminal, annihilates;
    char text[1024]; /* a counterexample to each law that does not hold, one per line */
} tropic_law_report;
/* Tests the laws on the context's device: the add is associative and commutative, its identity changes nothing, and a
 * terminal value stays whatever is added. It also tests whether the identity annihilates (x.mul.identity = identity).
 * All laws hold for an add that takes any of its terms.
 *   values  in   `count` values of the semiring's type. NULL: random values, small and very large ones; a semiring over
 *                a struct type needs values
 *   seed    in   draws the values and their combinations
 *   report  out  may be NULL
 * Cost: some dozens of operations on vectors of 4096 places, and those of the first use.
 * Status: usual, and INVALID_ARGUMENT (values of a struct type are missing), those of the first use, and LAW_BROKEN
 * (for every law except annihilation, which no strategy needs; the message has a counterexample). */
TROPIC_API tropic_status tropic_semiring_check(const tropic_semiring *semiring, tropic_context *context,
                                               const void *values, int64_t count, uint64_t seed,
                                               tropic_law_report *report);
/* Notes on tropic_semiring_check
 * Integers must agree bit by bit, floating-point values to 1e-6 (because an addition rounds), and structs byte by byte.
 * A NaN equals a NaN. An add that is `a` or `b` alone, that is, any, has no laws to test.
 */

#endif /* TROPIC_ALGEBRA_H */

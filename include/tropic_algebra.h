/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operators and semirings, both built-in and user-defined, and operations on vectors and matrices by
 * them. tropic.h includes this header, and its conventions hold here too.
 *
 * Every operation has the form
 *
 *     w<mask> (accum)= t
 *
 * with arguments in GraphBLAS order: output, mask, accumulator, operator, inputs, descriptor.
 *   mask        a vector of w's length and any type. It lets a place through if it has an entry there that is not zero
 *               (with descriptor->structure: any entry); with descriptor->complement, all other places. NULL: the mask
 *               lets every place through
 *   accum       an operator. At places that the mask lets through, w(i) becomes accum(w(i), t(i)) if w and t both have
 *               an entry, and the one entry if only one of them has. NULL: w becomes t there, with an entry only if t
 *               has one
 *   replace     (descriptor) removes the entries of w that the mask does not let through
 * Values of another built-in type than the one that is needed are cast: operands to those of the operator, accumulator,
 * monoid or semiring, and what it returns, or what is copied, to w's. Integers wrap; a floating-point value becomes an
 * integer without its fraction, the nearest end of the type if it is beyond it, and 0 if it is NaN; every value except
 * 0 becomes true. A cast costs a copy of the vector. Of a matrix, mxv, vxm and sums keep one for
 * each type, on a GPU mxm, too; other operations on matrices cast each time. Values of struct types
 * are not cast, and nothing is cast in a loop's body.
 * w may be the same vector as an input or the mask, unless a call says otherwise.
 * If a call fails, w is unchanged, unless the status is DEVICE_ERROR.
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
 * Without an expression, an identity and a terminal, the operator is what the functions of `host` compute, and
 * tropic_host.h says what they may rely on; it is a monoid if they have an identity. It counts as reading x, y and
 * the place. A call that needs it on a GPU returns NOT_SUPPORTED.
 */

/* Frees an operator; a built-in one stays unchanged. */
TROPIC_API void tropic_operator_free(tropic_operator **op);
/* Returns an operator's name, such as "plus"; NULL for NULL. */
TROPIC_API const char *tropic_operator_name(const tropic_operator *op);

#define TROPIC_TYPE_MAX 32
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

/* (Numbers that no operator has, so that neither is taken for the other.) */
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
     * identity is its identity. terminal is a condition on a; a sum may stop once it is true; NULL: no such value. */
    const char *add, *multiply, *identity, *terminal;
    const char *file;                        /* the source file to name in messages; may be NULL */
    int line;                                /* the line in `file` */
    const struct tropic_host_semiring *host; /* C functions for the CPU; NULL: a C compiler makes them on first use */
} tropic_semiring_source;

/* Creates a semiring from a source, whose texts are copied.
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

/* ------------------------------------------------------------------------------------------------
 * Operations
 */

typedef struct tropic_descriptor {
    size_t size;
    bool transpose;        /* use A' in place of A */
    bool transpose_second; /* use B' in place of B, in operations on two matrices */
    bool complement;       /* the mask lets through the places that it otherwise would not */
    bool structure;        /* the mask lets through the places of all its entries, whatever their values */
    bool replace;          /* remove the entries of w that the mask does not let through */
    tropic_strategy strategy;
    bool keep_symbolic; /* of tropic_mxm on a GPU: C keeps the terms of its sums, for products of the same patterns */
} tropic_descriptor;

/* Masked product of a matrix and a vector over a semiring.
 *
 *     mxv:   w<mask> (accum)= A (add.mul) u     t(i) = add over k of mul(A(i,k), u(k))
 *     vxm:   w<mask> (accum)= u' (add.mul) A    t(j) = add over k of mul(u(k), A(k,j))
 *
 *   A, u  in      if mul does not read their values, of any type. A pattern has ones of any built-in type as values
 *   w     in/out  of the semiring's type, if mul reads it
 * For mxv, w has as many places as A has rows, and u as many as A has columns. For vxm, or with descriptor->transpose,
 * it is the other way round; if both apply, the sizes are those of mxv. t has an entry at each place at which at least
 * one pair of entries met, whatever its value.
 * Cost: O(n + entries in the columns that the mask lets through) for CSC_*; O(n + out-arcs of u's entries) for
 * CSR_PUSH; O(n + nnz) for COOC_SCALAR. If u is sparse and its entries have few arcs (on the CPU a sixteenth of n, on a
 * GPU some hundred), CSR_PUSH and AUTO cost these arcs, and what an operation along that list does. On the CPU the same
 * holds for CSC_SCALAR and AUTO with a sparse mask that is not complemented.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (no fixed order, on a reproducible context; a
 * view that would not stay full; A views the memory of another device), and those of a user-defined semiring; on a GPU
 * these for every semiring, because each is compiled on first use (cost: see tropic_semiring_create).
 */
TROPIC_API tropic_status tropic_mxv(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *u,
                                    const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_vxm(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_vector *u, const tropic_matrix *A,
                                    const tropic_descriptor *descriptor);
/* Notes on tropic_mxv and tropic_vxm
 * Order: if a sum depends on the order of its terms (plus on floating-point values; any_secondi; a user-defined add
 * that is not exactly associative), strategies may differ in the last bits, or in the term that `any` takes. Each
 * strategy gives the same result from run to run, except CSR_PUSH (see `reproducible` in the context's options).
 * COOC_SCALAR gives each thread an equal share of the entries, even if columns have very different lengths.
 */

/* The product with all columns of a block (tropic_vector_create_block) at once:
 *
 *     W<mask> (accum)= A (add.mul) U     t(i,c) = add over k of mul(A(i,k), U(k,c))
 *
 * U, W and the mask have the same number of columns; with one column, the call is tropic_mxv. The multiply's j is the
 * row i of the result, and its w is the value at (i, c).
 *   descriptor  in   the strategy is AUTO, CSC_SCALAR or CSC_VECTOR, which are the same here
 * Cost: O(n columns + columns times the entries in the rows from which the mask lets a place through).
 * Status: as for tropic_mxv, and NOT_SUPPORTED (another strategy). */
TROPIC_API tropic_status tropic_mxv_block(tropic_vector *W, const tropic_vector *mask, const tropic_operator *accum,
                                          const tropic_semiring *semiring, const tropic_matrix *A,
                                          const tropic_vector *U, const tropic_descriptor *descriptor);
/* Notes on tropic_mxv_block
 * The matrix is read once for all columns, which makes one call faster than a product per column. Each list is summed
 * in order, or, on a GPU, in an order that depends only on its length.
 */

/* Elementwise: t(i) = op(u(i), v(i)) at places at which both have an entry. If only one has, ewise_add keeps its entry
 * (op then has one type), and ewise_multiply has none. u, v, w and the mask have the same number of places. Values that
 * op does not read may have any type, as in tropic_apply.
 * Cost: O(n); O(entries) along a list. A list is u or v if it is sparse (for ewise_add, if both are), or a sparse mask
 * that is not complemented. It is gone along if it has at most an eighth of the places, and w is sparse, too, or
 * changes at places of the list alone: there is an accumulator, or the list is the mask. A sparse w costs its own
 * entries as well, and becomes a bitmap before many such calls cost more than that.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (a view that would not stay full), and those of a
 * user-defined operator. Cost and status hold for all calls down to tropic_extract. */
TROPIC_API tropic_status tropic_ewise_add(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                          const tropic_operator *op, const tropic_vector *u, const tropic_vector *v,
                                          const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_ewise_multiply(tropic_vector *w, const tropic_vector *mask,
                                               const tropic_operator *accum, const tropic_operator *op,
                                               const tropic_vector *u, const tropic_vector *v,
                                               const tropic_descriptor *descriptor);

/* t(i) = op(u(i), y), with one value y of op's second type (NULL if op does not read it). A unary function is an
 * operator that reads only x. */
TROPIC_API tropic_status tropic_apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                      const tropic_operator *op, const tropic_vector *u, const void *y,
                                      const tropic_descriptor *descriptor);
/* t(i) = u(i), for the entries of u for which op(u(i), y) is true. The result of op is BOOL. */
TROPIC_API tropic_status tropic_select(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_operator *op, const tropic_vector *u, const void *y,
                                       const tropic_descriptor *descriptor);

/* w(ids)<mask> (accum)= u: place ids[k] of w gets u(k). assign_scalar gives each of the places one value of w's type.
 * Other places keep their entries, except that replace applies to all of w.
 *   ids    in   `count` distinct places. NULL: all places, in order
 *   count  in   u's length; for ids NULL also 0, an empty list
 * Cost: as above, the ids being a list, whatever w is. Status: also INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (an id occurs
 * twice). */
TROPIC_API tropic_status tropic_assign(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                       const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_assign_scalar(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const void *value, const tropic_index *ids, tropic_index count,
                                              const tropic_descriptor *descriptor);
/* t(k) = u(ids[k]), if u has an entry there; w has `count` places.
 *   ids    in   `count` places, which may repeat. NULL: all places, in order
 *   count  in   for ids NULL, u's length, or 0 for an empty list
 * Cost: with ids O(count), for a sparse u O(count log entries). Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_extract(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                        const tropic_descriptor *descriptor);

/* *value = the sum of u's entries under a monoid, or the monoid's identity if there are no entries. The sum has a fixed
 * order and stops at a terminal value. CPU and GPU give the same result only if the order of terms does not matter.
 *   value   out  in host memory
 *   monoid  in   of the type of value, to which u's values are cast
 * Cost: O(n), for a sparse u O(entries); on the CPU a user-defined monoid runs on one thread.
 * Status: usual, and INVALID_ARGUMENT (the operator is not a monoid), TYPE_MISMATCH, and those of a user-defined
 * operator. */
TROPIC_API tropic_status tropic_reduce(void *value, const tropic_operator *monoid, const tropic_vector *u);
/* t(i) = the sum of row i of A (with descriptor->transpose: column i) under a monoid, if the row has an entry. The sum
 * has a fixed order, as in tropic_reduce; descriptor->strategy is ignored.
 *   A   in   a pattern has ones of any built-in type as values
 * Cost: O(n + entries in the rows that the mask lets through).
 * Status: as for tropic_reduce, and DIMENSION_MISMATCH, NOT_SUPPORTED (A views the memory of another device). */
TROPIC_API tropic_status tropic_reduce_matrix(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const tropic_operator *monoid, const tropic_matrix *A,
                                              const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Loops
 */

/* A user-defined loop at the device's speed:
 *
 *     do body while go_on has an entry that is not zero, at most `limit` times
 *
 *   body        in   makes the calls of one iteration. These are the same each time, on vectors of this context that
 *                    live as long as the loop. A return value other than OK ends the loop
 *   user        in   passed to body
 *   go_on       in   of a struct type: any entry counts as not zero. NULL: `limit` iterations
 *   limit       in   at least 1
 *   iterations  out  the number of iterations that ran; may be NULL
 * The body may call mxv, vxm, mxv_block with one column, ewise_add, ewise_multiply, apply, select, assign,
 * assign_scalar (also with ids), and extract without ids, on vectors and matrices that exist already. Notes lists the
 * calls that are refused in it, on either device. It may not free an object that it uses. Values that change from one
 * iteration to the next must be in vectors.
 * Cost: that of the body's calls, on a GPU without the host's part, some microseconds for each.
 * Status: usual, those of the calls in body, NOT_SUPPORTED (a call that is refused, or on a GPU a body that cannot be
 * recorded), CANCELLED (a GPU checks rarely). */
typedef tropic_status tropic_body(void *user);
TROPIC_API tropic_status tropic_loop(tropic_context *context, tropic_body *body, void *user, const tropic_vector *go_on,
                                     int64_t limit, int64_t *iterations);
/* Notes on tropic_loop
 * Method: on the CPU, body is called for each iteration. On a GPU it is called for the first iteration, and then a few
 * times more without effect, to record its calls and compile them (some 500 ms the first time). The other iterations
 * run on the GPU without the host. If NVRTC is missing, body is called for each iteration there, too, and its products
 * fail if the cache on disk does not have their kernels.
 * Refused in a body: calls that make or load vectors and matrices; set, put, fill, clear, set_form and swap (assign one
 * vector to the other instead); get and save of vectors; extract with ids, mxv_block with several columns, reduce,
 * reduce_matrix, transpose and semiring_check; every call that takes a matrix, except mxv, vxm, mxv_block with one
 * column and questions about it; casts; algorithms; and tropic_loop.
 * Other bodies: a body may make other calls each time, use other vectors (because it exchanges pointers to them), or
 * have more than 40 steps. The CPU runs it. A GPU refuses it, or, if the difference cannot be noticed (it asks for a
 * vector's count or form), runs it as recorded.
 * Differences: on a GPU, AUTO chooses once for the whole loop, and floating-point sums may differ from those of single
 * calls in the last bits. Vectors that the body uses become bitmap or full.
 */

#endif /* TROPIC_ALGEBRA_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operators and semirings, built in and of the user's own, and the operations on
 * vectors and matrices that they drive. Included by tropic.h, whose conventions hold here too.
 *
 * Every operation has the form
 *
 *     w<mask> (accum)= t
 *
 * with arguments in GraphBLAS order: output, mask, accumulator, operator, inputs, descriptor.
 *   mask        a vector of w's length and any type, or NULL: everything is let through. An entry lets its
 *               place through unless its value is zero (descriptor->structure: whatever its value);
 *               descriptor->complement: the other places
 *   accum       an operator, or NULL. Where the mask lets through: w(i) = accum(w(i), t(i)) where both
 *               have an entry; t(i) or w(i) where one has; with NULL w becomes t, entries and all
 *   replace     (descriptor) entries of w that the mask does not let through are removed
 * w may be the same vector as an input or the mask, unless a call says otherwise. Types must be equal; nothing
 * is cast. w is untouched when a call fails, unless the status is DEVICE_ERROR.
 */
#ifndef TROPIC_ALGEBRA_H
#define TROPIC_ALGEBRA_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

/* ------------------------------------------------------------------------------------------------
 * Operators: z = f(x, y)
 */

typedef struct tropic_operator tropic_operator;

/* X(NAME, name, result, types): the one table of built-in operators, defined in semiring/operators.h.
 * result: SAME (z has the type of x and y) or BOOL. Types: ALL seven, NUMERIC (all but BOOL), INTEGER
 * (INT32 to UINT64), BOOL. Integer plus, minus and times wrap; integers divided by zero give 0, or the
 * type's end on the dividend's side. Over BOOL plus and max are or, times and min are and, minus is
 * xor. first: x; second: y; pair: 1; index: the place i. */
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
    X(INDEX, index, SAME, INTEGER)                                                                                     \
    X(EQ, eq, BOOL, ALL)                                                                                               \
    X(NE, ne, BOOL, ALL)                                                                                               \
    X(LT, lt, BOOL, ALL)                                                                                               \
    X(LE, le, BOOL, ALL)                                                                                               \
    X(GT, gt, BOOL, ALL)                                                                                               \
    X(GE, ge, BOOL, ALL)

typedef enum tropic_builtin_operator {
#define TROPIC_OPERATOR_ENUM(NAME, name, result, types) TROPIC_##NAME,
    TROPIC_OPERATOR_TABLE(TROPIC_OPERATOR_ENUM)
#undef TROPIC_OPERATOR_ENUM
        TROPIC_OPERATORS /* how many */
} tropic_builtin_operator;

/* A built-in operator whose operands have this type; static, never freed. NULL where the table has no
 * such type: a call that is given it as op or monoid then names it (as accum NULL is none). O(1). ANY, PLUS, TIMES,
 * MIN, MAX, LOR, LAND and LXOR are monoids: they have an identity. */
TROPIC_API const tropic_operator *tropic_operator_builtin(tropic_builtin_operator name, tropic_type type);

/* An operator of the user's own, as text that is compiled for both devices. TROPIC_OPERATOR and TROPIC_MONOID
 * (tropic_define.h) fill one; by hand, from strings, `host` is NULL, and the CPU needs a C compiler when it
 * is first used. Texts are C expressions that C11 and CUDA C++ both understand, each on one line, without comment,
 * semicolon or backslash, and without a comma outside of parentheses. */
typedef struct tropic_operator_source {
    size_t size;
    const char *name;
    const char *z, *x, *y;  /* the C types of result and operands: bool, int32_t, int64_t, uint32_t,
                               uint64_t, float, double, or a struct's name (tropic_type_define) */
    const char *expression; /* of x and y, and of the place's index i */
    const char *identity;   /* of a monoid; NULL: none. Monoids have one type, and a and b for x and y */
    const char *terminal;   /* a condition on a: a sum may stop there; NULL: none */
    const char *file;       /* where it is written, for messages; may be NULL */
    int line;
    const struct tropic_host_operator *host;
} tropic_operator_source;

/* Copies the texts. Status: usual, and TYPE_MISMATCH (a type that is not known; a monoid of several types). Compiled
 * when first used (on a GPU for each kind of operation, on the CPU only from strings), a few hundred milliseconds but
 * where the cache on disk has it (TROPIC_CACHE_DIR): that call may return COMPILE_ERROR (with the compiler's message
 * and the user's own line) or NOT_SUPPORTED (NVRTC, or a C compiler, is not there; where the environment sets
 * TROPIC_CC, that is the compiler, and no other is tried). It waits for the compiler, however long that takes. An
 * operator can be used with any context, and must outlive the vectors' operations only. */
TROPIC_API tropic_status tropic_operator_create(tropic_operator **op, tropic_context *context,
                                                const tropic_operator_source *source);
/* Built-in ones are left as they are. */
TROPIC_API void tropic_operator_free(tropic_operator **op);
/* "plus"; NULL of NULL. */
TROPIC_API const char *tropic_operator_name(const tropic_operator *op);

/* A struct type of up to TROPIC_TYPE_MAX bytes, as values of vectors, matrices and semirings. `members` is the
 * text between the braces of `typedef struct name { ... } name;` (TROPIC_STRUCT in tropic_define.h gives
 * all of it). Known to the whole process from then on; the same definition again gives the same type. The text is
 * compiled with the first operator that needs it: COMPILE_ERROR there, where it makes another size or alignment.
 * (That members of the same sizes lie in the same order is for the caller to see to, by writing them once.)
 * Status: usual, and TYPE_MISMATCH (the name is known with another definition). */
#define TROPIC_TYPE_MAX 32
typedef struct tropic_type_source {
    size_t size;
    const char *name;
    const char *members;
    size_t bytes; /* sizeof the struct */
    size_t align; /* and its alignment */
} tropic_type_source;
TROPIC_API tropic_status tropic_type_define(tropic_type *type, tropic_context *context,
                                            const tropic_type_source *source);

/* ------------------------------------------------------------------------------------------------
 * Semirings
 */

/* X(NAME, name, add, mul, types): the one table of built-in semirings. The add monoids and multiply
 * operators are defined in semiring/operators.h. Types: as above. For z = x.mul.y: times, plus, min, max,
 * land (and): as named; first: x; second: y; pair: 1; secondi: the row index of y, which is the index
 * summed over. Integer sums and products wrap, but the plus of min_plus and max_plus saturates and keeps the
 * identity of the add (of max over unsigned types, which is 0: adds it). Floating min and max ignore a NaN
 * beside a number; of NaN alone they make NaN. */
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

typedef enum tropic_builtin {
#define TROPIC_SEMIRING_ENUM(NAME, name, add, mul, types) TROPIC_##NAME,
    TROPIC_SEMIRING_TABLE(TROPIC_SEMIRING_ENUM)
#undef TROPIC_SEMIRING_ENUM
        TROPIC_BUILTINS /* how many */
} tropic_builtin;

/* A built-in semiring over a type; static, never freed. NULL where the table has no such type: a call
 * that is given it then names it. O(1). */
TROPIC_API const tropic_semiring *tropic_semiring_builtin(tropic_builtin name, tropic_type type);
/* "min_plus"; the type of its sums. Of NULL: NULL, and BOOL. */
TROPIC_API const char *tropic_semiring_name(const tropic_semiring *semiring);
TROPIC_API tropic_type tropic_semiring_type(const tropic_semiring *semiring);

/* A semiring of the user's own, as for operators. TROPIC_SEMIRING (tropic_define.h) fills one.
 *   add       an expression of a and b, of type z. Associative and commutative (tropic_semiring_check)
 *   multiply  an expression of type z. It may see
 *               x  its left operand:  the matrix's entry in mxv and mxm, the vector's in vxm
 *               y  its right operand: the vector's entry in mxv and mxm, the matrix's in vxm
 *               i  the index summed over, where the vector's entry stands
 *               j  the place of the result
 *               w  the value that the result's place had before; zero bytes where it had no entry
 *   identity  of the add
 *   terminal  a condition on a: a sum may stop there; NULL: none
 * Operands that the text does not name are not looked at, and may be of any type. (For a block of columns with the
 * vector's entry on the left, write the semiring with x and y exchanged, and set descriptor->transpose.) */
typedef struct tropic_semiring_source {
    size_t size;
    const char *name;
    const char *z, *x, *y;
    const char *add, *multiply, *identity, *terminal;
    const char *file;
    int line;
    const struct tropic_host_semiring *host;
} tropic_semiring_source;

/* Status and cost: as tropic_operator_create, and INVALID_ARGUMENT (no identity). On a GPU compiled, a tenth to a third
 * of a second each time, for each strategy; for its forms, too: with a mask, or over vectors with missing entries, and
 * under csc_vector for matrices with much longer rows, when such a product is first asked for. */
TROPIC_API tropic_status tropic_semiring_create(tropic_semiring **semiring, tropic_context *context,
                                                const tropic_semiring_source *source);
/* Built-in ones are left as they are. */
TROPIC_API void tropic_semiring_free(tropic_semiring **semiring);
/* The add as an operator, to accumulate or to reduce with; lives as long as the semiring. */
TROPIC_API const tropic_operator *tropic_semiring_add(const tropic_semiring *semiring);

/* Tests the laws, on the context's device: that the add is associative and commutative, that its identity
 * changes nothing, that a terminal value stays whatever is added, and that the identity annihilates
 * (x.mul.identity = identity; no strategy needs that, so it is told apart).
 *   values   in   `count` values of the semiring's type to try; NULL: random ones, small numbers and very large
 *                 ones. Of a struct type they must be given
 *   seed     in   draws the values, and which of them meet
 *   report   out  may be NULL
 * Integers must agree bit by bit, floating values to 1e-6 (an addition rounds), structs byte by byte; a NaN
 * equals a NaN. An add of `a` or `b` alone, any, has no laws to try. Cost: some dozens of operations on
 * vectors of 4096 places, and the first use. Status: usual (INVALID_ARGUMENT also where values of a struct type are
 * missing), those of the first use, and LAW_BROKEN (any but annihilation; the error names a counterexample). */
typedef struct tropic_law_report {
    size_t size;
    /* Does it hold? annihilates: false, too, where it was not tried: x or y of another type, or a law broken. */
    bool identity, associative, commutative, terminal, annihilates;
    char text[1024]; /* a counterexample of each law that does not, one per line */
} tropic_law_report;
TROPIC_API tropic_status tropic_semiring_check(const tropic_semiring *semiring, tropic_context *context,
                                               const void *values, int64_t count, uint64_t seed,
                                               tropic_law_report *report);

/* ------------------------------------------------------------------------------------------------
 * Operations
 */

typedef struct tropic_descriptor {
    size_t size;
    bool transpose;  /* use A' in place of A */
    bool complement; /* the mask lets through what it otherwise would not */
    bool structure;  /* the mask is where it has entries, whatever their values */
    bool replace;    /* remove the entries of w that the mask does not let through */
    tropic_strategy strategy;
} tropic_descriptor;

/* Masked product of a matrix and a vector over a semiring.
 *
 *     mxv:   w<mask> (accum)= A (add.mul) u     t(i) = add over k of mul(A(i,k), u(k))
 *     vxm:   w<mask> (accum)= u' (add.mul) A    t(j) = add over k of mul(u(k), A(k,j))
 *
 *   A, u       in      of the semiring's types, where mul looks at their values; else of any type. A
 *                      pattern counts as ones of any built-in type
 *   w          in/out  of the semiring's type
 * mxv: w has as many places as A has rows, u as many as A has columns. For vxm, or with descriptor->transpose, it is
 * the other way round; if both apply, the sizes are those of mxv.
 * t has an entry where at least one pair of entries met, whatever its value. Where a sum depends on the order of
 * its terms (plus on floating values; any_secondi; a user's add that is not exactly associative)
 * strategies may differ, in the last bits or in the term that `any` takes; each gives the same result from
 * run to run, but for csr_push (see `reproducible` in the context's options).
 * Cost: pulling, O(n + entries in the columns that the mask lets through); csr_push, O(n + out-arcs of
 * u's entries); cooc_scalar, O(n + nnz), in equal shares however uneven the columns are.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (an order that is not fixed, on a
 * reproducible context; a view that would not stay full; A views another device's memory), and those of a user's
 * semiring.
 */
TROPIC_API tropic_status tropic_mxv(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *u,
                                    const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_vxm(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_vector *u, const tropic_matrix *A,
                                    const tropic_descriptor *descriptor);

/* The product with the columns of a block (tropic_vector_create_block), all at once:
 *
 *     W<mask> (accum)= A (add.mul) U     t(i,c) = add over k of mul(A(i,k), U(k,c))
 *
 * U, W and the mask have as many columns; one column makes it tropic_mxv. The multiply's j is the row i of the
 * result, its w the value at (i, c). The matrix is read once for all columns, in which lies what there is to gain.
 * descriptor->strategy: AUTO, CSC_SCALAR or CSC_VECTOR, which here are the same; each list is summed in order, or,
 * on a GPU, in an order that depends on its length alone.
 * Cost: O(n columns + entries in the rows of which the mask lets a place through, times columns).
 * Status: as tropic_mxv, and NOT_SUPPORTED (another strategy). On a GPU every semiring is compiled when first used
 * here, with the statuses of a user's. */
TROPIC_API tropic_status tropic_mxm(tropic_vector *W, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *U,
                                    const tropic_descriptor *descriptor);

/* Elementwise; u, v, w and the mask have as many places. Entries at places where both have one combine by op:
 * t(i) = op(u(i), v(i)). Where one has, add keeps it (op then has one type) and multiply has none. Values that op does
 * not look at may be of any type, as in apply.
 * Cost O(n); where all entries of t lie among those of a sparse u or v (not ewise_add), without mask and accumulator,
 * O(its entries), and w is then sparse too.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (a view that would not stay full), and those
 * of a user's operator. Cost and status are so for all up to tropic_extract. */
TROPIC_API tropic_status tropic_ewise_add(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                          const tropic_operator *op, const tropic_vector *u, const tropic_vector *v,
                                          const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_ewise_multiply(tropic_vector *w, const tropic_vector *mask,
                                               const tropic_operator *accum, const tropic_operator *op,
                                               const tropic_vector *u, const tropic_vector *v,
                                               const tropic_descriptor *descriptor);

/* t(i) = op(u(i), y), with one value y of op's second type (NULL where op does not look at it). A unary function
 * is an operator that looks at x alone. */
TROPIC_API tropic_status tropic_apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                      const tropic_operator *op, const tropic_vector *u, const void *y,
                                      const tropic_descriptor *descriptor);
/* t(i) = u(i), for the entries of u for which op(u(i), y) is true; op's result is BOOL, u's type w's. */
TROPIC_API tropic_status tropic_select(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_operator *op, const tropic_vector *u, const void *y,
                                       const tropic_descriptor *descriptor);

/* w(ids)<mask> (accum)= u: place ids[k] is given u(k); other places count as not in t, and stay (but for
 * replace, which looks at all of w). ids are distinct (else INVALID_ARGUMENT); NULL: all places, in order, and
 * count is u's length, as it must be; but with count 0 no place, as of an empty list. The second gives each of the
 * places one value of w's type. Cost: with ids O(n + count). Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_assign(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                       const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_assign_scalar(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const void *value, const tropic_index *ids, tropic_index count,
                                              const tropic_descriptor *descriptor);
/* t(k) = u(ids[k]), where u has an entry there; w has `count` places. ids may repeat; NULL: all, and
 * count is u's length, or 0 as of an empty list. Cost: with ids O(count), of a sparse u O(n + count). Status: also
 * INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_extract(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                        const tropic_descriptor *descriptor);

/* *value = the sum of u's entries under a monoid, or its identity where there are none; in a fixed order, but
 * the same on CPU and GPU only where the order of its terms does not matter. Stops at a terminal value.
 *   value      out  in host memory
 *   monoid, u  in   of one type, value's
 * Cost O(n), of a sparse u O(entries); on the CPU a user's monoid on one thread. It waits for the device. Status:
 * usual, and INVALID_ARGUMENT (no monoid), TYPE_MISMATCH, and those of a user's operator. */
TROPIC_API tropic_status tropic_reduce(void *value, const tropic_operator *monoid, const tropic_vector *u);
/* t(i) = the sum of row i of A (descriptor->transpose: column i) under a monoid, where it has an entry.
 *   A   in   of the monoid's type; a pattern counts as ones of any built-in type
 * In a fixed order, as tropic_reduce; descriptor->strategy is not looked at. Cost O(n + entries in the rows that
 * the mask lets through). Status: as above, and NOT_SUPPORTED (A views another device's memory). */
TROPIC_API tropic_status tropic_reduce_matrix(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const tropic_operator *monoid, const tropic_matrix *A,
                                              const tropic_descriptor *descriptor);
/* C<mask> (accum)= A' (descriptor->transpose: A itself), entry by entry as for vectors. A matrix never changes, so
 * a new one takes the place of the one before.
 *   C        in/out  the matrix before, or a pointer to NULL: one without entries. On success the matrix before is
 *                    freed, although it may be the mask or A; on failure it is as it was
 *   context  in
 *   mask     in      of C's shape, or NULL
 *   A        in      C, A and accum are of one type; a pattern, C or A, counts as ones of any built-in type. The
 *                    result has the others' type; it is a pattern where C and A are, and there is no accumulator
 * The result has A's labels. It is made on the host, whatever the context's device, where it comes to on first
 * use. Cost: without mask and accumulator, and but for a pattern A that comes to a C with values, a copy of the
 * orientations that A has, O(n + nnz); else a merge of the rows of C, the mask and A', O(n + their entries), and
 * first of all the orientations by which these are read.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (one of them views another device's memory),
 * and those of a user's operator, which is compiled for the CPU. */
TROPIC_API tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                          const tropic_operator *accum, const tropic_matrix *A,
                                          const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Loops
 */

/* A loop of the user's own at the device's speed:
 *
 *     do body while go_on has an entry that is not zero, but at most `limit` times
 *
 *   body        makes the calls of one iteration, the same ones each time, on vectors of this context that
 *               live as long as the loop; called with `user`. What it returns, unless OK, ends the loop
 *   go_on       in   of a struct type: any entry counts. NULL: `limit` iterations
 *   limit       in   at least 1
 *   iterations  out  how many were done; may be NULL
 * On the CPU body is called each time. On a GPU it is called for the first iteration, then a few times more
 * without effect, to be recorded (and compiled, some 500 ms the first time); the rest runs on the GPU without
 * the host. So it may call mxv, vxm, mxm of one column, ewise_add, ewise_multiply, apply, select, assign and
 * assign_scalar (by ids, too), and extract of all places, on vectors and matrices that there are. On either device
 * other calls on this context are refused in it: what makes or loads vectors and matrices; set, put, fill, clear,
 * set_form, swap (assign one to the other instead); get, and save of vectors; extract by ids, mxm of several
 * columns, reduce, reduce_matrix, transpose, semiring_check; algorithms; and tropic_loop. It may free nothing that it
 * uses.
 * What changes from call to call must be in vectors. A body that does not make the same calls each time, on the
 * same vectors (one that exchanges pointers to them), or more than 40 steps, is called each time on the CPU, but on a
 * GPU is refused, or, where that cannot be noticed (it asks for a vector's count or form), is run as it was recorded.
 * What AUTO chooses is there chosen once; floating sums may differ from those of the single call in the last bits.
 * Vectors that the body uses end as bitmaps or full. Where NVRTC is missing, the body is called each time there, too.
 * Cost: that of the body's calls; on a GPU without the host's part in each, some microseconds.
 * Status: usual, those of the calls in body, NOT_SUPPORTED (what is refused), CANCELLED (asked seldom on a GPU). */
typedef tropic_status tropic_body(void *user);
TROPIC_API tropic_status tropic_loop(tropic_context *context, tropic_body *body, void *user, const tropic_vector *go_on,
                                     int64_t limit, int64_t *iterations);

#endif /* TROPIC_ALGEBRA_H */

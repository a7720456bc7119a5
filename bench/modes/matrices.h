/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on matrices as rows of data, which the library reads (matrices_tasks.c) and SuiteSparse:GraphBLAS, or
 * cuSPARSE.
 */
#ifndef BENCH_MATRICES_H
#define BENCH_MATRICES_H

#include "bench/bench.h"

/* A has the graph's entries, B those moved in part, M half of A's. L is A below the diagonal. S is the same of A(d,d),
 * with the vertices d by descending degree. W is S with ids of columns a power of two apart, the largest that fits.
 * P is a quarter of A's rows and columns. FRESH is A as it was made, with rows alone. C is the result. */
typedef enum bench_operand {
    NO_OPERAND,
    OF_A,
    OF_B,
    OF_M,
    OF_L,
    OF_S,
    OF_W,
    OF_P,
    OF_FRESH,
    OF_C,
    BENCH_OPERANDS
} bench_operand;

/* Rows or columns: all; half of them, in ascending order; a quarter, spread or a range; all in any order, and by
 * descending degree. */
typedef enum bench_ids { IDS_ALL, IDS_HALF, IDS_SPREAD, IDS_RANGE, IDS_SHUFFLED, IDS_BY_DEGREE, BENCH_IDS } bench_ids;

/* C has before: nothing, the entries of B, or A A. */
typedef enum bench_before { NOTHING, ALL, PRODUCT } bench_before;

typedef enum bench_matrix_verb {
    MXM,       /* C = A B, the semiring plus_times, of patterns or_and */
    MXM_USER,  /* the semiring as a user would write it */
    PAIRS,     /* C = A plus.pair A', counts of a pattern in INT32 */
    TRIANGLES, /* the same of A(d,d) below the diagonal, under itself as mask */
    ADD,
    MULTIPLY,
    APPLY,
    TRIL,
    SELECT,
    EXTRACT,
    COLUMNS, /* A', whose rows are made */
    ASSIGN,
    ASSIGN_SCALAR,
    TRANSPOSE,
    REDUCE, /* to a scalar */
    SUMS,   /* to a vector */
    BUILD
} bench_matrix_verb;

/* C<mask> (+)= verb(first, second) */
typedef struct bench_task {
    const char *operation; /* the word that selects it */
    const char *name;
    bench_matrix_verb verb;
    bench_operand first, second, mask;
    bench_before before;
    bench_ids rows, cols; /* that are taken, or assigned to */
    bool accum;
    bool columns; /* of sums */
} bench_task;

/* Is it a product? Are triangles counted? */
static inline bool bench_task_multiplies(const bench_task *t)
{
    return t->verb <= TRIANGLES;
}
static inline bool bench_task_counts(const bench_task *t)
{
    return t->verb == PAIRS || t->verb == TRIANGLES;
}

/* The types of values; of a pattern there are none. */
#define BENCH_MATRIX_TYPES(X)                                                                                          \
    X(FP64, double) X(FP32, float) X(INT64, int64_t) X(INT32, int32_t) X(UINT16, uint16_t) X(INT8, int8_t)

/* Values are 1 .. BENCH_MATRIX_VALUES; sums stay exact, or wrap: those of all entries in FP32 are taken in FP64. */
#define BENCH_MATRIX_VALUES 4

/* Inputs and results of tasks. */
typedef struct bench_matrices {
    tropic_context *context;
    bool cuda;        /* context is of a GPU */
    int threads;      /* of the CPU */
    tropic_type type; /* BOOL: of patterns */
    tropic_index n;
    tropic_offset count; /* of A's entries */
    tropic_matrix *m[BENCH_OPERANDS];
    tropic_indices ids[BENCH_IDS];
    tropic_index *rows, *cols; /* A's entries in any order */
    void *values;              /* NULL: of a pattern */
    void *given[3];            /* on a GPU: copies of rows, cols and values there */
    tropic_semiring *user;     /* plus_times as a user would write it; NULL: none of this type */
    tropic_vector *w;
} bench_matrices;

/* The type of the results of a task, and of their sum. */
static inline tropic_type bench_task_type(const bench_matrices *b, const bench_task *t)
{
    return b->type == TROPIC_BOOL && bench_task_counts(t) ? TROPIC_INT32 : b->type;
}
static inline tropic_type bench_task_sum_type(const bench_matrices *b, const bench_task *t)
{
    return b->type == TROPIC_FP32 ? TROPIC_FP64 : bench_task_type(b, t);
}

/* A result is compared by these; NaN: not known. */
typedef struct bench_matrix_figures {
    double entries, sum;
} bench_matrix_figures;

/* -- matrices_inputs.c: of a graph, in memory of the CPU's context, and used by b->context -- */
void bench_matrices_open(bench_matrices *b, tropic_context *cpu, const tropic_matrix *graph);
void bench_matrices_close(bench_matrices *b);
/* The same inputs in another context, with results of its own. */
bench_matrices bench_matrices_beside(const bench_matrices *b, tropic_context *context);
void bench_matrices_close_beside(bench_matrices *b);
/* values[k] = value, of a type of values. */
void bench_matrix_put(void *values, tropic_type type, tropic_offset k, int value);
/* A copy with rows alone, in memory of b->context. */
tropic_matrix *bench_matrices_copy(const bench_matrices *b, const tropic_matrix *of);
/* *S = tril(A(d,d), -1) */
tropic_status bench_matrices_sort(const bench_matrices *b, tropic_matrix **S);

/* -- matrices_tasks.c -- */
/* The part that is timed. */
tropic_status bench_task_run(bench_matrices *b, const bench_task *t);
/* Bytes of all that the task reads and makes, each value once; after a run. NaN: of products, that depends. before:
 * entries of C before, or 0. */
double bench_task_bytes(const bench_matrices *b, const bench_task *t, tropic_offset before);

/* -- another library -- */
typedef struct bench_library {
    const char *name;
    /* NULL: it cannot do this type, or *failed says why it is not there. */
    void *(*open)(const bench_matrices *b, const char **failed);
    void (*close)(void *state);
    /* Seconds of a task; NaN: it has no such task, or failed. C as it is before is made first; rest is called right
     * before the clock starts. figures: of the result; NULL: not asked for. */
    double (*run)(void *state, const bench_task *t, void (*rest)(void), bench_matrix_figures *figures);
} bench_library;
/* NULL: this build has none. */
extern const bench_library *const bench_matrices_graphblas; /* completes each task (GrB_wait) */
extern const bench_library *const bench_matrices_cusparse;  /* with all allocations and releases */

#endif

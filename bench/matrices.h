/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on matrices, by the library and, in turn, by SuiteSparse:GraphBLAS on the CPU, or cuSPARSE on a GPU.
 */
#ifndef BENCH_MATRICES_H
#define BENCH_MATRICES_H

#include "bench/bench.h"

/* X(NAME, operation, what is timed, what C has before). A has the graph's entries, B those moved in part, M half of
 * A's; L is A below the diagonal, S the same of A(d,d), where d are the vertices by descending degree; W is S with ids
 * of columns a power of two apart, the largest that fits; P a quarter of A's rows and columns. */
#define BENCH_MATRIX_TASKS(X)                                                                                          \
    X(MXM, products, "C = A A", NOTHING)                                                                               \
    X(MXM_USER, products, "C = A A, a user's semiring", NOTHING)                                                       \
    X(MXM_AGAIN, products, "C<C> = A A, numbers again", PRODUCT)                                                       \
    X(MXM_MASKED, products, "C<A> = A A", NOTHING)                                                                     \
    X(TRIANGLES, products, "C<L> = L plus.pair L'", NOTHING)                                                           \
    X(TRIANGLES_APART, products, "C<S> = W plus.pair W', apart", NOTHING)                                              \
    X(TRIANGLES_OF_ALL, triangles, "C<L> = LL', L = tril(A(d,d))", NOTHING)                                            \
    X(ADD, ewise, "C = A + B", NOTHING)                                                                                \
    X(ADD_MASKED, ewise, "C<M> = A + B", NOTHING)                                                                      \
    X(ADD_KEPT, ewise, "C<M> = A + B, C = B before", ALL)                                                              \
    X(ADD_ACCUM, ewise, "C += A + B", ALL)                                                                             \
    X(MULTIPLY, ewise, "C = A .* B", NOTHING)                                                                          \
    X(MULTIPLY_MASKED, ewise, "C<M> = A .* B", NOTHING)                                                                \
    X(APPLY, ewise, "C = A + 1", NOTHING)                                                                              \
    X(APPLY_MASKED, ewise, "C<M> = A + 1", NOTHING)                                                                    \
    X(TRIL, select, "C = tril(A)", NOTHING)                                                                            \
    X(SELECT, select, "C = A > 2", NOTHING)                                                                            \
    X(SELECT_MASKED, select, "C<M> = A > 2", NOTHING)                                                                  \
    X(EXTRACT_HALF, extract, "C = A(I,I), half of them", NOTHING)                                                      \
    X(EXTRACT_ROWS, extract, "C = A(I,:), half of them", NOTHING)                                                      \
    X(EXTRACT_BLOCK, extract, "C = A(I,I), a range", NOTHING)                                                          \
    X(PERMUTE, extract, "C = A(p,p)", NOTHING)                                                                         \
    X(ASSIGN_BLOCK, assign, "C(I,I) = P, a range", ALL)                                                                \
    X(ASSIGN_SPREAD, assign, "C(I,I) = P, spread", ALL)                                                                \
    X(ASSIGN_ACCUM, assign, "C(I,I) += P, a range", ALL)                                                               \
    X(ASSIGN_MASKED, assign, "C<M> = A", ALL)                                                                          \
    X(ASSIGN_SCALAR, assign, "C<M> = 3", ALL)                                                                          \
    X(TRANSPOSE, transpose, "C = A'", NOTHING)                                                                         \
    X(COLUMNS, transpose, "C = A', its rows made", NOTHING)                                                            \
    X(TRANSPOSE_MASKED, transpose, "C<M> = A'", NOTHING)                                                               \
    X(REDUCE, reduce, "sum of A", NOTHING)                                                                             \
    X(REDUCE_ROWS, reduce, "sums of rows of A", NOTHING)                                                               \
    X(REDUCE_COLUMNS, reduce, "sums of columns of A", NOTHING)                                                         \
    X(BUILD, build, "A from tuples in any order", NOTHING)

typedef enum bench_matrix_task {
#define BENCH_MATRIX_TASK(NAME, operation, text, before) BENCH_##NAME,
    BENCH_MATRIX_TASKS(BENCH_MATRIX_TASK)
#undef BENCH_MATRIX_TASK
        BENCH_MATRIX_TASK_COUNT
} bench_matrix_task;

/* The types of values; of a pattern there are none. */
#define BENCH_MATRIX_TYPES(X)                                                                                          \
    X(FP64, double) X(FP32, float) X(INT64, int64_t) X(INT32, int32_t) X(UINT16, uint16_t) X(INT8, int8_t)

/* Are triangles counted? */
static inline bool bench_matrix_counts(bench_matrix_task task)
{
    return task >= BENCH_TRIANGLES && task <= BENCH_TRIANGLES_OF_ALL;
}

/* Values are 1 .. BENCH_MATRIX_VALUES; sums stay exact, or wrap: those of all entries in FP32 are taken in FP64. */
#define BENCH_MATRIX_VALUES 4

static inline tropic_type bench_matrix_sum_type(tropic_type type)
{
    return type == TROPIC_FP32 ? TROPIC_FP64 : type;
}

/* What tasks read and make. */
typedef struct bench_matrices {
    tropic_context *context;
    bool cuda;        /* context is of a GPU */
    int threads;      /* of the CPU */
    tropic_type type; /* BOOL: of patterns */
    tropic_index n;
    tropic_offset count;                      /* of A's entries */
    tropic_matrix *A, *B, *M, *L, *S, *W, *P; /* inputs */
    tropic_matrix *fresh;                     /* A as it was made: with rows alone */
    tropic_index *half, *spread, *p;          /* ids: n/2 of them, n/4, and all in any order */
    tropic_index *by_degree;                  /* all, by descending degree */
    tropic_index halves, quarter;
    tropic_index *rows, *cols; /* A's entries in any order */
    void *values;              /* NULL: of a pattern */
    void *given[3];            /* on a GPU: copies of rows, cols and values there */
    tropic_semiring *user;     /* plus_times as a user would write it; NULL: none of this type */
    tropic_matrix *C;          /* results */
    tropic_vector *w;
} bench_matrices;

/* What a result is compared by. */
typedef struct bench_matrix_figures {
    double entries, sum;
} bench_matrix_figures;

/* -- matrices_inputs.c: of a graph, in memory of the CPU's context, and used by b->context -- */
void bench_matrices_open(bench_matrices *b, tropic_context *cpu, const tropic_matrix *graph);
void bench_matrices_close(bench_matrices *b);
/* values[k] = value, of a type of values. */
void bench_matrix_put(void *values, tropic_type type, tropic_offset k, int value);
/* b->user, for b->context. */
void bench_matrices_open_user(bench_matrices *b);
/* A copy with rows alone, in memory of b->context. */
tropic_matrix *bench_matrices_copy(const bench_matrices *b, const tropic_matrix *of);
/* *S = tril(A(d,d), -1) */
tropic_status bench_matrices_sort(const bench_matrices *b, tropic_matrix **S);

/* -- matrices_tasks.c -- */
/* The part that is timed. */
tropic_status bench_matrix_run(bench_matrices *b, bench_matrix_task task);
/* Bytes of all that the task reads and makes, each value once; after a run. NaN: of products, that depends. before:
 * entries of C before, or 0. */
double bench_matrix_bytes(const bench_matrices *b, bench_matrix_task task, tropic_offset before);

/* -- matrices_graphblas.c: the same by GraphBLAS -- */
typedef struct bench_grb_matrices bench_grb_matrices;
/* NULL: this build has no GraphBLAS, or it failed. */
bench_grb_matrices *bench_grb_matrices_open(const bench_matrices *b);
void bench_grb_matrices_close(bench_grb_matrices *g);
typedef enum bench_before { NOTHING, ALL, PRODUCT } bench_before;
/* What C has before: nothing, B, or A A. */
bool bench_grb_matrices_before(bench_grb_matrices *g, bench_before before);
bool bench_grb_matrices_run(bench_grb_matrices *g, bench_matrix_task task);
bench_matrix_figures bench_grb_matrices_figures(bench_grb_matrices *g, bench_matrix_task task);

#endif

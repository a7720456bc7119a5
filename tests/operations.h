/* SPDX-License-Identifier: Apache-2.0
 *
 * Random operations of level 3, done by the library and by GraphBLAS on the same vectors and matrices, one after
 * another. A seed makes a case. Cases compare to the last bit, but for the sign of zero: values
 * are such that sums are exact, and a NaN equals a NaN only.
 */
#ifndef TROPIC_TESTS_OPERATIONS_H
#define TROPIC_TESTS_OPERATIONS_H

#include "tests/common.h"

#include "reference/grb.h"

typedef enum operation_kind {
    OPERATION_ADD,
    OPERATION_MULTIPLY,
    OPERATION_APPLY,
    OPERATION_APPLY_FIRST,
    OPERATION_SELECT,
    OPERATION_ASSIGN,
    OPERATION_ASSIGN_SCALAR,
    OPERATION_EXTRACT,
    OPERATION_REDUCE,
    OPERATION_MXV, /* from here on with a matrix */
    OPERATION_VXM,
    OPERATION_MXV_BLOCK,
    OPERATION_REDUCE_MATRIX,
    OPERATION_EXTRACT_ROW,
    OPERATION_EXTRACT_COLUMN,
    OPERATION_EXTRACT_DIAGONAL,
    OPERATION_TRANSPOSE, /* from here on with a matrix as result */
    OPERATION_MATRIX_ADD,
    OPERATION_MATRIX_MULTIPLY,
    OPERATION_MATRIX_UNION,
    OPERATION_MATRIX_APPLY,
    OPERATION_MATRIX_APPLY_FIRST,
    OPERATION_MATRIX_SELECT,
    OPERATION_KRONECKER,
    OPERATION_MXM,
    OPERATION_DIAGONAL,
    OPERATION_CONCAT,
    OPERATION_SPLIT,          /* whose results are the tiles */
    OPERATION_MATRIX_EXTRACT, /* from here on with lists of rows and columns */
    OPERATION_MATRIX_ASSIGN,
    OPERATION_MATRIX_SUBASSIGN,
    OPERATION_MATRIX_ASSIGN_SCALAR,
    OPERATION_MATRIX_SUBASSIGN_SCALAR,
    OPERATION_ASSIGN_ROW,
    OPERATION_ASSIGN_COLUMN,
    OPERATION_SUBASSIGN_ROW,
    OPERATION_SUBASSIGN_COLUMN,
    OPERATION_MATRIX_REDUCE, /* to one value */
    OPERATIONS
} operation_kind;

/* One value of any type. */
typedef union operand_value {
    char byte[TROPIC_TYPE_DEVICE_MAX];
    int64_t aligned;
} operand_value;

/* One vector, as the library and GraphBLAS have it (of one place, without an entry, where n is 0). A block of
 * columns is a vector of all its places. */
typedef struct operand {
    tropic_type type;
    tropic_index n;
    tropic_vector *v;
    GrB_Vector g;
} operand;

struct twin;

/* Tiles of a grid. */
enum { TILE_ROWS = 3, TILE_COLS = 3, TILES = TILE_ROWS * TILE_COLS };

/* mask, u, v: NULL for none. Any may be w. Operators and semirings: tests/operation_algebra.h. */
typedef struct operation {
    operation_kind kind;
    operand *w, *mask, *u, *v;
    int op;           /* an operator */
    tropic_type type; /* of op's operands, and of a semiring's sums */
    int accum;        /* an operator, or GRB_NO_ACCUM */
    tropic_type accum_type;
    int semiring;
    struct twin *A, *B, *C, *M; /* C, M: the result and mask where that is a matrix */
    tropic_descriptor descriptor;
    tropic_indices lists[2]; /* rows and columns; allocated ids */
    bool listed[2];          /* false: all */
    tropic_index line;       /* a row, a column or a diagonal */
    struct twin *tiles[TILES];
    tropic_index tile_rows, tile_cols;
    tropic_index *ids; /* NULL: all */
    tropic_index count;
    operand_value value; /* y of apply and select, x of apply_first, beta of a union, or the scalar to assign */
    operand_value first; /* alpha of a union */
} operation;

/* By the library, or by GraphBLAS; *total is the result of a reduction to one, a value of o->type. */
tropic_status operation_run(const operation *o, tropic_context *context, void *total);
GrB_Info operation_run_grb(const operation *o, void *total);

/* t of a product, of sums of rows or columns, or of a line of a matrix, by GraphBLAS; t has no entries yet. */
GrB_Info operation_run_grb_matrix(GrB_Vector t, const operation *o);
/* A product of matrices by GraphBLAS. */
GrB_Info operation_run_grb_mxm(const operation *o, GrB_BinaryOp accum);
/* One operation whose result is a matrix, by the library, or by GraphBLAS. */
tropic_status operation_run_output(const operation *o, tropic_context *context, const tropic_operator *accum);
GrB_Info operation_run_grb_output(const operation *o, GrB_BinaryOp accum, GrB_Descriptor d);
/* The same of one with lists of rows and columns. */
GrB_Info operation_run_grb_parts(const operation *o, GrB_BinaryOp accum, GrB_Descriptor d);
/* Tiles by the library, or by GraphBLAS: one matrix T made of them, and one matrix split. */
tropic_status operation_run_concat(const operation *o, tropic_context *context, const tropic_operator *accum);
GrB_Info operation_run_grb_concat(GrB_Matrix T, const operation *o);
tropic_status operation_run_split(const operation *o, tropic_context *context);
GrB_Info operation_run_grb_split(const operation *o);
/* Rows (0) or columns (1) as GraphBLAS has them, which the caller frees. */
GrB_Index *operation_list(const operation *o, int which);
/* A scalar of GraphBLAS, which the caller frees. */
GrB_Info operation_scalar(GrB_Scalar *s, tropic_type type, const operand_value *value);
/* The type of t, or T, which is written. */
tropic_type operation_result_type(const operation *o);
/* The type of o->value. */
tropic_type operation_value_type(const operation *o);

/* How many operations there were so far: of each kind, with an operator or a semiring of the user's own, on structs,
 * with an operator or an accumulator that sees the place, and of a user's semiring whose sums take any term. */
typedef struct operation_counts {
    int32_t kind[OPERATIONS], own, structs, placed, any;
} operation_counts;
/* Runs one case: a few operations on the same vectors, so that results of one are operands of the next. All are of
 * this kind; OPERATIONS: of any. */
void operation_check_case(tropic_context *context, uint64_t seed, operation_kind kind, operation_counts *counts);
/* A descriptor, which the caller frees; it transposes the first input. */
GrB_Info operation_describe(GrB_Descriptor *made, const tropic_descriptor *wanted);

/* Runs the cases of so many seeds, or of TROPIC_TEST_SEED alone where the environment has it, and fails the test
 * at the first that differs. With OPERATIONS, of every kind; some are then masked products (tests/products.h). */
void operations_check(uint64_t first, int32_t cases, operation_kind kind);
/* Tells the seed of a case that failed: the teardown of a test that calls operations_check. */
int operations_teardown(void **state);
/* The main() of a program that checks so many, of every kind. */
int operations_main(uint64_t first, int32_t cases);

#endif

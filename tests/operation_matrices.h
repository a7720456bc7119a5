/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of random operations: drawn, compared between the library and GraphBLAS, and freed; and blocks of
 * columns as GraphBLAS's matrices.
 */
#ifndef TROPIC_TESTS_OPERATION_MATRICES_H
#define TROPIC_TESTS_OPERATION_MATRICES_H

#include "reference/grb.h"
#include "tests/graphs.h"
#include "tests/operation_vectors.h"

/* One matrix, as both have it. GraphBLAS has none without a row or column: one more, which is empty. */
typedef struct twin {
    tropic_type type; /* of a pattern: BOOL */
    tropic_index rows, cols;
    tropic_matrix *A;
    GrB_Matrix G;
} twin;

/* Up to so many places, GraphBLAS has flags for them, even if all have entries (under a mask without flags, it may
 * crash: 7.4.0). */
#define TWIN_FLAGS_MAX 100000
/* A random one, from no entry to all, perhaps with one long row or column, loops among its entries; `pattern`:
 * without values. The library has it by either orientation, or both, or hypersparse, or as a bitmap; a part of it may
 * be pending updates. */
void twin_draw(twin *t, tropic_context *context, tropic_type type, tropic_index rows, tropic_index cols, bool pattern,
               operand_values values, uint64_t *random);
/* The same with entries at these places, which are in order; frees g. */
void twin_draw_at(twin *t, tropic_context *context, tropic_type type, test_graph g, bool pattern, operand_values values,
                  uint64_t *random);
/* So many in a hundred of all places. */
enum { TWIN_FULL = 100 };
test_graph twin_places(tropic_index rows, tropic_index cols, int percent, uint64_t *random);
void twin_free(twin *t);
/* Sets and removes so many entries of both; where the library's are pending, they stay so. A removal finds an entry as
 * often as chance has it. */
void twin_update(twin *t, tropic_context *context, int count, operand_values values, uint64_t *random);
/* Both have the same at so many places, drawn, and the same number of entries; pending entries stay so. */
void twin_look(const twin *t, tropic_context *context, int count, uint64_t *random);
/* Fails the test, with the text, unless both have the same entries, and the library by both orientations. */
void twin_compare(const twin *t, tropic_context *context, const char *text);
/* The same of two of the library's. */
void twin_compare_matrices(const tropic_matrix *A, const tropic_matrix *B, tropic_context *context, const char *text);

/* The matrix of columns that a block is to GraphBLAS, and from one to such a block's flat vector. */
GrB_Info twin_of_block(GrB_Matrix *M, const operand *block);
GrB_Info twin_to_flat(GrB_Vector flat, tropic_type type, GrB_Matrix M);

#endif

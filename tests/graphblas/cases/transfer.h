/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices by import and export, of each type.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_TRANSFER_H
#define TROPIC_TESTS_GRAPHBLAS_TRANSFER_H

#include "tests/graphblas/cases/contents.h"

/* The arrays of a format, with room for as many; their lengths in the library's count. */
typedef struct arrays {
    value_type type;
    GrB_Format format;
    GrB_Index *p, *i;
    char *values;
    GrB_Index p_length, i_length, values_length;
} arrays;

/* Entries in the order of the format; or, for COO, in theirs. */
arrays arrays_of(const entries *e, GrB_Format format, GrB_Index rows, GrB_Index cols);
arrays arrays_new(value_type type, GrB_Format format, GrB_Index p_length, GrB_Index i_length, GrB_Index values_length);
void arrays_free(arrays *a);
/* Adds to the item the entries that they say, or a PANIC where they say none. */
void arrays_tell(const arrays *a, answer_item *item, GrB_Index rows, GrB_Index cols);

GrB_Info transfer_import(GrB_Matrix *A, GrB_Type type, GrB_Index rows, GrB_Index cols, const arrays *a);
GrB_Info transfer_export(arrays *a, GrB_Matrix A);

#endif

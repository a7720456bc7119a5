/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of GraphBLAS's vectors and matrices, of any type.
 */
#ifndef TROPIC_TESTS_GRB_TUPLES_H
#define TROPIC_TESTS_GRB_TUPLES_H

#include "tests/operations.h"

/* Of a vector: no columns. */
typedef struct grb_tuples {
    GrB_Index count, *row, *col;
    void *values;
} grb_tuples;

grb_tuples grb_tuples_new(tropic_type type, GrB_Index count);
void grb_tuples_free(grb_tuples *t);

/* To one without entries; and all of one, for which there is room. */
GrB_Info grb_tuples_to_matrix(GrB_Matrix M, tropic_type type, const grb_tuples *t);
GrB_Info grb_tuples_to_vector(GrB_Vector v, tropic_type type, const grb_tuples *t);
GrB_Info grb_tuples_of_matrix(grb_tuples *t, tropic_type type, GrB_Matrix M);
GrB_Info grb_tuples_of_vector(grb_tuples *t, tropic_type type, GrB_Vector v);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Build from arrays whose values have a type of GraphBLAS: NULL, that of the object.
 */
#ifndef GRB_TUPLES_H
#define GRB_TUPLES_H

#include "graphblas/call.h"

GrB_Info grb_build_vector(GrB_Vector vector, const GrB_Index *indices, const void *values, GrB_Type type, GrB_Index n,
                          GrB_BinaryOp dup);
GrB_Info grb_build_matrix(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns, const void *values,
                          GrB_Type type, GrB_Index n, GrB_BinaryOp dup);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_objects.h: predefined objects that the specification does not have, as tables and variables.
 */
#ifndef GRAPHBLAS_EXTENSION_OBJECTS_H
#define GRAPHBLAS_EXTENSION_OBJECTS_H

#include "GraphBLAS_objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Semirings, X(name, ADD, MUL, T, ctype): SECONDI multiplies A(i,k) and B(k,j) to k; ANY adds to any one of its values
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_POSITION_SEMIRINGS(X)                                                                                      \
    X(GxB_ANY_SECONDI_INT32, ANY, SECONDI, INT32, int32_t)                                                             \
    X(GxB_ANY_SECONDI_INT64, ANY, SECONDI, INT64, int64_t)                                                             \
    X(GxB_MIN_SECONDI_INT32, MIN, SECONDI, INT32, int32_t)                                                             \
    X(GxB_MIN_SECONDI_INT64, MIN, SECONDI, INT64, int64_t)

#define GRB_DECLARE(name, ADD, MUL, T, ctype) extern GRB_API GrB_Semiring name;
GRB_POSITION_SEMIRINGS(GRB_DECLARE)
#undef GRB_DECLARE

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OBJECTS_H */

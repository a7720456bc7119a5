/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of GraphBLAS's vectors and matrices.
 */
#include "tests/grb_tuples.h"

grb_tuples grb_tuples_new(tropic_type type, GrB_Index count)
{
    return (grb_tuples){count, calloc(count + 1, sizeof(GrB_Index)), calloc(count + 1, sizeof(GrB_Index)),
                        calloc(count + 1, tropic_type_size(type))};
}

void grb_tuples_free(grb_tuples *t)
{
    free(t->row);
    free(t->col);
    free(t->values);
}

/* CALL(NAME) with the name that calls of GraphBLAS have for the type. */
#define BY_TYPE(type, CALL)                                                                                            \
    switch ((int)(type)) {                                                                                             \
    case TROPIC_BOOL: return CALL(BOOL);                                                                               \
    case TROPIC_INT8: return CALL(INT8);                                                                               \
    case TROPIC_INT16: return CALL(INT16);                                                                             \
    case TROPIC_INT32: return CALL(INT32);                                                                             \
    case TROPIC_INT64: return CALL(INT64);                                                                             \
    case TROPIC_UINT8: return CALL(UINT8);                                                                             \
    case TROPIC_UINT16: return CALL(UINT16);                                                                           \
    case TROPIC_UINT32: return CALL(UINT32);                                                                           \
    case TROPIC_UINT64: return CALL(UINT64);                                                                           \
    case TROPIC_FP32: return CALL(FP32);                                                                               \
    case TROPIC_FP64: return CALL(FP64);                                                                               \
    default: return CALL(UDT);                                                                                         \
    }

GrB_Info grb_tuples_to_matrix(GrB_Matrix M, tropic_type type, const grb_tuples *t){
#define BUILD_MATRIX(NAME) GrB_Matrix_build_##NAME(M, t->row, t->col, t->values, t->count, NULL)
    BY_TYPE(type, BUILD_MATRIX)}

GrB_Info grb_tuples_to_vector(GrB_Vector v, tropic_type type, const grb_tuples *t){
#define BUILD_VECTOR(NAME) GrB_Vector_build_##NAME(v, t->row, t->values, t->count, NULL)
    BY_TYPE(type, BUILD_VECTOR)}

GrB_Info grb_tuples_of_matrix(grb_tuples *t, tropic_type type, GrB_Matrix M){
#define EXTRACT_MATRIX(NAME) GrB_Matrix_extractTuples_##NAME(t->row, t->col, t->values, &t->count, M)
    BY_TYPE(type, EXTRACT_MATRIX)}

/* clang-format off */
GrB_Info grb_tuples_of_vector(grb_tuples *t, tropic_type type, GrB_Vector v)
{
#define EXTRACT_VECTOR(NAME) GrB_Vector_extractTuples_##NAME(t->row, t->values, &t->count, v)
    BY_TYPE(type, EXTRACT_VECTOR)
} /* clang-format on */

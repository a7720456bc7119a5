/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods of extensions with one wrong argument.
 */
#include "tests/graphblas/cases/wrong_lists.h"

/* (All fail before an array is taken.) */
GrB_Info wrong_pack(bench *b, int wanted)
{
    const GrB_Type type = GrB_INT32;
    const GrB_Index n = b->n, room = sizeof b->i;
    GrB_Index *p = b->i, *i = b->j, size;
    int8_t *bits = (int8_t *)b->bytes, *got = NULL;
    void *x = b->x, *none = NULL;
    int line = 0;
    for (GrB_Index k = 1; k <= n; k++) b->i[k] = 1;
    WRONG(GxB_Matrix_import_CSR(NULL, type, n, n, &p, &i, &x, room, room, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_CSR(&b->made, NULL, n, n, &p, &i, &x, room, room, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_CSC(&b->made, type, n, n, NULL, &i, &x, room, room, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_CSR(&b->made, type, n, n, &p, &i, &x, 8 * n, room, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_CSR(&b->made, type, n, n, &p, &i, &x, room, 7, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_CSR(&b->made, type, too_large, n, &p, &i, &x, room, 8, 4, false, false, NULL))
    WRONG(GxB_Matrix_import_HyperCSR(&b->made, type, n, n, &p, &i, &i, &x, room, 8, 8, 4, false, n + 1, false, NULL))
    WRONG(GxB_Matrix_import_BitmapR(&b->made, type, n, n, &bits, &x, n * n - 1, 400, false, 0, NULL))
    WRONG(GxB_Matrix_import_BitmapR(&b->made, type, n, n, &bits, &x, n * n, 400, false, n * n + 1, NULL))
    WRONG(GxB_Matrix_import_FullR(&b->made, type, n, n, NULL, 400, false, NULL))
    WRONG(GxB_Matrix_import_FullC(&b->made, type, n, n, &none, 400, false, NULL))
    WRONG(GxB_Matrix_pack_CSR(NULL, &p, &i, &x, room, 8, 4, false, false, NULL))
    WRONG(GxB_Vector_import_CSC(&b->made_v, type, n, &i, &x, 7, 4, false, 1, false, NULL))
    WRONG(GxB_Vector_import_Full(&b->made_v, NULL, n, &x, 400, false, NULL))
    WRONG(GxB_Matrix_unpack_CSR(b->M, NULL, &i, &x, &size, &size, &size, NULL, NULL, NULL))
    WRONG(GxB_Matrix_unpack_CSR(b->M, &p, &i, &x, &size, NULL, &size, NULL, NULL, NULL))
    WRONG(GxB_Matrix_unpack_FullR(b->none, &x, &size, NULL, NULL))
    WRONG(GxB_Matrix_unpack_BitmapC(b->M, &got, &x, &size, &size, NULL, NULL, NULL))
    WRONG(GxB_Vector_unpack_Full(b->none_v, &x, &size, NULL, NULL))
    WRONG(GxB_Vector_unpack_CSC(b->v, &i, &x, &size, &size, NULL, NULL, NULL, NULL))
    return GrB_SUCCESS;
}

GrB_Info wrong_extensions(bench *b, int wanted)
{
    GrB_Matrix tiles[4] = {b->none, b->none, b->none, b->none}, made[4];
    GrB_Index size = 1, heights[2] = {b->n, 0}, far[2] = {b->n, 1};
    void *bytes = NULL;
    char name[GxB_MAX_NAME_LEN];
    int line = 0;
    WRONG(GxB_Matrix_isStoredElement(NULL, 0, 0))
    WRONG(GxB_Matrix_isStoredElement(b->M, b->n, 0))
    WRONG(GxB_Matrix_isStoredElement(b->M, 0, too_large))
    WRONG(GxB_Vector_isStoredElement(b->v, b->n))
    WRONG(GxB_Vector_isStoredElement(b->none_v, 0))
    WRONG(GxB_Matrix_build_Scalar(NULL, b->i, b->j, b->s, 1))
    WRONG(GxB_Matrix_build_Scalar(b->none, NULL, b->j, b->s, 1))
    WRONG(GxB_Matrix_build_Scalar(b->none, b->i, b->j, b->none_s, 1))
    WRONG(GxB_Matrix_build_Scalar(b->M, b->i, b->j, b->s, 1))
    WRONG(GxB_Vector_build_Scalar(b->none_v, NULL, b->s, 1))
    WRONG(GxB_Vector_build_Scalar(b->none_v, b->i, b->none_s, 1))
    WRONG(GxB_Vector_build_Scalar(b->v, b->i, b->s, 1))
    WRONG(GxB_Vector_build_Scalar(b->none_v, far, b->s, 1))
    WRONG(GxB_Matrix_concat(NULL, tiles, 1, 1, NULL))
    WRONG(GxB_Matrix_concat(b->M, NULL, 1, 1, NULL))
    WRONG(GxB_Matrix_concat(b->M, tiles, 0, 1, NULL))
    WRONG(GxB_Matrix_concat(b->M, tiles, 2, 2, NULL))
    WRONG(GxB_Matrix_split(NULL, 1, 1, heights, heights, b->M, NULL))
    WRONG(GxB_Matrix_split(made, 1, 0, heights, heights, b->M, NULL))
    WRONG(GxB_Matrix_split(made, 1, 1, NULL, heights, b->M, NULL))
    WRONG(GxB_Matrix_split(made, 1, 1, heights, NULL, b->M, NULL))
    WRONG(GxB_Matrix_split(made, 1, 1, heights, heights, NULL, NULL))
    WRONG(GxB_Matrix_split(made, 2, 1, far, heights, b->M, NULL))
    WRONG(GxB_Matrix_diag(b->M, NULL, 0, NULL))
    WRONG(GxB_Matrix_diag(b->M, b->v, 1, NULL))
    WRONG(GxB_Matrix_diag(b->M, b->pairs_v, 0, NULL))
    WRONG(GxB_Vector_diag(b->v, b->pairs, 0, NULL))
    WRONG(GxB_Vector_diag(b->v, b->M, 1, NULL))
    WRONG(GxB_Matrix_reshape(b->M, true, b->n + 1, b->n, NULL))
    WRONG(GxB_Matrix_reshapeDup(NULL, b->M, true, b->n, b->n, NULL))
    WRONG(GxB_Matrix_serialize(NULL, &size, b->M, NULL))
    WRONG(GxB_Matrix_serialize(&bytes, NULL, b->M, NULL))
    WRONG(GxB_Vector_serialize(&bytes, &size, NULL, NULL))
    WRONG(GxB_Matrix_deserialize(&b->made, NULL, NULL, 1, NULL))
    WRONG(GxB_Vector_deserialize(&b->made_v, NULL, b->bytes, 3, NULL))
    WRONG(GxB_deserialize_type_name(NULL, b->bytes, 3))
    WRONG(GxB_deserialize_type_name(name, b->bytes, 3))
    WRONG(GxB_Type_name(NULL, b->type))
    WRONG(GxB_Monoid_terminal_new_INT32(&b->monoid, GrB_EQ_INT32, 1, 0))
    return GrB_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods with one wrong argument: lists, of which a case takes one line.
 */
#include "tests/graphblas/cases/transfer.h"
#include "tests/graphblas/cases/wrong.h"
#include "tests/graphblas/cases/wrong_lists.h"

#include <stdlib.h>
#include <string.h>

static GrB_Info wrong_new(bench *b, int wanted)
{
    int line = 0;
    WRONG(GrB_Matrix_new(NULL, b->type, 2, 2))
    WRONG(GrB_Matrix_new(&b->made, NULL, 2, 2))
    WRONG(GrB_Matrix_new(&b->made, b->type, 0, 2))
    WRONG(GrB_Matrix_new(&b->made, b->type, 2, 0))
    WRONG(GrB_Matrix_new(&b->made, b->type, too_large, 2))
    WRONG(GrB_Matrix_new(&b->made, b->type, 2, too_large))
    WRONG(GrB_Matrix_new(&b->made, b->type, GrB_INDEX_MAX + 2, 2))
    WRONG(GrB_Vector_new(&b->made_v, b->type, GrB_INDEX_MAX + 2))
    WRONG(GrB_Vector_new(NULL, b->type, 2))
    WRONG(GrB_Vector_new(&b->made_v, NULL, 2))
    WRONG(GrB_Vector_new(&b->made_v, b->type, 0))
    WRONG(GrB_Vector_new(&b->made_v, b->type, too_large))
    WRONG(GrB_Scalar_new(NULL, b->type))
    WRONG(GrB_Scalar_new(&b->made_s, NULL))
    WRONG(GrB_Matrix_dup(NULL, b->M))
    WRONG(GrB_Matrix_dup(&b->made, NULL))
    WRONG(GrB_Vector_dup(NULL, b->v))
    WRONG(GrB_Vector_dup(&b->made_v, NULL))
    WRONG(GrB_Scalar_dup(NULL, b->s))
    WRONG(GrB_Scalar_dup(&b->made_s, NULL))
    WRONG(GrB_Matrix_diag(NULL, b->v, 0))
    WRONG(GrB_Matrix_diag(&b->made, NULL, 0))
    WRONG(GrB_Matrix_clear(NULL))
    WRONG(GrB_Vector_clear(NULL))
    WRONG(GrB_Scalar_clear(NULL))
    WRONG(GrB_Matrix_resize(NULL, 2, 2))
    WRONG(GrB_Vector_resize(NULL, 2))
    WRONG(GrB_Matrix_free(&b->made)) /* which is NULL: no error */
    WRONG(GrB_Vector_free(&b->made_v))
    WRONG(GrB_Scalar_free(&b->made_s))
    WRONG(GrB_init(GrB_NONBLOCKING)) /* the second time */
    return GrB_SUCCESS;
}

static GrB_Info wrong_reads(bench *b, int wanted)
{
    GrB_Index count;
    const char *text;
    int line = 0;
    WRONG(GrB_Matrix_nrows(NULL, b->M))
    WRONG(GrB_Matrix_nrows(&count, NULL))
    WRONG(GrB_Matrix_ncols(NULL, b->M))
    WRONG(GrB_Matrix_ncols(&count, NULL))
    WRONG(GrB_Matrix_nvals(NULL, b->M))
    WRONG(GrB_Matrix_nvals(&count, NULL))
    WRONG(GrB_Vector_size(NULL, b->v))
    WRONG(GrB_Vector_size(&count, NULL))
    WRONG(GrB_Vector_nvals(NULL, b->v))
    WRONG(GrB_Vector_nvals(&count, NULL))
    WRONG(GrB_Scalar_nvals(NULL, b->s))
    WRONG(GrB_Scalar_nvals(&count, NULL))
    WRONG(GrB_Matrix_wait(NULL, GrB_MATERIALIZE))
    WRONG(GrB_Vector_wait(NULL, GrB_MATERIALIZE))
    WRONG(GrB_Scalar_wait(NULL, GrB_COMPLETE))
    WRONG(GrB_Matrix_error(NULL, b->M))
    WRONG(GrB_Matrix_error(&text, NULL))
    WRONG(GrB_Vector_error(NULL, b->v))
    WRONG(GrB_Vector_error(&text, NULL))
    WRONG(GrB_Scalar_error(NULL, b->s))
    WRONG(GrB_Scalar_error(&text, NULL))
    WRONG(GrB_getVersion(NULL, NULL))
    return GrB_SUCCESS;
}

static GrB_Info wrong_elements(bench *b, int wanted)
{
    int line = 0;
    WRONG(GrB_Matrix_setElement_INT32(NULL, 1, 0, 0))
    WRONG(GrB_Matrix_setElement_INT32(b->M, 1, b->n, 0))
    WRONG(GrB_Matrix_setElement_FP64(b->M, 1, 0, b->n))
    WRONG(GrB_Matrix_setElement_INT32(b->M, 1, too_large, 0))
    WRONG(GrB_Matrix_setElement_INT32(b->pairs, 1, 0, 0))
    WRONG(GrB_Matrix_setElement_UDT(b->M, &b->one, 0, 0))
    WRONG(GrB_Matrix_setElement_UDT(b->pairs, NULL, 0, 0))
    WRONG(GrB_Matrix_setElement_Scalar(b->M, NULL, 0, 0))
    WRONG(GrB_Matrix_setElement_Scalar(b->M, b->pairs_s, 0, 0))
    WRONG(GrB_Matrix_setElement_Scalar(b->M, b->s, 0, b->n))
    WRONG(GrB_Vector_setElement_INT32(NULL, 1, 0))
    WRONG(GrB_Vector_setElement_BOOL(b->v, 1, b->n))
    WRONG(GrB_Vector_setElement_INT32(b->pairs_v, 1, 0))
    WRONG(GrB_Vector_setElement_UDT(b->v, &b->one, 0))
    WRONG(GrB_Vector_setElement_UDT(b->pairs_v, NULL, 0))
    WRONG(GrB_Vector_setElement_Scalar(b->v, NULL, 0))
    WRONG(GrB_Vector_setElement_Scalar(b->pairs_v, b->s, 0))
    WRONG(GrB_Scalar_setElement_INT32(NULL, 1))
    WRONG(GrB_Scalar_setElement_INT32(b->pairs_s, 1))
    WRONG(GrB_Scalar_setElement_UDT(b->s, &b->one))
    WRONG(GrB_Scalar_setElement_UDT(b->pairs_s, NULL))
    WRONG(GrB_Matrix_removeElement(NULL, 0, 0))
    WRONG(GrB_Matrix_removeElement(b->M, b->n, 0))
    WRONG(GrB_Matrix_removeElement(b->M, 0, b->n))
    WRONG(GrB_Vector_removeElement(NULL, 0))
    WRONG(GrB_Vector_removeElement(b->v, b->n))
    return GrB_SUCCESS;
}

static GrB_Info wrong_extracts(bench *b, int wanted)
{
    int line = 0;
    WRONG(GrB_Matrix_extractElement_INT32(NULL, b->M, 0, 0))
    WRONG(GrB_Matrix_extractElement_INT32(b->x, NULL, 0, 0))
    WRONG(GrB_Matrix_extractElement_INT32(b->x, b->M, b->n, 0))
    WRONG(GrB_Matrix_extractElement_INT32(b->x, b->M, 0, too_large))
    WRONG(GrB_Matrix_extractElement_INT32(b->x, b->pairs, 0, 0))
    WRONG(GrB_Matrix_extractElement_UDT(&b->one, b->M, 0, 0))
    WRONG(GrB_Matrix_extractElement_Scalar(NULL, b->M, 0, 0))
    WRONG(GrB_Matrix_extractElement_Scalar(b->s, NULL, 0, 0))
    WRONG(GrB_Matrix_extractElement_Scalar(b->s, b->pairs, 0, 0))
    WRONG(GrB_Matrix_extractElement_Scalar(b->s, b->M, 0, b->n))
    WRONG(GrB_Vector_extractElement_INT32(NULL, b->v, 0))
    WRONG(GrB_Vector_extractElement_INT32(b->x, NULL, 0))
    WRONG(GrB_Vector_extractElement_INT32(b->x, b->v, b->n))
    WRONG(GrB_Vector_extractElement_INT32(b->x, b->pairs_v, 0))
    WRONG(GrB_Vector_extractElement_UDT(&b->one, b->v, 0))
    WRONG(GrB_Vector_extractElement_Scalar(NULL, b->v, 0))
    WRONG(GrB_Vector_extractElement_Scalar(b->pairs_s, b->v, 0))
    WRONG(GrB_Scalar_extractElement_INT32(NULL, b->s))
    WRONG(GrB_Scalar_extractElement_INT32(b->x, NULL))
    WRONG(GrB_Scalar_extractElement_INT32(b->x, b->pairs_s))
    WRONG(GrB_Scalar_extractElement_UDT(&b->one, b->s))
    WRONG(GrB_Scalar_extractElement_INT32(b->x, b->none_s)) /* no error, and no value */
    b->count = ROOM;
    WRONG(GrB_Matrix_extractTuples_INT32(b->i, b->j, b->x, NULL, b->M))
    WRONG(GrB_Matrix_extractTuples_INT32(b->i, b->j, b->x, &b->count, NULL))
    WRONG(GrB_Matrix_extractTuples_INT32(b->i, b->j, b->x, &b->count, b->pairs))
    WRONG(GrB_Matrix_extractTuples_UDT(b->i, b->j, b->bytes, &b->count, b->M))
    WRONG(GrB_Vector_extractTuples_INT32(b->i, b->x, NULL, b->v))
    WRONG(GrB_Vector_extractTuples_INT32(b->i, b->x, &b->count, NULL))
    WRONG(GrB_Vector_extractTuples_INT32(b->i, b->x, &b->count, b->pairs_v))
    b->count = 0;
    WRONG(GrB_Matrix_extractTuples_INT32(b->i, b->j, b->x, &b->count, b->M))
    WRONG(GrB_Vector_extractTuples_INT32(b->i, b->x, &b->count, b->v))
    return GrB_SUCCESS;
}

static GrB_Info wrong_build(bench *b, int wanted)
{
    const GrB_BinaryOp plus = GrB_PLUS_INT32, of_pairs = operators_find("own pair_plus")->op;
    int line = 0;
    WRONG(GrB_Matrix_build_INT32(NULL, b->i, b->j, b->x, 1, plus))
    WRONG(GrB_Matrix_build_INT32(b->none, NULL, b->j, b->x, 1, plus))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, NULL, b->x, 1, plus))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, NULL, 1, plus))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, of_pairs))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, GrB_EQ_INT32))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, operators_find("own pair_at")->op))
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, GxB_SECONDI1_INT32))
    WRONG(GrB_Matrix_build_INT32(b->M, b->i, b->j, b->x, 1, plus))
    WRONG(GrB_Vector_build_INT32(NULL, b->i, b->x, 1, plus))
    WRONG(GrB_Vector_build_INT32(b->none_v, NULL, b->x, 1, plus))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, NULL, 1, plus))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, b->x, 1, of_pairs))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, b->x, 1, GrB_LT_INT32))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, b->x, 1, GxB_FIRSTJ_INT32))
    WRONG(GrB_Vector_build_INT32(b->v, b->i, b->x, 1, plus))
    b->i[0] = b->n;
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, plus))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, b->x, 1, plus))
    WRONG(GrB_Vector_build_INT32(b->none_v, b->i, b->x, 1, NULL))
    b->i[0] = 0;
    b->j[0] = too_large;
    WRONG(GrB_Matrix_build_INT32(b->none, b->i, b->j, b->x, 1, NULL))
    return GrB_SUCCESS;
}

/* Of a matrix of n x n with one entry. */
static GrB_Info wrong_import(bench *b, int wanted)
{
    const GrB_Type type = GrB_INT32;
    const GrB_Index n = b->n;
    int line = 0;
    for (GrB_Index k = 1; k <= n; k++) b->i[k] = 1;
    WRONG(GrB_Matrix_import_INT32(NULL, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, NULL, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, NULL, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, NULL, b->x, n + 1, 1, 1, GrB_CSC_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, NULL, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, GrB_FP64, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_UDT(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, ops.types[TYPE_PAIR], n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, too_large, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSC_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, (GrB_Format)77))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 0, 1, GrB_CSC_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 0, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, 0, 1, 1, GrB_COO_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, 1, 0, 1, GrB_COO_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, 1, 1, 0, GrB_COO_FORMAT))
    b->j[0] = n;
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSC_FORMAT))
    WRONG(GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, 1, 1, 1, GrB_COO_FORMAT))
    return GrB_SUCCESS;
}

static GrB_Info wrong_export(bench *b, int wanted)
{
    GrB_Index i = ROOM, j = ROOM, x = ROOM;
    GrB_Format hint;
    int line = 0;
    WRONG(GrB_Matrix_exportHint(NULL, b->M))
    WRONG(GrB_Matrix_exportHint(&hint, NULL))
    WRONG(GrB_Matrix_exportSize(NULL, &j, &x, GrB_CSR_FORMAT, b->M))
    WRONG(GrB_Matrix_exportSize(&i, NULL, &x, GrB_CSR_FORMAT, b->M))
    WRONG(GrB_Matrix_exportSize(&i, &j, NULL, GrB_CSR_FORMAT, b->M))
    WRONG(GrB_Matrix_exportSize(&i, &j, &x, GrB_CSR_FORMAT, NULL))
    WRONG(GrB_Matrix_exportSize(&i, &j, &x, (GrB_Format)77, b->M))
    WRONG(GrB_Matrix_export_INT32(NULL, b->j, b->x, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, NULL, b->x, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, NULL, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, NULL, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, NULL, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, NULL, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, &x, GrB_CSR_FORMAT, NULL))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, &x, (GrB_Format)77, b->none))
    WRONG(GrB_Matrix_export_FP64(b->i, b->j, (double *)(void *)b->bytes, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, &x, GrB_CSR_FORMAT, b->pairs))
    WRONG(GrB_Matrix_export_UDT(b->i, b->j, b->x, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    i = 0;
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, &x, GrB_CSR_FORMAT, b->none))
    WRONG(GrB_Matrix_export_INT32(b->i, b->j, b->x, &i, &j, &x, GrB_CSC_FORMAT, b->none))
    j = 0;
    i = x = ROOM;
    WRONG(GrB_Matrix_export_UDT(b->i, b->j, b->bytes, &i, &j, &x, GrB_COO_FORMAT, b->pairs))
    j = ROOM;
    x = 0;
    WRONG(GrB_Matrix_export_UDT(b->i, b->j, b->bytes, &i, &j, &x, GrB_CSC_FORMAT, b->pairs))
    return GrB_SUCCESS;
}

static GrB_Info wrong_serialize(bench *b, int wanted)
{
    GrB_Index size = sizeof b->bytes;
    GrB_Info info = GrB_Matrix_serialize(b->bytes, &size, b->M);
    GrB_Index none = 0;
    int line = 0;
    if (info != GrB_SUCCESS) return info;
    WRONG(GrB_Matrix_serializeSize(NULL, b->M))
    WRONG(GrB_Matrix_serializeSize(&size, NULL))
    WRONG(GrB_Matrix_serialize(NULL, &size, b->M))
    WRONG(GrB_Matrix_serialize(b->bytes, NULL, b->M))
    WRONG(GrB_Matrix_serialize(b->bytes, &size, NULL))
    WRONG(GrB_Matrix_serialize(b->bytes, &none, b->M))
    WRONG(GrB_Matrix_deserialize(NULL, b->type, b->bytes, size))
    WRONG(GrB_Matrix_deserialize(&b->made, b->type, NULL, size))
    WRONG(GrB_Matrix_deserialize(&b->made, ops.types[TYPE_PAIR], b->bytes, size))
    WRONG(GrB_Matrix_deserialize(&b->made, b->type, b->bytes, 3))
    WRONG(GrB_Matrix_deserialize(&b->made, b->type, b->bytes, size - 1))
    return GrB_SUCCESS;
}

static void function(void *z, const void *x)
{
    memcpy(z, x, sizeof(int32_t));
}

static GrB_Info wrong_algebra(bench *b, int wanted)
{
    const GrB_BinaryOp of_pairs = operators_find("own pair_plus")->op;
    int line = 0;
    WRONG(GrB_Type_new(NULL, sizeof(pair)))
    WRONG(GrB_UnaryOp_new(NULL, function, GrB_INT32, GrB_INT32))
    WRONG(GrB_UnaryOp_new(&b->unary, NULL, GrB_INT32, GrB_INT32))
    WRONG(GrB_UnaryOp_new(&b->unary, function, NULL, GrB_INT32))
    WRONG(GrB_UnaryOp_new(&b->unary, function, GrB_INT32, NULL))
    WRONG(GrB_BinaryOp_new(&b->binary, NULL, GrB_INT32, GrB_INT32, GrB_INT32))
    WRONG(GrB_IndexUnaryOp_new(&b->index, NULL, GrB_INT32, GrB_INT32, GrB_INT32))
    WRONG(GrB_Monoid_new_INT32(NULL, GrB_PLUS_INT32, 0))
    WRONG(GrB_Monoid_new_INT32(&b->monoid, GxB_FIRSTI_INT32, 0))
    WRONG(GrB_Monoid_new_INT32(&b->monoid, NULL, 0))
    WRONG(GrB_Monoid_new_INT64(&b->monoid, GrB_PLUS_INT32, 0))
    WRONG(GrB_Monoid_new_BOOL(&b->monoid, GrB_EQ_INT32, true))
    WRONG(GrB_Monoid_new_INT32(&b->monoid, GrB_EQ_INT32, 1))
    WRONG(GrB_Monoid_new_INT32(&b->monoid, of_pairs, 0))
    WRONG(GrB_Monoid_new_UDT(&b->monoid, of_pairs, NULL))
    WRONG(GrB_Monoid_new_UDT(&b->monoid, GrB_PLUS_INT32, b->x))
    WRONG(GrB_Semiring_new(NULL, GrB_PLUS_MONOID_INT32, GrB_TIMES_INT32))
    WRONG(GrB_Semiring_new(&b->semiring, NULL, GrB_TIMES_INT32))
    WRONG(GrB_Semiring_new(&b->semiring, GrB_PLUS_MONOID_INT32, NULL))
    WRONG(GrB_Semiring_new(&b->semiring, GrB_PLUS_MONOID_INT32, GrB_TIMES_FP32))
    WRONG(GrB_Semiring_new(&b->semiring, GrB_PLUS_MONOID_INT32, GrB_EQ_INT32))
    WRONG(GrB_Semiring_new(&b->semiring, GrB_PLUS_MONOID_INT32, of_pairs))
    WRONG(GrB_Descriptor_new(NULL))
    WRONG(GrB_Descriptor_set(NULL, GrB_OUTP, GrB_REPLACE))
    WRONG(GrB_Descriptor_set(b->desc, GrB_OUTP, GrB_COMP))
    WRONG(GrB_Descriptor_set(b->desc, GrB_OUTP, GrB_TRAN))
    WRONG(GrB_Descriptor_set(b->desc, GrB_MASK, GrB_REPLACE))
    WRONG(GrB_Descriptor_set(b->desc, GrB_INP0, GrB_STRUCTURE))
    WRONG(GrB_Descriptor_set(b->desc, GrB_INP1, GrB_REPLACE))
    WRONG(GrB_Descriptor_set(b->desc, (GrB_Desc_Field)77, GrB_TRAN))
    WRONG(GrB_Descriptor_set(b->desc, GrB_INP0, (GrB_Desc_Value)77))
    WRONG(GrB_Type_wait(NULL, GrB_MATERIALIZE))
    WRONG(GrB_BinaryOp_wait(NULL, GrB_MATERIALIZE))
    WRONG(GrB_Monoid_wait(NULL, GrB_MATERIALIZE))
    WRONG(GrB_Descriptor_wait(NULL, GrB_COMPLETE))
    return GrB_SUCCESS;
}

/* -- one line ---------------------------------------------------------------------------------- */

static object *new_with(world *w, object_kind kind, value_type type, GrB_Index n, bool entry)
{
    object *o = world_new(w, kind, type, n, kind == OBJECT_MATRIX ? n : 1);
    GrB_Info info = contents_clear(o);
    value v;
    memset(&v, 0, sizeof v);
    if (info == GrB_SUCCESS && entry) info = contents_set_element(o, type, &v, 0, 0);
    if (info != GrB_SUCCESS) answer_add(w->answer, info, "#%d cannot be set", o->id);
    world_tell(w, o, "is set");
    return o;
}

static bench *open_bench(world *w)
{
    bench *b = calloc(1, sizeof *b);
    const value_type type = (value_type)world_below(w, BUILTIN_TYPES);
    if (!b) abort();
    b->n = 1 + (GrB_Index)world_below(w, 8);
    b->type = ops.types[type];
    b->M = new_with(w, OBJECT_MATRIX, type, b->n, true)->A;
    b->pairs = new_with(w, OBJECT_MATRIX, TYPE_PAIR, b->n, true)->A;
    b->none = new_with(w, OBJECT_MATRIX, TYPE_INT32, b->n, false)->A;
    b->v = new_with(w, OBJECT_VECTOR, type, b->n, true)->v;
    b->pairs_v = new_with(w, OBJECT_VECTOR, TYPE_PAIR, b->n, true)->v;
    b->none_v = new_with(w, OBJECT_VECTOR, type, b->n, false)->v;
    b->s = new_with(w, OBJECT_SCALAR, type, 1, true)->s;
    b->pairs_s = new_with(w, OBJECT_SCALAR, TYPE_PAIR, 1, true)->s;
    b->none_s = new_with(w, OBJECT_SCALAR, type, 1, false)->s;
    if (GrB_Descriptor_new(&b->desc) != GrB_SUCCESS) abort();
    return b;
}

static void close_bench(bench *b)
{
    GrB_Matrix_free(&b->made);
    GrB_Vector_free(&b->made_v);
    GrB_Scalar_free(&b->made_s);
    GrB_UnaryOp_free(&b->unary);
    GrB_BinaryOp_free(&b->binary);
    GrB_IndexUnaryOp_free(&b->index);
    GrB_Monoid_free(&b->monoid);
    GrB_Semiring_free(&b->semiring);
    GrB_Descriptor_free(&b->desc);
    free(b);
}

void wrong_check_method(world *w)
{
    enum { MOST_LINES = 40 };
    static GrB_Info (*const lists[])(bench *, int) = {wrong_new,     wrong_reads,      wrong_elements, wrong_extracts,
                                                      wrong_build,   wrong_import,     wrong_export,   wrong_serialize,
                                                      wrong_algebra, wrong_extensions, wrong_pack};
    bench *b = open_bench(w);
    GrB_Info (*list)(bench *, int) = lists[world_below(w, (int)(sizeof lists / sizeof *lists))];
    GrB_Info info;
    do info = list(b, world_below(w, MOST_LINES));
    while (!b->words);
    answer_add(w->answer, info, "%s", b->words);
    close_bench(b);
}

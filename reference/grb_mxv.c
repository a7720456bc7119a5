/* SPDX-License-Identifier: Apache-2.0
 *
 * One masked product through GraphBLAS, for each built-in semiring and type of the library's table.
 */
#include "reference/grb.h"

/* The names that the two tables do not share. */
#define GxB_OR_AND_BOOL GxB_LOR_LAND_BOOL

#define ENTRY(NAME, type)                                                                          \
    if (wanted == TROPIC_##type) return GxB_##NAME##_##type;
#define ENTRIES_BOOL(NAME) ENTRY(NAME, BOOL)
#define ENTRIES_INTEGER(NAME) ENTRY(NAME, INT32) ENTRY(NAME, INT64)
#define ENTRIES_NUMERIC(NAME) ENTRIES_INTEGER(NAME) ENTRY(NAME, FP32) ENTRY(NAME, FP64)
#define ENTRIES_ALL(NAME) ENTRIES_BOOL(NAME) ENTRIES_NUMERIC(NAME)
#define ROW(NAME, name, add, mul, types)                                                           \
    case TROPIC_##NAME: ENTRIES_##types(NAME) break;

static GrB_Semiring semiring_of(tropic_builtin builtin, tropic_type wanted)
{
    switch (builtin) {
        TROPIC_SEMIRING_TABLE(ROW)
    case TROPIC_BUILTINS: break;
    }
    return NULL;
}

#define ACCUMS(plus, times, min, max, type)                                                        \
    {                                                                                              \
        NULL, GrB_##plus##_##type, GrB_##times##_##type, GrB_##min##_##type, GrB_##max##_##type,   \
            GrB_FIRST_##type, GrB_SECOND_##type                                                    \
    }

static GrB_BinaryOp accum_of(tropic_accum accum, tropic_type type)
{
    /* Logical operators carry no type in their names. */
    GrB_BinaryOp truth[TROPIC_ACCUMS] = {NULL,    GrB_LOR,        GrB_LAND,       GrB_LAND,
                                         GrB_LOR, GrB_FIRST_BOOL, GrB_SECOND_BOOL};
    GrB_BinaryOp int32[TROPIC_ACCUMS] = ACCUMS(PLUS, TIMES, MIN, MAX, INT32);
    GrB_BinaryOp int64[TROPIC_ACCUMS] = ACCUMS(PLUS, TIMES, MIN, MAX, INT64);
    GrB_BinaryOp fp32[TROPIC_ACCUMS] = ACCUMS(PLUS, TIMES, MIN, MAX, FP32);
    GrB_BinaryOp fp64[TROPIC_ACCUMS] = ACCUMS(PLUS, TIMES, MIN, MAX, FP64);
    switch (type) {
    case TROPIC_BOOL: return truth[accum];
    case TROPIC_INT32: return int32[accum];
    case TROPIC_INT64: return int64[accum];
    case TROPIC_FP32: return fp32[accum];
    case TROPIC_FP64: return fp64[accum];
    }
    return NULL;
}

static GrB_Info describe(GrB_Descriptor d, const tropic_descriptor *wanted, bool vxm)
{
    GrB_Info info = GrB_SUCCESS;
    if (wanted->transpose) GRB_DO(GrB_Descriptor_set(d, vxm ? GrB_INP1 : GrB_INP0, GrB_TRAN));
    if (wanted->complement) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (wanted->structure) GRB_DO(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (wanted->replace) GRB_DO(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    return info;
}

GrB_Info grb_mxv(GrB_Vector w, GrB_Vector mask, tropic_accum accum, tropic_builtin builtin,
                 tropic_type type, GrB_Matrix A, GrB_Vector u, const tropic_descriptor *descriptor,
                 bool vxm)
{
    GrB_Semiring semiring = semiring_of(builtin, type);
    GrB_BinaryOp op = accum_of(accum, type);
    GrB_Descriptor d = NULL;
    if (!semiring) return GrB_DOMAIN_MISMATCH;
    GrB_Info info = grb_start();
    GRB_DO(GrB_Descriptor_new(&d));
    if (descriptor) GRB_DO(describe(d, descriptor, vxm));
    if (vxm)
        GRB_DO(GrB_vxm(w, mask, op, semiring, u, A, d));
    else
        GRB_DO(GrB_mxv(w, mask, op, semiring, A, u, d));
    GRB_DO(GrB_wait(w, GrB_MATERIALIZE));
    GrB_Descriptor_free(&d);
    return info;
}

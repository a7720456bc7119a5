/* SPDX-License-Identifier: Apache-2.0
 *
 * One masked product through GraphBLAS, for each built-in semiring and type of the library's table.
 */
#include "reference/grb.h"

/* The names that the two tables do not share. */
#define GxB_OR_AND_BOOL GxB_LOR_LAND_BOOL
/* Indices are signed there; they fit, and are cast. */
#define GxB_ANY_SECONDI_UINT32 GxB_ANY_SECONDI_INT32
#define GxB_ANY_SECONDI_UINT64 GxB_ANY_SECONDI_INT64
#define GxB_MIN_SECONDI_UINT32 GxB_MIN_SECONDI_INT32
#define GxB_MIN_SECONDI_UINT64 GxB_MIN_SECONDI_INT64

#define ENTRY(NAME, type)                                                                          \
    if (wanted == TROPIC_##type) return GxB_##NAME##_##type;
#define ENTRIES_BOOL(NAME) ENTRY(NAME, BOOL)
#define ENTRIES_INTEGER(NAME)                                                                      \
    ENTRY(NAME, INT32) ENTRY(NAME, INT64) ENTRY(NAME, UINT32) ENTRY(NAME, UINT64)
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

#define OPERATORS(type)                                                                            \
    case TROPIC_##type:                                                                            \
        switch (accum) {                                                                           \
        case TROPIC_FIRST: return GrB_FIRST_##type;                                                \
        case TROPIC_SECOND: return GrB_SECOND_##type;                                              \
        case TROPIC_PAIR: return GrB_ONEB_##type;                                                  \
        case TROPIC_ANY: return GxB_ANY_##type;                                                    \
        case TROPIC_PLUS: return GrB_PLUS_##type;                                                  \
        case TROPIC_MINUS: return GrB_MINUS_##type;                                                \
        case TROPIC_TIMES: return GrB_TIMES_##type;                                                \
        case TROPIC_DIVIDE: return GrB_DIV_##type;                                                 \
        case TROPIC_MIN: return GrB_MIN_##type;                                                    \
        case TROPIC_MAX: return GrB_MAX_##type;                                                    \
        default: return NULL;                                                                      \
        }

/* Logical operators carry no type in their names. */
static GrB_BinaryOp truth_of(int accum)
{
    switch (accum) {
    case TROPIC_FIRST: return GrB_FIRST_BOOL;
    case TROPIC_SECOND: return GrB_SECOND_BOOL;
    case TROPIC_PAIR: return GrB_ONEB_BOOL;
    case TROPIC_ANY: return GxB_ANY_BOOL;
    case TROPIC_PLUS:
    case TROPIC_MAX:
    case TROPIC_LOR: return GrB_LOR;
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_LAND: return GrB_LAND;
    case TROPIC_MINUS:
    case TROPIC_LXOR: return GrB_LXOR;
    case TROPIC_EQ: return GrB_EQ_BOOL;
    case TROPIC_NE: return GrB_NE_BOOL;
    case TROPIC_LT: return GrB_LT_BOOL;
    case TROPIC_LE: return GrB_LE_BOOL;
    case TROPIC_GT: return GrB_GT_BOOL;
    case TROPIC_GE: return GrB_GE_BOOL;
    default: return NULL;
    }
}

/* NULL where GraphBLAS has none that accumulates: a place's index; comparisons of what is no BOOL. */
static GrB_BinaryOp accum_of(int accum, tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL:
        return truth_of(accum);
        OPERATORS(INT32)
        OPERATORS(INT64)
        OPERATORS(UINT32)
        OPERATORS(UINT64)
        OPERATORS(FP32)
        OPERATORS(FP64)
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

GrB_Info grb_mxv(GrB_Vector w, GrB_Vector mask, int accum, tropic_builtin builtin, tropic_type type,
                 GrB_Matrix A, GrB_Vector u, const tropic_descriptor *descriptor, bool vxm)
{
    GrB_Semiring semiring = semiring_of(builtin, type);
    GrB_BinaryOp op = accum == GRB_NO_ACCUM ? NULL : accum_of(accum, type);
    GrB_Descriptor d = NULL;
    if (!semiring || (accum != GRB_NO_ACCUM && !op)) return GrB_DOMAIN_MISMATCH;
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * One masked product through GraphBLAS, for each built-in semiring and type of the library's table.
 */
#include "reference/grb.h"

/* The names that the two tables do not share. */
#define GxB_OR_AND_BOOL GxB_LOR_LAND_BOOL
/* Indices are signed there, of 32 and 64 bits, and are cast at the end. For min that is another sum than ours, if some
 * do not fit the type, which tests leave out. */
#define GxB_ANY_SECONDI_INT8 GxB_ANY_SECONDI_INT32
#define GxB_ANY_SECONDI_INT16 GxB_ANY_SECONDI_INT32
#define GxB_ANY_SECONDI_UINT8 GxB_ANY_SECONDI_INT32
#define GxB_ANY_SECONDI_UINT16 GxB_ANY_SECONDI_INT32
#define GxB_MIN_SECONDI_INT8 GxB_MIN_SECONDI_INT32
#define GxB_MIN_SECONDI_INT16 GxB_MIN_SECONDI_INT32
#define GxB_MIN_SECONDI_UINT8 GxB_MIN_SECONDI_INT32
#define GxB_MIN_SECONDI_UINT16 GxB_MIN_SECONDI_INT32
#define GxB_ANY_SECONDI_UINT32 GxB_ANY_SECONDI_INT32
#define GxB_ANY_SECONDI_UINT64 GxB_ANY_SECONDI_INT64
#define GxB_MIN_SECONDI_UINT32 GxB_MIN_SECONDI_INT32
#define GxB_MIN_SECONDI_UINT64 GxB_MIN_SECONDI_INT64

#define ENTRY(NAME, type)                                                                                              \
    if (wanted == TROPIC_##type) return GxB_##NAME##_##type;
#define ENTRIES_BOOL(NAME) ENTRY(NAME, BOOL)
#define ENTRIES_SIGNED(NAME) ENTRY(NAME, INT8) ENTRY(NAME, INT16) ENTRY(NAME, INT32) ENTRY(NAME, INT64)
#define ENTRIES_UNSIGNED(NAME) ENTRY(NAME, UINT8) ENTRY(NAME, UINT16) ENTRY(NAME, UINT32) ENTRY(NAME, UINT64)
#define ENTRIES_INTEGER(NAME) ENTRIES_SIGNED(NAME) ENTRIES_UNSIGNED(NAME)
#define ENTRIES_NUMERIC(NAME) ENTRIES_INTEGER(NAME) ENTRY(NAME, FP32) ENTRY(NAME, FP64)
#define ENTRIES_ALL(NAME) ENTRIES_BOOL(NAME) ENTRIES_NUMERIC(NAME)
#define ROW(NAME, name, add, mul, types)                                                                               \
    case TROPIC_##NAME: ENTRIES_##types(NAME) break;

GrB_Semiring grb_semiring(tropic_builtin builtin, tropic_type wanted)
{
    switch (builtin) {
        TROPIC_SEMIRING_TABLE(ROW)
    case TROPIC_BUILTINS_BEFORE:
    case TROPIC_BUILTINS: break;
    }
    return NULL;
}

/* Accumulators have one type: no comparisons of types other than BOOL. */
static GrB_BinaryOp accum_of(int accum, tropic_type type)
{
    if (accum >= TROPIC_EQ && type != TROPIC_BOOL) return NULL;
    return grb_operator(accum, type);
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

GrB_Info grb_mxv(GrB_Vector w, GrB_Vector mask, int accum, tropic_builtin builtin, tropic_type type, GrB_Matrix A,
                 GrB_Vector u, const tropic_descriptor *descriptor, bool vxm)
{
    GrB_Semiring semiring = grb_semiring(builtin, type);
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

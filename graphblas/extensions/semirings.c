/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined monoids and semirings of extensions, from the tables of GraphBLAS_extension_objects.h and
 * GraphBLAS_extension_semirings.h, and what predefined objects give back at the end.
 */
#include "graphblas/predefined.h"

/* ------------------------------------------------------------------------------------------------
 * Monoids
 */

#define GRB_DEFINE(name_, operator_, OP, T, ctype)                                                                     \
    static struct GrB_Monoid_opaque grb_object_##name_ = {.object = GRB_PREDEFINED(Monoid, #name_),                    \
                                                          .op = &grb_object_##operator_};                              \
    GrB_Monoid name_ = &grb_object_##name_;
GRB_EXTENSION_MONOIDS(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Semirings: all in one array
 */

/* The monoid of each ADD over a type, and the operator of each MUL. */
#define GRB_ADD_MIN(T) grb_object_GrB_MIN_MONOID_##T
#define GRB_ADD_MAX(T) grb_object_GrB_MAX_MONOID_##T
#define GRB_ADD_PLUS(T) grb_object_GrB_PLUS_MONOID_##T
#define GRB_ADD_TIMES(T) grb_object_GrB_TIMES_MONOID_##T
#define GRB_ADD_LOR(T) grb_object_GrB_LOR_MONOID_##T
#define GRB_ADD_LAND(T) grb_object_GrB_LAND_MONOID_##T
#define GRB_ADD_LXOR(T) grb_object_GrB_LXOR_MONOID_##T
#define GRB_ADD_EQ(T) grb_object_GrB_LXNOR_MONOID_##T
#define GRB_ADD_ANY(T) grb_object_GxB_ANY_##T##_MONOID
#define GRB_ADD_BOR(T) grb_object_GxB_BOR_##T##_MONOID
#define GRB_ADD_BAND(T) grb_object_GxB_BAND_##T##_MONOID
#define GRB_ADD_BXOR(T) grb_object_GxB_BXOR_##T##_MONOID
#define GRB_ADD_BXNOR(T) grb_object_GxB_BXNOR_##T##_MONOID

#define GRB_MUL_FIRST(T) grb_object_GrB_FIRST_##T
#define GRB_MUL_SECOND(T) grb_object_GrB_SECOND_##T
#define GRB_MUL_PAIR(T) grb_object_GrB_ONEB_##T
#define GRB_MUL_MIN(T) grb_object_GrB_MIN_##T
#define GRB_MUL_MAX(T) grb_object_GrB_MAX_##T
#define GRB_MUL_PLUS(T) grb_object_GrB_PLUS_##T
#define GRB_MUL_MINUS(T) grb_object_GrB_MINUS_##T
#define GRB_MUL_TIMES(T) grb_object_GrB_TIMES_##T
#define GRB_MUL_DIV(T) grb_object_GrB_DIV_##T
#define GRB_MUL_EQ(T) grb_object_GrB_EQ_##T
#define GRB_MUL_NE(T) grb_object_GrB_NE_##T
#define GRB_MUL_GT(T) grb_object_GrB_GT_##T
#define GRB_MUL_LT(T) grb_object_GrB_LT_##T
#define GRB_MUL_GE(T) grb_object_GrB_GE_##T
#define GRB_MUL_LE(T) grb_object_GrB_LE_##T
#define GRB_MUL_BOR(T) grb_object_GrB_BOR_##T
#define GRB_MUL_BAND(T) grb_object_GrB_BAND_##T
#define GRB_MUL_BXOR(T) grb_object_GrB_BXOR_##T
#define GRB_MUL_BXNOR(T) grb_object_GrB_BXNOR_##T
#define GRB_MUL_RMINUS(T) grb_object_GxB_RMINUS_##T
#define GRB_MUL_RDIV(T) grb_object_GxB_RDIV_##T
#define GRB_MUL_ISEQ(T) grb_object_GxB_ISEQ_##T
#define GRB_MUL_ISNE(T) grb_object_GxB_ISNE_##T
#define GRB_MUL_ISGT(T) grb_object_GxB_ISGT_##T
#define GRB_MUL_ISLT(T) grb_object_GxB_ISLT_##T
#define GRB_MUL_ISGE(T) grb_object_GxB_ISGE_##T
#define GRB_MUL_ISLE(T) grb_object_GxB_ISLE_##T
#define GRB_MUL_LOR(T) grb_object_GxB_LOR_##T
#define GRB_MUL_LAND(T) grb_object_GxB_LAND_##T
#define GRB_MUL_LXOR(T) grb_object_GxB_LXOR_##T
#define GRB_MUL_FIRSTI(T) grb_object_GxB_FIRSTI_##T
#define GRB_MUL_FIRSTI1(T) grb_object_GxB_FIRSTI1_##T
#define GRB_MUL_FIRSTJ(T) grb_object_GxB_FIRSTJ_##T
#define GRB_MUL_FIRSTJ1(T) grb_object_GxB_FIRSTJ1_##T
#define GRB_MUL_SECONDI(T) grb_object_GxB_SECONDI_##T
#define GRB_MUL_SECONDI1(T) grb_object_GxB_SECONDI1_##T
#define GRB_MUL_SECONDJ(T) grb_object_GxB_SECONDJ_##T
#define GRB_MUL_SECONDJ1(T) grb_object_GxB_SECONDJ1_##T
#define grb_object_GxB_LOR_BOOL grb_object_GrB_LOR
#define grb_object_GxB_LAND_BOOL grb_object_GrB_LAND
#define grb_object_GxB_LXOR_BOOL grb_object_GrB_LXOR

enum {
#define GRB_DEFINE(name_, ADD, MUL, T, Z) INDEX_##name_,
    GRB_EXTENSION_SEMIRINGS(GRB_DEFINE)
#undef GRB_DEFINE
        SEMIRINGS
};

static struct GrB_Semiring_opaque semirings[SEMIRINGS] = {
#define GRB_DEFINE(name_, ADD, MUL, T, Z)                                                                              \
    {.object = GRB_PREDEFINED(Semiring, #name_), .add = &GRB_ADD_##ADD(Z), .multiply = &GRB_MUL_##MUL(T)},
    GRB_EXTENSION_SEMIRINGS(GRB_DEFINE)
#undef GRB_DEFINE
};

#define GRB_DEFINE(name_, ADD, MUL, T, Z) GrB_Semiring name_ = &semirings[INDEX_##name_];
GRB_EXTENSION_SEMIRINGS(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Other names
 */

#define GRB_DEFINE(KIND, name, original) GrB_##KIND name = &grb_object_##original;
GRB_MONOID_ALIASES(GRB_DEFINE)
GRB_SEMIRING_ALIASES(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * The end
 */

static void free_made(GrB_Semiring semiring)
{
    for (int k = 0; k < GRB_KRONECKER; k++) tropic_semiring_free(&semiring->made[k]);
}

void grb_free_predefined(void)
{
#define GRB_FREE_MADE(name, ...) free_made(&grb_object_##name);
    GRB_SEMIRINGS(GRB_FREE_MADE)
#undef GRB_FREE_MADE
    for (size_t k = 0; k < SEMIRINGS; k++) free_made(&semirings[k]);
    grb_free_expressions();
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined operators, monoids and semirings: grb_object_NAME is what the variable NAME points to.
 */
#ifndef GRB_PREDEFINED_H
#define GRB_PREDEFINED_H

#include "graphblas/object.h"

#define GRB_DECLARE(name, ...) extern struct GrB_UnaryOp_opaque grb_object_##name;
GRB_UNARY_OPS(GRB_DECLARE)
GRB_ONE_OPS(GRB_DECLARE)
GRB_EXTENSION_UNARY_OPS(GRB_DECLARE)
GRB_REAL_TESTS(GRB_DECLARE)
GRB_PLACE_OPS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, ...) extern struct GrB_BinaryOp_opaque grb_object_##name;
GRB_BINARY_OPS(GRB_DECLARE)
GRB_ANY_OPS(GRB_DECLARE)
GRB_EXTENSION_BINARY_OPS(GRB_DECLARE)
GRB_SHIFT_OPS(GRB_DECLARE)
GRB_PLACES_OF_TWO(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, ...) extern struct GrB_Monoid_opaque grb_object_##name;
GRB_MONOIDS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, ...) extern struct GrB_Semiring_opaque grb_object_##name;
GRB_SEMIRINGS(GRB_DECLARE)
#undef GRB_DECLARE

/* Gives back what Tropic made of the operators of extensions. */
void grb_free_expressions(void);

#endif

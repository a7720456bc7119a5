/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that see places, in calls with large objects: they get the ids that the caller has, on the host.
 */
#ifndef GRB_LARGE_PLACES_H
#define GRB_LARGE_PLACES_H

#include "graphblas/large.h"

/* What computes values from others and their places. */
typedef struct grb_seer grb_seer;
struct grb_seer {
    /* *z = a result; x is NULL where it is not read, and so is y. */
    void (*see)(const grb_seer *s, void *z, const void *x, GrB_Index i, GrB_Index j, const void *y);
    const void *of;          /* the operator, or what else it needs */
    const void *theta;       /* of an operator that is made of a GxB_IndexBinaryOp */
    GrB_Type z, x, y;        /* types; NULL: not read */
    const void *value;       /* y of all places; else NULL */
    GrB_Index rows, columns; /* sizes of the dimensions; a vector has one column */
};

/* Does an operator see places? */
bool grb_sees_places(const grb_operator *op);
/* Has that operator as a seer of a matrix, or of a vector: its function, or the place itself. Operators that are a text
 * alone are NOT_IMPLEMENTED. y may be NULL. */
bool grb_seer_of(grb_call *c, grb_seer *s, const grb_operator *op, const void *y, GrB_Index rows, GrB_Index columns);
/* *made = the results at the entries of x, and of y, which has the same places or is NULL; both are in the call's
 * dictionary. Types are those of the values. Cost: O(entries), of one thread. */
bool grb_see_vector(grb_call *c, const grb_seer *s, const tropic_vector *x, GrB_Type x_type, const tropic_vector *y,
                    GrB_Type y_type, tropic_vector **made);
bool grb_see_matrix(grb_call *c, const grb_seer *s, const tropic_matrix *x, GrB_Type x_type, const tropic_matrix *y,
                    GrB_Type y_type, tropic_matrix **made);
/* The same of a matrix of the call, transposed if its descriptor says so. */
bool grb_see_input(grb_call *c, const grb_seer *s, GrB_Matrix A, tropic_matrix **made);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * One assign to a vector, a matrix, or a row or column of one, also with indices that come more than once.
 */
#ifndef GRB_ASSIGN_H
#define GRB_ASSIGN_H

#include "graphblas/call.h"

typedef enum grb_target { GRB_TO_VECTOR, GRB_TO_MATRIX, GRB_TO_ROW, GRB_TO_COLUMN } grb_target;

/* Of a matrix C, Mask, A and both lists; else mask, u and the list `rows`, of a vector with ids (or NULL). Neither u
 * nor A: a value. The context is the call's. */
typedef struct grb_assignment {
    grb_target to;
    bool region;       /* the mask has a place for each index, and replace ends with these: subassign */
    tropic_vector *w;  /* a vector as output */
    tropic_matrix **C; /* else a matrix */
    tropic_index line; /* the row or column of it */
    const tropic_vector *mask, *u;
    const tropic_matrix *Mask, *A;
    const tropic_operator *accum;
    /* Of accum, if it is associative, and its types and the output's are one; else NULL. */
    const tropic_operator *monoid;
    const void *value;                 /* of the output's type, or of `own` */
    GrB_Type own;                      /* NULL, or a type that accum needs the value of */
    const tropic_indices *rows, *cols; /* NULL: all */
    tropic_descriptor descriptor;
} grb_assignment;

/* The monoid of such an assign to an output of this type. */
const tropic_operator *grb_assign_monoid(GrB_Type output, GrB_BinaryOp accum);
/* Carries it out. Where an index repeats, its sources are assigned in their order, row by row. */
void grb_assign(grb_call *c, const grb_assignment *a);

#endif

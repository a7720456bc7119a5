/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranges of a large dimension that have more indices than a list may have. A call that meets one has c.long_range set,
 * and is made again: with the part of its input that is in the range, or with the indices alone that change something.
 */
#ifndef GRB_LARGE_RANGES_H
#define GRB_LARGE_RANGES_H

#include "graphblas/large.h"

/* Ends a call; true: it has met such a range, and is to be made again. Else *info is its status. */
static inline bool grb_again(grb_call *c, GrB_Info *info)
{
    if (c->long_range) c->info = GrB_SUCCESS;
    *info = grb_close(c);
    return c->long_range;
}

/* Of extract: *part = what A, or u, has in the long ranges among two lists, of rows and columns of A or its transpose,
 * or in that one; such a list becomes GrB_ALL. The caller frees the part. */
GrB_Info grb_part_of_matrix(const char *function, GrB_Matrix *part, GrB_Matrix A, bool transpose,
                            const GrB_Index **rows, GrB_Index nrows, const GrB_Index **columns, GrB_Index ncols);
GrB_Info grb_part_of_vector(const char *function, GrB_Vector *part, GrB_Vector u, const GrB_Index **indices,
                            GrB_Index nindices);

/* One assign, whose lists are given, and become short ones. What it has not is NULL. */
typedef struct grb_cut {
    GrB_Matrix C, Mask, A;
    GrB_Vector w, mask, u;  /* of a vector, a row or a column, whose list is the first one */
    bool region, transpose; /* A is transposed */
    bool row;               /* the list is of columns of C */
    bool all;               /* a value goes to all places that a mask does not exclude */
    const GrB_Index *lists[2];
    GrB_Index counts[2];
    /* Owned: objects in place of those above, and the lists. */
    GrB_Matrix own_A, own_Mask;
    GrB_Vector own_u, own_mask;
    GrB_Index *ids[2], *positions[2]; /* of long ranges: what is left, in order, and where it was in the range */
} grb_cut;
/* Cuts the long ranges. The caller frees the cut, also if it has failed. */
GrB_Info grb_cut_ranges(const char *function, grb_cut *cut);
void grb_free_cut(grb_cut *cut);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The caller's arrays, of which matrices are made: copied (formats/matrix/build/from_arrays.c) or used in place
 * (formats/matrix/build/view.c).
 */
#ifndef TP_ARRAYS_H
#define TP_ARRAYS_H

#include "formats/matrix/lists.h"

typedef enum tp_layout { TP_COO, TP_CSR, TP_CSC } tp_layout;

/* The caller's arrays, in memory of options.location. */
typedef struct tp_arrays {
    tp_layout layout;
    tropic_index rows, cols;
    tropic_offset count;
    const tropic_offset *offsets;          /* CSR, CSC; NULL where options.offsets32 is there */
    tropic_offset *wide;                   /* ... and a copy of that, on the host, which is ours */
    const tropic_index *row_ids, *col_ids; /* CSR has no row_ids, CSC no col_ids */
    tropic_type type;
    const void *values;
    bool take; /* a view's: they become the matrix's own */
    tropic_build_options options;
} tp_arrays;

/* `bytes` of the caller's memory into ours on the host. */
tropic_status tp_arrays_fetch(tropic_context *context, const tp_arrays *arrays, void *to, const void *from,
                              size_t bytes);
/* offsets (in host memory) begin with 0 and do not fall. */
tropic_status tp_check_offsets(tropic_context *context, const tropic_offset *offsets, tropic_index lists);
/* 0 <= ids[k] < n for all k < count; `name` is the array's. */
tropic_status tp_check_ids(tropic_context *context, const char *name, const tropic_index *ids, tropic_offset count,
                           tropic_index n, const char *what);
/* A matrix that uses the arrays in place; `wide` it takes over (and sets to NULL) or leaves. */
tropic_status tp_matrix_view(tropic_matrix **A, tropic_context *context, tp_arrays *arrays);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in a device's memory, of which the device makes a matrix: the work of build.c on the host, with one
 * difference: an input that the device cannot take, or that is wrong, is left to the host, which takes it or says what
 * is wrong.
 */
#ifndef TP_DEVICE_BUILD_H
#define TP_DEVICE_BUILD_H

#include "formats/matrix/matrix.h"

typedef struct tp_device_build {
    tropic_index rows, cols;
    tropic_offset count;
    tropic_type type;
    const tropic_index *row_ids, *col_ids; /* NULL of the one that `offsets` tells */
    const tropic_offset *offsets;          /* CSR, CSC; in host memory where `host_offsets` */
    bool host_offsets;
    const void *values;           /* NULL: a pattern */
    tropic_duplicates duplicates; /* as of tp_matrix_build */
    const tropic_operator *op;    /* instead of the rule; NULL: none */
    bool skip_loops;
    bool mirror; /* each entry also stands for its transpose: see tp_matrix_build */
    bool unite;  /* once duplicates are combined, the transpose is added */
} tp_device_build;

#endif

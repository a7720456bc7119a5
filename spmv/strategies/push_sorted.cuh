/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of many sources into a list, by sorting its products: the parameters of its kernels.
 */
#ifndef TP_PUSH_SORTED_CUH
#define TP_PUSH_SORTED_CUH

#include "spmv/step.h"

typedef struct tp_push_sorted {
    const tropic_index *sources; /* whose values lie by position */
    tropic_index count;
    const tropic_offset *begins; /* of each source's products, among all; and the end of the last */
    int64_t products;
    uint32_t none; /* the key of products that the mask drops, behind all places */
    /* Of each product, in the order of the sources' lists. */
    uint32_t *keys; /* its place */
    uint32_t *order;
    void *values;
    /* Sorted. The products of a place stay in that order, so that its sum is the same each time. */
    const uint32_t *sorted, *from; /* keys; and which product it is */
    const uint32_t *heads;         /* where the products of each place begin */
    int64_t sums;                  /* places */
    tropic_index *ids;
    void *sum;
} tp_push_sorted;

#endif

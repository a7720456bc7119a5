/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in device memory become lists: a stable sort by list, and by the other id within.
 */
#ifndef TP_SORT_CUH
#define TP_SORT_CUH

#include "formats/matrix/device.cuh"

/* Entries in any order, fewer than 2^31. */
typedef struct tp_unsorted {
    int64_t count;                 /* with those of `mirror` */
    tropic_index lists, others;    /* ids are below these */
    const tropic_index *list_ids;  /* of each entry */
    const tropic_index *other_ids; /* NULL: they ascend as the numbers of `others` lists, */
    const tropic_offset *offsets;  /* which begin there */
    const void *values;            /* NULL: none */
    size_t size;                   /* that an entry carries, its value or its number: 0, 1, 2, 4 or 8 */
    bool numbered;                 /* not the values are carried, but the numbers of entries, of 4 bytes */
    bool others_ascend;            /* they do not fall, and there is no mirror: to sort by list is enough */
    bool mirror;                   /* entry k stands for itself, 2 k, and its transpose, 2 k + 1, if it is no loop */
    bool skip_loops;
} tp_unsorted;

/* The arrays that are filled, in a device's memory. Entries that are left out follow those of the last list. */
typedef struct tp_sorted {
    tropic_offset *offsets; /* of `lists` lists */
    tropic_index *ids;
    void *values;
} tp_sorted;

/* Working memory: two copies of the keys and of the values that entries carry, if there are several passes. Status:
 * OUT_OF_DEVICE_MEMORY, DEVICE_ERROR. */
tropic_status tp_cuda_sort(tropic_context *context, const tp_unsorted *from, const tp_sorted *to);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in device memory: how they are sorted by place, and how those at one place become one.
 */
#ifndef TP_COMBINE_CUH
#define TP_COMBINE_CUH

#include "formats/matrix/device.cuh"
#include "formats/matrix/device_build.h"

/* A place: row << shift | column. */
typedef unsigned long long tp_place_key;

/* Entries in the order of their places, from `count` keys, of which the first `valid` are not left out. */
typedef struct tp_sorted_places {
    tropic_context *context;
    const tp_device_build *b; /* with both ids of each entry */
    int64_t count, valid;
    int shift, row_bits;
    size_t size, carried_size; /* of a value; of what is carried: 0, 4, 8 */
    bool numbered;             /* what is carried is a number */
    tp_place_key none;         /* what is left out has this key, which lies behind all */
    tp_device_array<tp_place_key> keys, other;
    tp_device_array<char> carried, other_carried;
} tp_sorted_places;

/* Sorts the entries of s->b, and sets all else but the context. `by_columns`: their columns do not fall. */
tropic_status tp_cuda_sort_places(tp_sorted_places *s, bool by_columns);

/* Places that ascend, each of which has a run of entries. With each entry goes what it carries: its value, in 4 or 8
 * bytes, or (op, structs) its number in the input. */
typedef struct tp_runs {
    const tp_place_key *keys;
    int shift;
    const tropic_index *begins; /* where run c begins; begins[count] is where the last ends */
    tropic_index count;
    int64_t entries; /* of all runs */
    const void *carried;
    const tp_device_build *b; /* in host memory */
    tropic_duplicates rule;   /* b's */
    bool united;              /* a run is an entry and its opposite: if their bytes are equal, that value stays */
} tp_runs;

/* values[c] = the values of run c, combined by the rule, in the order they lie. *fits: the rule allowed it, and no sum
 * is beyond its type. Numbers alone. */
tropic_status tp_cuda_combine(tropic_context *context, const tp_runs *r, void *values, bool *fits);
/* The same by the first or the last of structs, or by an operator. *fits: none has too many. */
tropic_status tp_cuda_combine_numbered(tropic_context *context, const tp_runs *r, void *values, bool *fits);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Hash tables of sums (tropic_host_table): made, sorted, emptied.
 */
#ifndef TP_TABLE_H
#define TP_TABLE_H

#include "formats/matrix/matrix.h"

#include <tropic_host_functions.h>

/* A table, and the working memory to list its sums by place. */
typedef struct tp_table {
    tropic_host_table table;
    int64_t *keys, *spare;
    size_t size; /* of a sum; 0: there are places alone */
} tp_table;

/* Room for so many sums; every slot is free. On failure the caller closes it. */
tropic_status tp_table_open(tropic_context *context, tp_table *t, int64_t sums, size_t size);
void tp_table_close(tropic_context *context, tp_table *t);
/* A table that is empty gets slots for so many sums, at most those that it was opened for. */
void tp_table_resize(tp_table *t, int64_t sums);
/* The sums by ascending place, which are below `places`: their places and values. */
void tp_table_list(tp_table *t, tropic_index places, tropic_index *ids, void *values);
/* Every slot becomes free. */
void tp_table_clear(tp_table *t);

#endif

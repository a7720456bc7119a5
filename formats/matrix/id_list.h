/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of ids that callers give.
 */
#ifndef TP_ID_LIST_H
#define TP_ID_LIST_H

#include "runtime/runtime.h"

typedef struct tp_id_list {
    tropic_index outside; /* the first position whose id is not from 0 to n - 1; the list's length: there is none */
    bool ascends;         /* each id is more than the one before it */
} tp_id_list;

/* Looks at a list in host memory, by the context's threads. */
tp_id_list tp_ids_look(tropic_context *context, const tropic_index *ids, tropic_index count, tropic_index n);

#endif

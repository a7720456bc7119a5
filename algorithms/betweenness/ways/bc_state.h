/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of the ops of betweenness by products. Pointers are memory of the backend, n places each.
 */
#ifndef TP_BC_STATE_H
#define TP_BC_STATE_H

#include "spmv/ops/state.h"

typedef struct tp_bc_count_state {
    int32_t depth; /* the level to fill */
    const int32_t *level;
    /* Of the op's type of counts, as below: */
    const void *from; /* path counts of the levels with depth - 1's parity, else zero */
    void *to;         /* and with depth's */
    void *g;          /* on the deepest level; else NULL */
} tp_bc_count_state;

typedef struct tp_bc_gather_state {
    int32_t depth; /* the level to fill; it takes from depth + 1 */
    const int32_t *level;
    const void *sigma; /* path counts of the levels with depth's parity */
    const void *below; /* (1 + delta) / sigma of those with depth + 1's parity, else zero */
    void *g;           /* and with depth's */
    double *delta;     /* pushing alone; else NULL */
    double *centrality;
} tp_bc_gather_state;

#endif

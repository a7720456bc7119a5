/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TP_FACTS_H
#define TP_FACTS_H

#include "formats/lists.h"

/* Weakly connected components: how many, and how many vertices the largest has. `out` and `in` are
 * the two orientations of a square matrix. Near O(n + nnz), and mostly less. */
tropic_status tp_components(tropic_context *context, const tp_memory *memory, const tp_lists *out,
                            const tp_lists *in, tropic_index *components, tropic_index *largest);

#endif

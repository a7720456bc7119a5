/* SPDX-License-Identifier: Apache-2.0
 *
 * How many arcs a push would take.
 */
#include "spmv/cpu_backend.h"

tropic_status tp_cpu_list_entries(tropic_context *context, const tp_arcs *arcs, const tropic_index *lists,
                                  tropic_index count, int64_t *entries)
{
    (void)context;
    *entries = 0;
    for (tropic_index c = 0; c < count; c++) *entries += arcs->offsets[lists[c] + 1] - arcs->offsets[lists[c]];
    return TROPIC_OK;
}

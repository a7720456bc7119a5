/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorted entries in device memory: how those at one place become one.
 */
#ifndef TP_COMBINE_CUH
#define TP_COMBINE_CUH

#include "formats/matrix/build/device_build.h"
#include "formats/matrix/device.cuh"

/* Rows whose ids do not fall: each place has a run of entries. Each entry carries as its value that of the input, or
 * (op, structs) its number there. */
typedef struct tp_runs {
    tp_arcs from;
    const tropic_index *begins; /* where run c begins; begins[count] is where the last ends */
    tropic_index count;
    const tp_device_build *b; /* in host memory */
    tropic_duplicates rule;   /* of b's, that for such runs */
    bool united;              /* a run is an entry and its opposite: REFUSE keeps the value if their bytes are equal */
} tp_runs;

/* begins of `count` runs, as above. */
tropic_status tp_cuda_list_runs(tropic_context *context, const tp_arcs *from, int64_t count, tropic_index *begins);

/* values[c] = the values of run c, combined by the rule, in the order they lie. *fits: the rule allowed it, and no sum
 * is beyond its type. Numbers alone. */
tropic_status tp_cuda_combine(tropic_context *context, const tp_runs *r, void *values, bool *fits);
/* The same by the first or the last of structs, or by an operator. *fits: none has too many. */
tropic_status tp_cuda_combine_numbered(tropic_context *context, const tp_runs *r, void *values, bool *fits);

#endif

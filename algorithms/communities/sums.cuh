/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of communities on the GPU.
 */
#ifndef TP_COMMUNITY_SUMS_CUH
#define TP_COMMUNITY_SUMS_CUH

#include "runtime/backend.h"

typedef struct tp_community_sums {
    tropic_index n; /* vertices */
    bool directed;
    const int64_t *vertex_out, *vertex_in;
    tropic_index *size; /* of each community; NULL: not wanted */
    int64_t *out, *in;
} tp_community_sums;

/* The sums of `count` communities. (levels.cu) */
tropic_status tp_cuda_community_sums(tropic_context *context, const tp_community_sums *s, const tropic_index *community,
                                     tropic_index count);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TP_FACTS_H
#define TP_FACTS_H

#include "formats/matrix/lists.h"

#include <math.h>

/* Weakly connected components, in about O(n + nnz) and mostly less: component[v] = the first vertex of v's. `out` and
 * `in` are the two orientations of a square matrix, on the host; `in` is NULL where they are one. Status: CANCELLED. */
tropic_status tp_weak_components(tropic_context *context, const tp_arcs *out, const tp_arcs *in,
                                 tropic_index *component);

/* The same, numbered in the order of their first vertices; it cannot be cancelled. Returns how many there are. */
tropic_index tp_components(tropic_context *context, const tp_arcs *out, const tp_arcs *in, tropic_index *component);

/* How many there are in A, which is square and whose lock the caller has, and how many vertices the largest has. */
tropic_status tp_count_components(tropic_context *context, tropic_matrix *A, tropic_index *count,
                                  tropic_index *largest);

/* For qsort, ascending. */
int tp_compare_doubles(const void *a, const void *b);

/* Value k of an array of numbers; 1 of a pattern, which has none. */
static inline double tp_value_as_double(const void *values, tropic_type type, tropic_offset k)
{
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT8: return ((const int8_t *)values)[k];
    case TROPIC_INT16: return ((const int16_t *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_INT64: return (double)((const int64_t *)values)[k];
    case TROPIC_UINT8: return ((const uint8_t *)values)[k];
    case TROPIC_UINT16: return ((const uint16_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return (double)((const uint64_t *)values)[k];
    case TROPIC_FP32: return (double)((const float *)values)[k];
    case TROPIC_FP64: return ((const double *)values)[k];
    }
    return (double)NAN; /* a struct has no size */
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights and distances that do not fit. Sums saturate, or become infinite, so that such a vertex looks
 * unreached: but then it is the head of an arc whose tail is reached, and whose weight is finite.
 */
#include "algorithms/sssp/sssp.h"

#include <math.h>

tropic_status tp_sssp_overflow(tp_run *run, tropic_index v)
{
    return tp_fail(run->context, TROPIC_OVERFLOW, "the distance of vertex %lld leaves its type",
                   (long long)tropic_matrix_label(run->A, v));
}

tropic_status tp_sssp_check_weights(tp_run *run, double largest)
{
    const tropic_matrix *A = run->A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    const uint64_t *weight;

    if (A->type != TROPIC_UINT64 || largest < (double)INT64_MAX) return TROPIC_OK;
    TP_TRY(tropic_matrix_csr(A, run->context, &offsets, &ids, &values));
    weight = values;
    for (tropic_index i = 0; i < A->rows; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            if (weight[k] > INT64_MAX)
                return tp_fail(run->context, TROPIC_OVERFLOW,
                               "the weight %llu from vertex %lld to %lld does not fit int64, the "
                               "type of the distances",
                               (unsigned long long)weight[k], (long long)tropic_matrix_label(A, i),
                               (long long)tropic_matrix_label(A, ids[k]));
    return TROPIC_OK;
}

/* An infinite weight is no arc; integers have none. */
#define SCAN(T, type, infinity)                                                                                        \
    static tropic_index scan_##type(const T *distance, tropic_type weights, tropic_index n,                            \
                                    const tropic_offset *offsets, const tropic_index *ids, const void *values)         \
    {                                                                                                                  \
        for (tropic_index i = 0; i < n; i++) {                                                                         \
            if (distance[i] == infinity) continue;                                                                     \
            for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)                                                \
                if (distance[ids[k]] == infinity &&                                                                    \
                    (!tp_type_floating(weights) || tp_weight_##type(weights, values, k) != infinity))                  \
                    return ids[k];                                                                                     \
        }                                                                                                              \
        return -1;                                                                                                     \
    }
SCAN(int64_t, int64, INT64_MAX)
SCAN(float, fp32, HUGE_VALF)
SCAN(double, fp64, HUGE_VAL)

tropic_status tp_sssp_check_overflow(tp_run *run, const tp_sssp_arrays *a)
{
    tropic_context *context = run->context;
    const size_t size = tropic_type_size(a->type);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    void *distance;
    tropic_index found = -1;
    tropic_status status;

    TP_TRY(tropic_matrix_csr(run->A, context, &offsets, &ids, &values));
    distance = tp_allocate(&context->memory, run->n, size);
    if (!distance) return tp_out_of_memory(context, "a look for overflows");
    status = run->backend->download(context, distance, a->distance, (size_t)run->n * size);
    if (status == TROPIC_OK) switch (a->type) {
        case TROPIC_FP32: found = scan_fp32(distance, run->A->type, run->n, offsets, ids, values); break;
        case TROPIC_FP64: found = scan_fp64(distance, run->A->type, run->n, offsets, ids, values); break;
        default: found = scan_int64(distance, run->A->type, run->n, offsets, ids, values);
        }
    tp_release(&context->memory, distance);
    TP_TRY(status);
    return found < 0 ? TROPIC_OK : tp_sssp_overflow(run, found);
}

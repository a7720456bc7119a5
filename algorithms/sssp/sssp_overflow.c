/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights and distances that do not fit their type. Sums saturate, or become infinite, so that such a vertex looks
 * unreached. An arc with a finite weight from a reached vertex tells it from others.
 */
#include "algorithms/sssp/sssp.h"

#include "formats/matrix/facts/facts.h"

#include <math.h>

tropic_status tp_sssp_overflow(tp_run *run, tropic_type type, tropic_index v)
{
    return tp_fail(run->context, TROPIC_OVERFLOW, "the distance of vertex %lld does not fit %s%s",
                   (long long)tropic_matrix_label(run->A, v), tropic_type_name(type),
                   type == TROPIC_INT64 ? ", -2^63 .. 2^63-2 (2^63-1 stands for unreached); real lengths, such as 1.0, "
                                          "are added in fp64"
                   : type == TROPIC_FP32 ? "; that of fp64 lengths may fit"
                                         : "");
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

bool tp_sssp_is_reached(tropic_type type, const void *distance, tropic_index v)
{
    if (type == TROPIC_INT64) return ((const int64_t *)distance)[v] != INT64_MAX;
    return tp_value_as_double(distance, type, v) != HUGE_VAL;
}

/* The end of the first arc that leads, as the run follows it, from a reached vertex to an unreached one, or -1. An
 * infinite weight is no arc. */
static tropic_index first_overflow(const tropic_matrix *A, const tp_sssp_arrays *a, const void *distance,
                                   const tropic_offset *offsets, const tropic_index *ids, const void *values)
{
    for (tropic_index i = 0; i < A->rows; i++) {
        if (tp_sssp_is_reached(a->type, distance, i) == a->against) continue;
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            if (tp_sssp_is_reached(a->type, distance, ids[k]) == a->against &&
                !(tp_type_floating(A->type) && tp_value_as_double(values, A->type, k) == HUGE_VAL))
                return a->against ? i : ids[k];
    }
    return -1;
}

tropic_status tp_sssp_check_overflow(tp_run *run, const tp_sssp_arrays *a)
{
    tropic_context *context = run->context;
    const int arrays = run->arena.count;
    const size_t size = tropic_type_size(a->type);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    void *distance;
    tropic_index found;

    TP_TRY(tropic_matrix_csr(run->A, context, &offsets, &ids, &values));
    distance = tp_arena_array(&run->arena, run->n, size);
    TP_TRY(tp_arena_check(&run->arena, "a look for overflows"));
    TP_TRY(run->backend->download(context, distance, a->distance, (size_t)run->n * size));
    found = first_overflow(run->A, a, distance, offsets, ids, values);
    tp_arena_release_since(&run->arena, arrays);
    return found < 0 ? TROPIC_OK : tp_sssp_overflow(run, a->type, found);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A random sample of vertices.
 */
#include "runtime/random.h"
#include "runtime/runtime.h"

#include <tropic_algorithms.h>

/* Uniform on 0 .. bound - 1, from the words of a key. The 2^64 mod bound lowest words would favour some numbers, and
 * are skipped. */
static tropic_index below(uint64_t key, uint64_t *k, tropic_index bound)
{
    const uint64_t b = (uint64_t)bound, uneven = (UINT64_MAX - b + 1) % b;
    uint64_t word;
    do word = tp_word(key, (*k)++);
    while (word < uneven);
    return (tropic_index)(word % b);
}

tropic_status tropic_sample(tropic_index *sample, tropic_context *context, tropic_index n, tropic_index count,
                            uint64_t seed)
{
    uint64_t k = 0;
    tropic_index *order;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (n < 0 || count < 0 || count > n)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a sample of %d of %d vertices", count, n);
    if (count > 0 && !sample) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "sample is NULL");
    order = tp_allocate(&context->work, n, sizeof *order);
    if (!order) return tp_out_of_memory(context, "a sample");
    for (tropic_index v = 0; v < n; v++) order[v] = v;
    for (tropic_index i = 0; i < count; i++) {
        const tropic_index at = i + below(seed, &k, n - i);
        sample[i] = order[at];
        order[at] = order[i];
    }
    tp_release(&context->work, order);
    return TROPIC_OK;
}

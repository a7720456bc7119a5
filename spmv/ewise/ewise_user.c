/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations and sums with operators of the user's own on the CPU.
 */
#include "semiring/operator.h"
#include "spmv/ewise/ewise_blockwise.h"

#include <string.h>
#include <tropic_host.h>

tropic_status tp_cpu_elementwise_user(tropic_context *context, const tp_elementwise *e)
{
    const tropic_host_operator *op = NULL, *accum = NULL;
    if (e->op && e->op->user) TP_TRY(tp_user_host_operator(context, e->op->user, &op));
    if (e->accum && e->accum->user) TP_TRY(tp_user_host_operator(context, e->accum->user, &accum));
    return tp_cpu_elementwise_blockwise(context, e, op, accum);
}

/* Values that are added together. */
#define BLOCK 256

/* Adds each value of the first half to its mate in the second, until one is left. */
static void halve(const tropic_host_operator *host, size_t size, tp_any *values, int count)
{
    tropic_index places[BLOCK] = {0};
    tp_any sums[BLOCK];
    char *v = (char *)values;
    while (count > 1) {
        const int half = count / 2, rest = count - half;
        host->map(host, sums, v, v + (size_t)rest * size, places, NULL, half);
        memcpy(v, sums, (size_t)half * size);
        count = rest;
    }
}

/* One thread, so that the order is one: one block of entries after another, with the sum so far at its head. */
tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r)
{
    const size_t size = tropic_type_size(r->monoid->z);
    const tropic_host_operator *host;
    tp_any values[BLOCK];
    int count = 0;
    TP_TRY(tp_user_host_operator(context, r->monoid->user, &host));
    for (int64_t i = 0; i < r->n; i++) {
        if (r->has && !r->has[i]) continue;
        memcpy((char *)values + (size_t)count * size, (const char *)r->values + (size_t)i * size, size);
        count++;
        if (count < BLOCK) continue;
        halve(host, size, values, count);
        count = 1;
        if (host->terminal && host->terminal(host, values)) break;
    }
    if (count > 0) {
        halve(host, size, values, count);
        memcpy(value, values, size);
    } else {
        host->identity(host, value);
    }
    return TROPIC_OK;
}

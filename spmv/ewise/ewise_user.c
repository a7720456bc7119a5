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

/* Values that are added together: of large types fewer, in so many bytes, and at least two. */
#define BLOCK 256
#define BLOCK_BYTES (BLOCK * (size_t)128)

/* Values that wait, with room for half of them. */
typedef struct halving {
    const tropic_host_operator *host;
    size_t size;
    char *values, *sums;
} halving;

/* Adds each value of the first half to its mate in the second, until one is left. */
static void halve(const halving *h, int count)
{
    const tropic_index places[BLOCK] = {0};
    while (count > 1) {
        const int half = count / 2, rest = count - half;
        h->host->map(h->host, h->sums, h->values, h->values + (size_t)rest * h->size, places, NULL, half);
        memcpy(h->values, h->sums, (size_t)half * h->size);
        count = rest;
    }
}

/* One thread, so that the order is one: one block of entries after another, with the sum so far at its head. */
static void add_all(const halving *h, int block, void *value, const tp_reduction *r)
{
    const size_t size = h->size;
    char *values = h->values;
    int count = 0;
    for (int64_t i = 0; i < r->n; i++) {
        if (r->has && !r->has[i]) continue;
        memcpy(values + (size_t)count * size, (const char *)r->values + (size_t)i * size, size);
        count++;
        if (count < block) continue;
        halve(h, count);
        count = 1;
        if (h->host->terminal && h->host->terminal(h->host, h->values)) break;
    }
    if (count > 0) {
        halve(h, count);
        memcpy(value, h->values, h->size);
    } else {
        h->host->identity(h->host, value);
    }
}

tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r)
{
    halving h = {.size = tropic_type_size(r->monoid->z)};
    const int fit = (int)(BLOCK_BYTES / h.size), block = fit < 2 ? 2 : fit < BLOCK ? fit : BLOCK;
    TP_TRY(tp_user_host_operator(context, r->monoid->user, &h.host));
    h.values = tp_allocate(&context->memory, 2 * block, h.size);
    if (!h.values) return tp_out_of_memory(context, "a sum");
    h.sums = h.values + (size_t)block * h.size;
    add_all(&h, block, value, r);
    tp_release(&context->memory, h.values);
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations and sums with operators of the user's own on the GPU.
 */
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"

/* The kind of text that is compiled, in messages. */
#define OPERATOR "the text of an operator"

/* Ids of users count up from 1. */
static uint64_t id_of(const tropic_operator *op)
{
    return !op ? 0 : op->user ? op->user->id : UINT64_MAX - (uint64_t)op->builtin;
}

tropic_status tp_cuda_elementwise_kernel(tropic_context *context, const tp_elementwise *e, bool listed,
                                         const void **kernel)
{
    const tropic_operator *user = e->accum && e->accum->user && !(e->op && e->op->user) ? e->accum : e->op;
    const tp_cuda_key key = {(listed ? TP_CUDA_LISTED : TP_CUDA_ELEMENTWISE) + (uint64_t)e->kind, id_of(e->op),
                             id_of(e->accum), (uint64_t)e->type << 32 | (uint64_t)e->result};
    tp_source_text text = {};
    *kernel = tp_cuda_specialised_find(context, &key);
    if (*kernel) return TROPIC_OK;
    text.memory = &context->memory;
    tp_elementwise_source(&text, e, listed);
    return tp_cuda_specialised_of(context, &key, user->name, &text, OPERATOR,
                                  listed ? "listed_user" : "elementwise_user", kernel);
}

tropic_status tp_cuda_elementwise_user(tropic_context *context, const tp_elementwise *e)
{
    const void *kernel;
    tp_elementwise argument = *e;
    void *arguments[] = {&argument};
    TP_TRY(tp_cuda_elementwise_kernel(context, e, false, &kernel));
    if (e->n == 0) return TROPIC_OK;
    return tp_cuda_launch_at(context, "an elementwise operation", {tp_pass_blocks(e->n), TP_PASS_BLOCK}, kernel,
                             arguments);
}

tropic_status tp_cuda_entries_kernel(tropic_context *context, const tropic_operator *op, bool tests,
                                     const void **kernel)
{
    const tp_cuda_key key = {(uint64_t)(tests ? TP_CUDA_TESTED : TP_CUDA_CHOSEN), id_of(op), 0, 0};
    tp_source_text text = {};
    *kernel = tp_cuda_specialised_find(context, &key);
    if (*kernel) return TROPIC_OK;
    text.memory = &context->memory;
    tp_entries_source(&text, op, tests);
    return tp_cuda_specialised_of(context, &key, op->name, &text, OPERATOR, tests ? "test_user" : "chosen_user",
                                  kernel);
}

tropic_status tp_cuda_user_total(tropic_context *context, const tropic_operator *monoid, const void **kernel)
{
    const tp_cuda_key key = {TP_CUDA_TOTAL, id_of(monoid), 0, 0};
    tp_source_text text = {};
    *kernel = tp_cuda_specialised_find(context, &key);
    if (*kernel) return TROPIC_OK;
    text.memory = &context->memory;
    tp_reduction_source(&text, monoid);
    return tp_cuda_specialised_of(context, &key, monoid->name, &text, OPERATOR, "total_user", kernel);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations and sums with operators of the user's own on the GPU.
 */
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"

/* Ids of users count up from 1. */
static uint64_t id_of(const tropic_operator *op)
{
    return !op ? 0 : op->user ? op->user->id : UINT64_MAX - (uint64_t)op->builtin;
}

/* Compiles the one kernel of a text, or finds what it was compiled to. */
static tropic_status make(tropic_context *context, const tp_cuda_key *key, const char *name, tp_source_text *text,
                          const char *kernel, const void **made)
{
    const size_t at = 0;
    void *kernels = NULL;
    tropic_status status = tp_source_status(context, text, "the text of an operator");
    if (status == TROPIC_OK)
        status = tp_cuda_specialised_make(context, key, name, text->text, &kernel, &at, 1, sizeof *made, &kernels);
    tp_source_free(text);
    TP_TRY(status);
    *made = *(const void **)kernels;
    return TROPIC_OK;
}

tropic_status tp_cuda_elementwise_kernel(tropic_context *context, const tp_elementwise *e, bool listed,
                                         const void **kernel)
{
    const tropic_operator *user = e->accum && e->accum->user && !(e->op && e->op->user) ? e->accum : e->op;
    const tp_cuda_key key = {(listed ? TP_CUDA_LISTED : TP_CUDA_ELEMENTWISE) + (uint64_t)e->kind, id_of(e->op),
                             id_of(e->accum), (uint64_t)e->type << 32 | (uint64_t)e->result};
    const void **found = (const void **)tp_cuda_specialised_find(context, &key);
    tp_source_text text = {};
    if (found) {
        *kernel = *found;
        return TROPIC_OK;
    }
    text.memory = &context->memory;
    tp_elementwise_source(&text, e, listed);
    return make(context, &key, user->name, &text, listed ? "listed_user" : "elementwise_user", kernel);
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
    const void **found = (const void **)tp_cuda_specialised_find(context, &key);
    tp_source_text text = {};
    if (found) {
        *kernel = *found;
        return TROPIC_OK;
    }
    text.memory = &context->memory;
    tp_entries_source(&text, op, tests);
    return make(context, &key, op->name, &text, tests ? "test_user" : "chosen_user", kernel);
}

tropic_status tp_cuda_user_total(tropic_context *context, const tropic_operator *monoid, const void **kernel)
{
    const tp_cuda_key key = {TP_CUDA_TOTAL, id_of(monoid), 0, 0};
    const void **found = (const void **)tp_cuda_specialised_find(context, &key);
    tp_source_text text = {};
    if (found) {
        *kernel = *found;
        return TROPIC_OK;
    }
    text.memory = &context->memory;
    tp_reduction_source(&text, monoid);
    return make(context, &key, monoid->name, &text, "total_user", kernel);
}

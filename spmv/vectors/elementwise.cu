/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/vectors/elementwise.h"
#include "spmv/vectors/listed_block.cuh"

#define KERNEL(name)                                                                                                   \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) run_##name(const __grid_constant__ tp_elementwise e)       \
    {                                                                                                                  \
        TP_FOR_EACH(c, e.n) tp_elementwise_##name(&e, c);                                                              \
    }
#define KERNEL_TO_BOOL(type) KERNEL(to_bool_##type)
TP_EACH_TYPE(KERNEL)
TP_EACH_NUMERIC(KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_PASS_BLOCK) run_bytes(const __grid_constant__ tp_elementwise e, int size)
{
    TP_FOR_EACH(c, e.n) tp_elementwise_bytes(&e, c, size);
}

/* ---- every operand and w full, or a value ---- */

/* Values of a thread, which are on their way together. */
#define CHUNK 4

template <typename T> struct alignas(CHUNK * sizeof(T)) values {
    T at[CHUNK];
};

/* Chunk q of x; where it is no array, the value. */
template <typename T> static __device__ values<T> take(const tp_elementwise *e, const tp_input *x, int64_t q)
{
    values<T> taken;
    if (x->values) return ((const values<T> *)x->values)[q];
    for (int k = 0; k < CHUNK; k++) taken.at[k] = *(const T *)e->value.byte;
    return taken;
}

/* operate: a function, of which there is but one copy: it has a case for each operator. */
template <typename T, typename OPERATE> static __device__ void run_full(const tp_elementwise *e, const OPERATE &operate)
{
    TP_FOR_EACH(q, e->n / CHUNK)
    {
        values<T> t = take<T>(e, &e->x, q), *w = (values<T> *)e->w + q, old;
        if (e->accum_code != TP_ACCUM_NONE) old = *w;
        if (e->kind >= TP_UNION) {
            const values<T> y = take<T>(e, &e->y, q);
            for (int k = 0; k < CHUNK; k++) t.at[k] = operate(e->op_code, t.at[k], y.at[k], q * CHUNK + k);
        }
        for (int k = 0; e->accum_code != TP_ACCUM_NONE && k < CHUNK; k++)
            t.at[k] = operate((tropic_builtin_operator)e->accum_code, old.at[k], t.at[k], q * CHUNK + k);
        *w = t;
    }
}

#define FULL_KERNEL(type)                                                                                              \
    static __device__ __noinline__ TP_C(type)                                                                          \
        operate_##type(tropic_builtin_operator code, TP_C(type) x, TP_C(type) y, int64_t i)                            \
    {                                                                                                                  \
        return tp_operate_##type(code, x, y, (tropic_index)i);                                                         \
    }                                                                                                                  \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) run_full_##type(const __grid_constant__ tp_elementwise e)  \
    {                                                                                                                  \
        run_full<TP_C(type)>(&e, operate_##type);                                                                      \
        TP_FOR_EACH(k, e.n % CHUNK) tp_elementwise_##type(&e, e.n - 1 - k);                                            \
    }
TP_EACH_TYPE(FULL_KERNEL)

/* (An input that op does not look at has no values, but may lack entries.) */
static bool is_full(const tp_input *in)
{
    return !in->has && !in->at;
}

/* Is it of full vectors, whose values lie so that chunks can be moved? */
static bool takes_chunks(const tp_elementwise *e)
{
    const uintptr_t ends = (uintptr_t)e->x.values | (uintptr_t)e->y.values | (uintptr_t)e->w;
    return e->result == e->type && e->kind != TP_SELECT && !e->places && !e->w_has && !e->w_at && e->mask.structure &&
           !e->mask.has && !e->mask.complement && is_full(&e->x) && is_full(&e->y) &&
           ends % (CHUNK * tropic_type_size(e->type)) == 0;
}

#define DOING "an elementwise operation"
#define CASE(type, run, steps)                                                                                         \
    case TP_TYPE_##type: return tp_pass(context, DOING, steps, run##type, *e);

tropic_status tp_cuda_elementwise(tropic_context *context, const tp_elementwise *e)
{
    tp_cuda_use use(context);
    if (e->user) return tp_cuda_elementwise_user(context, e);
    if (tp_type_struct(e->result))
        return tp_pass(context, DOING, e->n, run_bytes, *e, (int)tropic_type_size(e->result));
    if (takes_chunks(e)) {
        switch (e->type) {
            TP_TYPES_ALL(CASE, run_full_, tp_quotient_up(e->n, CHUNK))
        }
    } else if (e->result == e->type) {
        switch (e->type) {
            TP_TYPES_ALL(CASE, run_, e->n)
        }
    } else {
        switch (e->type) {
            TP_TYPES_NUMERIC(CASE, run_to_bool_, e->n)
        default: break;
        }
    }
    return TROPIC_OK;
}

/* ---- along a short list ---- */

#define LISTED_KERNEL(name)                                                                                            \
    static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)                                                       \
        listed_##name(const __grid_constant__ tp_listed l, int64_t *result, int size)                                  \
    {                                                                                                                  \
        __shared__ tp_listed_shared s;                                                                                 \
        tp_listed_run(&l, &s, tp_listed_count(&l), result, size,                                                       \
                      [](const tp_elementwise *e, int64_t c) { tp_elementwise_##name(e, c); });                        \
    }
#define LISTED_KERNEL_TO_BOOL(type) LISTED_KERNEL(to_bool_##type)
TP_EACH_TYPE(LISTED_KERNEL)
TP_EACH_NUMERIC(LISTED_KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)
    listed_bytes(const __grid_constant__ tp_listed l, int64_t *result, int size)
{
    __shared__ tp_listed_shared s;
    tp_listed_run(&l, &s, tp_listed_count(&l), result, size,
                  [size](const tp_elementwise *e, int64_t c) { tp_elementwise_bytes(e, c, size); });
}

#define LISTED_CASE(type, run)                                                                                         \
    case TP_TYPE_##type: return (const void *)run##type;

static const void *listed_kernel(const tp_elementwise *e)
{
    if (tp_type_struct(e->result)) return (const void *)listed_bytes;
    if (e->result == e->type) switch (e->type) {
            TP_TYPES_ALL(LISTED_CASE, listed_)
        }
    switch (e->type) {
        TP_TYPES_NUMERIC(LISTED_CASE, listed_to_bool_)
    default: return NULL;
    }
}

/* push: the kernel that makes the product on the way; NULL: there is none. */
static tropic_status launch_listed(tropic_context *context, tp_listed *l, const void *push, int64_t *result)
{
    int size = (int)tropic_type_size(l->e.result);
    const int64_t all = l->places.count + l->more.count + l->old.count;
    const int64_t blocks = all <= TP_LISTED_MAX || !l->in_place ? 1 : tp_quotient_up(all, TP_ALONE_BLOCK);
    const int threads = blocks > 1 || all <= TP_ALONE_BLOCK ? TP_ALONE_BLOCK : TP_ALONE_BLOCK_MAX;
    const void *kernel;
    void *arguments[] = {l, &result, &size};
    if (push) return tp_cuda_push_listed(context, l, push, result);
    if (l->x_count.state == TP_COUNT_DUE) TP_TRY(tp_cuda_make_due(context, &l->x_count));
    if (l->e.user)
        TP_TRY(tp_cuda_elementwise_kernel(context, &l->e, true, &kernel));
    else
        kernel = listed_kernel(&l->e);
    if (blocks > 1) TP_TRY(tp_cuda_need_sum(context, &l->sum));
    return tp_cuda_launch_at(context, "an elementwise operation", {blocks, threads}, kernel, arguments);
}

/* Compiles launch_listed's kernels, before a place for the result is taken: `progress` may make calls on the context
 * meanwhile. */
static tropic_status compile_listed(tropic_context *context, const tp_listed *l, const void **push)
{
    const int variant = l->e.user ? TP_VARIANT_PUSH_LIST : TP_VARIANT_PUSH_LISTED;
    const void *kernel;
    *push = NULL;
    if (l->x_count.state == TP_COUNT_DUE) TP_TRY(tp_cuda_push_kernel(context, l->x_count.product, variant, push));
    if (!l->e.user) return TROPIC_OK;
    *push = NULL; /* by a launch of its own */
    return tp_cuda_elementwise_kernel(context, &l->e, true, &kernel);
}

tropic_status tp_cuda_listed(tropic_context *context, const tp_listed *listed, tp_wait wait, tp_count *change)
{
    tp_listed l = *listed;
    const void *push;
    int64_t *result;
    TP_TRY(compile_listed(context, &l, &push));
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_count_begin(context, &wait, &result));
    return tp_cuda_count_end(context, launch_listed(context, &l, push, result), wait, result, change);
}

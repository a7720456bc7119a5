/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/ewise/ewise_builtin.h"

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

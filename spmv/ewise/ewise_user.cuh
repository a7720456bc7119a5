/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise operation with operators of the user's own on the GPU. Read after the user's functions
 * (spmv/jit/user_source.c writes them) and the macros USER_X, USER_Y, USER_Z (types), USER_OPERATE(code, x, y, i)
 * and USER_TEST(code, x, y, i); USER_LISTED, if the kernel goes along a short list; and the macros that
 * spmv/jit/user_put.cuh reads.
 */
#include "spmv/ewise/ewise_rule.h"
#include "runtime/pass.cuh"

typedef USER_Z tp_user_value;

/* (The operation has no code for a user's accumulator: the kernel is its own.) */
#ifdef USER_ACCUM
#define PUT(w, w_has, accum, k, i, t, hit) tp_put_user(w, w_has, TP_ACCUM_ADD, k, i, t, hit)
#else
#define PUT tp_put_user
#endif
#include "spmv/jit/user_put.cuh"

TP_ELEMENTWISE(user, USER_X, USER_Y, USER_Z, USER_OPERATE, USER_TEST, PUT)

#ifdef USER_LISTED
#include "spmv/ewise/listed_block.cuh"
TP_KERNEL void __launch_bounds__(TP_ALONE_BLOCK_MAX)
    listed_user(const __grid_constant__ tp_listed l, int64_t *result, int size)
{
    __shared__ tp_listed_shared s;
    tp_listed_run<true>(&l, &s, tp_listed_count(&l), result, size,
                        [](const tp_elementwise *e, int64_t c) { tp_elementwise_user(e, c); });
}
#else
TP_KERNEL void __launch_bounds__(TP_PASS_BLOCK) elementwise_user(const __grid_constant__ tp_elementwise e)
{
    TP_FOR_EACH(c, e.n) tp_elementwise_user(&e, c);
}
#endif

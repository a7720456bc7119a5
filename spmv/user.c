/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings and operators of the user's own on the CPU.
 */
#include "spmv/cpu.h"

tropic_status tp_cpu_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm,
                                tp_step *step)
{
    (void)semiring, (void)vxm, (void)step;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "not yet");
}

tropic_status tp_cpu_elementwise_user(tropic_context *context, const tp_elementwise *e)
{
    (void)e;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "not yet");
}

tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r)
{
    (void)value, (void)r;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "not yet");
}

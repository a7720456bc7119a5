/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of the user's own on the CPU.
 */
#include "spmv/cpu.h"

tropic_status tp_cpu_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm,
                                tp_step *step)
{
    (void)semiring, (void)vxm, (void)step;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "not yet");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Before the first push, on the GPU: one call per destination.
 */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(prepare_all)(TP_STEP_PARAMETERS)
{
    (void)arcs, (void)list, (void)hubs;
    for (int64_t j = tp_thread(); j < count; j += tp_threads()) OP(prepare)(&state, (tropic_index)j);
}

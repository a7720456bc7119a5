/* SPDX-License-Identifier: Apache-2.0
 *
 * Before the first push, on the GPU: one call per destination.
 */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(prepare_all)(const OP_STATE s, const __grid_constant__ tp_arcs in, const tropic_index *targets,
                    tropic_index count, const tp_hub_queue hubs)
{
    (void)in, (void)targets, (void)hubs;
    for (int64_t j = tp_thread(); j < count; j += tp_threads()) OP(prepare)(&s, (tropic_index)j);
}

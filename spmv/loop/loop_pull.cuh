/* SPDX-License-Identifier: Apache-2.0
 *
 * A pulled product as a step of a recorded loop. Read once per product, after its op and spmv/strategies/pull_list.cuh.
 */

/* Lists of a tile, which a block takes: a warp for each, then the whole block for each hub. */
#define TP_LOOP_TILE 256

TP_FN void OP(loop_vector)(const OP_STATE *s, const tp_arcs *in, tropic_index n)
{
    __shared__ tropic_index hubs[TP_LOOP_TILE];
    __shared__ int count;
    const int warp = (int)(threadIdx.x / TP_WARP), warps = (int)(blockDim.x / TP_WARP);
    for (int64_t first = (int64_t)blockIdx.x * TP_LOOP_TILE; first < n; first += (int64_t)gridDim.x * TP_LOOP_TILE) {
        __syncthreads();
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        for (int q = warp; q < TP_LOOP_TILE && first + q < n; q += warps) {
            const tropic_index j = (tropic_index)first + q;
            const tropic_offset begin = __ldg(in->offsets + j), end = __ldg(in->offsets + j + 1);
            OP(value) t = OP(identity)();
            bool hit = false, stop = false;
            if (!OP(want)(s, j)) continue;
            if (end - begin > TP_HUB) {
                if (tp_lane() == 0) hubs[atomicAdd(&count, 1)] = j;
                continue;
            }
            for (tropic_offset k = begin + tp_lane(); k - tp_lane() < end && !stop; k += TP_WARP * TP_FLIGHT) {
                hit = OP(take)<TP_FLIGHT>(s, in, j, k, end, TP_WARP, &t, hit);
                if (OP_TERMINAL) stop = __any_sync(TP_EVERY_LANE, hit && OP(terminal)(t));
            }
            hit = OP(sum_lanes)(&t, hit);
            if (tp_lane() == 0) OP(update)(s, j, t, hit);
        }
        __syncthreads();
        for (int h = 0; h < count; h++) {
            const tropic_index j = hubs[h];
            const tropic_offset end = __ldg(in->offsets + j + 1);
            OP(value) t = OP(identity)();
            bool hit = false;
            for (tropic_offset k = __ldg(in->offsets + j); k < end; k += (tropic_offset)blockDim.x * TP_FLIGHT)
                hit = OP(take)<TP_FLIGHT>(s, in, j, k + threadIdx.x, end, (int)blockDim.x, &t, hit);
            hit = OP(sum_block)(&t, hit);
            if (threadIdx.x == 0) OP(update)(s, j, t, hit);
        }
    }
}

TP_FN void OP(loop_scalar)(const OP_STATE *s, const tp_arcs *in, tropic_index n)
{
    for (int64_t c = tp_thread(); c < n; c += tp_threads()) {
        const tropic_index j = (tropic_index)c;
        OP(value) t;
        bool hit;
        if (!OP(want)(s, j)) continue;
        hit = OP(sum_alone)(s, in, j, &t);
        OP(update)(s, j, t, hit);
    }
}

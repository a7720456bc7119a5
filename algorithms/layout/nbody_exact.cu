/* SPDX-License-Identifier: Apache-2.0
 *
 * Repulsion between all pairs on the GPU: TP_NBODY_LANES threads for a body, each with the bodies of one remainder;
 * blocks share tiles of them.
 */
#include "spmv/cuda_backend.h"
#include "algorithms/layout/nbody_force.h"

#define BLOCK 256
#define LANES TP_NBODY_LANES
#define BODIES (BLOCK / LANES) /* of a block */
#define TILE BLOCK

template <int D> static __global__ void __launch_bounds__(BLOCK) exact_kernel(const __grid_constant__ tp_nbody b)
{
    __shared__ tp_body tile[TILE];
    const int64_t block = (int64_t)blockIdx.x * BODIES, last = b.n - block < BODIES ? b.n - 1 : block + BODIES - 1;
    const int64_t mine = block + threadIdx.x / LANES, v = mine < b.n ? mine : b.n - 1;
    const tropic_index lane = threadIdx.x % LANES;
    const tropic_index first = b.range ? b.range[2 * v] : 0, end = b.range ? b.range[2 * v + 1] : b.n;
    const tropic_index from = b.range ? b.range[2 * block] : 0, to = b.range ? b.range[2 * last + 1] : b.n;
    float p[TP_NBODY_DIMENSIONS], f[TP_NBODY_DIMENSIONS] = {};
    for (int c = 0; c < D; c++) p[c] = b.position[v * D + c];
    for (int64_t start = from; start < to; start += TILE) {
        const int64_t u = start + threadIdx.x;
        tp_body body = {};
        if (u < to) {
            for (int c = 0; c < D; c++) body.at[c] = b.position[u * D + c];
            body.mass = b.mass[u];
        }
        __syncthreads();
        tile[threadIdx.x] = body;
        __syncthreads();
        const int64_t low = first > start ? first : start, high = end < start + TILE ? end : start + TILE;
        for (int64_t j = low + ((lane - low) & (LANES - 1)); j < high; j += LANES) {
            const tp_body q = tile[j - start];
            tp_nbody_repel(f, p, q.at, q.mass, D);
        }
    }
    for (int c = 0; c < D; c++) {
        for (int half = LANES / 2; half > 0; half /= 2) f[c] += __shfl_down_sync(~0u, f[c], half, LANES);
        if (lane == 0 && mine < b.n) b.force[v * D + c] = f[c];
    }
}

tropic_status tp_cuda_nbody_exact(tropic_context *context, const tp_nbody *b)
{
    tp_cuda_use use(context);
    return tp_cuda_launch(context, "repulsion of all pairs", {tp_quotient_up(b->n, BODIES), BLOCK},
                          b->dimensions == 2 ? exact_kernel<2> : exact_kernel<3>, *b);
}

/* H200: an iteration of 5554 bodies 0.13 ms, by the tree, whose launches are more, 0.23. */
#define PAIRS_MAX 16384

const tp_nbody_calls tp_cuda_nbody_calls = {
    TP_NBODY_CALLS(TP_CALL_ROW, tp_cuda_nbody_).pairs_max = PAIRS_MAX,
};

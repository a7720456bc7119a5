/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of bodies along their forces, and its cooling, on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "algorithms/layout/nbody_force.h"

#define BLOCK TP_NBODY_CHUNK

/* The sum of a block's terms, by halves, in its first thread. */
static __device__ double total(double mine)
{
    __shared__ double term[BLOCK];
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        term[threadIdx.x] = mine;
        __syncthreads();
        if ((int)threadIdx.x < half) mine += term[threadIdx.x + half];
        __syncthreads();
    }
    return mine;
}

template <int D> static __global__ void __launch_bounds__(BLOCK) move_kernel(const __grid_constant__ tp_nbody_move m)
{
    const int64_t v = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const double length = v < m.n ? tp_nbody_push(&m, (tropic_index)v, m.motion->step, D) : 0;
    const double sum = total(length);
    if (threadIdx.x == 0) m.sums[blockIdx.x] = sum;
}

static __global__ void __launch_bounds__(BLOCK) cool_kernel(const __grid_constant__ tp_nbody_move m)
{
    double sum = 0;
    for (int64_t g = threadIdx.x; g < TP_NBODY_CHUNKS(m.n); g += BLOCK) sum += m.sums[g];
    sum = total(sum);
    if (threadIdx.x == 0) tp_nbody_cool(m.motion, sum);
}

tropic_status tp_cuda_nbody_move(tropic_context *context, const tp_nbody_move *m)
{
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_launch(context, "moving bodies", {TP_NBODY_CHUNKS(m->n), BLOCK},
                          m->dimensions == 2 ? move_kernel<2> : move_kernel<3>, *m));
    return tp_cuda_launch(context, "cooling", {1, BLOCK}, cool_kernel, *m);
}

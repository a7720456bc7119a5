/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over places, for kernels that are compiled ahead and at run time: includes no header of the CUDA toolkit.
 */
#ifndef TP_PASS_CUH
#define TP_PASS_CUH

#define TP_PASS_BLOCK 256
/* Lanes of a warp. */
#define TP_WARP 32
#define TP_EVERY_LANE 0xffffffffu

#define TP_FOR_EACH(i, n)                                                                                              \
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += (int64_t)gridDim.x * blockDim.x)

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of Brandes' sweeps on the GPU.
 */
#ifndef TP_BRANDES_CUDA_H
#define TP_BRANDES_CUDA_H

#include "algorithms/betweenness/brandes_calls.h"
#include "spmv/cuda_backend.h"

/* Launches a kernel with so many blocks, and threads in each, for each source. */
tropic_status tp_cuda_brandes_each(tropic_context *context, const tp_brandes *brandes, const void *kernel, int blocks,
                                   int threads, void **arguments);

#endif

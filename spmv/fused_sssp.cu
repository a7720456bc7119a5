/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of shortest paths and their parents.
 */
#include "spmv/state.h"

#define TP_INSTANCE "spmv/instance.cuh"
#include "spmv/fused_sssp.h"

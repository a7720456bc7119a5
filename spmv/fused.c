/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of the algorithms' own ops.
 */
#include "spmv/kernel.h"

#define TP_INSTANCE "spmv/instance.h"
#include "spmv/fused_search.h"
#include "spmv/fused_sssp.h"

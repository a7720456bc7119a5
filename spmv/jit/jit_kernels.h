/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that are compiled when first asked for, and kept by the context.
 */
#ifndef TP_JIT_KERNELS_H
#define TP_JIT_KERNELS_H

#include "spmv/cuda_backend.h"

/* What is compiled. */
enum {
    TP_CUDA_PRODUCTS,                                     /* + variant; for a semiring, vxm */
    TP_CUDA_ELEMENTWISE = TP_CUDA_PRODUCTS + TP_VARIANTS, /* + tp_kind; for op and accum, w's type; LISTED, too */
    TP_CUDA_LISTED = TP_CUDA_ELEMENTWISE + TP_INTERSECTION + 1,
    TP_CUDA_TOTAL = TP_CUDA_LISTED + TP_INTERSECTION + 1, /* for a monoid */
    TP_CUDA_LOOP,
    TP_CUDA_CHOSEN, /* for op, of the entries of matrices */
    TP_CUDA_TESTED
};

/* What `key` asked for before; NULL: never. */
void *tp_cuda_specialised_find(tropic_context *context, const tp_cuda_key *key);
/* What this text was compiled to, compiled if need be: `bytes` of memory, cleared, in which the addresses of
 * count kernels are at the offsets[k]. COMPILE_ERROR, NOT_SUPPORTED, OUT_OF_MEMORY, DEVICE_ERROR. */
tropic_status tp_cuda_specialised_make(tropic_context *context, const tp_cuda_key *key, const char *name,
                                       const char *text, const char *const *kernels, const size_t *offsets, int count,
                                       size_t bytes, void **made);

#endif

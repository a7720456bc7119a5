/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that are compiled when first asked for, and kept by the context.
 */
#ifndef TP_JIT_KERNELS_H
#define TP_JIT_KERNELS_H

#include "semiring/source_text.h"
#include "spmv/cuda_backend.h"

/* Kinds of kernels that are compiled at run time. */
enum {
    TP_CUDA_PRODUCTS,                                     /* + variant; for a semiring, vxm */
    TP_CUDA_ELEMENTWISE = TP_CUDA_PRODUCTS + TP_VARIANTS, /* + tp_kind; for op and accum, w's type; LISTED, too */
    TP_CUDA_LISTED = TP_CUDA_ELEMENTWISE + TP_INTERSECTION + 1,
    TP_CUDA_TOTAL = TP_CUDA_LISTED + TP_INTERSECTION + 1, /* for a monoid */
    TP_CUDA_LOOP,
    TP_CUDA_CHOSEN, /* for op, of the entries of matrices */
    TP_CUDA_TESTED
};

/* A text with one kernel. */
typedef struct tp_cuda_program {
    tp_cuda_key key;  /* who asks for it */
    const char *name; /* of the text's lines in messages */
    const char *text, *kernel;
    const void *made; /* the kernel, for cudaLaunchKernel */
} tp_cuda_program;

/* The kernel that `key` asked for before; NULL: never. */
const void *tp_cuda_specialised_find(tropic_context *context, const tp_cuda_key *key);
/* Sets `made` of each, compiled if need be, and then all at once; or NULL if that is needed, but not `compiles`:
 * COMPILE_ERROR, NOT_SUPPORTED, OUT_OF_MEMORY, CANCELLED, DEVICE_ERROR. */
tropic_status tp_cuda_specialised_make(tropic_context *context, tp_cuda_program *programs, int count, bool compiles);
/* The same of one text, which it frees; `what` it is. */
tropic_status tp_cuda_specialised_of(tropic_context *context, const tp_cuda_key *key, const char *name,
                                     tp_source_text *text, const char *what, const char *kernel, const void **made);

#endif

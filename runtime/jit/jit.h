/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling texts at run time, for either backend. A compiler's output is kept in a cache on disk
 * (runtime/jit/jit_cache.h), keyed by the text and everything else that it depends on.
 *
 * Environment, which says nothing in a program whose rights are raised (runtime/environment.h):
 *   TROPIC_CACHE_DIR  where the cache is; empty: none. Else $XDG_CACHE_HOME/tropic or
 *                     $HOME/.cache/tropic
 *   TROPIC_CACHE_MB   how much it may hold, 256 MB otherwise: beyond, the entries not used for longest go
 *   TROPIC_NVRTC      the NVRTC library to load, and no other
 *   TROPIC_CC         the C compiler, before $CC, cc, gcc and clang; may have arguments after it. A C++ compiler is
 *                     told that the text is C
 *
 * Texts include the public headers as "tropic.h", and kernels as "spmv/ops/op.h"; the library carries
 * them. `name` stands in messages for the lines of a text before its first #line.
 */
#ifndef TP_JIT_H
#define TP_JIT_H

#include "runtime/runtime.h"

TP_BEGIN_C

/* CUDA C++, and the machine code (a cubin) that it becomes. */
typedef struct tp_jit_text {
    const char *name, *text;
    void *image; /* tp_release() it */
    size_t bytes;
} tp_jit_text;

/* For one architecture, 90 for sm_90. Those that the cache has not are compiled side by side, in as many threads as the
 * context has; from a second on that is told through `progress`. No two calls that share a cache compile the same at
 * once, in one process or several: the second waits for the entry that the first stores. Where it fails, there is no
 * image. NOT_SUPPORTED (no NVRTC here, or it does not know the architecture), COMPILE_ERROR, OUT_OF_MEMORY,
 * CANCELLED. */
tropic_status tp_jit_cubins(tropic_context *context, int architecture, tp_jit_text *texts, int count);
/* The same of those that the cache has; others have no image, and NVRTC is not looked for. OUT_OF_MEMORY. */
tropic_status tp_jit_kept(tropic_context *context, int architecture, tp_jit_text *texts, int count);

/* C11 to a shared object, loaded: *library is for dlsym.
 * NOT_SUPPORTED (no C compiler here), COMPILE_ERROR, OUT_OF_MEMORY, IO_ERROR (no temporary files). */
tropic_status tp_jit_host(tropic_context *context, const char *name, const char *text, void **library);
/* Accepts NULL. */
void tp_jit_host_close(void *library);

/* How often this process has called a compiler; for tests of the cache. */
long tp_jit_compilations(void);

/* Of the context's GPU, as tp_jit_cubins takes it. NO_DEVICE in a build without CUDA, DEVICE_ERROR. */
tropic_status tp_cuda_architecture(tropic_context *context, int *architecture);
/* Loads an image on the context's GPU; kernels[k] is the address of names[k], for cudaLaunchKernel. The
 * image is copied. NO_DEVICE in a build without CUDA, DEVICE_ERROR, OUT_OF_DEVICE_MEMORY. */
tropic_status tp_cuda_load(tropic_context *context, const void *image, size_t bytes, const char *const *names,
                           int count, const void **kernels, void **library);
/* Accepts NULL. No kernel of it may be at work. */
void tp_cuda_unload(void *library);

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources of kernels become machine code, which needs NVRTC but no GPU.
 */
#ifndef TROPIC_TESTS_JIT_KERNELS_H
#define TROPIC_TESTS_JIT_KERNELS_H

#include "semiring/source_text.h"
#include "tests/jit.h"

/* tp_jit_cubins of one text. */
tropic_status test_cubin(tropic_context *context, int architecture, const char *name, const char *text, void **image,
                         size_t *bytes);
/* Is there NVRTC? */
bool test_kernels_can_be(tropic_context *context);
/* Compiles the text, which it frees, to code that has these kernels: `count`, or up to the first NULL. */
void test_kernels_are(tropic_context *context, tp_source_text *text, const char *name, const char *const *kernels,
                      int count);

#endif
